// SPDX-License-Identifier: BSD-3-Clause
#include "UnstructuredInput.h"

#include "ArrayMemory.h"
#include "BlockArrays.h"
#include "vtkAppendFilter.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataAssembly.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkPartitionedDataSet.h"
#include "vtkPartitionedDataSetCollection.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkStructuredGrid.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnsignedIntArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <string>
#include <vector>

namespace
{
/// The cells of a structured grid as hexahedra, in the order of cell ids.
vtkSmartPointer<vtkCellArray> Hexahedra(const int dimensions[3])
{
  const vtkTypeInt64 nx = dimensions[0], ny = dimensions[1];
  const vtkTypeInt64 cx = nx - 1, cy = ny - 1, cz = dimensions[2] - 1;
  vtkNew<vtkTypeInt64Array> connectivity;
  vtkTypeInt64* const ids = inkray::filters::allocateTuples(connectivity.Get(), 8 * cx * cy * cz);
  vtkSMPTools::For(0, cy * cz, [=](vtkIdType first, vtkIdType last) {
    for (vtkIdType row = first; row < last; ++row)
    {
      const vtkTypeInt64 j = row % cy, k = row / cy;
      vtkTypeInt64* out = ids + 8 * cx * row;
      for (vtkTypeInt64 i = 0; i < cx; ++i, out += 8)
      {
        const vtkTypeInt64 corner = i + nx * (j + ny * k);
        const vtkTypeInt64 above = corner + nx * ny;
        const vtkTypeInt64 hexahedron[8] = { corner, corner + 1, corner + 1 + nx, corner + nx, above,
          above + 1, above + 1 + nx, above + nx };
        std::copy_n(hexahedron, 8, out);
      }
    }
  });
  vtkNew<vtkTypeInt64Array> offsets;
  vtkTypeInt64* const offset = inkray::filters::allocateTuples(offsets.Get(), cx * cy * cz + 1);
  vtkSMPTools::For(0, cx * cy * cz + 1, [=](vtkIdType first, vtkIdType last) {
    for (vtkIdType cell = first; cell < last; ++cell)
    {
      offset[cell] = 8 * cell;
    }
  });
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, connectivity);
  return cells;
}

/// Merge data sets into one grid.
template <class DataSets>
vtkSmartPointer<vtkUnstructuredGrid> Append(const DataSets& grids)
{
  auto merged = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkAppendFilter> append;
  for (const auto& grid : grids)
  {
    append->AddInputData(grid);
  }
  if (!grids.empty())
  {
    append->Update();
    merged->ShallowCopy(append->GetOutput());
  }
  return merged;
}
} // namespace

namespace
{
/// Add arrays that number the points and cells of a block. (Filters that cut cells drop a vtkIdTypeArray.)
void AddIds(vtkUnstructuredGrid* grid)
{
  const auto add = [](vtkDataSetAttributes* attributes, const char* name, vtkIdType count) {
    vtkNew<vtkTypeInt64Array> ids;
    ids->SetName(name);
    vtkTypeInt64* const first = inkray::filters::allocateTuples(ids.Get(), count);
    std::iota(first, first + count, vtkTypeInt64(0));
    attributes->AddArray(ids);
  };
  add(grid->GetPointData(), UnstructuredInput::PointIds, grid->GetNumberOfPoints());
  add(grid->GetCellData(), UnstructuredInput::CellIds, grid->GetNumberOfCells());
}

/// Add an array to the cells, with one value for all.
template <class Array>
void AddToCells(vtkUnstructuredGrid* grid, const char* name, typename Array::ValueType value)
{
  vtkNew<Array> numbers;
  numbers->SetName(name);
  auto* const values = inkray::filters::allocateTuples(numbers.Get(), grid->GetNumberOfCells());
  std::fill_n(values, grid->GetNumberOfCells(), value);
  grid->GetCellData()->AddArray(numbers);
}

/// See UnstructuredInput::SetBlocksApart. The new place of a point depends only on its place and block. A
/// point that two ranks share therefore stays one point.
void MoveBlocksApart(vtkUnstructuredGrid* grid)
{
  constexpr double Unit = 1.0 / (1LL << 50), Least = 1e-30; // Unit: a few units in a double's last place
  auto* const blocks =
    vtkUnsignedIntArray::SafeDownCast(grid->GetCellData()->GetArray(UnstructuredInput::CompositeIndices));
  vtkPoints* const points = grid->GetPoints();
  if (!blocks || !points)
  {
    return;
  }
  vtkNew<vtkDoubleArray> places;
  places->SetNumberOfComponents(3);
  double* const place = inkray::filters::allocateTuples(places.Get(), points->GetNumberOfPoints());
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    points->GetPoint(i, place + 3 * i);
  }
  vtkNew<vtkIdList> corners;
  double original[3];
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    grid->GetCellPoints(cell, corners);
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
    {
      const vtkIdType corner = corners->GetId(i);
      points->GetPoint(corner, original);
      const double size =
        std::max({ std::abs(original[0]), std::abs(original[1]), std::abs(original[2]), Least });
      place[3 * corner] = original[0] + Unit * size * blocks->GetValue(cell);
    }
  }
  vtkNew<vtkPoints> moved;
  moved->SetData(places);
  grid->SetPoints(moved);
  grid->GetPointData()->SetActiveAttribute(-1, vtkDataSetAttributes::GLOBALIDS); // the array itself stays
}

/// Copy a composite data set and store the flat index of each leaf in its field data, because the filter
/// that extracts blocks builds a new tree. A partitioned data set becomes a collection, because that
/// filter takes only collections.
vtkSmartPointer<vtkCompositeDataSet> WithFlatIndices(vtkCompositeDataSet* input)
{
  auto copy = vtkSmartPointer<vtkCompositeDataSet>::Take(input->NewInstance());
  copy->CopyStructure(input);
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(input->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    vtkDataObject* const leaf = leaves->GetCurrentDataObject();
    auto own = vtkSmartPointer<vtkDataObject>::Take(leaf->NewInstance());
    own->ShallowCopy(leaf);
    vtkNew<vtkFieldData> fields;
    fields->ShallowCopy(leaf->GetFieldData());
    vtkNew<vtkUnsignedIntArray> index;
    index->SetName(UnstructuredInput::CompositeIndices);
    index->InsertNextValue(leaves->GetCurrentFlatIndex());
    fields->AddArray(index);
    own->SetFieldData(fields);
    copy->SetDataSet(leaves, own);
  }
  auto* const pieces = vtkPartitionedDataSet::SafeDownCast(copy);
  if (pieces)
  {
    auto collection = vtkSmartPointer<vtkPartitionedDataSetCollection>::New();
    collection->SetPartitionedDataSet(0, pieces);
    return collection;
  }
  return copy;
}
} // namespace

bool UnstructuredInput::IsNoSurface(vtkDataObject* leaf)
{
  return !vtkPolyData::SafeDownCast(leaf);
}

UnstructuredInput::UnstructuredInput(IsTakenFunction isTaken)
  : IsTaken(std::move(isTaken))
{
}
UnstructuredInput::~UnstructuredInput() = default;

void UnstructuredInput::SetFilled(const ArrayChoice& array, const std::string& note)
{
  this->Filled = array;
  this->FilledNote = note;
}

void UnstructuredInput::ReleaseCells()
{
  this->StructuredCells = nullptr;
}

vtkSmartPointer<vtkUnstructuredGrid> UnstructuredInput::MakeGrid(
  vtkDataObject* input, const std::vector<ArrayChoice>& drawn, int process)
{
  this->Problem.clear();
  this->Note.clear();
  // All processes find the forms together. Do this first, before one of them may run out of memory.
  std::vector<ArrayChoice> matched = { this->Filled };
  matched.insert(matched.end(), this->Matched.begin(), this->Matched.end());
  const BlockArrays arrays(input, this->IsTaken, matched, process >= 0);
  try
  {
    return this->MakeGridOrThrow(input, drawn, process, arrays);
  }
  catch (const std::bad_alloc&)
  {
    this->Problem = "There is not enough memory to make one mesh of " +
      std::to_string(input->GetNumberOfElements(vtkDataObject::CELL)) +
      " cells, so nothing is drawn; use a smaller part of the data, or more ranks.";
    this->ReleaseCells();
    this->NumberOfBlocks = 1;
    this->NumberOfBlocksWithoutArray = this->NumberOfBlocksWithArrayElsewhere = 0;
    return vtkSmartPointer<vtkUnstructuredGrid>::New();
  }
}

vtkSmartPointer<vtkUnstructuredGrid> UnstructuredInput::MakeGridOrThrow(
  vtkDataObject* input, const std::vector<ArrayChoice>& drawn, int process, const BlockArrays& arrays)
{
  this->NumberOfBlocks = 1;
  this->NumberOfBlocksWithoutArray = this->NumberOfBlocksWithArrayElsewhere = 0;
  auto* const composite = vtkCompositeDataSet::SafeDownCast(input);
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> parts;
  if (composite)
  {
    parts = this->MakeBlocks(composite, drawn);
    this->NumberOfBlocks = static_cast<int>(parts.size());
  }
  else
  {
    parts = { this->MakeGrid(vtkDataSet::SafeDownCast(input)) };
  }
  this->MatchArrays(parts, arrays);
  auto grid = parts.size() == 1 ? parts.front() : Append(parts);
  if (process >= 0)
  {
    if (!composite)
    {
      AddIds(grid);
    }
    AddToCells<vtkIntArray>(grid, ProcessIds, process);
  }
  if (composite && this->BlocksApart)
  {
    MoveBlocksApart(grid);
  }
  return grid;
}

vtkSmartPointer<vtkUnstructuredGrid> UnstructuredInput::MakeGrid(vtkDataSet* input)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (auto* unstructured = vtkUnstructuredGrid::SafeDownCast(input))
  {
    grid->ShallowCopy(unstructured);
    return grid;
  }

  auto* structured = vtkStructuredGrid::SafeDownCast(input);
  int dimensions[3] = { 0, 0, 0 };
  if (structured)
  {
    structured->GetDimensions(dimensions);
  }
  if (dimensions[0] > 1 && dimensions[1] > 1 && dimensions[2] > 1)
  {
    if (!this->StructuredCells || !std::equal(dimensions, dimensions + 3, this->StructuredDimensions))
    {
      this->StructuredCells = Hexahedra(dimensions);
      std::copy_n(dimensions, 3, this->StructuredDimensions);
    }
    grid->SetPoints(structured->GetPoints());
    vtkNew<vtkUnsignedCharArray> types;
    const vtkIdType numCells = this->StructuredCells->GetNumberOfCells();
    std::fill_n(inkray::filters::allocateTuples(types.Get(), numCells), numCells, VTK_HEXAHEDRON);
    grid->SetCells(types, this->StructuredCells);
    grid->GetPointData()->ShallowCopy(structured->GetPointData());
    grid->GetCellData()->ShallowCopy(structured->GetCellData());
    grid->GetFieldData()->ShallowCopy(structured->GetFieldData());
    return grid;
  }

  // Rectilinear, explicit structured and other grids are rare enough to be converted cell by cell.
  return input ? Append(std::vector<vtkDataSet*>{ input }) : grid;
}

void UnstructuredInput::MatchArrays(
  const std::vector<vtkSmartPointer<vtkUnstructuredGrid>>& parts, const BlockArrays& arrays)
{
  const BlockArrays::Blocks blocks(parts.begin(), parts.end());
  const int filled = arrays.FillFirst(blocks);
  if (filled > 0 && !this->FilledNote.empty())
  {
    this->Note = std::to_string(filled) + " of " + std::to_string(parts.size()) +
      " blocks do not have the array '" + this->Filled.Name + "' " + this->FilledNote;
  }
  const std::string matched = arrays.Match(blocks);
  this->Note += (this->Note.empty() || matched.empty() ? "" : " ") + matched;
}

std::vector<vtkSmartPointer<vtkUnstructuredGrid>> UnstructuredInput::MakeBlocks(
  vtkCompositeDataSet* input, const std::vector<ArrayChoice>& drawn)
{
  this->Selection->SetInputDataObject(WithFlatIndices(input));
  this->Selection->Update();
  auto* chosen = vtkCompositeDataSet::SafeDownCast(this->Selection->GetOutputDataObject(0));
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> blocks;
  if (chosen)
  {
    auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(chosen->NewIterator());
    for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
    {
      auto* leaf = vtkDataSet::SafeDownCast(leaves->GetCurrentDataObject());
      if (!leaf || !this->IsTaken(leaf) || leaf->GetNumberOfCells() == 0)
      {
        continue;
      }
      if (!std::all_of(
            drawn.begin(), drawn.end(), [leaf](const ArrayChoice& array) { return array.In(leaf); }))
      {
        const bool isElsewhere = std::any_of(
          drawn.begin(), drawn.end(), [leaf](const ArrayChoice& array) { return array.IsElsewhereIn(leaf); });
        this->NumberOfBlocksWithArrayElsewhere += isElsewhere ? 1 : 0;
        ++this->NumberOfBlocksWithoutArray;
        continue;
      }
      blocks.push_back(this->MakeGrid(leaf));
      AddIds(blocks.back());
      auto* const index = vtkUnsignedIntArray::SafeDownCast(leaf->GetFieldData()->GetArray(CompositeIndices));
      AddToCells<vtkUnsignedIntArray>(blocks.back(), CompositeIndices, index ? index->GetValue(0) : 1);
    }
  }
  this->Selection->SetInputDataObject(nullptr);
  return blocks;
}
