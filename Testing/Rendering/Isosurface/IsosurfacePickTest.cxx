// SPDX-License-Identifier: BSD-3-Clause
// Hardware selection and probing of isosurfaces.
#include "IsosurfaceScene.h"
#include "Selection.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"
#include "vtkRectilinearGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace
{

double distance(double x, double y, double z)
{
  return std::sqrt(x * x + y * y + z * z);
}

/// The selected ids in a rectangle of pixels, by prop.
std::map<vtkProp*, std::set<vtkIdType>> select(
  IsosurfaceScene& scene, int association, int x0, int y0, int x1, int y1)
{
  return SelectIds(scene.Renderer, association, { x0, y0, x1, y1 });
}

TEST(IsosurfacePick, SelectsThePropWhereThereIsASurface)
{
  IsosurfaceScene scene([](double x, double y, double z) { return 0.7 - distance(x, y, z); }, 64, 0, 33);
  scene.Show({ 0 });
  const auto before = scene.Picture();
  const auto onIt = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 32, 32, 32, 32);
  ASSERT_EQ(onIt.size(), 1u);
  EXPECT_EQ(onIt.begin()->first, scene.Volume.Get());
  EXPECT_TRUE(select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 2, 2, 4, 4).empty())
    << "beside the sphere";
  EXPECT_LE(LargestDifference(scene.Picture(), before), 0.0f) << "the picture is as it was";

  // An object in front of the surface is selected in its place; an object behind the surface is not.
  const double front[3][3] = { { -1, -1, 0.9 }, { 0, -1, 0.9 }, { -1, 1, 0.9 } },
               back[3][3] = { { 0, -1, -0.9 }, { 1, -1, -0.9 }, { 0, 1, -0.9 } };
  auto inFront = MakeQuad(front[0], front[1], front[2], 1, 0, 0),
       behind = MakeQuad(back[0], back[1], back[2], 1, 0, 0);
  scene.Renderer->AddActor(inFront);
  scene.Renderer->AddActor(behind);
  const auto left = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 25, 32, 25, 32);
  const auto right = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 40, 32, 40, 32);
  const auto corner = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 62, 62, 62, 62);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left.begin()->first, inFront.GetPointer());
  ASSERT_EQ(right.size(), 1u);
  EXPECT_EQ(right.begin()->first, scene.Volume.Get());
  ASSERT_EQ(corner.size(), 1u);
  EXPECT_EQ(corner.begin()->first, behind.GetPointer());

  scene.Volume->PickableOff();
  EXPECT_EQ(select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 40, 32, 40, 32).count(scene.Volume), 0u);
}

TEST(IsosurfacePick, SelectsTheCellAndThePoint)
{
  for (double opacity : { 1.0, 0.3 })
  {
    IsosurfaceScene scene(height, 64, 0, 9);
    scene.Show({ 0.1 });
    scene.Isovalues->SetOpacity(0, opacity);
    scene.Picture();
    // In pixel (20, 45), the point x = -0.36, y = 0.42, z = 0.1 is in cell (2, 5, 4) and nearest to point (3,
    // 6, 4).
    const auto cells = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 20, 45, 20, 45);
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(cells.begin()->second, (std::set<vtkIdType>{ 2 + 8 * (5 + 8 * 4) }));
    const auto points = select(scene, vtkDataObject::FIELD_ASSOCIATION_POINTS, 20, 45, 20, 45);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points.begin()->second, (std::set<vtkIdType>{ 3 + 9 * (6 + 9 * 4) }));
    EXPECT_EQ(select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 0, 0, 63, 63).begin()->second.size(), 64u)
      << "all of the plane";
  }
}

TEST(IsosurfacePick, ProbesIsovaluePositionAndColorValue)
{
  IsosurfaceScene scene(distance, 64, 0, 65);
  auto* image = vtkImageData::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkDoubleArray> x;
  x->SetName("x");
  for (int i = 0; i < 65 * 65 * 65; ++i)
  {
    x->InsertNextValue(-1 + (i % 65) / 32.0);
  }
  image->GetPointData()->AddArray(x);
  EXPECT_FALSE(scene.Mapper->ProbePixel(32, 32)) << "no frame yet";
  scene.Show({ 0.3, 0.8, 0.5 });
  scene.Isovalues->SetOpacity(1, 0.2);
  scene.Perspective(1, 2, 5);
  scene.Volume->SetPosition(0.1, 0.2, 0.3);
  const auto before = scene.Picture();
  for (const auto& at : { std::array<int, 2>{ 30, 30 }, std::array<int, 2>{ 40, 25 } })
  {
    ASSERT_TRUE(scene.Mapper->ProbePixel(at[0], at[1]));
    EXPECT_EQ(scene.Mapper->GetProbedIsovalue(), 0.8) << "the outer one, however faint";
    EXPECT_EQ(scene.Mapper->GetProbedIsosurface(), 1);
    EXPECT_NEAR(scene.Mapper->GetProbedValue(), 0.8, 1e-5);
    EXPECT_TRUE(std::isnan(scene.Mapper->GetProbedColorValue()));
    const double* p = scene.Mapper->GetProbedPosition();
    EXPECT_NEAR(distance(p[0] - 0.1, p[1] - 0.2, p[2] - 0.3), 0.8, 1e-3);
    double onRay[3];
    scene.OnRay(at[0], at[1], p[2], onRay);
    EXPECT_NEAR(p[0], onRay[0], 1e-5);
    EXPECT_NEAR(p[1], onRay[1], 1e-5);
  }
  EXPECT_FALSE(scene.Mapper->ProbePixel(1, 1)) << "beside it";
  EXPECT_FALSE(scene.Mapper->ProbePixel(-1, 30));
  EXPECT_FALSE(scene.Mapper->ProbePixel(30, 64));
  EXPECT_LE(LargestDifference(scene.Picture(), before), 0.0f) << "the picture is as it was";

  scene.Settings->SetColorModeToArray();
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "x");
  scene.Isovalues->SetOpacity(1, 0);
  scene.Picture();
  ASSERT_TRUE(scene.Mapper->ProbePixel(30, 30));
  EXPECT_EQ(scene.Mapper->GetProbedIsovalue(), 0.5) << "what is not seen is not there";
  EXPECT_EQ(scene.Mapper->GetProbedIsosurface(), 2);
  EXPECT_NEAR(scene.Mapper->GetProbedColorValue(), scene.Mapper->GetProbedPosition()[0] - 0.1, 1e-6);

  image->GetPointData()->GetScalars()->Modified();
  EXPECT_FALSE(scene.Mapper->ProbePixel(30, 30)) << "the frame is not of these values";
}

TEST(IsosurfacePick, ProbesInTheRightRenderer)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.5 });
  scene.Window->SetSize(128, 64);
  scene.Renderer->SetViewport(0.5, 0, 1, 1);
  scene.Settings->SetImageSampleDistance(3);
  scene.Picture();
  EXPECT_FALSE(scene.Mapper->ProbePixel(32, 32));
  ASSERT_TRUE(scene.Mapper->ProbePixel(96, 40));
  EXPECT_NEAR(scene.Mapper->GetProbedPosition()[0], 0.5 / 32, 1e-6);
  EXPECT_NEAR(scene.Mapper->GetProbedPosition()[1], 8.5 / 32, 1e-6);
  EXPECT_NEAR(scene.Mapper->GetProbedPosition()[2], 0.5, 1e-6);
}

TEST(IsosurfacePick, ProbesCellValues)
{
  IsosurfaceScene scene(height);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  scene.Show({ 0.3 });
  scene.Picture();
  ASSERT_TRUE(scene.Mapper->ProbePixel(30, 40));
  EXPECT_NEAR(scene.Mapper->GetProbedPosition()[2], 0.3, 1e-6);
  EXPECT_NEAR(scene.Mapper->GetProbedValue(), 0.3, 1e-6);
}

/// A grid over [-1, 1]^3 with cells 0.1, 0.2 ... 0.5, 0.5 long along x and z, and in reverse order along y,
/// whose coordinates descend. The point array is the height; the cell array "c" is the height of cell
/// centers.
vtkSmartPointer<vtkRectilinearGrid> unevenGrid()
{
  const double places[7] = { -1, -0.9, -0.7, -0.4, 0, 0.5, 1 };
  auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
  grid->SetDimensions(7, 7, 7);
  vtkNew<vtkDoubleArray> up, down, points, cells;
  for (int i = 0; i < 7; ++i)
  {
    up->InsertNextValue(places[i]);
    down->InsertNextValue(places[6 - i]);
  }
  grid->SetXCoordinates(up);
  grid->SetYCoordinates(down);
  grid->SetZCoordinates(up);
  points->SetName("f");
  cells->SetName("c");
  for (int i = 0; i < 7 * 7 * 7; ++i)
  {
    points->InsertNextValue(places[i / 49]);
  }
  for (int i = 0; i < 6 * 6 * 6; ++i)
  {
    cells->InsertNextValue(0.5 * (places[i / 36] + places[i / 36 + 1]));
  }
  grid->GetPointData()->SetScalars(points);
  grid->GetCellData()->AddArray(cells);
  return grid;
}

TEST(IsosurfacePick, SelectsAndProbesInRectilinearGrids)
{
  IsosurfaceScene scene(height, 64, 0, 9);
  scene.Mapper->SetInputData(unevenGrid());
  scene.Show({ 0.1 });
  scene.Picture();
  // In pixel (20, 45), the point x = -0.36, y = 0.42, z = 0.1 is in cell (3, 1, 4) and nearest to point (3,
  // 1, 4).
  const auto cells = select(scene, vtkDataObject::FIELD_ASSOCIATION_CELLS, 20, 45, 20, 45);
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells.begin()->second, (std::set<vtkIdType>{ 3 + 6 * (1 + 6 * 4) }));
  const auto points = select(scene, vtkDataObject::FIELD_ASSOCIATION_POINTS, 20, 45, 20, 45);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points.begin()->second, (std::set<vtkIdType>{ 3 + 7 * (1 + 7 * 4) }));

  ASSERT_TRUE(scene.Mapper->ProbePixel(20, 45));
  const double* p = scene.Mapper->GetProbedPosition();
  EXPECT_NEAR(p[0], -23.0 / 64, 1e-6);
  EXPECT_NEAR(p[1], 27.0 / 64, 1e-6);
  EXPECT_NEAR(p[2], 0.1, 1e-6);
  EXPECT_NEAR(scene.Mapper->GetProbedValue(), 0.1, 1e-6);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  scene.Picture();
  ASSERT_TRUE(scene.Mapper->ProbePixel(20, 45));
  EXPECT_NEAR(scene.Mapper->GetProbedPosition()[2], 0.1, 1e-6);
  EXPECT_NEAR(scene.Mapper->GetProbedValue(), 0.1, 1e-6);
}

TEST(IsosurfacePick, CropsRectilinearGridsAtTheirCoordinates)
{
  IsosurfaceScene scene(height, 64, 0, 9);
  scene.Mapper->SetInputData(unevenGrid());
  scene.Show({ 0.1 });
  scene.Mapper->CroppingOn();
  scene.Mapper->SetCroppingRegionPlanes(-0.5, 0.25, -0.75, 0.6, -1, 1);
  scene.Picture();
  for (int y = 0; y < 64; ++y)
  {
    for (int x = 0; x < 64; ++x)
    {
      const double at[2] = { (x + 0.5) / 32 - 1, (y + 0.5) / 32 - 1 };
      const bool kept = at[0] > -0.5 && at[0] < 0.25 && at[1] > -0.75 && at[1] < 0.6;
      EXPECT_EQ(scene.Mapper->ProbePixel(x, y), kept) << x << " " << y;
    }
  }
}

} // namespace
