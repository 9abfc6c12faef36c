// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Arrays to compact, on any backend: random items, the check of the survivors against the host, and the
/// clock of one run.
#include "Device/Device.h"
#include "Laboratory/Compaction/BaselineCompactor.h"
#ifdef __CUDACC__
#include "Laboratory/Compaction/BaselineCompactor.cuh"
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <tbb/parallel_sort.h>

namespace inkray::bench
{

/// Returns a random item (a mixing function of 64 bits, Steele et al. 2014).
INKRAY_HD std::uint32_t randomItem(std::uint64_t seed, std::int64_t i)
{
  std::uint64_t z = seed * 0x9e3779b97f4a7c15ull + static_cast<std::uint64_t>(i) * 0xd1342543de82ef95ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return static_cast<std::uint32_t>((z ^ (z >> 31)) >> 32);
}

/// An item is valid when its upper 31 bits are below a limit, which may be 2^31.
struct Below
{
  std::uint32_t limit;
  INKRAY_HD bool operator()(std::uint32_t item) const { return (item >> 1) < limit; }
};

struct FillRandom
{
  std::uint64_t seed;
  std::uint32_t* to;
  INKRAY_HD void operator()(std::int64_t i) const { to[i] = randomItem(seed, i); }
};

struct CopyItems
{
  const std::uint32_t* from;
  std::uint32_t* to;
  INKRAY_HD void operator()(std::int64_t i) const { to[i] = from[i]; }
};

/// An array of random items in a backend's memory, and a queue for its survivors.
template <class Backend>
class ArrayInput
{
public:
  explicit ArrayInput(std::int64_t numItems)
    : n(numItems)
    , in(backend, std::max<std::int64_t>(n, 1))
    , out(backend, std::max<std::int64_t>(n, 1))
    , count(backend, 1)
  {
  }

  void fill(std::uint64_t seed, double kept)
  {
    seed_ = seed;
    limit_ = static_cast<std::uint32_t>(std::llround(kept * 2147483648.0));
    backend.forEach(n, FillRandom{ seed, in.data() });
    backend.synchronize();
  }
  Below predicate() const { return { limit_ }; }
  Queue<std::uint32_t> queue() { return { out.data(), static_cast<std::uint64_t>(n), count.data() }; }

  void spoil()
  {
    backend.zero(out.data(), out.bytes());
    backend.zero(count.data(), count.bytes());
  }

  /// Throws unless the queue holds the survivors.
  void check(const std::string& name, bool ordered) { this->compare(name, ordered, out.data()); }

  void checkInPlace()
  {
    this->inPlace();
    this->compare("JumpingJackInPlace, in place", false, in.data());
  }
  double timeInPlace()
  {
    // Each reading is one run: the next run would find its work done.
    backend.synchronize();
    backend.mark(0);
    this->inPlace();
    backend.mark(1);
    backend.synchronize();
    return backend.elapsed(0, 1);
  }

  void copy()
  {
#ifdef __CUDACC__
    if constexpr (Backend::isDevice)
    {
      checkCuda(cudaMemcpyAsync(out.data(), in.data(), static_cast<std::size_t>(n) * sizeof(std::uint32_t),
                  cudaMemcpyDeviceToDevice, CudaBackend::Launch(backend).stream),
        "cudaMemcpyAsync");
      return;
    }
#endif
    backend.template forEach<1024>(n, CopyItems{ in.data(), out.data() });
  }

  /// Returns the milliseconds of one run: it times a batch that takes long against the clock, on the
  /// backend's own clock.
  template <class Run>
  double time(const Run& run)
  {
    const int batch = static_cast<int>(std::clamp<std::int64_t>(
      (std::int64_t(1) << (Backend::isDevice ? 30 : 20)) / std::max<std::int64_t>(n, 1), 1, 100));
    run();
    backend.synchronize();
    backend.mark(0);
    for (int k = 0; k < batch; ++k)
      run();
    backend.mark(1);
    backend.synchronize();
    return backend.elapsed(0, 1) / batch;
  }

  Backend backend;
  std::int64_t n;
  typename Backend::template Array<std::uint32_t> in, out;
  typename Backend::template Array<std::uint64_t> count;
  BaselineCompactor<Backend> compactor;

private:
  void inPlace()
  {
    compactor.compactArray(backend, ComparedMethod::JumpingJackInPlace, in.data(), n, this->predicate(),
      Queue<std::uint32_t>{ in.data(), static_cast<std::uint64_t>(n), count.data() });
  }

  void compare(const std::string& name, bool ordered, const std::uint32_t* items)
  {
    if (referenceOf_ != std::make_pair(seed_, limit_))
    {
      reference_.clear();
      for (std::int64_t i = 0; i < n; ++i)
      {
        const std::uint32_t item = randomItem(seed_, i);
        if (this->predicate()(item))
          reference_.push_back(item);
      }
      sorted_ = reference_;
      tbb::parallel_sort(sorted_.begin(), sorted_.end());
      referenceOf_ = { seed_, limit_ };
    }
    if (backend.read(count.data()) != reference_.size())
      throw std::runtime_error(name + ": counts " + std::to_string(backend.read(count.data())) +
        " survivors, there are " + std::to_string(reference_.size()));
    std::vector<std::uint32_t> got(reference_.size());
    if (!got.empty())
      backend.copyToHost(got.data(), items, got.size() * sizeof(std::uint32_t));
    if (!ordered)
      tbb::parallel_sort(got.begin(), got.end());
    if (got != (ordered ? reference_ : sorted_))
      throw std::runtime_error(name + ": wrong survivors");
  }

  std::uint64_t seed_ = 0;
  std::uint32_t limit_ = 0;
  std::pair<std::uint64_t, std::uint32_t> referenceOf_{ ~std::uint64_t(0), 0 };
  std::vector<std::uint32_t> reference_, sorted_;
};

} // namespace inkray::bench
