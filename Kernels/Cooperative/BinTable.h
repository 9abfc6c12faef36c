// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// Where kernels add up numbers by bins and set marks, in the memory of a backend (BinSums.h). Sums are of
/// integers, so that every run and every backend has the same, whatever the order.
struct BinTable
{
  /// Up to so many sums and marks, blocks of threads add up on their own first: 40 KiB and 4 KiB of the
  /// 48 KiB of shared memory that any CUDA device has for a block. Beyond it, sums are added to one by one.
  static constexpr std::int64_t mostOwnSums = 5120, mostMarks = 4096;

  std::uint64_t* sums;
  std::int64_t numSums;
  std::uint8_t* marks; ///< of which there are mostMarks at most; 0 or 1
  std::int64_t numMarks;

  bool hasOwnSums() const { return numSums <= mostOwnSums; }
};

} // namespace inkray
