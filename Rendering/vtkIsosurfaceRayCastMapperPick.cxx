// SPDX-License-Identifier: BSD-3-Clause
// What is under a pixel: the passes of vtkHardwareSelector, and vtkIsosurfaceRayCastMapper::ProbePixel.
#include "vtkIsosurfaceRayCastMapper.h"

#include "RayCastBridge.h"
#include "vtkCamera.h"
#include "vtkHardwareSelector.h"
#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkMatrix4x4.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Where the ray through normalised device coordinates (x, y) is at a depth along the viewing direction, in
/// eye coordinates.
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

/// The trilinear interpolant of an array over the image, at index coordinates that count from the lower
/// corner of the extent.
double Interpolate(
  vtkImageData* image, vtkDataArray* array, int association, int component, const double index[3])
{
  int dimensions[3];
  image->GetDimensions(dimensions);
  const bool cells = association == vtkDataObject::CELL;
  vtkIdType low[3], size[3];
  double weight[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    size[axis] = dimensions[axis] - (cells ? 1 : 0);
    const double x =
      std::min(std::max(index[axis] - (cells ? 0.5 : 0.0), 0.0), static_cast<double>(size[axis] - 1));
    low[axis] = std::max<vtkIdType>(0, std::min(static_cast<vtkIdType>(x), size[axis] - 2));
    weight[axis] = x - low[axis];
  }
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner)
  {
    double w = 1;
    vtkIdType at[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const int high = corner >> axis & 1;
      at[axis] = std::min(low[axis] + high, size[axis] - 1);
      w *= high ? weight[axis] : 1 - weight[axis];
    }
    const vtkIdType id = at[0] + size[0] * (at[1] + size[1] * at[2]);
    double value = 0;
    if (component >= 0)
    {
      value = array->GetComponent(id, component);
    }
    else
    {
      for (int c = 0; c < array->GetNumberOfComponents(); ++c)
      {
        value += array->GetComponent(id, c) * array->GetComponent(id, c);
      }
      value = std::sqrt(value);
    }
    sum += w > 0 ? w * value : 0.0;
  }
  return sum;
}

} // namespace

void vtkIsosurfaceRayCastMapper::KeepFrame(const Frame& frame)
{
  Internals& internal = *this->Internal;
  internal.Camera =
    RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, frame.Viewport[0], frame.Viewport[1]);
  frame.Renderer->GetTiledSizeAndOrigin(
    &internal.Viewport[2], &internal.Viewport[3], &internal.Viewport[0], &internal.Viewport[1]);
  std::copy_n(frame.Renderer->GetActiveCamera()->GetModelViewTransformMatrix()->GetData(), 16,
    internal.WorldToEye.begin());
  internal.FrameScalars = frame.Scalars;
  internal.FrameColors = frame.ColorArray;
  internal.FrameImage = frame.Image;
  internal.FrameColorAssociation = frame.ColorAssociation;
  internal.FrameColorComponent = frame.ColorComponent;
  internal.HaveFrame = true;
}

void vtkIsosurfaceRayCastMapper::DrawSelection(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const inkray::Camera& camera = internal.Camera;
  internal.Caster->render(camera, internal.Options);
  const inkray::IsosurfaceHit* hits = internal.Caster->hits();

  vtkHardwareSelector* selector = frame.Renderer->GetSelector();
  selector->BeginRenderProp();
  const int pass = selector->GetCurrentPass();
  if (pass == vtkHardwareSelector::COMPOSITE_INDEX_PASS)
  {
    selector->RenderCompositeIndex(1); // as mappers of a single data set do
  }
  const bool ofPoints =
    pass == vtkHardwareSelector::POINT_ID_LOW24 || pass == vtkHardwareSelector::POINT_ID_HIGH24;
  const bool ofCells =
    pass == vtkHardwareSelector::CELL_ID_LOW24 || pass == vtkHardwareSelector::CELL_ID_HIGH24;
  const bool high =
    pass == vtkHardwareSelector::POINT_ID_HIGH24 || pass == vtkHardwareSelector::CELL_ID_HIGH24;
  float color[3];
  std::copy_n(selector->GetPropColorValue(), 3, color);

  // Each pixel has the colour of the data set, or of the cell or of the nearest point there.
  int dimensions[3];
  frame.Image->GetDimensions(dimensions);
  const Matrix clipToEye = Inverse(camera.eyeToClip);
  const Matrix eyeToIndex = Inverse(Product(camera.meshToEye, internal.IndexToMesh.data()).data());
  // A pass for points tests against depths that the picture itself has left.
  const double bias = selector->GetFieldAssociation() == vtkDataObject::FIELD_ASSOCIATION_POINTS ? 1e-5 : 0;
  Matrix eyeToClip;
  std::copy_n(camera.eyeToClip, 16, eyeToClip.begin());
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
  internal.SelectionImage.assign(4 * pixels, 0.0f);
  internal.SelectionDepth.assign(pixels, 1.0f);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    if (!std::isfinite(hits[i].depth))
    {
      continue;
    }
    double eye[3], clip[3];
    EyePoint(clipToEye, 2 * (i % camera.width + 0.5) / camera.width - 1,
      2 * (i / camera.width + 0.5) / camera.height - 1, hits[i].depth, eye);
    Transform(eyeToClip, eye, clip);
    internal.SelectionDepth[i] = static_cast<float>(std::min(1.0, std::max(0.0, 0.5 * clip[2] + 0.5 - bias)));
    if (ofPoints || ofCells)
    {
      double index[3];
      Transform(eyeToIndex, eye, index);
      vtkIdType id = 0;
      for (int axis = 2; axis >= 0; --axis)
      {
        const vtkIdType size = dimensions[axis] - (ofCells ? 1 : 0);
        const auto at = static_cast<vtkIdType>(std::floor(index[axis] + (ofCells ? 0.0 : 0.5)));
        id = id * size + std::min(std::max<vtkIdType>(at, 0), size - 1);
      }
      vtkHardwareSelector::Convert(high ? id >> 24 : id, color);
    }
    std::copy_n(color, 3, internal.SelectionImage.begin() + 4 * i);
    internal.SelectionImage[4 * i + 3] = 1;
  }
  internal.Target.PresentWithDepth(internal.SelectionImage.data(), internal.SelectionDepth.data(),
    camera.width, camera.height, RayCastFrameTarget::DepthUse::Selection);
  selector->UpdateMaximumPointId(frame.Image->GetNumberOfPoints());
  selector->UpdateMaximumCellId(frame.Image->GetNumberOfCells());
  selector->EndRenderProp();
}

bool vtkIsosurfaceRayCastMapper::ProbePixel(int x, int y)
{
  Internals& internal = *this->Internal;
  const int i = x - internal.Viewport[0], j = y - internal.Viewport[1];
  vtkImageData* image = internal.FrameImage;
  vtkDataArray* scalars = internal.FrameScalars;
  if (!internal.HaveFrame || !internal.Caster || !image || !scalars || i < 0 || j < 0 ||
    i >= internal.Viewport[2] || j >= internal.Viewport[3])
  {
    return false;
  }
  const int association = internal.VolumeKey.association, component = internal.VolumeKey.component;
  if (inkray::filters::imageVolumeKey(image, scalars, association, component) != internal.VolumeKey)
  {
    return false; // the image has changed since
  }

  // An image of this one pixel: the camera's frustum, cut down to it.
  inkray::Camera camera = internal.Camera;
  camera.width = camera.height = 1;
  const double center[2] = { 2 * (i + 0.5) / internal.Viewport[2] - 1,
    2 * (j + 0.5) / internal.Viewport[3] - 1 };
  for (int row = 0; row < 2; ++row)
  {
    for (int column = 0; column < 4; ++column)
    {
      camera.eyeToClip[4 * row + column] = internal.Viewport[2 + row] *
        (internal.Camera.eyeToClip[4 * row + column] - center[row] * internal.Camera.eyeToClip[12 + column]);
    }
  }
  double depth = std::numeric_limits<double>::infinity();
  internal.TakeStatistics(); // of the frame, not of this pixel
  try
  {
    internal.Caster->render(camera, internal.Options);
    depth = internal.Caster->hits()[0].depth;
  }
  catch (const inkray::Error& error)
  {
    const bool onCuda = internal.Device.GetKind() == inkray::DeviceKind::CUDA;
    internal.FailedKey = internal.VolumeKey;
    internal.ReleaseDevice();
    if (onCuda)
    {
      internal.Device.Fail(error, [this](bool isError, const std::string& message) {
        this->Report(isError, message);
      }); // from the next frame on
    }
    else
    {
      this->Report(true, std::string("The pixel cannot be probed: ") + error.what());
    }
  }
  catch (const std::exception& error)
  {
    internal.ReleaseDevice();
    this->Report(true, std::string("The pixel cannot be probed: ") + error.what());
  }
  if (!std::isfinite(depth))
  {
    return false;
  }

  double eye[3], index[3];
  EyePoint(Inverse(camera.eyeToClip), 0, 0, depth, eye);
  Transform(Inverse(internal.WorldToEye.data()), eye, internal.ProbedPosition);
  Transform(Inverse(Product(camera.meshToEye, internal.IndexToMesh.data()).data()), eye, index);
  internal.ProbedValue = Interpolate(image, scalars, association, component, index);
  double closest = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < internal.Surfaces.size(); ++s)
  {
    const double difference = std::abs(internal.Surfaces[s].value - internal.ProbedValue);
    if (difference < closest)
    {
      closest = difference;
      internal.ProbedIsovalue = internal.Surfaces[s].value;
      internal.ProbedIsosurface = internal.SurfacePlaces[s];
    }
  }
  internal.ProbedColorValue = internal.FrameColors
    ? Interpolate(
        image, internal.FrameColors, internal.FrameColorAssociation, internal.FrameColorComponent, index)
    : std::numeric_limits<double>::quiet_NaN();
  return true;
}
