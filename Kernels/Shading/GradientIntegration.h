// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SeparateIntegration.h"

/// Emission and absorption where the attenuation is a polynomial of second degree along a ray: a product of
/// two piecewise-linear functions of scalars that are linear along the segment (gradient opacity), or
/// bilinear between the entries of a table over them (two-dimensional transfer function).
///
/// Optical depth is then a cubic q of the share x of the way, with which no closed form of the integral of
/// 2^-q exists. It is computed by Gauss-Legendre quadrature to 2e-5 (Testing/Kernels/TestGradientOpacity),
/// hence a colour to 2e-5 of how far it changes on the way; all else is as in SegmentIntegration.h.
namespace inkray
{

/// Optical depth in powers of two, a x + h x^2 + k x^3 for x from 0 to 1; does not decrease.
struct CubicDepth
{
  float a, h, k;

  INKRAY_HD float operator()(float x) const { return multiplyAdd(multiplyAdd(k, x, h), x, a) * x; }
  INKRAY_HD float total() const { return a + h + k; }
};

/// Moments of depths that are not small.
INKRAY_HD_NOINLINE PsiMoments psiMomentsOfDenseSegment(const CubicDepth& depth)
{
  // Where 24 halvings are passed nothing is seen; look at the part before.
  float end = 1.0f;
  const float total = depth.total();
  for (int halvings = 0; halvings < 60 && depth(0.5f * end) >= 24.0f; ++halvings)
    end *= 0.5f;
  const int parts = total > 1.0f ? 8 : 1;
  const float width = end / static_cast<float>(parts);
  const float node[4] = { 0.06943184420297371f, 0.33000947820757187f, 0.66999052179242813f,
    0.93056815579702629f };
  const float weight[4] = { 0.17392742256872692f, 0.32607257743127307f, 0.32607257743127307f,
    0.17392742256872692f };
  PsiMoments sum = { 0.0f, 0.0f };
  for (int p = 0; p < parts; ++p)
    for (int n = 0; n < 4; ++n)
    {
      const float x = width * (static_cast<float>(p) + node[n]);
      const float w = weight[n] * exp2Fast(-depth(x));
      sum.psi += w;
      sum.first = multiplyAdd(w, x, sum.first);
    }
  return { sum.psi * width, sum.first * width };
}

/// Psi of a segment and the integral of x times the transmittance within it, behind a transmittance: where
/// that is below the rounding of a colour the simple rule does.
INKRAY_HD PsiMoments psiMomentsOfSegment(const CubicDepth& depth, float transmittance)
{
  if (depth.total() > 0.25f && transmittance > 1e-8f)
    return psiMomentsOfDenseSegment(depth);
  // Three-point rule.
  const float n0 = 0.1127016653792583f, n1 = 0.8872983346207417f;
  const float e0 = exp2Fast(-depth(n0)), e1 = exp2Fast(-depth(0.5f)), e2 = exp2Fast(-depth(n1));
  const float w = 0.2777777777777778f, m = 0.4444444444444444f;
  return { multiplyAdd(w, e0 + e2, m * e1), multiplyAdd(w, multiplyAdd(n0, e0, n1 * e2), m * 0.5f * e1) };
}

/// Where a ray stands in a transfer function and in a function that multiplies its attenuation, of two
/// scalars.
struct AttenuationProduct
{
  PiecePlace value, magnitude;
  float attenuationMiddle, attenuationSlope, attenuation; ///< of the piece, and reached
  float factorMiddle, factorSlope, factor;

  INKRAY_HD void clear()
  {
    attenuationMiddle = attenuationSlope = attenuation = 0.0f;
    factorMiddle = factorSlope = factor = 0.0f;
    this->standAt(0.0f, 0.0f);
  }
  INKRAY_HD void standAt(float s, float m)
  {
    value.standAt(s);
    magnitude.standAt(m);
  }

  /// Both scalars go linearly from where the ray stands to s and m, over a length in world units times
  /// log2(e), in parts within one piece of both functions. part(uValue, share, depth) is told of each where
  /// the value ends, its share of the rest of the way and its optical depth; leave(piece) and enter(piece) of
  /// changes of the value's piece. False where nothing is seen, because a scalar is NaN at either end.
  template <class Part, class Leave, class Enter>
  INKRAY_HD bool walk(const PiecewiseView& values, const PiecewiseView& factors, float s, float m,
    float length, const Part& part, const Leave& leave, const Enter& enter)
  {
    if (!(value.holds(s) && magnitude.holds(m)))
    {
      const float whole = s + m + value.u + magnitude.u;
      if (!(whole == whole))
        return false;
      if (value.piece < 0)
      {
        this->enterValue(values, findPiece(values, value.u), value.u);
        enter(values.pieces[value.piece]);
      }
      if (magnitude.piece < 0)
        this->enterMagnitude(factors, findPiece(factors, magnitude.u), magnitude.u);
      for (;;)
      {
        const float toValue = value.shareToKnot(values, s), toFactor = magnitude.shareToKnot(factors, m);
        const float share = minimum(toValue, toFactor);
        if (share > 1.0f)
          break;
        const float uValue =
          toValue <= share ? value.knot(s) : multiplyAdd(share, s - value.middle - value.u, value.u);
        const float uMagnitude = toFactor <= share
          ? magnitude.knot(m)
          : multiplyAdd(share, m - magnitude.middle - magnitude.u, magnitude.u);
        const int nextValue = value.next(s), nextFactor = magnitude.next(m);
        this->addPart(uValue, uMagnitude, share, share * length, part);
        length -= share * length;
        if (toValue <= share)
        {
          leave(values.pieces[value.piece]);
          this->enterValue(values, nextValue, value.scalar());
          enter(values.pieces[value.piece]);
        }
        if (toFactor <= share)
          this->enterMagnitude(factors, nextFactor, magnitude.scalar());
      }
    }
    this->addPart(s - value.middle, m - magnitude.middle, 1.0f, length, part);
    return true;
  }

private:
  INKRAY_HD void enterValue(const PiecewiseView& view, int index, float s)
  {
    value.enter(view, index, s);
    attenuationMiddle = view.pieces[index].attenuation;
    attenuationSlope = view.pieces[index].attenuationSlope;
    attenuation = multiplyAdd(attenuationSlope, value.u, attenuationMiddle);
  }
  INKRAY_HD void enterMagnitude(const PiecewiseView& view, int index, float m)
  {
    magnitude.enter(view, index, m);
    factorMiddle = view.pieces[index].attenuation;
    factorSlope = view.pieces[index].attenuationSlope;
    factor = multiplyAdd(factorSlope, magnitude.u, factorMiddle);
  }
  template <class Part>
  INKRAY_HD void addPart(float uValue, float uMagnitude, float share, float length, const Part& part)
  {
    const float attenuationEnd = multiplyAdd(attenuationSlope, uValue, attenuationMiddle);
    const float factorEnd = multiplyAdd(factorSlope, uMagnitude, factorMiddle);
    const float a = attenuation * length, da = multiplyAdd(attenuationEnd, length, -a);
    const float df = factorEnd - factor;
    part(uValue, share,
      CubicDepth{ a * factor, 0.5f * multiplyAdd(a, df, da * factor), 0.3333333333333333f * da * df });
    value.u = uValue;
    magnitude.u = uMagnitude;
    attenuation = attenuationEnd;
    factor = factorEnd;
  }
};

/// What a ray has gathered of a volume with gradient opacity.
struct GradientOpacityIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  float runSum; ///< sum of T ds Psi over the parts since the piece of the values was entered
  AttenuationProduct at;

  INKRAY_HD void clear()
  {
    red = green = blue = runSum = 0.0f;
    transmittance = 1.0f;
    at.clear();
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// End the run of colours: where the ray leaves the mesh or meets what has no value.
  INKRAY_HD void end(const PiecewiseView& values)
  {
    if (at.value.piece >= 0)
      this->endRun(values.pieces[at.value.piece]);
    at.value.standAt(at.value.scalar());
  }

  /// The next segment: value and magnitude go linearly to s and m. NaN at an end of either: transparent.
  INKRAY_HD void add(
    const PiecewiseView& values, const PiecewiseView& factors, float s, float m, float length)
  {
    const bool seen = at.walk(
      values, factors, s, m, length,
      [&](float uValue, float, const CubicDepth& depth) {
        runSum = multiplyAdd(
          transmittance * (uValue - at.value.u), psiMomentsOfSegment(depth, transmittance).psi, runSum);
        transmittance *= exp2Fast(-depth.total());
      },
      [&](const TransferFunctionPiece& piece) { this->endRun(piece); },
      [&](const TransferFunctionPiece& piece) {
        runSum = 0.0f;
        this->addEnd(piece, transmittance);
      });
    if (seen)
      return;
    this->end(values);
    at.standAt(s, m);
  }

private:
  /// One end of a run: the colour at the scalar reached, with a weight.
  INKRAY_HD void addEnd(const TransferFunctionPiece& p, float weight)
  {
    red += weight * multiplyAdd(p.redSlope, at.value.u, p.red);
    green += weight * multiplyAdd(p.greenSlope, at.value.u, p.green);
    blue += weight * multiplyAdd(p.blueSlope, at.value.u, p.blue);
  }
  INKRAY_HD void endRun(const TransferFunctionPiece& p)
  {
    red = multiplyAdd(p.redSlope, runSum, red);
    green = multiplyAdd(p.greenSlope, runSum, green);
    blue = multiplyAdd(p.blueSlope, runSum, blue);
    this->addEnd(p, -transmittance);
  }
};

/// Entries of a table, columns side by side: colour and attenuation.
struct TableView
{
  const Float4* entries;
  int columns, rows;
  float columnsPerValue, firstColumn; ///< a normalised value v is column v columnsPerValue + firstColumn
};

/// A place in a table on one of its axes, and the way ahead there.
struct TableAxis
{
  float from, way; ///< in entries, and how far they change over the segment
  float perWay;    ///< 1 / way
  int cell;        ///< the ray is between this entry and the next: -1 to size - 1

  INKRAY_HD TableAxis(float begin, float end, int size)
    : from(begin)
    , way(end - begin)
    , perWay(way != 0.0f ? reciprocal(way) : 0.0f)
  {
    const float last = static_cast<float>(size - 1);
    const float within = minimum(maximum(begin, -1.0f), last + 1.0f);
    cell = static_cast<int>(floorf(within));
    if (way < 0.0f && static_cast<float>(cell) == within)
      --cell;
    cell = cell < -1 ? -1 : cell > size - 1 ? size - 1 : cell;
  }
  /// Share of the segment at which the next line of entries is met; more than 1: none is.
  INKRAY_HD float next(int size) const
  {
    const int line = way > 0.0f ? cell + 1 : cell;
    return way == 0.0f || line < 0 || line > size - 1
      ? 2.0f
      : maximum(0.0f, (static_cast<float>(line) - from) * perWay);
  }
  INKRAY_HD void advance() { cell += way > 0.0f ? 1 : -1; }
  /// Between the two entries of the cell, from 0 to 1.
  INKRAY_HD float within(float share) const
  {
    return minimum(maximum(multiplyAdd(share, way, from) - static_cast<float>(cell), 0.0f), 1.0f);
  }
};

/// What a ray has gathered of a volume with a two-dimensional transfer function.
struct TableIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  float value, row; ///< where the ray stands: the scalar, and the magnitude in rows

  INKRAY_HD void clear()
  {
    red = green = blue = value = row = 0.0f;
    transmittance = 1.0f;
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }
  INKRAY_HD void standAt(float s, float r)
  {
    value = s;
    row = r;
  }

  /// The next segment: value and row go linearly to s and r. NaN at an end of either: transparent.
  INKRAY_HD void add(const TableView& table, float s, float r, float length)
  {
    const float whole = value + row + s + r;
    if (whole == whole && length > 0.0f)
    {
      TableAxis x(multiplyAdd(value, table.columnsPerValue, table.firstColumn),
        multiplyAdd(s, table.columnsPerValue, table.firstColumn), table.columns);
      TableAxis y(row, r, table.rows);
      for (float begin = 0.0f;;)
      {
        const float toColumn = x.next(table.columns), toRow = y.next(table.rows);
        const float end = minimum(1.0f, minimum(toColumn, toRow));
        if (end > begin)
          this->addPart(table, x, y, begin, end, length);
        if (!(end < 1.0f) || transmittance < 1e-12f)
          break;
        begin = maximum(begin, end);
        if (toColumn <= end)
          x.advance();
        if (toRow <= end)
          y.advance();
      }
    }
    this->standAt(s, r);
  }

private:
  /// From `begin` to `end`, as shares of the segment, between four entries.
  INKRAY_HD void addPart(
    const TableView& table, const TableAxis& x, const TableAxis& y, float begin, float end, float length)
  {
    const int c0 = x.cell < 0 ? 0 : x.cell, c1 = x.cell + 1 < table.columns ? x.cell + 1 : c0;
    const int r0 = y.cell < 0 ? 0 : y.cell, r1 = y.cell + 1 < table.rows ? y.cell + 1 : r0;
    const Float4 e00 = load(table.entries + (r0 * table.columns + c0));
    const Float4 e10 = load(table.entries + (r0 * table.columns + c1));
    const Float4 e01 = load(table.entries + (r1 * table.columns + c0));
    const Float4 e11 = load(table.entries + (r1 * table.columns + c1));
    const float fx = x.within(begin), fy = y.within(begin);
    const float dx = x.within(end) - fx, dy = y.within(end) - fy;
    // On the way: first + slope t + curvature t^2.
    float first, slope, curvature;
    const auto along = [&](float v00, float v10, float v01, float v11) {
      const float px = v10 - v00, py = v01 - v00, pxy = (v11 - v01) - px;
      first = multiplyAdd(fx, multiplyAdd(fy, pxy, px), multiplyAdd(fy, py, v00));
      slope = multiplyAdd(dx, multiplyAdd(fy, pxy, px), dy * multiplyAdd(fx, pxy, py));
      curvature = dx * dy * pxy;
    };
    along(e00.w, e10.w, e01.w, e11.w);
    const float part = (end - begin) * length;
    const CubicDepth depth = { first * part, 0.5f * slope * part, 0.3333333333333333f * curvature * part };
    if (!(depth.total() > 0.0f))
      return;
    // By parts: c(0) T0 - c(1) T1 + integral of c' T.
    const PsiMoments psi = psiMomentsOfSegment(depth, transmittance);
    const float before = transmittance;
    transmittance *= exp2Fast(-depth.total());
    const float weight = before - transmittance;
    const auto gathered = [&]() {
      const float mean = multiplyAdd(before, psi.psi, -transmittance);
      const float square = multiplyAdd(2.0f * before, psi.first, -transmittance);
      return multiplyAdd(first, weight, multiplyAdd(slope, mean, curvature * square));
    };
    along(e00.x, e10.x, e01.x, e11.x);
    red += gathered();
    along(e00.y, e10.y, e01.y, e11.y);
    green += gathered();
    along(e00.z, e10.z, e01.z, e11.z);
    blue += gathered();
  }
};

} // namespace inkray
