// SPDX-License-Identifier: BSD-3-Clause
/// Measures the compaction algorithms; see --help. Compiled as CUDA where there is a CUDA compiler and as C++
/// elsewhere.
#include "benchCompactionSupport.h"

#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <string>

namespace inkray::bench
{
namespace
{

const char* const help = R"(usage: bench_compaction [--select] [--sweep] [--rays] [--density] [options]

  --select            compaction of an array of 4-byte random items: every method against cub::DeviceSelect, interleaved; checked before it is timed
  --sweep             --select at the largest size, over block sizes and items a thread of look-back, clusters and collate
  --rays              what each in-kernel compaction adds to a kernel that makes one frame's rays
  --density           time against the density of invalid elements (Moreira et al. 2009, figures 11 to 13)
With none of these: --select.

  --device cuda|cpu|auto   where (auto)
  --items N           --select, --sweep: largest number of items (2^28; CPU 2^20); --rays: rays (2^20); --density: elements (2^22)
  --smallest N        --select: smallest number of items (2^20); then four times as many, until the largest
  --methods A,B,...   --select: these methods only
  --kept SHARE        --select, --sweep: share of items kept (0.5)
  --repeats N         rounds over all methods, each with fresh input (7)
  --csv FILE          --select, --sweep, --rays, --density: the figures as a table
)";

/// A table that is printed and, if wanted, written as CSV.
class Table
{
public:
  explicit Table(const std::string& path)
  {
    if (path.empty())
      return;
    file_.open(path);
    if (!file_)
      throw std::runtime_error("cannot write " + path);
  }
  void line(const std::string& text)
  {
    if (!file_.is_open())
      return;
    file_ << text << '\n';
    if (!file_.flush())
      throw std::runtime_error("the CSV file could not be written to its end");
  }

private:
  std::ofstream file_;
};

std::string format(const char* pattern, double value)
{
  char text[64];
  std::snprintf(text, sizeof(text), pattern, value);
  return text;
}

/// One way to compact an array.
template <class Backend>
struct Candidate
{
  std::string name;
  bool ordered;
  std::function<void(ArrayInput<Backend>&)> run;
  std::vector<double> milliseconds = {};
  int block = 0;
};

template <class Backend>
Candidate<Backend> methodCandidate(CompactionMethod method)
{
  return { compactionMethodName(method), keepsOrder(method), [method](ArrayInput<Backend>& input) {
            input.backend.compactArray(
              method, input.in.data(), input.n, input.predicate(), input.queue(), input.workspace);
          } };
}

/// Rounds over all candidates in turn, each round with fresh items. Outputs are checked before anything is
/// timed.
template <class Backend>
double measure(
  ArrayInput<Backend>& input, std::vector<Candidate<Backend>>& candidates, int repeats, double kept)
{
  std::vector<double> copies;
  input.fill(1, kept);
  for (Candidate<Backend>& candidate : candidates)
    for (int twice = 0; twice < 2; ++twice)
    {
      input.spoil();
      candidate.run(input);
      input.check(candidate.name, candidate.ordered);
    }
  for (int round = 0; round < repeats; ++round)
  {
    input.fill(static_cast<std::uint64_t>(round) + 2, kept);
    copies.push_back(input.time([&] { input.copy(); }));
    for (Candidate<Backend>& candidate : candidates)
      candidate.milliseconds.push_back(input.time([&] { candidate.run(input); }));
  }
  return median(copies);
}

template <class Backend>
void report(ArrayInput<Backend>& input, std::vector<Candidate<Backend>>& candidates, double copy, double kept,
  const std::string& device, Table& table)
{
  const auto bytes = static_cast<double>(input.n) * sizeof(std::uint32_t);
  const double copyRate = 2 * bytes / copy * 1e-6;
  const auto cub =
    std::find_if(candidates.begin(), candidates.end(), [](const auto& c) { return c.name == "CubCompact"; });
  const double reference = cub == candidates.end() ? 0 : median(cub->milliseconds);
  std::printf("%lld items of 4 bytes, %.3g kept, on %s; copy %.0f GB/s\n", static_cast<long long>(input.n),
    kept, device.c_str(), copyRate);
  std::printf("  %-34s %10s %10s %10s %10s %8s %8s\n", "method", "median ms", "min ms", "Gitems/s", "GB/s",
    "of copy", "to CUB");
  for (Candidate<Backend>& candidate : candidates)
  {
    const double middle = median(candidate.milliseconds);
    const double least = *std::min_element(candidate.milliseconds.begin(), candidate.milliseconds.end());
    const double rate = bytes * (1 + kept) / middle * 1e-6;
    std::printf("  %-34s %10.4f %10.4f %10.1f %10.0f %7.0f%% %7sx\n", candidate.name.c_str(), middle, least,
      static_cast<double>(input.n) / middle * 1e-6, rate, 100 * rate / copyRate,
      reference > 0 ? format("%.2f", reference / middle).c_str() : "-");
    table.line(candidate.name + "," + std::to_string(input.n) + "," + format("%.4f", kept) + "," +
      format("%.6f", middle) + "," + format("%.6f", least) + "," + format("%.1f", rate) + "," +
      format("%.4f", rate / copyRate) + "," +
      (reference > 0 ? format("%.4f", reference / middle) : std::string()) + "," + device);
  }
}

const char* const selectHeader =
  "method,items,kept,median_ms,min_ms,gb_per_s,share_of_copy,speed_to_cub,device";

template <class Backend>
void select(const Settings& settings, const std::string& device)
{
  Table table(settings.csv);
  table.line(selectHeader);
  const std::int64_t largest = settings.items ? settings.items
    : Backend::isDevice                       ? std::int64_t(1) << 28
                                              : std::int64_t(1) << 20;
  for (std::int64_t n = std::min(settings.smallest, largest);; n = std::min(4 * n, largest))
  {
    ArrayInput<Backend> input(n);
    std::vector<Candidate<Backend>> candidates;
    for (const CompactionMethod method : allCompactionMethods)
      if (settings.methods.empty() ||
        std::find(settings.methods.begin(), settings.methods.end(), method) != settings.methods.end())
        candidates.push_back(methodCandidate<Backend>(method));
    const double copy = measure(input, candidates, settings.repeats, settings.kept);
    report(input, candidates, copy, settings.kept, device, table);
    if (n == largest)
      break;
  }
}

template <class Backend>
void sweep(const Settings& settings, const std::string& device)
{
  Table table(settings.csv);
  table.line(selectHeader);
  ArrayInput<Backend> input(settings.items ? settings.items
      : Backend::isDevice                  ? std::int64_t(1) << 28
                                           : std::int64_t(1) << 20);
  std::vector<Candidate<Backend>> candidates{ methodCandidate<Backend>(CompactionMethod::CubCompact) };
  addVariants<Backend>(
    [&](const std::string& name, bool ordered, const std::function<void(ArrayInput<Backend>&)>& run) {
      candidates.push_back({ name, ordered, run });
    });
  const double copy = measure(input, candidates, settings.repeats, settings.kept);
  report(input, candidates, copy, settings.kept, device, table);
}

template <class Backend>
void rays(const Settings& settings, const std::string& device)
{
  Table table(settings.csv);
  table.line("case,rays,median_us,min_us,added_us,device");
  RayCases<Backend> cases(settings.items ? settings.items : std::int64_t(1) << 20);
  cases.run(settings.repeats);
  std::printf("%lld rays, %lld survive, on %s\n", static_cast<long long>(cases.numRays()),
    static_cast<long long>(cases.numSurvivors()), device.c_str());
  std::printf("  %-34s %10s %10s %10s\n", "kernel", "median us", "min us", "added us");
  for (const auto& c : cases.results())
  {
    std::printf("  %-34s %10.2f %10.2f %10s\n", c.name.c_str(), c.median, c.least,
      c.isBase ? "-" : format("%.2f", c.added).c_str());
    table.line(c.name + "," + std::to_string(cases.numRays()) + "," + format("%.3f", c.median) + "," +
      format("%.3f", c.least) + "," + (c.isBase ? std::string() : format("%.3f", c.added)) + "," + device);
  }
}

/// Figure 11: the whole compaction; figures 12 and 13: the part within blocks.
template <class Backend>
void density(const Settings& settings, const std::string& device)
{
  Table table(settings.csv);
  table.line("figure,method,block,invalid_percent,median_ms,min_ms,items,device");
  ArrayInput<Backend> input(settings.items ? settings.items : std::int64_t(1) << 22);
  std::printf("%lld elements on %s: median ms against per cent of invalid elements\n",
    static_cast<long long>(input.n), device.c_str());
  for (const double invalid :
    { 0., 5., 10., 20., 30., 40., 50., 60., 70., 80., 90., 95., 98., 99., 99.9, 100. })
  {
    const double kept = 1 - invalid / 100;
    std::vector<Candidate<Backend>> whole;
    for (const CompactionMethod method :
      { CompactionMethod::HornCompact, CompactionMethod::JumpingJack, CompactionMethod::InKCompact,
        CompactionMethod::InKCompactLookBack, CompactionMethod::InKCollate, CompactionMethod::CubCompact })
      whole.push_back(methodCandidate<Backend>(method));
    addGathers<Backend>([&](const std::string& name, bool ordered, int block, const auto& run) {
      whole.push_back({ name, ordered, run, {}, block });
    });
    measure(input, whole, settings.repeats, kept);
    // In place: the input is put back before each run, outside of what is timed.
    input.checkInPlace();
    std::vector<double> inPlace;
    for (int round = 0; round < settings.repeats; ++round)
    {
      input.fill(static_cast<std::uint64_t>(round) + 100, kept);
      inPlace.push_back(input.timeInPlace());
    }
    whole.push_back({ "JumpingJackInPlace", false, {}, inPlace });
    std::printf("%6.1f%%", invalid);
    for (Candidate<Backend>& candidate : whole)
    {
      const double middle = median(candidate.milliseconds);
      std::printf("  %s%s %.4f", candidate.name.c_str(),
        candidate.block ? (" bs=" + std::to_string(candidate.block)).c_str() : "", middle);
      table.line("11," + candidate.name +
        (candidate.block ? " bs=" + std::to_string(candidate.block) : std::string()) + "," +
        std::to_string(candidate.block) + "," + format("%.1f", invalid) + "," + format("%.6f", middle) + "," +
        format("%.6f", *std::min_element(candidate.milliseconds.begin(), candidate.milliseconds.end())) +
        "," + std::to_string(input.n) + "," + device);
    }
    std::printf("\n");
    std::vector<Candidate<Backend>> within;
    addGathersWithin<Backend>([&](const std::string& name, int block, const auto& run) {
      within.push_back({ name, false, run, {}, block });
    });
    for (int round = 0; round < settings.repeats && !within.empty(); ++round)
    {
      input.fill(static_cast<std::uint64_t>(round) + 200, kept);
      for (Candidate<Backend>& candidate : within)
        candidate.milliseconds.push_back(input.time([&] { candidate.run(input); }));
    }
    for (Candidate<Backend>& candidate : within)
      table.line("12-13," + candidate.name + "," + std::to_string(candidate.block) + "," +
        format("%.1f", invalid) + "," + format("%.6f", median(candidate.milliseconds)) + "," +
        format("%.6f", *std::min_element(candidate.milliseconds.begin(), candidate.milliseconds.end())) +
        "," + std::to_string(input.n) + "," + device);
  }
}

template <class Backend>
void runAll(const Settings& settings, const std::string& device)
{
  if (settings.select)
    select<Backend>(settings, device);
  if (settings.sweep)
    sweep<Backend>(settings, device);
  if (settings.rays)
    rays<Backend>(settings, device);
  if (settings.density)
    density<Backend>(settings, device);
}

} // namespace
} // namespace inkray::bench

int main(int argc, char** argv)
{
  using namespace inkray;
  using namespace inkray::bench;
  try
  {
    const Settings settings = parseSettings(argc, argv);
    if (settings.help)
    {
      std::fputs(inkray::bench::help, stdout);
      return 0;
    }
    std::string reason;
    const DeviceKind kind = resolveDevice(settings.device, &reason);
    if (!reason.empty())
      std::printf("%s\n", reason.c_str());
    if (kind == DeviceKind::CPU && settings.device == DeviceKind::CUDA)
      return 1;
#ifdef __CUDACC__
    if (kind == DeviceKind::CUDA)
    {
      runAll<CudaBackend>(settings, cudaDevice().name);
      return 0;
    }
#endif
    runAll<HostBackend>(settings, cpuDevice().name);
    return 0;
  }
  catch (const std::exception& error)
  {
    std::fprintf(stderr, "bench_compaction: %s\n", error.what());
    return 1;
  }
}
