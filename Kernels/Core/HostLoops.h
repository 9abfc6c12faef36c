// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FunctionReference.h"

#include <algorithm>
#include <cstddef>

/// Loops on all threads of the host.
namespace inkray
{

/// Call body(begin, end) for ranges of [0, n) with at least `grain` entries each, on all threads.
void forRanges(std::size_t n, std::size_t grain, FunctionReference<void(std::size_t, std::size_t)> body);

/// Call body(i) for i in [0, n), for calls that do little work.
template <class Body>
void forAll(std::size_t n, const Body& body)
{
  forRanges(n, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      body(i);
  });
}

/// The number of entries that a thread processes at a time; a multiple of the bits of a word.
constexpr std::size_t hostBlockSize = 1 << 16;
constexpr std::size_t hostBlocksOf(std::size_t n)
{
  return (n + hostBlockSize - 1) / hostBlockSize;
}
/// Call body(block, begin, end) for all blocks of n entries.
template <class Body>
void forBlocks(std::size_t n, const Body& body)
{
  forRanges(hostBlocksOf(n), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first; block < last; ++block)
      body(block, block * hostBlockSize, std::min(n, (block + 1) * hostBlockSize));
  });
}

} // namespace inkray
