// SPDX-License-Identifier: BSD-3-Clause
#include "GridSource.h"

#include "VtkCompat.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdTypeArray.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace inkray::filters
{
namespace
{

/// memcmp with several threads, which all stop at the first difference.
bool sameBytes(const void* a, const void* b, std::size_t size)
{
  constexpr std::size_t block = std::size_t(1) << 20;
  std::atomic<bool> same{ true };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, (size + block - 1) / block),
    [&](const tbb::blocked_range<std::size_t>& range) {
      for (std::size_t i = range.begin(); i < range.end() && same; ++i)
      {
        const std::size_t begin = i * block;
        if (std::memcmp(static_cast<const char*>(a) + begin, static_cast<const char*>(b) + begin,
              std::min(block, size - begin)) != 0)
        {
          same = false;
        }
      }
    });
  return same;
}

/// sameValues() for arrays without one block of memory, such as constants, formulas and SOA arrays.
bool sameValues(vtkDataArray* a, vtkDataArray* b)
{
  bringToHost(a);
  bringToHost(b);
  const int components = a->GetNumberOfComponents();
  std::atomic<bool> same{ true };
  tbb::parallel_for(tbb::blocked_range<vtkIdType>(0, a->GetNumberOfTuples(), 4096),
    [&](const tbb::blocked_range<vtkIdType>& range) {
      bool here = same;
      for (vtkIdType i = range.begin(); here && i < range.end(); ++i)
      {
        for (int c = 0; c < components; ++c)
        {
          here = here && a->GetComponent(i, c) == b->GetComponent(i, c);
        }
      }
      if (!here)
      {
        same = false;
      }
    });
  return same;
}

} // namespace

GridSource::GridSource(vtkUnstructuredGrid* grid)
{
  vtkCellArray* cells = grid ? grid->GetCells() : nullptr;
  vtkDataArray* types = cells ? cellTypesOf(grid) : nullptr;
  if (!types || !grid->GetPoints())
  {
    return;
  }
  auto keep = [this](Part part, vtkDataArray* array) {
    this->arrays[part] = { array, array ? array->GetMTime() : 0 };
  };
  keep(Points, grid->GetPoints()->GetData());
  keep(Offsets, cells->GetOffsetsArray());
  keep(Connectivity, cells->GetConnectivityArray());
  keep(Types, types);
  const PolyhedronArrays polyhedra = polyhedronArraysOf(grid);
  keep(Faces, polyhedra.faces);
  keep(FaceOffsets, polyhedra.faceOffsets);
  keep(FaceLocations, polyhedra.locations);
  keep(FaceLocationOffsets, polyhedra.locationOffsets);
  keep(CellGhosts,
    vtkUnsignedCharArray::SafeDownCast(
      grid->GetCellData()->GetArray(vtkDataSetAttributes::GhostArrayName())));
  keep(PointGhosts,
    vtkUnsignedCharArray::SafeDownCast(
      grid->GetPointData()->GetArray(vtkDataSetAttributes::GhostArrayName())));
  keep(Degrees, grid->GetCellData()->GetHigherOrderDegrees());
  this->containers[0] = { grid->GetPoints(), grid->GetPoints()->GetMTime() };
  this->containers[1] = { cells, cells->GetMTime() };
  for (int i = 0; i < 2; ++i)
  {
    vtkObject* const list = polyhedra.lists[i];
    this->containers[2 + i] = { list, list ? list->GetMTime() : 0 };
  }
  this->pointCount = grid->GetNumberOfPoints();
  // The arrays of a grid that a program builds may have fewer types than cells.
  this->cellCount = std::max<vtkIdType>(0, std::min(cells->GetNumberOfCells(), types->GetNumberOfTuples()));
}

bool GridSource::holdsFor(const GridSource& later, bool looks) const
{
  if (this->pointCount != later.pointCount || this->cellCount != later.cellCount)
  {
    return false;
  }
  for (std::size_t i = 0; i < this->containers.size(); ++i)
  {
    const TimedContainer& before = this->containers[i];
    const TimedContainer& now = later.containers[i];
    if (before.object == now.object && before.time != now.time)
    {
      return false;
    }
  }
  for (std::size_t i = 0; i < this->arrays.size(); ++i)
  {
    if (!equal(this->arrays[i], later.arrays[i], looks))
    {
      return false;
    }
  }
  return true;
}

bool GridSource::equal(const TimedArray& before, const TimedArray& now, bool looks)
{
  vtkDataArray* a = before.array;
  vtkDataArray* b = now.array;
  if (a == b)
  {
    return before.time == now.time;
  }
  // Equal bytes only prove equality if array `a` has not been modified since the mesh was made of it.
  if (!a || !b || a->GetMTime() != before.time || a->GetDataType() != b->GetDataType() ||
    a->GetNumberOfComponents() != b->GetNumberOfComponents() ||
    a->GetNumberOfTuples() != b->GetNumberOfTuples())
  {
    return false;
  }
  if (!a->HasStandardMemoryLayout() || !b->HasStandardMemoryLayout() || a->GetDataType() == VTK_BIT)
  {
    return looks && sameValues(a, b);
  }
  return sameBytes(
    a->GetVoidPointer(0), b->GetVoidPointer(0), std::size_t(a->GetNumberOfValues()) * a->GetDataTypeSize());
}

} // namespace inkray::filters
