// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// append and its forms in rows (documented in Append.h) on a CUDA device: one atomic addition a block.
#include "Cooperative/BlockAppend.h"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchTable.h"

#include <cstdint>

namespace inkray
{

template <int Block, class Kernel, class T>
__device__ void appendBlock(std::int64_t i, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  __shared__ typename BlockAppend<Block>::Shared shared;
  typename Kernel::State state;
  const std::uint32_t wanted = i < n ? kernel.count(i, state) : 0u;
  const std::uint64_t at = BlockAppend<Block>::append(CudaContext<Block>(), shared, wanted, queue.count);
  if (wanted && at + wanted <= queue.capacity)
    kernel.emit(i, state, queue.items + at);
}

template <int Block, class Kernel, class T>
__global__ void __launch_bounds__(Block)
  appendKernel(std::int64_t n, const __grid_constant__ Kernel kernel, Queue<T> queue)
{
  appendBlock<Block>(std::int64_t(blockIdx.x) * Block + threadIdx.x, n, kernel, queue);
}

template <class Kernel, class T>
void append(CudaBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  const CudaBackend::Launch launch(backend);
  constexpr int block = launches::append.threads;
  if (n <= 0)
    return;
  appendKernel<block>
    <<<static_cast<unsigned>((n + block - 1) / block), block, 0, launch.stream>>>(n, kernel, queue);
  checkCuda(cudaGetLastError(), "launch of an appending kernel");
}

/// Items that a block puts together before it writes them.
constexpr int itemsInRows = 1024;

/// Append the items of a block's threads. If there are more than itemsInRows, each thread writes its own
/// items.
template <int Block, class Kernel, class T>
__device__ void appendBlockInRows(std::int64_t i, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  __shared__ typename BlockAppend<Block>::Shared shared;
  __shared__ T items[itemsInRows];
  typename Kernel::State state;
  const std::uint32_t wanted = i < n ? kernel.count(i, state) : 0u;
  const std::uint64_t at = BlockAppend<Block>::append(CudaContext<Block>(), shared, wanted, queue.count);
  std::uint32_t total = 0;
  for (int warp = 0; warp < Block / 32; ++warp)
    total += shared.warpSums[warp];
  if (total > itemsInRows)
  {
    if (wanted && at + wanted <= queue.capacity)
    {
      kernel.emit(i, state, queue.items + at);
      for (std::uint32_t k = 0; k < wanted; ++k)
        kernel.complete(queue.items[at + k], at + k);
    }
    return;
  }
  const std::uint64_t base = shared.base;
  if (wanted)
    kernel.emit(i, state, items + (at - base));
  __syncthreads();
  for (std::uint32_t k = threadIdx.x; k < total && base + k < queue.capacity; k += Block)
  {
    T item = items[k];
    kernel.complete(item, base + k);
    queue.items[base + k] = item;
  }
}

template <int Block, class Kernel, class T>
__global__ void __launch_bounds__(Block)
  appendInRowsKernel(std::int64_t n, const __grid_constant__ Kernel kernel, Queue<T> queue)
{
  appendBlockInRows<Block>(std::int64_t(blockIdx.x) * Block + threadIdx.x, n, kernel, queue);
}

template <int Block, class Kernel, class T>
__global__ void __launch_bounds__(Block)
  appendCountedInRowsKernel(const std::uint64_t* count, const __grid_constant__ Kernel kernel, Queue<T> queue)
{
  const auto n = static_cast<std::int64_t>(kernel.numItems(*count));
  for (std::int64_t first = std::int64_t(blockIdx.x) * Block; first < n;
       first += std::int64_t(gridDim.x) * Block)
  {
    appendBlockInRows<Block>(first + threadIdx.x, n, kernel, queue);
    __syncthreads();
  }
}

template <class Kernel, class T>
void appendInRows(CudaBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  const CudaBackend::Launch launch(backend);
  constexpr int block = launches::append.threads;
  if (n <= 0)
    return;
  appendInRowsKernel<block>
    <<<static_cast<unsigned>((n + block - 1) / block), block, 0, launch.stream>>>(n, kernel, queue);
  checkCuda(cudaGetLastError(), "launch of an appending kernel");
}

template <class Kernel, class T>
void appendCountedInRows(
  CudaBackend& backend, const std::uint64_t* n, const Kernel& kernel, const Queue<T>& queue)
{
  const CudaBackend::Launch launch(backend);
  constexpr int block = launches::append.threads;
  appendCountedInRowsKernel<block>
    <<<backend.multiprocessors() * 16, block, 0, launch.stream>>>(n, kernel, queue);
  checkCuda(cudaGetLastError(), "launch of an appending kernel");
}

} // namespace inkray
