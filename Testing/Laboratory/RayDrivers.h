// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Persistent warps and blocks that take rays by themselves, against an execution context
/// (ExecutionContext.h). Only the caller knows what a ray is.
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"

#include <cstdint>

namespace inkray::laboratory
{

/// Persistent warps whose lanes without a ray take new ones when fewer than `least` lanes have one (Aila and
/// Laine 2009; Novak et al. 2010). Rays of one warp end together just before, so that lanes which have found
/// a surface shade it side by side.
struct RefilledWarps
{
  /// *next is 0 at first. For each number in [0, count), one lane calls begin(number), then goOn() as long as
  /// the calls return true, then end(). The lane keeps the data that the three share.
  template <class Ctx, class Begin, class GoOn, class End>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, std::uint32_t* next, std::uint32_t count,
    std::uint32_t least, const Begin& begin, const GoOn& goOn, const End& end)
  {
    bool holds = false, walks = false;
    bool isMore = true; // the same for the whole warp
    for (;;)
    {
      const std::uint32_t walking = ctx.ballot(walks);
      if (isMore && popcount32(walking) < least)
      {
        if (holds && !walks)
          end();
        const std::uint32_t idle = ~walking;
        const std::uint32_t wanted = popcount32(idle);
        std::uint32_t first = 0;
        if (ctx.lane() == 0)
          first = ctx.atomicAdd(next, wanted);
        first = ctx.shuffle(first, 0);
        isMore = first < count && count - first > wanted;
        if (!walks)
        {
          const std::uint32_t number = first + threadOffset(ctx, idle);
          holds = first < count && number < count;
          walks = holds && begin(number);
        }
      }
      else if (walking == 0)
        break;
      else if (walks)
        walks = goOn();
    }
    if (holds)
      end();
  }
};

/// The same warps, whose lanes do one of two things at a time. While `leastWalking` lanes walk, these go on.
/// Otherwise the lanes that stand go on, if there are any.
struct VotingWarps
{
  /// What a ray does next.
  enum Next : std::uint32_t
  {
    Ended,
    Walks,
    Stands
  };

  /// As RefilledWarps::run, but with two functions in place of goOn(): walk() for rays that walk, and cross()
  /// for rays that stand. Both, and begin(number), return what the ray does next.
  template <class Ctx, class Begin, class Walk, class Cross, class End>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, std::uint32_t* next, std::uint32_t count,
    std::uint32_t leastActive, std::uint32_t leastWalking, const Begin& begin, const Walk& walk,
    const Cross& cross, const End& end)
  {
    bool holds = false;
    std::uint32_t does = Ended;
    bool isMore = true; // the same for the whole warp
    for (;;)
    {
      const std::uint32_t walking = ctx.ballot(does == Walks), standing = ctx.ballot(does == Stands);
      const std::uint32_t active = walking | standing;
      if (isMore && popcount32(active) < leastActive)
      {
        if (holds && does == Ended)
          end();
        const std::uint32_t idle = ~active;
        const std::uint32_t wanted = popcount32(idle);
        std::uint32_t first = 0;
        if (ctx.lane() == 0)
          first = ctx.atomicAdd(next, wanted);
        first = ctx.shuffle(first, 0);
        isMore = first < count && count - first > wanted;
        if (does == Ended)
        {
          const std::uint32_t number = first + threadOffset(ctx, idle);
          holds = first < count && number < count;
          does = holds ? begin(number) : std::uint32_t(Ended);
        }
      }
      else if (active == 0)
        break;
      else if (standing == 0 || popcount32(walking) >= leastWalking)
      {
        if (does == Walks)
          does = walk();
      }
      else if (does == Stands)
        does = cross();
    }
    if (holds)
      end();
  }
};

/// A block with a pool of rays in shared memory, and two queues of them: rays that look for their next leaf,
/// and rays that wait at a leaf. In each turn its threads take rays from one queue. New rays start when
/// neither queue has a ray for every thread.
template <int Block, int Slots>
struct BlockQueues
{
  static_assert(Slots >= 2 * Block, "a turn fills the block from one queue, or the pool is not full");
  using Scan = BlockScan<Block, 32>;

  /// What a ray does next.
  enum Next : std::uint32_t
  {
    Ended,
    Traverses,
    Intersects
  };

  struct Shared
  {
    std::uint16_t slots[3][Slots]; ///< by Next; slots of ended rays are free
    typename Scan::Shared scans[2];
    std::uint32_t first;
  };

  /// *next is 0 at first. For each number in [0, count), the block calls traverse(slot, true, number), then
  /// traverse(slot, false, 0) and intersect(slot) as the calls say. Each call returns what the ray in this
  /// slot of the pool does next. All threads arrive. The thread that has a slot next sees what a call wrote
  /// to it.
  template <class Ctx, class Traverse, class Intersect>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, std::uint32_t* next, std::uint32_t count,
    const Traverse& traverse, const Intersect& intersect)
  {
    const auto thread = static_cast<std::uint32_t>(ctx.thread());
    // All threads have the same: how many slots each list holds, and whether there are rays that have not
    // begun.
    std::uint32_t sizes[3] = { Slots, 0, 0 };
    bool isMore = true;
    for (std::uint32_t k = thread; k < Slots; k += Block)
      shared.slots[Ended][k] = static_cast<std::uint16_t>(k);
    ctx.syncThreads();
    for (;;)
    {
      const bool full = sizes[Intersects] >= Block;
      const bool fills = isMore && !full && sizes[Traverses] < Block && sizes[Ended] > 0;
      if (!fills && sizes[Traverses] == 0 && sizes[Intersects] == 0)
        return;
      const bool intersects =
        full || (!fills && sizes[Traverses] < Block && sizes[Intersects] >= sizes[Traverses]);
      const Next from = intersects ? Intersects : Traverses;
      const std::uint32_t old = smaller(sizes[from], Block);
      std::uint32_t fresh = 0;
      if (fills)
      {
        fresh = smaller(Block - old, sizes[Ended]);
        if (thread == 0)
          shared.first = ctx.atomicAdd(next, fresh);
        ctx.syncThreads();
        const std::uint32_t first = shared.first;
        isMore = first < count && count - first > fresh;
        fresh = first < count ? smaller(fresh, count - first) : 0u;
      }
      // Threads take the last slots of the queue, then free ones.
      const bool isOld = thread < old, isFresh = !isOld && thread < old + fresh;
      std::uint16_t slot = 0;
      if (isOld)
        slot = shared.slots[from][sizes[from] - 1 - thread];
      else if (isFresh)
        slot = shared.slots[Ended][sizes[Ended] - 1 - (thread - old)];
      std::uint32_t does = Ended;
      if (intersects && isOld)
        does = intersect(slot);
      else if (isOld || isFresh)
        does = traverse(slot, isFresh, isFresh ? shared.first + (thread - old) : 0u);
      const bool used = isOld || isFresh;
      sizes[from] -= old;
      sizes[Ended] -= fresh;
      // Rank the rays that intersect, those that traverse, and those that have ended. The first barrier comes
      // after all threads have read their slots.
      const std::uint32_t toIntersect = ctx.ballot(used && does == Intersects),
                          toTraverse = ctx.ballot(used && does == Traverses),
                          ended = ctx.ballot(used && does == Ended);
      const ScanResult two = Scan::warpOffset(ctx, shared.scans[0], popcount32(toIntersect));
      const ScanResult one = Scan::warpOffset(ctx, shared.scans[1], popcount32(toTraverse));
      const std::uint32_t allUsed = old + fresh;
      const std::uint32_t warpFirst = smaller(static_cast<std::uint32_t>(ctx.warp()) * 32u, allUsed);
      const std::uint32_t endedBefore = warpFirst - two.before - one.before;
      if (used)
      {
        const std::uint32_t place = does == Intersects
          ? sizes[Intersects] + two.before + threadOffset(ctx, toIntersect)
          : does == Traverses ? sizes[Traverses] + one.before + threadOffset(ctx, toTraverse)
                              : sizes[Ended] + endedBefore + threadOffset(ctx, ended);
        shared.slots[does][place] = slot;
      }
      sizes[Intersects] += two.total;
      sizes[Traverses] += one.total;
      sizes[Ended] += allUsed - two.total - one.total;
      ctx.syncThreads();
    }
  }

private:
  INKRAY_COOPERATIVE static std::uint32_t smaller(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
};

} // namespace inkray::laboratory
