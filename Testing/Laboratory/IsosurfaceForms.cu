// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "IsosurfaceFormsImpl.h"
#include "Laboratory/Paths/TiledPaths.h"
#include "RayDrivers.h"
#include "WarpAppend.h"

#include <memory>

namespace inkray::laboratory
{
namespace
{

template <int Block, class Cast>
__global__ void __launch_bounds__(Block, Cast::residentThreads / Block)
  castTilesKernel(const __grid_constant__ Cast cast)
{
  using Tiles = TiledPaths<Block>;
  extern __shared__ uint4 tileMemory[];
  __shared__ typename Tiles::Shared shared;
  auto* const records = reinterpret_cast<typename Cast::Record*>(tileMemory);
  auto* const live = reinterpret_cast<std::uint16_t*>(records + cast.tile);
  const std::uint32_t first = blockIdx.x * cast.tile, left = cast.numRays - first;
  Tiles::run(CudaContext<Block>(), shared, live, left < cast.tile ? left : cast.tile,
    [&](std::uint32_t k, int round) { return cast(records, first, k, round); });
}

template <int Block, class Cast>
__global__ void __launch_bounds__(Block, Cast::residentThreads / Block)
  castRefilledKernel(const __grid_constant__ Cast cast, std::uint32_t* next)
{
  typename Cast::Lane lane;
  std::uint32_t stack[LocalStack::depth];
  RefilledWarps::run(
    CudaContext<Block>(), next, cast.numRays, cast.leastActive,
    [&](std::uint32_t number) { return cast.begin(number, stack, lane); }, [&] { return cast.goOn(lane); },
    [&] { cast.end(lane); });
}

template <int Block, class Cast>
__global__ void __launch_bounds__(Block, Cast::residentThreads / Block)
  castVotingKernel(const __grid_constant__ Cast cast, std::uint32_t* next)
{
  typename Cast::Lane lane;
  std::uint32_t stack[LocalStack::depth];
  VotingWarps::run(
    CudaContext<Block>(), next, cast.numRays, cast.leastActive, cast.leastWalking,
    [&](std::uint32_t number) { return cast.begin(number, stack, lane); }, [&] { return cast.walk(lane); },
    [&] { return cast.cross(lane); }, [&] { cast.end(lane); });
}

template <int Block, int RaysPerThread, class Cast>
__global__ void __launch_bounds__(Block, Cast::residentThreads / Block)
  castQueuedKernel(const __grid_constant__ Cast cast, std::uint32_t* next)
{
  using Queues = BlockQueues<Block, Block * RaysPerThread>;
  __shared__ typename Queues::Shared shared;
  __shared__ typename Cast::Record records[Block * RaysPerThread];
  Queues::run(
    CudaContext<Block>(), shared, next, cast.numRays,
    [&](std::uint32_t slot, bool isNew, std::uint32_t number) {
      return cast.traverse(records[slot], isNew, number);
    },
    [&](std::uint32_t slot) { return cast.intersect(records[slot]); });
}

struct CudaLaunches
{
  template <class Round, class Record>
  static void append(CudaBackend& backend, Compactor<CudaBackend>& compactor, const std::uint64_t* items,
    std::int64_t most, const Round& round, const Queue<Record>& queue)
  {
    compactor.launchInKernel<WarpAppend, 32, 1>(
      backend, { items, static_cast<std::uint64_t>(most) }, round, queue);
  }

  template <int Block, class Cast>
  static void tiles(CudaBackend& backend, const Cast& cast)
  {
    const CudaBackend::Launch launch(backend);
    const std::size_t shared = cast.tile * (sizeof(typename Cast::Record) + sizeof(std::uint16_t));
    castTilesKernel<Block>
      <<<(cast.numRays + cast.tile - 1) / cast.tile, Block, shared, launch.stream>>>(cast);
    checkCuda(cudaGetLastError(), "launch of tiles of rays");
  }

  template <class Cast>
  static void refilled(CudaBackend& backend, const Cast& cast, std::uint32_t* next)
  {
    persistent<64>(backend, castRefilledKernel<64, Cast>, cast, next);
  }

  template <class Cast>
  static void voting(CudaBackend& backend, const Cast& cast, std::uint32_t* next)
  {
    persistent<64>(backend, castVotingKernel<64, Cast>, cast, next);
  }

  template <int Block, int RaysPerThread, class Cast>
  static void queued(CudaBackend& backend, const Cast& cast, std::uint32_t* next)
  {
    persistent<Block>(backend, castQueuedKernel<Block, RaysPerThread, Cast>, cast, next);
  }

private:
  /// Launches as many blocks as the device holds.
  template <int Block, class Cast>
  static void persistent(
    CudaBackend& backend, void (*function)(Cast, std::uint32_t*), const Cast& cast, std::uint32_t* next)
  {
    const CudaBackend::Launch launch(backend);
    const int blocks = LaunchSettings::residentBlocks(function, Block) * backend.multiprocessors();
    function<<<static_cast<unsigned>(blocks), Block, 0, launch.stream>>>(cast, next);
    checkCuda(cudaGetLastError(), "launch of persistent warps");
  }
};

} // namespace

std::unique_ptr<MultiKernelPipeline> makeCudaFormCaster(
  const FormParts& parts, const std::shared_ptr<FormCounts>& counts)
{
  return std::make_unique<FormCaster<CudaBackend, CudaLaunches>>(parts, counts);
}

} // namespace inkray::laboratory
