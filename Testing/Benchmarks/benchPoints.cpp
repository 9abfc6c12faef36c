// SPDX-License-Identifier: BSD-3-Clause
// bench_points: the errors of means over a pixel's points, by the sequence that the points come from (Wald
// 2011, section 3.2, and the path tracer's).
#include "BenchOptions.h"
#include "PointErrors.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv)
try
{
  using namespace inkray;
  using namespace inkray::laboratory;
  generator::CommandLine app(
    "What means over the samples of a pixel err: of independent numbers, of Halton's sequence shifted by a "
    "congruential generator, and of the path tracer's scrambled Sobol sequence. The same on every machine.");
  int pixels = 4096;
  bench::addJson(app);
  generator::addCount(app, "--pixels", pixels, "Pixels, each with points of its own", 1);
  CLI11_PARSE(app, argc, argv);
  const std::uint32_t counts[] = { 1, 4, 16, 64, 256 };
  std::printf("RMSE in percent of the integral, %d pixels\n%-14s%-18s", pixels, "integrand", "points");
  for (const std::uint32_t samples : counts)
    std::printf("%9u", samples);
  std::printf("\n");
  for (const Integrand integrand : allIntegrands)
    for (const Points points : allPoints)
    {
      std::printf("%-14s%-18s", nameOf(integrand), nameOf(points));
      for (const std::uint32_t samples : counts)
      {
        const double percent =
          100 * relativeError(points, integrand, samples, static_cast<std::uint32_t>(pixels));
        std::printf("%9.3f", percent);
        bench::record("error of means", percent, "%",
          { { "integrand", nameOf(integrand) }, { "points", nameOf(points) },
            { "samples", std::to_string(samples) } });
      }
      std::printf("\n");
    }
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_points: %s\n", error.what());
  return EXIT_FAILURE;
}
