// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfacePixels.h"

#include "RayCastBridge.h"
#include "RayCastSelection.h"
#include "vtkCamera.h"
#include "vtkDataObject.h"
#include "vtkHardwareSelector.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkRectilinearGrid.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <cmath>

namespace
{

using Matrix = std::array<double, 16>;

Matrix Inverse(const double* matrix)
{
  Matrix out;
  vtkMatrix4x4::Invert(matrix, out.data());
  return out;
}

Matrix Product(const double* a, const double* b)
{
  Matrix out;
  vtkMatrix4x4::Multiply4x4(a, b, out.data());
  return out;
}

void Transform(const Matrix& matrix, const double point[3], double out[3])
{
  const double in[4] = { point[0], point[1], point[2], 1 };
  double homogeneous[4];
  vtkMatrix4x4::MultiplyPoint(matrix.data(), in, homogeneous);
  for (int c = 0; c < 3; ++c)
  {
    out[c] = homogeneous[c] / homogeneous[3];
  }
}

/// The point, in eye coordinates, of the ray through normalized device coordinates (x, y) at a depth along
/// the viewing direction.
void EyePoint(const Matrix& clipToEye, double x, double y, double depth, double out[3])
{
  const double ends[2][3] = { { x, y, -1 }, { x, y, 1 } };
  double eye[2][3];
  Transform(clipToEye, ends[0], eye[0]);
  Transform(clipToEye, ends[1], eye[1]);
  const double t = (-depth - eye[0][2]) / (eye[1][2] - eye[0][2]);
  for (int c = 0; c < 3; ++c)
  {
    out[c] = eye[0][c] + t * (eye[1][c] - eye[0][c]);
  }
}

void GetDimensions(vtkDataSet* grid, int dimensions[3])
{
  if (auto* image = vtkImageData::SafeDownCast(grid))
  {
    image->GetDimensions(dimensions);
  }
  else
  {
    vtkRectilinearGrid::SafeDownCast(grid)->GetDimensions(dimensions);
  }
}

/// Index coordinates of a place in the grid's own coordinates, clamped to the grid. They count from the lower
/// corner of the extent, points or, with `cells`, the centers of cells. An image's own coordinates are index
/// coordinates of its points; in a rectilinear grid an index goes linearly from plane to plane.
void FindIndex(vtkDataSet* grid, bool cells, const double place[3], double index[3])
{
  int dimensions[3];
  GetDimensions(grid, dimensions);
  auto* rectilinear = vtkRectilinearGrid::SafeDownCast(grid);
  for (int axis = 0; axis < 3; ++axis)
  {
    const int planes = dimensions[axis] - (cells ? 1 : 0);
    if (!rectilinear || planes < 2)
    {
      index[axis] = std::clamp(place[axis] - (cells ? 0.5 : 0.0), 0.0, planes - 1.0);
      continue;
    }
    vtkDataArray* const coordinates[3] = { rectilinear->GetXCoordinates(), rectilinear->GetYCoordinates(),
      rectilinear->GetZCoordinates() };
    const auto plane = [points = coordinates[axis], cells](int i) {
      return cells ? 0.5 * (points->GetTuple1(i) + points->GetTuple1(i + 1)) : points->GetTuple1(i);
    };
    const bool descends = plane(0) > plane(planes - 1);
    int low = 0;
    for (int high = planes - 1; high - low > 1;)
    {
      const int middle = (low + high) / 2;
      ((plane(middle) <= place[axis]) != descends ? low : high) = middle;
    }
    const double width = plane(low + 1) - plane(low); // may be 0
    index[axis] = low + (width != 0 ? std::clamp((place[axis] - plane(low)) / width, 0.0, 1.0) : 0.0);
  }
}

/// The trilinear interpolant of an array over the grid, at a place in its own coordinates.
/// vtkImageInterpolator would interpolate the components of a vector, while the surfaces are isosurfaces of
/// its interpolated length.
double Interpolate(vtkDataSet* image, const RayCastArray& array, const double place[3])
{
  int dimensions[3];
  GetDimensions(image, dimensions);
  const bool cells = array.Association == vtkDataObject::CELL;
  vtkNew<vtkImageData> grid; // of the values
  double at[3];
  FindIndex(image, cells, place, at);
  for (int& size : dimensions)
  {
    size -= cells ? 1 : 0;
  }
  grid->SetDimensions(dimensions);
  int part = 0;
  double local[3], weights[8];
  const vtkIdType cell = grid->FindCell(at, nullptr, -1, 0.0, part, local, weights);
  vtkNew<vtkIdList> corners;
  grid->GetCellPoints(cell, corners);
  double sum = 0;
  for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
  {
    std::vector<double> tuple(array.Array->GetNumberOfComponents());
    array.Array->GetTuple(corners->GetId(i), tuple.data());
    const double value = array.Component >= 0 ? tuple[array.Component]
                                              : vtkMath::Norm(tuple.data(), static_cast<int>(tuple.size()));
    sum += weights[i] > 0 ? weights[i] * value : 0.0; // a corner without weight may be NaN
  }
  return sum;
}

} // namespace

void IsosurfacePixels::Keep(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2],
  const IsosurfaceGrid& input, const double indexToMesh[16], const inkray::IsosurfaceFrameOptions& options)
{
  this->Options = options;
  this->Options.wantHits = true;
  this->Camera = RayCastBridge::MakeCamera(renderer, volume, viewport[0], viewport[1]);
  renderer->GetTiledSizeAndOrigin(
    &this->Viewport[2], &this->Viewport[3], &this->Viewport[0], &this->Viewport[1]);
  std::copy_n(
    renderer->GetActiveCamera()->GetModelViewTransformMatrix()->GetData(), 16, this->WorldToEye.begin());
  std::copy_n(indexToMesh, 16, this->IndexToMesh.begin());
  this->Image = input.Image;
  this->ScalarArray = input.Scalars.Array;
  this->ColorArray = input.Colors.Array;
  this->Input = input;
  this->Key = input.GetKey();
  this->ColorMemory = input.KeyOf(input.Colors).arrays[0];
}

void IsosurfacePixels::DrawSelection(inkray::IsosurfaceRayCaster& caster, vtkRenderer* renderer,
  RayCastFrameTarget& target, unsigned int compositeIndex)
{
  vtkHardwareSelector* const selector = renderer->GetSelector();
  const std::size_t pixels = static_cast<std::size_t>(this->Camera.width) * this->Camera.height;
  if (selector->GetCurrentPass() == vtkHardwareSelector::ACTOR_PASS || this->SelectedDepth.size() != pixels)
  {
    this->FindSelection(caster, selector->GetFieldAssociation() == vtkDataObject::FIELD_ASSOCIATION_POINTS);
  }
  RayCastSelection selection;
  selection.Width = this->Camera.width;
  selection.Height = this->Camera.height;
  selection.Depth = this->SelectedDepth.data();
  selection.CellId = selection.PointId = [this](std::size_t i) { return this->SelectedIds[i]; };
  selection.CompositeIndex = [compositeIndex](std::size_t) { return compositeIndex; };
  selection.Draw(renderer, target);
}

void IsosurfacePixels::FindSelection(inkray::IsosurfaceRayCaster& caster, bool ofPoints)
{
  const inkray::Camera& camera = this->Camera;
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
  this->SelectedDepth.clear(); // after an exception it must not hold an older picture
  this->SelectedIds.assign(pixels, -1);
  caster.render(camera, this->Options);
  const inkray::IsosurfaceHit* const hits = caster.hits();
  const Matrix clipToEye = Inverse(camera.eyeToClip);
  const Matrix eyeToGrid = Inverse(Product(camera.meshToEye, this->IndexToMesh.data()).data());
  Matrix eyeToClip;
  std::copy_n(camera.eyeToClip, 16, eyeToClip.begin());
  int dimensions[3];
  GetDimensions(this->Image, dimensions);
  std::vector<float> depth(pixels, 1.0f);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    if (!std::isfinite(hits[i].depth))
    {
      continue;
    }
    const auto width = static_cast<std::size_t>(camera.width);
    const std::size_t column = i % width, row = i / width;
    double eye[3], clip[3], place[3], index[3];
    EyePoint(clipToEye, 2 * (static_cast<double>(column) + 0.5) / camera.width - 1,
      2 * (static_cast<double>(row) + 0.5) / camera.height - 1, caster.hitsBegin() + hits[i].depth, eye);
    Transform(eyeToClip, eye, clip);
    depth[i] = static_cast<float>(std::clamp(0.5 * clip[2] + 0.5, 0.0, 0.999999));

    // The cell that the surface is in, or the point of the grid that is nearest by index.
    Transform(eyeToGrid, eye, place);
    FindIndex(this->Image, false, place, index);
    vtkIdType id = 0;
    for (int axis = 2; axis >= 0; --axis)
    {
      const vtkIdType size = dimensions[axis] - (ofPoints ? 0 : 1);
      const auto at = static_cast<vtkIdType>(std::floor(index[axis] + (ofPoints ? 0.5 : 0.0)));
      id = id * size + std::min(std::max<vtkIdType>(at, 0), size - 1);
    }
    this->SelectedIds[i] = id;
  }
  this->SelectedDepth = std::move(depth);
}

bool IsosurfacePixels::Has(int x, int y) const
{
  const int i = x - this->Viewport[0], j = y - this->Viewport[1];
  return this->Image && this->ScalarArray && i >= 0 && j >= 0 && i < this->Viewport[2] &&
    j < this->Viewport[3] && this->Input.GetKey() == this->Key &&
    (!this->ColorArray || this->Input.KeyOf(this->Input.Colors).arrays[0] == this->ColorMemory);
}

bool IsosurfacePixels::Probe(inkray::IsosurfaceRayCaster& caster, int x, int y, Finding& finding) const
{
  // Make a camera for this pixel alone: the camera's frustum, cut down to the pixel.
  const int pixel[2] = { x - this->Viewport[0], y - this->Viewport[1] };
  inkray::Camera camera = this->Camera;
  camera.width = camera.height = 1;
  for (int row = 0; row < 2; ++row)
  {
    const double center = 2 * (pixel[row] + 0.5) / this->Viewport[2 + row] - 1;
    for (int column = 0; column < 4; ++column)
    {
      camera.eyeToClip[4 * row + column] = this->Viewport[2 + row] *
        (this->Camera.eyeToClip[4 * row + column] - center * this->Camera.eyeToClip[12 + column]);
    }
  }
  caster.render(camera, this->Options);
  const double depth = caster.hitsBegin() + caster.hits()[0].depth;
  if (!std::isfinite(depth))
  {
    return false;
  }

  double eye[3], place[3];
  EyePoint(Inverse(camera.eyeToClip), 0, 0, depth, eye);
  Transform(Inverse(this->WorldToEye.data()), eye, finding.Position);
  Transform(Inverse(Product(camera.meshToEye, this->IndexToMesh.data()).data()), eye, place);
  finding.Value = Interpolate(this->Image, this->Input.Scalars, place);
  finding.ColorValue = this->ColorArray && !this->Input.Colors.AreColors()
    ? Interpolate(this->Image, this->Input.Colors, place)
    : std::numeric_limits<double>::quiet_NaN();
  return true;
}
