// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaBackend.cuh"
#include "Laboratory/Compaction/CachingAllocator.cuh"
#include "Laboratory/Compaction/ItemSource.h"

#include <cstdint>
#include <string>

#include <cub/device/device_select.cuh>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>

namespace inkray
{

struct HasBit
{
  std::uint8_t bit;
  INKRAY_HD bool operator()(std::uint8_t v) const { return (v & bit) != 0; }
};

template <class Count>
__global__ void setCountKernel(Count* count, Count value)
{
  *count = value;
}

template <class T>
__global__ void copyWithinKernel(const T* from, Queue<T> queue)
{
  const std::uint64_t n = *queue.count < queue.capacity ? *queue.count : queue.capacity;
  for (std::uint64_t i = std::uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += std::uint64_t(gridDim.x) * blockDim.x)
    queue.items[i] = from[i];
}

/// The out-of-kernel baselines: the stream compactions of CUB and Thrust. Neither knows a capacity: `out`
/// holds n items. Their temporary memory is kept from call to call. Thrust gives the number of survivors to
/// the host and so waits for it; it waits for nothing else (par_nosync).
struct LibraryCompaction
{
  template <class T, class Predicate>
  static void cub(CudaBackend& backend, const ArraySource<T, Predicate>& source, std::int64_t n, T* out,
    std::uint64_t* count, CachingAllocator& allocator)
  {
    const CudaBackend::Launch launch(backend);
    twice(backend, allocator, "cub::DeviceSelect::If", [&](void* temporary, std::size_t& bytes) {
      return cub::DeviceSelect::If(
        temporary, bytes, source.in, out, count, n, source.predicate, launch.stream);
    });
  }

  template <class T>
  static void cub(CudaBackend& backend, const CandidateSource<T>& source, std::int64_t n, T* out,
    std::uint64_t* count, CachingAllocator& allocator)
  {
    const CudaBackend::Launch launch(backend);
    twice(backend, allocator, "cub::DeviceSelect::FlaggedIf", [&](void* temporary, std::size_t& bytes) {
      return cub::DeviceSelect::FlaggedIf(
        temporary, bytes, source.in, source.validBits, out, count, n, HasBit{ source.bit }, launch.stream);
    });
  }

  template <class T, class Predicate>
  static void thrust(CudaBackend& backend, const ArraySource<T, Predicate>& source, std::int64_t n, T* out,
    std::uint64_t* count, CachingAllocator& allocator)
  {
    guarded(backend, allocator, out, count, [&](const auto& policy) {
      return ::thrust::copy_if(policy, source.in, source.in + n, out, source.predicate);
    });
  }

  template <class T>
  static void thrust(CudaBackend& backend, const CandidateSource<T>& source, std::int64_t n, T* out,
    std::uint64_t* count, CachingAllocator& allocator)
  {
    guarded(backend, allocator, out, count, [&](const auto& policy) {
      return ::thrust::copy_if(policy, source.in, source.in + n, source.validBits, out, HasBit{ source.bit });
    });
  }

private:
  /// Asks a CUB call for the size of its temporary memory, then makes the call.
  template <class Call>
  static void twice(CudaBackend& backend, CachingAllocator& allocator, const char* name, const Call& call)
  {
    std::size_t bytes = 0;
    checkCuda(call(nullptr, bytes), name);
    char* const temporary = allocator.take(backend, bytes);
    const cudaError_t code = call(temporary, bytes);
    allocator.giveBack(temporary);
    checkCuda(code, name);
  }

  template <class T, class Call>
  static void guarded(
    CudaBackend& backend, CachingAllocator& allocator, T* out, std::uint64_t* count, const Call& call)
  {
    const CudaBackend::Launch launch(backend);
    try
    {
      ThrustAllocator temporary(backend, allocator);
      const T* const end = call(::thrust::cuda::par_nosync(temporary).on(launch.stream));
      setCountKernel<<<1, 1, 0, launch.stream>>>(count, static_cast<std::uint64_t>(end - out));
    }
    catch (const ::thrust::system_error& error)
    {
      throw Error(std::string("thrust::copy_if: ") + error.what());
    }
    catch (const std::bad_alloc& error)
    {
      throw Error(std::string("thrust::copy_if: ") + error.what());
    }
    checkCuda(cudaGetLastError(), "thrust::copy_if");
  }
};

} // namespace inkray
