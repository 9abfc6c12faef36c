// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Kernels that add numbers to bins, any number of them for each i, for the histogram of a mesh. This is the
/// form on CPU threads; BinSums.cuh has the form on CUDA.
#include "Cooperative/BinTable.h"
#include "Core/Portable.h"
#include "Device/HostBackend.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// The sums to which a kernel adds.
struct HostBins
{
  std::uint64_t* own; ///< the sums of this block, or null
  std::uint64_t* all; ///< the sums of all blocks, used if `own` is null
  std::uint8_t* marks;

  void add(std::int64_t bin, std::uint64_t number) const
  {
    if (own)
      own[bin] += number;
    else
      atomicAddRelaxed(all + bin, number);
  }
  void mark(std::int64_t place) const { marks[place] = 1; }
};

/// Runs kernel(i, state, bins) for each i in [0, n), which may call bins.add(bin, number) and
/// bins.mark(place) any number of times. Kernel::State begins with zeros and is shared by several i;
/// kernel.finish(state) is called at its end. Numbers are added to the table's sums, and marked places become
/// 1.
template <class Kernel>
void addToBins(HostBackend& backend, std::int64_t n, const Kernel& kernel, const BinTable& table)
{
  constexpr std::int64_t block = 1 << 14;
  backend.forEach<1>((n + block - 1) / block, [&](std::int64_t b) {
    std::uint64_t sums[BinTable::mostOwnSums];
    std::uint8_t marks[BinTable::mostMarks] = {};
    const std::int64_t numOwn = table.hasOwnSums() ? table.numSums : 0;
    std::fill_n(sums, numOwn, std::uint64_t(0));
    const HostBins bins = { numOwn > 0 ? sums : nullptr, table.sums, marks };
    typename Kernel::State state{};
    for (std::int64_t i = b * block, end = std::min(n, i + block); i < end; ++i)
      kernel(i, state, bins);
    kernel.finish(state);
    for (std::int64_t k = 0; k < numOwn; ++k)
      if (sums[k])
        atomicAddRelaxed(table.sums + k, sums[k]);
    for (std::int64_t k = 0; k < table.numMarks; ++k)
      if (marks[k])
        setFlagRelaxed(table.marks + k);
  });
}

} // namespace inkray
