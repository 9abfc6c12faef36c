// SPDX-License-Identifier: BSD-3-Clause
// Volumes and isosurfaces that overlap in one view are merged into one picture.
#include "Cubes.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkRayCastVolume.h"
#include "vtkVariant.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace
{

/// Two cubes that overlap by half, with a part of each alone in front and behind.
class Overlapping
{
public:
  Cube Red{ 0, 0, 0, 1, 0, 0 };
  Cube Green{ 0, 0, -0.5, 0, 1, 0 };
  const float T = std::exp(-0.5f);

  bool AreMerged(Cubes& cubes)
  {
    return vtkRayCastVolume::AreMerged(cubes.View.Renderer, this->Red.Volume, this->Green.Volume);
  }

  /// Call `check` with the cubes in both orders: they are merged, and the pictures are equal.
  template <class Check>
  void InBothOrders(const Check& check)
  {
    std::vector<float> first;
    for (const auto& order :
      std::vector<std::vector<Cube*>>{ { &this->Red, &this->Green }, { &this->Green, &this->Red } })
    {
      Cubes cubes(order);
      check(cubes);
      const auto picture = cubes.View.Picture();
      EXPECT_TRUE(this->AreMerged(cubes));
      first = first.empty() ? picture : first;
      EXPECT_EQ(picture, first);
    }
  }

  void Expect(Cubes& cubes)
  {
    // A ray passes half a unit of red, half a unit of both, and half a unit of green.
    const auto pixel = CenterOf(cubes);
    const float both = T * (1 - T * T) / 2;
    EXPECT_NEAR(pixel[0], 1 - T + both, OneLevel);
    EXPECT_NEAR(pixel[1], both + T * T * T * (1 - T), OneLevel);
    EXPECT_NEAR(pixel[2], 0, OneLevel);
  }
};

TEST(MixedVolumes, VolumesThatOverlapAreMixed)
{
  Overlapping scene;
  std::vector<float> first;
  for (const bool peels : { false, true })
  {
    scene.InBothOrders([&](Cubes& cubes) {
      cubes.View.Renderer->SetUseDepthPeeling(peels);
      cubes.View.Renderer->SetUseDepthPeelingForVolumes(peels);
      std::map<Cube*, double> sent;
      for (int frame = 0; frame < 3; ++frame)
      {
        scene.Expect(cubes);
        EXPECT_TRUE(scene.AreMerged(cubes));
        for (Cube* cube : { &scene.Red, &scene.Green })
        {
          vtkRayCastReport* const report = cube->Mapper->GetReport();
          EXPECT_STREQ(report->GetText("drawn by"), "InKRay Ray Caster");
          EXPECT_EQ(report->GetValue("image width"), 64);
          const double uploads = report->GetValue("mesh uploads");
          EXPECT_EQ(sent.emplace(cube, uploads).first->second, uploads) << "a frame sends nothing again";
          EXPECT_EQ(RemarksOf(report, "problem"), "");
        }
      }
      const auto picture = cubes.View.Picture();
      first = first.empty() ? picture : first;
      EXPECT_EQ(picture, first) << "with and without peeling";
    });
  }
}

TEST(MixedVolumes, WhatStopsOneOfThemIsSaidOnce)
{
  Overlapping scene;
  Cubes cubes({ &scene.Red, &scene.Green });
  scene.Expect(cubes);
  vtkNew<vtkPlane> plane;
  plane->SetNormal(0, 0, 0);
  for (Cube* cube : { &scene.Red, &scene.Green })
  {
    cube->Mapper->AddClippingPlane(plane);
    const Messages red(scene.Red.Mapper), green(scene.Green.Mapper);
    for (int frame = 0; frame < 3; ++frame)
    {
      cubes.View.Picture();
      EXPECT_NE(RemarksOf(cube->Mapper->GetReport(), "problem"), "") << frame;
    }
    EXPECT_EQ((cube == &scene.Red ? red : green).Said.size(), 1u);
    cube->Mapper->RemoveAllClippingPlanes();
  }
  scene.Expect(cubes);
}

TEST(MixedVolumes, AVolumeInTheLightIsMixedWithOneThatIsNot)
{
  // Only ambient light, first all of it and then half: it does not depend on gradients.
  Overlapping scene;
  Cubes cubes({ &scene.Red, &scene.Green });
  const auto unlit = CenterOf(cubes);
  vtkVolumeProperty* const property = scene.Green.Volume->GetProperty();
  property->ShadeOn();
  property->SetDiffuse(0);
  property->SetSpecular(0);
  property->SetAmbient(1);
  scene.Expect(cubes);
  property->SetAmbient(0.5);
  const auto lit = CenterOf(cubes);
  EXPECT_TRUE(scene.AreMerged(cubes));
  EXPECT_NEAR(lit[0], unlit[0], OneLevel);
  EXPECT_NEAR(lit[1], 0.5f * unlit[1], OneLevel);
  EXPECT_EQ(RemarksOf(scene.Green.Mapper->GetReport(), "note"), "");
}

TEST(MixedVolumes, CategoriesOfPointsAreMixedWithOtherVolumes)
{
  // Layers of points are green and blue in turn: together they are as much as the cube of one color.
  Overlapping scene;
  const auto grid = MakeCube(4);
  vtkDataArray* const values = grid->GetPointData()->GetScalars();
  for (vtkIdType p = 0; p < values->GetNumberOfTuples(); ++p)
  {
    values->SetTuple1(p, std::lround(4 * grid->GetPoint(p)[2]) % 2);
  }
  scene.Green.Mapper->SetInputData(grid);
  vtkColorTransferFunction* const colors = scene.Green.Volume->GetProperty()->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  colors->AddRGBPoint(0, 0, 1, 0);
  colors->AddRGBPoint(1, 0, 0, 1);
  colors->SetAnnotation(vtkVariant(0), "green");
  colors->SetAnnotation(vtkVariant(1), "blue");
  colors->IndexedLookupOn();
  const float both = scene.T * (1 - scene.T * scene.T) / 2,
              behind = scene.T * scene.T * scene.T * (1 - scene.T);
  scene.InBothOrders([&](Cubes& cubes) {
    const auto pixel = CenterOf(cubes);
    EXPECT_NEAR(pixel[0], 1 - scene.T + both, OneLevel);
    EXPECT_NEAR(pixel[1] + pixel[2], both + behind, 2 * OneLevel);
    EXPECT_GT(pixel[1], 0.05f);
    EXPECT_GT(pixel[2], 0.05f);
  });

  // With a volume of which nothing is seen, they are as they are alone.
  Cubes cubes({ &scene.Red, &scene.Green });
  scene.Red.Volume->VisibilityOff();
  const auto alone = cubes.View.Picture();
  scene.Red.Volume->VisibilityOn();
  vtkNew<vtkPiecewiseFunction> nothing;
  nothing->AddPoint(0, 0);
  nothing->AddPoint(1, 0);
  scene.Red.Volume->GetProperty()->SetScalarOpacity(nothing);
  EXPECT_LT(LargestDifference(cubes.View.Picture(), alone), OneLevel);
  EXPECT_TRUE(scene.AreMerged(cubes));
}

/// Slices of either cube across the view, in the middle of the part that both share. `colored` gives the
/// sliced cube components that are colors: the color of the cube, and blue from left to right.
void CheckSlices(bool colored)
{
  for (const bool isGreen : { true, false })
  {
    Overlapping scene;
    Cube& sliced = isGreen ? scene.Green : scene.Red;
    if (colored)
    {
      const auto grid = MakeCube(2);
      vtkNew<vtkDoubleArray> colors;
      colors->SetName("colors");
      colors->SetNumberOfComponents(3);
      for (vtkIdType p = 0; p < grid->GetNumberOfPoints(); ++p)
      {
        colors->InsertNextTuple3(isGreen ? 0 : 1, isGreen ? 1 : 0, grid->GetPoint(p)[0]);
      }
      grid->GetPointData()->SetScalars(colors);
      sliced.Mapper->SetInputData(grid);
      sliced.Volume->GetProperty()->IndependentComponentsOff();
    }
    vtkTetRayCastSettings* const settings = sliced.Mapper->GetSettings();
    const double at[3] = { 0.5, 0.5, isGreen ? 0.75 : 0.25 }, along[3] = { 0, 0, 1 };
    settings->SetNumberOfSlices(1);
    settings->SetSlice(0, at, along);
    for (const double opacity : { 0.5, 1.0 })
    {
      settings->SetSliceOpacity(opacity);
      scene.InBothOrders([&](Cubes& cubes) {
        const auto pixel = CenterOf(cubes);
        const float toBoth = scene.T, toSlice = toBoth * scene.T, slice = float(opacity) * toSlice,
                    behind = toSlice - slice, toGreen = behind * scene.T,
                    shared = (toBoth - toSlice + behind - toGreen) / 2;
        const float red = 1 - toBoth + shared + (isGreen ? 0 : slice),
                    green = shared + toGreen * (1 - scene.T) + (isGreen ? slice : 0),
                    blue = colored ? 32.5f / 64 * (isGreen ? green : red) : 0;
        EXPECT_NEAR(pixel[0], red, OneLevel) << opacity;
        EXPECT_NEAR(pixel[1], green, OneLevel) << opacity;
        EXPECT_NEAR(pixel[2], blue, OneLevel) << opacity;
        // An opaque slice writes its depth. The camera is at z = 5 and sees distances from 1 to 10.
        EXPECT_NEAR(cubes.View.Renderer->GetZ(32, 35), opacity < 1 ? 1 : (5 - 0.25 - 1) / 9, 1e-4);
      });
    }
  }
}

TEST(MixedVolumes, SlicesOfMixedVolumesAreInTheirDepth)
{
  CheckSlices(false);
}

TEST(MixedVolumes, SlicesOfColorsOfPointsAreInTheirDepth)
{
  CheckSlices(true);
}

TEST(MixedVolumes, IsosurfacesAreMixedWithVolumesAndWithOneAnother)
{
  // Without their volumes, translucent isosurfaces are still drawn with the volumes. They cross the other
  // cube's isosurfaces.
  Overlapping scene;
  for (Cube* cube : { &scene.Red, &scene.Green })
  {
    vtkTetRayCastSettings* const settings = cube->Mapper->GetSettings();
    settings->GetIsovalues()->SetValue(0, cube == &scene.Red ? 0.3 : 0.7);
    settings->GetIsovalues()->SetOpacity(0, 0.4);
  }
  scene.Red.Mapper->GetSettings()->DrawVolumeOff();
  for (const bool volume : { true, false })
  {
    scene.Green.Mapper->GetSettings()->SetDrawVolume(volume);
    scene.InBothOrders([&](Cubes& cubes) {
      cubes.View.Renderer->GetActiveCamera()->Azimuth(50);
      cubes.View.Renderer->ResetCameraClippingRange();
      const auto picture = cubes.View.Picture();
      scene.Red.Volume->VisibilityOff();
      EXPECT_GT(LargestDifference(cubes.View.Picture(), picture), 0.1f) << "the red one's surface is seen";
      scene.Red.Volume->VisibilityOn();
    });
  }
}

/// A translucent isosurface of an image with the values of MakeCube.
struct ImageSurface
{
  explicit ImageSurface(Cube& like)
  {
    vtkNew<vtkImageData> image;
    image->SetDimensions(5, 5, 5);
    image->SetSpacing(0.25, 0.25, 0.25);
    vtkNew<vtkFloatArray> values;
    values->SetName("f");
    for (int i = 0; i < 125; ++i)
    {
      values->InsertNextValue(0.25f * static_cast<float>(i % 5));
    }
    image->GetPointData()->SetScalars(values);
    this->Mapper->SetInputData(image);
    vtkIsosurfaceRayCastSettings* const settings = this->Mapper->GetSettings();
    settings->SetDeviceToCPU();
    settings->GetIsovalues()->SetNumberOfContours(1);
    settings->GetIsovalues()->SetValue(0, 0.7);
    settings->GetIsovalues()->SetOpacity(0, 0.4);
    this->Volume->SetMapper(this->Mapper);
    this->Volume->SetProperty(like.Volume->GetProperty());
    this->Volume->SetPosition(like.Volume->GetPosition());
  }

  vtkNew<vtkIsosurfaceRayCastMapper> Mapper;
  vtkNew<vtkRayCastVolume> Volume;
};

TEST(MixedVolumes, IsosurfacesOfImagesAreMixedWithVolumesOfMeshes)
{
  // The materials of the two kinds differ, so light is off for the comparison.
  Overlapping scene;
  scene.Green.Volume->GetProperty()->SetAmbient(1);
  scene.Green.Volume->GetProperty()->SetDiffuse(0);
  scene.Green.Volume->GetProperty()->SetSpecular(0);
  vtkTetRayCastSettings* const settings = scene.Green.Mapper->GetSettings();
  settings->DrawVolumeOff();
  settings->GetIsovalues()->SetValue(0, 0.7);
  settings->GetIsovalues()->SetOpacity(0, 0.4);
  const auto turn = [](Cubes& cubes) {
    cubes.View.Renderer->GetActiveCamera()->Azimuth(50);
    cubes.View.Renderer->ResetCameraClippingRange();
  };
  std::vector<float> ofMesh;
  {
    Cubes cubes({ &scene.Red, &scene.Green });
    turn(cubes);
    ofMesh = cubes.View.Picture();
  }
  ImageSurface surface(scene.Green);
  std::vector<float> first;
  for (const bool isSurfaceFirst : { false, true })
  {
    Cubes cubes({});
    vtkRenderer* const renderer = cubes.View.Renderer;
    renderer->AddVolume(isSurfaceFirst ? surface.Volume : scene.Red.Volume);
    renderer->AddVolume(isSurfaceFirst ? scene.Red.Volume : surface.Volume);
    turn(cubes);
    for (int frame = 0; frame < 2; ++frame)
    {
      const auto picture = cubes.View.Picture();
      EXPECT_TRUE(vtkRayCastVolume::AreMerged(renderer, scene.Red.Volume, surface.Volume));
      first = first.empty() ? picture : first;
      EXPECT_EQ(picture, first);
    }
    EXPECT_STRNE(surface.Mapper->GetReport()->GetText("drawn by"), "nothing");

    // An opaque isosurface is drawn before the volume, and the volume's rays end there.
    surface.Mapper->GetSettings()->GetIsovalues()->SetOpacity(0, 1);
    settings->GetIsovalues()->SetOpacity(0, 1);
    const auto opaque = cubes.View.Picture();
    EXPECT_FALSE(vtkRayCastVolume::AreMerged(renderer, scene.Red.Volume, surface.Volume));
    renderer->RemoveVolume(surface.Volume);
    renderer->AddVolume(scene.Green.Volume);
    EXPECT_LT(LargestDifference(cubes.View.Picture(), opaque), 4 * OneLevel);
    renderer->RemoveVolume(scene.Green.Volume);
    surface.Mapper->GetSettings()->GetIsovalues()->SetOpacity(0, 0.4);
    settings->GetIsovalues()->SetOpacity(0, 0.4);
  }
  std::size_t far = 0;
  for (std::size_t i = 0; i < first.size(); ++i)
  {
    far += std::abs(first[i] - ofMesh[i]) > 2.5f * OneLevel;
  }
  EXPECT_LT(far, first.size() / 200) << "at the surface's border";
  EXPECT_GT(LargestDifference(first, std::vector<float>(first.size(), 0)), 0.3f);
}

TEST(MixedVolumes, IsosurfacesOfImagesThatOverlapAreMetInTheirDepth)
{
  // Each image has two surfaces with one of the other's between them, so centers give no correct order.
  Overlapping scene;
  ImageSurface first(scene.Red), second(scene.Green), third(scene.Green);
  for (ImageSurface* surface : { &first, &second })
  {
    vtkIsovalueList* const list = surface->Mapper->GetSettings()->GetIsovalues();
    list->SetNumberOfContours(2);
    list->SetValue(0, surface == &first ? 0.2 : 0.4);
    list->SetValue(1, surface == &first ? 0.6 : 0.8);
    list->SetOpacity(0, 0.5);
    list->SetOpacity(1, 0.5);
  }
  second.Volume->SetPosition(0, 0.05, -0.1);
  // Without light, each image in one color.
  for (Cube* cube : { &scene.Red, &scene.Green })
  {
    vtkVolumeProperty* const property = cube->Volume->GetProperty();
    property->SetAmbient(1);
    property->SetDiffuse(0);
    property->SetSpecular(0);
  }
  for (int i = 0; i < 2; ++i)
  {
    first.Mapper->GetSettings()->GetIsovalues()->SetColor(i, 1, 0, 0);
    second.Mapper->GetSettings()->GetIsovalues()->SetColor(i, 0, 1, 0);
  }
  std::vector<float> wanted;
  for (const bool isSecondFirst : { false, true })
  {
    Cubes cubes({});
    vtkRenderer* const renderer = cubes.View.Renderer;
    renderer->AddVolume(isSecondFirst ? second.Volume : first.Volume);
    renderer->AddVolume(isSecondFirst ? first.Volume : second.Volume);
    renderer->GetActiveCamera()->Azimuth(90); // along x
    renderer->ResetCameraClippingRange();
    for (int frame = 0; frame < 2; ++frame)
    {
      const auto picture = cubes.View.Picture();
      EXPECT_TRUE(vtkRayCastVolume::AreMerged(renderer, first.Volume, second.Volume));
      wanted = wanted.empty() ? picture : wanted;
      EXPECT_EQ(picture, wanted);
      // From x = 1: green at 0.8, red at 0.6, green at 0.4, red at 0.2.
      const auto pixel = cubes.View.Pixel(picture, 32, 32);
      EXPECT_NEAR(pixel[0], 0.25 + 0.0625, OneLevel);
      EXPECT_NEAR(pixel[1], 0.5 + 0.125, OneLevel);
    }
    for (ImageSurface* surface : { &first, &second })
    {
      vtkRayCastReport* const report = surface->Mapper->GetReport();
      EXPECT_STRNE(report->GetText("drawn by"), "nothing");
      EXPECT_EQ(report->GetValue("image width"), 64);
      EXPECT_EQ(RemarksOf(report, "problem"), "");
    }

    // An opaque surface ends the rays and writes a depth.
    second.Mapper->GetSettings()->GetIsovalues()->SetOpacity(0, 1);
    const auto pixel = cubes.View.Pixel(cubes.View.Picture(), 32, 32);
    EXPECT_NEAR(pixel[0], 0.25, OneLevel);
    EXPECT_NEAR(pixel[1], 0.75, OneLevel);
    const double range[2] = { renderer->GetActiveCamera()->GetClippingRange()[0],
      renderer->GetActiveCamera()->GetClippingRange()[1] };
    EXPECT_NEAR(renderer->GetZ(32, 32),
      (renderer->GetActiveCamera()->GetPosition()[0] - 0.4 - range[0]) / (range[1] - range[0]), 1e-3);
    second.Mapper->GetSettings()->GetIsovalues()->SetOpacity(0, 0.5);
    EXPECT_EQ(cubes.View.Picture(), wanted);
  }

  // Blocks of one display are drawn in order and not merged. With another display they share its picture.
  Cubes cubes({});
  cubes.View.Renderer->AddVolume(second.Volume);
  cubes.View.Renderer->AddVolume(third.Volume);
  cubes.View.Picture();
  EXPECT_FALSE(vtkRayCastVolume::AreMerged(cubes.View.Renderer, second.Volume, third.Volume));
  EXPECT_STRNE(second.Mapper->GetReport()->GetText("drawn by"), "nothing");
  EXPECT_STRNE(third.Mapper->GetReport()->GetText("drawn by"), "nothing");
  cubes.View.Renderer->AddVolume(first.Volume);
  cubes.View.Picture();
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(cubes.View.Renderer, second.Volume, third.Volume));
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(cubes.View.Renderer, first.Volume, third.Volume));
}

// If one or both meshes are in pieces, the picture equals that of the whole meshes, even for a moving picture
// that has no time for all pieces.
TEST(MixedVolumes, MeshesInPiecesAreMixedWithVolumesThatTheyOverlap)
{
  Overlapping scene;
  scene.Green.Mapper->SetInputData(MakeCube(20));
  scene.Red.Mapper->SetInputData(MakeCube(19));
  const auto setMemory = [&scene](int ofRed, int ofGreen) {
    scene.Red.Mapper->GetSettings()->SetGPUMemory(ofRed);
    scene.Green.Mapper->GetSettings()->SetGPUMemory(ofGreen);
  };
  const auto pieces = [](Cube& cube) { return cube.Mapper->GetReport()->GetValue("pieces"); };
  for (const auto& order :
    std::vector<std::vector<Cube*>>{ { &scene.Red, &scene.Green }, { &scene.Green, &scene.Red } })
  {
    Cubes cubes(order);
    for (const double turn : { 0.0, 35.0 })
    {
      // The green volume is turned as well.
      scene.Green.Volume->RotateY(turn / 3);
      cubes.View.Renderer->GetActiveCamera()->Azimuth(turn);
      cubes.View.Renderer->ResetCameraClippingRange();
      setMemory(0, 0);
      const auto whole = cubes.View.Picture();
      EXPECT_FALSE(pieces(scene.Red) > 1 || pieces(scene.Green) > 1);
      for (const auto& [ofRed, ofGreen] : { std::pair(0, 4), { 4, 0 }, { 4, 4 } })
      {
        setMemory(ofRed, ofGreen);
        if (turn == 0)
        {
          scene.Expect(cubes);
        }
        EXPECT_LT(LargestDifference(cubes.View.Picture(), whole), OneLevel) << ofRed << " " << ofGreen;
        EXPECT_TRUE(scene.AreMerged(cubes));
        EXPECT_EQ(pieces(scene.Red) > 1, ofRed > 0);
        EXPECT_EQ(pieces(scene.Green) > 1, ofGreen > 0);
        EXPECT_EQ(RemarksOf(scene.Red.Mapper->GetReport(), "problem"), "");
        EXPECT_EQ(RemarksOf(scene.Green.Mapper->GetReport(), "problem"), "");
        for (Cube* cube : order)
        {
          cube->Mapper->GetSettings()->SetPiecesWithin(0);
          cube->Mapper->GetSettings()->SetMaximumImageSampleDistance(1);
        }
        cubes.View.Window->SetDesiredUpdateRate(30);
        EXPECT_LT(LargestDifference(cubes.View.Picture(), whole), OneLevel) << ofRed << " " << ofGreen;
        cubes.View.Window->SetDesiredUpdateRate(0.0001);
      }
    }
    scene.Green.Volume->SetOrientation(0, 0, 0);
  }

  // The translucent isosurface of the image overlaps both meshes, so that all three share one picture.
  ImageSurface surface(scene.Red);
  Cubes cubes({ &scene.Red, &scene.Green });
  cubes.View.Renderer->AddVolume(surface.Volume);
  setMemory(0, 0);
  const auto whole = cubes.View.Picture();
  EXPECT_GT(LargestDifference(whole, std::vector<float>(whole.size(), 0)), 0.3f);
  setMemory(0, 4);
  EXPECT_LT(LargestDifference(cubes.View.Picture(), whole), OneLevel);
  EXPECT_TRUE(pieces(scene.Green) > 1);
  EXPECT_TRUE(scene.AreMerged(cubes));
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(cubes.View.Renderer, scene.Green.Volume, surface.Volume));
  EXPECT_EQ(RemarksOf(scene.Green.Mapper->GetReport(), "problem"), "");
}

TEST(MixedVolumes, MessagesOfMixedVolumesAreGivenOnce)
{
  Overlapping scene;
  vtkSmartPointer<vtkUnstructuredGrid> grid = MakeCube(2);
  grid->GetPointData()->GetScalars()->SetComponent(0, 0, std::nan(""));
  scene.Red.Mapper->SetInputData(grid);
  scene.Green.Mapper->SetInputData(grid);
  Cubes cubes({ &scene.Red, &scene.Green });
  for (int frame = 0; frame < 2; ++frame)
  {
    cubes.View.Picture();
    const std::string red = RemarksOf(scene.Red.Mapper->GetReport(), "note"),
                      green = RemarksOf(scene.Green.Mapper->GetReport(), "note");
    for (const std::string& notes : { red, green })
    {
      const std::string text = "1 of 27 values";
      EXPECT_NE(notes.find(text), std::string::npos) << notes;
      EXPECT_EQ(notes.find(text), notes.rfind(text)) << notes;
    }
    const std::string other = "drawn in the same picture as another volume";
    EXPECT_NE(red.find(other), std::string::npos) << red;
    EXPECT_EQ(green.find(other), std::string::npos) << green;
  }
}

TEST(MixedVolumes, WhatCannotBeMixedIsDrawnByTheDistancesOfCenters)
{
  // Different blend modes cannot be merged. Both volumes are drawn, the nearer one over the other.
  Overlapping scene;
  Cubes cubes({ &scene.Red, &scene.Green });
  scene.Expect(cubes);
  const auto expectCovered = [&](const char* what) {
    const auto pixel = CenterOf(cubes);
    EXPECT_NEAR(pixel[0], 1 - scene.T * scene.T, OneLevel) << what;
    EXPECT_GT(pixel[1], 0.01f) << what;
    EXPECT_FALSE(scene.AreMerged(cubes));
    EXPECT_STREQ(scene.Red.Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");
    EXPECT_STREQ(scene.Green.Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");
  };
  scene.Green.Mapper->SetBlendModeToMaximumIntensity();
  expectCovered("maximum");
  scene.Green.Mapper->SetBlendModeToComposite();
  scene.Expect(cubes);

  // A volume that draws nothing leaves the other one unchanged.
  vtkNew<vtkUnstructuredGrid> nothing;
  scene.Green.Mapper->SetInputData(nothing);
  const auto alone = CenterOf(cubes);
  EXPECT_NEAR(alone[0], 1 - scene.T * scene.T, OneLevel);
  EXPECT_NEAR(alone[1], 0, OneLevel);
}

TEST(MixedVolumes, WhatLiesBetweenMixedVolumesIsMixedWithThem)
{
  // The blue cube overlaps neither red nor green, but the box around both.
  Overlapping scene;
  Cube blue(2, 0, 0.6, 0, 0, 1), apart(2, 0, 2, 1, 1, 1);
  scene.Green.Volume->SetScale(4, 1, 1);
  Cubes cubes({ &scene.Red, &blue, &apart, &scene.Green });
  cubes.View.Renderer->GetActiveCamera()->SetParallelScale(4);
  cubes.View.Picture();
  vtkRenderer* const renderer = cubes.View.Renderer;
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(renderer, scene.Red.Volume, scene.Green.Volume));
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(renderer, blue.Volume, scene.Green.Volume));
  EXPECT_FALSE(vtkRayCastVolume::AreMerged(renderer, apart.Volume, scene.Green.Volume));
}

TEST(MixedVolumes, AnAbortedPictureOfMixedVolumesIsDrawnByTheNextFrame)
{
  Overlapping scene;
  Cubes cubes({ &scene.Red, &scene.Green });
  scene.Expect(cubes);
  {
    const AbortedFrames aborted(cubes.View.Renderer);
    cubes.View.Picture();
    EXPECT_STREQ(scene.Red.Mapper->GetReport()->GetText("drawn by"), "nothing");
  }
  scene.Expect(cubes);
}

} // namespace
