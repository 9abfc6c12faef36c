// SPDX-License-Identifier: BSD-3-Clause
// What volumes of images show besides the volume: isosurfaces and slices in it, cells without values, and
// only cells within a threshold. A linear field is the same in voxels and in tetrahedra, so that the mapper
// of meshes draws the same picture.
#include "GridScene.h"

#include "MeshVolume/MeshPickScene.h"
#include "vtkAppendFilter.h"
#include "vtkCell.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkIdTypeArray.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkPointData.h"
#include "vtkRayCastVolume.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

using namespace MeshPicks;

namespace
{

/// Adds isosurfaces of two values, the second of them translucent.
void AddSurfaces(GridScene& scene)
{
  vtkIsovalueList* const values = scene.Settings->GetIsovalues();
  values->SetNumberOfContours(2);
  values->SetValue(0, 34);
  values->SetValue(1, 46);
  values->SetOpacity(1, 0.6);
  scene.Volume->GetProperty()->SetAmbient(0.3);
  scene.Volume->GetProperty()->SetDiffuse(0.7);
}

/// Adds two parallel slices, in the coordinates of the data.
void AddSlices(GridScene& scene, double opacity)
{
  const double normal[3] = { 1, 2, -1 };
  scene.Settings->SetNumberOfSlices(2);
  for (int i = 0; i < 2; ++i)
  {
    const double origin[3] = { 0.3 + 0.3 * i, 0.4, 0.4 };
    scene.Settings->SetSlice(i, origin, normal);
  }
  scene.Settings->SetSliceOpacity(opacity);
}

TEST(GridFeatures, IsosurfacesInTheVolumeAndAlone)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  const auto plain = scene.Draw(grid);
  const auto uploads = [&] { return scene.Grids->GetReport()->GetValue("isosurface uploads"); };
  const double before = uploads();
  EXPECT_FALSE(scene.Grids->IsPictureOpaque());
  AddSurfaces(scene);
  ExpectAlike(scene, grid, "in the volume");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
  EXPECT_EQ(uploads(), before + 1);
  scene.Volume->GetProperty()->ShadeOn();
  ExpectAlike(scene, grid, "in a lit volume");
  scene.Settings->DrawVolumeOff();
  ExpectAlike(scene, grid, "without the volume");
  scene.Settings->GetIsovalues()->SetOpacity(1, 1);
  EXPECT_TRUE(scene.Grids->IsPictureOpaque());
  ExpectAlike(scene, grid, "opaque and alone");
  scene.Settings->DrawVolumeOn();
  scene.Settings->GetIsovalues()->SetValue(0, 1000);
  scene.Settings->GetIsovalues()->SetValue(1, 2000);
  scene.Volume->GetProperty()->ShadeOff();
  EXPECT_LE(LargestDifference(scene.Draw(grid), plain), OneLevel);
}

TEST(GridFeatures, IsosurfacesOfCellValuesLieBetweenCenters)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddCellValues(grid, "c", Linear);
  auto centers = MakeCenters(grid);
  centers->GetPointData()->SetActiveScalars("c");
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("c");
  AddSurfaces(scene);
  const auto picture = scene.Draw(grid);
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "");
  EXPECT_GT(Covered(picture), 0.05);
  EXPECT_LE(LargestDifference(picture, scene.DrawTets(centers)), OneLevel);
}

double Wave(const double* p)
{
  return 40 + 20 * std::sin(4 * p[0]) * std::cos(3 * p[1]) + 15 * p[2];
}

/// Adds arrays that color isosurfaces: "w" at the points and "c" in the cells have one component, "rgb" has
/// three, at the points.
void AddColorArrays(vtkDataSet* grid)
{
  AddValues(grid, "w", [](const double* p) { return 60 * std::abs(std::sin(3 * p[0] - 4 * p[2])); });
  AddCellValues(grid, "c", [](const double* p) { return 60 * p[1]; });
  vtkNew<vtkUnsignedCharArray> rgb;
  rgb->SetName("rgb");
  rgb->SetNumberOfComponents(3);
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    rgb->InsertNextTuple3(40 * (i % 6), 255 - 50 * (i % 5), 80 * (i % 3));
  }
  grid->GetPointData()->AddArray(rgb);
}

TEST(GridFeatures, ASecondArrayColorsIsosurfaces)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  AddValues(grid, "z", [](const double* p) { return 60 * p[2]; });
  AddValues(grid, "x", [](const double* p) { return 60 * p[0]; });
  AddSurfaces(scene);
  const auto byValue = scene.Draw(grid);
  const auto reported = [&](const char* row) { return scene.Grids->GetReport()->GetValue(row); };
  EXPECT_EQ(reported("color array uploads"), 0);
  scene.Settings->SetColorModeToArray();
  scene.Settings->SelectColorArray(vtkDataObject::POINT, "z");
  ExpectAlike(scene, grid, "in the volume");
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "note"), "");
  const auto byArray = scene.Picture();
  EXPECT_GT(LargestDifference(byArray, byValue), 0.05f);
  EXPECT_EQ(reported("color array uploads"), 1);
  EXPECT_EQ(reported("color table uploads"), 1);
  scene.Settings->DrawVolumeOff();
  ExpectAlike(scene, grid, "without the volume");
  scene.Settings->DrawVolumeOn();
  EXPECT_EQ(reported("color array uploads"), 1) << "the values stay";
  scene.Settings->SelectColorArray(vtkDataObject::POINT, "x");
  ExpectAlike(scene, grid, "by another array");
  EXPECT_EQ(reported("color array uploads"), 2);
  vtkNew<vtkColorTransferFunction> own;
  own->AddRGBPoint(10, 1, 1, 0);
  own->AddRGBPoint(50, 0, 0, 1);
  scene.Settings->SetColorFunction(own);
  ExpectAlike(scene, grid, "in colors of its own");
  EXPECT_EQ(reported("color array uploads"), 2);
  EXPECT_EQ(reported("color table uploads"), 2);
  {
    Messages messages(scene.Grids);
    scene.Settings->SelectColorArray(vtkDataObject::POINT, "gone");
    EXPECT_LE(LargestDifference(scene.Draw(grid), byValue), 0.0f);
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find("'gone' to color by"), std::string::npos) << messages.Said[0];
  }
  scene.Settings->SetColorFunction(nullptr);
  scene.Settings->SelectColorArray(vtkDataObject::POINT, "z");
  EXPECT_LE(LargestDifference(scene.Draw(grid), byArray), 0.0f) << "and back";
  scene.Settings->SetColorModeToIsovalue();
  EXPECT_LE(LargestDifference(scene.Draw(grid), byValue), 0.0f) << "by value again";
}

// The mapper of isosurfaces finds and colors them by other means.
TEST(GridFeatures, ASecondArrayColorsIsosurfacesAsInTheirMapper)
{
  const auto image = MakeTurnedImage();
  const auto uneven = MakeUnevenGrid();
  for (vtkDataSet* const grid : { static_cast<vtkDataSet*>(image), static_cast<vtkDataSet*>(uneven) })
  {
    AddValues(grid, "f", Wave);
    AddCellValues(grid, "fc", Wave);
    AddColorArrays(grid);
    GridScene scene;
    AddSurfaces(scene);
    scene.Settings->DrawVolumeOff();
    scene.Volume->GetProperty()->ShadeOn();
    vtkNew<vtkIsosurfaceRayCastMapper> alone;
    alone->SetInputDataObject(grid);
    vtkVolumeMapper* const mappers[] = { scene.Grids, alone };
    for (const bool ofCells : { false, true })
    {
      for (vtkVolumeMapper* const mapper : mappers)
      {
        mapper->SetScalarMode(
          ofCells ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
        mapper->SelectScalarArray(ofCells ? "fc" : "f");
      }
      scene.Settings->SetColorModeToIsovalue();
      const auto byValue = scene.Draw(grid);
      scene.Settings->SetColorModeToArray();
      for (const auto& [association, name, mode] : { std::make_tuple(0, "w", 0), std::make_tuple(1, "c", 0),
             std::make_tuple(0, "rgb", 0), std::make_tuple(0, "rgb", 1), std::make_tuple(0, "rgb", 2) })
      {
        const std::string what = std::string(grid->GetClassName()) + (ofCells ? ", cells, " : ", ") + name +
          " " + std::to_string(mode);
        scene.Settings->SelectColorArray(association, name);
        scene.Settings->SetColorVectorMode(mode);
        scene.Settings->SetColorVectorComponent(1);
        alone->GetSettings()->CopySurfaces(scene.Settings);
        const auto picture = scene.Draw(grid);
        EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "") << what;
        scene.Volume->SetMapper(alone);
        const auto expected = scene.Picture();
        EXPECT_EQ(RemarksOf(alone->GetReport(), "problem"), "") << what;
        EXPECT_GT(Covered(expected), 0.025) << what;
        EXPECT_GT(LargestDifference(picture, byValue), 0.05f) << what;
        int numOther = 0;
        for (std::size_t i = 0; i < picture.size(); ++i)
        {
          numOther += std::abs(picture[i] - expected[i]) > OneLevel;
        }
        EXPECT_LE(numOther, static_cast<int>(picture.size() / 500)) << what << ": pixels at outlines";
      }
    }
  }
}

TEST(GridFeatures, SlicesInTheVolumeAndAlone)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  const auto plain = scene.Draw(grid);
  for (const double opacity : { 0.7, 1.0 })
  {
    AddSlices(scene, opacity);
    ExpectAlike(scene, grid, "in the volume");
    EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
    scene.Settings->DrawVolumeOff();
    ExpectAlike(scene, grid, "without the volume");
    EXPECT_EQ(scene.Grids->IsPictureOpaque(), opacity == 1.0);
    AddSurfaces(scene);
    ExpectAlike(scene, grid, "with isosurfaces");
    scene.Settings->GetIsovalues()->SetNumberOfContours(0);
    scene.Settings->DrawVolumeOn();
  }
}

/// Adds an array of colors that are linear in space, with the values of Linear as their fourth component.
void AddColors(vtkDataSet* grid, vtkDataSetAttributes* to, vtkIdType count, const PlacedValue& lost)
{
  vtkNew<vtkDoubleArray> colors;
  colors->SetName("rgba");
  colors->SetNumberOfComponents(4);
  for (vtkIdType i = 0; i < count; ++i)
  {
    double p[3], bounds[6];
    if (to == grid->GetPointData())
    {
      grid->GetPoint(i, p);
    }
    else
    {
      grid->GetCell(i)->GetBounds(bounds);
      for (int axis = 0; axis < 3; ++axis)
      {
        p[axis] = 0.5 * (bounds[2 * axis] + bounds[2 * axis + 1]);
      }
    }
    colors->InsertNextTuple4(0.9 * p[0] + lost(p), 1 - p[1], 0.2 + 0.3 * p[0] + 0.4 * p[2], Linear(p));
  }
  to->SetScalars(colors);
}
double NoneLost(const double*)
{
  return 0;
}

TEST(GridFeatures, ComponentsThatAreColors)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddColors(grid, grid->GetPointData(), grid->GetNumberOfPoints(), NoneLost);
  AddValues(grid, "f", [](const double* p) { return 60 - Linear(p); });
  grid->GetPointData()->SetActiveScalars("rgba");
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  property->IndependentComponentsOff();
  ExpectAlike(scene, grid, "the fourth component gives the opacity");
  const auto plain = scene.Picture();
  property->GetRGBTransferFunction()->AddRGBPoint(30, 0, 0, 0);
  EXPECT_EQ(LargestDifference(scene.Picture(), plain), 0.0f) << "the color map has no part in it";
  scene.Grids->SelectOpacityArray(vtkDataObject::POINT, "f", 0);
  scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, "f", 0);
  ExpectAlike(scene, grid, "another array gives it");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
  scene.Grids->SelectOpacityArray(vtkDataObject::POINT, "", 0);
  scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, "", 0);
  EXPECT_EQ(LargestDifference(scene.Draw(grid), plain), 0.0f);

  AddSlices(scene, 0.7);
  ExpectAlike(scene, grid, "with slices");
  scene.Settings->SetNumberOfSlices(0);
  property->ShadeOn();
  property->SetAmbient(0.3);
  property->SetDiffuse(0.7);
  ExpectAlike(scene, grid, "in the light");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
  property->ShadeOff();
  for (const int mode : { vtkVolumeMapper::AVERAGE_INTENSITY_BLEND, vtkVolumeMapper::ADDITIVE_BLEND })
  {
    scene.Grids->SetBlendMode(mode);
    scene.Mapper->SetBlendMode(mode);
    ExpectAlike(scene, grid, "summed");
  }
  scene.Grids->SetBlendModeToComposite();
  scene.Mapper->SetBlendModeToComposite();

  AddSurfaces(scene);
  EXPECT_EQ(LargestDifference(scene.Draw(grid), plain), 0.0f);
  EXPECT_NE(RemarksOf(scene.Grids->GetReport(), "note").find("Components of an image that are colors"),
    std::string::npos);
}

TEST(GridFeatures, ColorsOfCellsLieAtTheirCenters)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddColors(grid, grid->GetCellData(), grid->GetNumberOfCells(), NoneLost);
  auto centers = MakeCenters(grid);
  centers->GetPointData()->SetActiveScalars("rgba");
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("rgba");
  scene.Volume->GetProperty()->IndependentComponentsOff();
  const auto picture = scene.Draw(grid);
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "");
  EXPECT_GT(Covered(picture), 0.03);
  EXPECT_LE(LargestDifference(picture, scene.DrawTets(centers)), OneLevel);
}

TEST(GridFeatures, CellsWithoutAColorHaveTheColorOfNaN)
{
  GridScene scene;
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  AddColors(image, image->GetPointData(), image->GetNumberOfPoints(),
    [](const double* p) { return p[0] == 0.5 ? std::nan("") : 0.0; });
  scene.Volume->GetProperty()->IndependentComponentsOff();
  vtkColorTransferFunction* const colors = scene.Volume->GetProperty()->GetRGBTransferFunction();
  colors->SetNanColor(1, 1, 0.2);
  const auto without = scene.Draw(image);
  EXPECT_LE(LargestDifference(without, scene.DrawTets(image)), OneLevel);
  scene.Settings->DrawNaNOn();
  const double opacity = 0.4;
  colors->SetNanOpacity(-std::log1p(-opacity)); // which meshes take for an attenuation
  const auto tets = scene.DrawTets(image);
  colors->SetNanOpacity(opacity);
  const auto picture = scene.Draw(image);
  EXPECT_LE(LargestDifference(picture, tets), OneLevel);
  EXPECT_GT(LargestDifference(picture, without), 0.1f);
}

double AlongX(const double* place)
{
  return place[0];
}

/// Sets the threshold of both mappers.
void SetThreshold(GridScene& scene, int association, const char* name, double low, double high)
{
  scene.Grids->SelectThresholdArray(association, name, 0);
  scene.Grids->SetThresholdRange(low, high);
  scene.Mapper->SelectThresholdArray(association, name, 0);
  scene.Mapper->SetThresholdRange(low, high);
}

TEST(GridFeatures, ThresholdOfPointValues)
{
  GridScene scene;
  auto grid = MakeUnevenGrid(); // with points at x = 0, 0.1, 0.4, 0.6 and 1
  AddValues(grid, "f", Linear);
  AddValues(grid, "x", AlongX);
  AddCellValues(grid, "c", AlongX);
  const auto whole = scene.Draw(grid);
  const auto uploads = [&] { return scene.Grids->GetReport()->GetValue("volume uploads"); };
  const double first = uploads();
  SetThreshold(scene, vtkDataObject::POINT, "x", 0.05, 0.7);
  ExpectAlike(scene, grid, "by points");
  const auto byPoints = scene.Picture();
  EXPECT_GT(LargestDifference(byPoints, whole), 0.05f);
  SetThreshold(scene, vtkDataObject::POINT, "x", 0.1, 1);
  ExpectAlike(scene, grid, "another range");
  EXPECT_EQ(uploads(), first) << "only a frame";
  SetThreshold(scene, vtkDataObject::CELL, "c", 0.2, 0.55);
  ExpectAlike(scene, grid, "by cells");
  EXPECT_LE(LargestDifference(scene.Picture(), byPoints), OneLevel) << "the same cells";
  EXPECT_EQ(uploads(), first + 1);
  scene.Picture();
  EXPECT_EQ(uploads(), first + 1);
  SetThreshold(scene, vtkDataObject::POINT, nullptr, 0.2, 0.55);
  EXPECT_LE(LargestDifference(scene.Draw(grid), whole), 0.0f);

  SetThreshold(scene, vtkDataObject::POINT, "x", 3, 4);
  EXPECT_EQ(Covered(scene.Draw(grid)), 0.0);
  EXPECT_NE(RemarksOf(scene.Grids->GetReport(), "note").find("The threshold from 3 to 4 leaves no value"),
    std::string::npos);
  for (const auto& [low, name, problem] : { std::make_tuple(5, "x", "range of the threshold is empty"),
         std::make_tuple(0, "gone", "'gone' on the points to threshold by") })
  {
    Messages messages(scene.Grids);
    SetThreshold(scene, vtkDataObject::POINT, name, low, 4);
    EXPECT_EQ(Covered(scene.Draw(grid)), 0.0);
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find(problem), std::string::npos) << messages.Said[0];
  }
}

TEST(GridFeatures, ThresholdOfCellValues)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddCellValues(grid, "c", Linear);
  AddCellValues(grid, "x", AlongX);
  AddValues(grid, "p", AlongX);
  auto centers = MakeCenters(grid); // at x = 0.05, 0.25, 0.5 and 0.8
  centers->GetPointData()->SetActiveScalars("c");
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("c");
  const auto whole = scene.Draw(grid);
  scene.Mapper->SelectThresholdArray(vtkDataObject::POINT, "x", 0);
  scene.Mapper->SetThresholdRange(0.1, 0.6);
  const auto tets = scene.DrawTets(centers);
  scene.Grids->SelectThresholdArray(vtkDataObject::CELL, "x", 0);
  scene.Grids->SetThresholdRange(0.1, 0.6);
  EXPECT_LE(LargestDifference(scene.Draw(grid), tets), OneLevel) << "by cells";
  scene.Grids->SelectThresholdArray(vtkDataObject::POINT, "p", 0);
  scene.Grids->SetThresholdRange(0.1, 0.6);
  EXPECT_LE(LargestDifference(scene.Draw(grid), tets), OneLevel) << "by points";
  EXPECT_GT(LargestDifference(tets, whole), 0.05f);
  EXPECT_GT(Covered(tets), 0.01);
}

TEST(GridFeatures, CellsWithoutAValueHaveTheColorOfNaN)
{
  GridScene scene;
  vtkNew<vtkImageData> image; // all tetrahedra of the cells on both sides of the plane x = 0.5 have a NaN
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  AddValues(image, "f", [](const double* p) { return p[0] == 0.5 ? std::nan("") : Linear(p); });
  vtkColorTransferFunction* const colors = scene.Volume->GetProperty()->GetRGBTransferFunction();
  colors->SetNanColor(1, 1, 0.2);
  const auto without = scene.Draw(image);
  scene.Settings->DrawNaNOn();
  const double opacity = 0.4;
  colors->SetNanOpacity(-std::log1p(-opacity)); // which meshes take for an attenuation
  const auto tets = scene.DrawTets(image);
  colors->SetNanOpacity(opacity);
  const auto picture = scene.Draw(image);
  EXPECT_LE(LargestDifference(picture, tets), OneLevel);
  EXPECT_GT(LargestDifference(picture, without), 0.1f);
  EXPECT_NE(
    RemarksOf(scene.Grids->GetReport(), "note").find("have the color map's color and opacity for NaN"),
    std::string::npos);
}

/// Draws the cells of a grid with the mapper of meshes, which selects them by their ids.
void DrawVoxels(GridScene& scene, vtkDataSet* grid)
{
  vtkNew<vtkAppendFilter> voxels;
  voxels->AddInputData(grid);
  voxels->Update();
  scene.Mapper->SetInputData(voxels->GetOutput());
  scene.Volume->SetMapper(scene.Mapper);
  scene.Volume->GetProperty()->SetScalarOpacity(scene.OpacityOfTets);
  scene.Picture();
}

/// The cells in a box of pixels, by the mapper that drew last.
std::set<vtkIdType> Select(GridScene& scene, const std::array<int, 4>& box)
{
  return SelectIds(scene.Renderer, Cells, box)[scene.Volume];
}

/// The cells that pixels show, by one of the mappers.
template <class Mapper>
std::set<vtkIdType> FindCells(GridScene& scene, Mapper* mapper, const std::array<int, 4>& box)
{
  scene.Settings->SetSelectsPixels(1);
  vtkNew<vtkIdTypeArray> pixels, found;
  for (const vtkIdType pixel : Select(scene, box))
  {
    pixels->InsertNextValue(pixel);
  }
  scene.Settings->SetSelectsPixels(0);
  mapper->FindCells(pixels, found);
  std::set<vtkIdType> cells;
  for (vtkIdType i = 0; i < found->GetNumberOfTuples(); ++i)
  {
    cells.insert(found->GetTypedComponent(i, 2));
  }
  return cells;
}

TEST(GridFeatures, SelectsTheCellsThatAMeshSelects)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  const vtkSmartPointer<vtkPiecewiseFunction> ofGrids = scene.Volume->GetProperty()->GetScalarOpacity();
  for (const bool onSurfaces : { false, true })
  {
    onSurfaces ? AddSurfaces(scene) : AddSlices(scene, 0.5);
    scene.Settings->SetDrawVolume(!onSurfaces);
    const auto selectAll = [&] {
      std::vector<std::set<vtkIdType>> all;
      for (int pixel = 0; pixel < 64 * 64; pixel += 97)
      {
        const int x = pixel % 64, y = pixel / 64;
        all.push_back(Select(scene, { x, y, x, y }));
      }
      all.push_back(Select(scene, { 20, 20, 40, 40 }));
      return all;
    };
    DrawVoxels(scene, grid);
    const auto ofMesh = selectAll();
    scene.Volume->GetProperty()->SetScalarOpacity(ofGrids);
    const auto before = scene.Draw(grid);
    const auto ofGrid = selectAll();
    EXPECT_EQ(ofGrid, ofMesh);
    EXPECT_GT(ofGrid.back().size(), 5u);
    EXPECT_LE(LargestDifference(scene.Picture(), before), 0.0f) << "the picture is as it was";
  }
}

TEST(GridFeatures, SelectsTheNearestPoint)
{
  GridScene scene;
  vtkNew<vtkImageData> image; // the unit cube of CubeScene, with its attenuation
  image->SetDimensions(9, 9, 9);
  image->SetSpacing(0.125, 0.125, 0.125);
  AddValues(image, "f", [](const double*) { return 22.5; });
  vtkNew<vtkVolume> straight;
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Renderer->AddVolume(straight);
  straight->SetMapper(scene.Grids);
  straight->GetProperty()->GetScalarOpacity()->AddPoint(22.5, 1 - std::exp(-1));
  straight->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(22.5, 1, 1, 1);
  scene.Grids->SetInputData(image);
  scene.Settings->SetPickOpacity(0.35);
  scene.Picture();
  for (int y = 1; y < 64; y += 6)
  {
    for (int x = 1; x < 64; x += 6)
    {
      for (const int association : { Cells, Points })
      {
        EXPECT_EQ(SelectIds(scene.Renderer, association, { x, y, x, y })[straight],
          (std::set<vtkIdType>{ CubeScene::At(association == Points, x, y, WayTo(0.35)) }))
          << x << " " << y;
      }
    }
  }
}

TEST(GridFeatures, FindsAllCellsThatABoxShows)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  const vtkSmartPointer<vtkPiecewiseFunction> ofGrids = scene.Volume->GetProperty()->GetScalarOpacity();
  const std::array<int, 4> box = { 25, 25, 38, 33 };
  DrawVoxels(scene, grid);
  const auto ofTets = FindCells(scene, scene.Mapper.Get(), box);
  scene.Volume->GetProperty()->SetScalarOpacity(ofGrids);
  scene.Draw(grid);
  const auto ofGrid = FindCells(scene, scene.Grids.Get(), box);
  EXPECT_GT(ofTets.size(), 10u);
  EXPECT_EQ(ofGrid, ofTets);
  AddValues(grid, "other", Linear);
  grid->GetPointData()->SetActiveScalars("other");
  scene.Picture();
  vtkNew<vtkIdTypeArray> pixels, found;
  pixels->InsertNextValue(32 + 64 * 32);
  EXPECT_EQ(scene.Grids->FindCells(pixels, found), 1.0);
  EXPECT_EQ(found->GetNumberOfTuples(), 0) << "the selection was of other values";
}

TEST(GridFeatures, OfCellValuesTheCellOfTheNearestCenterIsSelected)
{
  GridScene scene;
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  AddCellValues(image, "c", [](const double*) { return 22.5; });
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("c");
  scene.Volume->SetOrientation(0, 0, 0);
  scene.Volume->SetOrigin(0, 0, 0);
  scene.Volume->SetScale(1);
  const auto picture = scene.Draw(image);
  for (const auto& [x, y] : { std::make_pair(12, 12), std::make_pair(20, 44), std::make_pair(39, 30) })
  {
    ASSERT_GT(scene.Pixel(picture, x, y)[1], 0.05f);
    const vtkIdType column =
      static_cast<vtkIdType>((x + 0.5) / 16) + 4 * static_cast<vtkIdType>((y + 0.5) / 16);
    EXPECT_EQ(Select(scene, { x, y, x, y }), (std::set<vtkIdType>{ 16 * 3 + column }));
  }
}

TEST(GridFeatures, AnImageAndAMeshThatOverlapAreMixed)
{
  auto first = MakeUnevenGrid();
  AddValues(first, "f", Linear);
  auto second = MakeTurnedImage();
  second->SetOrigin(0.3, 0.1, -0.2);
  AddValues(second, "f", Linear);
  const auto mesh = CutIntoTets(second), meshOfFirst = CutIntoTets(first);
  for (const bool withSurfaces : { false, true })
  {
    GridScene scene;
    if (withSurfaces)
    {
      AddSurfaces(scene);
      AddSlices(scene, 0.6);
    }
    scene.Renderer->RemoveVolume(scene.Volume);
    vtkNew<vtkRayCastVolume> volumes[2];
    vtkNew<vtkVolumeProperty> ofTets;
    ofTets->DeepCopy(scene.Volume->GetProperty());
    ofTets->SetScalarOpacity(scene.OpacityOfTets);
    for (auto& volume : volumes)
    {
      volume->ShallowCopy(scene.Volume);
      volume->SetProperty(ofTets);
      scene.Renderer->AddVolume(volume);
    }
    vtkNew<vtkTetRayCastMapper> other;
    other->SetSettings(scene.Settings);
    scene.Mapper->SetInputData(mesh);
    other->SetInputData(meshOfFirst);
    volumes[0]->SetMapper(other);
    volumes[1]->SetMapper(scene.Mapper);
    const auto ofMeshes = scene.Picture();
    scene.Grids->SetInputData(first);
    volumes[0]->SetMapper(scene.Grids);
    volumes[0]->SetProperty(scene.Volume->GetProperty());
    const auto ofBoth = scene.Picture();
    EXPECT_TRUE(vtkRayCastVolume::AreMerged(scene.Renderer, volumes[0], volumes[1]));
    EXPECT_GT(Covered(ofBoth), 0.1);
    EXPECT_LE(LargestDifference(ofBoth, ofMeshes), OneLevel);
    vtkNew<vtkGridRayCastMapper> otherGrid;
    otherGrid->SetSettings(scene.Settings);
    otherGrid->SetInputData(second);
    volumes[1]->SetMapper(otherGrid);
    volumes[1]->SetProperty(scene.Volume->GetProperty());
    EXPECT_LE(LargestDifference(scene.Picture(), ofMeshes), OneLevel) << "two images";
    EXPECT_TRUE(vtkRayCastVolume::AreMerged(scene.Renderer, volumes[0], volumes[1]));
    scene.Renderer->RemoveVolume(volumes[1]);
    EXPECT_GT(LargestDifference(scene.Picture(), ofMeshes), 0.05f);
  }
}

} // namespace
