// SPDX-License-Identifier: BSD-3-Clause
// vtkTetRayCastMapper in VTK windows: blending, opaque geometry, viewports and tiles, sample distances,
// OpenGL state, messages, windows that open and close.
#include "Scene.h"
#include "VtkRenderingCompat.h"
#include "vtkActor.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkMatrix4x4.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlaneSource.h"
#include "vtkPointData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkSphereSource.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"
#include "vtkWindowToImageFilter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

TEST(Mapper, BlendsOverTheBackground)
{
  Scene scene;
  scene.Renderer->SetBackground(0.2, 0.4, 0.8);
  scene.Uniform(0.7, 1.0, 0.5, 0.0);
  const auto pixel = scene.Pixel(scene.Picture(), 30, 35);
  const float t = std::exp(-0.7f);
  EXPECT_NEAR(pixel[0], 1.0f * (1 - t) + 0.2f * t, OneLevel);
  EXPECT_NEAR(pixel[1], 0.5f * (1 - t) + 0.4f * t, OneLevel);
  EXPECT_NEAR(pixel[2], 0.0f * (1 - t) + 0.8f * t, OneLevel);
}

TEST(Mapper, ManyThinVolumesAddUp)
{
  // With eight bits between the kernels and the framebuffer, each of these volumes would vanish.
  Scene scene;
  scene.Uniform(0.01, 1, 1, 1);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 30)[0], 1 - std::exp(-0.01f), OneLevel);
}

TEST(Mapper, StopsAtOpaqueGeometry)
{
  Scene scene;
  scene.Uniform(2.0, 1, 1, 1);
  vtkNew<vtkPlaneSource> plane; // halfway into the cube, over its left half
  plane->SetOrigin(0, 0, 0.25);
  plane->SetPoint1(0.5, 0, 0.25);
  plane->SetPoint2(0, 1, 0.25);
  vtkNew<vtkPolyDataMapper> planeMapper;
  planeMapper->SetInputConnection(plane->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(planeMapper);
  actor->GetProperty()->SetColor(0, 0, 1);
  actor->GetProperty()->LightingOff();
  scene.Renderer->AddActor(actor);
  for (float distance : { 1.0f, 2.0f })
  {
    scene.Settings->SetImageSampleDistance(distance);
    const auto picture = scene.Picture();
    const float before = std::exp(-2.0f * 0.75f); // three quarters of the cube lie in front
    const auto left = scene.Pixel(picture, 12, 32);
    EXPECT_NEAR(left[0], 1 - before, 2 * OneLevel);
    EXPECT_NEAR(left[2], 1.0f, OneLevel);
    EXPECT_NEAR(scene.Pixel(picture, 50, 32)[2], 1 - std::exp(-2.0f), 2 * OneLevel);
  }
}

TEST(Mapper, StopsAtOpaqueGeometryInAMultisampledWindow)
{
  Scene scene(64, 4);
  scene.Uniform(2.0, 1, 1, 1);
  vtkNew<vtkSphereSource> sphere;
  sphere->SetCenter(0.5, 0.5, 0.5);
  sphere->SetRadius(0.25);
  sphere->SetThetaResolution(40);
  sphere->SetPhiResolution(40);
  vtkNew<vtkPolyDataMapper> sphereMapper;
  sphereMapper->SetInputConnection(sphere->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(sphereMapper);
  actor->GetProperty()->SetColor(0, 0, 1);
  actor->GetProperty()->LightingOff();
  scene.Renderer->AddActor(actor);
  const auto picture = scene.Picture();
  EXPECT_NEAR(scene.Pixel(picture, 32, 32)[0], 1 - std::exp(-2.0f * 0.25f), 0.02f);
  EXPECT_NEAR(scene.Pixel(picture, 4, 4)[0], 1 - std::exp(-2.0f), 2 * OneLevel);
}

TEST(Mapper, TwoRenderersInOneWindow)
{
  Scene scene;
  scene.Window->SetSize(128, 64);
  scene.Renderer->SetViewport(0, 0, 0.5, 1);
  vtkNew<vtkRenderer> right;
  right->SetViewport(0.5, 0, 1, 1);
  right->SetBackground(0, 0, 0.5);
  right->SetActiveCamera(scene.Renderer->GetActiveCamera());
  vtkNew<vtkTetRayCastMapper> mapper;
  mapper->SetInputData(MakeCube(2));
  mapper->GetSettings()->SetDeviceToCPU();
  vtkNew<vtkVolume> volume;
  volume->SetMapper(mapper);
  volume->SetProperty(scene.Volume->GetProperty());
  right->AddVolume(volume);
  scene.Window->AddRenderer(right);
  const auto picture = scene.Picture();
  EXPECT_NEAR(scene.Pixel(picture, 32, 32)[0], 1 - std::exp(-1.0f), OneLevel);
  EXPECT_NEAR(scene.Pixel(picture, 32, 32)[2], 1 - std::exp(-1.0f), OneLevel);
  EXPECT_NEAR(scene.Pixel(picture, 96, 32)[0], 1 - std::exp(-1.0f), OneLevel);
  EXPECT_NEAR(scene.Pixel(picture, 96, 32)[2], 1 - 0.5f * std::exp(-1.0f), OneLevel);
  EXPECT_EQ(mapper->GetReport()->GetValue("image width"), 64);
}

TEST(Mapper, TiledScreenshotIsTheBigPicture)
{
  // With perspective and a camera off the axis, each tile has its own frustum.
  Scene scene;
  vtkCamera* camera = scene.Renderer->GetActiveCamera();
  camera->SetParallelProjection(0);
  camera->SetPosition(1.5, 1.2, 2.5);
  camera->SetClippingRange(0.5, 10);
  scene.Volume->GetProperty()->GetScalarOpacity()->AddPoint(0.0, 0.1);
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
  EXPECT_LE(LargestDifference(tiled, scene.Picture()), 2 * OneLevel);
}

TEST(Mapper, PerspectiveSeesTheClosedForm)
{
  Scene scene(65);
  vtkCamera* camera = scene.Renderer->GetActiveCamera();
  camera->SetParallelProjection(0);
  camera->SetPosition(0.5, 0.5, 3);
  camera->SetViewAngle(20);
  camera->SetClippingRange(0.1, 10);
  scene.Uniform(1.0, 1, 1, 1);
  const auto picture = scene.Picture();
  EXPECT_NEAR(scene.Pixel(picture, 32, 32)[0], 1 - std::exp(-1.0f), OneLevel);
  // The length of an oblique ray in the cube is one over the cosine of its angle.
  const double slope = std::tan(10.0 * 3.14159265358979 / 180) * (2 * 44.5 / 65 - 1);
  EXPECT_NEAR(scene.Pixel(picture, 44, 32)[0], 1 - std::exp(-std::sqrt(1 + slope * slope)), OneLevel);
  // The near plane cuts the cube in half.
  camera->SetClippingRange(2.5, 10);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 32)[0], 1 - std::exp(-0.5f), OneLevel);
}

TEST(Mapper, VolumeMatrixScalesLengths)
{
  Scene scene;
  scene.Volume->SetScale(1, 1, 2);
  scene.Volume->SetPosition(0, 0, -1);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 32)[0], 1 - std::exp(-2.0f), OneLevel);
}

TEST(Mapper, CellValuesAndScalarModes)
{
  Scene scene;
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 32)[0], 1 - std::exp(-1.0f), OneLevel);
  Messages messages(scene.Mapper);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  scene.Mapper->SelectScalarArray("nothing");
  EXPECT_EQ(scene.Pixel(scene.Picture(), 32, 32)[0], 0);
  scene.Picture();
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("no array 'nothing'"), std::string::npos);
}

TEST(Mapper, LeavesOpenGLAsItWas)
{
  Scene scene;
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
    GLint mask = 0, framebuffer[2];
    glGetIntegerv(GL_DEPTH_WRITEMASK, &mask);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer[0]);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer[1]);
    return std::vector<GLint>{ blend[0], blend[1], blend[2], blend[3], mask, framebuffer[0], framebuffer[1],
      glIsEnabled(GL_BLEND), glIsEnabled(GL_DEPTH_TEST), glIsEnabled(GL_CULL_FACE),
      glIsEnabled(GL_SCISSOR_TEST) };
  };
  state->vtkglBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE);
  state->vtkglDepthMask(GL_TRUE);
  state->vtkglEnable(GL_DEPTH_TEST);
  state->vtkglEnable(GL_SCISSOR_TEST);
  state->vtkglDisable(GL_BLEND);
  const auto before = read();
  scene.Mapper->Render(scene.Renderer, scene.Volume);
  EXPECT_EQ(read(), before);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST(Mapper, CoarserWhileInteractingOnly)
{
  Scene scene(256);
  scene.Mapper->SetInputData(MakeCube(24));
  scene.Window->SetDesiredUpdateRate(0.001);
  scene.Picture();
  EXPECT_EQ(scene.Reported("image width"), 256);
  scene.Window->SetDesiredUpdateRate(100000); // no device draws at that rate
  scene.Picture();
  EXPECT_LT(scene.Reported("image width"), 256);
  EXPECT_GE(scene.Reported("image width"), 256 / 8);
  scene.Settings->AutoAdjustSampleDistancesOff();
  scene.Picture();
  EXPECT_EQ(scene.Reported("image width"), 256);
  scene.Settings->AutoAdjustSampleDistancesOn();
  scene.Window->SetDesiredUpdateRate(0.001);
  scene.Picture();
  EXPECT_EQ(scene.Reported("image width"), 256);
}

TEST(Mapper, AbortLeavesTheNextFrameWhole)
{
  Scene scene;
  const auto whole = scene.Picture();
  Messages messages(scene.Mapper);
  {
    const AbortedFrames aborted(scene.Renderer);
    EXPECT_GT(LargestDifference(scene.Picture(), whole), 0.1f) << "nobody waits for this frame";
    EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "nothing");
    EXPECT_NE(RemarksOf(scene.Mapper->GetReport(), "note").find("aborted"), std::string::npos);
  }
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note").find("aborted"), std::string::npos);
  EXPECT_TRUE(messages.Said.empty());
}

TEST(Mapper, NotesWhatIsLeftOutInEveryFrame)
{
  Scene scene;
  vtkSmartPointer<vtkUnstructuredGrid> grid = MakeCube(2);
  grid->GetPointData()->GetScalars()->SetComponent(0, 0, std::nan(""));
  Messages messages(scene.Mapper);
  scene.Mapper->SetInputData(grid);
  for (int frame = 0; frame < 3; ++frame)
  {
    scene.Renderer->GetActiveCamera()->Azimuth(5);
    scene.Picture();
    const std::string notes = RemarksOf(scene.Mapper->GetReport(), "note");
    EXPECT_NE(notes.find("1 of 27 values"), std::string::npos) << notes;
  }
  EXPECT_TRUE(messages.Said.empty());
}

TEST(Mapper, UploadsOnlyWhatChanged)
{
  Scene scene;
  scene.Picture();
  EXPECT_EQ(scene.Reported("failed rays"), 0);
  EXPECT_EQ(scene.Reported("recast rays"), 0) << "edge functions lose none";
  scene.Renderer->GetActiveCamera()->Azimuth(10);
  scene.Picture();
  EXPECT_EQ(scene.Reported("mesh uploads"), 1);
  EXPECT_EQ(scene.Reported("scalar uploads"), 1);
  EXPECT_EQ(scene.Reported("transfer function uploads"), 1);
  scene.Uniform(2, 1, 0, 0);
  scene.Picture();
  EXPECT_EQ(scene.Reported("scalar uploads"), 1);
  EXPECT_EQ(scene.Reported("transfer function uploads"), 2);
  vtkDataArray* values =
    vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput())->GetPointData()->GetScalars();
  values->SetComponent(3, 0, 0.7);
  values->Modified();
  scene.Picture();
  EXPECT_EQ(scene.Reported("mesh uploads"), 1);
  EXPECT_EQ(scene.Reported("scalar uploads"), 2);
}

TEST(Mapper, BadInputAndBackAgain)
{
  Scene scene;
  const auto whole = scene.Picture();
  vtkSmartPointer<vtkUnstructuredGrid> good = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  {
    Messages messages(scene.Mapper);
    vtkNew<vtkUnstructuredGrid> empty;
    scene.Mapper->SetInputData(empty);
    EXPECT_EQ(scene.Pixel(scene.Picture(), 32, 32)[0], 0);
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"),
      "The grid is empty (no cells), so there is nothing to draw.\n");
    scene.Settings->InputIsPartOn();
    vtkNew<vtkUnstructuredGrid> part;
    scene.Mapper->SetInputData(part);
    scene.Picture();
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "")
      << "an empty part of a whole is nothing to speak of";
    EXPECT_TRUE(messages.Said.empty());
    scene.Settings->InputIsPartOff();
  }
  {
    Messages messages(scene.Mapper);
    scene.Mapper->SetInputData(good);
    scene.Mapper->SetBlendMode(7);
    EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_EQ(messages.Said.size(), 1u);
    scene.Mapper->SetBlendModeToComposite();
  }
  {
    Messages messages(scene.Mapper);
    scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, "nothing", 0);
    EXPECT_EQ(scene.Pixel(scene.Picture(), 32, 32)[0], 0);
    scene.Picture();
    EXPECT_EQ(messages.Said.size(), 1u);
    scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, nullptr, 0);
  }
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
}

TEST(Mapper, WindowsAndSizesComeAndGoWithoutLeaks)
{
  Scene scene;
  const auto whole = scene.Picture();
  const auto round = [&scene](int i) {
    scene.Window->SetSize(64 + i % 7, 64 + i % 5);
    scene.Window->Render();
    if (i % 10 == 0)
    {
      scene.Mapper->ReleaseGraphicsResources(scene.Window);
      scene.Mapper->SetInputData(MakeCube(3));
    }
  };
  for (int i = 0; i < 100; ++i)
  {
    round(i);
  }
  const double before = Resident();
  for (int i = 0; i < 600; ++i)
  {
    round(i);
  }
  EXPECT_LT(Resident() - before, 12.0 + KeptResident) << "mebibytes more after 600 frames";
  scene.Window->SetSize(64, 64);
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);

  // The mapper can be used in another window after its own is finalized.
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Window->Finalize();
  Scene second;
  second.Renderer->RemoveVolume(second.Volume);
  second.Renderer->AddVolume(scene.Volume);
  EXPECT_LE(LargestDifference(second.Picture(), whole), 0.0f);
}

TEST(Mapper, CellsWithoutAValueHaveTheColorOfNaN)
{
  // Point values are missing in the right two thirds of the cells, cell values in the right third.
  Scene scene;
  const auto alpha = [](double depth) { return static_cast<float>(-std::expm1(-depth)); };
  const auto expectPixel = [&](int x, float share, const std::string& what) {
    const auto pixel = scene.Pixel(scene.Picture(), x, 35);
    EXPECT_NEAR(pixel[0], share * 0.2f, 1.5f / 255) << what;
    EXPECT_NEAR(pixel[1], share * 0.4f, 1.5f / 255) << what;
    EXPECT_NEAR(pixel[2], share * 0.9f, 1.5f / 255) << what;
  };
  const auto notes = [&] { return RemarksOf(scene.Mapper->GetReport(), "note"); };
  auto cube = MakeCube(3);
  auto* const f = cube->GetPointData()->GetArray("f");
  auto* const c = cube->GetCellData()->GetArray("c");
  for (vtkIdType i = 0; i < f->GetNumberOfTuples(); ++i)
  {
    f->SetComponent(i, 0, cube->GetPoint(i)[0] > 0.5 ? std::nan("") : f->GetComponent(i, 0));
  }
  for (vtkIdType i = 0; i < c->GetNumberOfTuples(); ++i)
  {
    double bounds[6];
    cube->GetCellBounds(i, bounds);
    c->SetComponent(i, 0, bounds[1] > 0.9 ? std::nan("") : i);
  }
  scene.Mapper->SetInputData(cube);
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  property->GetRGBTransferFunction()->SetNanColor(0.2, 0.4, 0.9);
  property->GetRGBTransferFunction()->SetNanOpacity(0.25);
  expectPixel(50, 0, "off");
  EXPECT_NE(notes().find("are transparent."), std::string::npos) << notes();
  scene.Settings->DrawNaNOn();
  expectPixel(50, alpha(0.5), "points");
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 10, 35)[0], alpha(1), 1.5f / 255);
  EXPECT_NE(notes().find("have the color map's color and opacity for NaN"), std::string::npos) << notes();
  property->ShadeOn();
  property->SetAmbient(0);
  expectPixel(50, alpha(0.5), "points, without light");
  property->ShadeOff();
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  expectPixel(60, 0, "maxima");
  EXPECT_NE(
    notes().find("The color of NaN cannot be drawn. Blend modes other than Composite"), std::string::npos)
    << notes();
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  expectPixel(50, alpha(0.5), "another array");
  scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, nullptr, 0);

  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  expectPixel(50, alpha(0.5), "cells");
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 35)[0], alpha(1), 1.5f / 255);
  property->ShadeOn();
  expectPixel(50, alpha(0.5), "cells, without light");
  property->GetRGBTransferFunction()->SetNanOpacity(1);
  expectPixel(50, alpha(2), "denser");
  scene.Settings->DrawNaNOff();
  expectPixel(50, 0, "off again");
}

} // namespace
