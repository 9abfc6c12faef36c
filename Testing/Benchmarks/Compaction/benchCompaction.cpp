// SPDX-License-Identifier: BSD-3-Clause
// bench_compaction: the compaction algorithms against one another. Google Benchmark repeats the cases in
// random order, so that all methods meet the same clocks, and writes --benchmark_out. The tables are ratios
// between its repetitions.
#include "benchCompaction.h"
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

std::string nameOf(const CompactionCase& c)
{
  char text[160];
  std::snprintf(text, sizeof(text), "%s/%s/%lld/%g", c.measurement.c_str(), c.method.c_str(),
    static_cast<long long>(c.items), c.kept);
  return text;
}

/// Collects the repetitions of each case.
class Samples : public benchmark::BenchmarkReporter
{
public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override
  {
    for (const Run& run : runs)
    {
      if (run.run_type == Run::RT_Iteration)
      {
        this->Of[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
      }
    }
  }
  /// Returns milliseconds, one number a repetition; none where a filter left the case out.
  const std::vector<double>& operator[](const CompactionCase& c) { return this->Of[nameOf(c)]; }

private:
  std::map<std::string, std::vector<double>> Of;
};

double least(const std::vector<double>& sample)
{
  return *std::min_element(sample.begin(), sample.end());
}

/// Returns the cases of one measurement that were run, those with equal size and share next to one another.
std::vector<CompactionCase> casesOf(
  const CompactionCases& all, Samples& samples, const std::string& measurement)
{
  std::vector<CompactionCase> cases;
  for (const CompactionCase& c : all.cases)
  {
    if (c.measurement == measurement && !samples[c].empty())
    {
      cases.push_back(c);
    }
  }
  return cases;
}

/// Returns a method's name without the size of its blocks, which a case has by itself.
std::string withoutBlock(const std::string& method)
{
  for (const char* const before : { ", bs=", " bs=", " (bs=" })
    if (const std::size_t place = method.find(before); place != std::string::npos)
      return method.substr(0, place);
  return method;
}

/// Records the median of each case, for --json.
void recordCases(const CompactionCases& all, Samples& samples)
{
  recordDevice(all.device);
  std::map<std::int64_t, double> copies;
  for (const CompactionCase& c : all.cases)
    if (c.method == "copy" && !samples[c].empty())
      copies[c.items] = static_cast<double>(c.items) / median(samples[c]);
  for (const CompactionCase& c : all.cases)
  {
    if (samples[c].empty())
      continue;
    const double middle = median(samples[c]);
    const bool areRays = c.measurement == "rays"; // here `kept` is the number of survivors
    const Of of = { { "measurement", c.measurement }, { "method", withoutBlock(c.method) },
      { "items", std::to_string(c.items) }, { "kept", areRays ? "" : text(c.kept) },
      { "block", std::to_string(c.block) } };
    record("compaction", areRays ? 1e3 * middle : middle, areRays ? "us" : "ms", of);
    // A copy reads and writes each item, which is the least that compaction of an array can do.
    if (c.measurement == "select" && copies[c.items] > 0 && c.method != "copy" && c.method != "count to host")
      record("share of a copy's bandwidth",
        100 * static_cast<double>(c.items) * (1 + c.kept) / 2 / middle / copies[c.items], "%", of);
  }
}

/// Prints the compaction of an array, as rates and as ratios to cub::DeviceSelect and to a copy.
void printArrays(const CompactionCases& all, Samples& samples)
{
  std::int64_t items = -1;
  double copyRate = 0, reference = 0;
  const std::vector<CompactionCase> cases = casesOf(all, samples, "select");
  for (const CompactionCase& c : cases)
  {
    const auto bytes = static_cast<double>(c.items) * sizeof(std::uint32_t);
    const double middle = median(samples[c]);
    if (c.items != items)
    {
      items = c.items;
      copyRate = reference = 0;
      for (const CompactionCase& other : cases)
      {
        if (other.items == items && other.method == "copy")
        {
          copyRate = 2 * bytes / median(samples[other]) * 1e-6;
        }
        if (other.items == items && other.method == "CubCompact")
        {
          reference = median(samples[other]);
        }
      }
      std::printf("%lld items of 4 bytes, %.3g kept, on %s; copy %.0f GB/s\n", static_cast<long long>(items),
        c.kept, all.device.c_str(), copyRate);
      std::printf("  %-34s %10s %10s %10s %10s %8s %8s\n", "method", "median ms", "min ms", "Gitems/s",
        "GB/s", "of copy", "to CUB");
    }
    if (c.method == "copy")
    {
      continue;
    }
    if (c.method == "count to host")
    {
      std::printf("  a number of survivors read by the host: %.4f ms, within the time of Thrust\n", middle);
      continue;
    }
    const double rate = bytes * (1 + c.kept) / middle * 1e-6;
    std::printf("  %-34s %10.4f %10.4f %10.1f %10.0f %7.0f%% %7.2fx\n", c.method.c_str(), middle,
      least(samples[c]), static_cast<double>(c.items) / middle * 1e-6, rate,
      copyRate > 0 ? 100 * rate / copyRate : 0.0, reference / middle);
  }
}

/// Prints what each in-kernel compaction adds to a kernel that makes one frame's rays.
void printRays(const CompactionCases& all, Samples& samples)
{
  const std::vector<CompactionCase> cases = casesOf(all, samples, "rays");
  if (cases.empty())
  {
    return;
  }
  std::printf("%lld rays, %.0f survive, on %s\n", static_cast<long long>(cases.front().items),
    cases.front().kept, all.device.c_str());
  std::printf("  %-34s %10s %10s %10s\n", "kernel", "median us", "min us", "added us");
  const double base = 1e3 * median(samples[cases.front()]);
  for (const CompactionCase& c : cases)
  {
    const double middle = 1e3 * median(samples[c]);
    std::printf("  %-34s %10.2f %10.2f ", c.method.c_str(), middle, 1e3 * least(samples[c]));
    if (&c == &cases.front())
    {
      std::printf("%10s\n", "-");
    }
    else
    {
      std::printf("%10.2f\n", middle - base);
    }
  }
}

/// Prints a line for each density of invalid elements.
void printDensities(const CompactionCases& all, Samples& samples)
{
  double kept = -1;
  for (const char* measurement : { "density", "density-within" })
  {
    for (const CompactionCase& c : casesOf(all, samples, measurement))
    {
      if (c.kept != kept)
      {
        kept = c.kept;
        std::printf("%s%lld elements, %.1f %% invalid, median ms:\n",
          measurement == std::string("density") ? "" : "within blocks, ", static_cast<long long>(c.items),
          100 * (1 - kept));
      }
      std::printf("  %-34s %10.4f\n", c.method.c_str(), median(samples[c]));
    }
  }
}

/// Prints passes over a stream: a line for each method, or stage, and size of blocks.
void printPasses(const CompactionCases& all, Samples& samples)
{
  const std::pair<const char*, const char*> parts[] = { { "sums", "prefix sums within blocks (figure 9)" },
    { "stages", "stages of Jumping Jack in blocks (figure 10)" },
    { "streams", "compactions of the whole stream" } };
  for (const auto& [measurement, title] : parts)
  {
    const std::vector<CompactionCase> cases = casesOf(all, samples, measurement);
    if (cases.empty())
    {
      continue;
    }
    std::printf("%s, %lld elements, median ms, on %s:\n", title, static_cast<long long>(cases.front().items),
      all.device.c_str());
    for (const CompactionCase& c : cases)
    {
      std::printf("  %-44s %10.4f\n", c.method.c_str(), median(samples[c]));
    }
  }
}

/// Prints the mesh of an isosurface, and the critical points of its field.
void printMeshes(const CompactionCases& all, Samples& samples)
{
  const std::vector<CompactionCase> cases = casesOf(all, samples, "extract");
  if (cases.empty())
  {
    return;
  }
  std::printf("mesh of a gyroid of %lld points, and its field's critical points, on %s:\n",
    static_cast<long long>(cases.front().items), all.device.c_str());
  for (const CompactionCase& c : cases)
  {
    std::printf("  %-48s %12.0f found %10.4f ms\n", c.method.c_str(), c.kept, median(samples[c]));
  }
}

void run(const CompactionSettings& settings)
{
  const CompactionCases all = makeCases(settings);
  benchmark::AddCustomContext("device", all.device);
  for (const CompactionCase& c : all.cases)
  {
    benchmark::RegisterBenchmark(nameOf(c).c_str(),
      [&c, round = 0](benchmark::State& state) mutable {
        for ([[maybe_unused]] auto _ : state)
        {
          state.SetIterationTime(1e-3 * c.milliseconds(round++));
        }
        state.counters["items"] = static_cast<double>(c.items);
        state.counters["kept"] = c.kept;
        state.counters["block"] = c.block;
      })
      ->UseManualTime()
      ->Iterations(1)
      ->Repetitions(settings.repeats)
      ->Unit(benchmark::kMillisecond);
  }
  Samples samples;
  benchmark::RunSpecifiedBenchmarks(&samples);
  recordCases(all, samples);
  printArrays(all, samples);
  printRays(all, samples);
  printDensities(all, samples);
  printPasses(all, samples);
  printMeshes(all, samples);
}

} // namespace
} // namespace inkray::bench

int main(int argc, char** argv)
try
{
  using namespace inkray;
  using namespace inkray::bench;
  using generator::addCount;
  generator::CommandLine app(
    "Measures the compaction algorithms. Every method is checked before it is timed. Options of Google "
    "Benchmark work too, --benchmark_filter and --benchmark_out among them.");
  CompactionSettings settings;
  std::map<std::string, ComparedMethod> methods;
  for (const ComparedMethod method : allComparedMethods)
  {
    methods[compactionMethodName(method)] = method;
  }
  std::vector<std::string> names;
  app.add_flag("--select", settings.select,
    "Compaction of an array of 4-byte random items: every method against cub::DeviceSelect (the default)");
  app.add_flag(
    "--rays", settings.rays, "What each in-kernel compaction adds to a kernel that makes one frame's rays");
  app.add_flag("--density", settings.density,
    "Time against the density of invalid elements (Moreira et al. 2009, figures 11 to 13)");
  app.add_flag("--passes", settings.passes,
    "Prefix sums in blocks of 16 to 2048, the stages of compaction in blocks, and compactions of a whole "
    "stream, "
    "all as passes over it (Moreira et al. 2009, figures 9 and 10)");
  addDevice(app, settings.device);
  addJson(app);
  app.add_flag("--extract", settings.extract,
    "Mesh of an isosurface by one kernel that appends its triangles, and by three that count, scan and emit; "
    "--items: points");
  addCount(app, "--items", settings.items,
    "Largest number of items (--select: 2^28, CPU 2^20; --rays: 2^20; --density and --passes: 2^22; "
    "--extract: 2^24, CPU 2^18)")
    ->default_str("");
  addCount(app, "--smallest", settings.smallest,
    "--select: smallest number of items; then four times as many, until the largest", 1);
  generator::addList(app, "--methods", names, "--select: these methods only")->check(CLI::IsMember(methods));
  app.add_option("--kept", settings.kept, "--select, --passes: share of items kept")
    ->check(CLI::Range(0.0, 1.0));
  addCount(app, "--repeats", settings.repeats, "Repetitions, each with other items", 1);
  app.allow_extras();
  CLI11_PARSE(app, argc, argv);
  settings.select =
    settings.select || !(settings.rays || settings.density || settings.passes || settings.extract);
  for (const std::string& name : names)
  {
    settings.methods.push_back(methods.at(name));
  }

  // The remaining arguments are Google Benchmark's, which takes away those that it knows.
  std::vector<std::string> rest = app.remaining();
  std::vector<char*> arguments = { argv[0] };
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  arguments.push_back(interleave.data());
  for (std::string& argument : rest)
  {
    arguments.push_back(argument.data());
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
  {
    return EXIT_FAILURE;
  }
  run(settings);
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_compaction: %s\n", error.what());
  return EXIT_FAILURE;
}
