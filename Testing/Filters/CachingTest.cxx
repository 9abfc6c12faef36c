// SPDX-License-Identifier: BSD-3-Clause
// A mesh is taken as it lies in memory, and taken again only when it has changed.
#include "CellStorages.h"
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

namespace
{

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const std::string& kind, bool doublePoints = true)
{
  kit::MeshKit kit(7);
  for (const kit::CellKind& candidate : kit::cellKinds())
  {
    if (candidate.name == kind)
    {
      candidate.fill(kit);
    }
  }
  return kit.grid(1.0, doublePoints);
}

vtkSmartPointer<vtkUnstructuredGrid> copyOf(vtkUnstructuredGrid* grid, bool deep)
{
  auto copy = vtkSmartPointer<vtkUnstructuredGrid>::New();
  deep ? copy->DeepCopy(grid) : copy->ShallowCopy(grid);
  return copy;
}

TEST(Caching, TetsArePointedAt)
{
  for (const bool wide : { true, false })
  {
    for (const bool doublePoints : { true, false })
    {
      auto grid = gridOf("Tetra", doublePoints);
      wide ? grid->GetCells()->ConvertTo64BitStorage() : grid->GetCells()->ConvertTo32BitStorage();
      vtkNew<vtkTetrahedralizer> topology;
      ASSERT_TRUE(topology->Update(grid));
      const inkray::TetMeshInput mesh = topology->GetMesh();
      EXPECT_EQ(mesh.points, grid->GetPoints()->GetVoidPointer(0));
      EXPECT_EQ(mesh.pointType, doublePoints ? inkray::ValueType::Float64 : inkray::ValueType::Float32);
      EXPECT_EQ(mesh.numPoints, grid->GetNumberOfPoints());
      EXPECT_EQ(mesh.connectivity, grid->GetCells()->GetConnectivityArray()->GetVoidPointer(0));
      EXPECT_EQ(mesh.connectivityType, wide ? inkray::ValueType::Int64 : inkray::ValueType::Int32);
      EXPECT_EQ(mesh.numTets, grid->GetNumberOfCells());
      EXPECT_EQ(topology->GetTupleOfTet(), nullptr);
      EXPECT_EQ(topology->GetMemorySize(), 0u);
    }
  }
}

TEST(Caching, WideCellsAreCutLikeNarrowOnes)
{
  auto grid = gridOf("Mixture");
  grid->GetCells()->ConvertTo64BitStorage();
  vtkNew<vtkTetrahedralizer> wide, narrow;
  wide->Update(copyOf(grid, true));
  grid->GetCells()->ConvertTo32BitStorage();
  narrow->Update(grid);
  EXPECT_EQ(kit::PlainMesh(wide->GetMesh()).tets, kit::PlainMesh(narrow->GetMesh()).tets);
}

TEST(Caching, IntegerPointsAreCopied)
{
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_SHORT);
  points->InsertNextPoint(0, 0, 0);
  points->InsertNextPoint(2, 0, 0);
  points->InsertNextPoint(0, 3, 0);
  points->InsertNextPoint(0, 0, 4);
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(points);
  const vtkIdType ids[4] = { 0, 1, 2, 3 };
  grid->InsertNextCell(VTK_TETRA, 4, ids);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_DOUBLE_EQ(kit::PlainMesh(topology->GetMesh()).volume(0), 4.0);
}

class Cached : public testing::TestWithParam<const char*>
{
};

TEST_P(Cached, OtherArraysDoNotMatter)
{
  auto grid = gridOf(this->GetParam());
  vtkNew<vtkTetrahedralizer> topology;
  EXPECT_TRUE(topology->Update(grid));
  const vtkMTimeType time = topology->GetMeshMTime();
  EXPECT_GT(time, 0u);
  EXPECT_FALSE(topology->Update(grid));

  vtkNew<vtkFloatArray> values;
  values->SetName("values");
  values->SetNumberOfTuples(grid->GetNumberOfPoints());
  values->Fill(1);
  grid->GetPointData()->SetScalars(values);
  grid->Modified();
  EXPECT_FALSE(topology->Update(grid));
  values->Fill(2);
  values->Modified();
  EXPECT_FALSE(topology->Update(grid));
  EXPECT_EQ(topology->GetMeshMTime(), time);
}

TEST_P(Cached, CopiesCountAsTheSameMesh)
{
  auto grid = gridOf(this->GetParam());
  vtkNew<vtkTetrahedralizer> topology;
  EXPECT_TRUE(topology->Update(grid));
  EXPECT_FALSE(topology->Update(copyOf(grid, false)));

  // A reader reads the mesh again at each time step. The pointers must move to the new arrays, because the
  // old ones go away.
  const std::vector<std::array<std::int64_t, 4>> before = kit::PlainMesh(topology->GetMesh()).tets;
  auto again = copyOf(grid, true);
  grid = nullptr;
  EXPECT_FALSE(topology->Update(again));
  if (!topology->GetTupleOfTet())
  {
    EXPECT_EQ(topology->GetMesh().points, again->GetPoints()->GetVoidPointer(0));
  }
  EXPECT_EQ(kit::PlainMesh(topology->GetMesh()).tets, before);
  kit::expectUnitCube(topology);
}

TEST(Caching, ChangedFacesAreSeen)
{
  auto grid = gridOf("Polyhedron");
  vtkNew<vtkTetrahedralizer> topology;
  EXPECT_TRUE(topology->Update(grid));
  EXPECT_FALSE(topology->Update(grid));
  for (const bool ofCells : { false, true })
  {
    kit::modifyFaces(grid, ofCells);
    EXPECT_TRUE(topology->Update(grid)) << (ofCells ? "faces of cells" : "faces");
    EXPECT_FALSE(topology->Update(grid));
  }
}

TEST_P(Cached, ChangesAreSeen)
{
  auto grid = gridOf(this->GetParam());
  vtkNew<vtkTetrahedralizer> topology;
  grid->GetCells()->ConvertTo64BitStorage();
  EXPECT_TRUE(topology->Update(grid));
  vtkMTimeType time = topology->GetMeshMTime();
  auto expectChange = [&](const char* what, vtkUnstructuredGrid* now) {
    EXPECT_TRUE(topology->Update(now)) << what;
    EXPECT_GT(topology->GetMeshMTime(), time) << what;
    EXPECT_FALSE(topology->Update(now)) << what;
    time = topology->GetMeshMTime();
  };

  double x[3];
  auto moved = copyOf(grid, true);
  moved->GetPoint(5, x);
  moved->GetPoints()->SetPoint(5, x[0] + 1e-9, x[1], x[2]);
  expectChange("a copy with one point moved", moved);

  static_cast<double*>(moved->GetPoints()->GetVoidPointer(0))[4] += 1e-9;
  moved->GetPoints()->Modified();
  expectChange("a point moved in place", moved);

  static_cast<double*>(moved->GetPoints()->GetVoidPointer(0))[4] += 1e-9;
  moved->GetPoints()->GetData()->Modified();
  expectChange("a point moved in its array", moved);

  auto* ids = static_cast<vtkTypeInt64*>(moved->GetCells()->GetConnectivityArray()->GetVoidPointer(0));
  std::swap(ids[0], ids[1]);
  moved->GetCells()->Modified();
  expectChange("cells changed in place", moved);

  // The old array was overwritten after it was read. Then comes a copy of what the array has now.
  moved->GetPoints()->GetData()->SetComponent(0, 0, moved->GetPoints()->GetData()->GetComponent(0, 0) + 1e-9);
  moved->GetPoints()->GetData()->Modified();
  expectChange("a copy of the changed array", copyOf(moved, true));

  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfTuples(grid->GetNumberOfCells());
  ghosts->Fill(0);
  ghosts->SetValue(1, vtkDataSetAttributes::HIDDENCELL);
  grid->GetCellData()->AddArray(ghosts);
  expectChange("a blanked cell", grid);
  EXPECT_EQ(topology->GetNumberOfGhostCells(), 1);
  ghosts->SetValue(2, vtkDataSetAttributes::HIDDENCELL);
  ghosts->Modified();
  expectChange("another blanked cell", grid);
  EXPECT_EQ(topology->GetNumberOfGhostCells(), 2);
  grid->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  expectChange("nothing blanked", grid);

  topology->Initialize();
  EXPECT_EQ(topology->GetNumberOfTets(), 0);
  EXPECT_GT(topology->GetMeshMTime(), time);
  time = topology->GetMeshMTime();
  expectChange("after Initialize", grid);
  EXPECT_TRUE(topology->Update(nullptr));
  EXPECT_EQ(topology->GetMesh().numTets, 0);
  EXPECT_EQ(topology->GetMesh().points, nullptr);
  EXPECT_FALSE(topology->Update(nullptr));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Cached, testing::Values("Tetra", "Mixture", "Octree", "QuadraticHexahedron"),
  [](const testing::TestParamInfo<const char*>& info) { return info.param; });

TEST(Caching, MeshOutlivesItsGrid)
{
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(gridOf("Tetra"));
  kit::expectUnitCube(topology);
}

} // namespace
