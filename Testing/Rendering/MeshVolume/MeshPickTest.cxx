// SPDX-License-Identifier: BSD-3-Clause
// Hardware selection of the cells and points of a mesh that is drawn as a volume.
#include "MeshPickScene.h"
#include "vtkActor.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkProperty.h"
#include "vtkVolumeProperty.h"

#include <utility>

using namespace MeshPicks;

namespace
{

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
  // A box selects the whole layer of cells at that depth, and nothing outside the cube.
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
  scene.Settings->SetPickOpacity(0.35); // reached 0.43 into the cube: after 3.45 cells
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
  // The total opacity is 0.049, most of it from the first tetrahedra.
  const auto found = scene.Select(Cells, 20, 44, 20, 44);
  ASSERT_EQ(found.size(), 1u);
  const vtkIdType cell = *found.begin()->second.begin();
  EXPECT_EQ(cell % 64, CubeScene::At(false, 20, 44, 0) % 64);
  // An opaque object behind the thin volume is selected.
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
  scene.Settings->SetPickOpacity(0.35); // reached at z = 0.57
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
  vtkNew<vtkDoubleArray> values; // opaque in the middle half of the cube only
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
  std::set<vtkIdType> wanted; // the front layer of the opaque box
  for (vtkIdType j = 2; j < 6; ++j)
  {
    for (vtkIdType i = 2; i < 6; ++i)
    {
      wanted.insert(i + 8 * (j + 8 * 5));
    }
  }
  EXPECT_EQ(found.begin()->second, wanted);
}

/// On an isosurface without a volume, opaque or faint, the cell around the hit is selected, even if the
/// selection tests against the depths that the surface itself wrote.
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

/// The depths that points are tested against come from the kernel that drew the picture. On a slanted and
/// curved surface the two kernels round differently, and each pixel must still find its point.
TEST(MeshPick, SelectsPointsInEachPixelOfAnIsosurface)
{
  CubeScene scene;
  auto* grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkDoubleArray> distance;
  distance->SetName("distance");
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    const double* const p = grid->GetPoint(i);
    distance->InsertNextValue(std::hypot(p[0] - 0.5, p[1] - 0.4, p[2] - 0.3));
  }
  grid->GetPointData()->AddArray(distance);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  scene.Mapper->SelectScalarArray("distance");
  scene.Settings->SetDrawVolume(0);
  scene.Settings->GetIsovalues()->SetValue(0, 0.37);
  vtkCamera* const camera = scene.Renderer->GetActiveCamera();
  camera->ParallelProjectionOff();
  camera->SetPosition(1.9, 2.3, 2.7);
  camera->SetFocalPoint(0.5, 0.5, 0.5);
  camera->SetViewUp(0, 1, 0);
  camera->SetViewAngle(25);
  scene.Renderer->ResetCameraClippingRange();
  scene.Picture();
  const auto pixelsOf = [&](int association) {
    vtkNew<vtkHardwareSelector> selector;
    selector->SetRenderer(scene.Renderer);
    selector->SetArea(0, 0, 63, 63);
    selector->SetFieldAssociation(association);
    EXPECT_TRUE(selector->CaptureBuffers());
    std::set<unsigned> pixels;
    for (unsigned i = 0; i < 64 * 64; ++i)
    {
      const unsigned at[2] = { i % 64, i / 64 };
      if (selector->GetPixelInformation(at).Valid)
      {
        pixels.insert(i);
      }
    }
    return pixels;
  };
  const std::set<unsigned> cells = pixelsOf(Cells);
  EXPECT_GT(cells.size(), 500u);
  EXPECT_EQ(pixelsOf(Points), cells);
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
  const vtkIdType large = 20000000; // needs more than 24 bits
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

  // Four quarters: two blocks, each on two processes.
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

/// The cells of the columns [i0, i1] x [j0, j1] in the layers [k0, 7].
std::set<vtkIdType> Columns(vtkIdType i0, vtkIdType i1, vtkIdType j0, vtkIdType j1, vtkIdType k0)
{
  std::set<vtkIdType> cells;
  for (vtkIdType k = k0; k < 8; ++k)
  {
    for (vtkIdType j = j0; j <= j1; ++j)
    {
      for (vtkIdType i = i0; i <= i1; ++i)
      {
        cells.insert(i + 8 * (j + 8 * k));
      }
    }
  }
  return cells;
}

TEST(MeshPick, FindsAllCellsThatABoxShows)
{
  CubeScene scene;
  const auto before = scene.Picture();
  // A cell covers 8 x 8 pixels.
  const VisibleCells box(scene, 10, 17, 24, 20);
  EXPECT_EQ(box.Pixels.size(), 15u * 4u);
  EXPECT_EQ(*box.Pixels.begin(), 10 + 64 * 17);
  EXPECT_EQ(*box.Pixels.rbegin(), 24 + 64 * 20);
  EXPECT_EQ(box.Cells, Columns(1, 3, 2, 2, 0)) << "all behind one another";
  EXPECT_EQ(box.Parts, (std::set<std::pair<vtkIdType, vtkIdType>>{ { 0, -1 } }));
  EXPECT_EQ(box.Depth, 1.0);
  EXPECT_EQ(VisibleCells(scene, 0, 0, 63, 63).Cells.size(), 512u);
  EXPECT_LE(LargestDifference(scene.Picture(), before), 0.0f) << "the picture is as it was";
  EXPECT_NEAR(scene.Reported("rays"), 64 * 64, 0) << "and what is said of it";

  const VisibleCells pixel(scene, 20, 44, 20, 44);
  EXPECT_EQ(pixel.Cells, (std::set<vtkIdType>{ CubeScene::At(false, 20, 44, WayTo(0.1)) }))
    << "of one, what a click selects";
  EXPECT_GT(pixel.Depth, 0.0);
  EXPECT_LT(pixel.Depth, 1.0);
  EXPECT_EQ(scene.Select(Points, 20, 44, 20, 44)[scene.Volume],
    (std::set<vtkIdType>{ CubeScene::At(true, 20, 44, WayTo(0.1)) }))
    << "points are not asked for";

  scene.Uniform(60, 1, 1, 1);
  EXPECT_EQ(VisibleCells(scene, 8, 16, 23, 31).Cells, Columns(1, 2, 2, 3, 7)) << "what hides all behind it";
}

TEST(MeshPick, FindsCellsThatAreNotHidden)
{
  CubeScene scene;
  auto within = Quad(0, 1, 0, 1, 0.7);
  scene.Renderer->AddActor(within);
  EXPECT_EQ(VisibleCells(scene, 8, 16, 23, 31).Cells, Columns(1, 2, 2, 3, 5)) << "by other geometry";
  scene.Renderer->RemoveActor(within);
  vtkNew<vtkPlane> plane;
  plane->SetOrigin(0, 0, 0.3);
  plane->SetNormal(0, 0, 1);
  scene.Mapper->AddClippingPlane(plane);
  EXPECT_EQ(VisibleCells(scene, 8, 16, 23, 31).Cells, Columns(1, 2, 2, 3, 2)) << "by a plane";
  scene.Mapper->RemoveAllClippingPlanes();
}

TEST(MeshPick, CallsAllCellsByTheirArrays)
{
  CubeScene scene;
  auto* grid = vtkUnstructuredGrid::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkIdTypeArray> cells;
  vtkNew<vtkIntArray> blocks, processes;
  cells->SetName("cells");
  blocks->SetName("blocks");
  processes->SetName("processes");
  const vtkIdType large = vtkIdType(1) << 40; // more than the 24-bit ids of a selection's picture
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    cells->InsertNextValue(large + i);
    blocks->InsertNextValue(i % 8 < 4 ? 5 : 7);
    processes->InsertNextValue(i / 8 % 8 < 4 ? 1 : 2);
  }
  grid->GetCellData()->AddArray(cells);
  grid->GetCellData()->AddArray(blocks);
  grid->GetCellData()->AddArray(processes);
  scene.Mapper->SetIdArrayNames("", "cells", "blocks", "processes");
  VisibleCells all(scene, 0, 0, 63, 63);
  EXPECT_EQ(all.Parts, (std::set<std::pair<vtkIdType, vtkIdType>>{ { 5, 1 }, { 5, 2 }, { 7, 1 }, { 7, 2 } }));
  EXPECT_EQ(all.Cells.size(), 512u);
  EXPECT_EQ(*all.Cells.begin(), large);
  EXPECT_EQ(*all.Cells.rbegin(), large + 511);

  scene.Mapper->SetInputData(MakeCube(2));
  all.Find(scene);
  EXPECT_TRUE(all.Cells.empty()) << "the mesh is another one";
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
