// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaBackend.cuh"
#include "Laboratory/Compaction/CachingAllocator.cuh"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Device memory that the out-of-kernel compactions need in addition to CompactionWorkspace: the items that
/// wait to be compacted, data between the launches, and the temporary memory of CUB and Thrust.
class BaselineWorkspace
{
public:
  /// The largest number of ranges of ChagCompact.
  static constexpr std::int64_t maxProcessors = 8192;

  /// Reserves memory for the candidates that a kernel writes before an out-of-kernel method: each item, and a
  /// byte that names the outputs for which it is valid.
  void reserveCandidates(CudaBackend& backend, std::int64_t maxItems, int output, std::int64_t itemBytes)
  {
    candidates_[output].reserve(backend, maxItems * itemBytes);
    valid_.reserve(backend, maxItems);
  }
  /// Reserves the data that ChagCompact keeps between its launches.
  void reserveWork(CudaBackend& backend) { work_.reserve(backend, maxProcessors); }

  std::uint32_t* processorCounts() { return work_.data(); }
  template <class T>
  T* candidates(int output)
  {
    return reinterpret_cast<T*>(candidates_[output].data());
  }
  std::uint8_t* valid() { return valid_.data(); }
  CachingAllocator& libraries() { return libraries_; }

private:
  Buffer<std::uint32_t, CudaBackend> work_;
  Buffer<char, CudaBackend> candidates_[2];
  Buffer<std::uint8_t, CudaBackend> valid_;
  CachingAllocator libraries_;
};

} // namespace inkray
