// SPDX-License-Identifier: BSD-3-Clause
// Regression images of volumes of images.
#include "ImageTest.h"

#include "vtkGridRayCastMapper.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>

namespace
{

/// An image of bytes whose components are colors: a gyroid of red tissue, with pale walls and blue veins
/// along z. The fourth component is dense in the walls.
vtkSmartPointer<vtkImageData> MakeTissue()
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  constexpr int n = 48;
  image->SetDimensions(n, n, n);
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetName("rgba");
  colors->SetNumberOfComponents(4);
  for (int k = 0; k < n * n * n; ++k)
  {
    const double x = 0.2 * (k % n), y = 0.2 * (k / n % n), z = 0.2 * (k / n / n);
    const double g = std::sin(x) * std::cos(y) + std::sin(y) * std::cos(z) + std::sin(z) * std::cos(x);
    const double wall = std::exp(-8 * g * g),
                 vein = std::exp(-6 * (std::pow(std::sin(x), 2) + std::pow(std::cos(y), 2)));
    const auto byte = [](double share) {
      return static_cast<unsigned char>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
    };
    const unsigned char tuple[4] = { byte(0.75 + 0.2 * wall - 0.6 * vein),
      byte(0.15 + 0.65 * wall - 0.1 * vein), byte(0.1 + 0.5 * wall + 0.7 * vein),
      byte(0.2 + 0.5 * wall + 0.6 * vein) };
    colors->InsertNextTypedTuple(tuple);
  }
  image->GetPointData()->SetScalars(colors);
  return image;
}

void DrawColors(Canvas& canvas)
{
  vtkNew<vtkGridRayCastMapper> mapper;
  mapper->GetSettings()->SetDevice(
    canvas.Cuda ? vtkRayCastSettings::DEVICE_CUDA : vtkRayCastSettings::DEVICE_CPU);
  mapper->SetInputData(MakeTissue());
  canvas.FallbackReasons.push_back(
    [m = vtkSmartPointer<vtkGridRayCastMapper>(mapper)] { return m->GetFallbackReason(); });
  vtkNew<vtkVolume> volume;
  volume->SetMapper(mapper);
  vtkVolumeProperty* const property = volume->GetProperty();
  property->IndependentComponentsOff();
  property->GetScalarOpacity()->RemoveAllPoints();
  property->GetScalarOpacity()->AddPoint(60, 0);
  property->GetScalarOpacity()->AddPoint(190, 0.35);
  property->SetScalarOpacityUnitDistance(1);
  property->ShadeOn();
  property->SetAmbient(0.3);
  property->SetDiffuse(0.8);
  canvas.Renderer->AddVolume(volume);
  canvas.LookFrom(2, -3, 1.5);
}

} // namespace

std::vector<ImageTest> GridVolumeImageTests()
{
  return { { "ImageColors", 160, 120, DrawColors } };
}
