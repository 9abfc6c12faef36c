// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/March.h"
#include "Renderers/MeshVolume/SegmentShare.h"
#include "Shading/SeparateIntegration.h"

/// Integrators of march for the blend modes beside Composite. Opacity and attenuation are those of a
/// piecewise function, clamped to 1 where a colour is shown. A cell without a value does not count.
namespace inkray
{

/// Colour multiplied by opacity, and opacity, of one value.
INKRAY_HD Float4 shownValue(const PiecewiseView& pieces, float s)
{
  const int index = findPiece(pieces, s);
  if (index < 0)
    return { 0.0f, 0.0f, 0.0f, 0.0f };
  const TransferFunctionPiece& p = pieces.pieces[index];
  const float u = s - p.middle;
  const float opacity = saturate(multiplyAdd(p.attenuationSlope, u, p.attenuation));
  return { opacity * multiplyAdd(p.redSlope, u, p.red), opacity * multiplyAdd(p.greenSlope, u, p.green),
    opacity * multiplyAdd(p.blueSlope, u, p.blue), opacity };
}

/// The greatest or least value of a ray. Nothing is attenuated, so that nothing ends it early.
template <bool Maximum>
struct Extreme
{
  static constexpr float transmittance = 1.0f;
  static constexpr float none = Maximum ? -1e30f : 1e30f;
  float scalar; ///< where the ray stands
  float extreme;

  INKRAY_HD void clear() { extreme = scalar = none; }

  /// A value that is NaN does not count: of two numbers of which the first is NaN, both machines take the
  /// second.
  INKRAY_HD void add(float s) { extreme = Maximum ? maximum(s, extreme) : minimum(s, extreme); }
  /// All values between two, neither of which may be NaN.
  INKRAY_HD void add(float a, float b) { this->add(Maximum ? maximumOrNaN(a, b) : minimumOrNaN(a, b)); }

  INKRAY_HD Float4 pixel(const PiecewiseView& pieces) const
  {
    return extreme == none ? Float4{ 0.0f, 0.0f, 0.0f, 0.0f } : shownValue(pieces, extreme);
  }
};

/// Of values at the points: a linear function has its extremes at the ends of a segment.
template <bool Maximum>
struct PointExtreme
{
  PiecewiseView pieces;
  using State = Extreme<Maximum>;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(pieces); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.scalar = scalar;
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float begun = ray.scalar;
    ray.scalar = share.atBegin(begun, segment.scalar);
    segment.scalar = share.atEnd(begun, segment.scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.add(ray.scalar, segment.scalar);
    ray.scalar = segment.scalar;
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.scalar = scalar;
  }
};

/// Of values of the cells: those of which the ray has any length.
template <bool Maximum>
struct CellExtreme
{
  PiecewiseView pieces;
  const float* values; ///< per cell
  using State = Extreme<Maximum>;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(pieces); }

  template <class Cell>
  INKRAY_HD void enter(State&, const Cell&, float) const
  {
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State&, const Cell&, float, float, Segment&) const
  {
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (segment.length > 0.0f)
      ray.add(load(values + at.cell));
  }
  template <class Cell>
  INKRAY_HD void resume(State&, const Cell&, float) const
  {
  }
};

/// Integral of attenuation times value over the length of a ray, and that length.
struct ValueSum
{
  static constexpr float transmittance = 1.0f;
  float sum, length;
  PiecePlace place;
  float attenuationMiddle, attenuationSlope;

  INKRAY_HD void clear()
  {
    sum = length = attenuationMiddle = attenuationSlope = 0.0f;
    place.standAt(0.0f);
  }

  /// The next segment: the value goes linearly from where the last one ended to s, neither of them NaN.
  INKRAY_HD void add(const PiecewiseView& pieces, float s, float l)
  {
    length += l;
    if (!place.holds(s))
    {
      if (place.piece < 0)
        this->enter(pieces, findPiece(pieces, place.u), place.u);
      for (;;)
      {
        const float share = place.shareToKnot(pieces, s);
        if (share > 1.0f)
          break;
        const int next = place.next(s);
        this->addPart(place.knot(s), share * l);
        l -= share * l;
        this->enter(pieces, next, place.scalar());
      }
    }
    this->addPart(s - place.middle, l);
  }

  /// Grey and opaque.
  INKRAY_HD static Float4 pixel(float grey, bool any)
  {
    const float g = saturate(grey);
    return any ? Float4{ g, g, g, 1.0f } : Float4{ 0.0f, 0.0f, 0.0f, 0.0f };
  }
  INKRAY_HD Float4 mean() const { return pixel(sum / length, length > 0.0f); }
  /// Lengths are in world units times log2(e).
  INKRAY_HD Float4 total() const { return pixel(sum * 0.6931471805599453f, length > 0.0f); }

private:
  INKRAY_HD void enter(const PiecewiseView& pieces, int index, float s)
  {
    place.enter(pieces, index, s);
    attenuationMiddle = pieces.pieces[index].attenuation;
    attenuationSlope = pieces.pieces[index].attenuationSlope;
  }
  /// The product of two linear functions: Simpson's rule is exact.
  INKRAY_HD void addPart(float uEnd, float l)
  {
    const auto product = [&](float u) {
      return multiplyAdd(attenuationSlope, u, attenuationMiddle) * (place.middle + u);
    };
    sum = multiplyAdd(
      l * (1.0f / 6.0f), product(place.u) + 4.0f * product(0.5f * (place.u + uEnd)) + product(uEnd), sum);
    place.u = uEnd;
  }
};

/// What of the values counts, from 0 to 1 over the range of all.
struct ValueRange
{
  float low, high;
};

/// Sums of values at the points: the mean within a range, or the whole.
template <bool Mean>
struct PointSum
{
  PiecewiseView pieces;
  ValueRange range;
  using State = ValueSum;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return Mean ? ray.mean() : ray.total(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.place.standAt(scalar);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float begun = ray.place.scalar();
    ray.place.standAt(share.atBegin(begun, segment.scalar));
    segment.scalar = share.atEnd(begun, segment.scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    const float a = ray.place.scalar(), b = segment.scalar;
    if (!(a == a) || !(b == b) || !isSeen(segment))
      return ray.place.standAt(b);
    if (!Mean || (minimum(a, b) >= range.low && maximum(a, b) <= range.high))
      return ray.add(pieces, b, segment.length);

    // The part within the range.
    const float total = b - a;
    const float perScalar = total != 0.0f ? 1.0f / total : 0.0f;
    const float t0 = (range.low - a) * perScalar, t1 = (range.high - a) * perScalar;
    const float from = maximum(0.0f, minimum(t0, t1)), to = minimum(1.0f, maximum(t0, t1));
    if (from < to && total != 0.0f)
    {
      ray.place.standAt(multiplyAdd(from, total, a));
      ray.add(pieces, multiplyAdd(to, total, a), segment.length * (to - from));
    }
    ray.place.standAt(b);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.place.standAt(scalar);
  }
};

/// Sums of values of the cells.
template <bool Mean>
struct CellSum
{
  const float* values;   ///< per cell
  const Float4* colours; ///< per cell: their last component is the attenuation
  ValueRange range;
  using State = ValueSum;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return Mean ? ray.mean() : ray.total(); }

  template <class Cell>
  INKRAY_HD void enter(State&, const Cell&, float) const
  {
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State&, const Cell&, float, float, Segment&) const
  {
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float s = load(values + at.cell);
    if (!(s == s) || (Mean && !(s >= range.low && s <= range.high)))
      return;
    ray.length += segment.length;
    ray.sum = multiplyAdd(segment.length * s, load(&colours[at.cell].w), ray.sum);
  }
  template <class Cell>
  INKRAY_HD void resume(State&, const Cell&, float) const
  {
  }
};

} // namespace inkray
