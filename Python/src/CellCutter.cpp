// SPDX-License-Identifier: BSD-3-Clause
#include "CellCutter.h"

#include "CellSubdivision.h"
#include "CellTypes.h"
#include "Core/Errors.h"
#include "Core/HostPages.h"
#include "PointView.h"
#include "ReleasedGil.h"
#include "TetSink.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace inkray::python
{
namespace
{

using filters::TetSink;

/// The cells of a mesh, and their subdivision into a sink.
struct Cells
{
  filters::PointView points;
  std::int64_t numPoints, numCells, numIds;
  const std::int64_t* offsets;
  const std::int64_t* ids;
  const std::uint8_t* types;

  /// Copy the ids of a cell. Returns false if there are too few or some are out of range. The copy is checked
  /// and used, because another thread may change the array.
  bool copyIds(
    std::int64_t cell, std::uint8_t type, std::int64_t atLeast, std::vector<std::int64_t>& to) const
  {
    const std::int64_t begin = offsets[cell], end = offsets[cell + 1];
    if (begin < 0 || end < begin || end > numIds || end - begin < atLeast)
      return false;
    to.assign(ids + begin, ids + end);
    return type == filters::CellType::Polyhedron || // a stream of faces, not all of it ids
      std::all_of(to.begin(), to.end(), [this](std::int64_t id) { return id >= 0 && id < numPoints; });
  }

  void cut(std::int64_t cell, filters::CellSubdivision& subdivision, std::vector<std::int64_t>& copy,
    TetSink& sink) const
  {
    const std::uint8_t type = types[cell];
    const std::size_t fewest = filters::CellSubdivision::fewestPoints(type);
    sink.cell = cell;
    sink.flip = false;
    if (fewest == 0)
      ++(filters::CellSubdivision::isFlat(type) ? sink.counts.ignored : sink.counts.unsupported);
    else if (!this->copyIds(cell, type, static_cast<std::int64_t>(fewest), copy) ||
      !(type == filters::CellType::Polyhedron ? subdivision.cutPolyhedron(copy, numPoints)
                                              : subdivision.cut(type, copy, nullptr)))
      ++sink.counts.invalid;
  }
};

/// An array that numpy owns.
template <class T>
nanobind::object owned(std::unique_ptr<T[]> values, std::initializer_list<std::size_t> shape)
{
  T* const p = values.release();
  const nanobind::capsule owner(p, [](void* data) noexcept { delete[] static_cast<T*>(data); });
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(p, shape, owner));
}

/// The size of the arrays that cutCells returns, in bytes.
std::size_t bytesOf(const TetSink::Counts& counts)
{
  return sizeof(std::int64_t) *
    static_cast<std::size_t>(5 * counts.tets + counts.points + 2 * counts.weights);
}

OutOfMemory tooLarge(const TetSink::Counts& counts, std::size_t asked, std::size_t free)
{
  return { "cells: they are cut into " + std::to_string(counts.tets) + " tetrahedra, which need about " +
      std::to_string(asked) + " bytes, and " + std::to_string(free) +
      " are free; use fewer cells. Images need no tetrahedra: inkray.pyvista.add_volume and add_isosurface, "
      "or inkray.GridVolume and inkray.Isosurface",
    asked, free };
}

void askForMemory(const TetSink::Counts& counts, std::int64_t perTet)
{
  const std::size_t asked =
    bytesOf(counts) + static_cast<std::size_t>(counts.tets) * static_cast<std::size_t>(perTet);
  const std::size_t free = freeHostMemory();
  if (free > 0 && asked > free)
    throw tooLarge(counts, asked, free);
}

} // namespace

nanobind::tuple cutCells(const Array& points, const Array& offsets, const Array& connectivity,
  const Array& types, std::int64_t perTet)
{
  const ValueType pointType = checkHostArray(points, "points");
  if (points.ndim() != 2 || points.shape(1) != 3 ||
    (pointType != ValueType::Float32 && pointType != ValueType::Float64))
    throw InvalidInput("points: n x 3 numbers of float32 or float64 are needed");
  if (checkHostArray(offsets, "offsets") != ValueType::Int64 ||
    checkHostArray(connectivity, "cells") != ValueType::Int64 ||
    checkHostArray(types, "cell_types") != ValueType::UInt8 || offsets.size() != types.size() + 1)
    throw InvalidInput(
      "cells: offsets and ids of int64 and types of uint8 are needed, one more offset than types");
  Cells cells;
  cells.points = { points.data(), pointType == ValueType::Float64 };
  cells.numPoints = static_cast<std::int64_t>(points.shape(0));
  cells.numCells = static_cast<std::int64_t>(types.size());
  cells.numIds = static_cast<std::int64_t>(connectivity.size());
  cells.offsets = static_cast<const std::int64_t*>(static_cast<const void*>(offsets.data()));
  cells.ids = static_cast<const std::int64_t*>(static_cast<const void*>(connectivity.data()));
  cells.types = static_cast<const std::uint8_t*>(static_cast<const void*>(types.data()));

  TetSink::Counts all;
  std::unique_ptr<std::int64_t[]> tets, cellOfTet, weightStart, sourcePoint;
  std::unique_ptr<double[]> weight;
  {
    const ReleasedGil released;
    // Count the output of each block of cells first, so that each block knows where its output starts.
    constexpr std::int64_t cellsPerBlock = 4096;
    const std::int64_t numBlocks = (cells.numCells + cellsPerBlock - 1) / cellsPerBlock;
    std::vector<TetSink::Counts> starts(static_cast<std::size_t>(numBlocks));
    const auto cutBlock = [&](std::int64_t block, TetSink& sink) {
      filters::CellSubdivision subdivision(cells.points, sink);
      std::vector<std::int64_t> ids;
      const std::int64_t end = std::min(cells.numCells, (block + 1) * cellsPerBlock);
      for (std::int64_t cell = block * cellsPerBlock; cell < end; ++cell)
        cells.cut(cell, subdivision, ids, sink);
    };
    const auto eachBlock = [&](const auto& work) {
      tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, numBlocks), [&](const auto& range) {
        for (std::int64_t block = range.begin(); block < range.end(); ++block)
          work(block);
      });
    };
    eachBlock([&](std::int64_t block) {
      TetSink sink(cells.numPoints);
      cutBlock(block, sink);
      starts[static_cast<std::size_t>(block)] = sink.counts;
    });
    for (TetSink::Counts& start : starts)
    {
      const TetSink::Counts block = start;
      start = all;
      all += block;
    }
    starts.push_back(all); // the end of the last block
    askForMemory(all, perTet);
    try
    {
      tets.reset(new std::int64_t[static_cast<std::size_t>(4 * all.tets)]);
      cellOfTet.reset(new std::int64_t[static_cast<std::size_t>(all.tets)]);
      weightStart.reset(new std::int64_t[static_cast<std::size_t>(all.points)]);
      sourcePoint.reset(new std::int64_t[static_cast<std::size_t>(all.weights)]);
      weight.reset(new double[static_cast<std::size_t>(all.weights)]);
    }
    catch (const std::bad_alloc&)
    {
      throw tooLarge(all, bytesOf(all), freeHostMemory());
    }
    TetSink::Output out;
    out.weightStart = weightStart.get();
    out.sourcePoint = sourcePoint.get();
    out.weight = weight.get();
    out.tets64 = tets.get();
    out.cellOfTet = cellOfTet.get();
    out.firstAddedPoint = cells.numPoints;
    std::atomic<bool> isAsCounted{ true };
    eachBlock([&](std::int64_t block) {
      const TetSink::Counts& end = starts[static_cast<std::size_t>(block) + 1];
      TetSink sink(out, starts[static_cast<std::size_t>(block)], end);
      cutBlock(block, sink);
      if (sink.counts.tets != end.tets || sink.counts.points != end.points ||
        sink.counts.weights != end.weights)
        isAsCounted = false;
    });
    if (!isAsCounted)
      throw InvalidInput("cells: the arrays were changed while they were read");
  }
  const auto count = static_cast<std::size_t>(all.tets);
  return nanobind::make_tuple(owned(std::move(tets), { count, 4 }), owned(std::move(cellOfTet), { count }),
    owned(std::move(weightStart), { static_cast<std::size_t>(all.points) }),
    owned(std::move(sourcePoint), { static_cast<std::size_t>(all.weights) }),
    owned(std::move(weight), { static_cast<std::size_t>(all.weights) }), all.ignored, all.unsupported,
    all.invalid);
}

} // namespace inkray::python
