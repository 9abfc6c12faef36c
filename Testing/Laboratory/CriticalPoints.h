// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Geometric analysis of a volume by a kernel that compacts its own output (Hughes et al., section 6, future
/// work). It finds the critical points of a field that is linear in the tetrahedra of each cell. It counts
/// the parts of a point's surroundings where values are lower, and those where values are higher (Banchoff
/// 1970; Edelsbrunner et al. 2003). Beside it stand the three kernels that mark, scan and scatter.
#include "ExtractMesh.h"

#include <cstdint>

namespace inkray::laboratory
{

/// A point whose lower and higher surroundings are not one part each. A minimum has no lower part, a maximum
/// no higher part, and a saddle has several.
struct CriticalPoint
{
  std::uint32_t point;
  std::uint16_t lower, higher; ///< parts
};

/// Neighbors of a point in six tetrahedra a cell. Neighbors 0 to 6 are a step up along the axes in the bits
/// of their number plus one; 7 to 13 are a step down along the same axes.
constexpr int numLinked = 14;
INKRAY_HD constexpr int axesOfLinked(int k)
{
  return k < 7 ? k + 1 : k - 6;
}
/// Returns the set of neighbors that are neighbors of neighbor k.
INKRAY_HD constexpr std::uint32_t linkedWith(int k)
{
  std::uint32_t mask = 0;
  for (int other = 0; other < numLinked; ++other)
  {
    const int a = axesOfLinked(k), b = axesOfLinked(other);
    const bool isBeside = (k < 7) == (other < 7) ? a != b && ((a & b) == a || (a & b) == b) : (a & b) == 0;
    mask |= isBeside ? 1u << other : 0u;
  }
  return mask;
}
/// Returns the number of parts into which a set of neighbors falls.
INKRAY_HD std::uint32_t partsOf(std::uint32_t set)
{
  std::uint32_t parts = 0;
  while (set != 0)
  {
    std::uint32_t part = set & (~set + 1u), before = 0;
    while (part != before)
    {
      before = part;
      INKRAY_UNROLL
      for (int k = 0; k < numLinked; ++k)
        part |= (part >> k & 1u) != 0 ? linkedWith(k) & set : 0u;
    }
    set &= ~part;
    ++parts;
  }
  return parts;
}

/// Finds the critical points among the lattice's inner points. Of equal values the value of the later point
/// is higher.
struct FindCritical
{
  using State = CriticalPoint;

  Lattice lattice;

  INKRAY_HD std::int64_t numInner() const
  {
    std::int64_t n = 1;
    for (const std::int32_t size : lattice.size)
      n *= size > 2 ? size - 2 : 0;
    return n;
  }
  INKRAY_HD std::uint32_t count(std::int64_t i, State& found) const
  {
    const std::int64_t width = lattice.size[0] - 2, height = lattice.size[1] - 2;
    const std::int64_t strides[3] = { 1, lattice.size[0], std::int64_t(lattice.size[0]) * lattice.size[1] };
    const std::int64_t point =
      i % width + 1 + (i / width % height + 1) * strides[1] + (i / width / height + 1) * strides[2];
    const float mine = lattice.values[point];
    std::uint32_t lower = 0;
    INKRAY_UNROLL
    for (int k = 0; k < numLinked; ++k)
    {
      std::int64_t step = 0;
      for (int axis = 0; axis < 3; ++axis)
        step += (axesOfLinked(k) >> axis & 1) != 0 ? strides[axis] : 0;
      const float value = lattice.values[k < 7 ? point + step : point - step];
      const bool isLower = value < mine || (value == mine && k >= 7);
      lower |= isLower ? 1u << k : 0u;
    }
    const std::uint32_t partsBelow = partsOf(lower), partsAbove = partsOf(~lower & ((1u << numLinked) - 1));
    found = { static_cast<std::uint32_t>(point), static_cast<std::uint16_t>(partsBelow),
      static_cast<std::uint16_t>(partsAbove) };
    return partsBelow == 1 && partsAbove == 1 ? 0 : 1;
  }
  INKRAY_HD void emit(std::int64_t, const State& found, CriticalPoint* out) const { *out = found; }
};

struct MarkCritical
{
  FindCritical find;
  std::uint32_t* marks;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    CriticalPoint found;
    marks[i] = find.count(i, found);
  }
};

struct ScatterCritical
{
  FindCritical find;
  const std::uint32_t *marks, *places;
  CriticalPoint* out;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (marks[i] == 0)
      return;
    CriticalPoint found;
    find.count(i, found);
    out[places[i]] = found;
  }
};

/// Critical points with their buffers on a backend.
template <class Backend>
class CriticalPoints
{
public:
  explicit CriticalPoints(Backend& backend)
    : backend_(backend)
    , count_(backend, 1)
  {
  }

  /// Finds the points by one kernel, which appends. If there is not enough room for them it runs once more.
  std::int64_t append(const FindCritical& find)
  {
    for (;;)
    {
      const auto capacity = static_cast<std::uint64_t>(points_.size());
      this->appendOnce(find);
      const std::uint64_t count = backend_.read(count_.data());
      if (count <= capacity)
        return static_cast<std::int64_t>(count);
      points_.reserve(backend_, static_cast<std::int64_t>(count));
    }
  }
  /// Runs the kernel alone, for the points that there is room for.
  void appendOnce(const FindCritical& find)
  {
    backend_.zero(count_.data(), count_.bytes());
    inkray::append(backend_, find.numInner(), find,
      Queue<CriticalPoint>{ points_.data(), static_cast<std::uint64_t>(points_.size()), count_.data() });
  }

  /// Finds the points by three kernels: one marks them, a scan gives them places, and one writes them, in
  /// order.
  std::int64_t markScanScatter(const FindCritical& find)
  {
    const std::int64_t n = find.numInner();
    marks_.reserve(backend_, n + 1);
    places_.reserve(backend_, n + 1);
    backend_.zero(marks_.data() + n, sizeof(std::uint32_t));
    backend_.forEach(n, MarkCritical{ find, marks_.data() });
    backend_.exclusiveScan(marks_.data(), places_.data(), n + 1);
    const auto count = static_cast<std::int64_t>(backend_.read(places_.data() + n));
    points_.reserve(backend_, count);
    backend_.forEach(n, ScatterCritical{ find, marks_.data(), places_.data(), points_.data() });
    return count;
  }

  const CriticalPoint* points() const { return points_.data(); }

private:
  Backend& backend_;
  Buffer<std::uint64_t, Backend> count_;
  Buffer<CriticalPoint, Backend> points_;
  Buffer<std::uint32_t, Backend> marks_, places_;
};

} // namespace inkray::laboratory
