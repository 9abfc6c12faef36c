// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Floats.h"
#include "Shading/GradientIntegration.h"

/// Emission and absorption in the light of grey lights, which is two numbers, diffuse and specular, both
/// linear along a segment.
namespace inkray
{

/// Where the colour of a part is that of a piece of the transfer function, from u on by du, times the diffuse
/// light, plus the specular light, both linear on the part from `light` to `end`: a polynomial of second
/// degree of the share x of the way, whose integral over the absorbed light dA = -dT takes the moments
///   W = T0 - T1,   M1 = integral of x dA = T0 Psi - T1,   M2 = integral of x^2 dA = 2 T0 Psi1 - T1
/// with Psi and Psi1 the integrals of the transmittance within the part, and of x times that. `depth`: the
/// optical depth of the part.
template <class Ray>
INKRAY_HD void gatherLit(Ray& ray, const TransferFunctionPiece& p, float u, float du, const Floats<2>& light,
  const Floats<2>& end, const PsiMoments& psi, float depth)
{
  const float behind = ray.transmittance * exp2Fast(-depth);
  const float weight = ray.transmittance - behind;
  const float first = multiplyAdd(ray.transmittance, psi.psi, -behind);
  const float second = multiplyAdd(2.0f * ray.transmittance, psi.first, -behind);
  const auto channel = [&](float middle, float slope) {
    const float c = multiplyAdd(slope, u, middle), dc = slope * du;
    const float f = light.value[0], df = end.value[0] - f;
    const float b = light.value[1], db = end.value[1] - b;
    return multiplyAdd(multiplyAdd(c, f, b), weight,
      multiplyAdd(multiplyAdd(c, df, multiplyAdd(dc, f, db)), first, dc * df * second));
  };
  ray.red += channel(p.red, p.redSlope);
  ray.green += channel(p.green, p.greenSlope);
  ray.blue += channel(p.blue, p.blueSlope);
  ray.transmittance = behind;
}

/// The light that a ray has gathered from lit media.
struct ShadedIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  PiecePlace place;
  float attenuationMiddle, attenuationSlope, attenuation; ///< of the piece, and reached
  Floats<2> light;                                        ///< where the ray stands

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    attenuationMiddle = attenuationSlope = attenuation = 0.0f;
    place.standAt(0.0f);
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// The next segment: scalar and light go linearly to s and `end`; length in world units times log2(e). NaN
  /// at either end: transparent.
  INKRAY_HD void add(const PiecewiseView& view, float s, const Floats<2>& end, float length)
  {
    if (!place.holds(s))
    {
      if (!(s == s) || !(place.u == place.u))
      {
        place.standAt(s);
        light = end;
        return;
      }
      if (place.piece < 0)
        this->enter(view, findPiece(view, place.u), place.u);
      for (;;)
      {
        const float share = place.shareToKnot(view, s);
        if (share > 1.0f)
          break;
        const int next = place.next(s);
        this->addPart(view, place.knot(s), Floats<2>::mixed(light, end, share), share * length);
        length -= share * length;
        this->enter(view, next, place.scalar());
      }
    }
    this->addPart(view, s - place.middle, end, length);
  }

private:
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    place.enter(view, index, s);
    attenuationMiddle = view.pieces[index].attenuation;
    attenuationSlope = view.pieces[index].attenuationSlope;
    attenuation = multiplyAdd(attenuationSlope, place.u, attenuationMiddle);
  }

  INKRAY_HD void addPart(const PiecewiseView& view, float uEnd, const Floats<2>& end, float length)
  {
    const float attenuationEnd = multiplyAdd(attenuationSlope, uEnd, attenuationMiddle);
    const float a = attenuation * length;
    const float h = 0.5f * multiplyAdd(attenuationEnd, length, -a);
    if (a + h > 0.0f)
      gatherLit(*this, view.pieces[place.piece], place.u, uEnd - place.u, light, end,
        psiMomentsOfSegment(a, h, transmittance), a + h);
    place.u = uEnd;
    attenuation = attenuationEnd;
    light = end;
  }
};

/// The sums of a ray in the light with gradient opacity: ShadedIntegral with another attenuation.
struct ShadedProductIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  AttenuationProduct at;
  Floats<2> light; ///< where the ray stands

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    at.clear();
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// The next part of the segment that at.begin has begun, at whose end the light is `ahead`. NaN:
  /// transparent.
  INKRAY_HD void addPart(const PiecewiseView& values, const PiecewiseView& factors, const Floats<2>& ahead)
  {
    const auto part = [&](float uValue, float share, const CubicDepth& depth) {
      const Floats<2> end = Floats<2>::mixed(light, ahead, share);
      if (depth.total() > 0.0f)
        gatherLit(*this, values.pieces[at.value.piece], at.value.u, uValue - at.value.u, light, end,
          psiMomentsOfSegment(depth, transmittance), depth.total());
      light = end;
    };
    const auto nothing = [](const TransferFunctionPiece&) {};
    if (!at.next(values, factors, part, nothing, nothing))
      at.standAt(at.toValue, at.toMagnitude);
    if (!at.hasMore())
      light = ahead;
  }
};

} // namespace inkray
