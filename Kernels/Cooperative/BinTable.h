// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// The sums of numbers by bin, and marks, that kernels write to in the memory of a backend (BinSums.h). Sums
/// are integers, so every run and every backend has the same result in any order.
struct BinTable
{
  /// The most sums and marks that a block of threads first adds up by itself: 40 KiB and 4 KiB of the 48 KiB
  /// of shared memory. With more sums, each number is added to the table directly.
  static constexpr std::int64_t mostOwnSums = 5120, mostMarks = 4096;

  std::uint64_t* sums;
  std::int64_t numSums;
  std::uint8_t* marks; ///< at most mostMarks; each 0 or 1
  std::int64_t numMarks;

  bool hasOwnSums() const { return numSums <= mostOwnSums; }
};

} // namespace inkray
