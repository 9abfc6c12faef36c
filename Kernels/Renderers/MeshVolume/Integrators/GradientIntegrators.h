// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/SegmentShare.h"
#include "Renderers/MeshVolume/Integrators/ShadedIntegrators.h"
#include "Shading/GradientIntegration.h"

/// Integrators of march where the magnitude of the gradient counts (GradientIntegration.h): that of each tet,
/// or that at the points, which is linear between like the values themselves.
namespace inkray
{

/// Any integrator with the attenuation of each cell multiplied by a number: its segments are as much longer.
template <class Base>
struct WithCellFactors : Base
{
  const float* factors; ///< per cell
  static constexpr bool takesParts = false;

  template <class Cell>
  INKRAY_HD void add(typename Base::State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    // Where the factor is 0 the scalar goes on all the same.
    Segment scaledSegment = segment;
    scaledSegment.isCut = false;
    scaledSegment.length *= load(factors + at.cell);
    Base::add(ray, at, scaledSegment);
  }
};

/// Values at the points, attenuation multiplied by a function of the magnitudes at the points.
struct GradientOpacityPointValues
{
  PiecewiseView pieces, factors;
  const float* magnitudes; ///< per vertex
  struct State : GradientOpacityIntegral
  {
    float cutMagnitude; ///< at the end of a cut segment
  };
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, magnitudes }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.at.standAt(scalar, at.extraAhead().value[0]);
  }
  INKRAY_HD void leave(State& ray) const { ray.end(pieces); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    ray.end(pieces);
    const SegmentShare share(from, to, segment);
    const float s = ray.at.value.scalar(), m = ray.at.magnitude.scalar(), mEnd = at.extraAhead().value[0];
    ray.at.standAt(share.atBegin(s, segment.scalar), share.atBegin(m, mEnd));
    segment.scalar = share.atEnd(s, segment.scalar);
    ray.cutMagnitude = share.atEnd(m, mEnd);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    this->begin(ray, at, segment);
    while (ray.at.hasMore())
      ray.addPart(pieces, factors);
  }
  static constexpr bool takesParts = true;
  template <class Cell>
  INKRAY_HD void begin(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.at.begin(
        segment.scalar, segment.isCut ? ray.cutMagnitude : at.extraAhead().value[0], segment.length);
  }
  INKRAY_HD bool hasMore(const State& ray) const { return ray.at.hasMore(); }
  template <class Cell>
  INKRAY_HD void addPart(State& ray, const Cell&, bool) const
  {
    ray.addPart(pieces, factors);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    ray.end(pieces);
    this->enter(ray, at, scalar);
  }
};

/// What a ray has gathered in the light with gradient opacity: ShadedIntegral with another attenuation.
struct ShadedProductIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  AttenuationProduct at;
  Floats<2> light;    ///< where the ray stands
  Floats<2> cutLight; ///< at the end of a cut segment
  float cutMagnitude;

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    at.clear();
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// A whole segment, on which value, magnitude and light go linearly to s, m and `ahead`.
  INKRAY_HD void add(const PiecewiseView& values, const PiecewiseView& factors, float s, float m,
    const Floats<2>& ahead, float length)
  {
    at.begin(s, m, length);
    while (at.hasMore())
      this->addPart(values, factors, ahead);
  }

  /// The next part of the segment that at.begin has begun, at whose end the light is `ahead`. NaN:
  /// transparent.
  INKRAY_HD void addPart(const PiecewiseView& values, const PiecewiseView& factors, const Floats<2>& ahead)
  {
    const auto part = [&](float uValue, float share, const CubicDepth& depth) {
      const Floats<2> end = ShadedIntegral::mixed(light, ahead, share);
      if (depth.total() > 0.0f)
        this->gather(values.pieces[at.value.piece], uValue - at.value.u, end, depth);
      light = end;
    };
    const auto nothing = [](const TransferFunctionPiece&) {};
    if (!at.next(values, factors, part, nothing, nothing))
      at.standAt(at.toValue, at.toMagnitude);
    if (!at.hasMore())
      light = ahead;
  }

private:
  INKRAY_HD void gather(
    const TransferFunctionPiece& p, float du, const Floats<2>& end, const CubicDepth& depth)
  {
    const PsiMoments psi = psiMomentsOfSegment(depth, transmittance);
    const float behind = transmittance * exp2Fast(-depth.total());
    const float weight = transmittance - behind;
    const float first = multiplyAdd(transmittance, psi.psi, -behind);
    const float second = multiplyAdd(2.0f * transmittance, psi.first, -behind);
    const auto channel = [&](float middle, float slope) {
      const float c = multiplyAdd(slope, at.value.u, middle), dc = slope * du;
      const float f = light.value[0], df = end.value[0] - f;
      const float b = light.value[1], db = end.value[1] - b;
      return multiplyAdd(multiplyAdd(c, f, b), weight,
        multiplyAdd(multiplyAdd(c, df, multiplyAdd(dc, f, db)), first, dc * df * second));
    };
    red += channel(p.red, p.redSlope);
    green += channel(p.green, p.greenSlope);
    blue += channel(p.blue, p.blueSlope);
    transmittance = behind;
  }
};

/// The numbers of a vertex from two arrays: one for the magnitude, two for the light.
struct MagnitudeAndLight : CarryFloats<3>
{
  const float* magnitudes;
  const float* light;

  INKRAY_HD Floats<3> fetch(std::uint32_t id) const
  {
    Floats<3> fetched;
    const Floats<2> lit = VertexFloats<2>{ {}, light }.fetch(id);
    INKRAY_UNROLL
    for (int k = 0; k < 2; ++k)
      fetched.value[k] = lit.value[k];
    fetched.value[2] = load(magnitudes + id);
    return fetched;
  }
};

/// Both: gradient opacity, and light at the points.
struct ShadedGradientOpacity
{
  PiecewiseView pieces, factors;
  const float* magnitudes; ///< per vertex
  const float* light;      ///< 2 per vertex
  using State = ShadedProductIntegral;
  using Extra = MagnitudeAndLight;
  INKRAY_HD Extra extra() const { return { {}, magnitudes, light }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  INKRAY_HD static Floats<2> lightOf(const Floats<3>& extra)
  {
    Floats<2> lit;
    INKRAY_UNROLL
    for (int k = 0; k < 2; ++k)
      lit.value[k] = extra.value[k];
    return lit;
  }
  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    const Floats<3> ahead = at.extraAhead();
    ray.at.standAt(scalar, ahead.value[2]);
    ray.light = lightOf(ahead);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const Floats<3> ahead = at.extraAhead();
    const float s = ray.at.value.scalar(), m = ray.at.magnitude.scalar(), mEnd = ahead.value[2];
    ray.at.standAt(share.atBegin(s, segment.scalar), share.atBegin(m, mEnd));
    segment.scalar = share.atEnd(s, segment.scalar);
    ray.cutMagnitude = share.atEnd(m, mEnd);
    const Floats<2> light = ray.light, end = lightOf(ahead);
    ray.light = ShadedIntegral::mixed(light, end, share.begin);
    ray.cutLight = ShadedIntegral::mixed(light, end, share.end);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    this->begin(ray, at, segment);
    const Floats<2> light = segment.isCut ? ray.cutLight : lightOf(at.extraAhead());
    while (ray.at.hasMore())
      ray.addPart(pieces, factors, light);
  }
  static constexpr bool takesParts = true;
  template <class Cell>
  INKRAY_HD void begin(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.at.begin(
        segment.scalar, segment.isCut ? ray.cutMagnitude : at.extraAhead().value[2], segment.length);
  }
  INKRAY_HD bool hasMore(const State& ray) const { return ray.at.hasMore(); }
  template <class Cell>
  INKRAY_HD void addPart(State& ray, const Cell& at, bool isCut) const
  {
    ray.addPart(pieces, factors, isCut ? ray.cutLight : lightOf(at.extraAhead()));
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }
};

/// Values at the points; colour and attenuation from a table over them and the magnitudes at the points.
struct TablePointValues
{
  TableView table;
  const float* rows; ///< per vertex
  struct State : TableIntegral<true>
  {
    float cutColumn, cutRow; ///< at the end of a cut segment
  };
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, rows }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.standAt(table, table.column(scalar), at.extraAhead().value[0]);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float c = ray.column.entry(), cEnd = table.column(segment.scalar);
    const float r = ray.row.entry(), rEnd = at.extraAhead().value[0];
    ray.standAt(table, share.atBegin(c, cEnd), share.atBegin(r, rEnd));
    ray.cutColumn = share.atEnd(c, cEnd);
    ray.cutRow = share.atEnd(r, rEnd);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    this->begin(ray, at, segment);
    while (ray.hasMore())
      ray.addPart(table);
  }
  static constexpr bool takesParts = true;
  template <class Cell>
  INKRAY_HD void begin(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.begin(table, segment.isCut ? ray.cutColumn : table.column(segment.scalar),
        segment.isCut ? ray.cutRow : at.extraAhead().value[0], segment.length);
  }
  INKRAY_HD bool hasMore(const State& ray) const { return ray.hasMore(); }
  template <class Cell>
  INKRAY_HD void addPart(State& ray, const Cell&, bool) const
  {
    ray.addPart(table);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }
};

/// The same with the magnitude of each cell: one row, or a blend of two.
struct TablePointValuesCellRows
{
  TableView table;
  const float* rows; ///< per cell
  struct State : TableIntegral<false>
  {
    float cutColumn; ///< at the end of a cut segment
  };
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.standAt(table, table.column(scalar), 0.0f);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float c = ray.column.entry(), cEnd = table.column(segment.scalar);
    ray.standAt(table, share.atBegin(c, cEnd), 0.0f);
    ray.cutColumn = share.atEnd(c, cEnd);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    this->begin(ray, at, segment);
    while (ray.hasMore())
      ray.addPart(table);
  }
  static constexpr bool takesParts = true;
  template <class Cell>
  INKRAY_HD void begin(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.begin(table, segment.isCut ? ray.cutColumn : table.column(segment.scalar), load(rows + at.cell),
        segment.length);
  }
  INKRAY_HD bool hasMore(const State& ray) const { return ray.hasMore(); }
  template <class Cell>
  INKRAY_HD void addPart(State& ray, const Cell&, bool) const
  {
    ray.addPart(table);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.standAt(table, table.column(scalar), 0.0f);
  }
};

} // namespace inkray
