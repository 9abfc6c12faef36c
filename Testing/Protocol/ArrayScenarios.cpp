// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayScenarios.h"

#include "ArrayCases.h"

#include "Cooperative/Ticket.h"
#include "Laboratory/Compaction/ArrayCompaction.h"
#include "Laboratory/Compaction/ArrayRing.h"
#include "Laboratory/Compaction/BlockGather.h"
#include "Laboratory/Compaction/ChagCompact.h"
#include "Laboratory/Compaction/HoleFill.h"
#include "Laboratory/Compaction/ItemSource.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace protocol
{
namespace
{

/// Calls launch(input, tiles) several times in a row, with random sizes for a method of tiles of `tileSize`.
template <class T, class Launch>
void severalLaunches(Executor& e, std::uint32_t maxTiles, std::uint32_t tileSize, const Launch& launch)
{
  const int launches = 1 + static_cast<int>(e.dice().below(3));
  for (int l = 0; l < launches && e.failure().empty(); ++l)
  {
    const std::uint32_t tiles = l == 0 ? maxTiles : 1 + e.dice().below(maxTiles);
    const std::uint64_t n =
      e.dice().chance(0.05) ? 0 : std::uint64_t(tiles) * tileSize - e.dice().below(tileSize);
    const InputArray<T> input(e.dice(), n, l);
    launch(input, n ? tiles : 1);
  }
}

std::uint32_t fewTiles(Random& dice, std::uint32_t most)
{
  return 1 + dice.below(dice.below(5) == 0 ? most : std::min(most, 6u));
}

/// Shared memory of a kernel that stages its tile.
template <class Shared, class T, int TileSize>
struct Staged
{
  Shared shared;
  T stage[2 * TileSize]; // look-back stages two
};

template <class T, int Block, int Items>
void runArrayLookBackOf(Executor& e)
{
  using Tuning = inkray::ArrayTuning<Block, Items, 1>;
  using Method = inkray::ArrayLookBack<Tuning, T>;
  using Shared = Staged<typename Method::Shared, T, Tuning::tileSize>;
  const std::uint32_t maxTiles = fewTiles(e.dice(), 2048 / Block);
  Result<T> result(e, std::uint64_t(maxTiles) * Tuning::tileSize);
  std::uint64_t* const ticket = tickets(e);
  std::uint64_t* const states = zeros(e, "tiles", maxTiles);
  severalLaunches<T>(e, maxTiles, Tuning::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    if (e.launch<Block, Shared>(1 + e.dice().below(std::min(tiles + 1, 8u)), [&](const auto& ctx, Shared& s) {
          Method::run(ctx, s.shared, s.stage, input.items, input.n, IsKept<T>(), result.queue, ticket, states,
            input.aligned);
        }))
      result.check(e, input, Order::All, Tuning::tileSize);
  });
}

template <class T, int Warps, int Vectors, int Stages, int Lag, int Ahead>
void runArrayRingOf(Executor& e)
{
  using Tuning = inkray::RingTuning<Warps, Vectors, Stages, Lag, 1, Ahead>;
  using Method = inkray::ArrayRing<Tuning, T>;
  struct alignas(16) Shared
  {
    T stage[Stages * Method::tileSize];
    typename Method::Shared shared;
  };
  const std::uint32_t maxTiles = fewTiles(e.dice(), 24);
  Result<T> result(e, std::uint64_t(maxTiles) * Method::tileSize);
  std::uint64_t* const ticket = tickets(e);
  std::uint64_t* const states =
    zeros(e, "tiles", maxTiles + 1); // an array that begins anywhere takes one more
  severalLaunches<T>(e, maxTiles, Method::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    const typename Method::Input in{ input.items, input.n, input.aligned ? 0u : 1u };
    if (e.launch<Tuning::block, Shared>(
          1 + e.dice().below(std::min(tiles + 1, 6u)), [&](const auto& ctx, Shared& s) {
            Method::run(ctx, s.shared, s.stage, in, IsKept<T>(), result.queue, ticket, states);
          }))
      result.check(e, input, Order::All, Method::tileSize);
  });
}

template <class T, int Block, int Items>
void runArrayCollateOf(Executor& e)
{
  using Tuning = inkray::ArrayTuning<Block, Items, 1>;
  using Method = inkray::ArrayCollate<Tuning, T>;
  using Shared = Staged<typename Method::Shared, T, Tuning::tileSize>;
  const std::uint32_t maxTiles = fewTiles(e.dice(), 2048 / Block);
  Result<T> result(e, std::uint64_t(maxTiles) * Tuning::tileSize);
  std::uint64_t* const taken = zeros(e, "taken", 1);
  severalLaunches<T>(e, maxTiles, Tuning::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    if (e.launch<Block, Shared>(tiles, [&](const auto& ctx, Shared& s) {
          Method::run(
            ctx, s.shared, s.stage, input.items, input.n, IsKept<T>(), result.queue, taken, input.aligned);
        }))
      result.check(e, input, Order::WithinTiles, Tuning::tileSize);
  });
}

template <class Search, int Block, int Items>
void runGatherOf(Executor& e)
{
  using T = std::uint32_t;
  using Gather = inkray::BlockGather<Search, Block, Items>;
  struct Shared
  {
    typename Gather::Shared gather;
    inkray::Ticket::Shared tickets;
  };
  const std::uint32_t maxTiles = fewTiles(e.dice(), 2048 / Block);
  Result<T> result(e, std::uint64_t(maxTiles) * Gather::tileSize);
  std::uint64_t* const ticket = tickets(e);
  std::uint64_t* const states = zeros(e, "tiles", maxTiles);
  severalLaunches<T>(e, maxTiles, Gather::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    const std::uint32_t numBlocks = e.dice().chance(0.5) ? tiles : 1 + e.dice().below(std::min(tiles, 4u));
    const Source<T> source{ input.items, {} };
    if (e.launch<Block, Shared>(numBlocks, [&](const auto& ctx, Shared& shared) {
          const bool once = inkray::Ticket::once(tiles, ctx.numBlocks());
          do
          {
            const inkray::TileOrder order = inkray::Ticket::draw(ctx, shared.tickets, ticket, tiles);
            if (order.tile >= tiles)
              return;
            Gather::compact(ctx, shared.gather, order, input.n, source, states, result.queue);
          } while (!once);
        }))
      result.check(e, input, Search::keepsOrder ? Order::All : Order::None, Gather::tileSize);
  });
}

/// Gathers each tile on its own and puts its survivors where the tile begins.
template <class Search, int Block, int Items>
void runGatherWithin(Executor& e)
{
  using T = std::uint32_t;
  using Gather = inkray::BlockGather<Search, Block, Items>;
  const std::uint32_t tiles = fewTiles(e.dice(), 512 / Block);
  const std::uint64_t n = std::uint64_t(tiles) * Gather::tileSize - e.dice().below(Gather::tileSize);
  const InputArray<T> input(e.dice(), n, 1);
  Result<T> result(e, std::uint64_t(tiles) * Gather::tileSize);
  result.queue.capacity = result.workspace;
  const Source<T> source{ input.items, {} };
  const bool ended = e.launch<Block, typename Gather::Shared>(
    1 + e.dice().below(tiles), [&](const auto& ctx, typename Gather::Shared& shared) {
      for (std::uint32_t tile = ctx.block(); tile < tiles; tile += ctx.numBlocks())
        Gather::compactWithin(ctx, shared, tile, n, source, result.queue);
    });
  for (std::uint32_t tile = 0; ended && tile < tiles; ++tile)
  {
    const std::uint64_t first = std::uint64_t(tile) * Gather::tileSize;
    std::vector<T> expected, got;
    std::copy_if(input.items + first, input.items + std::min(n, first + Gather::tileSize),
      std::back_inserter(expected), IsKept<T>());
    for (std::uint64_t i = first; i < first + Gather::tileSize && e.memory.written(result.queue.items + i);
         ++i)
      got.push_back(e.memory.read(result.queue.items + i));
    if (!Search::keepsOrder)
      std::sort(got.begin(), got.end());
    if (got != expected)
      return e.fail("the survivors of tile " + std::to_string(tile) + " are wrong");
  }
}

/// Makes three launches: mark, list, move. (In place or not is the same protocol: here the items that are
/// read are the kernel's own input.)
void runHoleFill(Executor& e)
{
  using T = std::uint32_t;
  using Fill = inkray::HoleFill;
  struct Shared
  {
    typename Fill::Scan::Shared scan;
    inkray::Ticket::Shared tickets;
  };
  const std::uint32_t maxTiles = 1 + e.dice().below(4);
  const std::uint64_t most = std::uint64_t(maxTiles) * Fill::tileSize;
  Result<T> result(e, most);
  std::uint64_t* const ticket = tickets(e);
  std::uint64_t* const states = zeros(e, "tiles", maxTiles);
  const Fill::Work work{ e.memory.allocate<std::uint32_t>("bits", 32 * maxTiles),
    e.memory.allocate<std::uint32_t>("before", maxTiles),
    e.memory.allocate<std::uint32_t>("holes", most / 2) };
  severalLaunches<T>(e, maxTiles, Fill::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    const Source<T> source{ input.items, {} };
    const std::uint32_t numBlocks = e.dice().chance(0.5) ? tiles : 1 + e.dice().below(2);
    const auto forEachTile = [&](const auto& ctx, const auto& body) {
      for (std::uint32_t tile = ctx.block() * (Fill::block / 32) + static_cast<std::uint32_t>(ctx.warp());
           tile < tiles; tile += ctx.numBlocks() * (Fill::block / 32))
        body(tile);
    };
    const bool marked = e.launch<Fill::block, Shared>(numBlocks, [&](const auto& ctx, Shared& shared) {
      const bool once = inkray::Ticket::once(tiles, ctx.numBlocks());
      do
      {
        const inkray::TileOrder order = inkray::Ticket::draw(ctx, shared.tickets, ticket, tiles);
        if (order.tile >= tiles)
          return;
        Fill::mark(ctx, shared.scan, order, input.n, source, work, states, result.queue.count);
      } while (!once);
    });
    if (marked &&
      e.launch<Fill::block, Shared>(1,
        [&](const auto& ctx, Shared&) {
          forEachTile(ctx, [&](std::uint32_t tile) { Fill::list(ctx, tile, source, work, result.queue); });
        }) &&
      e.launch<Fill::block, Shared>(1, [&](const auto& ctx, Shared&) {
        forEachTile(ctx, [&](std::uint32_t tile) { Fill::move(ctx, tile, source, work, result.queue); });
      }))
      result.check(e, input, Order::None, Fill::tileSize);
  });
}

template <int Block, int Items>
void runChagOf(Executor& e)
{
  using T = std::uint32_t;
  using Chag = inkray::ChagCompact<Block, Items>;
  struct ScanShared
  {
    std::uint32_t warpSums[32];
  };
  const std::uint32_t maxTiles = 1 + e.dice().below(10);
  Result<T> result(e, std::uint64_t(maxTiles) * Chag::tileSize);
  auto* const counts = e.memory.allocate<std::uint32_t>("counts", maxTiles);
  severalLaunches<T>(e, maxTiles, Chag::tileSize, [&](const InputArray<T>& input, std::uint32_t tiles) {
    result.prepare(e, input.n);
    e.memory.forget(counts);
    const std::uint32_t processors = 1 + e.dice().below(std::min(tiles, 3u));
    const Source<T> source{ input.items, {} };
    using Shared = typename Chag::Shared;
    if (e.launch<Block, Shared>(processors,
          [&](const auto& ctx, Shared& shared) { Chag::count(ctx, shared, input.n, source, counts); }) &&
      e.launch<Chag::scanBlock, ScanShared>(1,
        [&](const auto& ctx, ScanShared& shared) {
          Chag::scan(ctx, shared.warpSums, counts, processors, result.queue.count);
        }) &&
      e.launch<Block, Shared>(processors, [&](const auto& ctx, Shared& shared) {
        Chag::move(ctx, shared, input.n, source, counts, result.queue);
      }))
      result.check(e, input, Order::All, Chag::tileSize);
  });
}

/// Scans more counts than the block has threads.
void runChagScan(Executor& e)
{
  using Chag = inkray::ChagCompact<32, 1>;
  struct Shared
  {
    std::uint32_t warpSums[32];
  };
  const std::uint32_t processors = 1024 + e.dice().below(1024);
  auto* const counts = e.memory.allocate<std::uint32_t>("counts", processors);
  auto* const count = e.memory.allocate<std::uint64_t>("count", 1);
  std::vector<std::uint32_t> before(processors + 1, 0);
  for (std::uint32_t p = 0; p < processors; ++p)
  {
    const std::uint32_t own = e.dice().below(1000);
    e.memory.write(counts + p, own);
    before[p + 1] = before[p] + own;
  }
  if (!e.launch<Chag::scanBlock, Shared>(1, [&](const auto& ctx, Shared& shared) {
        Chag::scan(ctx, shared.warpSums, counts, processors, count);
      }))
    return;
  for (std::uint32_t p = 0; p < processors; ++p)
    if (e.memory.read(counts + p) != before[p])
      return e.fail("the place of processor " + std::to_string(p) + " is wrong");
  if (e.memory.read(count) != before[processors])
    e.fail("the sum is wrong");
}

/// Runs one of several sizes.
template <class... Runs>
void oneOf(Executor& e, Runs... runs)
{
  void (*const all[])(Executor&) = { runs... };
  all[e.dice().below(sizeof...(runs))](e);
}

} // namespace

const std::vector<Scenario>& arrayScenarios()
{
  using Wide = std::uint64_t;
  using Narrow = std::uint32_t;
  static const std::vector<Scenario> scenarios = {
    { "ArrayLookBack", 2000,
      [](Executor& e) {
        oneOf(e, runArrayLookBackOf<Narrow, 64, 4>, runArrayLookBackOf<Narrow, 32, 8>,
          runArrayLookBackOf<Wide, 64, 2>, runArrayLookBackOf<Wide, 128, 4>);
      } },
    { "ArrayRing", 1000,
      [](Executor& e) {
        oneOf(e, runArrayRingOf<Narrow, 2, 1, 3, 1, 1>, runArrayRingOf<Narrow, 1, 2, 2, 1, 2>,
          runArrayRingOf<Narrow, 3, 1, 4, 3, 1>, runArrayRingOf<Wide, 2, 2, 3, 2, 2>);
      } },
    { "ArrayCollate", 2000,
      [](Executor& e) {
        oneOf(e, runArrayCollateOf<Narrow, 64, 4>, runArrayCollateOf<Narrow, 32, 20>,
          runArrayCollateOf<Wide, 128, 2>);
      } },
    { "HornCompact", 1000,
      [](Executor& e) {
        oneOf(e, runGatherOf<inkray::HornSearch, 32, 1>, runGatherOf<inkray::HornSearch, 64, 3>,
          runGatherWithin<inkray::HornSearch, 64, 1>);
      } },
    { "JumpingJack", 1000,
      [](Executor& e) {
        oneOf(e, runGatherOf<inkray::JumpingJackSearch, 32, 2>, runGatherOf<inkray::JumpingJackSearch, 64, 1>,
          runGatherWithin<inkray::JumpingJackSearch, 64, 2>);
      } },
    { "ChosenSearch", 500,
      [](Executor& e) {
        oneOf(e, runGatherOf<inkray::ChosenSearch, 32, 2>, runGatherWithin<inkray::ChosenSearch, 64, 1>);
      } },
    { "JumpingJackInPlace", 500, runHoleFill },
    { "ChagCompact", 500,
      [](Executor& e) { oneOf(e, runChagOf<64, 1>, runChagOf<128, 1>, runChagOf<64, 2>, runChagScan); } },
  };
  return scenarios;
}

} // namespace protocol
