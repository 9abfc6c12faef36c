// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/ExecutionContext.h"

#include <cstdint>

namespace inkray
{

/// A tile's place in the order of a launch.
struct TileOrder
{
  std::uint32_t tile;     ///< this tile; numTiles or more: no tile is left
  std::uint32_t numTiles; ///< at least 1: an empty input is one empty tile, so that counts are set
  std::uint32_t epoch;    ///< number of the launch, 30 bits; marks the state words of this launch
};

/// A word of state that a block publishes to others: two bits of flag, the epoch in which it was written, and
/// a value. The parts are stored by one atomic store, so no order with other memory is needed. A word of an
/// earlier launch reads as missing, so nothing has to be cleared between launches. Memory starts as zero. (A
/// word that was last written exactly 2^30 launches ago would be taken for new.)
struct StateWord
{
  enum Flag : std::uint32_t
  {
    missing = 0,
    aggregate = 1, ///< value: survivors of this tile
    prefix = 2     ///< value: survivors of this tile and all before it
  };
  static constexpr std::uint32_t epochMask = 0x3fffffffu;

  INKRAY_COOPERATIVE static std::uint64_t make(Flag flag, std::uint32_t epoch, std::uint32_t value)
  {
    return (static_cast<std::uint64_t>((static_cast<std::uint32_t>(flag) << 30) | epoch) << 32) | value;
  }
  INKRAY_COOPERATIVE static Flag flag(std::uint64_t word, std::uint32_t epoch)
  {
    const auto high = static_cast<std::uint32_t>(word >> 32);
    return (high & epochMask) == epoch ? static_cast<Flag>(high >> 30) : missing;
  }
  INKRAY_COOPERATIVE static std::uint32_t value(std::uint64_t word)
  {
    return static_cast<std::uint32_t>(word);
  }
};

/// The order of tiles: blocks draw tickets from an atomic counter when they start to run, and do not use
/// their block index. CUDA promises no order of dispatch, and a block may wait for an earlier one only if
/// that one is known to run. The counter is one 64-bit word, with the epoch in the upper half and the next
/// ticket in the lower. The block that draws the last ticket of a launch resets the word for the next launch.
struct Ticket
{
  struct Shared
  {
    std::uint32_t tile;
    std::uint32_t epoch;
  };

  /// The number of tiles of `tileSize` items that n items need; at least one.
  INKRAY_COOPERATIVE static std::uint32_t numTiles(std::uint64_t n, std::uint32_t tileSize)
  {
    return n == 0 ? 1u : static_cast<std::uint32_t>((n + tileSize - 1) / tileSize);
  }

  /// Whether each block draws only once, because there are as many blocks as tiles. With fewer blocks, each
  /// draws until no tile is left.
  INKRAY_COOPERATIVE static bool once(std::uint32_t numTiles, std::uint32_t numBlocks)
  {
    return numTiles <= numBlocks;
  }

  /// The number of draws in a launch in which each block draws until no tile is left.
  INKRAY_COOPERATIVE static std::uint32_t numDraws(std::uint32_t numTiles, std::uint32_t numBlocks)
  {
    return once(numTiles, numBlocks) ? numBlocks : numTiles + numBlocks;
  }

  /// Makes the order of a block's tile from `drawn`, the word's value before the thread added 1. The last of
  /// the launch's `numDraws` draws resets the word for the next launch.
  template <class Ctx>
  INKRAY_COOPERATIVE static TileOrder settle(
    const Ctx& ctx, std::uint64_t* word, std::uint64_t drawn, std::uint32_t numTiles, std::uint32_t numDraws)
  {
    const auto ticket = static_cast<std::uint32_t>(drawn);
    const auto epoch = static_cast<std::uint32_t>(drawn >> 32);
    if (ticket == numDraws - 1)
      ctx.storeRelaxed(word, static_cast<std::uint64_t>((epoch + 1) & StateWord::epochMask) << 32);
    return { ticket, numTiles, epoch };
  }

  /// Draw for a block; all its threads arrive. The function has one barrier; another one must come before the
  /// next draw with the same `shared` (every compaction has one).
  template <class Ctx>
  INKRAY_COOPERATIVE static TileOrder draw(
    const Ctx& ctx, Shared& shared, std::uint64_t* word, std::uint32_t numTiles)
  {
    if (ctx.thread() == 0)
    {
      const TileOrder drawn = settle(
        ctx, word, ctx.atomicAdd(word, std::uint64_t(1)), numTiles, numDraws(numTiles, ctx.numBlocks()));
      shared.tile = drawn.tile;
      shared.epoch = drawn.epoch;
    }
    ctx.syncThreads();
    return { shared.tile, numTiles, shared.epoch };
  }
};

} // namespace inkray
