// SPDX-License-Identifier: BSD-3-Clause
// bench_histogram: how long the histogram of a mesh takes in the ray caster that has the mesh, over kinds of
// histograms and orders of the mesh. Beside it stands a plain count in double on all threads of the CPU. No
// time counts before the two agree.
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <numeric>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings
{
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::vector<std::string> orders = { "lattice", "random" };
  int bins = 256, rows = 64, repeats = 21, threads = 0;
};

/// A histogram to make: all of the mesh or a part of it.
struct Kind
{
  const char* name;
  int bins, rows;
  bool hasThreshold, hasBox;
  double tolerance; ///< of a bin, over the whole volume: what rounding of the mesh to floats can make
};

/// What a kind counts, and which tets it counts.
struct Counted
{
  MeshHistogramInput input;
  double threshold[2];
  double boxEnds[2][3];
};

/// Counts as a user's program would: each tet in double, threads side by side.
std::vector<double> plainCount(const generator::TetMesh& mesh, const Kind& kind, const Counted& counted)
{
  const MeshHistogramInput& input = counted.input;
  const std::vector<double> none(
    static_cast<std::size_t>(kind.bins) * static_cast<std::size_t>(kind.rows), 0.0);
  tbb::combinable<std::vector<double>> sums([&none] { return none; });
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, mesh.numTets(), 1 << 14),
    [&](const tbb::blocked_range<std::int64_t>& r) {
      std::vector<double>& mine = sums.local();
      for (std::int64_t t = r.begin(); t < r.end(); ++t)
      {
        double p[4][3], v[4], centroid[3] = { 0, 0, 0 };
        bool isKept = true;
        for (int i = 0; i < 4; ++i)
        {
          const auto point = static_cast<std::size_t>(mesh.tets[static_cast<std::size_t>(4 * t + i)]);
          v[i] = mesh.scalars[point];
          isKept =
            isKept && (!kind.hasThreshold || (v[i] >= counted.threshold[0] && v[i] <= counted.threshold[1]));
          for (std::size_t a = 0; a < 3; ++a)
          {
            p[i][a] = mesh.points[3 * point + a];
            centroid[a] += 0.25 * p[i][a];
          }
        }
        for (int a = 0; a < 3 && kind.hasBox; ++a)
          isKept = isKept && centroid[a] >= counted.boxEnds[0][a] && centroid[a] <= counted.boxEnds[1][a];
        if (!isKept)
          continue;
        double e[3][3], gradient[3] = { 0, 0, 0 }, determinant = 0;
        for (int i = 0; i < 3; ++i)
          for (int a = 0; a < 3; ++a)
            e[i][a] = p[i + 1][a] - p[0][a];
        for (int i = 0; i < 3; ++i)
        {
          const double *a = e[(i + 1) % 3], *b = e[(i + 2) % 3];
          const double normal[3] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0] };
          for (int c = 0; c < 3; ++c)
            gradient[c] += (v[i + 1] - v[0]) * normal[c];
          if (i == 0)
            determinant = e[0][0] * normal[0] + e[0][1] * normal[1] + e[0][2] * normal[2];
        }
        if (!(std::abs(determinant) > 0.0))
          continue;
        std::size_t row = 0;
        if (kind.rows > 1)
          row = static_cast<std::size_t>(input.gradients.binOf(
            std::clamp(std::hypot(gradient[0], gradient[1], gradient[2]) / std::abs(determinant),
              input.gradients.low, input.gradients.high)));
        double* const bins = mine.data() + row * static_cast<std::size_t>(kind.bins);
        addTet(
          v, std::abs(determinant) / 6.0, input.values, [bins](int bin, double part) { bins[bin] += part; });
      }
    });
  std::vector<double> all = none;
  sums.combine_each([&all](const std::vector<double>& some) {
    std::transform(all.begin(), all.end(), some.begin(), all.begin(), std::plus<double>());
  });
  return all;
}

Counted countedOf(LookedCaster& caster, const generator::TetMesh& mesh, const Kind& kind)
{
  Counted counted = {};
  double range[2];
  caster.scalarRange(range);
  counted.input.values = { range[0], range[1], kind.bins };
  for (std::size_t a = 0; a < 3; ++a)
  {
    double low = 1e30, high = -1e30;
    for (std::size_t i = a; i < mesh.points.size(); i += 3)
    {
      low = std::min(low, double(mesh.points[i]));
      high = std::max(high, double(mesh.points[i]));
    }
    counted.input.bounds[2 * a] = low;
    counted.input.bounds[2 * a + 1] = high;
    // The ends of the box lie on no lattice plane.
    counted.boxEnds[0][a] = low + 0.1234567 * (high - low);
    counted.boxEnds[1][a] = low + 0.7654321 * (high - low);
    counted.input.box.origin[a] = counted.boxEnds[0][a];
    counted.input.box.edges[a][a] = counted.boxEnds[1][a] - counted.boxEnds[0][a];
  }
  counted.input.box.on = kind.hasBox;
  counted.input.obeysThreshold = kind.hasThreshold;
  counted.threshold[0] = range[0] + 0.4 * (range[1] - range[0]);
  counted.threshold[1] = range[1];
  caster.setThreshold(counted.threshold[0], counted.threshold[1]);
  if (kind.rows > 1)
  {
    MeshHistogramInput all = counted.input;
    all.gradients = { 0.0, 1.0, 2 };
    counted.input.gradients = { 0.0, caster.histogram(all).largestGradient, kind.rows };
  }
  return counted;
}

/// Measures all histograms. Returns whether all agree with the plain count.
bool run(const Settings& settings)
{
  const Kind kinds[] = { { "values", settings.bins, 1, false, false, 2e-6 },
    { "values, 4096 bins", 4096, 1, false, false, 2e-6 },
    { "values in a threshold", settings.bins, 1, true, false, 2e-6 },
    { "values in a box", settings.bins, 1, false, true, 2e-6 },
    { "values and gradients", settings.bins, settings.rows, false, false, 1e-4 } };
  bool good = true;
  wakeDevice(settings.device);
  for (const std::string& order : settings.orders)
  {
    generator::MeshOptions options = settings.mesh;
    options.order = order == "random" ? generator::Order::Random : generator::Order::Lattice;
    const generator::TetMesh mesh = generator::generateMesh(options);
    const auto caster = LookedCaster::create(settings.device);
    caster->setMesh(meshInput(mesh));
    caster->setScalars(scalarInput(mesh));
    caster->setThresholdScalars(scalarInput(mesh));
    std::printf("%s, %lld tets in %s order, medians of %d\n%-24s %12s %10s %10s %10s %10s %14s\n",
      caster->deviceName().c_str(), static_cast<long long>(mesh.numTets()), order.c_str(), settings.repeats,
      "histogram", "bins", "ms", "p95", "Gtets/s", "plain ms", "worst / volume");
    for (const Kind& kind : kinds)
    {
      const Counted counted = countedOf(*caster, mesh, kind);
      const Stopwatch plainWatch;
      const std::vector<double> plain = plainCount(mesh, kind, counted);
      const double plainTime = plainWatch.milliseconds();
      const MeshHistogram first = caster->histogram(counted.input);
      const double volume = std::accumulate(plain.begin(), plain.end(), 0.0);
      double worst = 0;
      for (std::size_t i = 0; i < plain.size(); ++i)
        worst = std::max(worst, std::abs(first.volumes[i] - plain[i]) / volume);
      if (!(worst <= kind.tolerance))
      {
        std::printf("%-24s WRONG: a bin is off by %.3g of the volume\n", kind.name, worst);
        good = false;
        continue;
      }
      std::vector<double> times;
      for (int i = 0; i < settings.repeats; ++i)
      {
        const Stopwatch watch;
        caster->histogram(counted.input);
        times.push_back(watch.milliseconds());
      }
      const Summary summary = summarize(times);
      std::printf("%-24s %5d x %4d %10.3f %10.3f %10.2f %10.1f %14.2e\n", kind.name, kind.bins, kind.rows,
        summary.median, summary.high, double(mesh.numTets()) / summary.median * 1e-6, plainTime, worst);
    }
  }
  return good;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "How long the histogram of a mesh takes where the ray caster has it, as the caller sees it, and a plain "
    "count in double on all threads of the CPU. The exit status tells whether the two agree.");
  Settings settings;
  settings.mesh.tets = 3800000;
  addDevice(app, settings.device);
  addMeshOptions(app, settings.mesh);
  generator::addList(app, "--order", settings.orders, "Orders of cells and points")
    ->check(CLI::IsMember({ "lattice", "random" }));
  generator::addCount(app, "--bins", settings.bins, "Bins of values", 1);
  generator::addCount(app, "--gradient-bins", settings.rows, "Bins of gradients, where there are any", 2);
  generator::addCount(app, "--repeats", settings.repeats, "Times that each histogram is made", 1);
  generator::addCount(app, "--threads", settings.threads, "Threads of the CPU; 0: all");
  CLI11_PARSE(app, argc, argv);
  const auto threads = limitThreads(settings.threads);
  return run(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_histogram: %s\n", error.what());
  return EXIT_FAILURE;
}
