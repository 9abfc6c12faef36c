// SPDX-License-Identifier: BSD-3-Clause
// Where memory does not suffice for the mesh of some data, there is an empty one, and a reason.
#include "UnstructuredInput.h"
#include "FailingNew.h"
#include "vtkAppendFilter.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStructuredGrid.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <string>

namespace
{

/// 20 x 19 x 18 points.
vtkSmartPointer<vtkStructuredGrid> makeGrid()
{
  auto grid = vtkSmartPointer<vtkStructuredGrid>::New();
  vtkNew<vtkPoints> points;
  for (int i = 0; i < 20 * 19 * 18; ++i)
  {
    points->InsertNextPoint(i % 20, i / 20 % 19, i / 380);
  }
  grid->SetPoints(points);
  grid->SetDimensions(20, 19, 18);
  return grid;
}

/// Makes a mesh of data with each allocation failing in turn, and one with none. Objects of VTK take less.
void runOut(vtkDataObject* data, int process, int least, bool apart = false)
{
  for (int n = 0;; ++n)
  {
    UnstructuredInput input;
    input.GetBlockSelection()->SetAssemblyName("Hierarchy");
    input.GetBlockSelection()->AddSelector("/");
    input.SetBlocksApart(apart);
    {
      const FailingNew failing(5000, n);
      const auto grid = input.MakeGrid(data, {}, process);
      if (!failing.HasFailed())
      {
        EXPECT_EQ(input.GetProblem(), "");
        EXPECT_GE(n, least);
        return;
      }
      ASSERT_EQ(grid->GetNumberOfCells(), 0) << "allocation " << n;
    }
    ASSERT_EQ(input.GetProblem(),
      "There is not enough memory to make one mesh of " +
        std::to_string(data->GetNumberOfElements(vtkDataObject::CELL)) +
        " cells, so nothing is drawn; use a smaller part of the data, or more ranks.")
      << "allocation " << n;
    ASSERT_EQ(input.MakeGrid(data, {}, process)->GetNumberOfCells(), 19 * 18 * 17) << "allocation " << n;
    ASSERT_EQ(input.GetProblem(), "");
  }
}

TEST(UnstructuredInput, MemoryRunsOutForAStructuredGrid)
{
  runOut(makeGrid(), -1, 3);
}

TEST(UnstructuredInput, MemoryRunsOutWhereCellsAreNumbered)
{
  runOut(makeGrid(), 0, 6);
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, makeGrid());
  runOut(blocks, 3, 6);
  runOut(blocks, 3, 7, true);
}

/// What ParaView's exchange between ranks makes of a grid.
vtkSmartPointer<vtkUnstructuredGrid> merged(vtkUnstructuredGrid* grid, vtkUnstructuredGrid* other)
{
  vtkNew<vtkAppendFilter> append;
  append->MergePointsOn();
  append->AddInputData(grid);
  append->AddInputData(other);
  append->Update();
  auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->ShallowCopy(append->GetOutput());
  return result;
}

TEST(UnstructuredInput, BlocksThatTouchStayApartWhereRanksExchangeThem)
{
  // Twice the same points and ids, so that each would be joined with that of the other block.
  vtkNew<vtkMultiBlockDataSet> blocks;
  for (unsigned int i = 0; i < 2; ++i)
  {
    const auto grid = makeGrid();
    vtkNew<vtkIdTypeArray> ids;
    ids->SetName("ids");
    for (vtkIdType point = 0; point < grid->GetNumberOfPoints(); ++point)
    {
      ids->InsertNextValue(point);
    }
    grid->GetPointData()->SetGlobalIds(ids);
    blocks->SetBlock(i, grid);
  }
  UnstructuredInput input;
  input.GetBlockSelection()->SetAssemblyName("Hierarchy");
  input.GetBlockSelection()->AddSelector("/");
  const auto plain = input.MakeGrid(blocks, {}, 0);
  const vtkIdType points = makeGrid()->GetNumberOfPoints();
  ASSERT_EQ(plain->GetNumberOfPoints(), 2 * points);
  EXPECT_EQ(merged(plain, plain)->GetNumberOfPoints(), points) << "what is to be avoided";

  input.SetBlocksApart(true);
  const auto here = input.MakeGrid(blocks, {}, 0), there = input.MakeGrid(blocks, {}, 1);
  EXPECT_EQ(merged(here, there)->GetNumberOfPoints(), 2 * points) << "joined within each block alone";
  EXPECT_NE(here->GetPointData()->GetArray("ids"), nullptr);
  for (vtkIdType point = 0; point < 2 * points; ++point)
  {
    double before[3], after[3];
    plain->GetPoint(point, before);
    here->GetPoint(point, after);
    ASSERT_NEAR(after[0], before[0], 1e-13);
    ASSERT_EQ(after[1], before[1]);
    ASSERT_EQ(after[2], before[2]);
  }
}

TEST(UnstructuredInput, StructuredGridsBecomeHexahedra)
{
  UnstructuredInput input;
  const auto structured = makeGrid();
  const auto grid = input.MakeGrid(structured, {});
  ASSERT_EQ(grid->GetNumberOfCells(), structured->GetNumberOfCells());
  vtkNew<vtkIdList> expected, found;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    EXPECT_EQ(grid->GetCellType(cell), VTK_HEXAHEDRON);
    structured->GetCellPoints(cell, expected);
    grid->GetCellPoints(cell, found);
    ASSERT_EQ(found->GetNumberOfIds(), expected->GetNumberOfIds());
    for (vtkIdType i = 0; i < 8; ++i)
    {
      ASSERT_EQ(found->GetId(i), expected->GetId(i)) << "cell " << cell;
    }
  }
}

} // namespace
