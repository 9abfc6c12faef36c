// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SeparateIntegration.h"

/// Emission and absorption where the attenuation is a polynomial of second degree along a ray: a product of
/// two piecewise-linear functions of scalars that are linear along the segment (gradient opacity), or
/// bilinear between the entries of a table over them (two-dimensional transfer function).
///
/// Optical depth is then a cubic q of the share x of the way, with which no closed form of the integral of
/// 2^-q exists. It is computed by Gauss-Legendre quadrature to 2e-5
/// (Testing/Kernels/TestGradientIntegration), hence a colour to 2e-5 of how far it changes on the way; all
/// else is as in SegmentIntegration.h.
namespace inkray
{

/// Optical depth in powers of two, a x + h x^2 + k x^3 for x from 0 to 1; does not decrease.
struct CubicDepth
{
  float a, h, k;

  INKRAY_HD float operator()(float x) const { return multiplyAdd(multiplyAdd(k, x, h), x, a) * x; }
  INKRAY_HD float total() const { return a + h + k; }
};

/// Moments with that of x^2.
struct PsiMoments3 : PsiMoments
{
  float second;
};

/// Moments of depths that are not small.
INKRAY_HD_NOINLINE PsiMoments3 psiMomentsOfDenseSegment(const CubicDepth& depth)
{
  // Behind 24 halvings nothing is seen; integrate the part before.
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
  PsiMoments3 sum = { { 0.0f, 0.0f }, 0.0f };
  for (int p = 0; p < parts; ++p)
    for (int n = 0; n < 4; ++n)
    {
      const float x = width * (static_cast<float>(p) + node[n]);
      const float w = weight[n] * exp2Fast(-depth(x));
      sum.psi += w;
      sum.first = multiplyAdd(w, x, sum.first);
      sum.second = multiplyAdd(w * x, x, sum.second);
    }
  return { { sum.psi * width, sum.first * width }, sum.second * width };
}

/// Psi of a segment and the integrals of x and x^2 times the transmittance within it, behind a transmittance:
/// where that is below the rounding of a colour the simple rule does.
INKRAY_HD PsiMoments3 psiMomentsOfSegment(const CubicDepth& depth, float transmittance)
{
  if (depth.total() > 0.25f && transmittance > 1e-8f)
    return psiMomentsOfDenseSegment(depth);
  // Three-point rule.
  const float n0 = 0.1127016653792583f, n1 = 0.8872983346207417f;
  const float e0 = exp2Fast(-depth(n0)), e1 = exp2Fast(-depth(0.5f)), e2 = exp2Fast(-depth(n1));
  const float w = 0.2777777777777778f, m = 0.4444444444444444f;
  return { { multiplyAdd(w, e0 + e2, m * e1), multiplyAdd(w, multiplyAdd(n0, e0, n1 * e2), m * 0.5f * e1) },
    multiplyAdd(w, multiplyAdd(n0 * n0, e0, n1 * n1 * e2), m * 0.25f * e1) };
}

/// Place of a ray in a transfer function and in a function that multiplies its attenuation, of two scalars,
/// and the rest of the ray's segment.
struct AttenuationProduct
{
  PiecePlace value, magnitude;
  float attenuationMiddle, attenuationSlope; ///< of the piece of the value
  float factorMiddle, factorSlope;           ///< of the piece of the magnitude
  float toValue, toMagnitude;                ///< scalars at the end of the segment
  float left;                                ///< length to there; negative: there is no segment

  INKRAY_HD void clear()
  {
    attenuationMiddle = attenuationSlope = factorMiddle = factorSlope = 0.0f;
    this->standAt(0.0f, 0.0f);
  }
  INKRAY_HD void standAt(float s, float m)
  {
    value.standAt(s);
    magnitude.standAt(m);
    toValue = s;
    toMagnitude = m;
    left = -1.0f;
  }

  /// A segment on which both scalars go linearly from where the ray stands to s and m, over a length in world
  /// units times log2(e).
  INKRAY_HD void begin(float s, float m, float length)
  {
    toValue = s;
    toMagnitude = m;
    left = length;
  }
  INKRAY_HD bool hasMore() const { return left >= 0.0f; }

  /// The next part of the segment, as far as it is within one piece of both functions. part(uValue, share,
  /// depth) is called with the value at the part's end, the part's share of the rest and its optical depth;
  /// then leave(piece) and enter(piece) where the value's piece changes. False where the segment is
  /// transparent, because a scalar is NaN at either end.
  template <class Part, class Leave, class Enter>
  INKRAY_HD bool next(const PiecewiseView& values, const PiecewiseView& factors, const Part& part,
    const Leave& leave, const Enter& enter)
  {
    float uValue = toValue - value.middle, uMagnitude = toMagnitude - magnitude.middle;
    float share = 1.0f;
    bool changesValue = false, changesFactor = false;
    int nextValue = 0, nextFactor = 0;
    if (!(fabsf(uValue) <= value.half && fabsf(uMagnitude) <= magnitude.half))
    {
      const float whole = toValue + toMagnitude + value.u + magnitude.u;
      if (!(whole == whole))
        return false;
      if (value.piece < 0 || magnitude.piece < 0)
      {
        this->enterBoth(values, factors, enter);
        uValue = toValue - value.middle;
        uMagnitude = toMagnitude - magnitude.middle;
      }
      const float toKnot = value.shareToKnot(values, uValue, nextValue);
      const float toFactorKnot = magnitude.shareToKnot(factors, uMagnitude, nextFactor);
      share = minimum(1.0f, minimum(toKnot, toFactorKnot));
      changesValue = toKnot <= share;
      changesFactor = toFactorKnot <= share;
      uValue = changesValue ? value.knotTowards(uValue) : multiplyAdd(share, uValue - value.u, value.u);
      uMagnitude = changesFactor ? magnitude.knotTowards(uMagnitude)
                                 : multiplyAdd(share, uMagnitude - magnitude.u, magnitude.u);
    }

    const float length = share * left;
    const float a = multiplyAdd(attenuationSlope, value.u, attenuationMiddle) * length;
    const float da = attenuationSlope * (uValue - value.u) * length;
    const float factor = multiplyAdd(factorSlope, magnitude.u, factorMiddle);
    const float df = factorSlope * (uMagnitude - magnitude.u);
    part(uValue, share,
      CubicDepth{ a * factor, 0.5f * multiplyAdd(a, df, da * factor), 0.3333333333333333f * da * df });

    value.u = uValue;
    magnitude.u = uMagnitude;
    left = changesValue || changesFactor ? maximum(0.0f, left - length) : -1.0f;
    if (changesValue)
    {
      leave(values.pieces[value.piece]);
      this->enterValue(values, nextValue, value.scalar());
      enter(values.pieces[value.piece]);
    }
    if (changesFactor)
      this->enterMagnitude(factors, nextFactor, magnitude.scalar());
    return true;
  }

private:
  template <class Enter>
  INKRAY_HD void enterBoth(const PiecewiseView& values, const PiecewiseView& factors, const Enter& enter)
  {
    if (value.piece < 0)
    {
      this->enterValue(values, findPiece(values, value.u), value.u);
      enter(values.pieces[value.piece]);
    }
    if (magnitude.piece < 0)
      this->enterMagnitude(factors, findPiece(factors, magnitude.u), magnitude.u);
  }
  INKRAY_HD void enterValue(const PiecewiseView& view, int index, float s)
  {
    value.enter(view, index, s);
    attenuationMiddle = view.pieces[index].attenuation;
    attenuationSlope = view.pieces[index].attenuationSlope;
  }
  INKRAY_HD void enterMagnitude(const PiecewiseView& view, int index, float m)
  {
    magnitude.enter(view, index, m);
    factorMiddle = view.pieces[index].attenuation;
    factorSlope = view.pieces[index].attenuationSlope;
  }
};

/// State of a ray through a volume with gradient opacity.
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

  /// End the run of colours where the ray leaves the mesh or meets a cell without a value.
  INKRAY_HD void end(const PiecewiseView& values)
  {
    if (at.value.piece >= 0)
      this->endRun(values.pieces[at.value.piece]);
    at.value.standAt(at.value.scalar());
  }

  /// The next part of the segment that at.begin has begun. NaN at an end of either scalar: transparent.
  INKRAY_HD void addPart(const PiecewiseView& values, const PiecewiseView& factors)
  {
    const bool seen = at.next(
      values, factors,
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
    at.standAt(at.toValue, at.toMagnitude);
  }

  /// A whole segment, on which value and magnitude go linearly to s and m.
  INKRAY_HD void add(
    const PiecewiseView& values, const PiecewiseView& factors, float s, float m, float length)
  {
    at.begin(s, m, length);
    while (at.hasMore())
      this->addPart(values, factors);
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

/// Entries of a table, columns side by side: colour and attenuation. The border's entries stand there twice,
/// so that places beyond the border are between two entries as well.
struct TableView
{
  const Float4* entries; ///< rows + 2 times columns + 2
  int columns, rows;
  float columnsPerValue, firstColumn; ///< a normalised value v is column v columnsPerValue + firstColumn
  const float* spans; ///< how far a part may go in entries, over the lines between them, from each of columns
                      ///< times rows (tableSpans)

  INKRAY_HD float column(float value) const { return multiplyAdd(value, columnsPerValue, firstColumn); }
};

/// Place of a ray on one axis of a table, and of its segment's end.
struct TablePlace
{
  int cell;       ///< between this entry and the next: from -1, in front of the first, to the last
  float from, to; ///< 0 at this entry, 1 at the next; `to` may be outside, where the segment ends

  INKRAY_HD float entry() const { return static_cast<float>(cell) + from; }
  INKRAY_HD void standAt(float entry, int size)
  {
    const float last = static_cast<float>(size - 1);
    cell = static_cast<int>(minimum(maximum(floorf(entry), -1.0f), last)); // of NaN, any
    from = to = entry - static_cast<float>(cell);
  }
  INKRAY_HD void begin(float entry) { to = entry - static_cast<float>(cell); }

  /// Share of the way after which it leaves the cell for `next`; more than 1: it does not.
  INKRAY_HD float shareOfCell(int size, int& next) const
  {
    const float way = to - from;
    const bool up = way > 0.0f;
    next = up ? cell + 1 : cell - 1;
    const bool leaves = fabsf(to - 0.5f) > 0.5f && next >= -1 && next < size && (up ? to > 1.0f : to < 0.0f);
    return leaves && way != 0.0f ? maximum(0.0f, ((up ? 1.0f : 0.0f) - from) * reciprocal(way)) : 2.0f;
  }
  /// Whether the place is between two entries, not beyond the outermost.
  INKRAY_HD bool isBetween(int size) const
  {
    return static_cast<unsigned>(cell) < static_cast<unsigned>(size - 1);
  }
  /// Move by a share of the way, or across the border to another cell.
  INKRAY_HD void advance(float share, bool leaves, int next)
  {
    const float up = next > cell ? 1.0f : -1.0f;
    from = leaves ? 0.5f - 0.5f * up : multiplyAdd(share, to - from, from);
    to = leaves ? to - up : to;
    cell = leaves ? next : cell;
  }
};

/// A colour and an attenuation of a table: its first three numbers and its last.
INKRAY_HD Float4 mixed(const Float4& a, const Float4& b, float share)
{
  return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
    multiplyAdd(b.z - a.z, share, a.z), multiplyAdd(b.w - a.w, share, a.w) };
}

/// State of a ray through a volume with a two-dimensional transfer function whose row changes along segments.
///
/// Along a part that crosses no line of the table, colour and attenuation are of second degree: the parabola
/// through its two ends and its middle. So they are, nearly, along parts that cross lines where the table
/// hardly bends: tableSpans says how far. The colour is a parabola c from c0 to c1, in the middle by b off
/// the mean of both, so that integration by parts gives, as in ColourTableIntegration.h,
///   C += c0 T0 - c1 T1 + T0 ((c1 - c0) Psi + 4 b (Psi - 2 Psi1)).
struct TableIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  float column, row;     ///< where the ray stands, in entries; may lie outside the table
  float toColumn, toRow; ///< at the end of the segment
  float left; ///< length to the end of the segment in world units times log2(e); negative: there is none
  Float4 at;  ///< colour and attenuation where the ray stands; a negative attenuation: no run has begun
  float span; ///< from there

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    column = row = toColumn = toRow = span = 0.0f;
    left = -1.0f;
    at = { 0.0f, 0.0f, 0.0f, -1.0f };
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// Stand there, where a run of segments begins; none begins at NaN.
  INKRAY_HD void standAt(const TableView& table, float atColumn, float atRow)
  {
    column = toColumn = atColumn;
    row = toRow = atRow;
    left = -1.0f;
    at.w = -1.0f;
    const float whole = atColumn + atRow;
    if (!(whole == whole))
      return;
    at = lookUp(table, column, row, span);
    this->addEnd(transmittance);
  }
  /// The run ends, if one has begun.
  INKRAY_HD void end()
  {
    if (at.w >= 0.0f)
      this->addEnd(-transmittance);
    at.w = -1.0f;
  }

  /// The next segment: column and row go linearly to where it ends. NaN at an end of either: transparent.
  INKRAY_HD void begin(float endColumn, float endRow, float length)
  {
    toColumn = endColumn;
    toRow = endRow;
    left = length;
  }
  INKRAY_HD bool hasMore() const { return left >= 0.0f; }

  /// The next part of the segment.
  INKRAY_HD void addPart(const TableView& table)
  {
    const float wayOfColumn = toColumn - column, wayOfRow = toRow - row, whole = wayOfColumn + wayOfRow;
    if (!(whole == whole))
    {
      this->end();
      return this->standAt(table, toColumn, toRow);
    }
    float share = 1.0f;
    bool crossesColumn = false, crossesRow = false;
    float columnLine = 0.0f, rowLine = 0.0f;
    const float way = maximum(fabsf(wayOfColumn), fabsf(wayOfRow));
    if (!(way <= span))
    {
      const float toColumnLine = shareToLine(column, wayOfColumn, table.columns, columnLine);
      const float toRowLine = shareToLine(row, wayOfRow, table.rows, rowLine);
      share = minimum(toColumnLine, toRowLine);
      if (span >= 1.0f)
        share = maximum(share, span * reciprocal(way));
      crossesColumn = toColumnLine < 1.0f && toColumnLine == share;
      crossesRow = toRowLine < 1.0f && toRowLine == share;
    }
    const float endColumn = crossesColumn ? columnLine : multiplyAdd(share, wayOfColumn, column);
    const float endRow = crossesRow ? rowLine : multiplyAdd(share, wayOfRow, row);
    const float length = share * left;
    float ofMiddle;
    const Float4 middle = lookUp(table, 0.5f * (column + endColumn), 0.5f * (row + endRow), ofMiddle);
    this->gather(middle, lookUp(table, endColumn, endRow, span), length);
    column = endColumn;
    row = endRow;
    left = share < 1.0f ? maximum(0.0f, left - length) : -1.0f;
  }

  /// A whole segment.
  INKRAY_HD void add(const TableView& table, float endColumn, float endRow, float length)
  {
    this->begin(endColumn, endRow, length);
    while (this->hasMore())
      this->addPart(table);
  }

private:
  /// The colour and attenuation of a place, outside the table those of its border, and the span from there.
  INKRAY_HD static Float4 lookUp(const TableView& table, float column, float row, float& span)
  {
    const float x = minimum(maximum(column, 0.0f), static_cast<float>(table.columns - 1));
    const float y = minimum(maximum(row, 0.0f), static_cast<float>(table.rows - 1));
    const int i = static_cast<int>(x), j = static_cast<int>(y), stride = table.columns + 2;
    const float shareOfColumn = x - static_cast<float>(i);
    const Float4* const lower = table.entries + ((j + 1) * stride + i + 1);
    const Float4* const upper = lower + stride;
    span = load(table.spans + (j * table.columns + i));
    return mixed(mixed(load(lower), load(lower + 1), shareOfColumn),
      mixed(load(upper), load(upper + 1), shareOfColumn), y - static_cast<float>(j));
  }

  /// The line of the table that a way from a place meets first, and the share of the way there; 1 where it
  /// meets none.
  INKRAY_HD static float shareToLine(float from, float way, int size, float& line)
  {
    const float last = static_cast<float>(size - 1);
    const bool up = way > 0.0f;
    line = up ? maximum(floorf(from) + 1.0f, 0.0f) : minimum(ceilf(from) - 1.0f, last);
    const bool isThere = up ? line <= last : line >= 0.0f;
    return isThere && way != 0.0f ? minimum(1.0f, (line - from) * reciprocal(way)) : 1.0f;
  }

  INKRAY_HD void addEnd(float weight)
  {
    red = multiplyAdd(weight, at.x, red);
    green = multiplyAdd(weight, at.y, green);
    blue = multiplyAdd(weight, at.z, blue);
  }

  /// A length along which colour and attenuation are parabolas.
  INKRAY_HD void gather(const Float4& middle, const Float4& end, float length)
  {
    const float bow = 2.0f * (at.w + end.w - 2.0f * middle.w); // attenuation's second coefficient
    const float slope = end.w - at.w - bow;
    const CubicDepth depth = { at.w * length, 0.5f * slope * length, 0.3333333333333333f * bow * length };
    const PsiMoments psi = psiMomentsOfSegment(depth, transmittance);
    const float linear = transmittance * psi.psi;
    const float curved = 4.0f * transmittance * multiplyAdd(-2.0f, psi.first, psi.psi);
    red = multiplyAdd(linear, end.x - at.x, multiplyAdd(curved, middle.x - 0.5f * (at.x + end.x), red));
    green = multiplyAdd(linear, end.y - at.y, multiplyAdd(curved, middle.y - 0.5f * (at.y + end.y), green));
    blue = multiplyAdd(linear, end.z - at.z, multiplyAdd(curved, middle.z - 0.5f * (at.z + end.z), blue));
    transmittance *= exp2Fast(-maximum(0.0f, depth.total()));
    at = end;
  }
};

/// The same where the row is constant on each segment: then segments have a closed form.
struct TableRowIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  TablePlace column, row;
  float left; ///< length to the end of the segment in world units times log2(e); negative: there is none

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    column = row = { 0, 0.0f, 0.0f };
    left = -1.0f;
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }
  INKRAY_HD void standAt(const TableView& table, float atColumn, float atRow)
  {
    column.standAt(atColumn, table.columns);
    row.standAt(atRow, table.rows);
    left = -1.0f;
  }

  /// The next segment: column and row go linearly to where it ends. NaN at an end of either: transparent.
  INKRAY_HD void begin(const TableView& table, float toColumn, float toRow, float length)
  {
    column.begin(toColumn);
    row.standAt(toRow, table.rows);
    left = length;
  }
  INKRAY_HD bool hasMore() const { return left >= 0.0f; }

  /// The next part of the segment, as far as it is between four entries.
  INKRAY_HD void addPart(const TableView& table)
  {
    int nextColumn;
    const float toColumn = column.shareOfCell(table.columns, nextColumn);
    const float share = minimum(1.0f, toColumn), length = share * left;
    const float dx = share * (column.to - column.from), whole = dx + row.from;
    if (!(whole == whole))
      return this->standAt(
        table, static_cast<float>(column.cell) + column.to, static_cast<float>(row.cell) + row.to);
    if (length > 0.0f)
      this->gather(table, dx, length);
    column.advance(share, toColumn <= share, nextColumn);
    left = toColumn <= share ? maximum(0.0f, left - length) : -1.0f;
  }

  /// A whole segment.
  INKRAY_HD void add(const TableView& table, float toColumn, float toRow, float length)
  {
    this->begin(table, toColumn, toRow, length);
    while (this->hasMore())
      this->addPart(table);
  }

private:
  /// A length from where the ray stands, dx long, between four entries.
  INKRAY_HD void gather(const TableView& table, float dx, float length)
  {
    const int stride = table.columns + 2;
    const Float4* const lower = table.entries + ((row.cell + 1) * stride + column.cell + 1);
    const Float4* const upper = lower + stride;
    // Beyond the outermost, where both entries are the same, the way may be long.
    const bool isBetween = column.isBetween(table.columns);
    const float fy = row.isBetween(table.rows) ? row.from : 0.0f;
    this->gatherLinear(mixed(load(lower), load(upper), fy), mixed(load(lower + 1), load(upper + 1), fy),
      isBetween ? column.from : 0.0f, isBetween ? dx : 0.0f, length);
  }

  /// A length on which the way from one entry, 0, to the other, 1, goes from fx on by dx.
  INKRAY_HD void gatherLinear(const Float4& e0, const Float4& e1, float fx, float dx, float length)
  {
    const float rise = e1.w - e0.w;
    const float a = multiplyAdd(fx, rise, e0.w) * length, h = 0.5f * length * (dx * rise);
    const float psi = psiOfSegment(a, h, transmittance), before = transmittance;
    transmittance *= exp2Fast(-(a + h));
    // By parts, the integral of x^n dA with dA = -dT; then of the entries' weights.
    const float all = before - transmittance;
    const float mean = multiplyAdd(before, psi, -transmittance);
    const float w1 = multiplyAdd(fx, all, dx * mean), w0 = all - w1;
    red = multiplyAdd(w0, e0.x, multiplyAdd(w1, e1.x, red));
    green = multiplyAdd(w0, e0.y, multiplyAdd(w1, e1.y, green));
    blue = multiplyAdd(w0, e0.z, multiplyAdd(w1, e1.z, blue));
  }
};

} // namespace inkray
