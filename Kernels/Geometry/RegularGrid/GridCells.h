// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "Geometry/RegularGrid/ValueOrder.h"

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace inkray
{

/// A ray's part in one cell, from parameter t to `to`.
struct GridCell
{
  CellCorners corners;
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
    , limit_(-INFINITY)
    , findsMissing_(findsMissing)
    , cutsCells_(cutsCells)
    , isFound_(false)
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
      this->stand(axis, this->find(axis, this->first(axis), this->last(axis)));
    // A ray that passes by an edge of the grid is behind the grid where it would enter.
    isOver_ = !(t_ <= end_) || end_ < ray_.begin || this->exit() < t_;
    cell_.isNext = cell_.isMissing = false;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      ahead_[axis] = isForward(ray_, axis) ? 1.0f : -1.0f;
      goes_[axis] = cell_.until[axis] = 0.0f;
    }
    cell_.to = -INFINITY;
  }

  INKRAY_HD const Ray& ray() const { return ray_; }
  /// From now on, pass sub-bricks in which no value is above `least` or none is below `most`.
  INKRAY_HD void pass(float least, float most)
  {
    // Whole boxes are left, because some of their sub-bricks may be passed.
    limit_ = this->passesValues() ? limit_ : -INFINITY;
    least_ = least;
    most_ = most;
  }
  INKRAY_HD const GridCell& cell() const { return cell_; } ///< that next() found
  /// The cell's index along an axis.
  INKRAY_HD int index(int axis) const { return this->cellBefore(axis, plane_[axis]); }
  /// The index of the cell's first corner among the values.
  INKRAY_HD std::int64_t corner() const
  {
    return this->index(0) + this->index(1) * volume_.strideY + this->index(2) * volume_.strideZ;
  }

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
    return { { this->index(0), this->index(1), this->index(2) }, { next_[0], next_[1], next_[2] }, t_ };
  }
  INKRAY_HD bool moveFrom(const Place& place)
  {
    t_ = cell_.to = place.t;
    return this->enterBox({ place.cell[0], place.cell[1], place.cell[2] });
  }
  ///@}

  /// Find the next drawn cell in which the ray has a length. Returns false if there is none.
  INKRAY_HD bool next()
  {
    for (;; isFound_ = false)
    {
      this->step();
      if (!(cell_.to < limit_) && !this->leaveBox())
        return false;
      cell_.isNext = isFound_;
      cell_.t = cell_.to;
      cell_.to = cutsCells_ ? minimum(this->exit(), ray_.end) : this->exit();
      INKRAY_UNROLL
      for (int axis = 0; axis < 3; ++axis)
        goes_[axis] = next_[axis] <= cell_.to ? 1.0f : 0.0f;
      if (!cell_.isNext && !this->enterCell())
        continue;
      if (!(cell_.t < cell_.to))
        continue;
      if (volume_.hidden && this->isHiddenHere())
        continue;
      const Index at = this->here();
      cell_.corners = cornersOf(volume_, at.at);
      cell_.isMissing = mayBeMissing && !areFinite(cell_.corners);
      if (cell_.isMissing && !findsMissing_)
        continue;
      INKRAY_UNROLL
      for (int axis = 0; axis < 3; ++axis)
        cell_.until[axis] = saturate(multiplyAdd(goes_[axis], ahead_[axis], this->local(axis, cell_.to)));
      isFound_ = true;
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
  INKRAY_HD float planeAt(int axis, float k) const
  {
    return planeParameter(ray_, axis, volume_.axes().plane(axis, k));
  }
  ///@{
  /// The plane through which the ray leaves the cell k along an axis, and the cell before a plane.
  INKRAY_HD float planeBehind(int axis, int k) const
  {
    return static_cast<float>(isForward(ray_, axis) ? k + 1 : k);
  }
  INKRAY_HD int cellBefore(int axis, float plane) const
  {
    return static_cast<int>(plane) - (isForward(ray_, axis) ? 1 : 0);
  }
  ///@}
  /// The parameter at which the ray enters, or leaves, the cell k along an axis.
  INKRAY_HD float entryOf(int axis, int k) const
  {
    return this->planeAt(axis, static_cast<float>(isForward(ray_, axis) ? k : k + 1));
  }
  INKRAY_HD float exitOf(int axis, int k) const { return this->planeAt(axis, this->planeBehind(axis, k)); }
  INKRAY_HD float exit() const { return minimum(next_[0], minimum(next_[1], next_[2])); }

  INKRAY_HD void stand(int axis, int k)
  {
    plane_[axis] = this->planeBehind(axis, k);
    next_[axis] = this->planeAt(axis, plane_[axis]);
  }
  /// Find the cell of `low` to `high` along an axis that has the ray at t_. Its position is rounded; the
  /// planes between cells decide.
  INKRAY_HD int find(int axis, int low, int high) const
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
    return k;
  }

  /// A cell's index along each axis.
  struct Index
  {
    int at[3];
  };

  /// Go on from the end of a box. Returns false if the ray is over.
  INKRAY_HD bool leaveBox()
  {
    t_ = maximum(t_, cell_.to);
    isOver_ = isOver_ || t_ >= end_;
    const Index cell = this->here();
    if (isOver_ || this->passesValues())
      return this->enterBox(cell);
    // From a box to another whole one, the ray goes from cell to cell.
    const int size = this->sizeOfWhole(cell);
    if (size == 0)
      return this->enterBox(cell);
    this->limit(cell, size);
    return true;
  }
  INKRAY_HD Index here() const { return { { this->index(0), this->index(1), this->index(2) } }; }
  INKRAY_HD std::int64_t leafAt(const Index& cell) const
  {
    const int leaf[3] = { cell.at[0] / leafSize, cell.at[1] / leafSize, cell.at[2] / leafSize };
    return leafIndex(grid_.layout, leaf);
  }
  /// The size of the largest known box around a cell in which all sub-bricks are drawn: a group of leaves, a
  /// leaf, or 0.
  INKRAY_HD int sizeOfWhole(const Index& cell) const
  {
    if (!grid_.groups)
      return grid_.leafMasks[this->leafAt(cell)] == ~std::uint64_t(0) ? leafSize : 0;
    const LeafOfGroup leaf(grid_.layout, cell.at);
    const std::uint64_t whole = grid_.groups[leaf.group].whole;
    return whole == ~std::uint64_t(0) ? LeafOfGroup::size : hasBit(whole, leaf.bit) ? leafSize : 0;
  }
  /// Whether nothing is drawn in the group of leaves around a cell, as far as is known.
  INKRAY_HD bool isGroupEmpty(const Index& cell) const
  {
    return grid_.groups && grid_.groups[LeafOfGroup(grid_.layout, cell.at).group].drawn == 0;
  }
  /// End the box of `size` cells that a cell is in where the ray leaves it, or where the ray ends.
  INKRAY_HD void limit(const Index& cell, int size)
  {
    float out[3];
    this->findEnds(cell, size, out);
    limit_ = minimum(end_, minimum(out[0], minimum(out[1], out[2])));
  }
  /// Enter the box that a cell is in: a sub-brick in which something is drawn, or a leaf whose sub-bricks are
  /// all drawn. Boxes in which nothing is drawn are passed. Returns false if the ray is over.
  INKRAY_HD bool enterBox(Index cell)
  {
    int passed = 0; // size of the box passed last, behind which the cell is unknown; 0: none
    std::uint64_t mask = 0;
    for (; !isOver_; this->pass(cell, passed))
    {
      if (passed == LeafOfGroup::size)
      {
        if (this->isGroupEmpty(cell))
          continue;
        this->settle(cell, passed);
        passed = 0;
      }
      const std::int64_t index = this->leafAt(cell);
      mask = grid_.leafMasks[index];
      if (mask != 0 && passed == leafSize)
      {
        this->settle(cell, passed);
        passed = 0;
      }
      const int sub = (cell.at[0] >> 2 & 3) | (cell.at[1] >> 2 & 3) << 2 | (cell.at[2] >> 2 & 3) << 4;
      if (hasBit(mask, sub) && this->isWorth(index * subBricksPerLeaf + sub))
        break;
      isFound_ = false;
      passed = mask != 0 ? subBrickSize : this->isGroupEmpty(cell) ? LeafOfGroup::size : leafSize;
    }
    if (passed != 0)
      this->settle(cell, passed);
    const int whole = mask == ~std::uint64_t(0) && !this->passesValues() ? this->sizeOfWhole(cell) : 0;
    this->limit(cell, whole != 0 ? whole : subBrickSize);
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      this->stand(axis, cell.at[axis]);
    return !isOver_;
  }
  INKRAY_HD bool passesValues() const { return least_ > -INFINITY || most_ < INFINITY; }
  INKRAY_HD bool isWorth(std::int64_t subBrick) const
  {
    bool is = true;
    if (this->passesValues())
      visitTyped(volume_.values + std::int64_t(0), [&](const auto* typed) {
        using T = std::decay_t<decltype(*typed)>;
        const MinMax<T> range = static_cast<const MinMax<T>*>(grid_.subBricks)[subBrick];
        is = static_cast<float>(range.high) > least_ && static_cast<float>(range.low) < most_;
      });
    return is;
  }
  /// Find the last cells along each axis in the box of `size` cells that a cell is in, and the parameters at
  /// which the ray leaves these.
  INKRAY_HD Index findEnds(const Index& cell, int size, float out[3]) const
  {
    Index last;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int low = cell.at[axis] & -size, high = low + size - 1;
      last.at[axis] = !isForward(ray_, axis) ? low : high < this->last(axis) ? high : this->last(axis);
      out[axis] = this->exitOf(axis, last.at[axis]);
    }
    return last;
  }
  /// Go to the end of the box of `size` cells that the ray is in. Until the walk settles, `cell` is any cell
  /// of the next box of that size.
  INKRAY_HD void pass(Index& cell, int size)
  {
    float at[3];
    const Index last = this->findEnds(cell, size, at);
    // The ray leaves the box through the nearest of the three ends.
    const float end = minimum(at[0], minimum(at[1], at[2]));
    t_ = maximum(t_, end);
    isOver_ = t_ >= end_;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      if (at[axis] <= end)
        cell.at[axis] = last.at[axis] + (isForward(ray_, axis) ? 1 : -1);
  }
  /// Find the ray's cell in the box of `size` cells that it has entered.
  INKRAY_HD void settle(Index& cell, int size) const
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int low = cell.at[axis] & -size, high = low + size - 1;
      cell.at[axis] = this->find(axis, low, high < this->last(axis) ? high : this->last(axis));
    }
  }
  /// Leave the cell, and enter the next one. No branch depends on the axis, so that rays that leave through
  /// different sides stay together. The place on the common face is the same in both cells.
  INKRAY_HD void step()
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      plane_[axis] = multiplyAdd(goes_[axis], ahead_[axis], plane_[axis]);
      next_[axis] = this->planeAt(axis, plane_[axis]);
      cell_.from[axis] = multiplyAdd(-goes_[axis], ahead_[axis], cell_.until[axis]);
    }
  }
  /// Find where the ray enters a cell to which it does not come from the cell before. Returns false if the
  /// ray begins behind the cell or ends before it.
  INKRAY_HD bool enterCell()
  {
    float entry[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      entry[axis] = this->entryOf(axis, this->index(axis));
    cell_.t = maximum(entry[0], maximum(entry[1], entry[2]));
    if (!(cell_.to > ray_.begin && cell_.t < ray_.end))
      return false;
    if (cutsCells_)
      cell_.t = maximum(cell_.t, ray_.begin);
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      cell_.from[axis] =
        cell_.t <= entry[axis] ? (isForward(ray_, axis) ? 0.0f : 1.0f) : saturate(this->local(axis, cell_.t));
    return true;
  }
  INKRAY_HD bool isHiddenHere() const { return isHidden(volume_.hidden, grid_.layout, this->here().at); }
  INKRAY_HD static bool areFinite(const CellCorners& corners)
  {
    float sum = 0.0f;
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      sum = multiplyAdd(corners.value[k], 0.0f, sum);
    return sum == 0.0f;
  }
  /// The local coordinate in the cell at t, up to rounding.
  INKRAY_HD float local(int axis, float t) const
  {
    const float corner = plane_[axis] - (isForward(ray_, axis) ? 1.0f : 0.0f);
    return volume_.axes().local(ray_, axis, corner, t);
  }

  const BrickedGrid& grid_;
  const Volume& volume_;
  Ray ray_;
  float end_;      ///< where the ray ends or leaves the grid
  GridCell cell_;  ///< that the ray is in
  float plane_[3]; ///< the planes through which the ray leaves the cell
  float next_[3];  ///< the ray's parameters there
  float t_;        ///< where the ray is, or was when it entered the box
  float limit_;    ///< where the ray leaves the box, or ends in it
  float ahead_[3]; ///< 1 if the ray goes forward along the axis, else -1
  float goes_[3];  ///< 1 if the ray leaves the cell along the axis, else 0
  float least_ = -INFINITY, most_ = INFINITY;
  bool findsMissing_, cutsCells_;
  bool isFound_; ///< the ray comes from a cell that has been found
  bool isOver_;
};

} // namespace inkray
