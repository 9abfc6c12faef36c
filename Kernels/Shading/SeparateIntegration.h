// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SegmentIntegration.h"

/// Emission and absorption where colour and attenuation depend on two scalars, each linear along a segment or
/// constant on it: SegmentIntegration.h with a transfer function for each, in closed form.
///
/// A segment is cut at the knots of both functions. In each part colour is linear in the one scalar and
/// attenuation in the other, hence both are linear along the ray, and the sums over a run of segments in one
/// piece of the colours are the same: only the ends of Psi come from elsewhere.
namespace inkray
{

/// Place of a ray in a piecewise function.
struct PiecePlace
{
  float middle, half; ///< of the current piece
  float u;            ///< the scalar reached, relative to the middle
  int piece;          ///< -1: none

  /// Outside any piece, at scalar s; NaN is allowed.
  INKRAY_HD void standAt(float s)
  {
    middle = 0.0f;
    u = s;
    half = -1.0f;
    piece = -1;
  }
  INKRAY_HD float scalar() const { return middle + u; }
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    piece = index;
    middle = view.pieces[index].middle;
    half = view.pieces[index].half;
    u = s - middle;
  }
  INKRAY_HD bool holds(float s) const { return fabsf(s - middle) <= half; }

  /// Share of the way to scalar s after which the next knot comes; more than 1: none comes.
  INKRAY_HD float shareToKnot(const PiecewiseView& view, float s) const
  {
    int next;
    return this->shareToKnot(view, s - middle, next);
  }
  /// The same on the way to uEnd, relative to the middle; next: the piece behind the knot.
  INKRAY_HD float shareToKnot(const PiecewiseView& view, float uEnd, int& next) const
  {
    const float total = uEnd - u;
    next = piece + (total > 0.0f ? 1 : -1);
    const bool crosses = fabsf(uEnd) > half && uEnd * total > 0.0f &&
      static_cast<unsigned>(next) < static_cast<unsigned>(view.count);
    return crosses ? maximum(0.0f, (this->knotTowards(uEnd) - u) * reciprocal(total)) : 2.0f;
  }
  INKRAY_HD float knotTowards(float uEnd) const { return uEnd > u ? half : -half; }
  /// The knot ahead on the way to s, relative to the middle, and the piece behind it.
  INKRAY_HD float knot(float s) const { return s - middle > u ? half : -half; }
  INKRAY_HD int next(float s) const { return piece + (s - middle > u ? 1 : -1); }
};

/// State of a ray whose colour and attenuation depend on two scalars: the colour gathered, and the places in
/// both functions. An integrator uses the calls of its kind only; the other members cost nothing.
struct SeparateIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;    ///< share of the light from behind that still comes through
  float runSum;           ///< sum of T ds Psi over the parts since the piece of the colours was entered
  PiecePlace colour, opacity;
  float attenuationMiddle, attenuationSlope, attenuation; ///< of the piece of the attenuations, and reached

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    runSum = attenuationMiddle = attenuationSlope = attenuation = 0.0f;
    colour.standAt(0.0f);
    opacity.standAt(0.0f);
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// End the run of colours where the ray leaves the mesh or meets a cell without a value.
  INKRAY_HD void end(const PiecewiseView& colours)
  {
    if (colour.piece >= 0)
      this->endRun(colours.pieces[colour.piece]);
    colour.standAt(colour.scalar());
  }
  INKRAY_HD void endOpacity() { opacity.standAt(opacity.scalar()); }

  /// The next segment: both scalars go linearly from where the last one ended to s and o; length in world
  /// units times log2(e). NaN at an end of either: transparent.
  INKRAY_HD void add(
    const PiecewiseView& colours, const PiecewiseView& opacities, float s, float o, float length)
  {
    if (!(colour.holds(s) && opacity.holds(o)))
    {
      if (!(s == s) || !(o == o) || !(colour.u == colour.u) || !(opacity.u == opacity.u))
      {
        this->end(colours);
        colour.standAt(s);
        opacity.standAt(o);
        return;
      }
      this->enterBoth(colours, opacities);
      for (;;)
      {
        const float toColour = colour.shareToKnot(colours, s), toOpacity = opacity.shareToKnot(opacities, o);
        const float share = minimum(toColour, toOpacity);
        if (share > 1.0f)
          break;
        const float uColour =
          toColour <= share ? colour.knot(s) : multiplyAdd(share, s - colour.middle - colour.u, colour.u);
        const float uOpacity = toOpacity <= share
          ? opacity.knot(o)
          : multiplyAdd(share, o - opacity.middle - opacity.u, opacity.u);
        const int nextColour = colour.next(s), nextOpacity = opacity.next(o);
        this->addPart(uColour, uOpacity, share * length);
        length -= share * length;
        if (toColour <= share)
          this->changeColour(colours, nextColour);
        if (toOpacity <= share)
          this->enterOpacity(opacities, nextOpacity, opacity.scalar());
      }
    }
    this->addPart(s - colour.middle, o - opacity.middle, length);
  }

  /// The same where the attenuation is constant on the segment.
  INKRAY_HD void addConstantOpacity(
    const PiecewiseView& colours, float s, float constantAttenuation, float length)
  {
    if (!colour.holds(s))
    {
      if (!(s == s) || !(colour.u == colour.u))
      {
        this->end(colours);
        colour.standAt(s);
        return;
      }
      if (colour.piece < 0)
        this->enterColour(colours, findPiece(colours, colour.u), colour.u);
      for (;;)
      {
        const float share = colour.shareToKnot(colours, s);
        if (share > 1.0f)
          break;
        const int next = colour.next(s);
        this->addConstantPart(colour.knot(s), constantAttenuation * share * length);
        length -= share * length;
        this->changeColour(colours, next);
      }
    }
    this->addConstantPart(s - colour.middle, constantAttenuation * length);
  }

  /// The same where the colour is constant on the segment.
  INKRAY_HD void addConstantColour(
    const PiecewiseView& opacities, const Float3& constant, float o, float length)
  {
    const float before = transmittance;
    this->attenuate(opacities, o, length, [](float, float, float) {});
    const float weight = before - transmittance;
    red = multiplyAdd(constant.x, weight, red);
    green = multiplyAdd(constant.y, weight, green);
    blue = multiplyAdd(constant.z, weight, blue);
  }

  /// The same where the colour is linear along the segment, from one colour to the other.
  INKRAY_HD void addLinearColour(
    const PiecewiseView& opacities, const Float3& from, const Float3& to, float o, float length)
  {
    // By parts: from T0 - to T1 + (to - from) times the mean of T over the segment.
    const float before = transmittance;
    const float whole = length;
    float mean = 0.0f;
    this->attenuate(opacities, o, length, [&](float a, float h, float part) {
      mean = multiplyAdd(
        transmittance * (whole > 0.0f ? part / whole : 1.0f), psiOfSegment(a, h, transmittance), mean);
    });
    if (!(mean > 0.0f))
      return;
    this->addColours(from, to, before, mean);
  }

  /// The same with constant attenuation.
  INKRAY_HD void addLinearColour(
    float constantAttenuation, const Float3& from, const Float3& to, float length)
  {
    const float before = transmittance;
    const float a = constantAttenuation * length;
    const float mean = transmittance * psiOfSegment(a, 0.0f, transmittance);
    transmittance *= exp2Fast(-a);
    this->addColours(from, to, before, mean);
  }

private:
  INKRAY_HD void addColours(const Float3& from, const Float3& to, float before, float mean)
  {
    red += multiplyAdd(to.x - from.x, mean, from.x * before - to.x * transmittance);
    green += multiplyAdd(to.y - from.y, mean, from.y * before - to.y * transmittance);
    blue += multiplyAdd(to.z - from.z, mean, from.z * before - to.z * transmittance);
  }

  /// One end of a run: the colour at the scalar reached, with a weight.
  INKRAY_HD void addEnd(const TransferFunctionPiece& p, float weight)
  {
    red += weight * multiplyAdd(p.redSlope, colour.u, p.red);
    green += weight * multiplyAdd(p.greenSlope, colour.u, p.green);
    blue += weight * multiplyAdd(p.blueSlope, colour.u, p.blue);
  }
  INKRAY_HD void endRun(const TransferFunctionPiece& p)
  {
    red = multiplyAdd(p.redSlope, runSum, red);
    green = multiplyAdd(p.greenSlope, runSum, green);
    blue = multiplyAdd(p.blueSlope, runSum, blue);
    this->addEnd(p, -transmittance);
  }
  INKRAY_HD void enterColour(const PiecewiseView& colours, int index, float s)
  {
    colour.enter(colours, index, s);
    runSum = 0.0f;
    this->addEnd(colours.pieces[index], transmittance);
  }
  INKRAY_HD void changeColour(const PiecewiseView& colours, int index)
  {
    this->endRun(colours.pieces[colour.piece]);
    this->enterColour(colours, index, colour.scalar());
  }
  INKRAY_HD void enterOpacity(const PiecewiseView& opacities, int index, float o)
  {
    opacity.enter(opacities, index, o);
    attenuationMiddle = opacities.pieces[index].attenuation;
    attenuationSlope = opacities.pieces[index].attenuationSlope;
    attenuation = multiplyAdd(attenuationSlope, opacity.u, attenuationMiddle);
  }
  INKRAY_HD void enterBoth(const PiecewiseView& colours, const PiecewiseView& opacities)
  {
    if (colour.piece < 0)
      this->enterColour(colours, findPiece(colours, colour.u), colour.u);
    if (opacity.piece < 0)
      this->enterOpacity(opacities, findPiece(opacities, opacity.u), opacity.u);
  }

  /// A part in which neither changes the piece.
  INKRAY_HD void addPart(float uColour, float uOpacity, float length)
  {
    this->attenuatePart(uOpacity, length, [&](float a, float h, float) {
      runSum = multiplyAdd(transmittance * (uColour - colour.u), psiOfSegment(a, h, transmittance), runSum);
    });
    colour.u = uColour;
  }
  INKRAY_HD void addConstantPart(float uColour, float depth)
  {
    runSum =
      multiplyAdd(transmittance * (uColour - colour.u), psiOfSegment(depth, 0.0f, transmittance), runSum);
    transmittance *= exp2Fast(-depth);
    colour.u = uColour;
  }

  /// Attenuation along a part in one piece; before it changes the transmittance, each(a, h, length) is told
  /// its optical depth a x + h x^2.
  template <class Each>
  INKRAY_HD void attenuatePart(float uOpacity, float length, const Each& each)
  {
    const float end = multiplyAdd(attenuationSlope, uOpacity, attenuationMiddle);
    const float a = attenuation * length;
    const float h = 0.5f * multiplyAdd(end, length, -a);
    each(a, h, length);
    transmittance *= exp2Fast(-(a + h));
    opacity.u = uOpacity;
    attenuation = end;
  }

  /// Attenuation along a segment, part by part.
  template <class Each>
  INKRAY_HD void attenuate(const PiecewiseView& opacities, float o, float length, const Each& each)
  {
    if (!opacity.holds(o))
    {
      if (!(o == o) || !(opacity.u == opacity.u))
      {
        opacity.standAt(o);
        return;
      }
      if (opacity.piece < 0)
        this->enterOpacity(opacities, findPiece(opacities, opacity.u), opacity.u);
      for (;;)
      {
        const float share = opacity.shareToKnot(opacities, o);
        if (share > 1.0f)
          break;
        const int next = opacity.next(o);
        this->attenuatePart(opacity.knot(o), share * length, each);
        length -= share * length;
        this->enterOpacity(opacities, next, opacity.scalar());
      }
    }
    this->attenuatePart(o - opacity.middle, length, each);
  }
};

} // namespace inkray
