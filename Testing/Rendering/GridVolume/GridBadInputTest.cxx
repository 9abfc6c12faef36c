// SPDX-License-Identifier: BSD-3-Clause
// Each bad input to vtkGridRayCastMapper gives one clear message. Good input afterwards is drawn again.
#include "GridScene.h"

#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkIsovalueList.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace
{

/// A scene that draws an image, and its picture.
struct GoodScene : GridScene
{
  GoodScene()
  {
    AddValues(this->Image, "f", Linear);
    this->Whole = this->Draw(this->Image);
  }

  /// Expects that three frames of an input show nothing and give one message that contains `part`.
  void ExpectNothing(vtkDataSet* input, const std::string& part)
  {
    Messages messages(this->Grids);
    for (int frame = 0; frame < 3; ++frame)
    {
      const auto picture = this->Draw(input);
      EXPECT_EQ(*std::max_element(picture.begin(), picture.end()), 0.0f) << part;
    }
    ASSERT_EQ(messages.Said.size(), 1u) << part;
    EXPECT_NE(messages.Said[0].find(part), std::string::npos) << messages.Said[0];
    EXPECT_NE(RemarksOf(this->Grids->GetReport(), "problem").find(part), std::string::npos) << part;
    EXPECT_STREQ(this->Grids->GetReport()->GetText("drawn by"), "nothing");
    EXPECT_EQ(this->Grids->GetReport()->GetValue("rays"), 0) << part;
  }
  /// The same, and expects that the good image is drawn afterwards.
  void ExpectMessage(vtkDataSet* input, const std::string& part)
  {
    this->ExpectNothing(input, part);
    this->ExpectBack(part);
  }
  /// Expects no message, but a note.
  void ExpectNote(vtkDataSet* input, const std::string& part)
  {
    Messages messages(this->Grids);
    this->Draw(input);
    EXPECT_TRUE(messages.Said.empty()) << messages.Said[0];
    const std::string notes = RemarksOf(this->Grids->GetReport(), "note");
    EXPECT_NE(notes.find(part), std::string::npos) << notes;
  }
  void ExpectBack(const std::string& part)
  {
    EXPECT_LE(LargestDifference(this->Draw(this->Image), this->Whole), 0.0f) << part;
    EXPECT_EQ(RemarksOf(this->Grids->GetReport(), "problem"), "") << part;
  }

  vtkSmartPointer<vtkImageData> Image = MakeTurnedImage();
  std::vector<float> Whole;
};

TEST(GridBadInput, ImagesThatAreNoVolumes)
{
  GoodScene scene;
  vtkNew<vtkImageData> slice;
  slice->SetDimensions(5, 5, 1);
  AddValues(slice, "f", Linear);
  scene.ExpectMessage(slice, "5 x 5 x 1 points");

  vtkNew<vtkImageData> flat;
  flat->SetDimensions(5, 5, 5);
  AddValues(flat, "f", Linear);
  flat->SetSpacing(1, 0, 1);
  scene.ExpectMessage(flat, "no spacing zero");

  auto unordered = MakeUnevenGrid();
  AddValues(unordered, "f", Linear);
  unordered->GetXCoordinates()->SetComponent(1, 0, 0.5);
  scene.ExpectMessage(unordered, "along x are not in order");

  vtkNew<vtkImageData> empty;
  scene.ExpectNote(empty, "empty");
  scene.ExpectBack("empty");
  vtkNew<vtkImageData> cellsOfOne;
  cellsOfOne->SetDimensions(2, 5, 5);
  AddCellValues(cellsOfOne, "c", Linear);
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("c");
  Messages messages(scene.Grids);
  scene.Draw(cellsOfOne);
  EXPECT_EQ(messages.Said.size(), 1u);
}

TEST(GridBadInput, ArraysThatCannotBeDrawn)
{
  GoodScene scene;
  vtkNew<vtkImageData> bare;
  bare->SetDimensions(3, 3, 3);
  scene.ExpectMessage(bare, "no scalars to draw");

  for (const double value : { std::nan(""), std::numeric_limits<double>::infinity() })
  {
    auto missing = MakeTurnedImage();
    AddValues(missing, "f", [value](const double*) { return value; });
    scene.ExpectMessage(missing, "No value of the array 'f' is a finite number, so nothing is drawn.");
  }
  auto checkered = MakeTurnedImage();
  int i = 0;
  AddValues(checkered, "f", [&i](const double*) { return ++i % 2 == 0 ? 20.0 : std::nan(""); });
  scene.ExpectNote(checkered, "No visible cell of the image has eight finite values");
  scene.ExpectBack("checkered");
  auto constant = MakeTurnedImage();
  AddValues(constant, "f", [](const double*) { return 20.0; });
  scene.ExpectNote(constant, "'f' is 20 everywhere");

  scene.Grids->SelectOpacityArray(vtkDataObject::POINT, "gone", 0);
  Messages messages(scene.Grids);
  scene.Draw(scene.Image);
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("'gone' on the points to take opacity from"), std::string::npos);
  AddValues(scene.Image, "gone", [](const double*) { return std::nan(""); });
  scene.Draw(scene.Image);
  ASSERT_EQ(messages.Said.size(), 2u);
  EXPECT_NE(messages.Said[1].find("which gives the opacity, is a finite number"), std::string::npos);
  scene.Grids->SelectOpacityArray(vtkDataObject::POINT, "", 0);
  scene.ExpectBack("opacity");

  vtkNew<vtkDoubleArray> colors;
  colors->SetName("rgb");
  colors->SetNumberOfComponents(3);
  colors->SetNumberOfTuples(scene.Image->GetNumberOfPoints());
  colors->Fill(std::nan(""));
  auto colored = MakeTurnedImage();
  colored->GetPointData()->SetScalars(colors);
  scene.Volume->GetProperty()->IndependentComponentsOff();
  scene.ExpectMessage(colored, "No value of the array 'rgb'");
}

TEST(GridBadInput, NoInputAndMeshes)
{
  GoodScene scene;
  scene.ExpectMessage(CutIntoTets(scene.Image), "neither a vtkImageData nor a vtkRectilinearGrid");
}

TEST(GridBadInput, SettingsOfMeshes)
{
  GoodScene scene;
  scene.Settings->DrawVolumeOff();
  scene.ExpectNote(scene.Image, "There is no isovalue");
  scene.Settings->DrawVolumeOn();
  scene.ExpectBack("nothing to draw");

  scene.Grids->SetBlendMode(vtkVolumeMapper::SLICE_BLEND);
  EXPECT_LE(LargestDifference(scene.Picture(), scene.Whole), 0.0f) << "composited";
  EXPECT_NE(
    RemarksOf(scene.Grids->GetReport(), "problem").find("There is no blend mode 6"), std::string::npos);
  scene.Grids->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.ExpectBack("blend mode");
}

} // namespace
