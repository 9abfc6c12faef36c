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

  /// The number of spans for a cubic: 1, or two for each part. The distance from the chord is at most an
  /// eighth of the largest second derivative, and falls with the square of the number of parts.
  INKRAY_HD int count(const Cubic& f) const
  {
    const float bend = 0.25f * maximum(fabsf(f.c2), fabsf(multiplyAdd(3.0f, f.c3, f.c2)));
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
/// the value where the ray passes it.
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
    const Ray& ray = cells_.ray();
    for (;;)
    {
      while (span_ < numSpans_)
      {
        const int k = span_++;
        found.from = to_;
        found.begin = end_;
        to_ = k == numSpans_ - 1 ? cell_.to
                                 : multiplyAdd(static_cast<float>(k + 1) / static_cast<float>(numSpans_),
                                     cell_.to - cell_.t, cell_.t);
        end_ = SpansOfCubic::valueAt(cubic_, last_, k, numSpans_);
        if (to_ < ray.begin || found.from > ray.end)
          continue;
        found.to = to_;
        found.end = end_;
        found.cell = this->number();
        found.flags = 0;
        found.clip(ray.begin, ray.end, to_ > ray.end);
        return true;
      }
      if (!cells_.next(cell_))
        return false;
      this->begin();
    }
  }
  INKRAY_HD const GridCell& cell() const { return cell_; } ///< of the last span
  INKRAY_HD const Volume& volume() const { return view_.volume; }
  /// The place of the ray at parameter t in the cell of the last span: from 0 to 1 along each axis.
  INKRAY_HD void locate(float t, float p[3]) const
  {
    const float x = saturate((t - cell_.t) / (cell_.to - cell_.t));
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = t >= cell_.to ? cell_.until[axis]
                              : multiplyAdd(x, cell_.until[axis] - cell_.from[axis], cell_.from[axis]);
  }
  /// Interpolate an array of the points in the cell of the last span: the sum of fetch(id) times the weight
  /// of each corner.
  template <class Fetch>
  INKRAY_HD auto interpolateAt(const float p[3], const Fetch& fetch) const
  {
    const std::int64_t id =
      cell_.cell[0] + cell_.cell[1] * view_.volume.strideY + cell_.cell[2] * view_.volume.strideZ;
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
  /// Find the cubic in a new cell, from its values at the begin, in the middle and at the end, and its third
  /// derivative.
  INKRAY_HD void begin()
  {
    const CellCorners corners = relativeTo(cell_.corners, view_.low);
    float way[3], middle[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      way[axis] = cell_.until[axis] - cell_.from[axis];
      middle[axis] = multiplyAdd(0.5f, way[axis], cell_.from[axis]);
    }
    const float b = interpolateCell(corners, cell_.from) * view_.scale,
                m = interpolateCell(corners, middle) * view_.scale;
    last_ = interpolateCell(corners, cell_.until) * view_.scale;
    const float* const v = corners.value;
    const float c3 = ((v[7] - v[6]) - (v[5] - v[4]) - ((v[3] - v[2]) - (v[1] - v[0]))) *
      (way[0] * way[1] * way[2]) * view_.scale;
    const float q = 2.0f * ((b - m) + (last_ - m));
    cubic_ = { b, multiplyAdd(0.5f, c3, (last_ - b) - q), multiplyAdd(-1.5f, c3, q), c3 };
    end_ = b;
    to_ = cell_.t;
    numSpans_ = view_.spans.count(cubic_);
    span_ = 0;
    if (cell_.isMissing)
    {
      end_ = last_ = NAN;
      numSpans_ = 1;
    }
  }
  INKRAY_HD std::uint32_t number() const
  {
    const std::int32_t* const cells = view_.grid.layout.cells;
    return static_cast<std::uint32_t>(
      cell_.cell[0] + std::int64_t(cells[0]) * (cell_.cell[1] + std::int64_t(cells[1]) * cell_.cell[2]));
  }

  const GridWalkView<Volume>& view_;
  GridCells<Volume> cells_;
  GridCell cell_;
  Cubic cubic_;
  float last_;     ///< the value where the ray leaves the cell
  float to_, end_; ///< parameter and value at the end of the last span
  int span_, numSpans_;
};

} // namespace inkray
