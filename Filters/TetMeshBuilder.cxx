// SPDX-License-Identifier: BSD-3-Clause
#include "TetMeshBuilder.h"

#include "CellSubdivider.h"
#include "Device/CallerArrays.h"
#include "Device/HostBackend.h"
#include "VtkCompat.h"

#include "vtkCellType.h"
#include "vtkDataSetAttributes.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

namespace inkray::filters
{
namespace
{

using Range = tbb::blocked_range<std::int64_t>;
constexpr std::int64_t cellsPerBlock = 4096;

const unsigned char* bytesOf(const GridSource& source, GridSource::Part part, vtkIdType atLeast)
{
  vtkDataArray* array = source.array(part);
  return array && array->GetNumberOfTuples() >= atLeast
    ? static_cast<const unsigned char*>(array->GetVoidPointer(0))
    : nullptr;
}

/// Whether `wanted` holds for all i in [0, count).
template <typename Predicate>
bool allOf(std::int64_t count, const Predicate& wanted)
{
  std::atomic<bool> all{ true };
  tbb::parallel_for(Range(0, count, 1 << 16), [&](const Range& range) {
    bool here = all;
    for (std::int64_t i = range.begin(); here && i < range.end(); ++i)
    {
      here = wanted(i);
    }
    if (!here)
    {
      all = false;
    }
  });
  return all;
}

/// View points as one block of float or double, or copy them if the array has another layout or type. Points
/// on a device stay there unless the host `looks` at them.
void choosePoints(const GridSource& source, bool looks, TetMesh& mesh, PointView& view)
{
  vtkDataArray* points = source.array(GridSource::Points);
  PlainValues plain;
  if (!looks && plainValues(points, plain) &&
    (plain.type == ValueType::Float32 || plain.type == ValueType::Float64))
  {
    return;
  }
  ValueType type = ValueType::Float64;
  if (plainType(points, type) && (type == ValueType::Float32 || type == ValueType::Float64))
  {
    view = { points->GetVoidPointer(0), type == ValueType::Float64 };
    return;
  }
  copyTuples(points, source.numPoints(), mesh.points64);
  mesh.ownPoints = true;
  view = { mesh.points64.get(), true };
}

/// The end of the last cell in the list of ids. If the array is on a device, only this number is copied.
double lastOffset(vtkDataArray* offsets, vtkIdType numCells)
{
  PlainValues plain;
  if (plainValues(offsets, plain) && plain.memory == MemorySpace::Cuda)
  {
    const CallerArray last = { static_cast<const char*>(plain.values) +
        static_cast<std::size_t>(numCells) * sizeOf(plain.type),
      plain.memory, plain.type, 1, "offsets of the cells" };
    try
    {
      HostBackend backend;
      double found = -1.0;
      readArray(backend, last, [&](const auto&, const void* value) {
        found = AnyNumbers{ value, plain.type }(0);
      });
      return found;
    }
    catch (const Error&)
    {
      // continue with the values on the host
    }
  }
  return offsets->GetComponent(numCells, 0);
}

void addPoints(const PointView& view, std::int64_t numPoints, TetMesh& mesh)
{
  if (mesh.added.count == 0)
  {
    return;
  }
  if (view.isDouble)
  {
    RawArray<double> all;
    appendPoints(static_cast<const double*>(view.data), numPoints, mesh.added, all);
    mesh.points64 = std::move(all);
  }
  else
  {
    appendPoints(static_cast<const float*>(view.data), numPoints, mesh.added, mesh.points32);
  }
  mesh.ownPoints = true;
}

} // namespace

std::size_t TetMesh::bytes() const
{
  return this->tets32.bytes() + this->tets64.bytes() + this->cellOfTet.bytes() +
    this->added.weightStart.bytes() + this->added.sourcePoint.bytes() + this->added.weight.bytes() +
    this->points32.bytes() + this->points64.bytes();
}

bool isPlainTets(const GridSource& source)
{
  const vtkIdType cells = source.numCells();
  vtkDataArray* offsets = source.array(GridSource::Offsets);
  vtkDataArray* connectivity = source.array(GridSource::Connectivity);
  if (!offsets || !connectivity || connectivity->GetNumberOfValues() != 4 * cells)
  {
    return false;
  }
  const IntegerView types(source.array(GridSource::Types));
  if (!allOf(cells, [&types](std::int64_t i) { return types[i] == VTK_TETRA; }))
  {
    return false;
  }
  const unsigned char* cellGhosts = bytesOf(source, GridSource::CellGhosts, cells);
  const unsigned char* pointGhosts = bytesOf(source, GridSource::PointGhosts, source.numPoints());
  const auto isDrawn = [cellGhosts](std::int64_t i) { return (cellGhosts[i] & leftOutCell) == 0; };
  const auto isShown = [pointGhosts](std::int64_t i) {
    return (pointGhosts[i] & vtkDataSetAttributes::HIDDENPOINT) == 0;
  };
  if ((cellGhosts && !allOf(cells, isDrawn)) || (pointGhosts && !allOf(source.numPoints(), isShown)))
  {
    return false;
  }
  // Ask for the address of the ids last. This moves them to the device, but cells that are cut need them on
  // the host.
  PlainValues ids;
  return lastOffset(offsets, cells) == 4.0 * static_cast<double>(cells) && plainValues(connectivity, ids) &&
    (ids.type == ValueType::Int32 || ids.type == ValueType::Int64);
}

TetMesh buildTetMesh(const GridSource& source, const WorkObserver& observer)
{
  TetMesh mesh;
  if (source.numCells() == 0)
  {
    return mesh;
  }
  const bool isPlain = isPlainTets(source);
  PointView points;
  choosePoints(source, !isPlain, mesh, points);
  if (isPlain)
  {
    mesh.plain = true;
    mesh.counts.tets = source.numCells();
    return mesh;
  }

  // Count the tets and points of each block of cells, so that each block knows where its output starts.
  const CellView cells(source, points);
  const std::int64_t numCells = source.numCells();
  const std::int64_t numBlocks = (numCells + cellsPerBlock - 1) / cellsPerBlock;
  std::vector<TetSink::Counts> starts(numBlocks);
  HostBackend backend;
  const Observed<HostBackend> observed(backend, observer);
  auto cutBlock = [&](std::int64_t block, TetSink& sink) {
    CellSubdivider cutter(cells, sink);
    for (std::int64_t cell = block * cellsPerBlock; cell < std::min(numCells, (block + 1) * cellsPerBlock);
         ++cell)
    {
      cutter.cut(cell);
    }
  };
  backend.step(0.0, 0.5);
  backend.forEach<1>(numBlocks, [&](std::int64_t block) {
    TetSink sink(source.numPoints());
    cutBlock(block, sink);
    starts[block] = sink.counts;
  });
  for (TetSink::Counts& start : starts)
  {
    const TetSink::Counts block = start;
    start = mesh.counts;
    mesh.counts += block;
  }

  // Cut again, and write to the final place.
  TetSink::Output out;
  out.firstAddedPoint = source.numPoints();
  if (source.numPoints() + mesh.counts.points <= std::numeric_limits<std::int32_t>::max())
  {
    mesh.tets32.allocate(4 * mesh.counts.tets);
    out.tets32 = mesh.tets32.get();
  }
  else
  {
    mesh.tets64.allocate(4 * mesh.counts.tets);
    out.tets64 = mesh.tets64.get();
  }
  mesh.cellOfTet.allocate(mesh.counts.tets);
  out.cellOfTet = mesh.cellOfTet.get();
  mesh.added.count = mesh.counts.points;
  if (mesh.added.count > 0)
  {
    mesh.added.weightStart.allocate(mesh.counts.points + 1);
    mesh.added.sourcePoint.allocate(mesh.counts.weights);
    mesh.added.weight.allocate(mesh.counts.weights);
    out.weightStart = mesh.added.weightStart.get();
    out.sourcePoint = mesh.added.sourcePoint.get();
    out.weight = mesh.added.weight.get();
    out.weightStart[mesh.counts.points] = mesh.counts.weights;
  }
  backend.step(0.5, 1.0);
  backend.forEach<1>(numBlocks, [&](std::int64_t block) {
    TetSink sink(out, starts[block]);
    cutBlock(block, sink);
  });
  addPoints(points, source.numPoints(), mesh);
  return mesh;
}

} // namespace inkray::filters
