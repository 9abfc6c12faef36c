// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SegmentIntegration.h"

/// Emission and absorption where the attenuation is a quadratic polynomial along a ray. It is the product of
/// two piecewise-linear functions of scalars that are linear along the segment (gradient opacity), or
/// bilinear between the entries of a table over two such scalars (two-dimensional transfer function).
///
/// The optical depth is then a cubic q of the share x of the way, and the integral of 2^-q has no closed
/// form. It is computed by Gauss-Legendre quadrature to 2e-5 (Testing/Kernels/TestGradientIntegration), so a
/// color is accurate to 2e-5 of its change along the way. The rest is as in SegmentIntegration.h.
namespace inkray
{

/// Optical depth in powers of two, a x + h x^2 + k x^3 for x from 0 to 1; it never decreases.
struct CubicDepth
{
  float a, h, k;

  INKRAY_HD float operator()(float x) const { return multiplyAdd(multiplyAdd(k, x, h), x, a) * x; }
  INKRAY_HD float total() const { return a + h + k; }
};

/// PsiMoments, with the moment of x^2.
struct PsiMoments3 : PsiMoments
{
  float second;
};

/// Moments for depths that are not small.
INKRAY_HD_NOINLINE PsiMoments3 psiMomentsOfDenseSegment(const CubicDepth& depth)
{
  // Nothing is visible behind 24 halvings: integrate the part before.
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

/// Psi of a segment, and the integrals of x and x^2 times the transmittance within it. If the `transmittance`
/// in front is below the rounding of a color, the simple rule suffices.
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

} // namespace inkray
