// SPDX-License-Identifier: BSD-3-Clause
// Lights and material, compared with VTK's own picture of the contour mesh of the same smooth field.
#include "IsosurfaceScene.h"
#include "vtkCamera.h"
#include "vtkContourFilter.h"
#include "vtkLight.h"
#include "vtkLightKit.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace
{

/// A smooth field whose isosurface is neither flat nor round.
double waves(double x, double y, double z)
{
  return 0.55 - std::sqrt(x * x + 1.3 * y * y + 0.8 * z * z) +
    0.12 * std::sin(5 * x + 1) * std::cos(4 * y) * std::sin(3 * z + 2);
}

/// Draws the isosurface, then the mesh, with the same lights. The mesh interpolates normals and positions, so
/// nearly all pixels differ by about one level.
void expectAsMesh(const char* name, bool perspective, double specular,
  const std::function<void(vtkRenderer*)>& setLights, double translation = 0)
{
  SCOPED_TRACE(name);
  IsosurfaceScene scene(waves, 200, 0, 97);
  scene.Show({ 0 });
  vtkVolumeProperty* material = scene.Volume->GetProperty();
  material->ShadeOn();
  material->SetAmbient(0.1);
  material->SetDiffuse(0.7);
  material->SetSpecular(specular);
  material->SetSpecularPower(12);
  if (perspective)
  {
    scene.Perspective(1, 0.8, 3);
  }
  scene.Volume->SetPosition(translation, 0, 0);
  scene.Volume->RotateY(25);
  scene.Settings->SetColorModeToSolid();
  scene.Isovalues->SetColor(0, 0.9, 0.6, 0.3);
  setLights(scene.Renderer);
  const auto ours = scene.Picture();
  scene.Save((std::string(name) + "_ours").c_str());

  vtkNew<vtkContourFilter> contour;
  contour->SetInputData(scene.Mapper->GetInput());
  contour->SetValue(0, 0);
  contour->ComputeNormalsOn();
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(contour->GetOutputPort());
  mapper->ScalarVisibilityOff();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->SetUserMatrix(scene.Volume->GetMatrix());
  vtkProperty* property = actor->GetProperty();
  property->SetColor(0.9, 0.6, 0.3);
  property->SetSpecularColor(1, 1, 1);
  property->SetAmbient(0.1);
  property->SetDiffuse(0.7);
  property->SetSpecular(specular);
  property->SetSpecularPower(12);
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Renderer->AddActor(actor);
  const auto theirs = scene.Picture();
  scene.Save((std::string(name) + "_theirs").c_str());

  ASSERT_EQ(ours.size(), theirs.size());
  int seen = 0, different = 0;
  double sum = 0, brightest = 0;
  for (std::size_t i = 0; i < ours.size(); i += 3)
  {
    const bool here = ours[i] + ours[i + 1] + ours[i + 2] > 0,
               there = theirs[i] + theirs[i + 1] + theirs[i + 2] > 0;
    if (!here && !there)
    {
      continue;
    }
    ++seen;
    double worst = 0;
    for (int c = 0; c < 3; ++c)
    {
      worst = std::max<double>(worst, std::abs(ours[i + c] - theirs[i + c]));
      brightest = std::max<double>(brightest, theirs[i + c]);
    }
    different += worst > 6.0 / 255;
    sum += worst;
  }
  EXPECT_GT(seen, 4000);
  EXPECT_GT(brightest, 0.3) << "lit at all";
  EXPECT_LT(sum / seen, 1.5 / 255) << "mean over the surface";
  EXPECT_LT(different, seen / 50) << "silhouettes";
}

void removeLights(vtkRenderer* renderer)
{
  renderer->RemoveAllLights();
  renderer->AutomaticLightCreationOff();
}

vtkSmartPointer<vtkLight> addLight(vtkRenderer* renderer, double x, double y, double z)
{
  auto light = vtkSmartPointer<vtkLight>::New();
  light->SetPosition(x, y, z);
  light->SetFocalPoint(0, 0, 0);
  renderer->AddLight(light);
  return light;
}

TEST(IsosurfaceShading, Headlight)
{
  for (bool perspective : { false, true })
  {
    expectAsMesh("headlight", perspective, 0.4, [](vtkRenderer*) {});
  }
}

TEST(IsosurfaceShading, LightKit)
{
  vtkNew<vtkLightKit> kit;
  expectAsMesh("kit", true, 0.3, [&kit](vtkRenderer* renderer) {
    removeLights(renderer);
    kit->AddLightsToRenderer(renderer);
  });
}

TEST(IsosurfaceShading, SceneLightsOneOfThemOff)
{
  expectAsMesh("scene", true, 0.5, [](vtkRenderer* renderer) {
    removeLights(renderer);
    auto a = addLight(renderer, 3, 2, 1);
    a->SetColor(1, 0.7, 0.5);
    a->SetIntensity(0.8);
    auto b = addLight(renderer, -3, 1, 2);
    b->SetColor(0.2, 0.4, 1);
    auto off = addLight(renderer, 0, -3, 1);
    off->SwitchOff();
  });
}

TEST(IsosurfaceShading, CameraLight)
{
  expectAsMesh("camera", true, 0.3, [](vtkRenderer* renderer) {
    removeLights(renderer);
    auto light = vtkSmartPointer<vtkLight>::New();
    light->SetLightTypeToCameraLight();
    light->SetPosition(0.5, 0.7, 0.6);
    renderer->AddLight(light);
  });
}

TEST(IsosurfaceShading, PositionalLightWithAttenuation)
{
  for (bool perspective : { false, true })
  {
    expectAsMesh("positional", perspective, 0.5, [](vtkRenderer* renderer) {
      removeLights(renderer);
      auto light = addLight(renderer, 0.9, 0.8, 1.2);
      light->PositionalOn();
      light->SetConeAngle(180);
      light->SetAttenuationValues(0.5, 0.1, 0.4);
    });
  }
}

TEST(IsosurfaceShading, SpotLightBesideAHeadlight)
{
  expectAsMesh("spot", true, 0.2, [](vtkRenderer* renderer) {
    removeLights(renderer);
    auto spot = addLight(renderer, 1, 0.6, 2);
    spot->PositionalOn();
    spot->SetConeAngle(12);
    spot->SetExponent(8);
    spot->SetColor(1, 0.2, 0.2);
    auto head = vtkSmartPointer<vtkLight>::New();
    head->SetLightTypeToHeadlight();
    head->SetIntensity(0.5);
    renderer->AddLight(head);
  });
}

TEST(IsosurfaceShading, NoLightAtAll)
{
  expectAsMesh("dark", false, 0.3, [](vtkRenderer* renderer) { removeLights(renderer); });
}

TEST(IsosurfaceShading, OffIsTheColorAsItIs)
{
  IsosurfaceScene scene(waves, 64, 0, 33);
  scene.Show({ 0 });
  scene.Settings->SetColorModeToSolid();
  scene.Isovalues->SetColor(0, 0.9, 0.6, 0.3);
  scene.Volume->GetProperty()->SetSpecular(1);
  const auto pixel = scene.Pixel(32, 32);
  EXPECT_NEAR(pixel[0], 0.9f, 1.0f / 255);
  EXPECT_NEAR(pixel[1], 0.6f, 1.0f / 255);
  EXPECT_NEAR(pixel[2], 0.3f, 1.0f / 255);
}

} // namespace
