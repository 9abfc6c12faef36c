// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCollate.h"
#include "Compaction/InKCompact.h"
#include "Compaction/InKCompactLookBack.h"
#include "Compaction/InKCompactResident.h"
#include "Core/Errors.h"
#include "Device/CudaBackend.cuh"

#include <algorithm>
#include <cstdint>
#include <string>

namespace inkray
{

/// Device memory of compactions inside kernels: the ticket, the states of tiles and sections, and the
/// intermediate buffers of InKCompact. Tickets and states are cleared once, when they are allocated; every
/// launch leaves them ready for the next. One workspace serves one stream.
class CompactionWorkspace
{
public:
  /// The fewest items of a tile in any kernel.
  static constexpr std::int64_t smallestTile = 32;
  /// The most items of a tile: buffer sizes are rounded up to it.
  static constexpr std::int64_t largestTile = 32768;

  /// Allocate the states for calls of up to maxItems.
  void reserveState(CudaBackend& backend, std::int64_t maxItems)
  {
    if (maxItems >= (std::int64_t(1) << 32))
      throw InvalidInput(
        "compaction of " + std::to_string(maxItems) + " items: at most 2^32 - 1 at a time; split the input");
    if (maxItems <= maxItems_ && !words_.empty())
      return; // a call without items needs the words as well
    maxItems_ = 0;
    maxTiles_ = (maxItems + smallestTile - 1) / smallestTile + 1;
    maxSections_ = (maxTiles_ + 31) / 32;
    words_.reset(backend, firstOutput + 2 * this->wordsOfOutput());
    backend.zero(words_.data(), words_.bytes());
    maxItems_ = maxItems;
  }
  void reserveIntermediate(CudaBackend& backend, std::int64_t maxItems, int output, std::int64_t itemBytes)
  {
    intermediate_[output].reserve(backend, (maxItems + largestTile) * itemBytes);
  }

  std::uint64_t* ticket() { return words_.data(); }
  /// A counter for one launch at a time, which finds it zero and leaves it zero.
  std::uint64_t* taken(int output) { return words_.data() + line * (1 + output); }
  std::uint64_t* tiles(int output) { return words_.data() + firstOutput + output * this->wordsOfOutput(); }

  template <class Method, class T>
  typename Method::template State<T> stateOf(int output)
  {
    if constexpr (isLookBack(static_cast<Method*>(nullptr)))
      return { this->tiles(output) };
    else if constexpr (isCollate(static_cast<Method*>(nullptr)))
      return { this->taken(output) };
    else
    {
      std::uint64_t* const ends = this->tiles(output) + maxTiles_;
      auto* const completed = reinterpret_cast<std::uint32_t*>(ends + maxSections_);
      return { reinterpret_cast<T*>(intermediate_[output].data()), completed + 2 * maxSections_, completed,
        ends };
    }
  }

  template <class T>
  T* intermediate(int output)
  {
    return reinterpret_cast<T*>(intermediate_[output].data());
  }

private:
  template <int Block, int Items, int Window>
  static constexpr bool isLookBack(InKCompactLookBack<Block, Items, Window>*)
  {
    return true;
  }
  static constexpr bool isLookBack(void*) { return false; }
  template <int Block, int Items>
  static constexpr bool isLookBack(InKCompactResident<Block, Items>*)
  {
    return true;
  }
  template <int Block, int Items>
  static constexpr bool isCollate(InKCollate<Block, Items>*)
  {
    return true;
  }
  static constexpr bool isCollate(void*) { return false; }

  static constexpr std::int64_t line = 16;              // words of a cache line; no two counters share a line
  static constexpr std::int64_t firstOutput = 3 * line; // behind the ticket and two outputs' `taken` counters
  /// The words of the tiles and the sections, the sections' counters, and half a word for each tile's count.
  std::int64_t wordsOfOutput() const { return maxTiles_ + 2 * maxSections_ + (maxTiles_ + 1) / 2; }

  std::int64_t maxItems_ = 0;
  std::int64_t maxTiles_ = 0;
  std::int64_t maxSections_ = 0;
  Buffer<std::uint64_t, CudaBackend> words_;
  Buffer<char, CudaBackend> intermediate_[2];
};

} // namespace inkray
