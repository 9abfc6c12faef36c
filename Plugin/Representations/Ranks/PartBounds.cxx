// SPDX-License-Identifier: BSD-3-Clause
#include "PartBounds.h"

#include "DrawnBounds.h"
#include "GridDimensions.h"
#include "vtkBoundingBox.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkMath.h"
#include "vtkMatrix3x3.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace
{
/// The bounds of an image without its ghost cells. They are uninitialized if all cells are ghosts. The bounds
/// of a mesh are those of its drawn cells. `axes`: see PartBounds, or empty.
void OwnBounds(vtkDataSet* image, bool ofCells, const std::vector<double>& axes, double bounds[6])
{
  DrawnBounds::Find(image, bounds);
  vtkUnsignedCharArray* const ghosts = image->GetCellGhostArray();
  int points[3] = { 0, 0, 0 };
  GridDimensions::Get(image, points);
  const vtkIdType cells[3] = { points[0] - 1, points[1] - 1, points[2] - 1 };
  if ((!ghosts && axes.empty()) || *std::min_element(cells, cells + 3) < 1)
  {
    return;
  }
  // Find the first and the last own cell of each row. In most rows, both searches end at once.
  const auto isOwn = [](unsigned char flag) { return (flag & vtkDataSetAttributes::DUPLICATECELL) == 0; };
  const unsigned char* const flags = ghosts ? ghosts->GetPointer(0) : nullptr;
  vtkBoundingBox own; // in point indices
  if (!ghosts)
  {
    own.AddPoint(0, 0, 0);
    own.AddPoint(static_cast<double>(cells[0]), static_cast<double>(cells[1]), static_cast<double>(cells[2]));
  }
  for (vtkIdType row = 0; ghosts && row < cells[1] * cells[2]; ++row)
  {
    const unsigned char* const begin = flags + row * cells[0];
    const unsigned char* const first = std::find_if(begin, begin + cells[0], isOwn);
    if (first == begin + cells[0])
    {
      continue;
    }
    const unsigned char* last = begin + cells[0] - 1;
    while (!isOwn(*last))
    {
      --last;
    }
    const vtkIdType j = row % cells[1], k = row / cells[1];
    own.AddPoint(static_cast<double>(first - begin), static_cast<double>(j), static_cast<double>(k));
    own.AddPoint(
      static_cast<double>(last - begin + 1), static_cast<double>(j + 1), static_cast<double>(k + 1));
  }
  vtkMath::UninitializeBounds(bounds);
  if (!own.IsValid())
  {
    return;
  }
  // The image may be rotated: transform all corners.
  double toAxes[9];
  vtkMatrix3x3::Identity(toAxes);
  if (!axes.empty())
  {
    vtkMatrix3x3::Invert(axes.data(), toAxes);
  }
  vtkBoundingBox box;
  for (int corner = 0; corner < 8; ++corner)
  {
    double ijk[3], position[3], opposite[3];
    own.GetCorner(corner, ijk);
    vtkIdType id = 0, across = 0, stride = 1;
    for (int axis = 0; axis < 3; ++axis)
    {
      const auto at = static_cast<vtkIdType>(ijk[axis]);
      id += stride * at;
      across += ofCells && at > 0 && at < cells[axis] ? stride : 0;
      stride *= points[axis];
    }
    image->GetPoint(id, position);
    image->GetPoint(id + across, opposite);
    vtkMath::Add(position, opposite, position);
    vtkMath::MultiplyScalar(position, 0.5);
    vtkMatrix3x3::MultiplyPoint(toAxes, position, position);
    box.AddPoint(position);
  }
  box.GetBounds(bounds);
}
} // namespace

void PartBounds::Get(
  const std::vector<vtkSmartPointer<vtkDataSet>>& images, double bounds[6], bool ofCells, const double* axes)
{
  const std::vector<double> directions = axes ? std::vector<double>(axes, axes + 9) : std::vector<double>();
  vtkBoundingBox box;
  this->Pieces.resize(images.size());
  for (std::size_t i = 0; i < images.size(); ++i)
  {
    Piece& piece = this->Pieces[i];
    const vtkMTimeType time = images[i]->GetMTime();
    if (piece.Image != images[i] || piece.Time != time || piece.OfCells != ofCells ||
      piece.Axes != directions)
    {
      piece.Image = images[i];
      piece.Time = time;
      piece.OfCells = ofCells;
      piece.Axes = directions;
      OwnBounds(piece.Image, ofCells, directions, piece.Bounds);
    }
    if (vtkMath::AreBoundsInitialized(piece.Bounds))
    {
      box.AddBounds(piece.Bounds);
    }
  }
  vtkMath::UninitializeBounds(bounds);
  if (box.IsValid())
  {
    box.GetBounds(bounds);
  }
}
