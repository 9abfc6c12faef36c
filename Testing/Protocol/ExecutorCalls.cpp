// SPDX-License-Identifier: BSD-3-Clause
// The calls of a context: what they do, who waits for whom, and how a fault changes them.
#include "Executor.h"

#include <algorithm>
#include <cstring>

namespace protocol
{

void Executor::enter(Thread& t, Op op, const Site& site)
{
  const auto isIn = [&site](
                      const std::string& part) { return std::strstr(site.file, part.c_str()) != nullptr; };
  if (std::any_of(recordParts.begin(), recordParts.end(), isIn) &&
    std::none_of(
      recorded.begin(), recorded.end(), [&](const CallSite& c) { return c.op == op && c.site == site; }))
    recorded.push_back({ op, site, "" });
  t.op = op;
  t.site = site;
  yield(t);
  if (faulty(FaultKind::EarlyReturn, t) && random.below(static_cast<std::uint32_t>(threadsPerBlock)) == 0)
    throw Returned();
}

bool Executor::faulty(FaultKind kind, const Thread& t) const
{
  return fault && fault->kind == kind && fault->op == t.op && fault->site == t.site;
}

/// Throws, and says which of the threads that should have come to t's call has ended or waits elsewhere.
void Executor::diverge(Thread* const* among, int count, const Thread& t)
{
  for (int i = 0; i < count; ++i)
  {
    const Thread& o = *among[i];
    const std::string who = "divergence: thread " + std::to_string(o.index);
    if (o.state == Thread::State::Exited)
      throw Violation{ who + " has ended" };
    const bool waits = o.state == Thread::State::InBarrier ||
      (o.state == Thread::State::InWarpCall && o.index / 32 == t.index / 32);
    if (waits && (o.op != t.op || o.site != t.site))
      throw Violation{ who + " waits in " + nameOf(o.op) + " at " + describe(o.site) };
  }
  throw Violation{ "divergence" };
}

std::uint64_t Executor::warpCall(Thread& t, Op op, const Site& site, std::uint64_t given, int lane)
{
  enter(t, op, site);
  if (op == Op::Shuffle && (lane < 0 || lane > 31))
    throw Violation{ "shuffle from lane " + std::to_string(lane) };
  if (faulty(FaultKind::DropBarrier, t))
    return 0;
  Block& b = *t.block;
  Block::Warp& w = b.warps[t.index / 32];
  Thread* const* const lanes = b.threads.data() + t.index / 32 * 32;
  if (w.away || (w.arrived && (w.first->op != op || w.first->site != site)))
    diverge(lanes, 32, t);
  t.given = given;
  t.lane = lane;
  if (w.arrived == 0)
    w.first = &t;
  if (++w.arrived < 32)
  {
    block(t, Thread::State::InWarpCall);
    yield(t);
    return t.result;
  }

  // The last lane completes the call for all of them.
  w.arrived = 0;
  std::uint32_t votes = 0, sum = 0, most = 0;
  Agent* agents[32];
  for (int l = 0; l < 32; ++l)
  {
    votes |= (lanes[l]->given & 1u) << l;
    sum += static_cast<std::uint32_t>(lanes[l]->given);
    most = std::max(most, static_cast<std::uint32_t>(lanes[l]->given));
    agents[l] = &lanes[l]->agent;
  }
  for (int l = 0; l < 32; ++l)
  {
    Thread& o = *lanes[l];
    o.result = op == Op::Shuffle ? lanes[o.lane]->given
      : op == Op::WarpSum        ? sum
      : op == Op::WarpMax        ? most
                                 : votes;
    if (&o != &t)
      makeRunnable(o);
  }
  if (op == Op::SyncWarp || op == Op::ArriveWarp)
    memory.barrier(agents, 32, false);
  if (op == Op::ArriveWarp)
    arrive(b, reinterpret_cast<const void*>(given));
  return t.result;
}

std::uint32_t Executor::barrier(Thread& t, Op op, const Site& site, bool p)
{
  enter(t, op, site);
  Block& b = *t.block;
  if (faulty(FaultKind::DropBarrier, t))
    return b.count += p;
  Block::Warp& w = b.warps[t.index / 32];
  if (b.exited || w.arrived || (b.arrived && (b.first->op != op || b.first->site != site)))
    diverge(b.threads.data(), threadsPerBlock, t);
  if (b.arrived == 0)
    b.first = &t;
  b.count += p;
  if (++b.arrived < threadsPerBlock)
  {
    ++w.away;
    block(t, Thread::State::InBarrier);
    yield(t);
    return static_cast<std::uint32_t>(t.result);
  }

  // The last thread completes the barrier for all of them.
  std::vector<Agent*> agents;
  for (Thread* o : b.threads)
  {
    agents.push_back(&o->agent);
    o->result = b.count;
    if (o != &t)
      makeRunnable(*o);
  }
  memory.barrier(agents.data(), agents.size(), true);
  for (Block::Warp& warp : b.warps)
    warp.away = 0;
  b.arrived = 0;
  b.count = 0;
  return static_cast<std::uint32_t>(t.result);
}

void Executor::load(Thread& t, Op op, const Site& site, const void* p, std::size_t bytes, void* result)
{
  enter(t, op, site);
  if (op == Op::Load)
    memory.load(t.agent, p, bytes, result);
  else
    memory.loadAtomic(
      t.agent, p, bytes, result, op == Op::LoadAcquire && !faulty(FaultKind::WeakenAcquire, t));
}

void Executor::store(Thread& t, Op op, const Site& site, void* p, std::size_t bytes, const void* value)
{
  enter(t, op, site);
  lastProgress = step;
  const bool release = op == Op::StoreRelease && !faulty(FaultKind::WeakenRelease, t);
  const auto once = [&] {
    if (op == Op::Store)
      memory.store(t.agent, p, bytes, value);
    else
      memory.storeAtomic(t.agent, p, bytes, value, release);
  };
  if (faulty(FaultKind::DropStore, t) && random.chance(0.3))
    return;
  once();
  if (!faulty(FaultKind::RepeatStore, t))
    return;
  yield(t);
  once();
}

void Executor::atomicAdd(
  Thread& t, const Site& site, void* p, std::size_t bytes, const void* value, void* before)
{
  enter(t, Op::AtomicAdd, site);
  lastProgress = step;
  const std::uint64_t nothing = 0;
  if (faulty(FaultKind::DropAtomic, t) && random.chance(0.3))
    value = &nothing;
  if (faulty(FaultKind::TearAtomic, t))
  {
    memory.atomicAdd(t.agent, p, bytes, &nothing, before);
    yield(t);
    std::uint64_t sum = 0, add = 0;
    std::memcpy(&sum, before, bytes);
    std::memcpy(&add, value, bytes);
    sum += add;
    return memory.storeAtomic(t.agent, p, bytes, &sum, false);
  }
  memory.atomicAdd(t.agent, p, bytes, value, before);
  if (faulty(FaultKind::RepeatAtomic, t) && random.chance(0.3))
    memory.atomicAdd(t.agent, p, bytes, value, before);
  if (faulty(FaultKind::BlockAsTicket, t))
  {
    const std::uint32_t ticket = t.block->index + blocks * t.tickets++;
    std::memcpy(before, &ticket, sizeof(ticket)); // the lower half of a 64-bit word
  }
}

void Executor::atomicMax(Thread& t, const Site& site, std::uint32_t* p, std::uint32_t value)
{
  enter(t, Op::AtomicMax, site);
  lastProgress = step;
  if (faulty(FaultKind::DropAtomic, t) && random.chance(0.3))
    value = 0;
  std::uint32_t before = 0;
  if (faulty(FaultKind::TearAtomic, t))
  {
    const std::uint32_t nothing = 0;
    memory.atomicAdd(t.agent, p, sizeof before, &nothing, &before);
    yield(t);
    before = before > value ? before : value;
    return memory.storeAtomic(t.agent, p, sizeof before, &before, false);
  }
  memory.atomicMax(t.agent, p, sizeof before, &value, &before);
}

void Executor::fence(Thread& t, const Site& site)
{
  enter(t, Op::Fence, site);
  if (!faulty(FaultKind::DropFence, t))
    memory.fence(t.agent);
}

void Executor::backoff(Thread& t, const Site& site)
{
  avoidCurrent = true;
  enter(t, Op::Backoff, site);
}

void Executor::initBarrier(Thread& t, const Site& site, const void* barrier, std::uint32_t arrivals)
{
  enter(t, Op::InitBarrier, site);
  if (!faulty(FaultKind::DropStore, t))
    t.block->barriers.push_back({ barrier, arrivals, arrivals, 0, 0 });
}

PhaseState& Executor::phaseOf(Block& b, const void* barrier)
{
  for (PhaseState& state : b.barriers)
    if (state.address == barrier)
      return state;
  throw Violation{ "the barrier is not initialized" };
}

void Executor::endPhase(Block& b, PhaseState& state)
{
  if (state.missing || state.copies)
    return;
  ++state.phase;
  state.missing = state.arrivals;
  for (Thread* o : b.threads)
    if (o->state == Thread::State::InWait && o->waitsFor == state.address)
      makeRunnable(*o);
}

void Executor::arrive(Block& b, const void* barrier)
{
  PhaseState& state = phaseOf(b, barrier);
  if (state.missing == 0)
    throw Violation{ "one arrival too many" };
  --state.missing;
  lastProgress = step;
  endPhase(b, state);
}

void Executor::arriveWarp(Thread& t, const Site& site, const void* barrier)
{
  // The lane that completes the call arrives for all.
  warpCall(t, Op::ArriveWarp, site, reinterpret_cast<std::uintptr_t>(barrier), 0);
}

void Executor::copyToShared(
  Thread& t, const Site& site, const void* barrier, void* to, const void* from, std::size_t bytes)
{
  enter(t, Op::CopyToShared, site);
  Block& b = *t.block;
  const auto* const shared = reinterpret_cast<const unsigned char*>(b.shared.data());
  const auto* const first = static_cast<const unsigned char*>(to);
  if (first < shared || first + bytes > shared + 8 * b.shared.size())
    throw Violation{ "copy outside of shared memory" };
  if ((static_cast<std::uintptr_t>(first - shared) | reinterpret_cast<std::uintptr_t>(from) |
        static_cast<std::uintptr_t>(bytes)) %
        16 !=
      0 ||
    bytes == 0)
    throw Violation{ "copy that does not begin or end at a multiple of 16 bytes" };
  if (!faulty(FaultKind::DropStore, t) || !random.chance(0.3))
  {
    const bool awaited = !faulty(FaultKind::LateCopy, t);
    if (awaited)
      ++phaseOf(b, barrier).copies;
    copies.push_back({ &b, awaited ? barrier : nullptr, to, from, bytes });
  }
  arrive(b, barrier);
}

void Executor::landCopies()
{
  // A few copies wait long, unless nothing else is left to do.
  while (!copies.empty() && (runnable.empty() || random.chance(fair ? 0.2 : 0.004)))
  {
    const std::size_t which = random.below(static_cast<std::uint32_t>(copies.size()));
    const PendingCopy copy = copies[which];
    copies.erase(copies.begin() + static_cast<std::ptrdiff_t>(which));
    std::memcpy(copy.to, copy.from, copy.bytes);
    lastProgress = step;
    if (!copy.barrier)
      continue;
    PhaseState& state = phaseOf(*copy.block, copy.barrier);
    --state.copies;
    endPhase(*copy.block, state);
  }
}

void Executor::wait(Thread& t, const Site& site, const void* barrier, std::uint32_t phase)
{
  enter(t, Op::Wait, site);
  if (faulty(FaultKind::DropBarrier, t))
    return;
  while ((phaseOf(*t.block, barrier).phase & 1u) == (phase & 1u))
  {
    t.waitsFor = barrier;
    block(t, Thread::State::InWait);
    yield(t);
  }
}

} // namespace protocol
