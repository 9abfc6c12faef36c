// SPDX-License-Identifier: BSD-3-Clause
// Messages of the ray caster of meshes if it cannot draw, or not everything: each text in full, once, and
// only where it applies.
#include "Scene.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkIsovalueList.h"
#include "vtkLight.h"
#include "vtkLightCollection.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <array>

namespace
{

/// The notes of the next frame. Expects that it has no problem.
std::string notesOf(Scene& scene)
{
  const Messages messages(scene.Mapper);
  scene.Picture();
  EXPECT_TRUE(messages.Said.empty()) << messages.Said.front();
  return RemarksOf(scene.Mapper->GetReport(), "note");
}

/// Expects one message in three frames, and the same text as a problem in each frame's report. If `end` is
/// given, anything may stand between `text` and `end`.
void expectSaid(Scene& scene, const std::string& text, const std::string& end = "")
{
  const Messages messages(scene.Mapper);
  for (int frame = 0; frame < 3; ++frame)
  {
    scene.Picture();
    std::string said = RemarksOf(scene.Mapper->GetReport(), "problem");
    const std::size_t whole = text.size() + end.size() + 1;
    if (!end.empty() && said.size() > whole)
    {
      said.erase(text.size(), said.size() - whole);
    }
    EXPECT_EQ(said, text + end + "\n");
  }
  ASSERT_EQ(messages.Said.size(), 1u) << text;
  EXPECT_NE(messages.Said[0].find(text), std::string::npos) << messages.Said[0];
}

bool isEmpty(Scene& scene)
{
  const std::vector<float> picture = scene.Picture();
  return LargestDifference(picture, std::vector<float>(picture.size())) == 0;
}

/// Adds a point array with `components` components, each of which rises along x.
void addComponents(Scene& scene, const char* name, int components)
{
  auto* const grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(grid->GetNumberOfPoints());
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    for (int c = 0; c < components; ++c)
    {
      array->SetComponent(i, c, grid->GetPoint(i)[0] / (c + 1));
    }
  }
  grid->GetPointData()->AddArray(array);
}

void colorBy(Scene& scene, const char* name)
{
  scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
  scene.Mapper->SelectScalarArray(name);
}

TEST(Messages, NoInput)
{
  Scene scene;
  const std::vector<float> whole = scene.Picture();
  const vtkSmartPointer<vtkDataObject> good = scene.Mapper->GetInput();
  {
    // Calls the mapper directly, as a renderer may: vtkVolume calls no mapper without input.
    const Messages messages(scene.Mapper);
    scene.Mapper->SetInputDataObject(nullptr);
    scene.Window->MakeCurrent();
    const std::string text = "There is no input; connect a vtkUnstructuredGrid.";
    for (int frame = 0; frame < 2; ++frame)
    {
      scene.Mapper->Render(scene.Renderer, scene.Volume);
      EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), text + "\n");
    }
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find(text), std::string::npos) << messages.Said[0];
  }
  scene.Mapper->SetInputDataObject(good);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
}

TEST(Messages, ABlendModeThatThereIsNot)
{
  Scene scene;
  // VTK may have more modes in later versions, so the middle of the text is free.
  const std::string end = ". The volume is composited.";
  scene.Mapper->SetBlendMode(99);
  expectSaid(scene, "There is no blend mode 99; choose one from Composite (0) to Additive (4)", end);
  scene.Mapper->SetBlendMode(-1);
  expectSaid(scene, "There is no blend mode -1; choose one from Composite (0) to Additive (4)", end);
  scene.Mapper->SetBlendMode(vtkVolumeMapper::AVERAGE_INTENSITY_BLEND);
  scene.Mapper->SetAverageIPScalarRange(1, 0);
  expectSaid(scene, "The range of values to average is empty; give its lower end first.");
  EXPECT_TRUE(isEmpty(scene));
  // Other modes ignore the range.
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  EXPECT_EQ(notesOf(scene), "");
  EXPECT_FALSE(isEmpty(scene));
}

TEST(Messages, AnArrayOfOpacityThatThereIsNot)
{
  Scene scene;
  scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, "none", 0);
  expectSaid(
    scene, "There is no array of numbers 'none' on the points to take opacity from; choose another one.");
  EXPECT_TRUE(isEmpty(scene));
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "f", 0);
  expectSaid(
    scene, "There is no array of numbers 'f' on the cells to take opacity from; choose another one.");
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  EXPECT_EQ(notesOf(scene), "") << "it has its array";
}

TEST(Messages, ComponentsThatAreNoColors)
{
  Scene scene;
  addComponents(scene, "three", 3);
  addComponents(scene, "five", 5);
  scene.Volume->GetProperty()->IndependentComponentsOff();
  colorBy(scene, "five");
  expectSaid(scene,
    "An array whose components are colors needs two, three or four of them, and this one has 5; the transfer "
    "functions draw the first component.");
  EXPECT_FALSE(isEmpty(scene));
  colorBy(scene, "three");
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::ADDITIVE_BLEND);
  EXPECT_EQ(notesOf(scene), "") << "sums are of colors";
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  EXPECT_EQ(notesOf(scene),
    "Maximum and Minimum cannot be drawn. Components that are colors: Colors have no order; the first "
    "component is shown.\n");
}

TEST(Messages, AThresholdThatLeavesNothing)
{
  Scene scene;
  scene.Mapper->SelectThresholdArray(vtkDataObject::POINT, "f", 0);
  for (const auto& range : { std::array<double, 2>{ 2, 3 }, std::array<double, 2>{ -3, -2 } })
  {
    scene.Mapper->SetThresholdRange(range[0], range[1]);
    EXPECT_EQ(notesOf(scene),
      "The threshold from " + std::to_string(int(range[0])) + " to " + std::to_string(int(range[1])) +
        " leaves no value of the array 'f' (0 to 1), so no cell is shown.\n");
    EXPECT_TRUE(isEmpty(scene));
  }
  scene.Mapper->SetThresholdRange(0, 0.25);
  EXPECT_EQ(notesOf(scene), "");
}

TEST(Messages, IsosurfacesAndSlicesAreWithAnyVolume)
{
  Scene scene;
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  scene.Settings->GetIsovalues()->SetValue(0, 0.5);
  const double middle[3] = { 0.5, 0.5, 0.5 }, along[3] = { 1, 0, 0 };
  scene.Settings->SetNumberOfSlices(1);
  scene.Settings->SetSlice(0, middle, along);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MINIMUM_INTENSITY_BLEND);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, nullptr, 0);
  property->GetRGBTransferFunction(0)->IndexedLookupOn();
  EXPECT_EQ(notesOf(scene), "");
  scene.Settings->DrawVolumeOff();
  EXPECT_EQ(notesOf(scene), "");
}

TEST(Messages, WhereThereIsNoLightAndNoGradient)
{
  Scene scene;
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  property->ShadeOn();
  property->GetGradientOpacity(0)->AddPoint(0, 0.5);
  property->GetGradientOpacity(0)->AddPoint(1, 1);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  EXPECT_EQ(notesOf(scene),
    "Gradient opacity cannot be drawn. Blend modes other than Composite: They show values by the transfer "
    "function alone.\nLight on the volume cannot be drawn. Blend modes other than Composite: Extremes and "
    "sums are values, on which no light falls.\n");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  EXPECT_EQ(notesOf(scene), "");
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, nullptr, 0);
  property->GetRGBTransferFunction(0)->IndexedLookupOn();
  EXPECT_EQ(notesOf(scene), "");
  property->GetRGBTransferFunction(0)->IndexedLookupOff();
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
  property->DisableGradientOpacityOn();
  expectSaid(scene,
    "The volume property asks for a 2-D transfer function and has none; its color and opacity functions are "
    "used.");
}

TEST(Messages, MoreLightsThanThereMayBe)
{
  Scene scene;
  scene.Renderer->AutomaticLightCreationOff();
  scene.Renderer->RemoveAllLights();
  for (int i = 0; i < 17; ++i)
  {
    vtkNew<vtkLight> light;
    light->SetLightTypeToSceneLight();
    light->SetPosition(i, 1, 5);
    scene.Renderer->AddLight(light);
  }
  const std::string many = "The view has more than 16 lights; the others are left out.\n";
  EXPECT_EQ(notesOf(scene), "") << "nothing is lit";
  scene.Volume->GetProperty()->ShadeOn();
  EXPECT_EQ(notesOf(scene), many);
  scene.Volume->GetProperty()->ShadeOff();
  scene.Settings->GetIsovalues()->SetValue(0, 0.5);
  EXPECT_EQ(notesOf(scene), many);
  scene.Renderer->RemoveLight(vtkLight::SafeDownCast(scene.Renderer->GetLights()->GetItemAsObject(0)));
  EXPECT_EQ(notesOf(scene), "");
}

} // namespace
