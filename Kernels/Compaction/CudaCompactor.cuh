// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactItems.h"
#include "Compaction/CompactionWorkspace.cuh"
#include "Compaction/Compactor.h"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchSettings.cuh"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace inkray
{

/// The number of blocks that a kernel wants on a multiprocessor at a time, which limits its registers: its
/// static member residentThreads divided by the size of a block. 0, no limit, for kernels without that
/// member.
template <class Kernel, int Block, class = void>
struct ResidentBlocks
{
  static constexpr int value = 0;
};
template <class Kernel, int Block>
struct ResidentBlocks<Kernel, Block, std::void_t<decltype(Kernel::residentThreads)>>
{
  static constexpr int value = Kernel::residentThreads / Block;
};

template <class Method, int Block, int Items, class Kernel, class T>
__global__ void __launch_bounds__(Block, (ResidentBlocks<Kernel, Block>::value))
  compactKernel(ItemCount n, const __grid_constant__ Kernel kernel, std::uint64_t* ticket,
    typename Method::template State<T> state, Queue<T> queue)
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

/// The number of blocks of a launch over tiles: one for each tile if their number is known, otherwise as many
/// as the device holds.
inline unsigned numCompactionBlocks(
  const CudaBackend& backend, const ItemCount& n, std::uint64_t tileSize, int resident)
{
  const std::uint64_t tiles = std::max<std::uint64_t>((n.most + tileSize - 1) / tileSize, 1);
  return static_cast<unsigned>(
    n.counter ? std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()) : tiles);
}

/// Compaction on a CUDA device (the calls are documented in Compactor.h), inside the kernels that make the
/// items.
template <>
class Compactor<CudaBackend>
{
public:
  using Backend = CudaBackend;
  using Method = CompactionMethod;

  void reserve(CudaBackend& backend, std::int64_t maxItems, int numOutputs)
  {
    workspace_.reserveState(backend, maxItems);
    for (int output = 0; output < numOutputs; ++output)
      workspace_.reserveIntermediate(backend, maxItems, output, 8);
  }

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compact(
    CudaBackend& backend, Method method, std::int64_t n, const Kernel& kernel, const Queue<T>&... queues)
  {
    const ItemCount count{ nullptr, static_cast<std::uint64_t>(n) };
    workspace_.reserveState(backend, n);
    if (method != Method::InKCompactLookBack ||
      !this->launchResident<Block, ItemsPerThread>(backend, count, kernel, queues...))
      this->run<Block, ItemsPerThread>(backend, method, count, kernel, queues...);
  }
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactCounted(CudaBackend& backend, Method method, const std::uint64_t* n, std::int64_t maxN,
    const Kernel& kernel, const Queue<T>&... queues)
  {
    this->run<Block, ItemsPerThread>(
      backend, method, { n, static_cast<std::uint64_t>(maxN) }, kernel, queues...);
  }

  template <CompactionMethod method, int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactBy(CudaBackend& backend, const std::uint64_t* n, std::int64_t maxN, const Kernel& kernel,
    const Queue<T>&... queues)
  {
    static_assert(Block * ItemsPerThread >= CompactionWorkspace::smallestTile &&
        Block * ItemsPerThread <= CompactionWorkspace::largestTile,
      "tiles of 32 to 32768 items");
    workspace_.reserveState(backend, maxN);
    const ItemCount count{ n, static_cast<std::uint64_t>(maxN) };
    if constexpr (method == Method::InKCompactLookBack)
      this->launchInKernel<InKCompactLookBack<Block, ItemsPerThread>, Block, ItemsPerThread>(
        backend, count, kernel, queues...);
    else if constexpr (method == Method::InKCollate)
      this->launchInKernel<InKCollate<Block, ItemsPerThread>, Block, ItemsPerThread>(
        backend, count, kernel, queues...);
    else
    {
      int output = 0;
      (workspace_.reserveIntermediate(backend, maxN, output++, sizeof(T)), ...);
      this->launchInKernel<InKCompact<Block, ItemsPerThread>, Block, ItemsPerThread>(
        backend, count, kernel, queues...);
    }
  }

  void release() { workspace_ = {}; }

  /// Launch a compacting kernel with InKCompactLookBack, InKCompact or InKCollate, for tests and
  /// measurements. The workspace must be reserved.
  template <class InKernel, int Block, int Items, class Kernel, class... T>
  void launchInKernel(CudaBackend& backend, ItemCount n, const Kernel& kernel, const Queue<T>&... queues)
  {
    const CudaBackend::Launch launch(backend);
    const auto function = kernelOf<InKernel, Block, Items, Kernel, T...>();
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return LaunchSettings::residentBlocks(function, Block); });
    const unsigned blocks = numCompactionBlocks(backend, n, Block * Items, resident);
    this->withOutputs<InKernel>(
      [&](const auto&... outputs) {
        function<<<blocks, Block, 0, launch.stream>>>(n, kernel, workspace_.ticket(), outputs...);
      },
      queues...);
    checkCuda(cudaGetLastError(), "launch of a compacting kernel");
  }

  /// Use InKCompactResident, in a cooperative launch. If not all blocks can run at the same time, do nothing
  /// and return false.
  template <int Block, int Items, class Kernel, class... T>
  bool launchResident(CudaBackend& backend, ItemCount n, const Kernel& kernel, const Queue<T>&... queues)
  {
    const CudaBackend::Launch launch(backend);
    using Resident = InKCompactResident<Block, Items>;
    const auto function = kernelOf<Resident, Block, Items, Kernel, T...>();
    static LaunchSettings settings;
    const int resident = settings.get(backend.ordinal(), [&] {
      int together = 0;
      checkCuda(cudaDeviceGetAttribute(&together, cudaDevAttrCooperativeLaunch, backend.ordinal()),
        "cudaDeviceGetAttribute");
      return together ? LaunchSettings::residentBlocks(function, Block) : 0;
    });
    const std::uint64_t tiles =
      std::max<std::uint64_t>((n.most + Resident::tileSize - 1) / Resident::tileSize, 1);
    if (tiles > std::uint64_t(resident) * backend.multiprocessors())
      return false;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(tiles));
    config.blockDim = dim3(Block);
    config.stream = launch.stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    const cudaError_t code = this->withOutputs<Resident>(
      [&](const auto&... outputs) {
        return cudaLaunchKernelEx(&config, function, n, kernel, workspace_.ticket(), outputs...);
      },
      queues...);
    if (code == cudaErrorCooperativeLaunchTooLarge)
    {
      cudaGetLastError(); // other work uses a part of the device
      return false;
    }
    checkCuda(code, "launch of a compacting kernel with all blocks at a time");
    return true;
  }

protected:
  template <int Block, int Items, class Kernel, class... T>
  void run(CudaBackend& backend, Method method, ItemCount n, const Kernel& kernel, const Queue<T>&... queues)
  {
    const auto most = static_cast<std::int64_t>(n.most);
    switch (method)
    {
      case Method::InKCompactLookBack:
        return this->compactBy<Method::InKCompactLookBack, Block, Items>(
          backend, n.counter, most, kernel, queues...);
      case Method::InKCollate:
        return this->compactBy<Method::InKCollate, Block, Items>(backend, n.counter, most, kernel, queues...);
      case Method::InKCompact:
        return this->compactBy<Method::InKCompact, Block, Items>(backend, n.counter, most, kernel, queues...);
    }
  }

  CompactionWorkspace workspace_;

private:
  template <class InKernel, int Block, int Items, class Kernel, class... T>
  static constexpr auto kernelOf()
  {
    if constexpr (sizeof...(T) == 1)
      return compactKernel<InKernel, Block, Items, Kernel, T...>;
    else
      return compactTwoKernel<InKernel, Block, Items, Kernel, T...>;
  }
  /// Call launch with the state and the queue of each output.
  template <class InKernel, class Launch, class T>
  auto withOutputs(const Launch& launch, const Queue<T>& queue)
  {
    return launch(workspace_.stateOf<InKernel, T>(0), queue);
  }
  template <class InKernel, class Launch, class A, class B>
  auto withOutputs(const Launch& launch, const Queue<A>& a, const Queue<B>& b)
  {
    return launch(workspace_.stateOf<InKernel, A>(0), a, workspace_.stateOf<InKernel, B>(1), b);
  }
};

} // namespace inkray
