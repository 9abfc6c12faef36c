// SPDX-License-Identifier: BSD-3-Clause
// Hardware selection of the cells and points of a mesh that is drawn as a volume.
#include "Scene.h"
#include "Selection.h"
#include "vtkActor.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlaneSource.h"
#include "vtkPointData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

constexpr int Cells = vtkDataObject::FIELD_ASSOCIATION_CELLS,
              Points = vtkDataObject::FIELD_ASSOCIATION_POINTS;

/// The rectangle [x0, x1] x [y0, y1] of the scene at a depth, unlit.
vtkSmartPointer<vtkActor> Quad(double x0, double x1, double y0, double y1, double z)
{
  vtkNew<vtkPlaneSource> plane;
  plane->SetOrigin(x0, y0, z);
  plane->SetPoint1(x1, y0, z);
  plane->SetPoint2(x0, y1, z);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(plane->GetOutputPort());
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  return actor;
}

/// The unit cube in n x n x n hexahedra, of an attenuation of 1, seen in 64 x 64 pixels along -z.
struct CubeScene : Scene
{
  static constexpr int n = 8;
  CubeScene()
  {
    Mapper->SetInputData(MakeCube(n));
    Window->Render();
  }

  /// The cell, or the nearest point of it, that the ray of a pixel is in after a share of the way.
  static vtkIdType At(bool isPoint, int x, int y, double way)
  {
    const int size = isPoint ? n + 1 : n;
    const auto index = [isPoint](
                         double at) { return static_cast<vtkIdType>(at * n + (isPoint ? 0.5 : 0.0)); };
    return index((x + 0.5) / 64) + size * (index((y + 0.5) / 64) + size * index(1 - way));
  }
  std::map<vtkProp*, std::set<vtkIdType>> Select(int association, int x0, int y0, int x1, int y1)
  {
    return SelectIds(Renderer, association, { x0, y0, x1, y1 });
  }
};

/// How far a ray goes in an attenuation of 1 until it has gathered an opacity.
double WayTo(double opacity)
{
  return -std::log(1 - opacity);
}

TEST(MeshPick, SelectsTheCellWhereTheOpacityIsReached)
{
  CubeScene scene;
  const auto before = scene.Picture();
  for (const double opacity : { 0.1, 0.35, 0.6 })
  {
    scene.Settings->SetPickOpacity(opacity);
    for (int y = 1; y < 64; y += 6)
    {
      for (int x = 1; x < 64; x += 6)
      {
        const auto found = scene.Select(Cells, x, y, x, y);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found.begin()->first, scene.Volume.Get());
        EXPECT_EQ(found.begin()->second, (std::set<vtkIdType>{ CubeScene::At(false, x, y, WayTo(opacity)) }));
      }
    }
  }
  // All of the layer of cells in which it is, and nothing beside the cube.
  EXPECT_EQ(scene.Select(Cells, 0, 0, 63, 63).begin()->second.size(), 64u);
  scene.Volume->SetPosition(0.5, 0, 0);
  EXPECT_TRUE(scene.Select(Cells, 2, 2, 20, 60).empty());
  EXPECT_EQ(scene.Select(Cells, 34, 5, 34, 5).begin()->second,
    (std::set<vtkIdType>{ CubeScene::At(false, 2, 5, WayTo(0.6)) }));
  scene.Volume->SetPosition(0, 0, 0);
  EXPECT_LE(LargestDifference(scene.Picture(), before), 0.0f) << "the picture is as it was";
  EXPECT_NEAR(scene.Reported("rays"), 64 * 64, 0) << "and what is said of it";
}

TEST(MeshPick, SelectsWhereFramesAreAborted)
{
  CubeScene scene;
  const AbortedFrames aborted(scene.Renderer);
  EXPECT_EQ(scene.Select(Cells, 20, 44, 20, 44)[scene.Volume],
    (std::set<vtkIdType>{ CubeScene::At(false, 20, 44, WayTo(0.1)) }));
}

TEST(MeshPick, SelectsTheNearestPoint)
{
  CubeScene scene;
  scene.Settings->SetPickOpacity(0.35); // 0.43 into the cube: 3.45 cells
  for (int y = 1; y < 64; y += 6)
  {
    for (int x = 1; x < 64; x += 6)
    {
      const auto found = scene.Select(Points, x, y, x, y);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found.begin()->second, (std::set<vtkIdType>{ CubeScene::At(true, x, y, WayTo(0.35)) }));
    }
  }
  EXPECT_EQ(scene.Select(Points, 0, 0, 63, 63).begin()->second.size(), 81u);
}

TEST(MeshPick, WhereTheOpacityIsNotReachedTheCellThatAddsMost)
{
  CubeScene scene;
  scene.Uniform(0.05, 1, 1, 1);
  // Of all opacity 0.049: the first tetrahedra take most.
  const auto found = scene.Select(Cells, 20, 44, 20, 44);
  ASSERT_EQ(found.size(), 1u);
  const vtkIdType cell = *found.begin()->second.begin();
  EXPECT_EQ(cell % 64, CubeScene::At(false, 20, 44, 0) % 64);
  // What is opaque behind is what is seen.
  auto behind = Quad(0, 1, 0, 0.5, -1);
  scene.Renderer->AddActor(behind);
  EXPECT_EQ(scene.Select(Cells, 20, 10, 20, 10).begin()->first, behind.GetPointer());
  EXPECT_EQ(scene.Select(Cells, 20, 44, 20, 44).begin()->first, scene.Volume.Get());
  scene.Uniform(1, 1, 1, 1);
  EXPECT_EQ(scene.Select(Cells, 20, 10, 20, 10).begin()->first, scene.Volume.Get());
}

TEST(MeshPick, OtherPropsAreInFrontOrWithin)
{
  CubeScene scene;
  scene.Settings->SetPickOpacity(0.35); // at z = 0.57
  auto front = Quad(0, 0.5, 0, 1, 1.5), within = Quad(0.5, 1, 0, 0.5, 0.7), after = Quad(0.5, 1, 0.5, 1, 0.3);
  for (vtkActor* actor : { front.GetPointer(), within.GetPointer(), after.GetPointer() })
  {
    scene.Renderer->AddActor(actor);
  }
  for (const int association : { Cells, Points })
  {
    if (association == Cells)
    {
      EXPECT_EQ(scene.Select(association, 10, 20, 10, 20).begin()->first, front.GetPointer());
      EXPECT_EQ(scene.Select(association, 50, 20, 50, 20).begin()->first, within.GetPointer());
    }
    else
    {
      EXPECT_TRUE(scene.Select(association, 10, 20, 10, 20).empty());
      EXPECT_TRUE(scene.Select(association, 50, 20, 50, 20).empty());
    }
    const auto found = scene.Select(association, 50, 50, 50, 50);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.begin()->first, scene.Volume.Get());
    EXPECT_EQ(found.begin()->second,
      (std::set<vtkIdType>{ CubeScene::At(association == Points, 50, 50, WayTo(0.35)) }));
  }
  scene.Volume->PickableOff();
  EXPECT_EQ(scene.Select(Cells, 50, 50, 50, 50).begin()->first, after.GetPointer());
}

TEST(MeshPick, SelectsUnderAPerspective)
{
  CubeScene scene;
  scene.Renderer->ResetCamera(0, 1, 0, 1, 0, 1);
  vtkNew<vtkDoubleArray> values; // opaque in the middle half of the cube alone
  values->SetName("v");
  auto* grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    const auto inside = [](vtkIdType i) { return i >= 2 && i < 6; };
    values->InsertNextValue(inside(cell % 8) && inside(cell / 8 % 8) && inside(cell / 64) ? 1 : 0);
  }
  grid->GetCellData()->AddArray(values);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("v");
  vtkPiecewiseFunction* opacity = scene.Volume->GetProperty()->GetScalarOpacity();
  opacity->RemoveAllPoints();
  opacity->AddPoint(0, 0);
  opacity->AddPoint(1, 1);
  scene.Volume->GetProperty()->SetScalarOpacityUnitDistance(0.001);
  scene.Settings->SetPickOpacity(0.5);
  const auto found = scene.Select(Cells, 0, 0, 63, 63);
  ASSERT_EQ(found.size(), 1u);
  std::set<vtkIdType> wanted; // the front of that box
  for (vtkIdType j = 2; j < 6; ++j)
  {
    for (vtkIdType i = 2; i < 6; ++i)
    {
      wanted.insert(i + 8 * (j + 8 * 5));
    }
  }
  EXPECT_EQ(found.begin()->second, wanted);
}

/// An isosurface without a volume, opaque or faint: the cell that it is in, also where the selection tests
/// against the depths that it has left itself.
TEST(MeshPick, SelectsOnIsosurfaces)
{
  CubeScene scene;
  auto* grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkDoubleArray> height;
  height->SetName("height");
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    height->InsertNextValue(grid->GetPoint(i)[2]);
  }
  grid->GetPointData()->AddArray(height);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  scene.Mapper->SelectScalarArray("height");
  scene.Settings->SetDrawVolume(0);
  scene.Settings->GetIsovalues()->SetValue(0, 0.3);
  for (const double opacity : { 1.0, 0.02 })
  {
    scene.Settings->GetIsovalues()->SetOpacity(0, opacity);
    scene.Picture();
    for (int at = 3; at < 64; at += 10)
    {
      const int y = 60 - at / 2;
      EXPECT_EQ(scene.Select(Cells, at, y, at, y)[scene.Volume],
        (std::set<vtkIdType>{ CubeScene::At(false, at, y, 0.7) }));
      EXPECT_EQ(scene.Select(Points, at, y, at, y)[scene.Volume],
        (std::set<vtkIdType>{ CubeScene::At(true, at, y, 0.7) }));
    }
    EXPECT_EQ(scene.Select(Cells, 0, 0, 63, 63)[scene.Volume].size(), 64u);
  }
}

TEST(MeshPick, CallsThemByTheirArrays)
{
  CubeScene scene;
  auto* grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkIdTypeArray> points, cells;
  vtkNew<vtkIntArray> blocks, processes;
  points->SetName("points");
  cells->SetName("cells");
  blocks->SetName("blocks");
  processes->SetName("processes");
  const vtkIdType large = 20000000; // more than 24 bits
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    points->InsertNextValue(large + 3 * i);
  }
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    cells->InsertNextValue(large + 2 * i);
    blocks->InsertNextValue(i % 8 < 4 ? 5 : 7);
    processes->InsertNextValue(i / 8 % 8 < 4 ? 1 : 2);
  }
  grid->GetPointData()->AddArray(points);
  grid->GetCellData()->AddArray(cells);
  grid->GetCellData()->AddArray(blocks);
  grid->GetCellData()->AddArray(processes);
  const vtkIdType cell = CubeScene::At(false, 20, 44, WayTo(0.1)),
                  point = CubeScene::At(true, 20, 44, WayTo(0.1));
  EXPECT_EQ(scene.Select(Cells, 20, 44, 20, 44).begin()->second, (std::set<vtkIdType>{ cell }));
  scene.Mapper->SetIdArrayNames("points", "cells", "blocks", "processes");
  EXPECT_EQ(scene.Select(Cells, 20, 44, 20, 44).begin()->second, (std::set<vtkIdType>{ large + 2 * cell }));
  EXPECT_EQ(scene.Select(Points, 20, 44, 20, 44).begin()->second, (std::set<vtkIdType>{ large + 3 * point }));

  // Four quarters: two blocks on two processes each.
  auto selection = SelectIn(scene.Renderer, Cells, { 0, 0, 63, 63 }, 0);
  std::set<std::pair<int, int>> found;
  vtkIdType count = 0;
  for (unsigned i = 0; i < selection->GetNumberOfNodes(); ++i)
  {
    vtkInformation* node = selection->GetNode(i)->GetProperties();
    found.insert(
      { node->Get(vtkSelectionNode::COMPOSITE_INDEX()), node->Get(vtkSelectionNode::PROCESS_ID()) });
    count += selection->GetNode(i)->GetSelectionList()->GetNumberOfTuples();
  }
  EXPECT_EQ(found, (std::set<std::pair<int, int>>{ { 5, 1 }, { 5, 2 }, { 7, 1 }, { 7, 2 } }));
  EXPECT_EQ(count, 64);
}

TEST(MeshPick, NothingToSelect)
{
  CubeScene scene;
  scene.Volume->GetProperty()->GetScalarOpacity()->RemoveAllPoints();
  scene.Volume->GetProperty()->GetScalarOpacity()->AddPoint(0, 0);
  EXPECT_TRUE(scene.Select(Cells, 20, 20, 20, 20).empty()) << "nothing is seen of it";
  vtkNew<vtkUnstructuredGrid> empty;
  scene.Mapper->SetInputData(empty);
  EXPECT_TRUE(scene.Select(Cells, 20, 20, 20, 20).empty());
  EXPECT_TRUE(scene.Select(Points, 20, 20, 20, 20).empty());
  scene.Mapper->SetInputData(MakeCube(2));
  scene.Uniform(1, 1, 1, 1);
  EXPECT_EQ(scene.Select(Cells, 20, 20, 20, 20).size(), 1u) << "and then there is something";
}

} // namespace
