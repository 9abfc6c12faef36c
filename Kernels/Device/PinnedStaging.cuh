// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaError.cuh"
#include "Device/MemoryBudget.h"

#include <algorithm>
#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{

/// Page-locked host memory, which the device reads and writes at the full speed of the bus.
class PinnedBuffer
{
public:
  PinnedBuffer() = default;
  ~PinnedBuffer() { cudaFreeHost(data_); }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;

  void reserve(std::size_t bytes)
  {
    if (bytes <= size_)
      return;
    cudaFreeHost(data_);
    data_ = nullptr;
    size_ = 0;
    MemoryBudget::count(bytes);
    const cudaError_t code = cudaHostAlloc(&data_, bytes, cudaHostAllocDefault);
    if (code == cudaErrorMemoryAllocation)
    {
      cudaGetLastError();
      throw OutOfMemory("cudaHostAlloc: out of page-locked host memory, " + std::to_string(bytes) +
          " bytes were asked for; close other data",
        bytes, 0);
    }
    checkCuda(code, "cudaHostAlloc");
    size_ = bytes;
  }
  void* data() { return data_; }

private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Copies the caller's arrays to the device: all host threads convert a part into pinned memory while the
/// part before is on the bus.
class PinnedStaging
{
public:
  PinnedStaging() = default;
  ~PinnedStaging()
  {
    for (cudaEvent_t event : sent_)
      if (event)
        cudaEventDestroy(event);
  }
  PinnedStaging(const PinnedStaging&) = delete;
  PinnedStaging& operator=(const PinnedStaging&) = delete;

  /// target[i] = convert(i), i in [0, n). Before each part, between(fraction done) is called; if it throws,
  /// the parts that follow are not copied.
  template <class T, class Convert, class Between>
  void stage(cudaStream_t stream, T* target, std::int64_t n, const Convert& convert, const Between& between)
  {
    const auto perPart = static_cast<std::int64_t>(partBytes / sizeof(T));
    pinned_.reserve(std::min<std::size_t>(
      numParts * partBytes, (static_cast<std::size_t>(n) * sizeof(T) + 4095) / 4096 * 4096));
    for (cudaEvent_t& event : sent_)
      if (!event)
        checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    int part = 0;
    // The pinned parts belong to the next call from the end on, however it is reached.
    const WaitForAll wait{ sent_ };
    for (std::int64_t first = 0; first < n; first += perPart, part = (part + 1) % numParts)
    {
      between(static_cast<double>(first) / static_cast<double>(n));
      checkCuda(cudaEventSynchronize(sent_[part]), "cudaEventSynchronize");
      const std::int64_t size = std::min(perPart, n - first);
      T* const pinned = reinterpret_cast<T*>(static_cast<char*>(pinned_.data()) + part * partBytes);
      tbb::parallel_for(
        tbb::blocked_range<std::int64_t>(0, size, 8192), [&](const tbb::blocked_range<std::int64_t>& range) {
          for (std::int64_t i = range.begin(); i < range.end(); ++i)
            pinned[i] = convert(first + i);
        });
      checkCuda(cudaMemcpyAsync(target + first, pinned, static_cast<std::size_t>(size) * sizeof(T),
                  cudaMemcpyHostToDevice, stream),
        "cudaMemcpyAsync");
      checkCuda(cudaEventRecord(sent_[part], stream), "cudaEventRecord");
    }
    for (cudaEvent_t event : sent_)
      checkCuda(cudaEventSynchronize(event), "cudaEventSynchronize");
  }

private:
  static constexpr int numParts = 3;
  struct WaitForAll
  {
    const cudaEvent_t (&events)[numParts];
    ~WaitForAll()
    {
      for (cudaEvent_t event : events)
        cudaEventSynchronize(event);
    }
  };

  static constexpr std::size_t partBytes = std::size_t(12)
    << 20; // a multiple of the sizes that travel (4, 12 and 16 bytes)

  PinnedBuffer pinned_;
  cudaEvent_t sent_[numParts] = {};
};

} // namespace inkray
