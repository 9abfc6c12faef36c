// SPDX-License-Identifier: BSD-3-Clause
// The cases of bench_compaction on each backend. Compiled as CUDA where there is a compiler for it, and as
// C++ elsewhere.
#include "CompactionBaselines.h"
#include "CriticalPoints.h"
#include "ExtractMesh.h"
#include "Streams.h"
#include "benchCompaction.h"
#include "benchCompactionRays.h"
#include "benchCompactionSupport.h"
#include "benchCompactionVariants.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace inkray::bench
{
namespace
{

/// Fills a lattice with a gyroid of six periods a side.
struct FillGyroid
{
  float* values;
  int size;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const float period = 37.7f / static_cast<float>(size);
    const float x = period * static_cast<float>(i % size), y = period * static_cast<float>(i / size % size),
                z = period * static_cast<float>(i / size / size);
    values[i] = sinf(x) * cosf(y) + sinf(y) * cosf(z) + sinf(z) * cosf(x);
  }
};

struct IsZero
{
  INKRAY_HD bool operator()(std::uint32_t item) const { return item == 0; }
};

/// Adds cases to a list, all over one device's arrays.
template <class Backend>
class CaseMaker
{
public:
  CaseMaker(const CompactionSettings& settings, std::vector<CompactionCase>& cases)
    : settings_(settings)
    , cases_(cases)
  {
  }

  void select()
  {
    const std::int64_t largest = this->largest();
    for (std::int64_t n = std::min(settings_.smallest, largest);; n = std::min(4 * n, largest))
    {
      const Input input = std::make_shared<ArrayInput<Backend>>(n);
      this->addCopy("select", input);
      for (const ComparedMethod method : allComparedMethods)
      {
        if (settings_.methods.empty() ||
          std::find(settings_.methods.begin(), settings_.methods.end(), method) != settings_.methods.end())
        {
          this->addMethod("select", input, method, settings_.kept);
        }
      }
      // Thrust's count comes to the host; the cost of waiting for a count is measured apart.
      this->addCase("select", "count to host", input, settings_.kept, 0,
        [](ArrayInput<Backend>& array) { array.backend.read(array.count.data()); });
      if (n == largest)
      {
        return;
      }
    }
  }

  void rays()
  {
    const auto rays =
      std::make_shared<RayCases<Backend>>(settings_.items ? settings_.items : std::int64_t(1) << 20);
    for (std::size_t c = 0; c < rays->size(); ++c)
    {
      cases_.push_back({ "rays", rays->name(c), rays->numRays(), static_cast<double>(rays->numSurvivors()), 0,
        [rays, c](int) { return 1e-3 * rays->time(c); } });
    }
  }

  /// Figure 11 of Moreira et al. measures the whole compaction; figures 12 and 13 measure the part within
  /// blocks.
  void density()
  {
    const Input input =
      std::make_shared<ArrayInput<Backend>>(settings_.items ? settings_.items : std::int64_t(1) << 22);
    for (const double invalid :
      { 0., 5., 10., 20., 30., 40., 50., 60., 70., 80., 90., 95., 98., 99., 99.9, 100. })
    {
      const double kept = 1 - invalid / 100;
      for (const ComparedMethod method :
        { ComparedMethod::HornCompact, ComparedMethod::JumpingJack, ComparedMethod::InKCompact,
          ComparedMethod::InKCompactLookBack, ComparedMethod::InKCollate, ComparedMethod::CubCompact })
      {
        this->addMethod("density", input, method, kept);
      }
      addGathers<Backend>([&](const std::string& name, bool ordered, int block, const auto& run) {
        this->add("density", name + " bs=" + std::to_string(block), input, ordered, kept, block, run);
      });
      // In place, the next run would find its work done: each run has fresh items and is timed alone.
      input->fill(1, kept);
      input->checkInPlace();
      cases_.push_back({ "density", "JumpingJackInPlace", input->n, kept, 0, [input, kept](int round) {
                          input->fill(seedOf(round), kept);
                          return input->timeInPlace();
                        } });
      addGathersWithin<Backend>([&](const std::string& name, int block, const auto& run) {
        this->addCase(
          "density-within", name + " (bs=" + std::to_string(block) + ")", input, kept, block, run);
      });
    }
  }

  /// Figures 9 and 10 of Moreira et al., and compactions of the whole stream, all as passes over it.
  void passes()
  {
    using namespace laboratory;
    const Input input =
      std::make_shared<ArrayInput<Backend>>(settings_.items ? settings_.items : std::int64_t(1) << 22);
    const auto streams = std::make_shared<Streams<Backend>>(input->backend);
    const double kept = settings_.kept;
    for (std::uint32_t block = 16; block <= 2048; block *= 2)
    {
      const std::string size = " bs=" + std::to_string(block);
      for (const PrefixSum method : allPrefixSums)
      {
        this->add("streams", "Scatter by " + std::string(prefixSumName(method)) + size, input, true, kept,
          static_cast<int>(block), [=](ArrayInput<Backend>& array) {
            streams->scatter(method, array.in.data(), array.n, array.predicate(), block, array.out.data(),
              array.count.data());
          });
        this->addSums(streams, input, method, block);
      }
      this->add("streams", "JumpingJack" + size, input, false, kept, static_cast<int>(block),
        [=](ArrayInput<Backend>& array) {
          streams->jump(PrefixSum::BalancedTree, array.in.data(), array.n, array.predicate(), block,
            array.out.data(), array.count.data());
        });
      this->addStages(streams, input, block);
    }
    this->add("streams", "JumpingJack, no blocks", input, false, kept, 0, [=](ArrayInput<Backend>& array) {
      streams->jump(PrefixSum::BalancedTree, array.in.data(), array.n, array.predicate(), 0, array.out.data(),
        array.count.data());
    });
    this->add("streams", "bitonic sort", input, true, kept, 0, [=](ArrayInput<Backend>& array) {
      streams->sort(array.in.data(), array.n, array.predicate(), array.out.data(), array.count.data());
    });
    this->addBaselines(input);
    this->addWorstCase(input);
  }

  /// The mesh of a gyroid of so many points, by one kernel that appends and by three.
  void extract()
  {
    using namespace laboratory;
    struct Gyroid
    {
      Gyroid(std::int64_t points, const FillGyroid& fill)
        : field(backend, points)
        , extractor(backend)
        , critical(backend)
        , march{ { field.data(), { fill.size, fill.size, fill.size } }, 0.0f }
      {
        FillGyroid into = fill;
        into.values = field.data();
        backend.forEach(points, into);
      }
      std::vector<ExtractedTriangle> mesh(std::int64_t count)
      {
        std::vector<ExtractedTriangle> all(static_cast<std::size_t>(count));
        backend.copyToHost(all.data(), extractor.triangles(), all.size() * sizeof all[0]);
        std::sort(all.begin(), all.end(), [](const ExtractedTriangle& a, const ExtractedTriangle& b) {
          return std::memcmp(&a, &b, sizeof a) < 0;
        });
        return all;
      }

      Backend backend;
      typename Backend::template Array<float> field;
      MeshExtractor<Backend> extractor;
      CriticalPoints<Backend> critical;
      MarchTets march;
    };
    const std::int64_t items =
      settings_.items ? settings_.items : std::int64_t(1) << (Backend::isDevice ? 24 : 18);
    const auto size = std::max(2, static_cast<int>(std::lround(std::cbrt(static_cast<double>(items)))));
    const std::int64_t points = std::int64_t(size) * size * size;
    const auto gyroid = std::make_shared<Gyroid>(points, FillGyroid{ nullptr, size });
    const std::int64_t count = gyroid->extractor.append(gyroid->march);
    const std::vector<ExtractedTriangle> mesh = gyroid->mesh(count);
    const std::vector<ExtractedTriangle> other = gyroid->mesh(gyroid->extractor.countScanEmit(gyroid->march));
    if (other.size() != mesh.size() ||
      std::memcmp(other.data(), mesh.data(), mesh.size() * sizeof mesh[0]) != 0)
      throw std::runtime_error("the meshes of both ways differ");
    const std::int64_t numCritical = gyroid->critical.append({ gyroid->march.lattice });
    if (gyroid->critical.markScanScatter({ gyroid->march.lattice }) != numCritical)
      throw std::runtime_error("the critical points of both ways differ");
    const auto addWay = [&](const char* name, std::int64_t found, const auto& run) {
      cases_.push_back({ "extract", name, points, static_cast<double>(found), 0, [gyroid, run](int) {
                          gyroid->backend.synchronize();
                          gyroid->backend.mark(0);
                          run(*gyroid);
                          gyroid->backend.mark(1);
                          gyroid->backend.synchronize();
                          return gyroid->backend.elapsed(0, 1);
                        } });
    };
    addWay("appended by one kernel", count, [](Gyroid& g) { g.extractor.appendOnce(g.march); });
    addWay("counted, scanned and emitted", count, [](Gyroid& g) { g.extractor.countScanEmit(g.march); });
    addWay("critical points, appended by one kernel", numCritical,
      [](Gyroid& g) { g.critical.appendOnce({ g.march.lattice }); });
    addWay("critical points, marked, scanned and scattered", numCritical,
      [](Gyroid& g) { g.critical.markScanScatter({ g.march.lattice }); });
  }

private:
  using Input = std::shared_ptr<ArrayInput<Backend>>;
  using StreamsOfInput = std::shared_ptr<laboratory::Streams<Backend>>;

  /// Adds figure 9: sums within blocks.
  void addSums(
    const StreamsOfInput& streams, const Input& input, laboratory::PrefixSum method, std::uint32_t block)
  {
    this->addCase("sums", std::string(prefixSumName(method)) + " bs=" + std::to_string(block), input, 0,
      static_cast<int>(block), [=](ArrayInput<Backend>& array) {
        streams->sumInBlocks(method, array.in.data(), array.n / 2048 * 2048, block, array.out.data());
      });
  }

  /// Adds figure 10: the sum over the blocks, and the concatenation, each by itself.
  void addStages(const StreamsOfInput& streams, const Input& input, std::uint32_t block)
  {
    const std::string size = " bs=" + std::to_string(block);
    const auto compactFirst = [=](ArrayInput<Backend>& array) {
      streams->compactBlocks(
        laboratory::PrefixSum::BalancedTree, array.in.data(), array.n, array.predicate(), block);
      streams->sumOverBlocks(laboratory::PrefixSum::BalancedTree);
    };
    const auto addStage = [&](const std::string& name, const auto& run) {
      cases_.push_back({ "stages", name + size, input->n, settings_.kept, static_cast<int>(block),
        [=, kept = settings_.kept](int round) {
          input->fill(seedOf(round), kept);
          compactFirst(*input);
          return input->time([&] { run(*input); });
        } });
    };
    addStage("within blocks", compactFirst);
    addStage("sum over blocks",
      [=](ArrayInput<Backend>&) { streams->sumOverBlocks(laboratory::PrefixSum::BalancedTree); });
    addStage("concatenation",
      [=](ArrayInput<Backend>& array) { streams->concatenate(array.out.data(), array.count.data()); });
  }

  /// Adds the compactions that InK-Compact's paper names beside its own (section 1.2).
  void addBaselines(const Input& input)
  {
    const auto baselines = std::make_shared<laboratory::CompactionBaselines<Backend>>(input->backend);
    const double kept = settings_.kept;
    this->add("streams", "CUDPP's scan and scatter", input, true, kept, 0, [=](ArrayInput<Backend>& array) {
      baselines->scanAndScatter(
        array.in.data(), array.n, array.predicate(), array.out.data(), array.count.data());
    });
    this->add("streams", "private arrays", input, true, kept, 0, [=](ArrayInput<Backend>& array) {
      baselines->privateArrays(
        array.in.data(), array.n, array.predicate(), array.out.data(), array.count.data());
    });
    this->add("streams", "HistoPyramid", input, true, kept, 0, [=](ArrayInput<Backend>& array) {
      baselines->histoPyramid(
        array.in.data(), array.n, array.predicate(), array.out.data(), array.count.data());
    });
  }

  /// Adds one valid element in the middle of 2^16: s - 1 steps, one after the other. Adds the same in blocks
  /// of 256.
  void addWorstCase(const Input& input)
  {
    const std::int64_t n = std::min<std::int64_t>(input->n, 1 << 16);
    for (const std::uint32_t block : { 0u, 256u })
    {
      const auto streams = std::make_shared<laboratory::Streams<Backend>>(input->backend);
      cases_.push_back({ "streams", "JumpingJack at its worst, 65536 elements, bs=" + std::to_string(block),
        n, 0, static_cast<int>(block), [=](int) {
          const std::vector<std::uint32_t> numbers = [n] {
            std::vector<std::uint32_t> made(static_cast<std::size_t>(n), 1);
            made[static_cast<std::size_t>(n / 2)] = 0;
            return made;
          }();
          input->backend.copyFromHost(input->in.data(), numbers.data(), numbers.size() * sizeof numbers[0]);
          // Time one run: its steps wait for one another, and a batch of runs takes seconds.
          input->backend.synchronize();
          input->backend.mark(0);
          streams->jump(laboratory::PrefixSum::BalancedTree, input->in.data(), n, IsZero(), block,
            input->out.data(), input->count.data());
          input->backend.mark(1);
          input->backend.synchronize();
          return input->backend.elapsed(0, 1);
        } });
    }
  }

  static std::uint64_t seedOf(int round) { return static_cast<std::uint64_t>(round) + 2; }
  std::int64_t largest() const
  {
    return settings_.items ? settings_.items : std::int64_t(1) << (Backend::isDevice ? 28 : 20);
  }

  template <class Run>
  void addCase(const std::string& measurement, const std::string& name, const Input& input, double kept,
    int block, const Run& run)
  {
    cases_.push_back({ measurement, name, input->n, kept, block, [input, kept, run](int round) {
                        input->fill(seedOf(round), kept);
                        return input->time([&] { run(*input); });
                      } });
  }
  /// Checks the run twice, because the first run makes the workspace and the second finds it used.
  template <class Run>
  void add(const std::string& measurement, const std::string& name, const Input& input, bool ordered,
    double kept, int block, const Run& run)
  {
    input->fill(1, kept);
    for (int twice = 0; twice < 2; ++twice)
    {
      input->spoil();
      run(*input);
      input->check(name, ordered);
    }
    this->addCase(measurement, name, input, kept, block, run);
  }
  void addMethod(const std::string& measurement, const Input& input, ComparedMethod method, double kept)
  {
    this->add(measurement, compactionMethodName(method), input, keepsOrder(method), kept, 0,
      [method](ArrayInput<Backend>& array) {
        array.compactor.compactArray(
          array.backend, method, array.in.data(), array.n, array.predicate(), array.queue());
      });
  }
  void addCopy(const std::string& measurement, const Input& input)
  {
    this->addCase(
      measurement, "copy", input, settings_.kept, 0, [](ArrayInput<Backend>& array) { array.copy(); });
  }

  const CompactionSettings& settings_;
  std::vector<CompactionCase>& cases_;
};

template <class Backend>
CompactionCases casesOn(const CompactionSettings& settings, const std::string& device)
{
  CompactionCases result{ device, {} };
  CaseMaker<Backend> maker(settings, result.cases);
  if (settings.select)
  {
    maker.select();
  }
  if (settings.rays)
  {
    maker.rays();
  }
  if (settings.density)
  {
    maker.density();
  }
  if (settings.extract)
  {
    maker.extract();
  }
  if (settings.passes)
  {
    maker.passes();
  }
  return result;
}

} // namespace

CompactionCases makeCases(const CompactionSettings& settings)
{
  std::string reason;
  const DeviceKind kind = resolveDevice(settings.device, &reason);
  if (kind == DeviceKind::CPU && settings.device == DeviceKind::CUDA)
  {
    throw std::runtime_error(reason);
  }
#ifdef __CUDACC__
  if (kind == DeviceKind::CUDA)
  {
    return casesOn<CudaBackend>(settings, cudaDevice().name);
  }
#endif
  return casesOn<HostBackend>(settings, cpuDevice().name);
}

} // namespace inkray::bench
