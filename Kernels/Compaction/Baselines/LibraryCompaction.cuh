// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/ItemSource.h"
#include "Device/Buffer.h"
#include "Device/CudaError.cuh"

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

/// The out-of-kernel baselines: CUB's and Thrust's own stream compaction. Neither knows of a capacity: `out`
/// has room for n items.
template <class Backend>
struct LibraryCompaction
{
  template <class T, class Predicate>
  static void cub(Backend& backend, const ArraySource<T, Predicate>& source, std::int64_t n, T* out,
    std::uint64_t* count, Buffer<char, Backend>& temporary)
  {
    std::size_t bytes = 0;
    checkCuda(
      cub::DeviceSelect::If(nullptr, bytes, source.in, out, count, n, source.predicate, backend.stream()),
      "cub::DeviceSelect::If");
    temporary.reserve(backend, static_cast<std::int64_t>(bytes));
    bytes = static_cast<std::size_t>(temporary.size());
    checkCuda(cub::DeviceSelect::If(
                temporary.data(), bytes, source.in, out, count, n, source.predicate, backend.stream()),
      "cub::DeviceSelect::If");
  }

  template <class T>
  static void cub(Backend& backend, const CandidateSource<T>& source, std::int64_t n, T* out,
    std::uint64_t* count, Buffer<char, Backend>& temporary)
  {
    const HasBit valid{ source.bit };
    std::size_t bytes = 0;
    checkCuda(cub::DeviceSelect::FlaggedIf(
                nullptr, bytes, source.in, source.validBits, out, count, n, valid, backend.stream()),
      "cub::DeviceSelect::FlaggedIf");
    temporary.reserve(backend, static_cast<std::int64_t>(bytes));
    bytes = static_cast<std::size_t>(temporary.size());
    checkCuda(cub::DeviceSelect::FlaggedIf(
                temporary.data(), bytes, source.in, source.validBits, out, count, n, valid, backend.stream()),
      "cub::DeviceSelect::FlaggedIf");
  }

  template <class T, class Predicate>
  static void thrust(
    Backend& backend, const ArraySource<T, Predicate>& source, std::int64_t n, T* out, std::uint64_t* count)
  {
    guarded(backend, out, count, [&] {
      return ::thrust::copy_if(
        ::thrust::cuda::par.on(backend.stream()), source.in, source.in + n, out, source.predicate);
    });
  }

  template <class T>
  static void thrust(
    Backend& backend, const CandidateSource<T>& source, std::int64_t n, T* out, std::uint64_t* count)
  {
    guarded(backend, out, count, [&] {
      return ::thrust::copy_if(::thrust::cuda::par.on(backend.stream()), source.in, source.in + n,
        source.validBits, out, HasBit{ source.bit });
    });
  }

private:
  template <class T, class Call>
  static void guarded(Backend& backend, T* out, std::uint64_t* count, const Call& call)
  {
    try
    {
      const T* const end = call();
      setCountKernel<<<1, 1, 0, backend.stream()>>>(count, static_cast<std::uint64_t>(end - out));
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
