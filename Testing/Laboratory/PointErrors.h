// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// How far means over the points of a pixel are from known integrals: for Halton's points with a congruential
/// generator, for scrambled Sobol's, and for independent numbers.
#include "Core/CounterRandom.h"
#include "Core/ScrambledSobol.h"
#include "HaltonPoints.h"

#include <cmath>
#include <cstdint>
#include <random>

namespace inkray::laboratory
{

enum class Points
{
  Independent,
  HaltonLcg,
  Sobol
};
constexpr Points allPoints[] = { Points::Independent, Points::HaltonLcg, Points::Sobol };
constexpr const char* nameOf(Points points)
{
  return points == Points::Independent ? "independent"
    : points == Points::HaltonLcg      ? "Halton, LCG"
                                       : "Sobol, scrambled";
}

/// The integrands, each over one unit square or over the unit squares of two bounces.
enum class Integrand
{
  Cosine,  ///< the cosine of a direction that is even over the hemisphere, and an azimuth's sine squared
  Disc,    ///< a quarter of a disc
  TwoDiscs ///< one at each of two bounces
};
constexpr Integrand allIntegrands[] = { Integrand::Cosine, Integrand::Disc, Integrand::TwoDiscs };
constexpr const char* nameOf(Integrand integrand)
{
  return integrand == Integrand::Cosine ? "cosine" : integrand == Integrand::Disc ? "disc" : "two bounces";
}

/// Returns the root of the mean square, over `pixels` pixels, of a pixel's error, as a share of the integral.
/// The error is the difference between the mean over the pixel's `samples` samples and the integral.
inline double relativeError(Points points, Integrand integrand, std::uint32_t samples, std::uint32_t pixels)
{
  const double quarter = 0.25 * 3.14159265358979323846;
  const double exact = integrand == Integrand::Cosine ? 0.25
    : integrand == Integrand::Disc                    ? quarter
                                                      : quarter * quarter;
  std::mt19937 random(7);
  const auto number = [&] { return static_cast<double>(random() >> 8) * 0x1p-24; };
  double squares = 0;
  for (std::uint32_t pixel = 0; pixel < pixels; ++pixel)
  {
    CongruentialGenerator generator = { static_cast<std::uint32_t>(philox({ pixel, 0, 0, 0 }, 1, 0).x) };
    float shifts[4];
    for (float& shift : shifts)
      shift = generator.nextFloat();
    const UInt4 a = philox({ pixel, 0, 1, 0 }, 1, 0), b = philox({ pixel, 1, 1, 0 }, 1, 0);
    double sum = 0;
    for (std::uint32_t i = 0; i < samples; ++i)
    {
      double x[2], y[2];
      for (int bounce = 0; bounce < 2; ++bounce)
        if (points == Points::Independent)
        {
          x[bounce] = number();
          y[bounce] = number();
        }
        else if (points == Points::HaltonLcg)
        {
          const HaltonPoint p = shiftedHalton(i, shifts[2 * bounce], shifts[2 * bounce + 1]);
          x[bounce] = static_cast<double>(p.x);
          y[bounce] = static_cast<double>(p.y);
        }
        else
        {
          const UInt4& seeds = bounce == 0 ? a : b;
          const SobolPoint p = scrambledSobol(i, seeds.x, seeds.y, seeds.z);
          x[bounce] = static_cast<double>(p.x) * 0x1p-32;
          y[bounce] = static_cast<double>(p.y) * 0x1p-32;
        }
      const auto disc = [&](int bounce) {
        return x[bounce] * x[bounce] + y[bounce] * y[bounce] < 1 ? 1.0 : 0.0;
      };
      const double sine = std::sin(2 * 3.14159265358979323846 * y[0]);
      sum += integrand == Integrand::Cosine ? x[0] * sine * sine
        : integrand == Integrand::Disc      ? disc(0)
                                            : disc(0) * disc(1);
    }
    const double off = sum / samples / exact - 1;
    squares += off * off;
  }
  return std::sqrt(squares / pixels);
}

} // namespace inkray::laboratory
