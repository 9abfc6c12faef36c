// SPDX-License-Identifier: BSD-3-Clause
// Translucent polygons within a volume are drawn at their depth. Pictures are compared with the closed form
// of a uniform volume.
#include "Scene.h"
#include "vtkCamera.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkPointData.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace
{

// Colors of polygons and of the window have 256 levels.
constexpr float Levels = 1.6f / 255;

using Color = std::array<double, 3>;
const Color Red = { 1, 0, 0 }, Green = { 0, 1, 0 }, Blue = { 0, 0, 1 };

/// The color that reaches the eye, and the share of the light from behind that passes.
struct Light
{
  Color Gathered = { 0, 0, 0 };
  double Through = 1;

  void Add(const Color& color, double opacity)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      this->Gathered[c] += this->Through * opacity * color[c];
    }
    this->Through *= 1 - opacity;
  }
};

/// The unit cube in red with a uniform attenuation, in a renderer with depth peeling.
struct Peeled
{
  Peeled()
  {
    this->View.Renderer->RemoveVolume(this->View.Volume);
    this->View.Uniform(this->Attenuation, 1, 0, 0);
    this->Volume->SetMapper(this->View.Mapper);
    this->Volume->SetProperty(this->View.Volume->GetProperty());
    this->View.Renderer->SetUseDepthPeeling(1);
    this->View.Renderer->SetUseDepthPeelingForVolumes(true);
    this->View.Renderer->SetMaximumNumberOfPeels(4);
  }
  ~Peeled() { this->View.Renderer->RemoveAllViewProps(); }

  /// Adds a translucent polygon across the view at depth z, inside or outside the cube.
  vtkSmartPointer<vtkActor> AddQuad(double z, const Color& color, double opacity)
  {
    const double origin[3] = { -1, -1, z }, right[3] = { 2, -1, z }, up[3] = { -1, 2, z };
    const auto quad = MakeQuad(origin, right, up, color[0], color[1], color[2]);
    quad->GetProperty()->SetOpacity(opacity);
    this->View.Renderer->AddActor(quad);
    return quad;
  }
  void AddVolume() { this->View.Renderer->AddVolume(this->Volume); }

  std::array<float, 3> Center() { return this->View.Pixel(this->View.Picture(), 30, 35); }

  /// The opacity of a length of the cube.
  double Opacity(double length) const { return 1 - std::exp(-this->Attenuation * length); }

  ///@{
  /// A green polygon in the middle of the cube, and the light of cube and polygon.
  void AddQuadInTheMiddle() { this->AddQuad(0.5, Green, 0.5); }
  Light OfQuadInTheMiddle() const
  {
    Light light;
    light.Add(Red, this->Opacity(0.5));
    light.Add(Green, 0.5);
    light.Add(Red, this->Opacity(0.5));
    return light;
  }
  ///@}

  const double Attenuation = 1.5;
  Scene View;
  vtkNew<vtkRayCastVolume> Volume;
};

void ExpectNear(const std::array<float, 3>& pixel, const Light& light, const char* what)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(pixel[c], light.Gathered[c], Levels) << what << ", component " << c;
  }
}

TEST(TranslucentPolygons, AreWithinTheVolumeAtTheirDepth)
{
  for (const bool volumeFirst : { false, true })
  {
    Peeled scene;
    if (volumeFirst)
    {
      scene.AddVolume();
    }
    // The camera looks along -z: z = 1 is in front.
    scene.AddQuad(0.25, Blue, 0.5);
    scene.AddQuad(0.7, Green, 0.4);
    if (!volumeFirst)
    {
      scene.AddVolume();
    }
    Light light;
    light.Add(Red, scene.Opacity(0.3));
    light.Add(Green, 0.4);
    light.Add(Red, scene.Opacity(0.45));
    light.Add(Blue, 0.5);
    light.Add(Red, scene.Opacity(0.25));
    for (int frame = 0; frame < 2; ++frame)
    {
      ExpectNear(scene.Center(), light, volumeFirst ? "the volume first" : "polygons first");
    }
    EXPECT_EQ(RemarksOf(scene.View.Mapper->GetReport(), "problem"), "");
  }
}

TEST(TranslucentPolygons, AreInFrontOfTheVolumeAndBehindIt)
{
  Peeled scene;
  scene.AddVolume();
  const auto front = scene.AddQuad(1.5, Green, 0.4);
  scene.AddQuad(-0.5, Blue, 0.5);
  Light light;
  light.Add(Green, 0.4);
  light.Add(Red, scene.Opacity(1));
  light.Add(Blue, 0.5);
  ExpectNear(scene.Center(), light, "in front and behind");

  // Hiding the front polygon leaves the others unchanged.
  front->VisibilityOff();
  Light without;
  without.Add(Red, scene.Opacity(1));
  without.Add(Blue, 0.5);
  ExpectNear(scene.Center(), without, "behind alone");
}

TEST(TranslucentPolygons, EndAtOpaqueGeometryAsRaysDo)
{
  Peeled scene;
  scene.AddVolume();
  scene.AddQuad(0.7, Green, 0.4);
  scene.AddQuad(0.4, Blue, 1.0); // opaque
  scene.AddQuad(0.2, Green, 0.9);
  Light light;
  light.Add(Red, scene.Opacity(0.3));
  light.Add(Green, 0.4);
  light.Add(Red, scene.Opacity(0.3));
  light.Add(Blue, 1.0);
  ExpectNear(scene.Center(), light, "opaque behind");
}

TEST(TranslucentPolygons, OfWhichThereAreMoreThanLayersAreBlendedIntoTheLast)
{
  Peeled scene;
  scene.AddVolume();
  Light light;
  const int number = 12;
  for (int i = 0; i < number; ++i)
  {
    const double z = 1 - (i + 0.5) / number;
    scene.AddQuad(z, i % 2 == 0 ? Green : Blue, 0.3);
    light.Add(Red, scene.Opacity((i == 0 ? 0.5 : 1.0) / number));
    light.Add(i % 2 == 0 ? Green : Blue, 0.3);
  }
  light.Add(Red, scene.Opacity(0.5 / number));
  const auto pixel = scene.Center();
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(pixel[c], light.Gathered[c], 0.06) << "component " << c; // the last four share one depth
  }
}

TEST(TranslucentPolygons, AreMetByRaysOfAPerspective)
{
  Peeled scene;
  scene.AddVolume();
  scene.AddQuadInTheMiddle();
  vtkCamera* const camera = scene.View.Renderer->GetActiveCamera();
  camera->SetParallelProjection(0);
  camera->SetViewAngle(20);
  camera->SetPosition(0.5, 0.5, 4);
  camera->SetClippingRange(0.5, 20);
  ExpectNear(scene.View.Pixel(scene.View.Picture(), 32, 32), scene.OfQuadInTheMiddle(), "perspective");
}

TEST(TranslucentPolygons, AreInPicturesOfSeveralVolumes)
{
  Peeled scene;
  scene.AddVolume();
  vtkNew<vtkTetRayCastMapper> behind;
  behind->SetInputData(MakeCube(2));
  behind->GetSettings()->SetDevice(scene.View.Settings->GetDevice());
  behind->GetSettings()->SetEarlyTermination(0);
  vtkNew<vtkRayCastVolume> other;
  other->SetMapper(behind);
  other->SetProperty(scene.View.Volume->GetProperty());
  other->SetPosition(0, 0, -2);
  scene.View.Renderer->AddVolume(other);
  scene.AddQuad(-0.5, Green, 0.5);
  scene.AddQuad(-1.5, Blue, 0.5);
  Light light;
  light.Add(Red, scene.Opacity(1));
  light.Add(Green, 0.5);
  light.Add(Red, scene.Opacity(0.5));
  light.Add(Blue, 0.5);
  light.Add(Red, scene.Opacity(0.5));
  ExpectNear(scene.Center(), light, "two volumes");
}

// Rays of an image stop at polygons as rays of a mesh do.
TEST(TranslucentPolygons, AreBeforeAndBehindAnIsosurfaceOfAnImage)
{
  Peeled scene;
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  vtkNew<vtkFloatArray> values;
  values->SetName("z");
  for (int i = 0; i < 125; ++i)
  {
    values->InsertNextValue(0.25f * static_cast<float>(i / 25));
  }
  image->GetPointData()->SetScalars(values);
  vtkNew<vtkIsosurfaceRayCastMapper> mapper;
  mapper->SetInputData(image);
  auto* const settings = mapper->GetSettings();
  settings->SetDevice(scene.View.Settings->GetDevice());
  settings->SetEarlyTermination(0);
  settings->GetIsovalues()->SetNumberOfContours(1);
  settings->GetIsovalues()->SetValue(0, 0.6);
  settings->GetIsovalues()->SetOpacity(0, 0.4);
  scene.Volume->SetMapper(mapper);
  scene.AddVolume();
  const auto alone = scene.Center();
  ASSERT_GT(alone[0], 0.05f);
  const auto green = scene.AddQuad(0.9, Green, 0.5);
  const auto before = scene.Center();
  green->SetPosition(0, 0, -0.6);
  const auto behind = scene.Center();
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(before[c], 0.5 * Green[c] + 0.5f * alone[c], Levels) << "component " << c;
    EXPECT_NEAR(behind[c], alone[c] + 0.6 * 0.5 * Green[c], Levels) << "component " << c;
  }

  // The isosurface of another image, behind this one.
  vtkNew<vtkIsosurfaceRayCastMapper> second;
  second->SetInputData(image);
  second->GetSettings()->SetDevice(scene.View.Settings->GetDevice());
  second->GetSettings()->SetEarlyTermination(0);
  second->GetSettings()->GetIsovalues()->SetNumberOfContours(1);
  second->GetSettings()->GetIsovalues()->SetValue(0, 0.6);
  second->GetSettings()->GetIsovalues()->SetOpacity(0, 0.4);
  vtkNew<vtkRayCastVolume> other;
  other->SetMapper(second);
  other->GetProperty()->DeepCopy(scene.Volume->GetProperty());
  other->SetPosition(0, 0, -0.9);
  scene.View.Renderer->AddVolume(other);
  const auto both = scene.Center();
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(both[c], alone[c] + 0.6 * 0.5 * Green[c] + 0.6 * 0.5 * alone[c], Levels) << "component " << c;
  }
  scene.View.Renderer->RemoveVolume(other);
}

// Polygons that the rays of a picture cannot meet are drawn under the volume, as VTK does.
TEST(TranslucentPolygons, LieUnderAVolumeOfAnotherKind)
{
  Peeled scene;
  scene.AddVolume();
  scene.AddQuad(0.5, Green, 0.5);
  scene.View.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  const auto maximum = scene.Center();
  EXPECT_GT(maximum[0], 0.3);
  EXPECT_GT(maximum[1], 0.1);
  scene.View.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.View.Renderer->SetUseDepthPeelingForVolumes(false);
  Light light;
  light.Add(Red, scene.Opacity(1));
  light.Add(Green, 0.5);
  ExpectNear(scene.Center(), light, "not peeled with volumes");
}

TEST(TranslucentPolygons, AreInCoarserPicturesOfTheVolume)
{
  Peeled scene;
  scene.AddVolume();
  scene.AddQuadInTheMiddle();
  scene.View.Settings->SetImageSampleDistance(3);
  ExpectNear(scene.Center(), scene.OfQuadInTheMiddle(), "a third of the rays");
}

TEST(TranslucentPolygons, LeaveTheRestOfTheViewAlone)
{
  // A second renderer fills the other half of the window.
  Peeled scene;
  scene.AddVolume();
  scene.AddQuadInTheMiddle();
  scene.View.Renderer->SetViewport(0.5, 0, 1, 1);
  vtkNew<vtkRenderer> left;
  left->SetViewport(0, 0, 0.5, 1);
  left->SetBackground(0.2, 0.4, 0.6);
  scene.View.Window->AddRenderer(left);
  const auto picture = scene.View.Picture();
  const auto beside = scene.View.Pixel(picture, 10, 30);
  EXPECT_NEAR(beside[0], 0.2, Levels);
  EXPECT_NEAR(beside[1], 0.4, Levels);
  EXPECT_NEAR(beside[2], 0.6, Levels);
  ExpectNear(scene.View.Pixel(picture, 48, 32), scene.OfQuadInTheMiddle(), "the right half");
}

} // namespace
