// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Execution/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Compaction inside the running kernel: each thread asks for `wanted` places in a queue and gets the first of them. Within the block the places are in the order of the threads;
/// the blocks take theirs with one atomic addition each, in any order. All threads of the block must arrive.
template <int Block>
struct BlockCollate
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps");

  struct Shared
  {
    std::uint32_t warpSums[Block / 32];
    std::uint64_t base;
  };

  __device__ static std::uint64_t place(Shared& shared, std::uint32_t wanted, std::uint64_t* count)
  {
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    // Inclusive scan within the warp.
    std::uint32_t sum = wanted;
    for (int step = 1; step < 32; step *= 2)
    {
      const std::uint32_t below = __shfl_up_sync(0xffffffffu, sum, step);
      sum += lane >= step ? below : 0u;
    }
    if (lane == 31)
      shared.warpSums[warp] = sum;
    __syncthreads();
    // The first warp scans the sums of the warps and takes the block's places.
    if (warp == 0)
    {
      const std::uint32_t own = lane < Block / 32 ? shared.warpSums[lane] : 0u;
      std::uint32_t total = own;
      for (int step = 1; step < Block / 32; step *= 2)
      {
        const std::uint32_t below = __shfl_up_sync(0xffffffffu, total, step);
        total += lane >= step ? below : 0u;
      }
      if (lane < Block / 32)
        shared.warpSums[lane] = total - own;
      if (lane == Block / 32 - 1)
        shared.base = total ? atomicAdd(reinterpret_cast<unsigned long long*>(count), static_cast<unsigned long long>(total)) : 0;
    }
    __syncthreads();
    const std::uint64_t at = shared.base + shared.warpSums[warp] + (sum - wanted);
    __syncthreads(); // shared may be used again at once
    return at;
  }
};

} // namespace inkray
