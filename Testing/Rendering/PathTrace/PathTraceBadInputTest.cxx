// SPDX-License-Identifier: BSD-3-Clause
// Each bad input to vtkIsosurfacePathTraceMapper gives one clear message. Good input afterwards is drawn
// again.
#include "PathTraceScene.h"
#include "vtkCamera.h"
#include "vtkDoubleArray.h"
#include "vtkLight.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace
{

/// The messages of three frames.
std::vector<std::string> saidOf(PathTraceScene& scene)
{
  Messages messages(scene.Tracer);
  for (int frame = 0; frame < 3; ++frame)
  {
    scene.Picture();
  }
  return messages.Said;
}

void expectSaid(PathTraceScene& scene, const char* part, const char* drawnBy)
{
  const std::vector<std::string> said = saidOf(scene);
  ASSERT_EQ(said.size(), 1u) << part << (said.empty() ? std::string() : "; last: " + said.back());
  EXPECT_NE(said[0].find(part), std::string::npos) << said[0];
  EXPECT_NE(scene.Remarks("problem").find(part), std::string::npos) << scene.Remarks("problem");
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), drawnBy) << part;
}

void expectNoted(PathTraceScene& scene, const char* part, const char* drawnBy)
{
  EXPECT_TRUE(saidOf(scene).empty()) << part;
  EXPECT_NE(scene.Remarks("note").find(part), std::string::npos)
    << part << " is not in: " << scene.Remarks("note");
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), drawnBy) << part;
}

constexpr const char* Ours = "isosurface path trace";

TEST(PathTraceBadInput, IsOneMessageAndBackAgain)
{
  PathTraceScene scene(height);
  vtkDataSet* const good = scene.Mapper->GetInput();
  const auto whole = scene.Picture();
  const auto expectBack = [&scene, &whole](const char* what) {
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0) << what;
  };

  scene.Paths->GetIsovalues()->SetNumberOfContours(0);
  expectNoted(scene, "no isovalue", "nothing");
  EXPECT_EQ(scene.Told("samples"), 0) << "no figures of a frame before";
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 7);
  expectNoted(scene, "the values are within [-1, 1], but no isovalue is", "nothing");
  scene.Paths->GetIsovalues()->SetValue(0, std::numeric_limits<double>::quiet_NaN());
  expectSaid(scene, "not a finite number", "nothing");
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  expectBack("isovalues");

  vtkNew<vtkImageData> empty;
  scene.Tracer->SetInputData(empty);
  expectNoted(scene, "is empty", "nothing");
  vtkNew<vtkUnstructuredGrid> noCells;
  scene.Tracer->SetInputData(noCells);
  expectNoted(scene, "is empty", "nothing");
  vtkNew<vtkPolyData> polygons;
  polygons->SetPoints(vtkNew<vtkPoints>());
  polygons->GetPoints()->InsertNextPoint(0, 0, 0);
  scene.Tracer->SetInputData(polygons);
  expectSaid(scene, "neither an image", "nothing");
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(2);
  cube->GetPointData()->Initialize();
  scene.Tracer->SetInputData(cube);
  expectSaid(scene, "no scalars to draw", "nothing");
  scene.Tracer->SetInputData(MakeCube(2));
  scene.Paths->GetIsovalues()->SetValue(0, 7);
  expectNoted(scene, "the values are within [0, 1], but no isovalue is", "nothing");
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.Tracer->SetInputData(good);
  expectBack("data");

  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetLightStrength(0);
  expectSaid(scene, "no light", Ours);
  scene.Paths->SetLight(vtkPathTraceSettings::OVERCAST);
  expectBack("a sky");
  scene.Paths->SetSkyStrength(0);
  expectSaid(scene, "no light", Ours);
  scene.Paths->SetSkyStrength(1);
  expectBack("light");

  scene.Paths->SetLensRadius(0.1);
  expectNoted(scene, "parallel projection has no lens", Ours);
  scene.Paths->SetLensRadius(0);
  expectBack("lens");
}

TEST(PathTraceBadInput, NoInput)
{
  PathTraceScene scene(height);
  scene.Picture();
  Messages messages(scene.Tracer);
  scene.Tracer->SetInputDataObject(nullptr);
  scene.Window->MakeCurrent();
  for (int frame = 0; frame < 2; ++frame)
  {
    scene.Tracer->Render(scene.Renderer, scene.Volume);
    EXPECT_EQ(scene.Remarks("problem"),
      "There is no input; connect a vtkImageData, vtkRectilinearGrid or vtkUnstructuredGrid.\n");
  }
  EXPECT_EQ(messages.Said.size(), 1u);
}

TEST(PathTraceBadInput, LightsBeyondSixteenAreLeftOut)
{
  PathTraceScene scene(height);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  const auto add = [&scene](double strength) {
    vtkNew<vtkLight> light;
    light->SetLightTypeToSceneLight();
    light->SetPosition(0, 0, 5);
    light->SetIntensity(strength);
    scene.Renderer->AddLight(light);
  };
  scene.Renderer->RemoveAllLights();
  for (int i = 0; i < 16; ++i)
  {
    add(1.0 / 16);
  }
  EXPECT_TRUE(saidOf(scene).empty());
  EXPECT_EQ(scene.Remarks("note"), "");
  const auto sixteen = scene.Picture();
  add(10);
  expectNoted(scene, "The view has more than 16 lights; the others are left out.", Ours);
  EXPECT_EQ(LargestDifference(scene.Picture(), sixteen), 0);
}

TEST(PathTraceBadInput, NanIsLeftOut)
{
  PathTraceScene scene(
    [](double x, double, double z) { return x < -0.3 ? std::numeric_limits<double>::quiet_NaN() : z; });
  expectNoted(scene, "not finite numbers (NaN or infinite); the cells that use them are left out", Ours);
  EXPECT_EQ(scene.Pixel(4, 16)[0], 0.0f);
  EXPECT_GT(scene.Pixel(24, 16)[0], 0.9f);
  // First every value is NaN, then a coordinate of a mesh.
  scene.Tracer->SetInputData(
    MakeImage(5, [](double, double, double) { return std::numeric_limits<double>::quiet_NaN(); }));
  expectNoted(scene, "There is no isosurface", "nothing");
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(2);
  cube->GetPoints()->SetPoint(13, std::numeric_limits<double>::quiet_NaN(), 0, 0); // the point at the center
  scene.Tracer->SetInputData(cube);
  scene.Paths->GetIsovalues()->SetValue(0, 0.4);
  EXPECT_TRUE(saidOf(scene).empty());
  EXPECT_NE(scene.Remarks("note").find("tetrahedra"), std::string::npos) << scene.Remarks("note");
}

TEST(PathTraceBadInput, NoPictureIsOneMessage)
{
  PathTraceScene scene(height);
  scene.Paths->SetGroundColor(1, 1, 1);
  const auto sky = scene.Picture();
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE);
  expectSaid(scene, "No environment map is chosen", Ours);
  EXPECT_LT(LargestDifference(scene.Picture(), sky), 0.02f) << "a sky takes its place";
}

TEST(PathTraceBadInput, ALensBeyondTheSceneIsASmallerOne)
{
  // A mesh is the hard case: rays from far away would enter through its boundary again and again.
  PathTraceScene scene(height);
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(4);
  scene.Tracer->SetInputData(cube);
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  scene.Perspective(0.5, 0.3, 4);
  scene.Paths->SetLensRadius(2);
  scene.Picture();
  EXPECT_EQ(scene.Remarks("note"), "");
  scene.Paths->SetLensRadius(100);
  const auto largest = scene.Picture();
  for (const double radius : { 1e30, std::numeric_limits<double>::infinity() })
  {
    scene.Paths->SetLensRadius(radius);
    expectNoted(scene, "The lens is so large that only points in focus would be visible", Ours);
    EXPECT_EQ(LargestDifference(scene.Picture(), largest), 0) << radius;
  }
  EXPECT_GT(*std::max_element(largest.begin(), largest.end()), 0.1f) << "not black";
}

TEST(PathTraceBadInput, AnAbortedFrameIsDrawnAnew)
{
  PathTraceScene scene(height);
  const auto whole = scene.Picture();
  scene.Paths->SetSamplesPerPixel(9);
  {
    AbortedFrames aborted(scene.Renderer);
    scene.Picture();
    EXPECT_NE(scene.Remarks("note").find("aborted"), std::string::npos);
    EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "nothing");
    EXPECT_FALSE(scene.Tracer->IsUnfinished());
  }
  scene.Paths->SetSamplesPerPixel(8);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
  EXPECT_EQ(scene.Told("samples"), 8);
}

} // namespace
