// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Ticket.h"
#include "Execution/Buffer.h"
#include "Portable.h"

#include <cstdint>

namespace inkray
{

/// A number of items that is known to the caller, or that stands in the backend's memory when the kernel runs (then at most `most`).
struct ItemCount
{
  const std::uint64_t* counter; ///< null: `most` it is. May not be the count of a queue that the kernel fills
  std::uint64_t most;

  INKRAY_COOPERATIVE std::uint64_t get() const
  {
    if (!counter)
      return most;
    const std::uint64_t n = *counter;
    return n < most ? n : most;
  }
};

/// The body of a kernel that makes items and compacts them before it ends: for each tile, kernel(i, item) makes item i or drops it, and the survivors go to the queue.
/// `Method` is one of InKCompactLookBack, InKCompact, InKCollate.
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
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n, const Kernel& kernel,
    const typename Method::template State<T>& state, const Queue<T>& queue)
  {
    forEachTile(ctx, shared, ticket, n, [&](const TileOrder& order) {
      T items[Items];
      std::uint32_t kept = 0;
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
      {
        const std::uint64_t i = index(ctx, order, j);
        if (i < n && kernel(static_cast<std::int64_t>(i), items[j]))
          kept |= 1u << j;
      }
      Method::compact(ctx, shared.outputs[0], order, kept, items, state, queue);
    });
  }

  /// Two outputs: unsigned kernel(std::int64_t i, A& a, B& b) sets bit 0 to keep a and bit 1 to keep b (the intersection kernel of Hughes et al., section 3.1.5).
  template <class Ctx, class Kernel, class A, class B>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n, const Kernel& kernel,
    const typename Method::template State<A>& stateA, const Queue<A>& queueA, const typename Method::template State<B>& stateB, const Queue<B>& queueB)
  {
    forEachTile(ctx, shared, ticket, n, [&](const TileOrder& order) {
      A a[Items];
      B b[Items];
      std::uint32_t keptA = 0, keptB = 0;
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
      {
        const std::uint64_t i = index(ctx, order, j);
        const unsigned kept = i < n ? static_cast<unsigned>(kernel(static_cast<std::int64_t>(i), a[j], b[j])) : 0u;
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
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint64_t index(const Ctx& ctx, const TileOrder& order, int j)
  {
    return static_cast<std::uint64_t>(order.tile) * (Block * Items) + Method::Scan::indexInTile(ctx, j);
  }

  template <class Ctx, class Body>
  INKRAY_COOPERATIVE static void forEachTile(const Ctx& ctx, Shared& shared, std::uint64_t* ticket, std::uint64_t n, const Body& body)
  {
    const std::uint32_t numTiles = Ticket::numTiles(n, Block * Items);
    if constexpr (Method::ordered)
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
