// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// addToBins (documented in BinSums.h) on a CUDA device: blocks add in shared memory first, if the bins fit
/// there.
#include "Cooperative/BinTable.h"
#include "Core/Portable.h"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchTable.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// The sums to which a kernel adds. A sum in shared memory is two words: devices add to a word there in one
/// instruction. They add to 64-bit sums, integers or not, in a loop with one turn for each thread of a warp
/// that has the same bin; neighbors in a mesh often have the same bin.
template <bool Own>
struct CudaBins
{
  std::uint32_t *low, *high; ///< the halves of this block's sums
  std::uint64_t* all;        ///< the sums of all blocks, used if the block has none
  std::uint8_t* marks;

  INKRAY_HD void add(std::int64_t bin, std::uint64_t number) const
  {
    if (!Own)
    {
      atomicAddRelaxed(all + bin, number);
      return;
    }
    const auto word = static_cast<std::uint32_t>(number);
    const std::uint32_t before = atomicAddRelaxed(low + bin, word);
    const std::uint32_t upper = static_cast<std::uint32_t>(number >> 32) + (before + word < before ? 1u : 0u);
    if (upper)
      atomicAddRelaxed(high + bin, upper);
  }
  INKRAY_HD void mark(std::int64_t place) const { setFlagRelaxed(marks + place); }
};

template <int Block, bool Own, class Kernel>
__global__ void __launch_bounds__(Block)
  addToBinsKernel(std::int64_t n, const __grid_constant__ Kernel kernel, const BinTable table)
{
  extern __shared__ std::uint32_t words[];
  const std::int64_t numOwn = Own ? table.numSums : 0;
  const std::int64_t numWords = 2 * numOwn + (table.numMarks + 3) / 4;
  for (std::int64_t k = threadIdx.x; k < numWords; k += Block)
    words[k] = 0;
  __syncthreads();

  std::uint32_t *const low = words, *const high = words + numOwn;
  std::uint8_t* const marks = reinterpret_cast<std::uint8_t*>(words + 2 * numOwn);
  const CudaBins<Own> bins = { low, high, table.sums, marks };
  typename Kernel::State state{};
  for (std::int64_t i = std::int64_t(blockIdx.x) * Block + threadIdx.x; i < n;
       i += std::int64_t(gridDim.x) * Block)
    kernel(i, state, bins);
  kernel.finish(state);
  __syncthreads();

  for (std::int64_t k = threadIdx.x; k < numOwn; k += Block)
  {
    const std::uint64_t sum = std::uint64_t(high[k]) << 32 | low[k];
    if (sum)
      atomicAddRelaxed(table.sums + k, sum);
  }
  for (std::int64_t k = threadIdx.x; k < table.numMarks; k += Block)
    if (marks[k])
      setFlagRelaxed(table.marks + k);
}

template <class Kernel>
void addToBins(CudaBackend& backend, std::int64_t n, const Kernel& kernel, const BinTable& table)
{
  if (n <= 0)
    return;
  const CudaBackend::Launch launch(backend);
  constexpr int block = launches::binSums.threads;
  const bool isOwn = table.hasOwnSums();
  // Use whole rounds of the three or four blocks that fit on a multiprocessor.
  const std::int64_t wanted = (n + block - 1) / block, most = 12 * std::int64_t(backend.multiprocessors());
  const auto blocks = static_cast<unsigned>(std::min(wanted, most));
  const auto bytes = static_cast<std::size_t>(isOwn ? 8 * table.numSums : 0) +
    static_cast<std::size_t>((table.numMarks + 3) / 4 * 4);
  if (isOwn)
    addToBinsKernel<block, true><<<blocks, block, bytes, launch.stream>>>(n, kernel, table);
  else
    addToBinsKernel<block, false><<<blocks, block, bytes, launch.stream>>>(n, kernel, table);
  checkCuda(cudaGetLastError(), "launch of a kernel that adds to bins");
}

} // namespace inkray
