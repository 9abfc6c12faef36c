// SPDX-License-Identifier: BSD-3-Clause
// The basis of every segment of a ray: the sign of edge functions, exact even at a tie, and psi. Psi is the
// integral of the transmittance within a segment; it is compared with quadrature in double precision.
#include "Geometry/Mesh/EdgeFunction.h"
#include "Shading/SegmentIntegration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace inkray;

namespace
{

/// Returns the exact sign of xa yb - xb ya. The products of two floats are exact in double, and so is the
/// sign of their difference.
int exactSign(const RayVertex& a, const RayVertex& b)
{
  const double left = double(a.x) * double(b.y), right = double(b.x) * double(a.y);
  return left > right ? 1 : left < right ? -1 : 0;
}

int signOf(float e)
{
  return e > 0.0f ? 1 : e < 0.0f ? -1 : 0;
}

/// Integrates 2^-(a x + h x^2) over [0, 1] by Simpson's rule, with steps fine enough for the steepest depth.
double psiReference(double a, double h)
{
  const int steps = 20000;
  double sum = 0.0;
  for (int i = 0; i <= steps; ++i)
  {
    const double x = double(i) / steps;
    sum += std::exp2(-(a + h * x) * x) * (i == 0 || i == steps ? 1.0 : i % 2 ? 4.0 : 2.0);
  }
  return sum / (3.0 * steps);
}

} // namespace

TEST(EdgeFunction, SignsAreExactAndAntisymmetric)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<float> coordinate(-1.0f, 1.0f);
  int nearTies = 0;
  for (int trial = 0; trial < 200000; ++trial)
  {
    const RayVertex a = { coordinate(random), coordinate(random), 0.0f, 0.0f };
    RayVertex b = { coordinate(random), coordinate(random), 0.0f, 0.0f };
    if (trial % 2)
    {
      // b lies on a line with a through the ray, up to rounding.
      const float share = coordinate(random);
      b.x = a.x * share;
      b.y = a.y * share;
    }
    const int sign = exactSign(a, b);
    const float ab = edgeFunction(a, b, true), ba = edgeFunction(b, a, false);
    ASSERT_NE(ab, 0.0f);
    ASSERT_EQ(ab, -ba);
    ASSERT_TRUE(sign == 0 || signOf(ab) == sign) << trial;
    nearTies += sign != 0 && rawEdgeFunction(a, b) == 0.0f;
  }
  EXPECT_GT(nearTies, 100) << "some signs need more than float";
}

TEST(EdgeFunction, TiesAreThoseOfARayMovedAnInfinitesimalAmount)
{
  // The ray meets the line of a and b exactly. A move by (d, d^2) with a small d gives the same side.
  const double d = 1e-6;
  const RayVertex points[] = { { 1, 0, 0, 0 }, { -2, 0, 0, 0 }, { 0, 3, 0, 0 }, { 0, -1, 0, 0 },
    { 2, 2, 0, 0 }, { -1, -1, 0, 0 }, { 1, -2, 0, 0 }, { -2, 4, 0, 0 } };
  int ties = 0;
  for (const RayVertex& a : points)
    for (const RayVertex& b : points)
    {
      if (exactSign(a, b) != 0 || (a.x == b.x && a.y == b.y))
        continue;
      ++ties;
      const double moved = (a.x - d) * (b.y - d * d) - (b.x - d) * (a.y - d * d);
      EXPECT_EQ(signOf(edgeFunction(a, b, true)), moved > 0 ? 1 : -1);
      EXPECT_EQ(signOf(edgeFunction(a, b, false)), moved > 0 ? 1 : -1) << "ids matter only for one place";
    }
  EXPECT_EQ(ties, 8);
}

TEST(EdgeFunction, VerticesInOnePlaceAreToldApartByTheirIds)
{
  for (const float y : { 1.0f, -1.0f, 0.0f })
  {
    const RayVertex a = { 0.5f, y, 1.0f, 0.0f }, b = { 0.5f, y, 2.0f, 0.0f };
    const float lower = edgeFunction(a, b, true), upper = edgeFunction(a, b, false);
    EXPECT_EQ(lower, -upper);
    EXPECT_EQ(signOf(lower), y > 0.0f ? 1 : -1) << y;
    EXPECT_EQ(lower, -edgeFunction(b, a, false));
  }
}

TEST(SegmentIntegration, PsiIsTheIntegralOfTheTransmittance)
{
  // The optical depths a x + h x^2 do not decrease. With attenuations s and e at the two ends, times the
  // length, a = s and h = (e - s) / 2.
  double worst = 0.0;
  for (const double s : { 0.0, 1e-4, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0, 40.0, 300.0 })
    for (const double e : { 0.0, 1e-4, 0.02, 0.11, 0.4, 1.5, 5.0, 20.0, 100.0, 1000.0 })
    {
      const double a = s, h = 0.5 * (e - s);
      const double psi = psiOfSegment(static_cast<float>(a), static_cast<float>(h), 1.0f);
      worst = std::max(worst, std::abs(psi - psiReference(a, h)));
    }
  EXPECT_LT(worst, 2e-5);
  // Most segments are small and use the two-point rule: its error h^2 / 360 is at most 1e-5 for h up to 0.06.
  for (const double s : { 0.0, 0.01, 0.05, 0.1 })
    for (const double e : { 0.0, 0.02, 0.07, 0.12 })
      EXPECT_NEAR(psiOfSegment(static_cast<float>(s), static_cast<float>(0.5 * (e - s)), 1.0f),
        psiReference(s, 0.5 * (e - s)), 6e-6);
  EXPECT_EQ(psiOfSegment(0.0f, 0.0f, 1.0f), 1.0f);
}

TEST(SegmentIntegration, RunsGatherWhatQuadratureGathers)
{
  // The ray crosses two intervals, with a knot inside a segment; color and attenuation are linear in each.
  const TransferFunction function = { { { 0.0, 1.0f, 0.0f, 0.2f, 0.5f }, { 0.5, 0.2f, 0.6f, 0.4f, 3.0f },
    { 1.0, 0.0f, 1.0f, 0.1f, 1.0f } } };
  const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
  const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
  const double scalars[] = { 0.1, 0.3, 0.8, 0.7, 0.45, 0.45, 0.9 };
  const double length = 0.37;
  RayIntegral ray;
  ray.clear();
  ray.standAt(static_cast<float>(scalars[0]));
  double rgb[3] = { 0, 0, 0 }, depth = 0.0;
  for (std::size_t i = 1; i < std::size(scalars); ++i)
  {
    ray.add(view, static_cast<float>(scalars[i]), static_cast<float>(length * std::log2(std::exp(1.0))));
    const int steps = 20000;
    for (int k = 0; k < steps; ++k)
    {
      const double s = scalars[i - 1] + (scalars[i] - scalars[i - 1]) * (k + 0.5) / steps;
      const std::size_t j = s < 0.5 ? 0 : 1;
      const TransferFunctionKnot &p = function.knots[j], &q = function.knots[j + 1];
      const double t = (s - p.scalar) / (q.scalar - p.scalar);
      const double tau = (p.attenuation + t * (q.attenuation - p.attenuation)) * length / steps;
      const double weight = std::exp(-depth) * -std::expm1(-tau);
      rgb[0] += weight * (p.red + t * (q.red - p.red));
      rgb[1] += weight * (p.green + t * (q.green - p.green));
      rgb[2] += weight * (p.blue + t * (q.blue - p.blue));
      depth += tau;
    }
  }
  ray.end(view);
  EXPECT_NEAR(ray.red, rgb[0], 1e-5);
  EXPECT_NEAR(ray.green, rgb[1], 1e-5);
  EXPECT_NEAR(ray.blue, rgb[2], 1e-5);
  EXPECT_NEAR(ray.transmittance, std::exp(-depth), 1e-6);

  // Constant color.
  RayIntegral constant;
  constant.clear();
  constant.addConstant({ 0.5f, 1.0f, 0.0f, 2.0f }, 1.5f);
  EXPECT_NEAR(constant.transmittance, 0.125f, 1e-6f);
  EXPECT_NEAR(constant.red, 0.5f * 0.875f, 1e-6f);
}
