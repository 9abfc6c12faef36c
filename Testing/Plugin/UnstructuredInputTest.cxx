// SPDX-License-Identifier: BSD-3-Clause
// Where memory does not suffice for the mesh of some data, the mesh is empty and a reason is given.
#include "UnstructuredInput.h"
#include "FailingNew.h"
#include "vtkAppendFilter.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkFloatArray.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSignedCharArray.h"
#include "vtkStructuredGrid.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace
{

/// Returns a grid of 20 x 19 x 18 points.
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

/// Makes a mesh of data with each allocation failing in turn, and at last with none. Objects of VTK take less
/// memory.
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

/// Returns what ParaView's exchange between ranks makes of a grid.
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

/// Returns a grid with an array of this type at its points and one at its cells. The values are whole
/// numbers, the same in all components.
template <class Array>
vtkSmartPointer<vtkStructuredGrid> makeNumbered(int components)
{
  const auto grid = makeGrid();
  for (const int place : { vtkDataObject::POINT, vtkDataObject::CELL })
  {
    vtkNew<Array> numbers;
    numbers->SetName("numbers");
    numbers->SetNumberOfComponents(components);
    for (vtkIdType i = 0; i < grid->GetNumberOfElements(place) * components; ++i)
    {
      numbers->InsertNextValue(static_cast<typename Array::ValueType>(i / components % 100));
    }
    grid->GetAttributes(place)->AddArray(numbers);
  }
  return grid;
}

vtkSmartPointer<vtkUnstructuredGrid> makeGridOf(vtkDataSet* first, vtkDataSet* second,
  const std::vector<ArrayChoice>& matched, std::string& note, const ArrayChoice& filled = {})
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, first);
  blocks->SetBlock(1, second);
  UnstructuredInput input;
  input.GetBlockSelection()->SetAssemblyName("Hierarchy");
  input.GetBlockSelection()->AddSelector("/");
  input.SetMatched(matched);
  input.SetFilled(filled, "to fill.");
  auto grid = input.MakeGrid(blocks, {});
  note = input.GetNote();
  return grid;
}

TEST(UnstructuredInput, BlocksKeepAnArrayOfTwoTypes)
{
  std::string note;
  const auto whole =
    makeGridOf(makeNumbered<vtkTypeInt64Array>(1), makeNumbered<vtkSignedCharArray>(1), {}, note);
  const auto real = makeGridOf(makeNumbered<vtkSignedCharArray>(2), makeNumbered<vtkFloatArray>(2), {}, note);
  const auto same = makeGridOf(makeNumbered<vtkFloatArray>(1), makeNumbered<vtkFloatArray>(1), {}, note);
  for (const int place : { vtkDataObject::POINT, vtkDataObject::CELL })
  {
    for (const auto& [grid, type] : { std::pair{ whole, vtkNew<vtkTypeInt64Array>()->GetDataType() },
           std::pair{ real, VTK_DOUBLE }, std::pair{ same, VTK_FLOAT } })
    {
      vtkDataArray* const numbers = grid->GetAttributes(place)->GetArray("numbers");
      ASSERT_NE(numbers, nullptr);
      EXPECT_EQ(numbers->GetDataType(), type);
      const vtkIdType half = numbers->GetNumberOfTuples() / 2;
      for (vtkIdType i = 0; i < 2 * half; ++i)
      {
        ASSERT_EQ(numbers->GetComponent(i, numbers->GetNumberOfComponents() - 1), i % half % 100);
      }
    }
  }
  EXPECT_EQ(note, "");
}

TEST(UnstructuredInput, ComponentsThatABlockLacksAreZero)
{
  std::string note;
  const ArrayChoice choice = { "numbers", vtkDataObject::POINT };
  const auto grid =
    makeGridOf(makeNumbered<vtkTypeInt64Array>(1), makeNumbered<vtkFloatArray>(3), { choice }, note);
  vtkDataArray* const numbers = choice.In(grid);
  ASSERT_NE(numbers, nullptr);
  ASSERT_EQ(numbers->GetNumberOfComponents(), 3);
  EXPECT_EQ(numbers->GetComponent(42, 0), 42);
  EXPECT_EQ(numbers->GetComponent(42, 1), 0);
  EXPECT_EQ(numbers->GetComponent(numbers->GetNumberOfTuples() / 2 + 42, 1), 42);
  EXPECT_EQ(note,
    "1 of 2 blocks have fewer components of the array 'numbers' than others; the missing components count as "
    "0.");
  EXPECT_EQ(grid->GetCellData()->GetArray("numbers"), nullptr) << "which nobody asked for";
}

TEST(UnstructuredInput, BlocksWithoutAnArrayAreFilled)
{
  std::string note;
  const ArrayChoice choice = { "numbers", vtkDataObject::CELL };
  const auto grid = makeGridOf(makeNumbered<vtkSignedCharArray>(2), makeGrid(), {}, note, choice);
  vtkDataArray* const numbers = choice.In(grid);
  ASSERT_NE(numbers, nullptr);
  EXPECT_EQ(numbers->GetComponent(42, 1), 42);
  EXPECT_TRUE(std::isnan(numbers->GetComponent(numbers->GetNumberOfTuples() - 1, 1)));
  EXPECT_EQ(note, "1 of 2 blocks do not have the array 'numbers' to fill.");
}

TEST(UnstructuredInput, MemoryRunsOutWhereArraysAreMatched)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, makeNumbered<vtkFloatArray>(1));
  blocks->SetBlock(1, makeNumbered<vtkDoubleArray>(1));
  for (int n = 0;; ++n)
  {
    UnstructuredInput input;
    input.GetBlockSelection()->SetAssemblyName("Hierarchy");
    input.GetBlockSelection()->AddSelector("/");
    const FailingNew failing(5000, n);
    const auto grid = input.MakeGrid(blocks, {});
    if (!failing.HasFailed())
    {
      EXPECT_NE(grid->GetPointData()->GetArray("numbers"), nullptr);
      return;
    }
    ASSERT_EQ(grid->GetNumberOfCells(), 0) << "allocation " << n;
    ASSERT_NE(input.GetProblem(), "");
  }
}

TEST(UnstructuredInput, BlocksThatTouchStayApartWhereRanksExchangeThem)
{
  // The blocks have the same points and ids, so that each point would be joined with that of the other block.
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
