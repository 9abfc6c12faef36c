// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces among other objects in a window: depths against closed forms, opaque geometry, translucent
// surfaces, viewports, tiles, smaller images, OpenGL state.
#include "IsosurfaceScene.h"
#include "VtkRenderingCompat.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkPointData.h"
#include "vtkRenderStepsPass.h"
#include "vtkSSAAPass.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"
#include "vtkWindowToImageFilter.h"
#include "vtkWorldPointPicker.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

/// The height over a slanted plane. Trilinear interpolation of it is exact, and so is the isosurface.
double slanted(double x, double y, double z)
{
  return z - 0.4 * x + 0.2 * y;
}

void expectColor(const std::array<float, 3>& pixel, float red, float green, float blue, const char* what)
{
  EXPECT_NEAR(pixel[0], red, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[1], green, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[2], blue, 2 * OneLevel) << what;
}

TEST(IsosurfaceDepth, OfAPlane)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.25 });
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0.25), 1e-6);
  scene.Show({ -0.5 });
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(3, 60), scene.WindowDepth(0, 0, -0.5), 1e-6);
}

TEST(IsosurfaceDepth, OfASlantedPlaneInPerspective)
{
  IsosurfaceScene scene(slanted);
  scene.Show({ 0.1 });
  scene.Perspective(0.7, 0.4, 4);
  scene.Picture();
  scene.Save("slanted");
  int hits = 0;
  for (int y = 8; y < 60; y += 7)
  {
    for (int x = 8; x < 60; x += 7)
    {
      // f is linear along the ray: two values give the place where it is 0.1.
      double a[3], b[3], p[3];
      scene.OnRay(x, y, 1, a);
      scene.OnRay(x, y, -1, b);
      const double fa = slanted(a[0], a[1], a[2]), fb = slanted(b[0], b[1], b[2]), t = (0.1 - fa) / (fb - fa);
      bool inside = true;
      for (int c = 0; c < 3; ++c)
      {
        p[c] = a[c] + t * (b[c] - a[c]);
        inside = inside && std::abs(p[c]) < 0.98;
      }
      if (inside)
      {
        ++hits;
        EXPECT_NEAR(scene.DepthAt(x, y), scene.WindowDepth(p[0], p[1], p[2]), 1e-6) << x << ", " << y;
      }
    }
  }
  EXPECT_GT(hits, 20);
}

TEST(IsosurfaceDepth, IsPickedFrom)
{
  // Spacing, origin, direction and the volume's matrix all differ from the defaults.
  IsosurfaceScene scene(slanted);
  auto* image = vtkImageData::SafeDownCast(scene.Mapper->GetInput());
  const double c = std::cos(0.3), s = std::sin(0.3);
  const double direction[9] = { c, -s, 0, s, c, 0, 0, 0, 1 };
  image->SetDirectionMatrix(direction);
  scene.Volume->SetScale(0.8, 0.9, 1.1);
  scene.Volume->SetPosition(0.1, -0.05, 0.2);
  scene.Volume->RotateX(20);
  scene.Show({ 0.05 });
  scene.Picture();
  vtkNew<vtkWorldPointPicker> picker;
  picker->Pick(33, 30, 0, scene.Renderer);
  ASSERT_LT(scene.Renderer->GetZ(33, 30), 1);
  vtkNew<vtkMatrix4x4> inverse;
  vtkMatrix4x4::Invert(scene.Volume->GetMatrix(), inverse);
  // The picker combines the corner of the pixel with the depth at its center.
  double world[3];
  scene.OnRay(33, 30, picker->GetPickPosition()[2], world);
  const double in[4] = { world[0], world[1], world[2], 1 };
  double data[4], index[3];
  inverse->MultiplyPoint(in, data);
  image->TransformPhysicalPointToContinuousIndex(data, index);
  EXPECT_NEAR(slanted(-1 + (index[0] - 2) / 4, -1 + (index[1] + 3) / 4, -1 + (index[2] - 5) / 4), 0.05, 1e-4);
}

TEST(IsosurfaceDepth, AmongOpaqueGeometry)
{
  const double bottom[2][3] = { { -0.9, -1, 0.5 }, { -0.9, -1, -0.5 } };
  for (int samples : { 0, 4 })
  {
    for (float distance : { 1.0f, 2.0f })
    {
      IsosurfaceScene scene(height, 64, samples);
      scene.Settings->SetImageSampleDistance(distance);
      scene.Show({ 0 });
      // The quadrilaterals lie in front (left), behind (middle) and across the surface (right).
      const double right[2][3] = { { -0.4, -1, 0.5 }, { 0.4, -1, -0.5 } },
                   top[2][3] = { { -0.9, 1, 0.5 }, { -0.9, 1, -0.5 } };
      scene.Renderer->AddActor(MakeQuad(bottom[0], right[0], top[0], 1, 0, 0));
      scene.Renderer->AddActor(MakeQuad(bottom[1], right[1], top[1], 0, 0, 1));
      const double a[3] = { 0.4, -1, -0.5 }, b[3] = { 1, -1, -0.5 }, c[3] = { 0.4, 1, 0.5 };
      scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 0));
      const auto picture = scene.Picture();
      scene.Save(("geometry" + std::to_string(samples) + std::to_string(static_cast<int>(distance))).c_str());
      expectColor(scene.PixelOf(picture, 10, 32), 1, 0, 0, "in front");
      expectColor(scene.PixelOf(picture, 32, 32), 0, 1, 0, "behind");
      expectColor(scene.PixelOf(picture, 55, 20), 0, 1, 0, "below the intersection");
      expectColor(scene.PixelOf(picture, 55, 44), 1, 1, 0, "above the intersection");
      expectColor(scene.PixelOf(picture, 55, 30), 0, 1, 0, "close to the intersection, below");
      expectColor(scene.PixelOf(picture, 55, 34), 1, 1, 0, "close to the intersection, above");
      EXPECT_NEAR(scene.DepthAt(10, 32), scene.WindowDepth(0, 0, 0.5), 2e-6);
      EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0), 2e-6);
    }
  }
}

TEST(IsosurfaceDepth, GeometryDrawnLater)
{
  // A second renderer in the same viewport sees the depths of the isosurface.
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  vtkNew<vtkRenderer> later;
  later->SetPreserveColorBuffer(1);
  later->SetPreserveDepthBuffer(1);
  later->SetActiveCamera(scene.Renderer->GetActiveCamera());
  const double a[3] = { -1, -1, -0.5 }, b[3] = { 1, -1, -0.5 }, c[3] = { -1, 1, 0.5 };
  later->AddActor(MakeQuad(a, b, c, 1, 1, 0));
  scene.Window->AddRenderer(later);
  const auto picture = scene.Picture();
  expectColor(scene.PixelOf(picture, 32, 12), 0, 1, 0, "behind");
  expectColor(scene.PixelOf(picture, 32, 50), 1, 1, 0, "in front");
}

TEST(IsosurfaceDepth, OfTwoVolumes)
{
  // The nearer volume wins in any order of drawing.
  for (double other : { 0.5, -0.5 })
  {
    IsosurfaceScene scene(height);
    scene.Show({ 0 });
    vtkNew<vtkIsosurfaceRayCastMapper> mapper;
    mapper->SetInputData(MakeImage(9, height));
    mapper->GetSettings()->SetDeviceToCPU();
    mapper->GetSettings()->GetIsovalues()->SetValue(0, other);
    mapper->GetSettings()->SetColorModeToSolid();
    mapper->GetSettings()->GetIsovalues()->SetColor(0, 1, 0, 1);
    vtkNew<vtkVolume> volume;
    volume->SetMapper(mapper);
    scene.Renderer->AddVolume(volume);
    const auto pixel = scene.Pixel(32, 32);
    other > 0 ? expectColor(pixel, 1, 0, 1, "nearer one") : expectColor(pixel, 0, 1, 0, "farther one");
  }
}

TEST(IsosurfaceDepth, TranslucentSurfaces)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.5, 0, -0.5 });
  scene.Settings->SetColorModeToSolid();
  scene.Isovalues->SetColor(0, 1, 0, 0);
  scene.Isovalues->SetColor(1, 0, 1, 0);
  scene.Isovalues->SetColor(2, 0, 0, 1);
  scene.Isovalues->SetOpacity(0, 0.5);
  scene.Isovalues->SetOpacity(1, 0.25);
  expectColor(scene.Pixel(32, 32), 0.5f, 0.125f, 0.375f, "composited in depth order");
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, -0.5), 1e-6) << "the opaque one";

  // Opaque geometry between the surfaces stops the rays and keeps its own depth.
  const double a[3] = { -1, -1, 0.25 }, b[3] = { 1, -1, 0.25 }, c[3] = { -1, 1, 0.25 };
  auto quad = MakeQuad(a, b, c, 1, 1, 1);
  scene.Renderer->AddActor(quad);
  expectColor(scene.Pixel(32, 32), 1, 0.5f, 0.5f, "white behind half of red");
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0.25), 1e-6);

  // Without an opaque surface no depth is written. Over the background the colors add up.
  scene.Renderer->RemoveActor(quad);
  scene.Renderer->SetBackground(1, 1, 1);
  scene.Show({ 0.5, 0 });
  expectColor(scene.Pixel(32, 32), 0.5f + 0.375f, 0.5f, 0.375f, "over a white background");
  EXPECT_EQ(scene.DepthAt(32, 32), 1.0);

  scene.Settings->SetOpacity(0.5);
  expectColor(scene.Pixel(32, 32), 0.25f + 0.75f * 0.875f, 0.75f, 0.75f * 0.875f, "all fainter");
}

TEST(IsosurfaceDepth, InRenderPasses)
{
  // Opaque geometry stops the rays in the first frame already. Supersampling draws into a larger framebuffer.
  for (bool supersampling : { false, true })
  {
    for (double opacity : { 1.0, 0.5 })
    {
      IsosurfaceScene scene(height);
      scene.Show({ 0 });
      scene.Isovalues->SetOpacity(0, opacity);
      const double a[3] = { -1, -1, 0.5 }, b[3] = { 0, -1, 0.5 }, c[3] = { -1, 1, 0.5 };
      scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 0, 0));
      vtkNew<vtkRenderStepsPass> steps;
      vtkNew<vtkSSAAPass> larger;
      larger->SetDelegatePass(steps);
      scene.Renderer->SetPass(supersampling ? static_cast<vtkRenderPass*>(larger) : steps);
      const auto picture = scene.Picture();
      expectColor(scene.PixelOf(picture, 16, 32), 1, 0, 0, "behind");
      expectColor(scene.PixelOf(picture, 48, 32), 0, static_cast<float>(opacity), 0, "beside");
      if (supersampling)
      {
        EXPECT_GT(scene.Reported("image width"), 64);
      }
    }
  }
}

TEST(IsosurfaceDepth, TwoRenderersInOneWindow)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  scene.Window->SetSize(128, 64);
  scene.Renderer->SetViewport(0, 0, 0.5, 1);
  vtkNew<vtkRenderer> right;
  right->SetViewport(0.5, 0, 1, 1);
  right->SetActiveCamera(scene.Renderer->GetActiveCamera());
  vtkNew<vtkIsosurfaceRayCastMapper> mapper;
  mapper->SetInputData(MakeImage(9, slanted));
  mapper->GetSettings()->SetDeviceToCPU();
  mapper->GetSettings()->GetIsovalues()->SetValue(0, 0.3);
  vtkNew<vtkVolume> volume;
  volume->SetMapper(mapper);
  volume->SetProperty(scene.Volume->GetProperty());
  right->AddVolume(volume);
  scene.Window->AddRenderer(right);
  const auto picture = scene.Picture();
  expectColor(scene.PixelOf(picture, 32, 32), 0, 1, 0, "left");
  expectColor(scene.PixelOf(picture, 96, 32), 0.3f, 0.7f, 0, "right");
  EXPECT_EQ(mapper->GetReport()->GetValue("image width"), 64);
  // The depth is read from the window: vtkRenderer::GetZ of VTK 9.6 takes places beyond the renderer's own
  // width for outside.
  EXPECT_NEAR(
    scene.Window->GetZbufferDataAtPoint(96, 32), scene.WindowDepth(0, 0, 0.3 + 0.4 / 64 - 0.2 / 64), 1e-6);
}

TEST(IsosurfaceDepth, TiledScreenshotIsTheBigPicture)
{
  IsosurfaceScene scene(
    [](double x, double y, double z) { return std::sin(4 * x) * std::cos(4 * y) + std::sin(4 * z); }, 64, 0,
    33);
  scene.Show({ 0.2 });
  scene.Volume->GetProperty()->ShadeOn();
  scene.Perspective(1.5, 1.2, 4);
  const double a[3] = { -1, -1, -0.5 }, b[3] = { 1, -1, 0.5 }, c[3] = { -1, 1, 0.5 };
  scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 0));
  scene.Window->Render();
  vtkNew<vtkWindowToImageFilter> tiles;
  tiles->SetInput(scene.Window);
  tiles->SetScale(2);
  tiles->ReadFrontBufferOff();
  tiles->Update();
  auto* values = vtkUnsignedCharArray::SafeDownCast(tiles->GetOutput()->GetPointData()->GetScalars());
  std::vector<float> tiled(static_cast<std::size_t>(values->GetNumberOfValues()));
  for (std::size_t i = 0; i < tiled.size(); ++i)
  {
    tiled[i] = values->GetValue(static_cast<vtkIdType>(i)) / 255.0f;
  }
  scene.Window->SetSize(128, 128);
  const auto big = scene.Picture();
  scene.Save("tiled");
  int different = 0;
  for (std::size_t i = 0; i < big.size(); ++i)
  {
    different += std::abs(big[i] - tiled[i]) > 2 * OneLevel;
  }
  EXPECT_LE(different, 30) << "rounding at a few silhouettes and intersections";
}

TEST(IsosurfaceDepth, SmallerImageKeepsItsEdgesOverGeometry)
{
  IsosurfaceScene scene(
    [](double x, double y, double z) { return 0.7 - std::sqrt(x * x + y * y + z * z); }, 64, 0, 33);
  const double a[3] = { -1, -1, -0.9 }, b[3] = { 1, -1, -0.9 }, c[3] = { -1, 1, -0.9 };
  auto wall = MakeQuad(a, b, c, 1, 1, 1);
  scene.Renderer->AddActor(wall);
  scene.Show({ 0 });
  const auto whole = scene.Picture();
  scene.Settings->SetImageSampleDistance(3);
  const auto coarse = scene.Picture();
  scene.Save("coarse");
  EXPECT_EQ(scene.Reported("image width"), 21);
  double difference = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    difference += std::abs(whole[i] - coarse[i]);
    EXPECT_TRUE(i % 3 != 1 || coarse[i] > 0.97f) << "green mixes with white only: nothing black at the edge";
  }
  EXPECT_LT(difference / static_cast<double>(whole.size()), 0.04);

  // The edge looks the same before a white wall and before a white background.
  scene.Renderer->RemoveActor(wall);
  scene.Renderer->SetBackground(1, 1, 1);
  EXPECT_LE(LargestDifference(scene.Picture(), coarse), OneLevel);
}

TEST(IsosurfaceDepth, LeavesOpenGLAsItWas)
{
  for (double opacity : { 1.0, 0.5 })
  {
    IsosurfaceScene scene(height);
    scene.Show({ 0 });
    scene.Isovalues->SetOpacity(0, opacity);
    scene.Picture();
    auto* window = vtkOpenGLRenderWindow::SafeDownCast(scene.Window);
    vtkOpenGLState* state = window->GetState();
    window->MakeCurrent();
    const auto read = [] {
      GLint blend[4];
      glGetIntegerv(GL_BLEND_SRC_RGB, &blend[0]);
      glGetIntegerv(GL_BLEND_DST_RGB, &blend[1]);
      glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend[2]);
      glGetIntegerv(GL_BLEND_DST_ALPHA, &blend[3]);
      GLint mask = 0, function = 0, framebuffer[2];
      GLboolean color[4];
      glGetIntegerv(GL_DEPTH_WRITEMASK, &mask);
      glGetIntegerv(GL_DEPTH_FUNC, &function);
      glGetBooleanv(GL_COLOR_WRITEMASK, color);
      glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer[0]);
      glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer[1]);
      return std::vector<GLint>{ blend[0], blend[1], blend[2], blend[3], mask, function, color[0], color[1],
        color[2], color[3], framebuffer[0], framebuffer[1], glIsEnabled(GL_BLEND), glIsEnabled(GL_DEPTH_TEST),
        glIsEnabled(GL_CULL_FACE), glIsEnabled(GL_SCISSOR_TEST) };
    };
    state->vtkglBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE);
    state->vtkglDepthMask(GL_FALSE);
    state->vtkglDepthFunc(GL_GREATER);
    state->vtkglColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    state->vtkglDisable(GL_DEPTH_TEST);
    state->vtkglEnable(GL_SCISSOR_TEST);
    state->vtkglDisable(GL_BLEND);
    const auto before = read();
    scene.Mapper->Render(scene.Renderer, scene.Volume);
    EXPECT_EQ(read(), before);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    state->vtkglDepthMask(GL_TRUE);
    state->vtkglDepthFunc(GL_LEQUAL);
    state->vtkglColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  }
}

} // namespace
