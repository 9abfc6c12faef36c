// SPDX-License-Identifier: BSD-3-Clause
// Each bad input to vtkIsosurfaceRayCastMapper gives one clear message. Good input afterwards is drawn again.
#include "IsosurfaceScene.h"
#include "vtkDoubleArray.h"
#include "vtkLight.h"
#include "vtkPointData.h"
#include "vtkRectilinearGrid.h"
#include "vtkStringArray.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

void expectColor(const std::array<float, 3>& pixel, double red, double green, double blue, const char* what)
{
  EXPECT_NEAR(pixel[0], red, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[1], green, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[2], blue, 2 * OneLevel) << what;
}

vtkImageData* imageOf(IsosurfaceScene& scene)
{
  return vtkImageData::SafeDownCast(scene.Mapper->GetInput());
}

/// The messages of three frames. Expects that the window shows nothing.
std::vector<std::string> saidOf(IsosurfaceScene& scene)
{
  Messages messages(scene.Mapper);
  for (int frame = 0; frame < 3; ++frame)
  {
    const auto picture = scene.Picture();
    for (float value : picture)
    {
      EXPECT_EQ(value, 0.0f);
      if (value != 0.0f)
      {
        break;
      }
    }
  }
  return messages.Said;
}

void expectSaid(const std::vector<std::string>& said, const char* part)
{
  ASSERT_EQ(said.size(), 1u) << part << (said.empty() ? std::string() : "; last: " + said.back());
  EXPECT_NE(said[0].find(part), std::string::npos) << said[0];
}

/// Expects that three frames show nothing and give no message: the report explains why.
void expectNoted(IsosurfaceScene& scene, const char* part)
{
  EXPECT_TRUE(saidOf(scene).empty()) << part;
  const std::string remarks = RemarksOf(scene.Mapper->GetReport(), "note");
  EXPECT_NE(remarks.find(part), std::string::npos) << part << " is not in: " << remarks;
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");
}

TEST(IsosurfaceBadInput, BadInputIsOneMessageAndBackAgain)
{
  IsosurfaceScene scene(height);
  vtkSmartPointer<vtkImageData> good = imageOf(scene);
  scene.Show({ 0.25 });
  const auto whole = scene.Picture();

  scene.Show({});
  expectNoted(scene, "no isovalue; set one or more, within [-1, 1]");
  EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "nothing");
  EXPECT_EQ(scene.Reported("hits"), 0) << "no figures of a frame before";
  scene.Show({ 7 });
  expectNoted(scene, "'f' are within [-1, 1]");
  scene.Show({ std::nan("") });
  expectSaid(saidOf(scene), "not a finite number");
  EXPECT_NE(RemarksOf(scene.Mapper->GetReport(), "problem").find("not a finite number"), std::string::npos);
  good->Modified();
  EXPECT_TRUE(saidOf(scene).empty()) << "not again for every time step";
  scene.Show({ 0.25 });
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");
  {
    Messages messages(scene.Mapper);
    scene.Show({ std::nan(""), 0.25 });
    EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f) << "the other one is drawn";
    EXPECT_EQ(messages.Said.size(), 1u);
  }
  scene.Show({ 0.25 });

  auto nothing = MakeImage(5, [](double, double, double) { return std::nan(""); });
  scene.Mapper->SetInputData(nothing);
  expectSaid(saidOf(scene), "No value of the array 'f' is a finite number");

  vtkNew<vtkImageData> slice;
  slice->SetDimensions(5, 5, 1);
  slice->AllocateScalars(VTK_FLOAT, 1);
  scene.Mapper->SetInputData(slice);
  expectSaid(saidOf(scene), "5 x 5 x 1 points");

  vtkNew<vtkImageData> empty;
  scene.Mapper->SetInputData(empty);
  expectNoted(scene, "empty");

  vtkNew<vtkImageData> bare;
  bare->SetDimensions(3, 3, 3);
  scene.Mapper->SetInputData(bare);
  expectSaid(saidOf(scene), "no scalars");

  auto words = MakeImage(5, height);
  vtkNew<vtkStringArray> strings;
  strings->SetName("words");
  strings->SetNumberOfValues(125);
  words->GetPointData()->AddArray(strings);
  scene.Mapper->SetInputData(words);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  scene.Mapper->SelectScalarArray("words");
  expectSaid(saidOf(scene), "does not hold numbers");
  scene.Mapper->SelectScalarArray("nowhere");
  expectSaid(saidOf(scene), "no array 'nowhere' on the points");
  scene.Mapper->SetScalarModeToDefault();

  auto flat = MakeImage(5, height);
  flat->SetSpacing(1, 0, 1);
  scene.Mapper->SetInputData(flat);
  expectSaid(saidOf(scene), "make it flat");

  auto cells = MakeImage(2, height);
  scene.Mapper->SetInputData(cells);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  expectSaid(saidOf(scene), "at least two cells");
  scene.Mapper->SetScalarModeToDefault();

  vtkNew<vtkRectilinearGrid> rectilinear;
  scene.Mapper->SetInputData(rectilinear.Get());
  expectNoted(scene, "empty");
  vtkNew<vtkDoubleArray> ascending, disordered;
  for (double x : { 0, 1, 2 })
  {
    ascending->InsertNextValue(x);
    disordered->InsertNextValue(x == 1 ? 3 : x);
  }
  rectilinear->SetDimensions(3, 3, 3);
  rectilinear->SetXCoordinates(ascending);
  rectilinear->SetYCoordinates(disordered);
  rectilinear->SetZCoordinates(ascending);
  vtkNew<vtkDoubleArray> values;
  values->SetNumberOfTuples(27);
  values->Fill(1);
  rectilinear->GetPointData()->SetScalars(values);
  expectSaid(saidOf(scene), "along y are not in order");

  vtkNew<vtkUnstructuredGrid> cloud;
  scene.Mapper->SetInputDataObject(cloud);
  expectSaid(saidOf(scene), "vtkUnstructuredGrid, neither a vtkImageData nor a vtkRectilinearGrid");

  auto wrong = MakeImage(5, height);
  wrong->GetPointData()->GetScalars()->SetNumberOfTuples(100);
  scene.Mapper->SetInputData(wrong);
  expectSaid(saidOf(scene), "has 100 values for 125 points");

  scene.Mapper->SetInputData(good);
  Messages messages(scene.Mapper);
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_TRUE(messages.Said.empty());
}

TEST(IsosurfaceBadInput, NoInput)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  scene.Picture();
  Messages messages(scene.Mapper);
  scene.Mapper->SetInputDataObject(nullptr);
  scene.Window->MakeCurrent();
  for (int frame = 0; frame < 2; ++frame)
  {
    scene.Mapper->Render(scene.Renderer, scene.Volume);
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"),
      "There is no input; connect a vtkImageData or vtkRectilinearGrid.\n");
  }
  EXPECT_EQ(messages.Said.size(), 1u);
}

TEST(IsosurfaceBadInput, LightsBeyondSixteenAreLeftOut)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  scene.Renderer->RemoveAllLights();
  for (int i = 0; i < 17; ++i)
  {
    vtkNew<vtkLight> light;
    light->SetLightTypeToSceneLight();
    scene.Renderer->AddLight(light);
  }
  scene.Volume->GetProperty()->ShadeOn();
  scene.Picture();
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"),
    "The view has more than 16 lights; the others are left out.\n");
  scene.Volume->GetProperty()->ShadeOff();
  scene.Picture();
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "") << "nothing is lit";
}

TEST(IsosurfaceBadInput, SomeValuesThatAreNoNumbers)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  imageOf(scene)->GetPointData()->GetScalars()->SetComponent(4 + 9 * 4 + 81 * 4, 0, std::nan(""));
  Messages messages(scene.Mapper);
  expectColor(scene.Pixel(30, 30), 0, 0, 0, "a hole");
  expectColor(scene.Pixel(10, 10), 0.1, 0.9, 0, "and the rest");
  EXPECT_TRUE(messages.Said.empty());
  const std::string notes = RemarksOf(scene.Mapper->GetReport(), "note");
  EXPECT_NE(notes.find("1 of 729 values"), std::string::npos) << notes;
}

TEST(IsosurfaceBadInput, PieceIsSilentAboutEmptiness)
{
  IsosurfaceScene scene(height);
  scene.Settings->InputIsPartOn();
  scene.Show({ 7 });
  EXPECT_TRUE(saidOf(scene).empty());
  vtkNew<vtkImageData> empty;
  scene.Mapper->SetInputData(empty);
  EXPECT_TRUE(saidOf(scene).empty());
}

TEST(IsosurfaceBadInput, CudaThatIsNotThereFallsBackToTheCPU)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  const auto whole = scene.Picture();
  Messages messages(scene.Mapper);
  scene.Settings->SetDeviceToCUDA();
  EXPECT_LE(LargestDifference(scene.Picture(), whole), OneLevel);
  scene.Picture();
  if (std::string(scene.Mapper->GetDeviceName()).find("CPU") == std::string::npos)
  {
    GTEST_SKIP() << "there is a CUDA device";
  }
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find(scene.Mapper->GetFallbackReason()), std::string::npos);
  EXPECT_FALSE(std::string(scene.Mapper->GetFallbackReason()).empty());
}

} // namespace
