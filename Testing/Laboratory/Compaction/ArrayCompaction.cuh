// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Laboratory/Compaction/ArrayCompaction.h"
#include "Laboratory/Compaction/ArrayRing.h"
#include "Laboratory/Compaction/CudaArrayContext.cuh"

#include <cstdint>

namespace inkray
{

template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayCollateKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate,
    Queue<T> queue, std::uint64_t* taken, bool aligned)
{
  extern __shared__ uint4 stage[];
  __shared__ typename ArrayCollate<Tuning, T>::Shared shared;
  ArrayCollate<Tuning, T>::run(CudaArrayContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage), in, n,
    predicate, queue, taken, aligned);
}

template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayLookBackKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate,
    Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles, bool aligned)
{
  extern __shared__ uint4 stage[];
  __shared__ typename ArrayLookBack<Tuning, T>::Shared shared;
  ArrayLookBack<Tuning, T>::run(CudaArrayContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage), in, n,
    predicate, queue, ticket, tiles, aligned);
}

/// Compute capability 9.0 and up.
template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayRingKernel(const T* in, std::uint64_t n, std::uint32_t shift,
    const __grid_constant__ Predicate predicate, Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles)
{
#if INKRAY_HAS_BULK_COPIES && __CUDA_ARCH__ >= 900
  using Ring = ArrayRing<Tuning, T>;
  extern __shared__ uint4 stage[];
  __shared__ typename Ring::Shared shared;
  Ring::run(CudaArrayContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage),
    typename Ring::Input{ in, n, shift }, predicate, queue, ticket, tiles);
#endif
}

} // namespace inkray
