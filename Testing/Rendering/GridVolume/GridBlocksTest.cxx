// SPDX-License-Identifier: BSD-3-Clause
// Images that need more than GPU Memory are drawn in pieces, and give the picture of the whole image.
#include "GridScene.h"

#include "Seeds.h"
#include "Selection.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkIsovalueList.h"
#include "vtkPlane.h"
#include "vtkRayCastVolume.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

namespace
{

/// Random choices that follow from a seed.
class Choices
{
public:
  explicit Choices(std::uint32_t seed)
    : Random(seed)
  {
  }
  bool Has(double share) { return this->Number(0, 1) < share; }
  double Number(double low, double high)
  {
    return std::uniform_real_distribution<double>(low, high)(this->Random);
  }
  int Whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(this->Random); }

private:
  std::mt19937 Random;
};

/// Waves from 0 to 60.
PlacedValue MakeWaves(Choices& choices)
{
  const double a = choices.Number(3, 9), b = choices.Number(-8, 8), c = choices.Number(2, 7);
  return [a, b, c](const double* p) {
    return 30 + 15 * std::sin(a * p[0] + b * p[1]) + 15 * std::cos(c * p[2] - b * p[0]);
  };
}

/// A grid over the unit cube whose values take more than 1 MiB.
vtkSmartPointer<vtkDataSet> MakeLargeGrid(Choices& choices, int type)
{
  const bool isShort = type == VTK_SHORT;
  int n[3];
  for (int& along : n)
  {
    along = isShort ? choices.Whole(86, 92) : choices.Whole(68, 76);
  }
  if (choices.Has(0.5))
  {
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetExtent(3, n[0] + 2, -5, n[1] - 6, 0, n[2] - 1);
    image->SetSpacing(1.0 / (n[0] - 1), 1.0 / (n[1] - 1), 1.0 / (n[2] - 1));
    image->SetOrigin(choices.Number(-0.1, 0.1), 0.05, 0);
    const double t = choices.Number(-0.5, 0.5), co = std::cos(t), si = std::sin(t);
    image->SetDirectionMatrix(co, -si, 0, si, co, 0, 0, 0, 1);
    return image;
  }
  auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
  grid->SetDimensions(n);
  vtkNew<vtkDoubleArray> axes[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int i = 0; i < n[axis]; ++i)
    {
      const double place = std::pow(i / (n[axis] - 1.0), 1.3);
      axes[axis]->InsertNextValue(axis == 1 ? 1 - place : place);
    }
  }
  grid->SetXCoordinates(axes[0]);
  grid->SetYCoordinates(axes[1]);
  grid->SetZCoordinates(axes[2]);
  return grid;
}

/// Hides some cells.
void Blank(vtkDataSet* grid, Choices& choices)
{
  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(vtkDataSetAttributes::GhostArrayName());
  const vtkIdType stride = choices.Whole(2000, 40000);
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    const bool isHidden = i / stride % 3 == 1 || i % 11 == 0;
    flags->InsertNextValue(isHidden ? static_cast<unsigned char>(vtkDataSetAttributes::HIDDENCELL) : 0);
  }
  grid->GetCellData()->AddArray(flags);
}

/// A scene that draws a grid as a whole or, with 1 MiB, in pieces.
struct BlocksScene : GridScene
{
  explicit BlocksScene(int size = 64)
    : GridScene(size)
  {
    this->Settings->SetDeviceToCPU();
    this->Settings->SetAutoAdjustSampleDistances(false);
    this->Settings->SetPickOpacity(0.3);
    this->Renderer->RemoveVolume(this->Volume);
    this->Shown->ShallowCopy(this->Volume);
    this->Shown->SetMapper(this->Grids);
    this->Renderer->AddVolume(this->Shown);
  }

  vtkRayCastReport* Report() { return this->Grids->GetReport(); }
  bool IsInPieces() { return this->Report()->GetValue("pieces") > 8; }
  std::string Problems() { return RemarksOf(this->Report(), "problem"); }

  vtkNew<vtkRayCastVolume> Shown;
};

/// Expects equal pictures but for very few pixels in which light bends sharply.
void ExpectSame(const std::vector<float>& pieces, const std::vector<float>& whole, const std::string& what)
{
  ASSERT_EQ(pieces.size(), whole.size()) << what;
  std::size_t others = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    others += !(std::abs(pieces[i] - whole[i]) <= OneLevel);
  }
  EXPECT_LE(others, whole.size() / 2000) << what << ", at most " << LargestDifference(pieces, whole);
  EXPECT_GT(Covered(whole), 0.02) << what;
}

/// Gives a scene random data and a random look.
void Fill(BlocksScene& scene, Choices& choices)
{
  const int type = choices.Has(0.5) ? VTK_FLOAT : choices.Has(0.5) ? VTK_DOUBLE : VTK_SHORT;
  const bool ofCells = choices.Has(0.3);
  const auto grid = MakeLargeGrid(choices, ofCells ? VTK_DOUBLE : type);
  AddValues(grid, "f", MakeWaves(choices), type);
  if (ofCells)
  {
    AddCellValues(grid, "c", MakeWaves(choices));
    scene.Grids->SetScalarModeToUseCellFieldData();
    scene.Grids->SelectScalarArray("c");
  }
  if (choices.Has(0.4))
  {
    Blank(grid, choices);
  }
  scene.Grids->SetInputDataObject(grid);
  vtkVolumeProperty* const property = scene.Shown->GetProperty();
  property->SetShade(choices.Has(0.4));
  property->SetAmbient(0.3);
  if (choices.Has(0.4))
  {
    scene.Settings->GetIsovalues()->SetNumberOfContours(2);
    scene.Settings->GetIsovalues()->SetValue(0, choices.Number(15, 35));
    scene.Settings->GetIsovalues()->SetValue(1, choices.Number(35, 50));
    scene.Settings->GetIsovalues()->SetOpacity(1, 0.6);
  }
  if (choices.Has(0.4))
  {
    const double normal[3] = { 1, choices.Number(-2, 2), -1 }, origin[3] = { 0.45, 0.5, 0.4 };
    scene.Settings->SetNumberOfSlices(1);
    scene.Settings->SetSlice(0, origin, normal);
    scene.Settings->SetSliceOpacity(choices.Has(0.5) ? 1 : 0.6);
  }
  if (choices.Has(0.3))
  {
    scene.Grids->SelectThresholdArray(vtkDataObject::POINT, "f", 0);
    scene.Grids->SetThresholdRange(choices.Number(0, 15), choices.Number(45, 60));
  }
  if (choices.Has(0.3))
  {
    AddValues(grid, "o", MakeWaves(choices), VTK_FLOAT);
    scene.Grids->SelectOpacityArray(vtkDataObject::POINT, "o", 0);
  }
  if (choices.Has(0.3))
  {
    vtkNew<vtkPlane> plane;
    plane->SetOrigin(0.5, 0.5, 0.5);
    plane->SetNormal(choices.Number(-1, 1), 0.5, choices.Number(-1, 1));
    scene.Grids->AddClippingPlane(plane);
  }
  scene.Renderer->GetActiveCamera()->SetParallelProjection(choices.Has(0.5));
  scene.Renderer->GetActiveCamera()->Azimuth(choices.Number(-80, 80));
  scene.Renderer->ResetCameraClippingRange();
}

TEST(GridBlocks, HaveThePictureAndTheCellsOfTheWhole)
{
  int clicked = 0, others = 0, merged = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("GridBlocks", 10, 6))
  {
    const std::string what = "seed " + std::to_string(seed);
    Choices choices(seed);
    BlocksScene scene;
    Fill(scene, choices);
    const bool hasMesh = seed % 2 == 0;
    vtkNew<vtkRayCastVolume> mesh;
    if (hasMesh)
    {
      const auto other = MakeTurnedImage();
      AddValues(other, "f", Linear);
      scene.Mapper->SetInputData(CutIntoTets(other));
      mesh->ShallowCopy(scene.Volume);
      mesh->SetMapper(scene.Mapper);
      scene.Renderer->AddVolume(mesh);
    }
    else if (choices.Has(0.5))
    {
      const int modes[] = { vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND, vtkVolumeMapper::ADDITIVE_BLEND,
        vtkVolumeMapper::AVERAGE_INTENSITY_BLEND };
      scene.Grids->SetBlendMode(modes[choices.Whole(0, 2)]);
    }
    std::vector<float> pictures[2];
    std::vector<std::map<vtkProp*, std::set<vtkIdType>>> cells[2];
    for (const bool inPieces : { false, true })
    {
      scene.Settings->SetGPUMemory(inPieces ? 1 : 0);
      pictures[inPieces] = scene.Picture();
      EXPECT_EQ(scene.IsInPieces(), inPieces) << what;
      EXPECT_EQ(scene.Problems(), "") << what;
      const std::string notes = RemarksOf(scene.Report(), "note");
      EXPECT_EQ(notes.find("The image is drawn in ") != std::string::npos, inPieces) << what << ": " << notes;
      // A dense image, so that clicks find where a ray ends. In a thin one they find the cell that adds most,
      // and many cells may add the same.
      vtkVolumeProperty* const property = scene.Shown->GetProperty();
      const double distance = property->GetScalarOpacityUnitDistance();
      property->SetScalarOpacityUnitDistance(0.01 * distance);
      for (int pixel = 5; pixel < 64 * 64; pixel += 331)
      {
        const int x = pixel % 64, y = pixel / 64;
        cells[inPieces].push_back(
          SelectIds(scene.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { x, y, x, y }));
      }
      property->SetScalarOpacityUnitDistance(distance);
      EXPECT_EQ(LargestDifference(scene.Picture(), pictures[inPieces]), 0) << what << ", after picks";
    }
    ExpectSame(pictures[1], pictures[0], what);
    merged += hasMesh && vtkRayCastVolume::AreMerged(scene.Renderer, scene.Shown, mesh) ? 1 : 0;
    const int mode = scene.Grids->GetBlendMode();
    const bool isSum =
      mode == vtkVolumeMapper::ADDITIVE_BLEND || mode == vtkVolumeMapper::AVERAGE_INTENSITY_BLEND;
    for (std::size_t i = 0; i < cells[0].size(); ++i)
    {
      clicked += cells[0][i].empty() ? 0 : 1;
      // In a sum, many cells may add the same.
      const bool isSame = isSum ? cells[0][i].empty() == cells[1][i].empty() : cells[0][i] == cells[1][i];
      others += isSame ? 0 : 1;
    }
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(clicked, 20);
    EXPECT_GT(merged, 2);
  }
  EXPECT_LE(others, clicked / 50);
}

// Pieces are made of the image's arrays, or of copies of them, whenever they are drawn.
TEST(GridBlocks, KeepArraysAsLongAsTheyDraw)
{
  BlocksScene scenes[2];
  for (BlocksScene& scene : scenes)
  {
    Choices choices(7);
    const auto grid = MakeLargeGrid(choices, VTK_DOUBLE);
    AddValues(grid, "f", MakeWaves(choices));
    AddCellValues(grid, "o", MakeWaves(choices)); // is averaged at the points
    AddCellValues(grid, "t", MakeWaves(choices));
    scene.Grids->SetInputDataObject(grid);
  }
  scenes[1].Settings->SetGPUMemory(1);
  const auto expectSame = [&](const char* what) {
    for (const double turn : { 0.0, 130.0 })
    {
      for (BlocksScene& scene : scenes)
      {
        scene.Renderer->GetActiveCamera()->Azimuth(turn);
        scene.Renderer->ResetCameraClippingRange();
      }
      ExpectSame(scenes[1].Picture(), scenes[0].Picture(), what);
      EXPECT_TRUE(scenes[1].IsInPieces() && !scenes[0].IsInPieces()) << what;
      EXPECT_EQ(scenes[1].Problems(), "") << what;
    }
  };
  const auto uploads = [&] { return scenes[1].Report()->GetValue("volume uploads"); };
  expectSame("values");
  EXPECT_EQ(uploads(), 1);
  EXPECT_LT(scenes[1].Report()->GetValue("resident pieces"), scenes[1].Report()->GetValue("pieces"));
  EXPECT_LE(scenes[1].Report()->GetValue("volume memory") + scenes[1].Report()->GetValue("frame memory"), 1.5)
    << "and the window's depths";
  EXPECT_GT(scenes[1].Report()->GetValue("sent for the frame"), 0);
  EXPECT_EQ(scenes[1].Report()->GetValue("cells"), scenes[0].Report()->GetValue("cells"));
  for (const char* name : { "o", "" })
  {
    for (BlocksScene& scene : scenes)
    {
      scene.Grids->SelectOpacityArray(vtkDataObject::CELL, name, 0);
    }
    expectSame("opacity");
    for (BlocksScene& scene : scenes)
    {
      scene.Grids->SelectThresholdArray(vtkDataObject::CELL, *name ? "t" : "", 0);
      scene.Grids->SetThresholdRange(10, 45);
    }
    expectSame("threshold");
  }
  const double before = uploads();
  for (BlocksScene& scene : scenes)
  {
    scene.Shown->GetProperty()->GetScalarOpacity()->AddPoint(30, 0.9);
    scene.Shown->GetProperty()->ShadeOn();
  }
  expectSame("another function");
  EXPECT_EQ(uploads(), before) << "only a frame";
}

// A moving picture draws no more pieces than its time allows. The still after it has all pieces.
TEST(GridBlocks, AreLeftOutOfMovingPicturesThatCannotWait)
{
  BlocksScene scene;
  Choices choices(3);
  const auto grid = MakeLargeGrid(choices, VTK_FLOAT);
  AddValues(grid, "f", MakeWaves(choices), VTK_FLOAT);
  scene.Grids->SetInputDataObject(grid);
  scene.Settings->SetGPUMemory(1);
  const auto still = scene.Picture();
  scene.Window->SetDesiredUpdateRate(30);
  scene.Settings->SetAutoAdjustSampleDistances(true);
  scene.Settings->SetMaximumImageSampleDistance(1);
  scene.Settings->SetPiecesWithin(0);
  scene.Picture();
  EXPECT_GT(scene.Report()->GetValue("pieces left out"), 0);
  EXPECT_EQ(scene.Report()->GetValue("sent for the frame"), 0);
  EXPECT_NE(RemarksOf(scene.Report(), "note").find("are left out of this moving picture"), std::string::npos);
  scene.Window->SetDesiredUpdateRate(0.0001);
  EXPECT_EQ(LargestDifference(still, scene.Picture()), 0);
  EXPECT_EQ(scene.Report()->GetValue("pieces left out"), 0);
}

// Pieces whose values are transparent are not sent. If nothing can be drawn, a note says why.
TEST(GridBlocks, ThatShowNothingAreNotSent)
{
  BlocksScene scene;
  Choices choices(2);
  const auto grid = MakeLargeGrid(choices, VTK_FLOAT);
  AddValues(
    grid, "f", [](const double* p) { return 60 * p[0]; }, VTK_FLOAT);
  scene.Grids->SetInputDataObject(grid);
  scene.Settings->SetGPUMemory(1);
  scene.Picture();
  const double all = scene.Report()->GetValue("sent for the frame");
  scene.Settings->SetGPUMemory(0);
  vtkPiecewiseFunction* const opacity = scene.Shown->GetProperty()->GetScalarOpacity();
  opacity->RemoveAllPoints();
  opacity->AddPoint(50, 0);
  opacity->AddPoint(60, 0.9);
  const auto whole = scene.Picture();
  scene.Settings->SetGPUMemory(1);
  ExpectSame(scene.Picture(), whole, "a part");
  EXPECT_TRUE(scene.IsInPieces());
  EXPECT_LT(scene.Report()->GetValue("sent for the frame"), 0.6 * all);

  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(vtkDataSetAttributes::GhostArrayName());
  flags->SetNumberOfTuples(grid->GetNumberOfCells());
  flags->Fill(vtkDataSetAttributes::HIDDENCELL);
  grid->GetCellData()->AddArray(flags);
  EXPECT_EQ(Covered(scene.Picture()), 0);
  EXPECT_NE(RemarksOf(scene.Report(), "note").find("No visible cell of the image has eight finite values"),
    std::string::npos);
}

// The window's picture alone takes more than 1 MiB.
TEST(GridBlocks, ThatDoNotFitAreDrawnAsAWholeWithAWarning)
{
  BlocksScene scene(300);
  Choices choices(5);
  const auto grid = MakeLargeGrid(choices, VTK_FLOAT);
  AddValues(grid, "f", MakeWaves(choices), VTK_FLOAT);
  scene.Grids->SetInputDataObject(grid);
  const auto whole = scene.Picture();
  EXPECT_GT(Covered(whole), 0.1);
  scene.Settings->SetGPUMemory(1);
  Messages messages(scene.Grids);
  for (int frame = 0; frame < 3; ++frame)
  {
    EXPECT_EQ(LargestDifference(whole, scene.Picture()), 0);
    ASSERT_EQ(messages.Said.size(), 1u) << "said once";
    EXPECT_FALSE(scene.IsInPieces());
  }
  EXPECT_NE(messages.Said[0].find("The image cannot be drawn in pieces. It is drawn whole, with more memory "
                                  "than GPU Memory allows: "),
    std::string::npos)
    << messages.Said[0];

  vtkNew<vtkImageData> small;
  small->SetDimensions(5, 5, 5);
  small->SetSpacing(0.25, 0.25, 0.25);
  AddValues(small, "f", Linear);
  scene.Grids->SetInputDataObject(small);
  EXPECT_GT(Covered(scene.Picture()), 0.1);
  EXPECT_EQ(scene.Problems(), "");
  EXPECT_EQ(messages.Said.size(), 1u);
}

// Memory suffices for the picture but not for a selection. A message says so, and the picture stays in
// pieces.
TEST(GridBlocks, SayWhenThereIsNoMemoryForPicks)
{
  BlocksScene scene(120);
  Choices choices(5);
  const auto grid = MakeLargeGrid(choices, VTK_FLOAT);
  AddValues(grid, "f", MakeWaves(choices), VTK_FLOAT);
  scene.Grids->SetInputDataObject(grid);
  scene.Settings->SetGPUMemory(1);
  const auto picture = scene.Picture();
  EXPECT_TRUE(scene.IsInPieces());
  Messages messages(scene.Grids);
  EXPECT_TRUE(SelectIds(scene.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 60, 60, 60, 60 }).empty());
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("not enough memory to find the cells of the image"), std::string::npos)
    << messages.Said[0];
  EXPECT_EQ(LargestDifference(picture, scene.Picture()), 0);
  EXPECT_TRUE(scene.IsInPieces());
}

} // namespace
