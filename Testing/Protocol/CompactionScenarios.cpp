// SPDX-License-Identifier: BSD-3-Clause
#include "CompactionScenarios.h"

#include "Compaction/CompactItems.h"
#include "Compaction/InKCollate.h"
#include "Compaction/InKCompact.h"
#include "Compaction/InKCompactLookBack.h"
#include "Compaction/InKCompactResident.h"
#include "Cooperative/BlockAppend.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace protocol
{
namespace
{

/// The numbers that a case draws, besides the template arguments.
struct Case
{
  std::uint32_t maxTiles;
  int launches;
};

/// The items of one launch, and which of them each output keeps.
struct Input
{
  std::vector<std::uint64_t> items; ///< different ones in each launch; output A takes the lower half
  std::vector<unsigned> kept;       ///< bit o: for output o

  Input(Random& dice, std::uint64_t n, int launch)
    : items(n)
    , kept(n)
  {
    const std::uint32_t density[2] = { densityOf(dice), densityOf(dice) };
    const bool clustered = dice.chance(0.3);
    unsigned last = 0;
    for (std::uint64_t i = 0; i < n; ++i)
    {
      items[i] = (dice.next() << 32) | (static_cast<std::uint64_t>(launch) << 28) | i;
      if (!clustered || dice.below(20) == 0)
        last = (dice.below(100) < density[0] ? 1u : 0u) | (dice.below(100) < density[1] ? 2u : 0u);
      kept[i] = last;
    }
  }

private:
  static std::uint32_t densityOf(Random& dice)
  {
    constexpr std::uint32_t densities[] = { 0, 3, 50, 50, 90, 100 };
    return densities[dice.below(6)];
  }
};

template <class T>
T itemAs(std::uint64_t item)
{
  return static_cast<T>(item);
}

/// An output's queue, and the state that the algorithm keeps for it.
template <class Method, class T>
struct Output
{
  inkray::Queue<T> queue;
  typename Method::template State<T> state;
  std::uint64_t workspace; ///< as many items as the largest launch needs

  Output(Executor& e, const Case& c)
  {
    workspace = std::uint64_t(c.maxTiles) * Method::tileSize;
    queue.items = e.memory.allocate<T>("items", workspace);
    queue.count = e.memory.allocate<std::uint64_t>("count", 1);
    queue.capacity = workspace;
    this->makeState(e, c, state);
  }

  /// Expects the exact count, and the survivors in order: all of them, or tile by tile where an algorithm
  /// keeps the order only within tiles. Items that do not fit are left out.
  void check(Executor& e, const Input& input, unsigned bit) const
  {
    std::vector<std::vector<T>> tiles((input.items.size() + Method::tileSize - 1) / Method::tileSize);
    std::uint64_t survivors = 0;
    for (std::size_t i = 0; i < input.items.size(); ++i)
      if (input.kept[i] & bit)
      {
        tiles[i / Method::tileSize].push_back(itemAs<T>(input.items[i]));
        ++survivors;
      }
    if (!e.memory.written(queue.count) || e.memory.read(queue.count) != survivors)
      return e.fail("count is " +
        (e.memory.written(queue.count) ? std::to_string(e.memory.read(queue.count)) : "not set") +
        ", survivors are " + std::to_string(survivors));
    std::uint64_t at = 0;
    const std::uint64_t end = std::min(survivors, queue.capacity);
    for (std::size_t next = 0; at < end; ++next)
    {
      while (next < tiles.size() && tiles[next].empty())
        ++next;
      std::size_t tile = next;
      // The lower bits hold the index: the first item says which tile stands here.
      if (!Method::ordered)
      {
        tile = static_cast<std::size_t>((e.memory.read(queue.items + at) & 0xffffff) / Method::tileSize);
        if (tile >= tiles.size() || tiles[tile].empty())
          return e.fail("item " + std::to_string(at) + " of the queue is of no tile that is left");
      }
      for (const T item : tiles[tile])
      {
        if (at == end)
          break;
        if (!e.memory.written(queue.items + at) || e.memory.read(queue.items + at) != item)
          return e.fail("item " + std::to_string(at) + " of the queue is wrong");
        ++at;
      }
      if (!Method::ordered)
        tiles[tile].clear();
    }
    for (; at < workspace && at < end + 3; ++at)
      if (e.memory.written(queue.items + at))
        return e.fail("something is stored past the last survivor or past the queue's capacity");
  }

private:
  template <class U>
  static U* zeroed(Executor& e, const char* name, std::size_t n)
  {
    U* const p = e.memory.allocate<U>(name, n);
    for (std::size_t i = 0; i < n; ++i)
      e.memory.write(p + i, U(0));
    return p;
  }
  template <int Block, int Items>
  static void makeStateOf(Executor& e, const Case& c, inkray::InKCompact<Block, Items>*,
    typename inkray::InKCompact<Block, Items>::template State<T>& s)
  {
    const std::size_t sections = (c.maxTiles + 31) / 32;
    s.intermediate = e.memory.allocate<T>("intermediate", std::size_t(c.maxTiles) * Method::tileSize);
    s.tileCounts = zeroed<std::uint32_t>(e, "tileCounts", c.maxTiles);
    s.completed = zeroed<std::uint32_t>(e, "completed", sections);
    s.ends = zeroed<std::uint64_t>(e, "ends", sections);
  }
  template <int Block, int Items, int Window>
  static void makeStateOf(Executor& e, const Case& c, inkray::InKCompactLookBack<Block, Items, Window>*,
    typename inkray::InKCompactLookBack<Block, Items, Window>::template State<T>& s)
  {
    s.tiles = zeroed<std::uint64_t>(e, "tiles", c.maxTiles);
  }
  template <int Block, int Items>
  static void makeStateOf(Executor& e, const Case& c, inkray::InKCompactResident<Block, Items>*,
    typename inkray::InKCompactResident<Block, Items>::template State<T>& s)
  {
    s.tiles = zeroed<std::uint64_t>(e, "tiles", c.maxTiles);
  }
  template <int Block, int Items>
  static void makeStateOf(Executor& e, const Case&, inkray::InKCollate<Block, Items>*,
    typename inkray::InKCollate<Block, Items>::template State<T>& s)
  {
    s.taken = zeroed<std::uint64_t>(e, "taken", 1);
  }
  static void makeState(Executor& e, const Case& c, typename Method::template State<T>& s)
  {
    makeStateOf(e, c, static_cast<Method*>(nullptr), s);
  }
};

struct OneOutput
{
  const Input* input;
  bool operator()(std::int64_t i, std::uint32_t& item) const
  {
    item = itemAs<std::uint32_t>(input->items[i]);
    return input->kept[i] & 1u;
  }
};

struct TwoOutputs
{
  const Input* input;
  unsigned operator()(std::int64_t i, std::uint32_t& a, std::uint64_t& b) const
  {
    a = itemAs<std::uint32_t>(input->items[i]);
    b = input->items[i];
    return input->kept[i];
  }
};

/// Draws the blocks of a launch: one for each tile, fewer (each takes several tiles), or more than there are
/// tiles.
std::uint32_t drawBlocks(Random& dice, std::uint32_t tiles)
{
  switch (dice.below(4))
  {
    case 0:
      return 1 + dice.below(std::min(tiles, 8u));
    case 1:
      return tiles + dice.below(4);
    default:
      return tiles;
  }
}

/// Makes the kind of launch that the method needs.
template <class Method, int Block, class Shared, class Kernel>
bool launchFor(Executor& e, std::uint32_t numBlocks, const Kernel& kernel)
{
  if constexpr (Method::resident)
    return e.launchTogether<Block, Shared>(numBlocks, kernel);
  else
    return e.launch<Block, Shared>(numBlocks, kernel);
}

template <class Method, int Block, int Items, int NumOutputs>
void runCase(Executor& e, const Case& drawn)
{
  Case c = drawn;
  if (Method::resident)
    c.maxTiles = std::min(c.maxTiles, 1536u / Block);
  Random& dice = e.dice();
  using Body = inkray::CompactItems<Method, Block, Items, NumOutputs>;
  auto* const ticket = e.memory.allocate<std::uint64_t>("ticket", 1);
  // Launch numbers wrap around; the state is zero, as at the first launch.
  const std::uint64_t epoch = dice.chance(0.2) ? 0x3fffffff - dice.below(2)
    : dice.chance(0.5)                         ? 1
                                               : 1 + dice.below(1000);
  e.memory.write(ticket, epoch << 32);
  Output<Method, std::uint32_t> a(e, c);
  Output<Method, std::uint64_t> b(e, c);

  for (int launch = 0; launch < c.launches && e.failure().empty(); ++launch)
  {
    const std::uint32_t tiles = launch == 0 ? c.maxTiles : 1 + dice.below(c.maxTiles);
    const std::uint64_t n =
      dice.chance(0.05) ? 0 : std::uint64_t(tiles) * Method::tileSize - dice.below(Method::tileSize);
    const Input input(dice, n, launch);
    const std::uint32_t numBlocks =
      Method::resident ? (n ? tiles : 1) + dice.below(3) : drawBlocks(dice, n ? tiles : 1);
    e.memory.forget(a.queue.items);
    e.memory.forget(b.queue.items);
    e.memory.forget(a.queue.count);
    e.memory.forget(b.queue.count);
    a.queue.capacity = dice.chance(0.1) ? n / 3 : a.workspace;
    bool ended;
    if constexpr (NumOutputs == 1)
      ended = launchFor<Method, Block, typename Body::Shared>(
        e, numBlocks, [&](const auto& ctx, typename Body::Shared& shared) {
          Body::run(ctx, shared, ticket, n, OneOutput{ &input }, a.state, a.queue);
        });
    else
      ended = launchFor<Method, Block, typename Body::Shared>(
        e, numBlocks, [&](const auto& ctx, typename Body::Shared& shared) {
          Body::run(ctx, shared, ticket, n, TwoOutputs{ &input }, a.state, a.queue, b.state, b.queue);
        });
    if (!ended)
      return;
    a.check(e, input, 1);
    if (NumOutputs == 2)
      b.check(e, input, 2);
  }
}

/// Draws a random case: mostly of a few tiles, sometimes of several sections of 32 or windows of look-back.
Case drawCase(Random& dice, int threads, int items)
{
  Case c;
  const std::uint32_t most = static_cast<std::uint32_t>(std::max(8, 4096 / (threads * (1 + items))));
  const std::uint32_t kind = dice.below(20);
  c.maxTiles = 1 + dice.below(kind < 12 ? 6 : kind < 19 ? std::min(40u, most) : most * 2);
  c.launches = 1 + static_cast<int>(dice.below(c.maxTiles > 40 ? 2 : 3));
  return c;
}

template <template <int, int> class Method, int Block, int Items>
void runOneOrTwo(Executor& e)
{
  const Case c = drawCase(e.dice(), Block, Items);
  if (e.dice().chance(0.4))
    runCase<Method<Block, Items>, Block, Items, 2>(e, c);
  else
    runCase<Method<Block, Items>, Block, Items, 1>(e, c);
}

template <template <int, int> class Method>
void runSizes(Executor& e)
{
  constexpr void (*sizes[])(Executor&) = { runOneOrTwo<Method, 32, 1>, runOneOrTwo<Method, 32, 1>,
    runOneOrTwo<Method, 64, 1>, runOneOrTwo<Method, 128, 1>, runOneOrTwo<Method, 32, 3>,
    runOneOrTwo<Method, 64, 4>, runOneOrTwo<Method, 128, 2> };
  sizes[e.dice().below(static_cast<std::uint32_t>(std::size(sizes)))](e);
}

template <int Block, int Items>
using LookBackBy32 = inkray::InKCompactLookBack<Block, Items, 1>;
template <int Block, int Items>
using LookBackBy64 = inkray::InKCompactLookBack<Block, Items, 2>;
template <int Block, int Items>
using LookBackBy256 = inkray::InKCompactLookBack<Block, Items, 8>;

void runLookBack(Executor& e)
{
  switch (e.dice().below(4))
  {
    case 0:
      return runSizes<LookBackBy64>(e);
    case 1:
      return runSizes<LookBackBy256>(e);
    default:
      return runSizes<LookBackBy32>(e);
  }
}

/// Each thread asks for 0 to 3 places, twice in a row. The places of a block lie together, in the order of
/// its threads.
template <int Block>
void runSeveralOf(Executor& e)
{
  Random& dice = e.dice();
  using Collate = inkray::BlockAppend<Block>;
  const std::uint32_t numBlocks = 1 + dice.below(8);
  const std::uint32_t numThreads = numBlocks * Block;
  auto* const count = e.memory.allocate<std::uint64_t>("count", 1);
  auto* const items = e.memory.allocate<std::uint32_t>("items", 6 * numThreads);
  e.memory.write(count, std::uint64_t(0));
  std::vector<std::uint32_t> wanted(2 * numThreads);
  std::uint64_t all = 0;
  const std::uint32_t most = dice.below(4);
  for (std::uint32_t& w : wanted)
    all += w = dice.below(most + 1);
  const bool ended = e.launch<Block, typename Collate::Shared>(
    numBlocks, [&](const auto& ctx, typename Collate::Shared& shared) {
      for (std::uint32_t round = 0; round < 2; ++round)
      {
        const std::uint32_t id = (ctx.block() * 2 + round) * Block + static_cast<std::uint32_t>(ctx.thread());
        const std::uint64_t at = Collate::append(ctx, shared, wanted[id], count);
        for (std::uint32_t k = 0; k < wanted[id]; ++k)
          ctx.store(items + at + k, id * 4 + k);
      }
    });
  if (!ended)
    return;
  if (e.memory.read(count) != all)
    return e.fail(
      "count is " + std::to_string(e.memory.read(count)) + ", wanted were " + std::to_string(all));
  std::uint64_t at = 0;
  std::vector<bool> met(2 * numBlocks);
  while (at < all)
  {
    if (!e.memory.written(items + at))
      return e.fail("a place is left empty");
    const std::uint32_t group = e.memory.read(items + at) / 4 / Block; // a block and one of its rounds
    if (group >= met.size() || met[group])
      return e.fail("the places of a block do not lie together");
    met[group] = true;
    for (std::uint32_t id = group * Block; id < (group + 1) * Block; ++id)
      for (std::uint32_t k = 0; k < wanted[id]; ++k, ++at)
        if (at >= all || !e.memory.written(items + at) || e.memory.read(items + at) != id * 4 + k)
          return e.fail("places of a block are not in the order of its threads");
  }
}

void runSeveral(Executor& e)
{
  constexpr void (*sizes[])(Executor&) = { runSeveralOf<32>, runSeveralOf<64>, runSeveralOf<128> };
  sizes[e.dice().below(3)](e);
}

} // namespace

const std::vector<Scenario>& compactionScenarios()
{
  static const std::vector<Scenario> scenarios = { { "InKCompactLookBack", 2000, runLookBack },
    { "InKCompactResident", 1000, runSizes<inkray::InKCompactResident> },
    { "InKCompact", 2000, runSizes<inkray::InKCompact> },
    { "InKCollate", 2000, runSizes<inkray::InKCollate> }, { "BlockAppend", 2000, runSeveral } };
  return scenarios;
}

} // namespace protocol
