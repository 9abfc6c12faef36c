// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastBridge.h"

#include "CameraProblem.h"
#include "Core/Errors.h"
#include "VtkRenderingCompat.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkImageData.h"
#include "vtkLight.h"
#include "vtkLightCollection.h"
#include "vtkLookupTable.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkOpenGLRenderer.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPlaneCollection.h"
#include "vtkRenderer.h"
#include "vtkTransform.h"
#include "vtkVariant.h"
#include "vtkVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace
{

constexpr int TableSize = 4096;
constexpr int LogarithmicTableSize = 65536;

/// A table of n entries whose first and last entries lie outside of [low, high].
template <typename Color>
inkray::ColorTable Tabulate(double low, double high, int n, const Color& color)
{
  inkray::ColorTable table;
  if (!(std::isfinite(low) && std::isfinite(high)))
  {
    low = 0;
    high = 1;
  }
  const double step = high > low ? (high - low) / (n - 3) : std::max(std::abs(low), 1.0) * 1e-6;
  table.range[0] = low - step;
  table.range[1] = low + (n - 2) * step;
  table.rgb.resize(static_cast<std::size_t>(3) * n);
  for (int i = 0; i < n; ++i)
  {
    double rgb[3] = { 0, 0, 0 };
    color(i == n - 2 ? std::max(low, high) : low + (i - 1) * step, rgb);
    for (int c = 0; c < 3; ++c)
    {
      table.rgb[3 * i + c] =
        std::isfinite(rgb[c]) ? static_cast<float>(std::min(1.0, std::max(0.0, rgb[c]))) : 0.0f;
    }
  }
  return table;
}

/// Annotated values with their colors, in ascending order.
std::vector<std::pair<double, std::array<double, 3>>> AnnotatedColors(vtkScalarsToColors* function)
{
  std::vector<std::pair<double, std::array<double, 3>>> colors;
  for (vtkIdType i = 0; i < function->GetNumberOfAnnotatedValues(); ++i)
  {
    const vtkVariant value = function->GetAnnotatedValue(i);
    bool isNumber = false;
    const double x = value.ToDouble(&isNumber);
    if (isNumber && std::isfinite(x))
    {
      double rgba[4] = { 0, 0, 0, 1 };
      function->GetAnnotationColor(value, rgba);
      colors.push_back({ x, { rgba[0], rgba[1], rgba[2] } });
    }
  }
  std::sort(colors.begin(), colors.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return colors;
}

} // namespace

namespace RayCastBridge
{

inkray::Camera MakeCamera(vtkRenderer* renderer, vtkVolume* volume, int width, int height)
{
  const std::string problem = FindCameraProblem(renderer);
  if (!problem.empty())
  {
    throw inkray::InvalidInput(problem);
  }
  inkray::Camera out;
  out.width = width;
  out.height = height;

  // The matrices with which the renderer draws its other props.
  vtkCamera* camera = renderer->GetActiveCamera();
  const vtkNew<vtkMatrix4x4> world;
  const vtkMatrix4x4* model = volume ? volume->GetMatrix() : world.GetPointer();
  const vtkMatrix4x4* view = camera->GetModelViewTransformMatrix();
  const vtkMatrix4x4* projection =
    camera->GetProjectionTransformMatrix(renderer->GetTiledAspectRatio(), -1, 1);
  vtkMatrix4x4::Multiply4x4(view->GetData(), model->GetData(), out.meshToEye);
  std::copy_n(projection->GetData(), 16, out.eyeToClip);

  const double* row = out.eyeToClip + 12;
  const bool perspective = row[0] == 0 && row[1] == 0 && row[2] < 0 && row[3] == 0;
  const bool parallel = row[0] == 0 && row[1] == 0 && row[2] == 0 && row[3] > 0;
  if (!std::all_of(out.eyeToClip, out.eyeToClip + 16, [](double element) { return std::isfinite(element); }))
  {
    throw inkray::InvalidInput(
      "The camera's projection has numbers that are not finite; move objects that are "
      "very far away back, and reset the camera.");
  }
  if (!perspective && !parallel)
  {
    throw inkray::InvalidInput(
      "The camera's projection is neither perspective nor parallel; reset its user transforms.");
  }
  const double scale = perspective ? -row[2] : row[3];
  for (double& element : out.eyeToClip)
  {
    element /= scale;
  }

  const double determinant = vtkMatrix4x4::Determinant(out.meshToEye);
  if (!std::isfinite(determinant))
  {
    throw inkray::InvalidInput("The volume's matrix has numbers that are not finite, or too large; reset the "
                               "volume's translation, orientation and scale.");
  }
  if (determinant == 0)
  {
    throw inkray::InvalidInput("The volume's matrix squeezes it flat; give it a scale other than zero.");
  }
  return out;
}

std::vector<inkray::SurfaceLight> MakeLights(vtkRenderer* renderer)
{
  std::vector<inkray::SurfaceLight> lights;
  vtkTransform* view = renderer->GetActiveCamera()->GetModelViewTransformObject();
  vtkOpenGLRenderer* openGL = vtkOpenGLRenderer::SafeDownCast(renderer);
  vtkTransform* user = openGL ? openGL->GetUserLightTransform() : nullptr;
  vtkCollectionSimpleIterator it;
  vtkLightCollection* all = renderer->GetLights();
  all->InitTraversal(it);
  while (vtkLight* light = all->GetNextLight(it))
  {
    if (!light->GetSwitch())
    {
      continue;
    }
    inkray::SurfaceLight out;
    double world[2][3], eye[2][3], direction[3];
    light->GetTransformedPosition(world[0]);
    light->GetTransformedFocalPoint(world[1]);
    vtkMath::Subtract(world[1], world[0], direction);
    vtkMath::Normalize(direction);
    view->TransformPoint(world[0], eye[0]);
    view->TransformNormal(direction, eye[1]);
    if (user && !light->LightTypeIsSceneLight())
    {
      user->TransformPoint(eye[0], eye[0]);
      user->TransformNormal(eye[1], eye[1]);
    }
    vtkMath::Normalize(eye[1]);
    out.positional = light->GetPositional() != 0;
    if (light->LightTypeIsHeadlight() && !out.positional && !user)
    {
      // Put a headlight on the axis exactly: matrices leave a rounding error, and VTK's shader for a lone
      // headlight ignores its direction.
      eye[1][0] = eye[1][1] = 0;
      eye[1][2] = -1;
    }
    for (int c = 0; c < 3; ++c)
    {
      const double intensity = light->GetIntensity();
      out.diffuse[c] = out.specular[c] = static_cast<float>(intensity * light->GetDiffuseColor()[c]);
      out.ambient[c] = static_cast<float>(intensity * light->GetAmbientColor()[c]);
      out.position[c] = static_cast<float>(eye[0][c]);
      out.direction[c] = static_cast<float>(eye[1][c]);
      out.attenuation[c] = static_cast<float>(light->GetAttenuationValues()[c]);
    }
    if (out.positional && light->GetConeAngle() < 90)
    {
      out.coneCosine = static_cast<float>(std::cos(vtkMath::RadiansFromDegrees(light->GetConeAngle())));
      out.exponent = static_cast<float>(light->GetExponent());
    }
    lights.push_back(out);
  }
  return lights;
}

inkray::SurfaceMaterial MakeMaterial(vtkVolumeProperty* property, bool lit)
{
  inkray::SurfaceMaterial material;
  material.ambient = lit ? static_cast<float>(property->GetAmbient(0)) : 1.0f;
  material.diffuse = lit ? static_cast<float>(property->GetDiffuse(0)) : 0.0f;
  material.specular = lit ? static_cast<float>(property->GetSpecular(0)) : 0.0f;
  material.specularPower = static_cast<float>(property->GetSpecularPower(0));
  return material;
}

void ColorOf(vtkVolumeProperty* property, double scalar, float rgb[3])
{
  double color[3] = { 1, 1, 1 };
  if (property->GetColorChannels(0) == 1)
  {
    color[0] = color[1] = color[2] = VtkCompat::ValueOf(property->GetGrayTransferFunction(0), scalar);
  }
  else
  {
    property->GetRGBTransferFunction(0)->GetColor(scalar, color);
  }
  for (int c = 0; c < 3; ++c)
  {
    rgb[c] = std::isfinite(color[c]) ? static_cast<float>(std::min(1.0, std::max(0.0, color[c]))) : 0.0f;
  }
}

inkray::ColorTable MakeGrayTable(vtkVolumeProperty* property)
{
  vtkPiecewiseFunction* gray = property->GetGrayTransferFunction(0);
  const double* range = gray->GetRange();
  return Tabulate(range[0], range[1], TableSize,
    [gray](double x, double* rgb) { rgb[0] = rgb[1] = rgb[2] = VtkCompat::ValueOf(gray, x); });
}

inkray::ColorTable MakeColorTable(vtkScalarsToColors* function)
{
  function->Build();
  const double* range = function->GetRange();
  inkray::ColorTable table;
  const auto annotated =
    function->GetIndexedLookup() ? AnnotatedColors(function) : decltype(AnnotatedColors(function))();
  vtkColorTransferFunction* transfer = vtkColorTransferFunction::SafeDownCast(function);
  if (!annotated.empty())
  {
    table = Tabulate(
      annotated.front().first, annotated.back().first, TableSize, [&annotated](double x, double* rgb) {
        const auto nearest = std::min_element(annotated.begin(), annotated.end(),
          [x](const auto& a, const auto& b) { return std::abs(a.first - x) < std::abs(b.first - x); });
        std::copy(nearest->second.begin(), nearest->second.end(), rgb);
      });
  }
  else if (transfer && transfer->GetSize() > 0 && transfer->GetColorSpace() == VTK_CTF_LAB_CIEDE2000)
  {
    // In this space VTK takes milliseconds for a single color, and no longer for a whole table.
    std::vector<double> colors(static_cast<std::size_t>(3) * TableSize);
    transfer->GetTable(range[0], range[1], TableSize, colors.data());
    table = Tabulate(range[0], range[1], TableSize, [&colors, range](double x, double* rgb) {
      const double t = range[1] > range[0] ? (x - range[0]) / (range[1] - range[0]) : 0.0;
      const int i = std::min(TableSize - 1, std::max(0, static_cast<int>(std::lround(t * (TableSize - 1)))));
      std::copy_n(colors.begin() + 3 * i, 3, rgb);
    });
  }
  else
  {
    table = Tabulate(range[0], range[1], function->UsingLogScale() ? LogarithmicTableSize : TableSize,
      [function](double x, double* rgb) { function->GetColor(x, rgb); });
  }

  double nan[4] = { 0.5, 0.5, 0.5, 1 };
  if (transfer)
  {
    transfer->GetNanColor(nan);
  }
  else if (vtkLookupTable* lookup = vtkLookupTable::SafeDownCast(function))
  {
    lookup->GetNanColor(nan);
  }
  std::copy_n(nan, 3, table.nanColor);
  return table;
}

vtkObject* FindSurfaceFunction(vtkScalarsToColors* own, vtkVolumeProperty* property)
{
  if (!own && property->GetColorChannels(0) == 1)
  {
    return property->GetGrayTransferFunction(0);
  }
  vtkScalarsToColors* const function = own ? own : property->GetRGBTransferFunction(0);
  function->Build();
  return function;
}

inkray::ColorTable MakeSurfaceTable(vtkScalarsToColors* own, vtkVolumeProperty* property, bool ofColors)
{
  vtkScalarsToColors* const function = vtkScalarsToColors::SafeDownCast(FindSurfaceFunction(own, property));
  inkray::ColorTable table = function ? MakeColorTable(function) : MakeGrayTable(property);
  table.ofColors = ofColors;
  return table;
}

std::vector<inkray::ClippingPlane> MakeClippingPlanes(vtkPlaneCollection* planes, vtkVolume* volume)
{
  std::vector<inkray::ClippingPlane> out;
  const double* m = volume->GetMatrix()->GetData();
  for (int i = 0; planes && i < planes->GetNumberOfItems(); ++i)
  {
    // In data coordinates, n . (M x - o) >= 0. The normal is multiplied by M's transpose, so translated,
    // scaled and rotated volumes work.
    vtkPlane* plane = planes->GetItem(i);
    double normal[3], origin[3];
    plane->GetNormal(normal);
    plane->GetOrigin(origin);
    inkray::ClippingPlane clip;
    clip.distance = vtkMath::Dot(normal, origin);
    for (int c = 0; c < 3; ++c)
    {
      clip.normal[c] = normal[0] * m[c] + normal[1] * m[4 + c] + normal[2] * m[8 + c];
      clip.distance -= normal[c] * m[4 * c + 3];
    }
    out.push_back(clip);
  }
  return out;
}

void SetCropping(vtkVolumeMapper* mapper, vtkDataSet* grid, inkray::IsosurfaceFrameOptions& options)
{
  options.cropping = mapper->GetCropping() != 0;
  options.croppingRegions = static_cast<unsigned>(mapper->GetCroppingRegionFlags());
  std::copy_n(mapper->GetCroppingRegionPlanes(), 6, options.croppingPlanes);
  if (vtkImageData* image = vtkImageData::SafeDownCast(grid))
  {
    int extent[6];
    image->GetExtent(extent);
    for (int i = 0; i < 6; ++i)
    {
      const int axis = i / 2;
      options.croppingPlanes[i] =
        (options.croppingPlanes[i] - image->GetOrigin()[axis]) / image->GetSpacing()[axis] - extent[2 * axis];
    }
  }
}

} // namespace RayCastBridge
