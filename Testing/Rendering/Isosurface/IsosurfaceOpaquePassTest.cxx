// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces with passes that renderers draw between opaque geometry and volumes: translucent polygons and
// ambient occlusion.
#include "IsosurfaceScene.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkContourFilter.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkVersionMacros.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace
{

void expectColor(const std::array<float, 3>& pixel, float red, float green, float blue, const char* what)
{
  EXPECT_NEAR(pixel[0], red, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[1], green, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[2], blue, 2 * OneLevel) << what;
}

TEST(IsosurfaceOpaquePass, BehindTranslucentGeometry)
{
  // In the pass of volumes, the surface would be painted over the translucent quadrilateral in front of it.
  for (bool peeling : { false, true })
  {
    IsosurfaceScene scene(height);
    scene.Show({ 0 });
    vtkNew<vtkRayCastVolume> volume;
    volume->SetMapper(scene.Mapper);
    volume->SetProperty(scene.Volume->GetProperty());
    scene.Renderer->RemoveVolume(scene.Volume);
    scene.Renderer->AddVolume(volume);
    scene.Renderer->SetUseDepthPeeling(peeling);
    const double a[3] = { -1, -1, 0.5 }, b[3] = { 1, -1, -0.5 }, c[3] = { -1, 1, 0.5 };
    auto glass = MakeQuad(a, b, c, 1, 0, 0);
    glass->GetProperty()->SetOpacity(0.5);
    scene.Renderer->AddActor(glass);
    const auto picture = scene.Picture();
    scene.Save(peeling ? "glass_peeled" : "glass");
    expectColor(scene.PixelOf(picture, 16, 32), 0.5, 0.5, 0, "behind the glass");
    expectColor(scene.PixelOf(picture, 48, 32), 0, 1, 0, "in front of the glass");
    EXPECT_NEAR(scene.DepthAt(16, 32), scene.WindowDepth(0, 0, 0), 2e-6);
    scene.Isovalues->SetOpacity(0, 0.5);
    EXPECT_FALSE(scene.Settings->IsOpaque());
    for (bool volumesToo : { false, true })
    {
      scene.Renderer->SetUseDepthPeelingForVolumes(volumesToo);
      expectColor(scene.Pixel(48, 32), 0.25f, 0.5f, 0, "drawn as a volume, over half of half of red");
    }
  }
}

TEST(IsosurfaceOpaquePass, EdgesAreAsSmoothInTheOtherPasses)
{
  // A surface that lets a millionth of the light through is drawn in a later pass than an opaque one, and
  // looks the same.
  const Field bumps = [](
                        double x, double y, double z) { return z + 0.5 * std::sin(4 * x) * std::cos(3 * y); };
  const auto draw = [&bumps](double opacity, bool smooth, bool peeling) {
    IsosurfaceScene scene(bumps, 128, 0, 33);
    scene.Perspective(2.5, 1.5, 3);
    scene.Show({ 0 });
    scene.Isovalues->SetOpacity(0, opacity);
    scene.Volume->GetProperty()->ShadeOn();
    vtkNew<vtkRayCastVolume> volume;
    volume->SetMapper(scene.Mapper);
    volume->SetProperty(scene.Volume->GetProperty());
    scene.Renderer->RemoveVolume(scene.Volume);
    scene.Renderer->AddVolume(volume);
    scene.Renderer->SetUseDepthPeelingForVolumes(peeling);
    scene.Renderer->SetUseFXAA(smooth);
    const double a[3] = { -1.3, -1, 0.9 }, b[3] = { 1.1, -0.8, 0.9 }, c[3] = { -1, 0.2, 0.7 };
    scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 1));
    scene.Picture();
    const auto picture = scene.Picture(); // the first frame leaves the renderer as it was
    EXPECT_EQ(scene.Renderer->GetUseFXAA(), smooth);
    scene.Save(("edges_" + std::to_string(opacity) + (smooth ? "_smooth" : "_jagged")).c_str());
    return picture;
  };
  const auto jagged = draw(1, false, false), smooth = draw(1, true, false);
  EXPECT_GT(LargestDifference(jagged, smooth), 0.2f);
  for (bool peeling : { false, true })
  {
    EXPECT_LE(LargestDifference(draw(0.999999, false, peeling), jagged), 2 * OneLevel);
    EXPECT_LE(LargestDifference(draw(0.999999, true, peeling), smooth), 2 * OneLevel);
  }
}

TEST(IsosurfaceOpaquePass, EdgesOfMeshesAreSmooth)
{
  const auto draw = [](bool smooth) {
    Scene scene(128);
    scene.Uniform(1000, 1, 1, 1);
    scene.Renderer->GetActiveCamera()->SetParallelScale(1);
    scene.Renderer->GetActiveCamera()->Roll(20);
    vtkNew<vtkRayCastVolume> volume;
    volume->SetMapper(scene.Mapper);
    volume->SetProperty(scene.Volume->GetProperty());
    scene.Renderer->RemoveVolume(scene.Volume);
    scene.Renderer->AddVolume(volume);
    scene.Renderer->SetUseFXAA(smooth);
    return scene.Picture();
  };
  const auto jagged = draw(false), smooth = draw(true);
  const auto isGray = [](float level) { return level > 0.05f && level < 0.95f; };
  EXPECT_EQ(std::count_if(jagged.begin(), jagged.end(), isGray), 0);
  EXPECT_GT(std::count_if(smooth.begin(), smooth.end(), isGray), 3 * 128)
    << "half of the outline, which is 256 pixels";
}

TEST(IsosurfaceOpaquePass, WithinAnotherVolume)
{
  // White fog of attenuation 1 fills [0, 1]^3, with the surface in the middle. The picture must not depend on
  // which volume the renderer draws first.
  for (bool fogFirst : { false, true })
  {
    IsosurfaceScene scene(height);
    scene.Show({ 0.5 });
    vtkNew<vtkRayCastVolume> volume;
    volume->SetMapper(scene.Mapper);
    volume->SetProperty(scene.Volume->GetProperty());
    scene.Renderer->RemoveVolume(scene.Volume);
    vtkNew<vtkTetRayCastMapper> mapper;
    mapper->SetInputData(MakeCube(2));
    mapper->GetSettings()->SetDeviceToCPU();
    vtkNew<vtkVolume> fog;
    fog->SetMapper(mapper);
    fog->GetProperty()->GetRGBTransferFunction()->RemoveAllPoints();
    fog->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(0, 1, 1, 1);
    fog->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(1, 1, 1, 1);
    fog->GetProperty()->GetScalarOpacity()->RemoveAllPoints();
    fog->GetProperty()->GetScalarOpacity()->AddPoint(0, 0.5);
    fog->GetProperty()->GetScalarOpacity()->AddPoint(1, 0.5);
    fog->GetProperty()->SetScalarOpacityUnitDistance(0.5);
    scene.Renderer->AddVolume(fogFirst ? fog.Get() : volume.Get());
    scene.Renderer->AddVolume(fogFirst ? volume.Get() : fog.Get());
    const float through = std::exp(-0.5f);
    expectColor(scene.Pixel(48, 48), 0.5f * through + 1 - through, 0.5f * through + 1 - through, 1 - through,
      fogFirst ? "fog first" : "surface first");
  }
}

TEST(IsosurfaceOpaquePass, IsOccludedLikeAMesh)
{
  // The grooves between waves are darker, as in the contour mesh.
  const Field waves = [](double x, double y, double z) {
    return 0.1 * std::sin(12 * x) * std::cos(9 * y) - z;
  };
  IsosurfaceScene scene(waves, 200, 0, 65);
  scene.Show({ 0 });
  scene.Settings->SetColorModeToSolid();
  vtkNew<vtkRayCastVolume> volume;
  volume->SetMapper(scene.Mapper);
  volume->SetProperty(scene.Volume->GetProperty());
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Renderer->AddVolume(volume);
  scene.Perspective(0.3, 0.4, 4);
  const double a[3] = { -0.3, -1, -0.3 }, b[3] = { 0.3, -1, 0.3 }, c[3] = { -0.3, 1, -0.3 };
  scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 0));
  const auto bright = scene.Picture();
  scene.Renderer->SetUseSSAO(true);
  scene.Renderer->SetSSAORadius(0.3);
  scene.Renderer->SetSSAOBias(0.01);
  scene.Renderer->SetSSAOKernelSize(64);
  scene.Renderer->SSAOBlurOn();
  const auto ours = scene.Picture();
  scene.Save("occluded_ours");

  vtkNew<vtkContourFilter> contour;
  contour->SetInputData(scene.Mapper->GetInput());
  contour->SetValue(0, 0);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(contour->GetOutputPort());
  mapper->ScalarVisibilityOff();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetAmbient(1);
  actor->GetProperty()->SetDiffuse(0);
  scene.Renderer->RemoveVolume(volume);
  scene.Renderer->AddActor(actor);
  const auto theirs = scene.Picture();
  scene.Save("occluded_theirs");

  double darker = 0, difference = 0;
  int seen = 0;
  for (std::size_t i = 2; i < ours.size();
       i += 3) // blue: the mesh is white, the quadrilateral yellow, the background black
  {
    if (bright[i] > 0.9f && theirs[i] > 0)
    {
      ++seen;
      darker += bright[i] - ours[i];
      difference += std::abs(ours[i] - theirs[i]);
    }
  }
  EXPECT_GT(seen, 10000);
  // More than 0.05 with VTK 9.1, and 0.047 with VTK 9.6.
  EXPECT_GT(darker / seen, VTK_VERSION_NUMBER < VTK_VERSION_CHECK(9, 3, 0) ? 0.05 : 0.04);
  EXPECT_LT(difference / seen, 0.2 * darker / seen);
}

TEST(IsosurfaceOpaquePass, AmongGeometryWithAmbientOcclusion)
{
  // VTK's pass of ambient occlusion darkens the geometry that VTK draws. The isosurface is drawn after it, in
  // front and behind as without the pass.
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  const double a[3] = { -1, -1, -0.5 }, b[3] = { 1, -1, -0.5 }, c[3] = { -1, 1, 0.5 };
  scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 0));
  scene.Renderer->SetUseSSAO(true);
  scene.Renderer->SetSSAORadius(0.2);
  const auto picture = scene.Picture();
  scene.Save("ssao");
  expectColor(scene.PixelOf(picture, 32, 12), 0, 1, 0, "behind");
  EXPECT_GT(scene.PixelOf(picture, 32, 50)[0], 0.5f) << "in front";
  EXPECT_NEAR(scene.DepthAt(32, 12), scene.WindowDepth(0, 0, 0), 2e-6);
}

} // namespace
