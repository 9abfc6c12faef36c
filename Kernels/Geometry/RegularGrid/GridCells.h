// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"

#include <cstdint>

namespace inkray
{

/// A ray's part in one cell, from parameter t to `to`.
struct GridCell
{
  CellCorners corners;
  int cell[3];
  float t, to;
  float from[3], until[3]; ///< local coordinates at both ends
  bool isMissing;          ///< a value is not finite
};

/// The cells of a grid that a ray meets between ray.begin and ray.end, one after the other, in sub-bricks
/// that have a bit in grid.leafMasks. The state is copied, so that a walk can stop anywhere and go on.
///
/// The walk goes from cell to cell (Amanatides and Woo 1987). Where it enters a leaf or a sub-brick in which
/// nothing is drawn, it goes to the end of that box at once. The ray crosses planes between cells at
/// planeParameter, so that all cells and boxes that share a plane agree. A cell is reported from where the
/// ray enters it, even if the ray begins later or ends earlier.
template <class Volume>
class GridCells
{
  using Axes = typename Volume::Axes;

public:
  /// `findsMissing`: cells with a value that is not finite are found, too.
  INKRAY_HD GridCells(
    const BrickedGrid& grid, const Volume& volume, const Ray& ray, bool findsMissing = false)
    : grid_(grid)
    , volume_(volume)
    , ray_(ray)
    , findsMissing_(findsMissing)
    , t_(ray.begin)
    , isAtBrick_(true)
    , isOver_(!(ray.begin <= ray.end))
  {
    const Axes axes = volume_.axes();
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const float low = axes.plane(axis, static_cast<float>(this->first(axis))),
                  high = axes.plane(axis, static_cast<float>(this->last(axis) + 1));
      const bool forward = isForward(ray_, axis);
      t_ = maximum(t_, planeParameter(ray_, axis, forward ? low : high));
      isOver_ = isOver_ || planeParameter(ray_, axis, forward ? high : low) <= ray_.begin;
    }
    isOver_ = isOver_ || t_ > ray_.end;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      this->stand(axis, this->first(axis), this->last(axis));
    // A ray that passes by an edge of the grid is behind the grid where it would enter.
    isOver_ = isOver_ || this->exit() < t_;
  }

  INKRAY_HD const Ray& ray() const { return ray_; }

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
    return { { cell_[0], cell_[1], cell_[2] }, { next_[0], next_[1], next_[2] }, t_ };
  }
  INKRAY_HD bool moveFrom(const Place& place)
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      cell_[axis] = place.cell[axis];
      next_[axis] = place.next[axis];
    }
    t_ = place.t;
    isAtBrick_ = true;
    while (!isOver_ && this->passEmpty())
      continue;
    return !isOver_;
  }
  ///@}

  /// Find the next drawn cell in which the ray has a length. Returns false if there is none.
  INKRAY_HD bool next(GridCell& found)
  {
    while (!isOver_)
    {
      if (isAtBrick_ && this->passEmpty())
        continue;
      const bool isFound = this->look(found);
      this->step();
      if (isFound)
        return true;
    }
    return false;
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
    cell_[axis] = k;
    next_[axis] = this->exitOf(axis, k);
  }

  /// Pass the leaf or sub-brick that the ray has entered, if nothing is drawn in it. Returns false if
  /// something may be.
  INKRAY_HD bool passEmpty()
  {
    const int leaf[3] = { cell_[0] / leafSize, cell_[1] / leafSize, cell_[2] / leafSize };
    const std::uint64_t mask = grid_.leafMasks[leafIndex(grid_.layout, leaf)];
    const int brick = (cell_[0] >> 2 & 3) | (cell_[1] >> 2 & 3) << 2 | (cell_[2] >> 2 & 3) << 4;
    isAtBrick_ = false;
    if (hasBit(mask, brick))
      return false;
    this->pass(mask == 0 ? leafSize : subBrickSize);
    isOver_ = isOver_ || t_ >= ray_.end;
    isAtBrick_ = true;
    return true;
  }
  /// Go to the end of the box of `size` cells that the ray is in.
  INKRAY_HD void pass(int size)
  {
    int low[3], out[3];
    float at[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = cell_[axis] & -size;
      out[axis] = isForward(ray_, axis) ? low[axis] + size - 1 : low[axis];
      out[axis] = out[axis] > this->last(axis) ? this->last(axis) : out[axis];
      at[axis] = this->exitOf(axis, out[axis]);
    }
    // The ray leaves the box through the first of the axes that has the nearest end.
    const float end = minimum(at[0], minimum(at[1], at[2]));
    t_ = maximum(t_, end);
    bool isLeft = false;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool leaves = !isLeft && at[axis] <= end;
      isLeft = isLeft || leaves;
      const int high = low[axis] + size - 1;
      if (leaves)
        cell_[axis] = out[axis];
      else
        this->stand(axis, low[axis], high < this->last(axis) ? high : this->last(axis));
      this->goOn(axis, leaves);
    }
  }
  /// Enter the next cell along an axis, if the ray goes there. No branch depends on the axis, so that rays
  /// that leave through different sides stay together.
  INKRAY_HD void goOn(int axis, bool goes)
  {
    const int k = cell_[axis] + (isForward(ray_, axis) ? 1 : -1);
    isAtBrick_ = isAtBrick_ || (goes && ((k ^ cell_[axis]) & -subBrickSize) != 0);
    isOver_ = isOver_ || (goes && (k < this->first(axis) || k > this->last(axis)));
    cell_[axis] = goes ? k : cell_[axis];
    next_[axis] = this->exitOf(axis, cell_[axis]);
  }
  INKRAY_HD void step()
  {
    const float out = this->exit();
    t_ = maximum(t_, out);
    isOver_ = isOver_ || t_ >= ray_.end;
    bool isLeft = false;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool leaves = !isLeft && next_[axis] <= out;
      isLeft = isLeft || leaves;
      this->goOn(axis, leaves);
    }
  }

  /// Look at the cell that the ray is in. Returns false if the ray has no length in it or nothing is drawn.
  INKRAY_HD bool look(GridCell& found) const
  {
    float begin = this->entryOf(0, cell_[0]);
    begin = maximum(begin, maximum(this->entryOf(1, cell_[1]), this->entryOf(2, cell_[2])));
    found.t = begin;
    found.to = this->exit();
    if (!(found.t < found.to && found.to > ray_.begin && found.t < ray_.end))
      return false;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      found.cell[axis] = cell_[axis];
    found.corners =
      loadCorners(volume_.values + (cell_[0] + cell_[1] * volume_.strideY + cell_[2] * volume_.strideZ),
        volume_.strideY, volume_.strideZ);
    found.isMissing = !isDrawn(grid_, volume_, found.corners, cell_);
    if (found.isMissing &&
      (!findsMissing_ || (volume_.hidden && isHidden(volume_.hidden, grid_.layout, cell_))))
      return false;
    this->locate(found.t, found.from);
    this->locate(found.to, found.until);
    return true;
  }
  /// The local coordinates in the cell at t. On a face of the cell, the coordinate perpendicular to it is
  /// exactly 0 or 1.
  INKRAY_HD void locate(float t, float p[3]) const
  {
    const Axes axes = volume_.axes();
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool forward = isForward(ray_, axis);
      p[axis] = saturate(axes.local(ray_, axis, static_cast<float>(cell_[axis]), t));
      if (t <= this->entryOf(axis, cell_[axis]))
        p[axis] = forward ? 0.0f : 1.0f;
      if (t >= next_[axis])
        p[axis] = forward ? 1.0f : 0.0f;
    }
  }

  const BrickedGrid& grid_;
  const Volume& volume_;
  Ray ray_;
  bool findsMissing_;
  int cell_[3];
  float next_[3];  ///< the ray's parameters at the planes through which it leaves the cell
  float t_;        ///< where the ray is
  bool isAtBrick_; ///< the ray has entered a sub-brick, whose bit has not been read
  bool isOver_;
};

} // namespace inkray
