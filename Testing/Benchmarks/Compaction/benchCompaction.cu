// SPDX-License-Identifier: BSD-3-Clause
// The cases of bench_compaction on each backend. Compiled as CUDA where there is a compiler for it, and as
// C++ elsewhere.
#include "benchCompaction.h"
#include "benchCompactionRays.h"
#include "benchCompactionSupport.h"
#include "benchCompactionVariants.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace inkray::bench
{
namespace
{

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
      // Thrust's count comes to the host; what waiting for one costs is told apart.
      this->addCase("select", "count to host", input, settings_.kept, 0,
        [](ArrayInput<Backend>& array) { array.backend.read(array.count.data()); });
      if (n == largest)
      {
        return;
      }
    }
  }

  void sweep()
  {
    const Input input = std::make_shared<ArrayInput<Backend>>(this->largest());
    this->addCopy("sweep", input);
    this->addMethod("sweep", input, ComparedMethod::CubCompact, settings_.kept);
    addVariants<Backend>([&](const std::string& name, bool ordered, const auto& run) {
      this->add("sweep", name, input, ordered, settings_.kept, 0, run);
    });
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

  /// Figure 11 of Moreira et al. is the whole compaction, figures 12 and 13 the part within blocks.
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
      // In place the next run would find its work done: each has fresh items and is timed alone.
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

private:
  using Input = std::shared_ptr<ArrayInput<Backend>>;

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
  /// Twice, because the first run makes the workspace and the second finds it used.
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
  if (settings.sweep)
  {
    maker.sweep();
  }
  if (settings.rays)
  {
    maker.rays();
  }
  if (settings.density)
  {
    maker.density();
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
