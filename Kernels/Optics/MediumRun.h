// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Floats.h"
#include "Optics/Films/CompositeFilm.h"
#include "Optics/MediumSteps.h"

/// Emission and absorption of a medium along runs of consecutive segments. The result is that of
/// CompositeFilm, with as few lookups for each part as possible.
///
/// Within one interval of a function the color c is linear in the value with slope c'. Integration by parts
/// gives, for a run of parts from s0 and transmittance T0 to sn and Tn,
///   C += c(s0) T0 - c(sn) Tn + c' sum over parts of T_i ds_i Psi_i   (SegmentIntegration.h),
/// whatever the attenuation is: each part adds one number. The color of a table is a parabola through three
/// places of a part. It goes from c0 to c1, and in the middle it is b off the mean of both:
///   C += c0 T0 - c1 T1 + T0 ((c1 - c0) Psi + 4 b (Psi - 2 Psi1)),
/// so that a part looks up two places. Where the color is constant, only the depth counts.
///
/// Light multiplies the color by a diffuse factor f and adds a specular term b, both linear in a part. Let dA
/// = -dT be the absorbed light, u the value relative to the middle of the interval, and cm the color there. A
/// run then gathers
///   C += cm sum(integral of f dA) + c' sum(integral of u f dA) + sum(integral of b dA),
/// and each part adds to the three sums.
namespace inkray
{

/// A ray's place in a function, with the attenuation in the middle of the interval and its slope there.
struct RunPlace : IntervalPlace
{
  float attenuation, slope;

  INKRAY_HD void standAt(float s)
  {
    IntervalPlace::standAt(s);
    attenuation = slope = 0.0f;
  }
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    IntervalPlace::enter(view, index, s);
    attenuation = view.pieces[index].attenuation;
    slope = view.pieces[index].attenuationSlope;
  }
  INKRAY_HD float attenuationAt(float at) const { return multiplyAdd(slope, at, attenuation); }
  /// The attenuation rounded twice, so that it is zero at a knot of zero (makeIntervals).
  INKRAY_HD float factorAt(float at) const { return mulRounded(slope, at) + attenuation; }
};

/// The way of a part along a function.
struct RunStep
{
  float end;    ///< relative to the middle of the interval
  float toKnot; ///< share of the way to the next knot; more than 1: no knot comes
  int next;     ///< the interval behind that knot
};

/// The optical depth of a part in powers of two: a x + h x^2 for x from 0 to 1, which does not decrease.
struct QuadraticDepth
{
  float a, h;

  INKRAY_HD float total() const { return a + h; }
};
INKRAY_HD float psiOf(const QuadraticDepth& depth, float transmittance)
{
  return psiOfSegment(depth.a, depth.h, transmittance);
}
INKRAY_HD float psiOf(const CubicDepth& depth, float transmittance)
{
  return psiMomentsOfSegment(depth, transmittance).psi;
}
INKRAY_HD PsiMoments momentsOf(const QuadraticDepth& depth, float transmittance)
{
  return psiMomentsOfSegment(depth.a, depth.h, transmittance);
}
INKRAY_HD PsiMoments momentsOf(const CubicDepth& depth, float transmittance)
{
  return psiMomentsOfSegment(depth, transmittance);
}

/// A ray: what it has gathered, where it stands in a medium, and the rest of the segment in front of it.
/// Members that a medium does not need cost nothing. Light is gray, and only functions are lit.
template <class Medium>
struct MediumRun : Film
{
  RunPlace value, opacity, factor;
  float runSum; ///< sum of T ds Psi over the parts of a run; in light, of the integrals of u f dA
  float lightSum, specularSum; ///< in light: sums of the integrals of f dA and of b dA
  TableWay way;
  Float4 entry; ///< table's color and attenuation where the ray stands; attenuation < 0: no run has begun
  float span;   ///< of the table, from where the ray stands
  Floats<2> light;
  Float4 constant; ///< color and attenuation of the cell
  float left;      ///< world units times log2(e) to the end of the segment; negative: no segment

  INKRAY_HD void clear()
  {
    CompositeFilm::clear(*this);
    value.standAt(0.0f);
    opacity.standAt(0.0f);
    factor.standAt(0.0f);
    runSum = lightSum = specularSum = span = 0.0f;
    way = {};
    light = {};
    left = entry.w = -1.0f;
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// Put the ray at a place, where a new run begins. No run begins at NaN.
  INKRAY_HD void standAt(const Medium& medium, const MediumPlace& at)
  {
    value.standAt(at.value);
    opacity.standAt(at.opacity);
    factor.standAt(at.magnitude);
    light = { { at.diffuse.x, at.specular.x } };
    left = entry.w = -1.0f;
    if (medium.isByTable())
      way.column = medium.table.column(at.value);
    way.row = at.magnitude;
  }
  /// End the run where the ray leaves the mesh or meets a cell without a value.
  INKRAY_HD void end(const Medium& medium)
  {
    if (medium.isByFunction() && value.piece >= 0)
    {
      this->endRun(medium);
      value.standAt(value.scalar());
    }
    if (hasKeptEntry(medium) && entry.w >= 0.0f)
    {
      this->addEntry(-transmittance);
      entry.w = -1.0f;
    }
  }

  /// Begin a segment, with the channels of its cell.
  INKRAY_HD void begin(const Medium& medium, const MediumSegment& segment, float length)
  {
    constant = segment.constant;
    left = length * segment.factor;
    if (medium.hasCellLight())
      light = { { segment.begin.diffuse.x, segment.begin.specular.x } };
    if (medium.isByTable() && !hasKeptEntry(medium))
      way.row = segment.end.magnitude;
  }
  INKRAY_HD bool hasMore() const { return left >= 0.0f; }

  /// Add the next part of the segment, whose end has the vertex channels `ahead`. The segment is transparent
  /// if a channel is NaN at either end.
  INKRAY_HD void addPart(const Medium& medium, const MediumPlace& ahead)
  {
    if (medium.isByTable())
      this->addTablePart(medium, ahead);
    else
      this->addFunctionPart(medium, ahead);
  }

  /// Add a whole segment of a medium that has a function of the value and no other function.
  INKRAY_HD void addSegment(const Medium& medium, const MediumPlace& ahead)
  {
    const Floats<2> lightAhead = { { ahead.diffuse.x, ahead.specular.x } };
    if (!value.holds(ahead.value))
    {
      const float whole = value.u + ahead.value;
      if (!(whole == whole))
        return this->pass(medium, ahead);
      if (value.piece < 0)
      {
        value.enter(medium.colors, findInterval(medium.colors, value.u), value.u);
        this->beginRun(medium);
      }
      int next;
      for (float share; (share = value.shareToKnot(medium.colors, ahead.value - value.middle, next)) <= 1.0f;)
      {
        const float knot = value.knot(ahead.value), length = share * left;
        this->absorb(medium, knot, 0.0f, 0.0f, length, Floats<2>::mixed(light, lightAhead, share));
        left = maximum(0.0f, left - length);
        value.u = knot;
        this->endRun(medium);
        value.enter(medium.colors, next, value.scalar());
        this->beginRun(medium);
      }
    }
    this->absorb(medium, ahead.value - value.middle, 0.0f, 0.0f, left, lightAhead);
    value.u = ahead.value - value.middle;
  }

private:
  /// Whether the table's entry at the end of a part is kept for the next part.
  INKRAY_HD static bool hasKeptEntry(const Medium& medium)
  {
    return medium.isByTable() && !medium.isAttenuationLinear();
  }

  INKRAY_HD void pass(const Medium& medium, const MediumPlace& ahead)
  {
    this->end(medium);
    this->standAt(medium, ahead);
  }
  /// Note that a part of `length` has been added. False: it was the last of the segment.
  INKRAY_HD bool goOn(bool isAtBreak, float length)
  {
    left = isAtBreak ? maximum(0.0f, left - length) : -1.0f;
    return isAtBreak;
  }

  INKRAY_HD void addFunctionPart(const Medium& medium, const MediumPlace& ahead)
  {
    RunStep ofValue = {}, ofOpacity = {}, ofFactor = {};
    const auto each = [&](const auto& function) {
      if (medium.isByFunction())
        function(value, medium.colors, ahead.value, ofValue);
      if (medium.hasVertexOpacity())
        function(opacity, medium.opacities, ahead.opacity, ofOpacity);
      if (medium.hasFactors())
        function(factor, medium.factors, ahead.magnitude, ofFactor);
    };
    bool isInside = true;
    each([&](const RunPlace& place, const PiecewiseView&, float to, RunStep& step) {
      step = { to - place.middle, 2.0f, 0 };
      isInside = isInside && fabsf(step.end) <= place.half;
    });
    float first = 2.0f;
    if (!isInside)
    {
      float whole = 0.0f;
      each([&](const RunPlace& place, const PiecewiseView&, float to, RunStep&) { whole += place.u + to; });
      if (!(whole == whole))
        return this->pass(medium, ahead);
      const bool begins = medium.isByFunction() && value.piece < 0;
      each([&](RunPlace& place, const PiecewiseView& view, float to, RunStep& step) {
        if (place.piece < 0)
          place.enter(view, findInterval(view, place.u), place.u);
        step.end = to - place.middle;
        step.toKnot = place.shareToKnot(view, step.end, step.next);
        first = minimum(first, step.toKnot);
      });
      if (begins)
        this->beginRun(medium);
      const float share = minimum(1.0f, first);
      each([&](const RunPlace& place, const PiecewiseView&, float, RunStep& step) {
        step.end = step.toKnot <= share ? place.knotTowards(step.end)
                                        : multiplyAdd(share, step.end - place.u, place.u);
      });
    }
    const float share = minimum(1.0f, first), length = share * left;
    this->absorb(medium, ofValue.end, ofOpacity.end, ofFactor.end, length,
      { { multiplyAdd(ahead.diffuse.x - light.value[0], share, light.value[0]),
        multiplyAdd(ahead.specular.x - light.value[1], share, light.value[1]) } });
    each([](RunPlace& place, const PiecewiseView&, float, const RunStep& step) { place.u = step.end; });
    if (!this->goOn(first <= 1.0f, length))
      return;
    const bool leavesRun = medium.isByFunction() && ofValue.toKnot <= share;
    if (leavesRun)
      this->endRun(medium);
    each([&](RunPlace& place, const PiecewiseView& view, float, const RunStep& step) {
      if (step.toKnot <= share)
        place.enter(view, step.next, place.scalar());
    });
    if (leavesRun)
      this->beginRun(medium);
  }

  /// Absorb a part that lies in one interval of each function, up to these places in the intervals.
  INKRAY_HD void absorb(const Medium& medium, float uValue, float uOpacity, float uFactor, float length,
    const Floats<2>& lightAhead)
  {
    float a = constant.w * length, da = 0.0f;
    if (medium.hasVertexOpacity() || !medium.hasOwnOpacity())
    {
      const RunPlace& place = medium.hasVertexOpacity() ? opacity : value;
      const float end = medium.hasVertexOpacity() ? uOpacity : uValue;
      a = place.attenuationAt(place.u) * length;
      da = multiplyAdd(place.attenuationAt(end), length, -a);
    }
    if (!medium.hasFactors())
      return this->absorb(medium, QuadraticDepth{ a, 0.5f * da }, uValue, lightAhead);
    const float f = factor.factorAt(factor.u), df = factor.slope * (uFactor - factor.u);
    this->absorb(medium,
      CubicDepth{ a * f, 0.5f * multiplyAdd(a, df, da * f), 0.3333333333333333f * da * df }, uValue,
      lightAhead);
  }
  template <class Depth>
  INKRAY_HD void absorb(const Medium& medium, const Depth& depth, float uValue, const Floats<2>& lightAhead)
  {
    const float total = depth.total();
    if (medium.hasLight())
    {
      if (total > 0.0f)
        this->addLit(medium, depth, uValue - value.u, lightAhead);
      if (medium.hasVertexLight())
        light = lightAhead;
    }
    else if (medium.isByFunction())
    {
      runSum = multiplyAdd(transmittance * (uValue - value.u), psiOf(depth, transmittance), runSum);
      transmittance *= exp2Fast(-total);
    }
    else
      CompositeFilm::addConstant(*this, { constant.x, constant.y, constant.z, total }, 1.0f);
  }

  /// Add a lit part that goes over du in an interval of the colors. The color is a polynomial of second
  /// degree of the share x. Its integral over the absorbed light takes the moments of CompositeFilm.
  template <class Depth>
  INKRAY_HD void addLit(const Medium& medium, const Depth& depth, float du, const Floats<2>& lightAhead)
  {
    const PsiMoments psi = medium.hasVertexLight() ? momentsOf(depth, transmittance)
                                                   : PsiMoments{ psiOf(depth, transmittance), 0.0f };
    const float behind = transmittance * exp2Fast(-depth.total());
    const float m0 = transmittance - behind, m1 = multiplyAdd(transmittance, psi.psi, -behind);
    const float f = light.value[0], b = light.value[1];
    float lit = f * m0, onWay = f * m1;
    specularSum = multiplyAdd(b, m0, specularSum);
    if (medium.hasVertexLight())
    {
      const float m2 = multiplyAdd(2.0f * transmittance, psi.first, -behind);
      const float df = lightAhead.value[0] - f;
      lit = multiplyAdd(df, m1, lit);
      onWay = multiplyAdd(df, m2, onWay);
      specularSum = multiplyAdd(lightAhead.value[1] - b, m1, specularSum);
    }
    lightSum += lit;
    runSum = multiplyAdd(value.u, lit, multiplyAdd(du, onWay, runSum));
    transmittance = behind;
  }

  /// Begin or end a run in one interval of the colors, where the ray stands.
  INKRAY_HD void beginRun(const Medium& medium)
  {
    runSum = lightSum = specularSum = 0.0f;
    if (!medium.hasLight())
      this->addEnd(medium.colors.pieces[value.piece], transmittance);
  }
  INKRAY_HD void endRun(const Medium& medium)
  {
    const FunctionInterval& p = medium.colors.pieces[value.piece];
    const bool isLit = medium.hasLight();
    const auto sum = [&](float middle, float slope) {
      const float inLight = isLit ? multiplyAdd(middle, lightSum, specularSum) : 0.0f;
      return multiplyAdd(slope, runSum, inLight);
    };
    red += sum(p.red, p.redSlope);
    green += sum(p.green, p.greenSlope);
    blue += sum(p.blue, p.blueSlope);
    if (!isLit)
      this->addEnd(p, -transmittance);
  }
  INKRAY_HD void addEnd(const FunctionInterval& p, float weight)
  {
    red += weight * multiplyAdd(p.redSlope, value.u, p.red);
    green += weight * multiplyAdd(p.greenSlope, value.u, p.green);
    blue += weight * multiplyAdd(p.blueSlope, value.u, p.blue);
  }
  INKRAY_HD void addEntry(float weight)
  {
    red = multiplyAdd(weight, entry.x, red);
    green = multiplyAdd(weight, entry.y, green);
    blue = multiplyAdd(weight, entry.z, blue);
  }

  INKRAY_HD void addTablePart(const Medium& medium, const MediumPlace& ahead)
  {
    const TableView& table = medium.table;
    way.toColumn = table.column(ahead.value);
    way.toRow = hasKeptEntry(medium) ? ahead.magnitude : way.row;
    const float whole = way.column + way.row + way.toColumn + way.toRow;
    if (!(whole == whole))
      return this->pass(medium, ahead);
    if (hasKeptEntry(medium) && entry.w < 0.0f)
    {
      entry = table.at(way.column, way.row);
      span = table.spanFrom(way.column, way.row);
      this->addEntry(transmittance);
    }
    const float first = way.findBreak(table, span);
    const float share = minimum(1.0f, first), length = share * left;
    const float column = way.column, row = way.row;
    way.advance(share, first <= 1.0f);
    if (hasKeptEntry(medium))
    {
      this->addParabola(table.at(0.5f * (column + way.column), 0.5f * (row + way.row)),
        table.at(way.column, way.row), length);
      span = table.spanFrom(way.column, way.row);
    }
    else if (length > 0.0f)
      this->addLine(table.along(column, way.column, row), length);
    this->goOn(first <= 1.0f, length);
  }
  /// Add a length along which color and attenuation are parabolas.
  INKRAY_HD void addParabola(const Float4& middle, const Float4& last, float length)
  {
    const float bow = 2.0f * (entry.w + last.w - 2.0f * middle.w); // attenuation's second coefficient
    const CubicDepth depth = { entry.w * length, 0.5f * (last.w - entry.w - bow) * length,
      0.3333333333333333f * bow * length };
    const PsiMoments psi = momentsOf(depth, transmittance);
    const float linear = transmittance * psi.psi;
    const float curved = 4.0f * transmittance * multiplyAdd(-2.0f, psi.first, psi.psi);
    const auto with = [&](float sum, float a, float b, float c) {
      return multiplyAdd(linear, c - a, multiplyAdd(curved, b - 0.5f * (a + c), sum));
    };
    red = with(red, entry.x, middle.x, last.x);
    green = with(green, entry.y, middle.y, last.y);
    blue = with(blue, entry.z, middle.z, last.z);
    transmittance *= exp2Fast(-maximum(0.0f, depth.total()));
    entry = last;
  }
  /// Add a length along which color and attenuation are linear.
  INKRAY_HD void addLine(const TableLine& line, float length)
  {
    const float rise = line.end.w - line.begin.w;
    const QuadraticDepth depth = { multiplyAdd(line.from, rise, line.begin.w) * length,
      0.5f * length * (line.way * rise) };
    const float before = transmittance, psi = psiOf(depth, transmittance);
    transmittance *= exp2Fast(-depth.total());
    const float m0 = before - transmittance, m1 = multiplyAdd(before, psi, -transmittance);
    const float w1 = multiplyAdd(line.from, m0, line.way * m1), w0 = m0 - w1;
    red = multiplyAdd(w0, line.begin.x, multiplyAdd(w1, line.end.x, red));
    green = multiplyAdd(w0, line.begin.y, multiplyAdd(w1, line.end.y, green));
    blue = multiplyAdd(w0, line.begin.z, multiplyAdd(w1, line.end.z, blue));
  }
};

} // namespace inkray
