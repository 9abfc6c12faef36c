// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CudaCompactor.cuh"
#include "Device/LaunchSettings.cuh"
#include "Laboratory/Compaction/ArrayCompaction.cuh"
#include "Laboratory/Compaction/BaselineCompactor.h"
#include "Laboratory/Compaction/InPlaceCompactor.cuh"
#include "Laboratory/Compaction/LibraryCompaction.cuh"
#include "Laboratory/Compaction/OutOfKernel.cuh"

#include <algorithm>
#include <cstdint>

namespace inkray
{

template <int Block, class Kernel>
__global__ void __launch_bounds__(Block)
  writeCandidatesKernel(ItemCount count, const __grid_constant__ Kernel kernel)
{
  const auto n = static_cast<std::int64_t>(count.get());
  for (std::int64_t i = std::int64_t(blockIdx.x) * Block + threadIdx.x; i < n;
       i += std::int64_t(gridDim.x) * Block)
    kernel(i);
}

/// Every compaction of the papers on a CUDA device (the calls are documented in BaselineCompactor.h).
template <>
class BaselineCompactor<CudaBackend> : public Compactor<CudaBackend>
{
public:
  using Method = ComparedMethod;

  void reserve(CudaBackend& backend, std::int64_t maxItems, int numOutputs)
  {
    this->Compactor::reserve(backend, maxItems, numOutputs);
    baselines_.reserveWork(backend);
    inPlace_.reserve(backend, maxItems);
    for (int output = 0; output < numOutputs; ++output)
      baselines_.reserveCandidates(backend, maxItems, output, 8);
  }

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compact(
    CudaBackend& backend, Method method, std::int64_t n, const Kernel& kernel, const Queue<T>&... queues)
  {
    if (inKernel(method))
      this->Compactor::compact<Block, ItemsPerThread>(
        backend, static_cast<CompactionMethod>(method), n, kernel, queues...);
    else
      this->outOfKernel<Block>(
        backend, method, { nullptr, static_cast<std::uint64_t>(n) }, kernel, queues...);
  }
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactCounted(CudaBackend& backend, Method method, const std::uint64_t* n, std::int64_t maxN,
    const Kernel& kernel, const Queue<T>&... queues)
  {
    if (inKernel(method))
      this->Compactor::compactCounted<Block, ItemsPerThread>(
        backend, static_cast<CompactionMethod>(method), n, maxN, kernel, queues...);
    else
      this->outOfKernel<Block>(backend, method, { n, static_cast<std::uint64_t>(maxN) }, kernel, queues...);
  }

  void release()
  {
    this->Compactor::release();
    baselines_ = {};
    inPlace_ = {};
  }

  template <class T, class Predicate>
  void compactArray(CudaBackend& backend, Method method, const T* in, std::int64_t n,
    const Predicate& predicate, const Queue<T>& queue)
  {
    const ArraySource<T, Predicate> source{ in, predicate };
    switch (method)
    {
      case Method::InKCompactLookBack:
        if (n >= ringFrom && arrayRing<RingTuning<8, 8, 7, 4>>(backend, in, n, predicate, queue))
          return;
        return arrayLookBack<ArrayTuning<256, 2 * tunedItems<T>, 3>>(backend, in, n, predicate, queue);
      case Method::InKCollate:
        return arrayCollate<ArrayTuning<256, 2 * tunedItems<T>, 4>>(backend, in, n, predicate, queue);
      default:
        return fromSource(backend, method, { nullptr, static_cast<std::uint64_t>(n) }, source, queue, 0);
    }
  }

  /// The array forms of the in-kernel methods, with every choice open for measurements.
  template <class Tuning, class T, class Predicate>
  void arrayLookBack(
    CudaBackend& backend, const T* in, std::int64_t n, const Predicate& predicate, const Queue<T>& queue)
  {
    const CudaBackend::Launch launch(backend);
    workspace_.reserveState(backend, n);
    const auto function = arrayLookBackKernel<Tuning, T, Predicate>;
    const std::size_t stage = ArrayLookBack<Tuning, T>::stageItems * sizeof(T);
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return prepare(function, Tuning::block, stage); });
    const std::uint64_t tiles =
      std::max<std::uint64_t>((static_cast<std::uint64_t>(n) + Tuning::tileSize - 1) / Tuning::tileSize, 1);
    const auto blocks = static_cast<unsigned>(
      std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()));
    function<<<blocks, Tuning::block, stage, launch.stream>>>(in, static_cast<std::uint64_t>(n), predicate,
      queue, workspace_.ticket(), workspace_.tiles(0), aligned(in));
    checkCuda(cudaGetLastError(), "launch of InKCompact, look-back");
  }

  /// Compacts by look-back through a ring in shared memory. Returns false, and does nothing, in these cases:
  /// the device or the compiled kernels have no bulk copies, shared memory is too small, or no item of the
  /// array begins at a multiple of 16 bytes.
  template <class Tuning, class T, class Predicate>
  bool arrayRing(
    CudaBackend& backend, const T* in, std::int64_t n, const Predicate& predicate, const Queue<T>& queue)
  {
    const CudaBackend::Launch launch(backend);
    using Ring = ArrayRing<Tuning, T>;
    const auto function = arrayRingKernel<Tuning, T, Predicate>;
    static LaunchSettings settings;
    const int resident = settings.get(backend.ordinal(), [&] {
      cudaFuncAttributes attributes{};
      int most = 0;
      checkCuda(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes");
      checkCuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, backend.ordinal()),
        "cudaDeviceGetAttribute");
      if (!INKRAY_HAS_BULK_COPIES || attributes.ptxVersion < 90 ||
        attributes.sharedSizeBytes + Tuning::stageBytes > static_cast<std::size_t>(most))
        return 0;
      return prepare(function, Tuning::block, Tuning::stageBytes);
    });
    const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(in) % 16;
    if (resident == 0 || past % sizeof(T) != 0)
      return false;
    workspace_.reserveState(backend, n);
    const auto shift = static_cast<std::uint32_t>(past / sizeof(T));
    const std::uint64_t tiles = std::max<std::uint64_t>(
      (static_cast<std::uint64_t>(n) + shift + Ring::tileSize - 1) / Ring::tileSize, 1);
    const auto blocks = static_cast<unsigned>(
      std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()));
    function<<<blocks, Tuning::block, Tuning::stageBytes, launch.stream>>>(
      in, static_cast<std::uint64_t>(n), shift, predicate, queue, workspace_.ticket(), workspace_.tiles(0));
    checkCuda(cudaGetLastError(), "launch of InKCompact, look-back through a ring");
    return true;
  }

  template <class Tuning, class T, class Predicate>
  void arrayCollate(
    CudaBackend& backend, const T* in, std::int64_t n, const Predicate& predicate, const Queue<T>& queue)
  {
    const CudaBackend::Launch launch(backend);
    workspace_.reserveState(backend, n);
    const auto function = arrayCollateKernel<Tuning, T, Predicate>;
    const std::size_t stage = Tuning::tileSize * sizeof(T);
    static LaunchSettings settings;
    settings.get(backend.ordinal(), [&] { return prepare(function, Tuning::block, stage); });
    const std::uint64_t tiles =
      std::max<std::uint64_t>((static_cast<std::uint64_t>(n) + Tuning::tileSize - 1) / Tuning::tileSize, 1);
    function<<<static_cast<unsigned>(tiles), Tuning::block, stage, launch.stream>>>(
      in, static_cast<std::uint64_t>(n), predicate, queue, workspace_.taken(0), aligned(in));
    checkCuda(cudaGetLastError(), "launch of InKCollate");
  }

  /// HornCompact and JumpingJack in blocks of Block Items elements, for measurements.
  template <class Search, int Block, int Items, class T, class Predicate>
  void arrayGather(
    CudaBackend& backend, const T* in, std::int64_t n, const Predicate& predicate, const Queue<T>& queue)
  {
    OutOfKernel::blockGather<Search, Block, Items>(backend, { nullptr, static_cast<std::uint64_t>(n) },
      ArraySource<T, Predicate>{ in, predicate }, queue, workspace_);
  }

protected:
  /// A kernel writes every item and whether it is valid (Hughes et al., section 3.2); then a compaction
  /// follows for each output.
  template <int Block, class Kernel, class T>
  void outOfKernel(
    CudaBackend& backend, Method method, ItemCount n, const Kernel& kernel, const Queue<T>& queue)
  {
    baselines_.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 0, sizeof(T));
    write<Block>(
      backend, n, WriteCandidates<Kernel, T>{ kernel, baselines_.candidates<T>(0), baselines_.valid() });
    fromSource(
      backend, method, n, CandidateSource<T>{ baselines_.candidates<T>(0), baselines_.valid(), 1 }, queue, 0);
  }

  template <int Block, class Kernel, class A, class B>
  void outOfKernel(CudaBackend& backend, Method method, ItemCount n, const Kernel& kernel,
    const Queue<A>& queueA, const Queue<B>& queueB)
  {
    baselines_.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 0, sizeof(A));
    baselines_.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 1, sizeof(B));
    A* const a = baselines_.candidates<A>(0);
    B* const b = baselines_.candidates<B>(1);
    write<Block>(backend, n, WriteTwoCandidates<Kernel, A, B>{ kernel, a, b, baselines_.valid() });
    fromSource(backend, method, n, CandidateSource<A>{ a, baselines_.valid(), 1 }, queueA, 0);
    fromSource(backend, method, n, CandidateSource<B>{ b, baselines_.valid(), 2 }, queueB, 1);
  }

private:
  /// The number of items from which the ring is filled often enough to pay.
  static constexpr std::int64_t ringFrom = std::int64_t(1) << 24;

  template <class T>
  static constexpr int tunedItems = sizeof(T) == 4 ? 16
    : sizeof(T) == 8                               ? 8
                                                   : 4;

  template <class T>
  static bool aligned(const T* in)
  {
    return reinterpret_cast<std::uintptr_t>(in) % 16 == 0;
  }

  /// Allows the dynamic shared memory, and returns the number of blocks that a multiprocessor holds.
  template <class Function>
  static int prepare(Function function, int block, std::size_t dynamicShared)
  {
    checkCuda(cudaFuncSetAttribute(
                function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(dynamicShared)),
      "cudaFuncSetAttribute");
    return LaunchSettings::residentBlocks(function, block, dynamicShared);
  }

  template <int Block, class Kernel>
  void write(CudaBackend& backend, ItemCount n, const Kernel& kernel)
  {
    const CudaBackend::Launch launch(backend);
    const auto function = writeCandidatesKernel<Block, Kernel>;
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return LaunchSettings::residentBlocks(function, Block); });
    function<<<numCompactionBlocks(backend, n, Block, resident), Block, 0, launch.stream>>>(n, kernel);
    checkCuda(cudaGetLastError(), "launch of a kernel before a compaction");
  }

  /// Compacts items that lie in memory.
  template <class Source, class T>
  void fromSource(
    CudaBackend& backend, Method method, ItemCount n, const Source& source, const Queue<T>& queue, int output)
  {
    switch (method)
    {
      case Method::ChagCompact:
        return OutOfKernel::chag(backend, n, source, queue, baselines_);
      case Method::HornCompact:
        return OutOfKernel::blockGather<HornSearch, 256, 1>(backend, n, source, queue, workspace_);
      case Method::JumpingJack:
        return OutOfKernel::blockGather<JumpingJackSearch, 256, 1>(backend, n, source, queue, workspace_);
      case Method::JumpingJackInPlace:
        return inPlace_.fill(backend, n, source, queue);
      case Method::ThrustCompact:
      case Method::CubCompact:
        return library(backend, method, n, source, queue, output);
      default:
        // OfKCompact; InKCompact over an array does the same.
        workspace_.reserveState(backend, static_cast<std::int64_t>(n.most));
        workspace_.reserveIntermediate(backend, static_cast<std::int64_t>(n.most), 0, sizeof(T));
        return launchInKernel<InKCompact<256, 4>, 256, 4>(backend, n, ReadSource<Source>{ source }, queue);
    }
  }

  template <class Source, class T>
  void library(
    CudaBackend& backend, Method method, ItemCount n, const Source& source, const Queue<T>& queue, int output)
  {
    const CudaBackend::Launch launch(backend);
    // The libraries take their number of items from the host, so a number on the device is read back.
    const auto number =
      static_cast<std::int64_t>(n.counter ? std::min(backend.read(n.counter), n.most) : n.most);
    // The libraries write all survivors. Where the queue may be too small, they write to the intermediate
    // buffer first.
    const bool mayOverflow = queue.capacity < static_cast<std::uint64_t>(number);
    if (mayOverflow)
      workspace_.reserveIntermediate(backend, number, output, sizeof(T));
    T* const out = mayOverflow ? workspace_.intermediate<T>(output) : queue.items;
    if (method == Method::CubCompact)
      LibraryCompaction::cub(backend, source, number, out, queue.count, baselines_.libraries());
    else
      LibraryCompaction::thrust(backend, source, number, out, queue.count, baselines_.libraries());
    if (!mayOverflow)
      return;
    copyWithinKernel<<<static_cast<unsigned>(backend.multiprocessors()) * 8, 256, 0, launch.stream>>>(
      out, queue);
    checkCuda(cudaGetLastError(), "launch of a copy");
  }

  BaselineWorkspace baselines_;
  InPlaceCompactor<CudaBackend> inPlace_;
};

} // namespace inkray
