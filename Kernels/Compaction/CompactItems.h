// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// The number of items: known to the caller, or stored in the backend's memory and read when the kernel runs
/// (then at most `most`).
struct ItemCount
{
  const std::uint64_t* counter; ///< null: the number is `most`. Must not be the count of a queue that the
                                ///< kernel fills
  std::uint64_t most;

  INKRAY_COOPERATIVE std::uint64_t get() const
  {
    if (!counter)
      return most;
    const std::uint64_t n = *counter;
    return n < most ? n : most;
  }
};

/// The body of a kernel that makes items and compacts them: for each tile, kernel(i, item) makes item i or
/// drops it, and the survivors are appended to the queue. `Method` is one of InKCompactLookBack,
/// InKCompactResident, InKCompact, InKCollate. Fewer than 2^32 items.
template <class Method, int Block, int Items, int NumOutputs>
struct CompactItems
{
  struct Shared
  {
    Ticket::Shared ticket;
    typename Method::Shared outputs[NumOutputs];
  };

  /// One output: bool kernel(std::int64_t i, T& item).
  template <class Ctx, class Kernel, class T>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n,
    const Kernel& kernel, const typename Method::template State<T>& state, const Queue<T>& queue)
  {
    forEachTile(ctx, shared, ticket, n, [&](const TileOrder& order) {
      T items[Items];
      std::uint32_t kept = 0;
      const std::uint32_t first = firstItem(order);
      const std::uint32_t left = itemsLeft(order, n);
      // The items of a whole tile can be made independently, since no bounds have to be checked.
      if (Items > 1 && left == tileSize)
      {
        INKRAY_UNROLL
        for (int j = 0; j < Items; ++j)
          kept |=
            (kernel(static_cast<std::int64_t>(first + Method::Scan::indexInTile(ctx, j)), items[j]) ? 1u : 0u)
            << j;
      }
      else
      {
        INKRAY_UNROLL
        for (int j = 0; j < Items; ++j)
        {
          const std::uint32_t within = Method::Scan::indexInTile(ctx, j);
          if (within < left && kernel(static_cast<std::int64_t>(first + within), items[j]))
            kept |= 1u << j;
        }
      }
      const auto scan = Method::begin(ctx, shared.outputs[0], order, kept, items, state);
      Method::finish(ctx, shared.outputs[0], order, scan, items, state, queue);
    });
  }

  /// Two outputs: unsigned kernel(std::int64_t i, A& a, B& b) sets bit 0 to keep a and bit 1 to keep b (the
  /// intersection kernel of Hughes et al., section 3.1.5).
  template <class Ctx, class Kernel, class A, class B>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n,
    const Kernel& kernel, const typename Method::template State<A>& stateA, const Queue<A>& queueA,
    const typename Method::template State<B>& stateB, const Queue<B>& queueB)
  {
    forEachTile(ctx, shared, ticket, n, [&](const TileOrder& order) {
      A a[Items];
      B b[Items];
      std::uint32_t keptA = 0, keptB = 0;
      const std::uint32_t first = firstItem(order);
      const std::uint32_t left = itemsLeft(order, n);
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
      {
        const std::uint32_t within = Method::Scan::indexInTile(ctx, j);
        const unsigned kept = within < left
          ? static_cast<unsigned>(kernel(static_cast<std::int64_t>(first + within), a[j], b[j]))
          : 0u;
        keptA |= (kept & 1u) << j;
        keptB |= ((kept >> 1) & 1u) << j;
      }
      const auto scanA = Method::begin(ctx, shared.outputs[0], order, keptA, a, stateA);
      const auto scanB = Method::begin(ctx, shared.outputs[1], order, keptB, b, stateB);
      Method::finish(ctx, shared.outputs[0], order, scanA, a, stateA, queueA);
      Method::finish(ctx, shared.outputs[1], order, scanB, b, stateB, queueB);
    });
  }

private:
  static constexpr std::uint32_t tileSize = Block * Items;

  /// Item numbers have 32 bits, since there are fewer than 2^32 items. 64-bit arithmetic would cost a
  /// noticeable share of the few microseconds that a kernel takes to make a frame's rays.
  INKRAY_COOPERATIVE static std::uint32_t firstItem(const TileOrder& order) { return order.tile * tileSize; }
  INKRAY_COOPERATIVE static std::uint32_t itemsLeft(const TileOrder& order, std::uint64_t n)
  {
    const std::uint64_t first = static_cast<std::uint64_t>(order.tile) * tileSize;
    return first >= n ? 0u : n - first < tileSize ? static_cast<std::uint32_t>(n - first) : tileSize;
  }

  template <class Ctx, class Body>
  INKRAY_COOPERATIVE static void forEachTile(
    const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n, const Body& body)
  {
    const std::uint32_t numTiles = Ticket::numTiles(n, Block * Items);
    if constexpr (Method::resident)
    {
      // One block for each tile. The word of tickets counts launches; the block that has seen all tiles
      // resets it for the next launch.
      if (ctx.block() >= numTiles)
        return;
      const auto epoch = static_cast<std::uint32_t>(ctx.loadRelaxed(ticket) >> 32);
      body(TileOrder{ ctx.block(), numTiles, epoch });
      if (ctx.block() == numTiles - 1 && ctx.thread() == 0)
        ctx.storeRelaxed(ticket, static_cast<std::uint64_t>((epoch + 1) & StateWord::epochMask) << 32);
    }
    else if constexpr (Method::ordered)
    {
      const bool once = Ticket::once(numTiles, ctx.numBlocks());
      do
      {
        const TileOrder order = Ticket::draw(ctx, shared.ticket, ticket, numTiles);
        if (order.tile >= numTiles)
          return;
        body(order);
      } while (!once);
    }
    else
      for (std::uint32_t tile = ctx.block(); tile < numTiles; tile += ctx.numBlocks())
        body(TileOrder{ tile, numTiles, 0 });
  }
};

} // namespace inkray
