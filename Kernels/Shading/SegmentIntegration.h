// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Shading/PiecewiseTransferFunction.h"

/// Emission and absorption along a ray through tets, in closed form. The scalar is linear in each tet
/// (Williams and Max 1992) or constant.
///
/// The color of a ray is C = integral of c(s) dA with dA = -dT, where T is the transmittance in front. Within
/// one piece of the transfer function c is linear in the scalar with slope c'. For a run of segments inside
/// the piece, from scalar s0 and transmittance T0 to sn and Tn, integration by parts gives
///   C += c(s0) T0 - c(sn) Tn + c' sum over segments of T_i ds_i Psi_i,   Psi = integral over the segment,
///   from 0 to 1, of the transmittance within it.
/// Psi depends only on the attenuations at the two ends times the length: it is the psi of partial
/// pre-integration (Moreland and Angel 2004, equation 9). A segment thus adds one number, and colors are
/// looked up only where the ray changes the piece. Psi is not tabulated, but computed by Gauss-Legendre
/// quadrature of its exponential, to 2e-5.
namespace inkray
{

/// The parts of a segment that is not thin: their number and the width of each. A rule of four points
/// suffices for each part.
struct DenseParts
{
  int number;
  float width;
};
INKRAY_HD DenseParts partsOfDenseSegment(float a, float h)
{
  // Nothing is visible behind 24 halvings: integrate the part before.
  float end = 1.0f;
  const float discriminant = a * a + 96.0f * h;
  if (a + h > 24.0f && discriminant >= 0.0f)
    end = minimum(1.0f, 48.0f / (a + sqrtf(discriminant)));
  const int number = a + h > 2.0f ? 6 : 1;
  return { number, end / static_cast<float>(number) };
}

/// Psi for optical depths that are not small: q(x) = a x + h x^2 in powers of two, with a + h >= 0 and q not
/// decreasing.
INKRAY_HD_NOINLINE float psiOfDenseSegment(float a, float h)
{
  const DenseParts parts = partsOfDenseSegment(a, h);
  float sum = 0.0f;
  for (int p = 0; p < parts.number; ++p)
  {
    const float x0 = parts.width * static_cast<float>(p);
    // Nodes and weights of the four-point rule on [0, 1].
    const float n0 = 0.06943184420297371f, n1 = 0.33000947820757187f;
    const float w0 = 0.17392742256872692f, w1 = 0.32607257743127307f;
    const float x[4] = { x0 + parts.width * n0, x0 + parts.width * n1, x0 + parts.width * (1.0f - n1),
      x0 + parts.width * (1.0f - n0) };
    sum += w0 * (exp2Fast(-(a + h * x[0]) * x[0]) + exp2Fast(-(a + h * x[3]) * x[3])) +
      w1 * (exp2Fast(-(a + h * x[1]) * x[1]) + exp2Fast(-(a + h * x[2]) * x[2]));
  }
  return sum * parts.width;
}

/// The largest optical depth, in powers of two, for which two points suffice.
constexpr float thinDepth = 0.12f;

/// Psi by the rule of two points: its error is below (h^2 / 360 + m^4 / 4320) of a value near 1.
INKRAY_HD float psiOfThinSegment(float a, float h)
{
  const float n0 = 0.21132486540518713f, n1 = 0.7886751345948129f;
  const float q0 = multiplyAdd(h, n0, a) * n0;
  const float q1 = multiplyAdd(h, n1, a) * n1;
  return 0.5f * (exp2Fast(-q0) + exp2Fast(-q1));
}

/// Psi of a segment whose optical depth, in powers of two, is q(x) = a x + h x^2 for x from 0 to 1. If the
/// transmittance in front of the segment is below the rounding of a color, the simple rule suffices.
INKRAY_HD float psiOfSegment(float a, float h, float transmittance)
{
  return a + h > thinDepth && transmittance > 1e-8f ? psiOfDenseSegment(a, h) : psiOfThinSegment(a, h);
}

/// Psi, and the integral of x times the transmittance within the segment.
struct PsiMoments
{
  float psi, first;
};

/// Both moments of a segment, by the rules of psiOfSegment.
INKRAY_HD_NOINLINE PsiMoments psiMomentsOfDenseSegment(float a, float h)
{
  const DenseParts parts = partsOfDenseSegment(a, h);
  const float node[4] = { 0.06943184420297371f, 0.33000947820757187f, 0.66999052179242813f,
    0.93056815579702629f };
  const float weight[4] = { 0.17392742256872692f, 0.32607257743127307f, 0.32607257743127307f,
    0.17392742256872692f };
  PsiMoments sum = { 0.0f, 0.0f };
  for (int p = 0; p < parts.number; ++p)
    for (int n = 0; n < 4; ++n)
    {
      const float x = parts.width * (static_cast<float>(p) + node[n]);
      const float w = weight[n] * exp2Fast(-(a + h * x) * x);
      sum.psi += w;
      sum.first = multiplyAdd(w, x, sum.first);
    }
  return { sum.psi * parts.width, sum.first * parts.width };
}

INKRAY_HD PsiMoments psiMomentsOfSegment(float a, float h, float transmittance)
{
  if (a + h > thinDepth && transmittance > 1e-8f)
    return psiMomentsOfDenseSegment(a, h);
  const float n0 = 0.21132486540518713f, n1 = 0.7886751345948129f;
  const float e0 = exp2Fast(-multiplyAdd(h, n0, a) * n0), e1 = exp2Fast(-multiplyAdd(h, n1, a) * n1);
  return { 0.5f * (e0 + e1), 0.5f * multiplyAdd(n0, e0, n1 * e1) };
}

/// Color that a ray has gathered, and the ray's place in the transfer function.
struct RayIntegral
{
  float red, green, blue; ///< gathered color, premultiplied
  float transmittance;    ///< share of the light from behind that still passes
  float runSum;           ///< sum of T ds Psi over the segments since the current piece was entered
  // The current piece, and the scalar reached relative to its middle with the attenuation there:
  float middle, half, attenuationMiddle, attenuationSlope;
  float u, attenuation;
  int piece; ///< -1: no piece (outside of the mesh, or where there is no value)

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    runSum = middle = attenuationMiddle = attenuationSlope = u = attenuation = 0.0f;
    half = -1.0f;
    piece = -1;
  }

  /// Start at scalar s, outside of any piece, as where the ray enters the mesh. NaN is allowed.
  INKRAY_HD void standAt(float s)
  {
    middle = 0.0f;
    u = s;
    half = -1.0f;
    piece = -1;
  }

  INKRAY_HD float scalar() const { return middle + u; }

  /// Premultiplied color, and opacity.
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// End the run where the ray leaves the mesh or the piece, or reaches a tet without values.
  INKRAY_HD void end(const PiecewiseView& view)
  {
    if (piece >= 0)
    {
      const FunctionInterval& p = view.pieces[piece];
      red = multiplyAdd(p.redSlope, runSum, red);
      green = multiplyAdd(p.greenSlope, runSum, green);
      blue = multiplyAdd(p.blueSlope, runSum, blue);
      this->addEnd(p, -transmittance);
    }
    this->standAt(this->scalar());
  }

  /// A surface at the ray's current place stops `weight` of the light: one run ends there, and the next run
  /// begins with the remaining light.
  INKRAY_HD void stop(const PiecewiseView& view, float weight)
  {
    if (piece >= 0)
      this->addEnd(view.pieces[piece], -weight);
    transmittance -= weight;
  }

  /// Add the next segment: the scalar goes linearly from the end of the last one to s. `length`: in world
  /// units times log2(e). The segment is split at knots. NaN at either end: transparent.
  INKRAY_HD void add(const PiecewiseView& view, float s, float length)
  {
    float uEnd = s - middle;
    if (!(fabsf(uEnd) <= half))
    {
      if (!this->cross(view, s, length))
        return;
      uEnd = s - middle;
    }
    this->addInInterval(uEnd, length);
  }

  /// Add the next segment, along which the scalar goes to s in a bend (BentSpan), if all of it lies in the
  /// current piece and is thin. Returns false otherwise; nothing is added then. The optical depth is exact,
  /// and the error of the color is of second order in the depth.
  INKRAY_HD bool addBent(float s, float bump, float bend, float length)
  {
    const float uEnd = s - middle;
    if (!(maximum(fabsf(uEnd), fabsf(u)) + bend <= half))
      return false;
    const float attenuationEnd = multiplyAdd(attenuationSlope, uEnd, attenuationMiddle);
    const float a = attenuation * length, h = 0.5f * multiplyAdd(attenuationEnd, length, -a);
    // The part of the depth that the bend adds to that of the chord.
    const float bent = attenuationSlope * bump * (2.0f / 3.0f * length), depth = a + h + bent;
    if (!(depth < thinDepth))
      return false;
    // The scalar's slope is that of the chord and 4 bump (1 - 2x). The mean of its product with the
    // transmittance at x, to first order in depths, which are in powers of two: the chord has
    // 1 - ln 2 ((a + bent) / 2 + h / 3), and (1 - 2x) has ln 2 ((a + h) / 6 + bent / 5).
    const float ofBend = 4.0f * 0.693147181f * bump * multiplyAdd(1.0f / 30.0f, bent, 1.0f / 6.0f * depth);
    const float change = multiplyAdd(uEnd - u, psiOfThinSegment(a + bent, h), ofBend);
    runSum = multiplyAdd(transmittance, change, runSum);
    transmittance *= exp2Fast(-depth);
    u = uEnd;
    attenuation = attenuationEnd;
    return true;
  }

  /// The same, with the parameters of FunctionColorIntegral.
  INKRAY_HD bool addBent(const PiecewiseView&, float s, float bump, float bend, float length)
  {
    return this->addBent(s, bump, bend, length);
  }

  /// Add a segment of constant color and attenuation.
  INKRAY_HD void addConstant(const Float4& color, float length)
  {
    const float behind = transmittance * exp2Fast(-color.w * length);
    const float weight = transmittance - behind;
    red = multiplyAdd(color.x, weight, red);
    green = multiplyAdd(color.y, weight, green);
    blue = multiplyAdd(color.z, weight, blue);
    transmittance = behind;
  }

  /// Add the part of a segment before the piece that holds s, the segment's end, and subtract its length.
  /// Returns false if the segment is invisible because a value is NaN.
  INKRAY_HD bool cross(const PiecewiseView& view, float s, float& length)
  {
    if (!(s == s) || !(u == u))
    {
      this->end(view);
      this->standAt(s);
      return false;
    }
    if (piece < 0)
      this->enter(view, findInterval(view, u), u);
    const float total = s - middle - u;
    const bool up = total > 0.0f;
    const float perScalar = total != 0.0f ? length / fabsf(total) : 0.0f;
    for (;;)
    {
      const float uEnd = s - middle;
      const float uKnot = up ? half : -half;
      const bool here = up ? !(uEnd > half) : !(uEnd < -half);
      const int next = piece + (up ? 1 : -1);
      if (here || next < 0 || next >= view.count)
        return true;
      const float part = minimum(length, fabsf(uKnot - u) * perScalar);
      this->addInInterval(uKnot, part);
      length -= part;
      const float knot = middle + uKnot;
      this->end(view);
      this->enter(view, next, knot);
    }
  }

  /// Move to a piece of the same linear function: the run continues.
  INKRAY_HD void goOn(const PiecewiseView& view, int index, float s)
  {
    this->take(view, index);
    u = s - middle;
  }

  /// Add one end of a run: the color at the current scalar times the weight, which is the transmittance at
  /// the run's beginning, and minus the transmittance at its end.
  INKRAY_HD void addEnd(const FunctionInterval& p, float weight)
  {
    red += weight * multiplyAdd(p.redSlope, u, p.red);
    green += weight * multiplyAdd(p.greenSlope, u, p.green);
    blue += weight * multiplyAdd(p.blueSlope, u, p.blue);
  }

  /// Move to a piece of another function: a run begins.
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    const FunctionInterval& p = this->take(view, index);
    attenuationSlope = p.attenuationSlope;
    runSum = 0.0f;
    u = s - middle;
    attenuation = multiplyAdd(attenuationSlope, u, attenuationMiddle);
    this->addEnd(p, transmittance);
  }

  /// Make the piece of this index the current one.
  INKRAY_HD const FunctionInterval& take(const PiecewiseView& view, int index)
  {
    piece = index;
    const FunctionInterval& p = view.pieces[index];
    middle = p.middle;
    half = p.half;
    attenuationMiddle = p.attenuation;
    return p;
  }

  /// Add a segment inside of the current piece, up to uEnd.
  INKRAY_HD void addInInterval(float uEnd, float length)
  {
    const float attenuationEnd = multiplyAdd(attenuationSlope, uEnd, attenuationMiddle);
    const float a = attenuation * length;
    const float h = 0.5f * multiplyAdd(attenuationEnd, length, -a);
    runSum = multiplyAdd(transmittance * (uEnd - u), psiOfSegment(a, h, transmittance), runSum);
    transmittance *= exp2Fast(-(a + h));
    u = uEnd;
    attenuation = attenuationEnd;
  }
};

} // namespace inkray
