// SPDX-License-Identifier: BSD-3-Clause
// Cells that must not be drawn, and cells that cannot be drawn.
#include "CellStorages.h"
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdTypeArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace
{

/// 40 points, of which the first eight are the corners of the unit cube, and no cells.
vtkSmartPointer<vtkUnstructuredGrid> cubePoints()
{
  vtkNew<vtkPoints> points;
  for (const kit::Vec3& x : kit::boxCorners({ 0, 0, 0 }, { 1, 1, 1 }))
  {
    points->InsertNextPoint(x.data());
  }
  for (int i = 8; i < 40; ++i)
  {
    points->InsertNextPoint(0.01 * i, 0.02 * i * i, 0.03 * i);
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(points);
  return grid;
}

void insert(vtkUnstructuredGrid* grid, int type, const std::vector<vtkIdType>& ids)
{
  grid->InsertNextCell(type, ids.size(), ids.data());
}

void insertCube(vtkUnstructuredGrid* grid)
{
  insert(grid, VTK_HEXAHEDRON, { 0, 1, 2, 3, 4, 5, 6, 7 });
}

vtkUnsignedCharArray* addGhosts(vtkDataSetAttributes* to, vtkIdType count)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfTuples(count);
  ghosts->Fill(0);
  to->AddArray(ghosts);
  return ghosts;
}

TEST(SkippedCells, NothingGivesNothing)
{
  vtkNew<vtkTetrahedralizer> topology;
  EXPECT_EQ(topology->GetMessage(), "");
  vtkNew<vtkUnstructuredGrid> empty;
  topology->Update(empty);
  EXPECT_EQ(topology->GetNumberOfTets(), 0);
  EXPECT_NE(topology->GetMessage(), "");
  topology->Update(cubePoints());
  EXPECT_EQ(topology->GetNumberOfTets(), 0);
  EXPECT_NE(topology->GetMessage(), "");
}

TEST(SkippedCells, WhyThereIsNothingToDrawIsSaidWithACountOfEachKind)
{
  auto grid = cubePoints();
  insert(grid, VTK_TRIANGLE, { 0, 1, 2 });
  insert(grid, VTK_QUAD, { 0, 1, 2, 3 });
  insertCube(grid); // a ghost
  insert(grid, VTK_TETRA, { 0, 1, 2, 4000 });
  insert(grid, VTK_TETRA, { 0, 1, 2 });
  insert(grid, VTK_TETRA, { 0, -1, 2, 3 });
  insert(grid, 99, { 0, 1, 2, 3 });
  addGhosts(grid->GetCellData(), 7)->SetValue(2, vtkDataSetAttributes::DUPLICATECELL);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetMessage(),
    "Nothing to draw: the grid has no three-dimensional cells that can be drawn (7 cells, 2 of them "
    "two-dimensional or less, 1 ghost or blanked, 3 with point ids out of range, too few points or broken "
    "face lists, 1 of types that cannot be cut into tetrahedra).");
  insertCube(grid);
  grid->GetCellData()->Initialize();
  addGhosts(grid->GetCellData(), 8)->SetValue(2, vtkDataSetAttributes::DUPLICATECELL);
  topology->Update(grid);
  EXPECT_EQ(topology->GetMessage(),
    "3 of 8 cells skipped: point ids out of range, too few points or broken face lists. 1 of 8 cells "
    "skipped: their types cannot be cut into tetrahedra.");
  inkray::Field values;
  EXPECT_FALSE(topology->GetScalars(nullptr, vtkDataObject::POINT, 0, values));
  EXPECT_EQ(topology->GetMessage(), "No point or cell array to draw.");
}

TEST(SkippedCells, FlatCellsAreIgnored)
{
  const int flat[] = { VTK_EMPTY_CELL, VTK_VERTEX, VTK_POLY_VERTEX, VTK_LINE, VTK_POLY_LINE, VTK_TRIANGLE,
    VTK_TRIANGLE_STRIP, VTK_POLYGON, VTK_PIXEL, VTK_QUAD, VTK_QUADRATIC_EDGE, VTK_QUADRATIC_TRIANGLE,
    VTK_QUADRATIC_QUAD, VTK_QUADRATIC_POLYGON, VTK_BIQUADRATIC_QUAD, VTK_QUADRATIC_LINEAR_QUAD,
    VTK_BIQUADRATIC_TRIANGLE, VTK_CUBIC_LINE, VTK_LAGRANGE_CURVE, VTK_LAGRANGE_TRIANGLE,
    VTK_LAGRANGE_QUADRILATERAL, VTK_BEZIER_CURVE, VTK_BEZIER_TRIANGLE, VTK_BEZIER_QUADRILATERAL };
  auto grid = cubePoints();
  for (int type : flat)
  {
    insert(grid, type, { 0, 1, 2, 3, 4, 5, 6, 7, 8 });
  }
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfTets(), 0);
  EXPECT_EQ(topology->GetNumberOfIgnoredCells(), grid->GetNumberOfCells());
  EXPECT_NE(topology->GetMessage().find("two-dimensional"), std::string::npos) << topology->GetMessage();

  insertCube(grid);
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfIgnoredCells(), grid->GetNumberOfCells() - 1);
  EXPECT_EQ(topology->GetTupleOfTet()[0], grid->GetNumberOfCells() - 1);
  kit::expectUnitCube(topology);
}

TEST(SkippedCells, GhostsAreLeftOut)
{
  const unsigned char left[] = { vtkDataSetAttributes::DUPLICATECELL, vtkDataSetAttributes::REFINEDCELL,
    vtkDataSetAttributes::HIDDENCELL };
  const unsigned char kept[] = { vtkDataSetAttributes::HIGHCONNECTIVITYCELL,
    vtkDataSetAttributes::LOWCONNECTIVITYCELL, vtkDataSetAttributes::EXTERIORCELL };
  for (const int type : { VTK_TETRA, VTK_HEXAHEDRON })
  {
    auto grid = cubePoints();
    for (int i = 0; i < 7; ++i)
    {
      insert(grid, type,
        type == VTK_TETRA ? std::vector<vtkIdType>{ 0, 1, 2, 4 + (i % 2) }
                          : std::vector<vtkIdType>{ 0, 1, 2, 3, 4, 5, 6, 7 });
    }
    vtkUnsignedCharArray* ghosts = addGhosts(grid->GetCellData(), 7);
    for (int i = 0; i < 3; ++i)
    {
      ghosts->SetValue(i, left[i]);
      ghosts->SetValue(i + 3, kept[i]);
    }
    vtkNew<vtkTetrahedralizer> topology;
    topology->Update(grid);
    EXPECT_EQ(topology->GetNumberOfGhostCells(), 3);
    ASSERT_GT(topology->GetNumberOfTets(), 0);
    EXPECT_EQ(topology->GetTupleOfTet()[0], 3);
    EXPECT_EQ(topology->GetTupleOfTet()[topology->GetNumberOfTets() - 1], 6);
    EXPECT_EQ(topology->GetMessage(), "");
  }
}

TEST(SkippedCells, HiddenPointsHideTheirCells)
{
  auto grid = cubePoints();
  insert(grid, VTK_TETRA, { 0, 1, 2, 5 });
  insert(grid, VTK_TETRA, { 0, 2, 3, 7 });
  vtkUnsignedCharArray* ghosts = addGhosts(grid->GetPointData(), grid->GetNumberOfPoints());
  ghosts->SetValue(3, vtkDataSetAttributes::HIDDENPOINT);
  ghosts->SetValue(0, vtkDataSetAttributes::DUPLICATEPOINT);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfTets(), 1);
  EXPECT_EQ(topology->GetNumberOfGhostCells(), 1);
}

TEST(SkippedCells, BrokenCellsAreCounted)
{
  auto grid = cubePoints();
  insertCube(grid);
  insert(grid, VTK_HEXAHEDRON, { 0, 1, 2, 3, 4, 5, 6, 40 });
  insert(grid, VTK_HEXAHEDRON, { 0, 1, 2, 3, 4, 5, 6, -1 });
  insert(grid, VTK_HEXAHEDRON, { 0, 1, 2, 3, 4, 5, 6 });
  insert(grid, VTK_TETRA, { 0, 1, 2 });
  insert(grid, VTK_WEDGE, {});
  insert(grid, VTK_QUADRATIC_TETRA, { 0, 1, 2, 3 });
  insert(grid, VTK_LAGRANGE_HEXAHEDRON, { 0, 1, 2, 3, 4, 5, 6, 7, 8 });
  insert(grid, VTK_LAGRANGE_TETRAHEDRON, { 0, 1, 2, 3, 4 });
  insert(grid, VTK_LAGRANGE_WEDGE, { 0, 1, 2, 3, 4, 5, 6, 7 });
  insert(grid, VTK_CONVEX_POINT_SET, { 0, 1, 2, 3 }); // all in one plane
  const vtkIdType broken = grid->GetNumberOfCells() - 1;
  insert(grid, VTK_PARAMETRIC_HEX_REGION, { 0, 1, 2, 3, 4, 5, 6, 7 });
  insert(grid, VTK_HIGHER_ORDER_TETRAHEDRON, { 0, 1, 2, 3, 4, 5, 6, 7 });
  insert(grid, 250, { 0, 1, 2, 3, 4, 5, 6, 7 });
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfInvalidCells(), broken);
  EXPECT_EQ(topology->GetNumberOfUnsupportedCells(), 3);
  EXPECT_NE(topology->GetMessage().find(std::to_string(broken) + " of 14 cells skipped"), std::string::npos)
    << topology->GetMessage();
  for (vtkIdType t = 0; t < topology->GetNumberOfTets(); ++t)
  {
    EXPECT_EQ(topology->GetTupleOfTet()[t], 0);
  }
  EXPECT_NEAR(kit::factsOf(kit::PlainMesh(topology->GetMesh())).volume, 1.0, 1e-12);
}

TEST(SkippedCells, TetsWithTooManyPointsAreNotTakenForPlain)
{
  auto grid = cubePoints();
  insert(grid, VTK_TETRA, { 0, 1, 2, 5, 6 });
  insert(grid, VTK_TETRA, { 0, 2, 3, 7, 6 });
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  const kit::PlainMesh mesh(topology->GetMesh());
  ASSERT_EQ(mesh.tets.size(), 2u);
  EXPECT_EQ(mesh.tets[1], (std::array<std::int64_t, 4>{ 0, 2, 3, 7 }));
}

TEST(SkippedCells, OffsetsThatEndEarly)
{
  // There are as many ids as two tets have, but the second tet has too few.
  vtkNew<vtkIdTypeArray> offsets, connectivity;
  for (vtkIdType offset : { 0, 4, 7 })
  {
    offsets->InsertNextValue(offset);
  }
  for (vtkIdType id : { 0, 1, 2, 5, 0, 2, 3, 7 })
  {
    connectivity->InsertNextValue(id);
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  auto grid = cubePoints();
  grid->SetCells(VTK_TETRA, cells);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfTets(), 1);
  EXPECT_EQ(topology->GetNumberOfInvalidCells(), 1);
}

TEST(SkippedCells, BrokenOffsets)
{
  vtkNew<vtkIdTypeArray> offsets, connectivity;
  for (vtkIdType offset : { 0, 8, 4, 30, 12, 16 })
  {
    offsets->InsertNextValue(offset);
  }
  for (vtkIdType i = 0; i < 16; ++i)
  {
    connectivity->InsertNextValue(i % 8);
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  std::vector<int> types(5, VTK_HEXAHEDRON);
  types[4] = VTK_TETRA;
  auto grid = cubePoints();
  grid->SetCells(types.data(), cells);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfInvalidCells(), 3);
  EXPECT_GT(topology->GetNumberOfTets(), 1);
}

TEST(SkippedCells, BrokenFaceLists)
{
  const std::vector<std::vector<vtkIdType>> streams = {
    { 4, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, 3, 2, 0, 4 },   // sound
    { 4, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, 3, 2, 0, 99 },  // id out of range
    { 4, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, 3, 2, 0, -4 },  // id out of range
    { 4, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, 900, 2, 0, 4 }, // face longer than the list
    { 4, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, -3, 2, 0, 4 },  // negative size
    { 90, 3, 0, 1, 2, 3, 0, 1, 4, 3, 1, 2, 4, 3, 2, 0, 4 },  // more faces than the list has
    { 4, 3, 0, 1, 2, 3, 2, 1, 0, 3, 1, 2, 0, 3, 2, 0, 1 },   // encloses nothing
    { 2, 3, 0, 1, 2, 3, 0, 1, 4 },                           // too few faces
  };
  for (std::size_t i = 0; i < streams.size(); ++i)
  {
    vtkNew<vtkCellArray> cells;
    const vtkIdType ids[4] = { 0, 1, 2, 4 };
    cells->InsertNextCell(4, ids);
    auto grid = cubePoints();
    kit::setPolyhedron(grid, cells, streams[i], 0);
    vtkNew<vtkTetrahedralizer> topology;
    topology->Update(grid);
    EXPECT_EQ(topology->GetNumberOfTets(), i == 0 ? 1 : 0) << i;
    EXPECT_EQ(topology->GetNumberOfInvalidCells(), i == 0 ? 0 : 1) << i;

    for (vtkIdType location : { -1, 1000 })
    {
      kit::setPolyhedron(grid, cells, streams[i], location);
      topology->Update(grid);
      EXPECT_EQ(topology->GetNumberOfInvalidCells(), 1) << i << " at " << location;
    }
  }
}

TEST(SkippedCells, WrongDegreesAreNotFollowed)
{
  auto grid = cubePoints();
  std::vector<vtkIdType> ids(12);
  std::iota(ids.begin(), ids.end(), 0);
  insert(grid, VTK_LAGRANGE_HEXAHEDRON, ids);
  vtkNew<vtkIntArray> degrees;
  degrees->SetNumberOfComponents(3);
  degrees->SetNumberOfTuples(1);
  vtkNew<vtkTetrahedralizer> topology;
  const int wrong[][3] = { { 3, 3, 3 }, { -2, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, { 2000000000, 2, 2 } };
  for (const int* orders : wrong)
  {
    degrees->SetTypedTuple(0, orders);
    degrees->Modified();
    grid->GetCellData()->SetHigherOrderDegrees(degrees);
    topology->Update(grid);
    EXPECT_EQ(topology->GetNumberOfInvalidCells(), 1) << orders[0];
  }
  const int right[3] = { 1, 2, 1 };
  degrees->SetTypedTuple(0, right);
  degrees->Modified();
  topology->Update(grid);
  EXPECT_EQ(topology->GetNumberOfInvalidCells(), 0);
}

// Whatever the ids are, nothing is read beyond the data. AddressSanitizer makes this test worth most.
TEST(SkippedCells, RandomCells)
{
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round)
  {
    auto grid = cubePoints();
    if (round % 3 == 0)
    {
      grid->GetPoints()->SetPoint(round % 40, std::nan(""), INFINITY, 1);
    }
    for (int type = 0; type <= VTK_BEZIER_PYRAMID; ++type)
    {
      std::vector<vtkIdType> ids(random() % 32);
      for (vtkIdType& id : ids)
      {
        id = static_cast<vtkIdType>(random() % (round % 2 ? 40 : 41));
      }
      if (type != VTK_POLYHEDRON)
      {
        insert(grid, type, ids);
        continue;
      }
      // Faces lie anywhere, and mostly enclose nothing.
      std::vector<vtkIdType> stream;
      const int numFaces = 4 + random() % 5;
      for (int f = 0; f < numFaces; ++f)
      {
        stream.push_back(random() % 7);
        for (vtkIdType i = stream.back(); i > 0; --i)
        {
          stream.push_back(random() % 12);
        }
      }
      const vtkIdType corners[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
      grid->InsertNextCell(VTK_POLYHEDRON, 12, corners, numFaces, stream.data());
    }
    vtkNew<vtkTetrahedralizer> topology;
    topology->Update(grid);
    for (const auto& tet : kit::PlainMesh(topology->GetMesh()).tets)
    {
      for (std::int64_t id : tet)
      {
        ASSERT_GE(id, 0);
        ASSERT_LT(id, topology->GetMesh().numPoints);
      }
    }
  }
}

} // namespace
