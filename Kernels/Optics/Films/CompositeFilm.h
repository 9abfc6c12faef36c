// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"

namespace inkray
{

/// Emission and absorption: red, green and blue are the color multiplied by opacity.
struct CompositeFilm : AnyFilm
{
  static constexpr unsigned kernels = feature::composite;
  static constexpr bool isComposite = true;
  static constexpr bool isPerLength = true;

  template <class Medium>
  INKRAY_HD static void addMissing(Film& ray, const Medium& medium, float length)
  {
    if (medium.showsMissing())
      addConstant(ray, medium.missing, length);
  }

  /// Add a segment of length l with constant color and attenuation.
  INKRAY_HD static void addConstant(Film& ray, const Float4& constant, float l)
  {
    const float behind = ray.transmittance * exp2Fast(-constant.w * l);
    const float weight = ray.transmittance - behind;
    ray.red = multiplyAdd(constant.x, weight, ray.red);
    ray.green = multiplyAdd(constant.y, weight, ray.green);
    ray.blue = multiplyAdd(constant.z, weight, ray.blue);
    ray.transmittance = behind;
  }

  /// Add a part of length l. Its optical depth is a cubic q of the share x of the way, and its color is a
  /// polynomial of x. The integral of x^n over the absorbed light dA = -dT is the moment
  ///   M0 = T0 - T1,   Mn = integral of x^n dA = n T0 Psi(n - 1) - T1,   Psi(n) = integral of x^n 2^-q
  /// (Moreland and Angel 2004 for n = 0, integration by parts for greater n). Gauss-Legendre rules give Psi
  /// to 2e-5 (Testing/Kernels/TestGradientIntegration). The error of a color is thus 2e-5 of its change on
  /// the part. Where the attenuation is linear, it is 1e-4 of that change, by the rules of
  /// SegmentIntegration.h.
  template <class Part, class ValueAt>
  INKRAY_HD static void addPart(Film& ray, const Part& part, const ValueAt&, float l)
  {
    if (part.medium.isConstant())
      addConstant(ray, part.at(0.0f), l);
    else if (part.medium.isAttenuationLinear())
      addLinear(ray, part, l);
    else
      addQuadratic(ray, part, l);
  }

private:
  /// Add a part on which the attenuation is linear.
  template <class Part>
  INKRAY_HD static void addLinear(Film& ray, const Part& part, float l)
  {
    const Float4 first = part.at(0.0f), last = part.at(1.0f);
    const float a = first.w * l, h = 0.5f * multiplyAdd(last.w, l, -a);
    if (!(a + h > 0.0f))
      return;
    const PsiMoments psi = psiMomentsOfSegment(a, h, ray.transmittance);
    const float behind = ray.transmittance * exp2Fast(-(a + h));
    const float m0 = ray.transmittance - behind, m1 = multiplyAdd(ray.transmittance, psi.psi, -behind);
    if (!part.medium.hasLight())
    {
      const float w0 = m0 - m1;
      ray.red = multiplyAdd(first.x, w0, multiplyAdd(last.x, m1, ray.red));
      ray.green = multiplyAdd(first.y, w0, multiplyAdd(last.y, m1, ray.green));
      ray.blue = multiplyAdd(first.z, w0, multiplyAdd(last.z, m1, ray.blue));
    }
    else
      addParabola(
        ray, first, part.at(0.5f), last, m0, m1, multiplyAdd(2.0f * ray.transmittance, psi.first, -behind));
    ray.transmittance = behind;
  }

  /// Add a color that is a parabola, by its values at the beginning, the middle and the end, and the moments.
  INKRAY_HD static void addParabola(
    Film& ray, const Float4& first, const Float4& middle, const Float4& last, float m0, float m1, float m2)
  {
    const float w1 = 4.0f * (m1 - m2), w2 = 2.0f * m2 - m1, w0 = m0 - w1 - w2;
    const auto with = [&](float sum, float a, float b, float c) {
      return multiplyAdd(w0, a, multiplyAdd(w1, b, multiplyAdd(w2, c, sum)));
    };
    ray.red = with(ray.red, first.x, middle.x, last.x);
    ray.green = with(ray.green, first.y, middle.y, last.y);
    ray.blue = with(ray.blue, first.z, middle.z, last.z);
  }

  /// Add a part on which the attenuation is of second degree.
  template <class Part>
  INKRAY_HD static void addQuadratic(Film& ray, const Part& part, float l)
  {
    const Float4 first = part.at(0.0f), middle = part.at(0.5f), last = part.at(1.0f);
    const float bend = 2.0f * (first.w + last.w - 2.0f * middle.w);
    const CubicDepth depth = { first.w * l, 0.5f * l * (last.w - first.w - bend),
      0.3333333333333333f * l * bend };
    const float total = depth.total();
    if (!(total > 0.0f))
      return;
    const PsiMoments3 psi = psiMomentsOfSegment(depth, ray.transmittance);
    const float behind = ray.transmittance * exp2Fast(-total);
    const float m0 = ray.transmittance - behind;
    const float m1 = multiplyAdd(ray.transmittance, psi.psi, -behind);
    const float m2 = multiplyAdd(2.0f * ray.transmittance, psi.first, -behind);
    addParabola(ray, first, middle, last, m0, m1, m2);
    if (part.isCubic())
    {
      // The cubic term is c x (x - 1/2) (x - 1). c is 64/3 of the color at a quarter less the parabola there.
      const float m3 = multiplyAdd(3.0f * ray.transmittance, psi.second, -behind);
      const float weight = 21.333333f * (m3 - 1.5f * m2 + 0.5f * m1);
      const Float4 quarter = part.at(0.25f);
      const auto beyond = [&](float q, float a, float b, float c) {
        return weight * (q - multiplyAdd(0.375f, a, multiplyAdd(0.75f, b, -0.125f * c)));
      };
      ray.red += beyond(quarter.x, first.x, middle.x, last.x);
      ray.green += beyond(quarter.y, first.y, middle.y, last.y);
      ray.blue += beyond(quarter.z, first.z, middle.z, last.z);
    }
    ray.transmittance = behind;
  }
};

} // namespace inkray
