// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridCells.h"
#include "Rays/RaySpan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace inkray
{

/// How a cubic becomes linear spans. The cubic is cut into parts of equal length. A part is one span if it is
/// nearly straight. Otherwise it is two, and the value between them is (8 m - b - e) / 6, where b, m and e
/// are the cubic's values at the begin, the middle and the end of the part: the integral over both is that of
/// the cubic (Simpson's rule). `straight`: how far off the chord the middle of a span may be; `bent`: how far
/// that of a part may be. Both are in scalars, which reach from 0 to 1. The least of them suffice for peaks
/// of opacity that are 4 % of the range wide, and dense.
struct SpansOfCubic
{
  static constexpr float leastStraight = 3e-5f, leastBent = 4e-4f;
  static constexpr int mostParts = 16;
  float straight = leastStraight, bent = leastBent;

  /// The distances for a function whose attenuation, times the length of a cell, changes by at most `slope`
  /// for a scalar from 0 to 1. The error of a picture is about the product of slope and distance.
  static SpansOfCubic forSlope(double slope)
  {
    const auto within = [slope](double share, float least) {
      const double wanted = share / std::max(slope, 1e-30);
      return static_cast<float>(std::clamp(wanted, double(least), 12.0 * double(least)));
    };
    return { within(1.2e-3, leastStraight), within(0.015, leastBent) };
  }

  /// A bound on the distance of a cubic from its chord, an eighth of the largest second derivative: for a
  /// cubic whose middle is `bump` off the chord, and whose third coefficient is c3.
  INKRAY_HD static float bendOf(float bump, float c3) { return multiplyAdd(0.375f, fabsf(c3), fabsf(bump)); }
  /// The number of spans for a cubic: 1, or two for each part. The distance from the chord falls with the
  /// square of the number of parts.
  INKRAY_HD int count(float bend) const
  {
    if (!(bend > straight))
      return 1;
    const float square = bend / bent;
    if (!(square > 1.0f))
      return 2;
    return 2 * (square < float(mostParts * mostParts) ? static_cast<int>(ceilf(sqrtf(square))) : mostParts);
  }
  /// The value at the end of span k of `n`, of the cubic f whose end is `end`.
  INKRAY_HD static float valueAt(const Cubic& f, float end, int k, int n)
  {
    if (k == n - 1)
      return end;
    const float step = 1.0f / static_cast<float>(n), x = static_cast<float>(k + 1) * step;
    const float middle = evaluate(f, x);
    if ((k & 1) != 0)
      return middle;
    const float last = k + 2 == n ? end : evaluate(f, x + step);
    return (8.0f * middle - evaluate(f, x - step) - last) * 0.16666667f;
  }
};

/// How a value changes from one face of a cell to another. `end`: the value at the end. `bump`: the distance
/// of the value in the middle from the chord; the mean is that of the chord plus two thirds of `bump`.
/// `bend`: a bound on the distance of any value from the chord.
struct BentSpan
{
  float end, bump, bend;
};

/// A grid through which rays walk: its values, its bricks, and how values become scalars:
/// scalar = (value - low) * scale.
template <class Volume>
struct GridWalkView
{
  BrickedGrid grid;
  Volume volume;
  float low, scale;
  SpansOfCubic spans;
  bool showsMissing; ///< cells with a value that is not finite have a span with NaN at both ends
};

/// A walk through the cells of a grid. Along a ray the value in a cell is a cubic, which becomes linear spans
/// (SpansOfCubic). A span's cell is the number of the cell, x fastest; its begin and end are parameters of
/// the ray. Spans that ray.begin or ray.end cut are clipped. Cells that share a face share the parameter and
/// the value where the ray passes it. A constant cell is one span, whose value jumps at its faces.
template <class Volume>
class GridWalk
{
public:
  using Span = RaySpan;
  static constexpr int degree = 1;

  INKRAY_HD GridWalk(const GridWalkView<Volume>& view, const Ray& ray)
    : view_(view)
    , cells_(view.grid, view.volume, ray, view.showsMissing)
    , span_(0)
    , numSpans_(0)
  {
  }

  INKRAY_HD bool next(RaySpan& found)
  {
    for (;;)
    {
      if (this->nextSpan(found))
        return true;
      if (!this->nextCell())
        return false;
      this->split();
    }
  }
  /// From now on, pass sub-bricks in which no scalar is above `least` or none is below `most`.
  INKRAY_HD void pass(float least, float most)
  {
    const float perScalar = 1.0f / view_.scale;
    cells_.pass(multiplyAdd(least, perScalar, view_.low), multiplyAdd(most, perScalar, view_.low));
  }
  ///@{
  /// The same in steps: find the next span of a cell, which has been split; go to the next cell; split it.
  INKRAY_HD bool nextSpan(RaySpan& found)
  {
    while (this->hasSpan())
    {
      const int k = span_++;
      if (this->give(found, static_cast<float>(k + 1) / static_cast<float>(numSpans_),
            SpansOfCubic::valueAt(cubic_, last_, k, numSpans_)))
        return true;
    }
    return false;
  }
  /// The same for a cell that may hold isosurfaces. Its spans have the values of the cubic where they end.
  /// They also end where the cubic turns, and where it has an isovalue.
  INKRAY_HD bool nextSpan(RaySpan& found, const SurfaceEntry* entries, std::int32_t count)
  {
    while (this->hasSpan())
    {
      float share = static_cast<float>(span_ + 1) / static_cast<float>(numSpans_), turns[2];
      bool isPart = false;
      for (int turn = turningPoints(cubic_, turns); turn > 0; --turn)
        if (turns[turn - 1] > share_ && turns[turn - 1] < share)
        {
          share = turns[turn - 1];
          isPart = true;
        }
      float value = isPart || span_ + 1 < numSpans_ ? evaluate(cubic_, share) : last_;
      const bool rises = value > end_;
      for (std::int32_t k = 0; k < count; ++k)
      {
        const float v = entries[rises ? k : count - 1 - k].value;
        if (!(rises ? v > end_ && v < value : v < end_ && v > value))
          continue;
        Cubic above = cubic_;
        above.c0 -= v;
        share = solveMonotone(above, rises, share_, share, end_ - v, value - v);
        value = v;
        isPart = true;
        break;
      }
      span_ += isPart ? 0 : 1;
      share_ = share;
      if (!this->give(found, share, value))
        continue;
      const GridCell& cell = this->cell();
      const auto valueAt = [&](float t) { return evaluate(cubic_, (t - cell.t) / (cell.to - cell.t)); };
      if ((found.flags & RaySpan::beginIsCut) != 0)
        found.begin = valueAt(found.from);
      if ((found.flags & RaySpan::endIsCut) != 0)
        found.end = valueAt(found.to);
      return true;
    }
    return false;
  }
  INKRAY_HD bool hasSpan() const { return span_ < numSpans_; }
  INKRAY_HD bool nextCell()
  {
    if (!cells_.next())
      return false;
    this->begin();
    return true;
  }
  INKRAY_HD void split() { this->split(view_.spans); }
  INKRAY_HD void split(const SpansOfCubic& spans)
  {
    const float bump = 4.0f * whole_.bump;
    cubic_ = { first_, multiplyAdd(0.5f, c3_, (last_ - first_) + bump), multiplyAdd(-1.5f, c3_, -bump), c3_ };
    numSpans_ = spans.count(whole_.bend);
    span_ = 0;
    share_ = 0.0f;
    to_ = this->cell().t;
    end_ = first_;
    if (this->cell().isMissing)
    {
      end_ = last_ = NAN;
      numSpans_ = 1;
    }
  }
  /// Cut a cell that has just been split into at least this many spans, 1 or an even number.
  INKRAY_HD void refine(int least)
  {
    if (least > numSpans_ && !this->cell().isMissing)
      numSpans_ = least;
  }
  ///@}
  /// Whether the ray comes from the cell before, does not end in this one, and the cell has values. Then
  /// whole() is the way of the value through the cell.
  INKRAY_HD bool isWhole() const
  {
    const GridCell& cell = this->cell();
    return cell.isNext && !(cell.to > cells_.ray().end || cell.isMissing);
  }
  INKRAY_HD const BentSpan& whole() const { return whole_; }
  /// The parameter at which a span that follows begins with this span's last value: the span's end. NaN if
  /// the value jumps there.
  INKRAY_HD float joint(const RaySpan& span) const
  {
    return span.end == span.end && !areCellsConstant(view_.volume.axes()) ? span.to : NAN;
  }
  /// Bounds on the values of all spans of the cell: one between two spans may be a third of the bend beyond
  /// the cubic.
  INKRAY_HD MinMax<float> bounds() const
  {
    const float beyond = 1.34f * whole_.bend;
    return { minimum(first_, last_) - beyond, maximum(first_, last_) + beyond };
  }

  INKRAY_HD const GridCell& cell() const { return cells_.cell(); }   ///< of the last span
  INKRAY_HD int index(int axis) const { return cells_.index(axis); } ///< of this cell
  /// The first corner of this cell among the points.
  INKRAY_HD std::int64_t corner() const { return cells_.corner(); }
  INKRAY_HD const Ray& ray() const { return cells_.ray(); }
  INKRAY_HD const Volume& volume() const { return view_.volume; }
  /// The place of the ray at parameter t in the cell of the last span: from 0 to 1 along each axis.
  INKRAY_HD void locate(float t, float p[3]) const
  {
    const GridCell& cell = this->cell();
    const float x = saturate((t - cell.t) / (cell.to - cell.t));
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      p[axis] =
        t >= cell.to ? cell.until[axis] : multiplyAdd(x, cell.until[axis] - cell.from[axis], cell.from[axis]);
  }
  /// Interpolate an array of the points in the cell of the last span: the sum of fetch(id) times the weight
  /// of each corner.
  template <class Fetch>
  INKRAY_HD auto interpolateAt(const float p[3], const Fetch& fetch) const
  {
    const std::int64_t id = this->corner();
    if (areCellsConstant(view_.volume.axes()))
      return fetch(id) * 1.0f;
    const auto edge = [&](std::int64_t from) { return fetch(from) * (1.0f - p[0]) + fetch(from + 1) * p[0]; };
    const auto face = [&](std::int64_t from) {
      return edge(from) * (1.0f - p[1]) + edge(from + view_.volume.strideY) * p[1];
    };
    return face(id) * (1.0f - p[2]) + face(id + view_.volume.strideZ) * p[2];
  }
  /// The same where the last span ends, if it is not cut.
  template <class Fetch>
  INKRAY_HD auto at(const Fetch& fetch) const
  {
    float p[3];
    this->locate(to_, p);
    return this->interpolateAt(p, fetch);
  }

private:
  /// Give the next span, up to this share of the way through the cell and this value. Returns false if the
  /// ray is not in it.
  INKRAY_HD bool give(RaySpan& found, float share, float value)
  {
    const Ray& ray = cells_.ray();
    found.from = to_;
    found.begin = end_;
    to_ = this->hasSpan() ? multiplyAdd(share, this->cell().to - this->cell().t, this->cell().t)
                          : this->cell().to;
    end_ = value;
    if (to_ < ray.begin || found.from > ray.end)
      return false;
    found.to = to_;
    found.end = end_;
    found.cell = this->number();
    found.flags = 0;
    found.clip(ray.begin, ray.end, to_ > ray.end);
    return true;
  }
  /// Find the values in a new cell at the begin, in the middle and at the end, and the third derivative: they
  /// determine the cubic. Where the ray comes from the cell before, their common face has one value.
  INKRAY_HD void begin()
  {
    const GridCell& cell = this->cell();
    const CellCorners above = relativeTo(cell.corners, view_.low);
    const float* const v = above.value;
    float way[3], middle[3], edge[4], x[4];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      way[axis] = cell.until[axis] - cell.from[axis];
      middle[axis] = multiplyAdd(0.5f, way[axis], cell.from[axis]);
    }
    INKRAY_UNROLL
    for (int k = 0; k < 4; ++k)
    {
      edge[k] = v[2 * k + 1] - v[2 * k];
      x[k] = multiplyAdd(middle[0], edge[k], v[2 * k]);
    }
    const float low = multiplyAdd(middle[1], x[1] - x[0], x[0]),
                high = multiplyAdd(middle[1], x[3] - x[2], x[2]);
    const float m = multiplyAdd(middle[2], high - low, low) * view_.scale;
    // At a point of a face, interpolateCell gives exactly the same value in both cells.
    if (cell.isNext && last_ == last_ && !areCellsConstant(view_.volume.axes()))
      first_ = last_;
    else
      first_ = interpolateCell(above, cell.from) * view_.scale;
    last_ = interpolateCell(above, cell.until) * view_.scale;
    c3_ = ((edge[3] - edge[2]) - (edge[1] - edge[0])) * (way[0] * way[1] * way[2]) * view_.scale;
    whole_.end = last_;
    whole_.bump = 0.5f * ((m - first_) + (m - last_));
    whole_.bend = SpansOfCubic::bendOf(whole_.bump, c3_);
  }
  INKRAY_HD std::uint32_t number() const
  {
    const std::int32_t* const cells = view_.grid.layout.cells;
    return static_cast<std::uint32_t>(
      this->index(0) + std::int64_t(cells[0]) * (this->index(1) + std::int64_t(cells[1]) * this->index(2)));
  }

  const GridWalkView<Volume>& view_;
  GridCells<Volume> cells_;
  Cubic cubic_;
  float first_, last_; ///< the values where the ray enters and leaves the cell
  float c3_;           ///< third coefficient of the cubic
  BentSpan whole_;
  float to_, end_; ///< parameter and value at the end of the last span
  int span_, numSpans_;
  float share_; ///< of the way through the cell, where the last span of a cell with isosurfaces ends
};

} // namespace inkray
