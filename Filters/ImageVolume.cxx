// SPDX-License-Identifier: BSD-3-Clause
#include "ImageVolume.h"

#include "VtkCompat.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkMatrix4x4.h"
#include "vtkRectilinearGrid.h"
#include "vtkUnsignedCharArray.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace inkray::filters
{
namespace
{

using Counts = std::array<std::int64_t, 3>;

Counts pointCounts(vtkDataSet* grid)
{
  int dimensions[3] = { 0, 0, 0 };
  if (vtkImageData* image = vtkImageData::SafeDownCast(grid))
  {
    image->GetDimensions(dimensions);
  }
  else if (vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(grid))
  {
    rectilinear->GetDimensions(dimensions);
  }
  return { dimensions[0], dimensions[1], dimensions[2] };
}

/// Coordinates along the three axes; null pointers for an image.
std::array<vtkDataArray*, 3> coordinateArrays(vtkDataSet* grid)
{
  vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(grid);
  if (!rectilinear)
  {
    return {};
  }
  return { rectilinear->GetXCoordinates(), rectilinear->GetYCoordinates(), rectilinear->GetZCoordinates() };
}

/// The problem with the positions of a grid's points, as a sentence; empty when there is none.
std::string placesProblem(vtkDataSet* grid, const Counts& points)
{
  if (vtkImageData* image = vtkImageData::SafeDownCast(grid))
  {
    const double determinant = image->GetIndexToPhysicalMatrix()->Determinant();
    return std::abs(determinant) > 0 && std::isfinite(determinant)
      ? std::string()
      : "Spacing and direction of the image squeeze it flat; they must be finite, and no spacing zero.";
  }
  const std::array<vtkDataArray*, 3> arrays = coordinateArrays(grid);
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::int64_t count = arrays[axis] ? arrays[axis]->GetNumberOfTuples() : 0;
    bool inOrder = count == points[axis];
    const bool descends = inOrder && arrays[axis]->GetTuple1(0) > arrays[axis]->GetTuple1(count - 1);
    for (std::int64_t i = 0; i < count && inOrder; ++i)
    {
      const double x = arrays[axis]->GetTuple1(i);
      inOrder = std::isfinite(x) &&
        (i == 0 || (descends ? x < arrays[axis]->GetTuple1(i - 1) : x > arrays[axis]->GetTuple1(i - 1)));
    }
    if (!inOrder)
    {
      return std::string("The coordinates of the rectilinear grid along ") + "xyz"[axis] +
        " are not in order; there must be one for each plane of points, all finite, each greater than the "
        "one "
        "before.";
    }
  }
  return std::string();
}

double select(const std::vector<double>& tuple, int component)
{
  if (component >= 0)
  {
    return tuple[component];
  }
  double sum = 0;
  for (double x : tuple)
  {
    sum += x * x;
  }
  return std::sqrt(sum);
}

/// The mean of the points of each cell (`offset` 0), or of the cells of each point (`offset` -1), of which
/// there are fewer at the border. The mean comes before the norm.
void average(
  vtkDataArray* array, int component, const Counts& from, const Counts& to, int offset, double* out)
{
  bringToHost(array);
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, to[1] * to[2], 16),
    [&](const tbb::blocked_range<std::int64_t>& rows) {
      std::vector<double> tuple(array->GetNumberOfComponents()), mean(tuple.size());
      for (std::int64_t row = rows.begin(); row < rows.end(); ++row)
      {
        const std::int64_t y = row % to[1], z = row / to[1];
        for (std::int64_t x = 0; x < to[0]; ++x)
        {
          mean.assign(mean.size(), 0.0);
          int count = 0;
          for (int corner = 0; corner < 8; ++corner)
          {
            const std::int64_t i = x + offset + (corner & 1), j = y + offset + (corner >> 1 & 1),
                               k = z + offset + (corner >> 2);
            if (i >= 0 && j >= 0 && k >= 0 && i < from[0] && j < from[1] && k < from[2])
            {
              array->GetTuple(i + from[0] * (j + from[1] * k), tuple.data());
              for (std::size_t c = 0; c < tuple.size(); ++c)
              {
                mean[c] += tuple[c];
              }
              ++count;
            }
          }
          for (double& m : mean)
          {
            m /= count;
          }
          out[x + to[0] * row] = select(mean, component);
        }
      }
    });
}

} // namespace

ImageVolumeKey imageVolumeKey(vtkDataSet* image, vtkDataArray* array, int association, int component)
{
  ImageVolumeKey key;
  const std::array<vtkDataArray*, 3> places = coordinateArrays(image);
  vtkDataArray* const arrays[6] = { array, image->GetPointGhostArray(), image->GetCellGhostArray(), places[0],
    places[1], places[2] };
  for (int i = 0; i < 6; ++i)
  {
    // The address counts, too: an array that has been given other memory counts as another one. Arrays of
    // other layouts are not asked, because an array on a device would move.
    key.arrays[i] =
      arrays[i] && arrays[i]->HasStandardMemoryLayout() ? arrays[i]->GetVoidPointer(0) : arrays[i];
    key.arrayTimes[i] = arrays[i] ? arrays[i]->GetMTime() : 0;
  }
  if (vtkImageData* even = vtkImageData::SafeDownCast(image))
  {
    even->GetExtent(key.extent.data());
    std::copy_n(even->GetIndexToPhysicalMatrix()->GetData(), 16, key.indexToPhysical.begin());
  }
  else if (vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(image))
  {
    rectilinear->GetExtent(key.extent.data());
  }
  key.association = association;
  key.component = component;
  return key;
}

std::string imageVolumeProblem(vtkDataSet* image, vtkDataArray* array, int association)
{
  const Counts points = pointCounts(image);
  const std::string size = std::to_string(points[0]) + " x " + std::to_string(points[1]) + " x " +
    std::to_string(points[2]) + " points";
  if (image->GetNumberOfPoints() == 0)
  {
    return "The image is empty (no points), so it has no isosurface.";
  }
  const bool cells = association == vtkDataObject::CELL;
  const std::int64_t least = cells ? 3 : 2;
  if (std::min({ points[0], points[1], points[2] }) < least)
  {
    return cells ? "Values at cells need at least two cells along each axis, but the image has " + size + "."
                 : "The image has " + size + "; an isosurface needs at least two along each axis.";
  }
  std::string problem = placesProblem(image, points);
  if (!problem.empty())
  {
    return problem;
  }
  const vtkIdType wanted = cells ? image->GetNumberOfCells() : image->GetNumberOfPoints();
  if (array && array->GetNumberOfTuples() != wanted)
  {
    return std::string("The array '") + (array->GetName() ? array->GetName() : "(no name)") + "' has " +
      std::to_string(array->GetNumberOfTuples()) + " values for " + std::to_string(wanted) +
      (cells ? " cells." : " points.");
  }
  return std::string();
}

VolumeInput ImageVolume::makeVolume(vtkDataSet* image, vtkDataArray* array, int association, int component)
{
  VolumeInput volume;
  const Counts points = pointCounts(image);
  std::copy(points.begin(), points.end(), volume.dimensions);

  if (vtkImageData* even = vtkImageData::SafeDownCast(image))
  {
    // Index coordinates count from the lower corner of the extent, VTK's from wherever (0, 0, 0) is.
    int extent[6];
    even->GetExtent(extent);
    vtkMatrix4x4* matrix = even->GetIndexToPhysicalMatrix();
    std::copy_n(matrix->GetData(), 16, volume.indexToMesh);
    for (int row = 0; row < 3; ++row)
    {
      for (int axis = 0; axis < 3; ++axis)
      {
        volume.indexToMesh[4 * row + 3] += matrix->GetElement(row, axis) * extent[2 * axis];
      }
    }
  }
  else
  {
    const std::array<vtkDataArray*, 3> arrays = coordinateArrays(image);
    for (int axis = 0; axis < 3; ++axis)
    {
      this->coordinates[axis].resize(points[axis]);
      for (std::int64_t i = 0; i < points[axis]; ++i)
      {
        this->coordinates[axis][i] = arrays[axis]->GetTuple1(i);
      }
      volume.coordinates[axis] = this->coordinates[axis].data();
    }
  }

  volume.scalars = this->makeValues(image, array, association, component, association);
  if (vtkUnsignedCharArray* flags = image->GetPointGhostArray())
  {
    volume.pointFlags = flags->GetPointer(0);
    volume.hiddenPointBits = vtkDataSetAttributes::HIDDENPOINT;
  }
  if (vtkUnsignedCharArray* flags = image->GetCellGhostArray())
  {
    volume.cellFlags = flags->GetPointer(0);
    volume.hiddenCellBits = vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::REFINEDCELL;
    volume.ghostCellBits = vtkDataSetAttributes::DUPLICATECELL;
  }
  return volume;
}

Field ImageVolume::makeValues(
  vtkDataSet* image, vtkDataArray* array, int association, int component, int wanted)
{
  Field out;
  out.association = wanted == vtkDataObject::CELL ? Association::Cells : Association::Points;
  PlainValues plain;
  if (association == wanted && plainValues(array, plain))
  {
    this->clear();
    out.values = plain.values;
    out.type = plain.type;
    out.memory = plain.memory;
    out.numTuples = array->GetNumberOfTuples();
    out.numComponents = array->GetNumberOfComponents();
    out.component = component;
    return out;
  }
  const Counts points = pointCounts(image), cells = { points[0] - 1, points[1] - 1, points[2] - 1 };
  if (association == wanted)
  {
    copyComponent<double>(array, component, array->GetNumberOfTuples(), AddedPoints(), this->values);
  }
  else if (wanted == vtkDataObject::CELL)
  {
    this->values.allocate(static_cast<std::size_t>(cells[0] * cells[1] * cells[2]));
    average(array, component, points, cells, 0, this->values.get());
  }
  else
  {
    this->values.allocate(static_cast<std::size_t>(points[0] * points[1] * points[2]));
    average(array, component, cells, points, -1, this->values.get());
  }
  out.values = this->values.get();
  out.numTuples =
    wanted == vtkDataObject::CELL ? cells[0] * cells[1] * cells[2] : points[0] * points[1] * points[2];
  out.type = ValueType::Float64;
  return out;
}

} // namespace inkray::filters
