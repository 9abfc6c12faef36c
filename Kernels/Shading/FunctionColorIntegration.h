// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/FunctionColorTable.h"
#include "Shading/SegmentIntegration.h"

/// Emission and absorption along a ray, with colors from a table.
///
/// The light is C = integral of c dA with dA = -dT, as in SegmentIntegration.h. Let the color along a segment
/// be a parabola from c0 to c1 that differs by b from their mean in the middle, whatever knots lie between.
/// Integration by parts gives
///   C += c0 T0 - c1 T1 + T0 ((c1 - c0) Psi + 4 b (Psi - 2 Psi1)),   Psi1: the integral of x times the
///   transmittance within the segment.
/// The first two terms cancel from segment to segment. So a segment looks up one color at its end, and one in
/// its middle if it is longer than `straight`. It is split only at kinks of the opacity, and after steps of
/// `longest`.
namespace inkray
{

/// Color that a ray has gathered, and the ray's place in the opacity.
struct FunctionColorIntegral
{
  float red, green, blue; ///< gathered color, premultiplied
  float transmittance;    ///< share of the light from behind that still passes
  Float3 color;           ///< at the ray's current place
  // The current piece, and the scalar reached relative to its middle with the attenuation there:
  float middle, half, attenuationMiddle, attenuationSlope;
  float u, attenuation;
  int piece; ///< -1: no piece (outside of the mesh, or where there is no value)

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    color = { 0.0f, 0.0f, 0.0f };
    middle = attenuationMiddle = attenuationSlope = u = attenuation = 0.0f;
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

  /// End where the ray leaves the mesh, or reaches a tet without values.
  INKRAY_HD void end()
  {
    if (piece >= 0)
      this->addEnd(-transmittance);
    this->standAt(this->scalar());
  }

  INKRAY_HD void end(const FunctionColorTableView&) { this->end(); } ///< with the parameter of RayIntegral

  /// A surface at the ray's current place stops `weight` of the light.
  INKRAY_HD void stop(float weight)
  {
    if (piece >= 0)
      this->addEnd(-weight);
    transmittance -= weight;
  }

  /// Add the next segment: the scalar goes linearly from the end of the last one to s. `length`: in world
  /// units times log2(e). NaN at either end: transparent.
  INKRAY_HD void add(const FunctionColorTableView& view, float s, float length)
  {
    float uEnd = s - middle;
    Depth depth = this->depthTo(uEnd, length);
    if (!(fabsf(uEnd) <= half && fabsf(uEnd - u) <= longestWay(view, depth)))
    {
      if (!this->goNear(view, s, length))
        return;
      uEnd = s - middle;
      depth = this->depthTo(uEnd, length);
    }
    this->addPart(view, uEnd, 0.0f, depth, colorAt(view, s));
  }

  /// Add the next segment, along which the scalar goes to s in a bend, as RayIntegral::addBent does. Returns
  /// false, and adds nothing, unless it is so short and thin that its colors are a parabola.
  INKRAY_HD bool addBent(const FunctionColorTableView& view, float s, float bump, float bend, float length)
  {
    const float uEnd = s - middle;
    if (!(maximum(fabsf(uEnd), fabsf(u)) + bend <= half && fabsf(uEnd - u) + 2.0f * bend <= view.longest))
      return false;
    Depth depth = this->depthTo(uEnd, length);
    // The part of the depth that the bend adds to that of the chord.
    depth.a += attenuationSlope * bump * (2.0f / 3.0f * length);
    if (!(depth.a + depth.h < thinDepth))
      return false;
    this->addPart(view, uEnd, bump, depth, colorAt(view, s));
    return true;
  }

private:
  /// The optical depth of a part, a x + h x^2 for x from 0 to 1 along it, and the attenuation at its end.
  struct Depth
  {
    float a, h, attenuationEnd;
  };
  /// The depth of a part with this length in the current piece, up to uEnd.
  INKRAY_HD Depth depthTo(float uEnd, float length) const
  {
    Depth depth = { attenuation * length, 0.0f, multiplyAdd(attenuationSlope, uEnd, attenuationMiddle) };
    depth.h = 0.5f * multiplyAdd(depth.attenuationEnd, length, -depth.a);
    return depth;
  }
  /// The largest change of the scalar in such a part.
  INKRAY_HD static float longestWay(const FunctionColorTableView& view, const Depth& depth)
  {
    return depth.a + depth.h > 1.0f ? view.longestOfDense : view.longest;
  }

  INKRAY_HD void addEnd(float weight)
  {
    red = multiplyAdd(weight, color.x, red);
    green = multiplyAdd(weight, color.y, green);
    blue = multiplyAdd(weight, color.z, blue);
  }

  INKRAY_HD void enter(const FunctionColorTableView& view, int index, float s)
  {
    const FunctionInterval& p = view.opacities.pieces[index];
    piece = index;
    middle = p.middle;
    half = p.half;
    attenuationMiddle = p.attenuation;
    attenuationSlope = p.attenuationSlope;
    u = s - middle;
    attenuation = multiplyAdd(attenuationSlope, u, attenuationMiddle);
  }

  /// Add all but the last part of a segment that ends at s. Parts are so short that each lies in one piece,
  /// and that its colors are a parabola. Subtracts their length from `length`. Returns false if the segment
  /// is invisible because a value is NaN.
  INKRAY_HD bool goNear(const FunctionColorTableView& view, float s, float& length)
  {
    if (!(s == s) || !(u == u))
    {
      this->end();
      this->standAt(s);
      return false;
    }
    if (piece < 0)
    {
      color = colorAt(view, u);
      this->addEnd(transmittance);
      this->enter(view, findInterval(view.opacities, u), u);
    }
    const float total = s - middle - u;
    const bool up = total > 0.0f;
    const float perScalar = total != 0.0f ? length / fabsf(total) : 0.0f;
    for (;;)
    {
      const float uEnd = s - middle, uKnot = up ? half : -half;
      const int next = piece + (up ? 1 : -1);
      const bool isLast = (up ? !(uEnd > half) : !(uEnd < -half)) || next < 0 || next >= view.opacities.count;
      const float way = (isLast ? uEnd : uKnot) - u;
      const float longest = longestWay(view, this->depthTo(u + way, fabsf(way) * perScalar));
      const bool isStep = fabsf(way) > longest && middle > view.begin && middle < view.end;
      if (isLast && !isStep)
        return true;
      const float uPart = isStep ? u + (up ? longest : -longest) : uKnot;
      const float part = minimum(length, fabsf(uPart - u) * perScalar);
      this->addPart(view, uPart, 0.0f, this->depthTo(uPart, part), colorAt(view, middle + uPart));
      length -= part;
      if (!isStep)
        this->enter(view, next, middle + uKnot);
    }
  }

  /// Add a part within the current piece, up to uEnd, where the color is colorEnd. `bump`: the distance of
  /// the scalar in the middle from the chord.
  INKRAY_HD void addPart(
    const FunctionColorTableView& view, float uEnd, float bump, const Depth& depth, const Float3& colorEnd)
  {
    const PsiMoments psi = psiMomentsOfSegment(depth.a, depth.h, transmittance);
    const float weight = transmittance * psi.psi;
    red = multiplyAdd(weight, colorEnd.x - color.x, red);
    green = multiplyAdd(weight, colorEnd.y - color.y, green);
    blue = multiplyAdd(weight, colorEnd.z - color.z, blue);
    // If the scalar is not linear along the part, the color is not linear either, even on a short part.
    if (bump != 0.0f || fabsf(uEnd - u) > view.straight)
    {
      const Float3 half = colorAt(view, middle + multiplyAdd(0.5f, u + uEnd, bump));
      const float bow = 4.0f * transmittance * multiplyAdd(-2.0f, psi.first, psi.psi);
      red = multiplyAdd(bow, half.x - 0.5f * (color.x + colorEnd.x), red);
      green = multiplyAdd(bow, half.y - 0.5f * (color.y + colorEnd.y), green);
      blue = multiplyAdd(bow, half.z - 0.5f * (color.z + colorEnd.z), blue);
    }
    transmittance *= exp2Fast(-(depth.a + depth.h));
    color = colorEnd;
    u = uEnd;
    attenuation = depth.attenuationEnd;
  }
};

} // namespace inkray
