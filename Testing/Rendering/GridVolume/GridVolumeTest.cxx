// SPDX-License-Identifier: BSD-3-Clause
// Images and rectilinear grids as volumes. A linear field has the same interpolant in voxels and in
// tetrahedra, so that the mapper of meshes, which other tests check, draws the same picture.
#include "GridScene.h"

#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkRayCastVolume.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace
{

double Other(const double* p)
{
  return 30 - 14 * p[0] + 22 * p[1] + 5 * p[2];
}

TEST(GridVolume, ImageThatIsTurned)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  ExpectAlike(scene, image, "image");
}

TEST(GridVolume, RectilinearGridThatDescends)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  ExpectAlike(scene, grid, "grid");
}

TEST(GridVolume, NumbersOfSeveralTypes)
{
  for (const int type : { VTK_UNSIGNED_CHAR, VTK_UNSIGNED_SHORT, VTK_SHORT, VTK_INT, VTK_FLOAT })
  {
    GridScene scene;
    vtkNew<vtkImageData> image; // whole numbers at all points
    image->SetDimensions(6, 6, 6);
    image->SetSpacing(0.2, 0.2, 0.2);
    const double lowest = type == VTK_SHORT || type == VTK_INT ? -30 : 0;
    scene.Volume->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(-30, 1, 1, 0);
    AddValues(
      image, "f", [&](const double* p) { return lowest + std::round(30 * p[0] + 20 * p[1] + 10 * p[2]); },
      type);
    ExpectAlike(scene, image, image->GetPointData()->GetScalars()->GetClassName());
  }
}

TEST(GridVolume, CellValuesBetweenCenters)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddCellValues(grid, "c", Linear);
  auto centers = MakeCenters(grid);
  centers->GetPointData()->SetActiveScalars("c");
  scene.Grids->SetScalarModeToUseCellFieldData();
  scene.Grids->SelectScalarArray("c");
  const auto picture = scene.Draw(grid);
  EXPECT_EQ(scene.Grids->GetReport()->GetValue("cells"), 3 * 2 * 4);
  EXPECT_GT(Covered(picture), 0.05);
  EXPECT_LE(LargestDifference(picture, scene.DrawTets(centers)), OneLevel);
}

/// One of the values 0, 20 and 40.
double Steps(const double* p)
{
  const double x = 7.3 * p[0] + 5.1 * p[1] * p[1] + 4.7 * p[2] + 0.3;
  return 20 * std::floor(3 * (x - std::floor(x)));
}

/// Colors for the values 0 and 40. The value 20 has the color of NaN.
void UseCategories(vtkColorTransferFunction* map)
{
  map->SetAnnotation(vtkVariant(0.0), "zero");
  map->SetAnnotation(vtkVariant(40.0), "forty");
  map->SetNanColor(0.2, 0.9, 0.3);
  map->IndexedLookupOn();
}

TEST(GridVolume, ConstantCellsAreThoseOfMeshes)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddCellValues(grid, "c", Steps);
  vtkAbstractVolumeMapper* const mappers[2] = { scene.Grids, scene.Mapper };
  for (vtkAbstractVolumeMapper* const mapper : mappers)
  {
    mapper->SetScalarModeToUseCellFieldData();
    mapper->SelectScalarArray("c");
  }
  const auto smooth = scene.Draw(grid);
  scene.Settings->SmoothCellsOff();
  ExpectAlike(scene, grid, "constant cells");
  const auto constant = scene.Picture();
  EXPECT_GT(LargestDifference(constant, smooth), 0.05f);
  EXPECT_EQ(scene.Grids->GetReport()->GetValue("cells"), 4 * 3 * 5);

  // Cells are constant if the colors are categories, also if SmoothCells is on.
  scene.Settings->SmoothCellsOn();
  UseCategories(scene.Volume->GetProperty()->GetRGBTransferFunction());
  ExpectAlike(scene, grid, "categories");
  EXPECT_GT(LargestDifference(scene.Picture(), constant), 0.05f);

  // They have no isosurfaces.
  const auto categories = scene.Picture();
  scene.Settings->GetIsovalues()->SetValue(0, 30);
  EXPECT_LE(LargestDifference(scene.Picture(), categories), 0.0f);
  EXPECT_NE(
    RemarksOf(scene.Grids->GetReport(), "note").find("categories have no isosurfaces"), std::string::npos);
}

TEST(GridVolume, CategoriesOfPointsAreThoseOfTheNearestPoint)
{
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Steps);
  // The places nearest to each point are the cells of this grid.
  auto around = vtkSmartPointer<vtkRectilinearGrid>::New();
  vtkDataArray* const from[3] = { grid->GetXCoordinates(), grid->GetYCoordinates(), grid->GetZCoordinates() };
  vtkNew<vtkDoubleArray> axes[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const vtkIdType n = from[axis]->GetNumberOfTuples();
    for (vtkIdType i = 0; i <= n; ++i)
    {
      axes[axis]->InsertNextValue(0.5 *
        (from[axis]->GetTuple1(std::max<vtkIdType>(i - 1, 0)) +
          from[axis]->GetTuple1(std::min<vtkIdType>(i, n - 1))));
    }
  }
  around->SetDimensions(6, 5, 7);
  around->SetXCoordinates(axes[0]);
  around->SetYCoordinates(axes[1]);
  around->SetZCoordinates(axes[2]);
  around->GetCellData()->AddArray(grid->GetPointData()->GetScalars());

  GridScene scene;
  UseCategories(scene.Volume->GetProperty()->GetRGBTransferFunction());
  const auto picture = scene.Draw(grid);
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "");
  EXPECT_GT(Covered(picture), 0.04);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("f");
  EXPECT_LE(LargestDifference(picture, scene.DrawTets(around)), OneLevel);
}

TEST(GridVolume, LightAndFunctionsOfTheGradient)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  const auto plain = scene.Draw(image);
  property->ShadeOn();
  property->SetAmbient(0.2);
  property->SetDiffuse(0.7);
  property->SetSpecular(0.3);
  ExpectAlike(scene, image, "light");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
  property->ShadeOff();

  vtkPiecewiseFunction* const factors = property->GetGradientOpacity();
  factors->RemoveAllPoints();
  factors->AddPoint(0, 0);
  factors->AddPoint(100, 1); // the gradient is 43
  ExpectAlike(scene, image, "gradient opacity");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
  factors->RemoveAllPoints();

  const auto makeTable = [](bool ofTets) {
    auto table = vtkSmartPointer<vtkImageData>::New();
    table->SetDimensions(8, 8, 1);
    table->SetSpacing(10, 10, 1);
    vtkNew<vtkFloatArray> entries;
    entries->SetNumberOfComponents(4);
    for (int i = 0; i < 64; ++i)
    {
      const double opacity = (i % 3) * 0.2;
      entries->InsertNextTuple4(
        (i % 8) / 8.0, 1 - (i % 8) / 8.0, (i / 8) / 8.0, ofTets ? -std::log1p(-opacity) : opacity);
    }
    table->GetPointData()->SetScalars(entries);
    return table;
  };
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
  property->SetTransferFunction2D(0, makeTable(true));
  const auto tets = scene.DrawTets(image);
  property->SetTransferFunction2D(0, makeTable(false));
  const auto picture = scene.Draw(image);
  EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "");
  EXPECT_LE(LargestDifference(picture, tets), OneLevel);
  EXPECT_GT(LargestDifference(picture, plain), 0.05f);
}

TEST(GridVolume, OpacityIsAShareOfLight)
{
  // The image is as thick as the unit distance, which stops this share of light.
  vtkNew<vtkImageData> image;
  image->SetDimensions(3, 3, 3);
  image->SetSpacing(0.5, 0.5, 0.5);
  AddValues(image, "f", [](const double*) { return 0.5; });
  GridScene scene;
  vtkNew<vtkVolume> straight;
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Renderer->AddVolume(straight);
  straight->SetMapper(scene.Grids);
  scene.Grids->SetInputData(image);
  vtkVolumeProperty* const property = straight->GetProperty();
  property->GetRGBTransferFunction()->AddRGBPoint(0.5, 1, 1, 1);
  for (const double opacity : { 0.25, 0.9, 1.0 })
  {
    property->GetScalarOpacity()->RemoveAllPoints();
    property->GetScalarOpacity()->AddPoint(0.5, opacity);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 32)[0], opacity, OneLevel);
  }
}

TEST(GridVolume, OpacityFromASecondArray)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  const auto plain = scene.Draw(image);
  AddValues(image, "o", Other, VTK_FLOAT);
  for (const bool isSeparate : { true, false })
  {
    scene.Grids->SelectOpacityArray(vtkDataObject::POINT, isSeparate ? "o" : "", 0);
    scene.Mapper->SelectOpacityArray(vtkDataObject::POINT, isSeparate ? "o" : "", 0);
    ExpectAlike(scene, image, "opacity");
    EXPECT_EQ(LargestDifference(scene.Picture(), plain) > 0.05f, isSeparate);
  }
  // Two components that depend on each other are color and opacity.
  vtkNew<vtkDoubleArray> both;
  both->SetName("both");
  both->SetNumberOfComponents(2);
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    both->InsertNextTuple2(Linear(image->GetPoint(i)), Other(image->GetPoint(i)));
  }
  image->GetPointData()->SetScalars(both);
  scene.Volume->GetProperty()->IndependentComponentsOff();
  ExpectAlike(scene, image, "two components");
  EXPECT_GT(LargestDifference(scene.Picture(), plain), 0.05f);
}

TEST(GridVolume, OpacityFromCellsIsAveraged)
{
  GridScene scene;
  auto grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  AddCellValues(grid, "c", [](const double*) { return 22.5; });
  scene.Grids->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  ExpectAlike(scene, grid, "opacity of cells");
}

TEST(GridVolume, BlendModes)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  scene.Grids->SetBlendedOpacity(0.8);
  scene.Mapper->SetBlendedOpacity(0.8);
  for (const int mode : { vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND, vtkVolumeMapper::MINIMUM_INTENSITY_BLEND,
         vtkVolumeMapper::AVERAGE_INTENSITY_BLEND, vtkVolumeMapper::ADDITIVE_BLEND })
  {
    scene.Grids->SetBlendMode(mode);
    scene.Mapper->SetBlendMode(mode);
    scene.Grids->SetAverageIPScalarRange(10, 40);
    scene.Mapper->SetAverageIPScalarRange(10, 40);
    ExpectAlike(scene, image, std::to_string(mode).c_str());
  }
}

TEST(GridVolume, CutsAndOpaqueGeometry)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  const auto whole = scene.Draw(image);
  vtkNew<vtkPlane> plane;
  plane->SetOrigin(0.45, 0.5, 0.5);
  plane->SetNormal(1, 0.4, 0.2);
  scene.Grids->AddClippingPlane(plane);
  scene.Mapper->AddClippingPlane(plane);
  ExpectAlike(scene, image, "plane");
  EXPECT_GT(LargestDifference(scene.Picture(), whole), 0.05f);
  scene.Grids->RemoveAllClippingPlanes();
  scene.Mapper->RemoveAllClippingPlanes();

  double box[12] = { 0.2, 0.3, 0.1, 0.5, 0.1, 0, -0.1, 0.5, 0, 0, 0, 0.6 };
  scene.Settings->SetCropBox(box);
  scene.Settings->UseCropBoxOn();
  for (const bool outside : { false, true })
  {
    scene.Settings->SetCropBoxKeepsOutside(outside);
    ExpectAlike(scene, image, "box");
    EXPECT_GT(LargestDifference(scene.Picture(), whole), 0.05f);
  }
  scene.Settings->UseCropBoxOff();

  const double corners[3][3] = { { 0.1, 0.1, 0.5 }, { 0.9, 0.1, 0.3 }, { 0.1, 0.9, 0.6 } };
  scene.Renderer->AddActor(MakeQuad(corners[0], corners[1], corners[2], 0.3, 0.3, 0.3));
  ExpectAlike(scene, image, "quad");
}

TEST(GridVolume, HiddenAndMissingCells)
{
  // The left half is blanked, is missing, or belongs to another part; both mappers leave it out.
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  AddValues(image, "f", [](const double* p) { return 60 * p[0]; });
  GridScene scene;
  const auto whole = scene.Draw(image);
  for (const int flag : { static_cast<int>(vtkDataSetAttributes::HIDDENCELL),
         static_cast<int>(vtkDataSetAttributes::DUPLICATECELL) })
  {
    vtkNew<vtkUnsignedCharArray> flags;
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    for (int i = 0; i < 64; ++i)
    {
      flags->InsertNextValue(i % 4 < 2 ? static_cast<unsigned char>(flag) : 0);
    }
    image->GetCellData()->AddArray(flags);
    scene.Settings->UseCropBoxOff();
    const auto hidden = scene.Draw(image);
    image->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
    double half[12] = { 0.5, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 1 };
    scene.Settings->SetCropBox(half);
    scene.Settings->UseCropBoxOn();
    EXPECT_LE(LargestDifference(hidden, scene.Draw(image)), OneLevel);
    EXPECT_GT(LargestDifference(hidden, whole), 0.05f);
  }
  // A missing value removes the eight cells around its point.
  scene.Settings->UseCropBoxOff();
  image->GetPointData()->GetScalars()->SetComponent(62, 0, std::nan("")); // in the middle
  image->GetPointData()->GetScalars()->Modified();
  const auto missing = scene.Draw(image);
  double eighth[12] = { 0.25, 0.25, 0.25, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5 };
  image->GetPointData()->GetScalars()->SetComponent(62, 0, 30);
  image->GetPointData()->GetScalars()->Modified();
  scene.Settings->SetCropBox(eighth);
  scene.Settings->UseCropBoxOn();
  scene.Settings->CropBoxKeepsOutsideOn();
  EXPECT_LE(LargestDifference(missing, scene.Draw(image)), OneLevel);
  EXPECT_GT(LargestDifference(missing, whole), 0.05f);
}

TEST(GridVolume, OnlyChangedDataAreSent)
{
  GridScene scene;
  auto image = MakeTurnedImage();
  AddValues(image, "f", Linear);
  scene.Draw(image);
  const auto sent = [&](const char* what) { return scene.Grids->GetReport()->GetValue(what); };
  EXPECT_EQ(sent("volume uploads"), 1);
  EXPECT_EQ(sent("transfer function uploads"), 1);
  EXPECT_GT(sent("rays"), 100);
  EXPECT_EQ(sent("cells"), 4 * 3 * 5);
  scene.Volume->RotateX(10);
  scene.Picture();
  EXPECT_EQ(sent("volume uploads"), 1);
  EXPECT_EQ(sent("transfer function uploads"), 1);
  scene.Volume->GetProperty()->GetScalarOpacity()->AddPoint(40, 0.9);
  scene.Picture();
  EXPECT_EQ(sent("volume uploads"), 1);
  EXPECT_EQ(sent("transfer function uploads"), 2);
  const auto before = scene.Picture();
  image->SetSpacing(0.1, 0.2, 0.1);
  EXPECT_GT(LargestDifference(scene.Picture(), before), 0.05f);
  EXPECT_EQ(sent("volume uploads"), 2);
  image->GetPointData()->GetScalars()->Modified();
  scene.Picture();
  EXPECT_EQ(sent("volume uploads"), 3);
  EXPECT_EQ(sent("transfer function uploads"), 2);
}

TEST(GridVolume, FilmsOfAnImageAndAMesh)
{
  // The maximum over two halves of a cube, one an image and the other a mesh, is that of the whole.
  const auto half = [](double from) {
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(3, 5, 5);
    image->SetOrigin(from, 0, 0);
    image->SetSpacing(0.25, 0.25, 0.25);
    AddValues(image, "f", Linear);
    return image;
  };
  vtkNew<vtkImageData> whole;
  whole->SetDimensions(5, 5, 5);
  whole->SetSpacing(0.25, 0.25, 0.25);
  AddValues(whole, "f", Linear);
  GridScene scene;
  scene.Grids->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  const auto alone = scene.Draw(whole);

  scene.Renderer->RemoveVolume(scene.Volume);
  vtkNew<vtkRayCastVolume> parts[2];
  for (auto& part : parts)
  {
    part->ShallowCopy(scene.Volume);
    scene.Renderer->AddVolume(part);
  }
  scene.Grids->SetInputData(half(0));
  scene.Mapper->SetInputData(CutIntoTets(half(0.5)));
  parts[0]->SetMapper(scene.Grids);
  parts[1]->SetMapper(scene.Mapper);
  EXPECT_LE(LargestDifference(scene.Picture(), alone), OneLevel);
  const std::string notes =
    RemarksOf(scene.Grids->GetReport(), "note") + RemarksOf(scene.Mapper->GetReport(), "note");
  EXPECT_NE(notes.find("over 2 volumes"), std::string::npos) << notes;
}

} // namespace
