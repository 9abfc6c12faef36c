// SPDX-License-Identifier: BSD-3-Clause
#include "Executor.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace protocol
{
namespace
{
constexpr int mostResidentThreads = 512;

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
  return Random(a * 0x2545f4914f6cdd1dull + b).next();
}
} // namespace

void Executor::reset(std::uint64_t newSeed, const Fault* newFault)
{
  seed = newSeed;
  random = Random(seed);
  fault = newFault;
  what.clear();
  step = 0;
  patience = usualPatience;
  memory.clear();
  recorded.clear();
}

void Executor::fail(const std::string& line)
{
  if (what.empty())
    what = "seed " + std::to_string(seed) + ": " + line;
}

void Executor::drawSchedule()
{
  style = static_cast<Style>(random.below(6));
  favor = random.next();
  const int most = std::max(1, mostResidentThreads / threadsPerBlock);
  residency = 1 +
    static_cast<int>(random.below(static_cast<std::uint32_t>(random.chance(0.3) ? most : std::min(most, 3))));
  residency = together ? static_cast<int>(blocks) : std::min(residency, static_cast<int>(blocks));
  order.resize(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b)
    order[b] = b;
  switch (random.below(5))
  {
    case 0: // as the indices go
      break;
    case 1:
      std::reverse(order.begin(), order.end());
      break;
    case 2: // at random
      for (std::uint32_t b = blocks; b > 1; --b)
        std::swap(order[b - 1], order[random.below(b)]);
      break;
    case 3: // the first block last
      std::rotate(order.begin(), order.begin() + 1, order.end());
      break;
    default: // some block last
    {
      const auto late = order.begin() + random.below(blocks);
      std::rotate(late, late + 1, order.end());
      break;
    }
  }
}

bool Executor::run(
  std::uint32_t numBlocks, int blockSize, std::size_t sharedBytes, const std::function<void(Thread&)>& kernel)
{
  if (!what.empty() || numBlocks == 0)
    return what.empty();
  blocks = numBlocks;
  threadsPerBlock = blockSize;
  sharedWords = (sharedBytes + 7) / 8;
  body = kernel;
  drawSchedule();
  constexpr double lateness[] = { 0, 0.3, 0.8 };
  constexpr double drains[] = { 0.002, 0.05, 0.5 };
  const double late = lateness[random.below(3)];
  memory.beginLaunch(numBlocks, random, late, drains[random.below(3)]);

  runnable.clear();
  copies.clear();
  dispatched = 0;
  alive = 0;
  aborting = avoidCurrent = fair = false;
  lastProgress = step;
  for (int slot = 0; slot < residency; ++slot)
  {
    if (resident.size() <= static_cast<std::size_t>(slot))
      resident.push_back(std::make_unique<Block>());
    Block& b = *resident[slot];
    b.threads.resize(blockSize);
    for (int i = 0; i < blockSize; ++i)
    {
      const std::size_t at = static_cast<std::size_t>(slot) * blockSize + i;
      if (threads.size() <= at)
      {
        threads.push_back(std::make_unique<Thread>());
        threads.back()->executor = this;
        threads.back()->fiber = std::make_unique<Fiber>(&Executor::threadMain, threads.back().get());
      }
      b.threads[i] = threads[at].get();
    }
    b.shared.clear();
    startBlock(b);
  }
  Fiber::switchTo(home, *next(nullptr)->fiber);

  if (what.empty())
  {
    try
    {
      memory.endLaunch();
    }
    catch (const Violation& v)
    {
      fail("after the launch: " + v.what);
    }
  }
  return what.empty();
}

void Executor::startBlock(Block& b)
{
  b.index = order[dispatched++];
  b.arrived = b.exited = 0;
  b.count = 0;
  b.stores.clear();
  b.barriers.clear();
  b.warps.resize(threadsPerBlock / 32);
  for (Block::Warp& w : b.warps)
  {
    w.arrived = w.away = 0;
    w.stores.clear();
  }
  // Shared memory is as the last block left it, or garbage: large numbers or small ones.
  const std::uint32_t kind = random.below(4);
  if (kind != 0 || b.shared.size() != sharedWords)
    b.shared.assign(sharedWords, 0);
  for (std::uint64_t& word : b.shared)
    word = kind == 0 ? word : kind == 1 ? random.next() & 0x0000003f0000003full : random.next();
  for (int i = 0; i < threadsPerBlock; ++i)
  {
    Thread& t = *b.threads[i];
    t.block = &b;
    t.index = i;
    t.started = false;
    t.unfavored = style == Style::Starved && drawUnfavored(t);
    t.tickets = 0;
    t.site = Site{ "", 0, "" };
    t.agent.block = b.index;
    t.agent.thread = static_cast<std::uint32_t>(i);
    t.agent.view = t.agent.observed = t.agent.fenced = 0;
    t.agent.own.clear();
    t.agent.warp = &b.warps[i / 32].stores;
    t.agent.group = &b.stores;
    makeRunnable(t);
    ++alive;
  }
}

void Executor::threadMain(void* argument)
{
  Thread& t = *static_cast<Thread*>(argument);
  Executor& e = *t.executor;
  for (;;) // one round for each block that this slot runs
  {
    t.started = true;
    try
    {
      e.body(t);
    }
    catch (const Violation& v)
    {
      e.fail("block " + std::to_string(t.block->index) + ", thread " + std::to_string(t.index) + ", in " +
        nameOf(t.op) + " at " + describe(t.site) + ": " + v.what);
      e.aborting = true;
    }
    catch (const Returned&)
    {
    }
    catch (const Abandoned&)
    {
    }
    e.exitThread(t);
  }
}

void Executor::makeRunnable(Thread& t)
{
  t.state = Thread::State::Runnable;
  t.place = runnable.size();
  runnable.push_back(&t);
}

void Executor::block(Thread& t, Thread::State state)
{
  t.state = state;
  runnable.back()->place = t.place;
  runnable[t.place] = runnable.back();
  runnable.pop_back();
}

void Executor::exitThread(Thread& t)
{
  Block& b = *t.block;
  if (t.state == Thread::State::Runnable)
    block(t, Thread::State::Exited);
  t.state = Thread::State::Exited;
  --alive;
  ++b.exited;
  ++b.warps[t.index / 32].away;
  lastProgress = step;
  if (!aborting)
  {
    if (b.arrived || b.warps[t.index / 32].arrived)
    {
      const auto waits = std::find_if(b.threads.begin(), b.threads.end(), [&](const Thread* o) {
        return o->state == Thread::State::InBarrier ||
          (o->state == Thread::State::InWarpCall && o->index / 32 == t.index / 32);
      });
      fail("block " + std::to_string(b.index) + ", thread " + std::to_string(t.index) +
        " ended while thread " + std::to_string((*waits)->index) + " waits in " + nameOf((*waits)->op) +
        " at " + describe((*waits)->site));
      aborting = true;
    }
    else if (b.exited == threadsPerBlock &&
      std::any_of(copies.begin(), copies.end(), [&](const PendingCopy& c) { return c.block == &b; }))
    {
      fail("block " + std::to_string(b.index) + " ended before a copy into its shared memory");
      aborting = true;
    }
    else if (b.exited == threadsPerBlock)
    {
      memory.retire(b.stores);
      for (Block::Warp& w : b.warps)
        memory.retire(w.stores);
      for (Thread* o : b.threads)
        memory.retire(o->agent.own);
      if (dispatched < order.size())
        startBlock(b);
    }
  }
  if (!aborting && alive > 0)
    landCopies();
  if (!aborting && alive > 0 && runnable.empty())
  {
    fail("deadlock: no thread can go on");
    aborting = true;
  }
  // When a launch is abandoned, every thread inside the kernel runs once more, to leave it.
  Thread* to = nullptr;
  if (!aborting)
    to = alive > 0 ? next(&t) : nullptr;
  else
    for (const auto& o : threads)
      if (o->state != Thread::State::Exited)
      {
        if (o->started)
        {
          to = o.get();
          break;
        }
        o->state = Thread::State::Exited;
      }
  if (to != &t)
    Fiber::switchTo(*t.fiber, to ? *to->fiber : home);
}

bool Executor::drawUnfavored(const Thread& t) const
{
  const std::uint64_t block = t.block->index;
  switch (favor % 3)
  {
    case 0:
      return mix(favor, block) % 3 == 0;
    case 1:
      return mix(favor, block * 32 + static_cast<std::uint64_t>(t.index / 32)) % 3 == 0;
    default:
      return mix(favor, static_cast<std::uint64_t>(t.index)) % 16 == 0;
  }
}

Thread* Executor::next(const Thread* current)
{
  const auto any = [&] { return runnable[random.below(static_cast<std::uint32_t>(runnable.size()))]; };
  const bool avoid = std::exchange(avoidCurrent, false);
  const bool mayStay = current && current->state == Thread::State::Runnable && !avoid;
  Thread* choice = any();
  if (fair)
    return choice;
  switch (style)
  {
    case Style::Uniform:
      break;
    case Style::Starved:
      for (int tries = 0; tries < 12 && choice->unfavored; ++tries)
        choice = any();
      break;
    case Style::Bursts:
      if (mayStay && !random.chance(0.03))
        return const_cast<Thread*>(current);
      break;
    case Style::LastFirst:
      if (random.chance(0.1))
        break;
      for (int tries = 0; tries < 4; ++tries)
      {
        Thread* const other = any();
        if (std::make_pair(other->block->index, other->index) >
          std::make_pair(choice->block->index, choice->index))
          choice = other;
      }
      break;
    case Style::LockStepWarps:
    {
      // The next lane of the same warp; after the last, some warp from its first lane.
      const auto laneFrom = [](const Block& b, int index) -> Thread* {
        for (; index < static_cast<int>(b.threads.size()); ++index)
        {
          if (b.threads[index]->state == Thread::State::Runnable)
            return b.threads[index];
          if (index % 32 == 31)
            break;
        }
        return nullptr;
      };
      if (current && current->index % 32 != 31)
        if (Thread* const lane = laneFrom(*current->block, current->index + 1))
          return lane;
      return laneFrom(*choice->block, choice->index / 32 * 32);
    }
    case Style::BlockByBlock:
      if (current && !random.chance(0.01))
        for (int tries = 0; tries < 6 && choice->block != current->block; ++tries)
          choice = any();
      break;
  }
  if (avoid)
    for (int tries = 0; tries < 4 && choice == current; ++tries)
      choice = any();
  return choice;
}

void Executor::checkStarvedOfProgress()
{
  const std::uint64_t bound = patience + 100 * static_cast<std::uint64_t>(alive);
  const std::uint64_t idle = step - lastProgress;
  if (idle > bound)
    throw Violation{ "livelock: nothing happened in the last " + std::to_string(bound) + " steps" };
  fair = idle > bound / 4;
  memory.hurry(fair);
}

void Executor::yield(Thread& t)
{
  if (aborting)
    throw Abandoned();
  ++step;
  if ((step & 255) == 0)
    checkStarvedOfProgress();
  landCopies();
  if (runnable.empty())
    throw Violation{ "deadlock: no thread can go on" };
  Thread* const to = next(&t);
  memory.drift(to->agent);
  if (fair)
    memory.drift(resident[random.below(static_cast<std::uint32_t>(residency))]
                   ->threads[random.below(static_cast<std::uint32_t>(threadsPerBlock))]
                   ->agent);
  if (to != &t)
    Fiber::switchTo(*t.fiber, *to->fiber);
  if (aborting)
    throw Abandoned();
}

} // namespace protocol
