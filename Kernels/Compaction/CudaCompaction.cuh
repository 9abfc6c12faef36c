// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Baselines/ArrayCompaction.cuh"
#include "Compaction/Baselines/LibraryCompaction.cuh"
#include "Compaction/Baselines/OutOfKernel.cuh"
#include "Compaction/CompactItems.h"
#include "Compaction/CompactionMethod.h"
#include "Compaction/CudaCompactionWorkspace.cuh"
#include "Compaction/ItemSource.h"
#include "Compaction/LaunchShape.cuh"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaError.cuh"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace inkray
{

template <class Method, int Block, int Items, class Kernel, class T>
__global__ void __launch_bounds__(Block) compactKernel(ItemCount n, const __grid_constant__ Kernel kernel,
  std::uint64_t* ticket, typename Method::template State<T> state, Queue<T> queue)
{
  using Body = CompactItems<Method, Block, Items, 1>;
  __shared__ typename Body::Shared shared;
  Body::run(CudaContext<Block>(), shared, ticket, n.get(), kernel, state, queue);
}

template <class Method, int Block, int Items, class Kernel, class A, class B>
__global__ void __launch_bounds__(Block) compactTwoKernel(ItemCount n, const __grid_constant__ Kernel kernel,
  std::uint64_t* ticket, typename Method::template State<A> stateA, Queue<A> queueA,
  typename Method::template State<B> stateB, Queue<B> queueB)
{
  using Body = CompactItems<Method, Block, Items, 2>;
  __shared__ typename Body::Shared shared;
  Body::run(CudaContext<Block>(), shared, ticket, n.get(), kernel, stateA, queueA, stateB, queueB);
}

template <int Block, class Kernel>
__global__ void __launch_bounds__(Block)
  writeCandidatesKernel(ItemCount count, const __grid_constant__ Kernel kernel)
{
  const auto n = static_cast<std::int64_t>(count.get());
  for (std::int64_t i = std::int64_t(blockIdx.x) * Block + threadIdx.x; i < n;
       i += std::int64_t(gridDim.x) * Block)
    kernel(i);
}

/// The calls of CudaBackend that compact.
template <class Backend>
class CudaCompaction
{
public:
  using Workspace = CudaCompactionWorkspace<Backend>;

  static void reserve(Backend& backend, Workspace& workspace, std::int64_t maxItems, int numOutputs)
  {
    workspace.reserveState(backend, maxItems);
    workspace.reserveWork(backend, maxItems);
    for (int output = 0; output < numOutputs; ++output)
    {
      workspace.reserveIntermediate(backend, maxItems, output, 8);
      workspace.reserveCandidates(backend, maxItems, output, 8);
    }
  }

  /// compact and compactCounted, into one queue or two.
  template <int Block, int Items, class Kernel, class... T>
  static void run(Backend& backend, CompactionMethod method, ItemCount n, const Kernel& kernel,
    Workspace& workspace, const Queue<T>&... queues)
  {
    static_assert(Block * Items >= Workspace::smallestTile && Block * Items <= Workspace::largestTile,
      "tiles of 32 to 32768 items");
    const auto most = static_cast<std::int64_t>(n.most);
    workspace.reserveState(backend, most);
    switch (method)
    {
      case CompactionMethod::InKCompactLookBack:
        if (!n.counter && launchResident<Block, Items>(backend, n, kernel, workspace, queues...))
          return;
        return launchInKernel<InKCompactLookBack<Block, Items>, Block, Items>(
          backend, n, kernel, workspace, queues...);
      case CompactionMethod::InKCollate:
        return launchInKernel<InKCollate<Block, Items>, Block, Items>(
          backend, n, kernel, workspace, queues...);
      case CompactionMethod::InKCompact:
      {
        int output = 0;
        (workspace.reserveIntermediate(backend, most, output++, sizeof(T)), ...);
        return launchInKernel<InKCompact<Block, Items>, Block, Items>(
          backend, n, kernel, workspace, queues...);
      }
      default:
        return outOfKernel<Block>(backend, method, n, kernel, workspace, queues...);
    }
  }

  /// compactArray.
  template <class T, class Predicate>
  static void array(Backend& backend, CompactionMethod method, const T* in, std::int64_t n,
    const Predicate& predicate, const Queue<T>& queue, Workspace& workspace)
  {
    const ArraySource<T, Predicate> source{ in, predicate };
    switch (method)
    {
      case CompactionMethod::InKCompactLookBack:
        if (n >= ringFrom && arrayRing<RingTuning<8, 8, 7, 4>>(backend, in, n, predicate, queue, workspace))
          return;
        return arrayLookBack<ArrayTuning<256, 2 * tunedItems<T>, 3>>(
          backend, in, n, predicate, queue, workspace);
      case CompactionMethod::InKCollate:
        return arrayCollate<ArrayTuning<256, 2 * tunedItems<T>, 4>>(
          backend, in, n, predicate, queue, workspace);
      default:
        return fromSource(
          backend, method, { nullptr, static_cast<std::uint64_t>(n) }, source, queue, 0, workspace);
    }
  }

  /// The array forms of the in-kernel methods with every choice open, for measurements.
  template <class Tuning, class T, class Predicate>
  static void arrayLookBack(Backend& backend, const T* in, std::int64_t n, const Predicate& predicate,
    const Queue<T>& queue, Workspace& workspace)
  {
    workspace.reserveState(backend, n);
    const auto function = arrayLookBackKernel<Tuning, T, Predicate>;
    const std::size_t stage = ArrayLookBack<Tuning, T>::stageItems * sizeof(T);
    static const int resident = prepare(function, Tuning::block, stage);
    const std::uint64_t tiles =
      std::max<std::uint64_t>((static_cast<std::uint64_t>(n) + Tuning::tileSize - 1) / Tuning::tileSize, 1);
    const auto blocks = static_cast<unsigned>(
      std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()));
    function<<<blocks, Tuning::block, stage, backend.stream()>>>(in, static_cast<std::uint64_t>(n), predicate,
      queue, workspace.ticket(), workspace.tiles(0), aligned(in));
    checkCuda(cudaGetLastError(), "launch of InKCompact, look-back");
  }

  /// Look-back through a ring in shared memory. False, and nothing is done, where the device or the way the
  /// kernels are compiled has no bulk copies, where shared memory is too small, or where the array lies so
  /// that no item begins at a multiple of 16 bytes.
  template <class Tuning, class T, class Predicate>
  static bool arrayRing(Backend& backend, const T* in, std::int64_t n, const Predicate& predicate,
    const Queue<T>& queue, Workspace& workspace)
  {
    using Ring = ArrayRing<Tuning, T>;
    const auto function = arrayRingKernel<Tuning, T, Predicate>;
    static const int resident = [&] {
      cudaFuncAttributes attributes{};
      int device = 0, most = 0;
      checkCuda(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes");
      checkCuda(cudaGetDevice(&device), "cudaGetDevice");
      checkCuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
        "cudaDeviceGetAttribute");
      if (attributes.ptxVersion < 90 ||
        attributes.sharedSizeBytes + Tuning::stageBytes > static_cast<std::size_t>(most))
        return 0;
      return prepare(function, Tuning::block, Tuning::stageBytes);
    }();
    const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(in) % 16;
    if (resident == 0 || past % sizeof(T) != 0)
      return false;
    workspace.reserveState(backend, n);
    const auto shift = static_cast<std::uint32_t>(past / sizeof(T));
    const std::uint64_t tiles = std::max<std::uint64_t>(
      (static_cast<std::uint64_t>(n) + shift + Ring::tileSize - 1) / Ring::tileSize, 1);
    const auto blocks = static_cast<unsigned>(
      std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()));
    function<<<blocks, Tuning::block, Tuning::stageBytes, backend.stream()>>>(
      in, static_cast<std::uint64_t>(n), shift, predicate, queue, workspace.ticket(), workspace.tiles(0));
    checkCuda(cudaGetLastError(), "launch of InKCompact, look-back through a ring");
    return true;
  }

  template <class Tuning, class T, class Predicate>
  static void arrayCollate(Backend& backend, const T* in, std::int64_t n, const Predicate& predicate,
    const Queue<T>& queue, Workspace& workspace)
  {
    workspace.reserveState(backend, n);
    const auto function = arrayCollateKernel<Tuning, T, Predicate>;
    const std::size_t stage = Tuning::tileSize * sizeof(T);
    static const int resident = prepare(function, Tuning::block, stage);
    static_cast<void>(resident);
    const std::uint64_t tiles =
      std::max<std::uint64_t>((static_cast<std::uint64_t>(n) + Tuning::tileSize - 1) / Tuning::tileSize, 1);
    function<<<static_cast<unsigned>(tiles), Tuning::block, stage, backend.stream()>>>(
      in, static_cast<std::uint64_t>(n), predicate, queue, workspace.taken(0), aligned(in));
    checkCuda(cudaGetLastError(), "launch of InKCollate");
  }

  /// Look-back between clusters of blocks; needs compute capability 9.0.
  template <class Tuning, int ClusterSize, class T, class Predicate>
  static void arrayCluster(Backend& backend, const T* in, std::int64_t n, const Predicate& predicate,
    const Queue<T>& queue, Workspace& workspace)
  {
    workspace.reserveState(backend, n);
    const auto function = arrayClusterKernel<Tuning, ClusterSize, T, Predicate>;
    const std::size_t stage = Tuning::tileSize * sizeof(T);
    static const int resident = prepare(function, Tuning::block, stage);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = { ClusterSize, 1, 1 };
    cudaLaunchConfig_t config{};
    config.blockDim = dim3(Tuning::block);
    config.dynamicSmemBytes = stage;
    config.stream = backend.stream();
    config.attrs = &attribute;
    config.numAttrs = 1;
    config.gridDim = dim3(ClusterSize);
    // A cluster lies within one group of multiprocessors, so fewer blocks may fit than without clusters.
    static const int residentClusters = [&] {
      int clusters = 0;
      checkCuda(
        cudaOccupancyMaxActiveClusters(&clusters, function, &config), "cudaOccupancyMaxActiveClusters");
      return std::max(std::min(clusters, resident * backend.multiprocessors() / ClusterSize), 1);
    }();
    const std::uint64_t tileSize = Tuning::tileSize * ClusterSize;
    const std::uint64_t tiles =
      std::max<std::uint64_t>((static_cast<std::uint64_t>(n) + tileSize - 1) / tileSize, 1);
    config.gridDim =
      dim3(static_cast<unsigned>(std::min<std::uint64_t>(tiles, residentClusters)) * ClusterSize);
    checkCuda(cudaLaunchKernelEx(&config, function, in, static_cast<std::uint64_t>(n), predicate, queue,
                workspace.ticket(), workspace.tiles(0), aligned(in)),
      "launch of InKCompact, look-back between clusters");
  }

  /// HornCompact and JumpingJack in blocks of Block Items elements, for measurements.
  template <class Search, int Block, int Items, class T, class Predicate>
  static void arrayGather(Backend& backend, const T* in, std::int64_t n, const Predicate& predicate,
    const Queue<T>& queue, Workspace& workspace)
  {
    OutOfKernel<Backend>::template blockGather<Search, Block, Items>(backend,
      { nullptr, static_cast<std::uint64_t>(n) }, ArraySource<T, Predicate>{ in, predicate }, queue,
      workspace);
  }

  /// InKCompactResident, in a cooperative launch. False, and nothing is done, where not all blocks run at a
  /// time.
  template <int Block, int Items, class Kernel, class... T>
  static bool launchResident(
    Backend& backend, ItemCount n, const Kernel& kernel, Workspace& workspace, const Queue<T>&... queues)
  {
    using Method = InKCompactResident<Block, Items>;
    const auto function = inKernel<Method, Block, Items, Kernel, T...>();
    static const int resident = [&] {
      int device = 0, together = 0;
      checkCuda(cudaGetDevice(&device), "cudaGetDevice");
      checkCuda(
        cudaDeviceGetAttribute(&together, cudaDevAttrCooperativeLaunch, device), "cudaDeviceGetAttribute");
      return together ? LaunchShape::residentBlocks(function, Block) : 0;
    }();
    const std::uint64_t tiles =
      std::max<std::uint64_t>((n.most + Method::tileSize - 1) / Method::tileSize, 1);
    if (tiles > std::uint64_t(resident) * backend.multiprocessors())
      return false;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(tiles));
    config.blockDim = dim3(Block);
    config.stream = backend.stream();
    config.attrs = &attribute;
    config.numAttrs = 1;
    const cudaError_t code = launchWith<Method>(config, function, n, kernel, workspace, queues...);
    if (code == cudaErrorCooperativeLaunchTooLarge)
    {
      cudaGetLastError(); // the device is shared, and not all of it is ours
      return false;
    }
    checkCuda(code, "launch of a compacting kernel with all blocks at a time");
    return true;
  }

  /// A compacting kernel with one of InKCompactLookBack, InKCompact, InKCollate. The room is reserved.
  template <class Method, int Block, int Items, class Kernel, class T>
  static void launchInKernel(
    Backend& backend, ItemCount n, const Kernel& kernel, Workspace& workspace, const Queue<T>& queue)
  {
    const auto function = compactKernel<Method, Block, Items, Kernel, T>;
    static const int resident = LaunchShape::residentBlocks(function, Block);
    function<<<LaunchShape::numBlocks(backend, n, Block * Items, resident), Block, 0, backend.stream()>>>(
      n, kernel, workspace.ticket(), workspace.template stateOf<Method, T>(0), queue);
    checkCuda(cudaGetLastError(), "launch of a compacting kernel");
  }

  template <class Method, int Block, int Items, class Kernel, class A, class B>
  static void launchInKernel(Backend& backend, ItemCount n, const Kernel& kernel, Workspace& workspace,
    const Queue<A>& queueA, const Queue<B>& queueB)
  {
    const auto function = compactTwoKernel<Method, Block, Items, Kernel, A, B>;
    static const int resident = LaunchShape::residentBlocks(function, Block);
    function<<<LaunchShape::numBlocks(backend, n, Block * Items, resident), Block, 0, backend.stream()>>>(n,
      kernel, workspace.ticket(), workspace.template stateOf<Method, A>(0), queueA,
      workspace.template stateOf<Method, B>(1), queueB);
    checkCuda(cudaGetLastError(), "launch of a compacting kernel");
  }

private:
  template <class Method, int Block, int Items, class Kernel, class... T>
  static constexpr auto inKernel()
  {
    if constexpr (sizeof...(T) == 1)
      return compactKernel<Method, Block, Items, Kernel, T...>;
    else
      return compactTwoKernel<Method, Block, Items, Kernel, T...>;
  }
  template <class Method, class Function, class Kernel, class T>
  static cudaError_t launchWith(const cudaLaunchConfig_t& config, Function function, ItemCount n,
    const Kernel& kernel, Workspace& workspace, const Queue<T>& queue)
  {
    return cudaLaunchKernelEx(
      &config, function, n, kernel, workspace.ticket(), workspace.template stateOf<Method, T>(0), queue);
  }
  template <class Method, class Function, class Kernel, class A, class B>
  static cudaError_t launchWith(const cudaLaunchConfig_t& config, Function function, ItemCount n,
    const Kernel& kernel, Workspace& workspace, const Queue<A>& queueA, const Queue<B>& queueB)
  {
    return cudaLaunchKernelEx(&config, function, n, kernel, workspace.ticket(),
      workspace.template stateOf<Method, A>(0), queueA, workspace.template stateOf<Method, B>(1), queueB);
  }

  /// Items from which the ring is filled often enough to pay.
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

  /// Allow the dynamic shared memory; blocks that a multiprocessor holds.
  template <class Function>
  static int prepare(Function function, int block, std::size_t dynamicShared)
  {
    checkCuda(cudaFuncSetAttribute(
                function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(dynamicShared)),
      "cudaFuncSetAttribute");
    return LaunchShape::residentBlocks(function, block, dynamicShared);
  }

  /// The kernel leaves every item and whether it is valid (Hughes et al., section 3.2); then the compaction,
  /// once for each output.
  template <int Block, class Kernel, class T>
  static void outOfKernel(Backend& backend, CompactionMethod method, ItemCount n, const Kernel& kernel,
    Workspace& workspace, const Queue<T>& queue)
  {
    workspace.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 0, sizeof(T));
    write<Block>(backend, n,
      WriteCandidates<Kernel, T>{ kernel, workspace.template candidates<T>(0), workspace.valid() });
    fromSource(backend, method, n,
      CandidateSource<T>{ workspace.template candidates<T>(0), workspace.valid(), 1 }, queue, 0, workspace);
  }

  template <int Block, class Kernel, class A, class B>
  static void outOfKernel(Backend& backend, CompactionMethod method, ItemCount n, const Kernel& kernel,
    Workspace& workspace, const Queue<A>& queueA, const Queue<B>& queueB)
  {
    workspace.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 0, sizeof(A));
    workspace.reserveCandidates(backend, static_cast<std::int64_t>(n.most), 1, sizeof(B));
    A* const a = workspace.template candidates<A>(0);
    B* const b = workspace.template candidates<B>(1);
    write<Block>(backend, n, WriteTwoCandidates<Kernel, A, B>{ kernel, a, b, workspace.valid() });
    fromSource(backend, method, n, CandidateSource<A>{ a, workspace.valid(), 1 }, queueA, 0, workspace);
    fromSource(backend, method, n, CandidateSource<B>{ b, workspace.valid(), 2 }, queueB, 1, workspace);
  }

  template <int Block, class Kernel>
  static void write(Backend& backend, ItemCount n, const Kernel& kernel)
  {
    const auto function = writeCandidatesKernel<Block, Kernel>;
    static const int resident = LaunchShape::residentBlocks(function, Block);
    function<<<LaunchShape::numBlocks(backend, n, Block, resident), Block, 0, backend.stream()>>>(n, kernel);
    checkCuda(cudaGetLastError(), "launch of a kernel before a compaction");
  }

  /// Compaction of items that lie in memory.
  template <class Source, class T>
  static void fromSource(Backend& backend, CompactionMethod method, ItemCount n, const Source& source,
    const Queue<T>& queue, int output, Workspace& workspace)
  {
    using Methods = OutOfKernel<Backend>;
    switch (method)
    {
      case CompactionMethod::ChagCompact:
        return Methods::chag(backend, n, source, queue, workspace);
      case CompactionMethod::HornCompact:
        return Methods::template blockGather<HornSearch, 256, 1>(backend, n, source, queue, workspace);
      case CompactionMethod::JumpingJack:
        return Methods::template blockGather<JumpingJackSearch, 256, 1>(backend, n, source, queue, workspace);
      case CompactionMethod::JumpingJackInPlace:
        return Methods::holeFill(backend, n, source, queue, workspace);
      case CompactionMethod::ThrustCompact:
      case CompactionMethod::CubCompact:
        return library(backend, method, n, source, queue, output, workspace);
      default:
        // OfKCompact; and what InKCompact is when the items lie in an array.
        workspace.reserveState(backend, static_cast<std::int64_t>(n.most));
        workspace.reserveIntermediate(backend, static_cast<std::int64_t>(n.most), 0, sizeof(T));
        return launchInKernel<InKCompact<256, 4>, 256, 4>(
          backend, n, ReadSource<Source>{ source }, workspace, queue);
    }
  }

  template <class Source, class T>
  static void library(Backend& backend, CompactionMethod method, ItemCount n, const Source& source,
    const Queue<T>& queue, int output, Workspace& workspace)
  {
    // The libraries take their number of items from the host, so one that stands on the device is read back.
    const auto number =
      static_cast<std::int64_t>(n.counter ? std::min(backend.read(n.counter), n.most) : n.most);
    // They write all survivors: where the queue may be too small they go elsewhere first.
    const bool mayOverflow = queue.capacity < static_cast<std::uint64_t>(number);
    if (mayOverflow)
      workspace.reserveIntermediate(backend, number, output, sizeof(T));
    T* const out = mayOverflow ? workspace.template intermediate<T>(output) : queue.items;
    if (method == CompactionMethod::CubCompact)
      LibraryCompaction<Backend>::cub(backend, source, number, out, queue.count, workspace.temporary);
    else
      LibraryCompaction<Backend>::thrust(backend, source, number, out, queue.count);
    if (!mayOverflow)
      return;
    copyWithinKernel<<<static_cast<unsigned>(backend.multiprocessors()) * 8, 256, 0, backend.stream()>>>(
      out, queue);
    checkCuda(cudaGetLastError(), "launch of a copy");
  }
};

} // namespace inkray
