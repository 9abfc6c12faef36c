// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace inkray
{

/// A ray's part in one cell, from parameter t to `to`.
struct GridCell
{
  CellCorners corners;
  int cell[3];
  float t, to;
  float from[3], until[3]; ///< local coordinates at both ends
  bool isNext;             ///< the ray comes from the cell that was found before, through their common face
  bool isMissing;          ///< a value is not finite
};

/// The cells of a grid that a ray meets between ray.begin and ray.end, one after the other, in sub-bricks
/// that have a bit in grid.leafMasks. The state is copied, so that a walk can stop anywhere and go on.
///
/// The walk goes from cell to cell (Amanatides and Woo 1987). Where it enters a leaf or a sub-brick in which
/// nothing is drawn, it goes to the end of that box at once. The ray crosses planes between cells at
/// planeParameter, so that all cells and boxes that share a plane agree. A cell is reported from where the
/// ray enters it, even if the ray begins later or ends earlier, unless the walk cuts cells.
template <class Volume>
class GridCells
{
  using Axes = typename Volume::Axes;
  static constexpr bool mayBeMissing =
    !std::is_integral_v<std::decay_t<decltype(std::declval<const Volume&>().values[0])>>;

public:
  /// `findsMissing`: cells with a value that is not finite are found, too. `cutsCells`: cells begin and end
  /// where the ray does.
  INKRAY_HD GridCells(const BrickedGrid& grid, const Volume& volume, const Ray& ray,
    bool findsMissing = false, bool cutsCells = false)
    : grid_(grid)
    , volume_(volume)
    , ray_(ray)
    , end_(ray.end)
    , t_(ray.begin)
    , findsMissing_(findsMissing)
    , cutsCells_(cutsCells)
    , isIn_(false)
    , isAtBrick_(true)
  {
    const Axes axes = volume_.axes();
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const float low = axes.plane(axis, static_cast<float>(this->first(axis))),
                  high = axes.plane(axis, static_cast<float>(this->last(axis) + 1));
      const bool forward = isForward(ray_, axis);
      t_ = maximum(t_, planeParameter(ray_, axis, forward ? low : high));
      end_ = minimum(end_, planeParameter(ray_, axis, forward ? high : low));
    }
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      this->stand(axis, this->first(axis), this->last(axis));
    // A ray that passes by an edge of the grid is behind the grid where it would enter.
    isOver_ = !(t_ <= end_) || end_ < ray_.begin || this->exit() < t_;
    cell_.isNext = cell_.isMissing = isFound_ = false;
    cell_.to = t_;
  }

  INKRAY_HD const Ray& ray() const { return ray_; }
  INKRAY_HD const GridCell& cell() const { return cell_; } ///< that next() found

  /// Where the ray is: the cell, the parameters at the planes through which it leaves the cell, and its own.
  struct Place
  {
    int cell[3];
    float next[3];
    float t;
  };
  ///@{
  /// For walks of several rays at a time, which step by themselves: the place; and a move from a place to the
  /// next sub-brick in which something is drawn. moveFrom returns false if there is none.
  INKRAY_HD bool isOver() const { return isOver_; }
  INKRAY_HD Place place() const
  {
    return { { cell_.cell[0], cell_.cell[1], cell_.cell[2] }, { next_[0], next_[1], next_[2] }, t_ };
  }
  INKRAY_HD bool moveFrom(const Place& place)
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      cell_.cell[axis] = place.cell[axis];
      next_[axis] = place.next[axis];
    }
    t_ = place.t;
    isAtBrick_ = true;
    this->passEmpty();
    return !isOver_;
  }
  ///@}

  /// Find the next drawn cell in which the ray has a length. Returns false if there is none.
  INKRAY_HD bool next()
  {
    for (;;)
    {
      if (isIn_)
        this->step();
      if (isAtBrick_)
        this->passEmpty();
      if (isOver_)
        return false;
      isIn_ = true;
      isFound_ = this->look();
      if (isFound_)
        return true;
    }
  }

private:
  INKRAY_HD int first(int axis) const { return grid_.layout.first[axis] * leafSize; }
  INKRAY_HD int last(int axis) const
  {
    const int end = (grid_.layout.first[axis] + grid_.layout.leaves[axis]) * leafSize;
    return (end < grid_.layout.cells[axis] ? end : grid_.layout.cells[axis]) - 1;
  }
  INKRAY_HD float planeAt(int axis, int k) const
  {
    return planeParameter(ray_, axis, volume_.axes().plane(axis, static_cast<float>(k)));
  }
  /// The parameter at which the ray enters, or leaves, the cell k along an axis.
  INKRAY_HD float entryOf(int axis, int k) const
  {
    return this->planeAt(axis, isForward(ray_, axis) ? k : k + 1);
  }
  INKRAY_HD float exitOf(int axis, int k) const
  {
    return this->planeAt(axis, isForward(ray_, axis) ? k + 1 : k);
  }
  INKRAY_HD float exit() const { return minimum(next_[0], minimum(next_[1], next_[2])); }

  /// Find the cell of `low` to `high` along an axis that has the ray at t_. Its position is rounded; the
  /// planes between cells decide.
  INKRAY_HD void stand(int axis, int low, int high)
  {
    float local;
    int k = volume_.axes().cellAt(
      axis, multiplyAdd(t_, ray_.direction[axis], ray_.origin[axis]), grid_.layout.cells[axis], local);
    k = k < low ? low : k > high ? high : k;
    const int ahead = isForward(ray_, axis) ? 1 : -1, end = ahead > 0 ? high : low, begin = low + high - end;
    while (k != end && this->exitOf(axis, k) <= t_)
      k += ahead;
    while (k != begin && this->entryOf(axis, k) > t_)
      k -= ahead;
    cell_.cell[axis] = k;
    next_[axis] = this->exitOf(axis, k);
  }

  /// Pass the leaves and sub-bricks in which nothing is drawn, if the ray has entered one.
  INKRAY_HD void passEmpty()
  {
    int passed = 0; // size of the box passed last, behind which the cell is unknown; 0: none
    while (!isOver_)
    {
      const int* const cell = cell_.cell;
      const int leaf[3] = { cell[0] / leafSize, cell[1] / leafSize, cell[2] / leafSize };
      const std::uint64_t mask = grid_.leafMasks[leafIndex(grid_.layout, leaf)];
      if (mask != 0 && passed == leafSize)
      {
        this->settle(passed);
        passed = 0;
      }
      if (hasBit(mask, (cell[0] >> 2 & 3) | (cell[1] >> 2 & 3) << 2 | (cell[2] >> 2 & 3) << 4))
        break;
      passed = mask == 0 ? leafSize : subBrickSize;
      this->pass(passed);
    }
    if (passed != 0)
      this->settle(passed);
    isAtBrick_ = false;
  }
  /// Go to the end of the box of `size` cells that the ray is in. Until the walk
  /// settles, cell_ is any cell of the next box of that size.
  INKRAY_HD void pass(int size)
  {
    int out[3];
    float at[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int low = cell_.cell[axis] & -size, high = low + size - 1;
      out[axis] = !isForward(ray_, axis) ? low : high < this->last(axis) ? high : this->last(axis);
      at[axis] = this->exitOf(axis, out[axis]);
    }
    // The ray leaves the box through the nearest of the three ends.
    const float end = minimum(at[0], minimum(at[1], at[2]));
    t_ = maximum(t_, end);
    isOver_ = t_ >= end_;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      if (at[axis] <= end)
        cell_.cell[axis] = out[axis] + (isForward(ray_, axis) ? 1 : -1);
    isIn_ = cell_.isNext = false;
  }
  /// Find the ray's cell in the box of `size` cells that it has entered.
  INKRAY_HD void settle(int size)
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int low = cell_.cell[axis] & -size, high = low + size - 1;
      this->stand(axis, low, high < this->last(axis) ? high : this->last(axis));
    }
  }
  /// Leave the cell, and enter the next one. No branch depends on the axis, so that rays that leave through
  /// different sides stay together. The place on the common face is the same in both cells.
  INKRAY_HD void step()
  {
    t_ = maximum(t_, cell_.to);
    isOver_ = t_ >= end_;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool goes = next_[axis] <= cell_.to, forward = isForward(ray_, axis);
      const int k = cell_.cell[axis] + (goes ? forward ? 1 : -1 : 0);
      isAtBrick_ = isAtBrick_ || ((k ^ cell_.cell[axis]) & -subBrickSize) != 0;
      cell_.cell[axis] = k;
      next_[axis] = this->exitOf(axis, k);
      cell_.from[axis] = goes ? (forward ? 0.0f : 1.0f) : cell_.until[axis];
    }
    cell_.isNext = isFound_;
  }

  /// Look at the cell that the ray is in. Returns false if the ray has no length in it or nothing is drawn.
  INKRAY_HD bool look()
  {
    const float before = cell_.to;
    cell_.to = cutsCells_ ? minimum(this->exit(), ray_.end) : this->exit();
    if (cell_.isNext)
      cell_.t = before;
    else
    {
      const int* const k = cell_.cell;
      cell_.t = maximum(this->entryOf(0, k[0]), maximum(this->entryOf(1, k[1]), this->entryOf(2, k[2])));
      if (!(cell_.to > ray_.begin && cell_.t < ray_.end))
        return false;
      if (cutsCells_)
        cell_.t = maximum(cell_.t, ray_.begin);
      INKRAY_UNROLL
      for (int axis = 0; axis < 3; ++axis)
        cell_.from[axis] = cell_.t <= this->entryOf(axis, k[axis]) ? (isForward(ray_, axis) ? 0.0f : 1.0f)
                                                                   : this->locate(axis, cell_.t);
    }
    if (!(cell_.t < cell_.to))
      return false;
    cell_.corners = loadCorners(
      volume_.values + (cell_.cell[0] + cell_.cell[1] * volume_.strideY + cell_.cell[2] * volume_.strideZ),
      volume_.strideY, volume_.strideZ);
    const bool isHiddenHere = volume_.hidden && isHidden(volume_.hidden, grid_.layout, cell_.cell);
    cell_.isMissing = mayBeMissing && !areFinite(cell_.corners);
    if (isHiddenHere || (cell_.isMissing && !findsMissing_))
      return false;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      cell_.until[axis] = this->locate(axis, cell_.to);
    return true;
  }
  INKRAY_HD static bool areFinite(const CellCorners& corners)
  {
    float sum = 0.0f;
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      sum = multiplyAdd(corners.value[k], 0.0f, sum);
    return sum == 0.0f;
  }
  /// The local coordinate in the cell at t, behind the place where the ray enters. It is exactly 0 or 1 on
  /// the face through which the ray leaves.
  INKRAY_HD float locate(int axis, float t) const
  {
    const float p = saturate(volume_.axes().local(ray_, axis, static_cast<float>(cell_.cell[axis]), t));
    return t >= next_[axis] ? (isForward(ray_, axis) ? 1.0f : 0.0f) : p;
  }

  const BrickedGrid& grid_;
  const Volume& volume_;
  Ray ray_;
  float end_;     ///< where the ray ends or leaves the grid
  GridCell cell_; ///< that the ray is in
  float next_[3]; ///< the ray's parameters at the planes through which it leaves the cell
  float t_;       ///< where the ray is
  bool findsMissing_, cutsCells_;
  bool isIn_;      ///< the ray has to leave the cell before it looks at another one
  bool isFound_;   ///< the cell has been found
  bool isAtBrick_; ///< the ray has entered a sub-brick, whose bit has not been read
  bool isOver_;
};

} // namespace inkray
