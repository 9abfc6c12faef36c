// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FunctionReference.h"
#include "Device/PinnedBuffer.cuh"

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace inkray
{

/// Copies the caller's arrays to the device: all host threads convert one part into pinned memory while the
/// earlier part is on the bus.
class PinnedStaging
{
public:
  using Between = FunctionReference<void(double)>; ///< takes the finished share

  PinnedStaging() = default;
  ~PinnedStaging();
  PinnedStaging(const PinnedStaging&) = delete;
  PinnedStaging& operator=(const PinnedStaging&) = delete;

  /// target[i] = convert(i), i in [0, n). Before each part, between(finished share) is called; if it throws,
  /// the remaining parts are not copied.
  template <class T, class Convert>
  void stage(cudaStream_t stream, T* target, std::int64_t n, const Convert& convert, const Between& between)
  {
    static_assert(partBytes % sizeof(T) == 0, "a part ends with an entry");
    this->stageRanges(
      stream, target, n, sizeof(T),
      [&convert](std::int64_t first, std::int64_t size, void* pinned) {
        for (std::int64_t i = 0; i < size; ++i)
          static_cast<T*>(pinned)[i] = convert(first + i);
      },
      between);
  }

private:
  /// Writes the entries [first, first + size) to the given address.
  using ConvertRange = FunctionReference<void(std::int64_t first, std::int64_t size, void*)>;

  /// stage() for entries of any type: threads and copies are compiled once for all arrays.
  void stageRanges(cudaStream_t stream, void* target, std::int64_t n, std::size_t entryBytes,
    const ConvertRange& convert, const Between& between);

  static constexpr int numParts = 3;
  static constexpr std::size_t partBytes = std::size_t(12)
    << 20; // a multiple of the entry sizes in use (4, 12 and 16 bytes)

  PinnedBuffer pinned_;
  cudaEvent_t sent_[numParts] = {};
};

} // namespace inkray
