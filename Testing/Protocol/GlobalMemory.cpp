// SPDX-License-Identifier: BSD-3-Clause
#include "GlobalMemory.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace protocol
{
namespace
{
constexpr std::size_t arenaBytes = std::size_t(64) << 20;
constexpr std::size_t guardBytes = 256;
constexpr int untouched = 0xa5;
constexpr std::uint32_t nobody = 0xffffffffu;
} // namespace

GlobalMemory::GlobalMemory()
{
  void* const p =
    mmap(nullptr, arenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    throw std::bad_alloc();
  arena = static_cast<unsigned char*>(p);
}

GlobalMemory::~GlobalMemory()
{
  munmap(arena, arenaBytes);
}

void GlobalMemory::clear()
{
  buffers.clear();
  cells.clear();
  arenaUsed = 0;
}

void* GlobalMemory::allocateBytes(const char* name, std::size_t cellBytes, std::size_t count)
{
  const std::size_t offset = arenaUsed + guardBytes;
  const std::size_t end = (offset + cellBytes * count + guardBytes + 255) / 256 * 256;
  if (end > arenaBytes)
    throw std::bad_alloc();
  std::memset(arena + arenaUsed, untouched, end - arenaUsed);
  arenaUsed = end;
  buffers.push_back({ name, offset, cellBytes, count, cells.size() });
  Cell fresh;
  std::memset(fresh.value.bytes, untouched, sizeof(fresh.value.bytes));
  cells.resize(cells.size() + count, fresh);
  return arena + offset;
}

const GlobalMemory::Buffer* GlobalMemory::bufferOf(const void* p) const
{
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  const auto base = reinterpret_cast<std::uintptr_t>(arena);
  if (address < base || address >= base + arenaUsed)
    return nullptr;
  const std::size_t offset = address - base;
  for (const Buffer& b : buffers)
    if (offset + guardBytes >= b.offset && offset < b.offset + b.cellBytes * b.count + guardBytes)
      return &b;
  return nullptr;
}

std::size_t GlobalMemory::cellOf(const void* p, std::size_t bytes, std::size_t unit, const char* what) const
{
  const Buffer* const b = bufferOf(p);
  if (!b)
    throw Violation{ std::string(what) + " outside every buffer" };
  const std::ptrdiff_t at = static_cast<const unsigned char*>(p) - (arena + b->offset);
  const auto size = static_cast<std::ptrdiff_t>(b->cellBytes);
  if (unit % b->cellBytes != 0 || at % size != 0)
    throw Violation{ std::string(what) + " of " + std::to_string(bytes) +
      " bytes does not fit the elements of '" + b->name + "'" };
  if (at < 0 || at + static_cast<std::ptrdiff_t>(bytes) > size * static_cast<std::ptrdiff_t>(b->count))
    throw Violation{ std::string(what) + " at element " + std::to_string(at / size) + " of '" + b->name +
      "', which has " + std::to_string(b->count) };
  return b->firstCell + static_cast<std::size_t>(at / size);
}

std::string GlobalMemory::nameOfCell(std::size_t cell) const
{
  for (const Buffer& b : buffers)
    if (cell - b.firstCell < b.count)
      return b.name + "[" + std::to_string(cell - b.firstCell) + "]";
  return "?";
}

void GlobalMemory::forget(const void* p)
{
  const Buffer* const b = bufferOf(p);
  for (std::size_t i = 0; b && i < b->count; ++i)
  {
    std::memset(cells[b->firstCell + i].value.bytes, untouched, sizeof(Value));
    cells[b->firstCell + i].initialized = false;
  }
}

void GlobalMemory::beginLaunch(std::uint32_t numBlocks, Random& r, double lateness, double drainRate)
{
  random = &r;
  late = lateness;
  drain = drainRate;
  hurried = false;
  clock = 0;
  messages.clear();
  views.assign(1, View(numBlocks, 0)); // view 0: nothing
  seen.clear();
  orphans.clear();
  for (const std::size_t cell : touched)
    if (cell < cells.size())
      cells[cell].latest = -1;
  touched.clear();
  for (Cell& cell : cells)
    cell.pending = 0; // an abandoned launch leaves some
}

void GlobalMemory::endLaunch()
{
  flush(orphans, Scope::Thread);
  std::size_t at = 0;
  while (at < arenaUsed && arena[at] == untouched)
    ++at;
  if (at == arenaUsed)
    return;
  const Buffer* const b = bufferOf(arena + at);
  const std::string where = b ? "near element " +
      std::to_string((static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(b->offset)) /
        static_cast<std::ptrdiff_t>(b->cellBytes)) +
      " of '" + b->name + "'"
                              : "";
  std::memset(arena, untouched, arenaUsed);
  throw Violation{ "a store that bypassed the context " + where };
}

std::uint32_t GlobalMemory::join(std::uint32_t a, std::uint32_t b)
{
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  View both = views[a];
  const View& other = views[b];
  bool aRules = true, bRules = true;
  for (std::size_t i = 0; i < both.size(); ++i)
  {
    aRules = aRules && both[i] >= other[i];
    bRules = bRules && both[i] <= other[i];
    both[i] = std::max(both[i], other[i]);
  }
  if (aRules || bRules)
    return aRules ? a : b;
  views.push_back(std::move(both));
  return static_cast<std::uint32_t>(views.size() - 1);
}

std::uint32_t GlobalMemory::upToNow(std::uint32_t view, std::uint32_t block)
{
  if (views[view][block] == clock)
    return view;
  View v = views[view];
  v[block] = clock;
  views.push_back(std::move(v));
  return static_cast<std::uint32_t>(views.size() - 1);
}

bool GlobalMemory::known(const Agent& agent, const Message& m) const
{
  if (m.block == agent.block &&
    (m.thread == agent.thread || m.scope == Scope::Block ||
      (m.scope == Scope::Warp && m.thread / 32 == agent.thread / 32)))
    return true;
  return m.time <= views[agent.view][m.block];
}

const PendingStore* GlobalMemory::newest(const StoreBuffer& buffer, std::size_t cell)
{
  for (auto e = buffer.rbegin(); e != buffer.rend(); ++e)
    if (e->cell == cell)
      return &*e;
  return nullptr;
}

void GlobalMemory::loadCell(
  Agent& agent, std::size_t at, std::size_t bytes, void* result, bool atomic, bool acquire)
{
  const Cell& cell = cells[at];
  // The thread's own stores come first, then the stores that a barrier has handed to its warp or block.
  if (cell.pending)
  {
    const PendingStore* e = newest(agent.own, at);
    e = e ? e : newest(*agent.warp, at);
    e = e ? e : newest(*agent.group, at);
    if (e)
    {
      std::memcpy(result, e->value.bytes, bytes);
      return;
    }
  }
  if (cell.latest < 0)
  {
    if (!cell.initialized)
      throw Violation{ "load of " + nameOfCell(at) + ", which nobody has written" };
    std::memcpy(result, cell.value.bytes, bytes);
    return;
  }
  // Go back through the values that the location had, as far as nothing forbids it and chance allows.
  const std::uint64_t key = (std::uint64_t(agent.block) << 32) | at;
  const auto seenBefore = seen.find(key);
  const std::int32_t floor = seenBefore == seen.end() ? -1 : seenBefore->second;
  std::int32_t m = cell.latest;
  while (
    m != floor && messages[m].previous >= 0 && !known(agent, messages[m]) && !hurried && random->chance(late))
    m = messages[m].previous;
  const Message& message = messages[m];
  if (!message.initialized)
    throw Violation{ "load of " + nameOfCell(at) + " before it is sure to be written" };
  std::memcpy(result, message.value.bytes, bytes);
  if (atomic)
  {
    if (message.previous >= 0)
      seen[key] = m;
    std::uint32_t& knowledge = acquire ? agent.view : agent.observed;
    knowledge = join(knowledge, message.view);
  }
}

void GlobalMemory::load(Agent& agent, const void* p, std::size_t bytes, void* result)
{
  const std::size_t first = cellOf(p, bytes, bytes, "load");
  const std::size_t unit = bufferOf(p)->cellBytes;
  for (std::size_t done = 0; done < bytes; done += unit)
    loadCell(agent, first + done / unit, unit, static_cast<unsigned char*>(result) + done, false, false);
}

void GlobalMemory::store(Agent& agent, void* p, std::size_t bytes, const void* value)
{
  const std::size_t first = cellOf(p, bytes, bytes, "store");
  const std::size_t unit = bufferOf(p)->cellBytes;
  for (std::size_t done = 0; done < bytes; done += unit)
  {
    const std::size_t cell = first + done / unit;
    PendingStore e{ static_cast<std::uint32_t>(cell), agent.fenced, agent.block, agent.thread, {} };
    std::memcpy(e.value.bytes, static_cast<const unsigned char*>(value) + done, unit);
    agent.own.push_back(e);
    ++cells[cell].pending;
  }
}

void GlobalMemory::loadAtomic(Agent& agent, const void* p, std::size_t bytes, void* result, bool acquire)
{
  const std::size_t cell = cellOf(p, bytes, bytes, acquire ? "loadAcquire" : "loadRelaxed");
  if (bufferOf(p)->cellBytes != bytes)
    throw Violation{ "an atomic load spans several elements of " + nameOfCell(cell) };
  loadCell(agent, cell, bytes, result, true, acquire);
}

void GlobalMemory::storeAtomic(Agent& agent, void* p, std::size_t bytes, const void* value, bool release)
{
  const std::size_t cell = cellOf(p, bytes, bytes, release ? "storeRelease" : "storeRelaxed");
  if (bufferOf(p)->cellBytes != bytes)
    throw Violation{ "an atomic store spans several elements of " + nameOfCell(cell) };
  if (!release)
    return store(agent, p, bytes, value);
  flush(agent);
  agent.view = upToNow(agent.view, agent.block);
  Value v{};
  std::memcpy(v.bytes, value, bytes);
  commit(cell, v, agent.view, agent.block, agent.thread, Scope::Thread);
}

void GlobalMemory::atomicAdd(Agent& agent, void* p, std::size_t bytes, const void* value, void* before)
{
  atomic(agent, p, bytes, value, before, [](std::uint64_t a, std::uint64_t b) { return a + b; });
}

void GlobalMemory::atomicMax(Agent& agent, void* p, std::size_t bytes, const void* value, void* before)
{
  atomic(agent, p, bytes, value, before, [](std::uint64_t a, std::uint64_t b) { return a > b ? a : b; });
}

void GlobalMemory::atomic(Agent& agent, void* p, std::size_t bytes, const void* value, void* before,
  std::uint64_t (*combine)(std::uint64_t, std::uint64_t))
{
  const std::size_t at = cellOf(p, bytes, bytes, "atomic");
  if (bufferOf(p)->cellBytes != bytes || (bytes != 4 && bytes != 8))
    throw Violation{ "an atomic on " + nameOfCell(at) + " of another size than the element" };
  // The thread's own stores there come first.
  if (cells[at].pending && (newest(agent.own, at) || newest(*agent.warp, at) || newest(*agent.group, at)))
    flush(agent);
  if (!cells[at].initialized)
    throw Violation{ "atomic on " + nameOfCell(at) + ", which nobody has written" };
  std::uint64_t result = 0, operand = 0;
  std::memcpy(&result, cells[at].value.bytes, bytes);
  std::memcpy(&operand, value, bytes);
  std::memcpy(before, &result, bytes);
  result = combine(result, operand);
  Value v{};
  std::memcpy(v.bytes, &result, bytes);
  // An atomic continues the release sequence of the value that it read, and is read with it.
  const std::uint32_t inherited = cells[at].latest < 0 ? 0 : messages[cells[at].latest].view;
  commit(at, v, join(inherited, agent.fenced), agent.block, agent.thread, Scope::Thread);
  seen[(std::uint64_t(agent.block) << 32) | at] = cells[at].latest;
  agent.observed = join(agent.observed, inherited);
}

void GlobalMemory::fence(Agent& agent)
{
  flush(agent);
  agent.view = upToNow(join(agent.view, agent.observed), agent.block);
  agent.fenced = agent.view;
}

void GlobalMemory::barrier(Agent* const* agents, std::size_t count, bool wholeBlock)
{
  std::uint32_t all = 0;
  StoreBuffer& to = wholeBlock ? *agents[0]->group : *agents[0]->warp;
  for (std::size_t i = 0; i < count; ++i)
  {
    Agent& agent = *agents[i];
    if (wholeBlock)
    {
      to.insert(to.end(), agent.warp->begin(), agent.warp->end()); // the first of its lanes finds it
      agent.warp->clear();
    }
    to.insert(to.end(), agent.own.begin(), agent.own.end());
    agent.own.clear();
    all = join(all, agent.view);
  }
  all = upToNow(all, agents[0]->block);
  for (std::size_t i = 0; i < count; ++i)
    agents[i]->view = all;
}

void GlobalMemory::commit(std::size_t at, const Value& value, std::uint32_t view, std::uint32_t block,
  std::uint32_t thread, Scope scope)
{
  Cell& cell = cells[at];
  if (cell.latest < 0)
  {
    touched.push_back(at);
    messages.push_back({ -1, 0, nobody, nobody, 0, cell.value, cell.initialized, Scope::Block });
    cell.latest = static_cast<std::int32_t>(messages.size() - 1);
  }
  messages.push_back({ cell.latest, view, block, thread, ++clock, value, true, scope });
  cell.latest = static_cast<std::int32_t>(messages.size() - 1);
  cell.value = value;
  cell.initialized = true;
}

void GlobalMemory::flush(StoreBuffer& buffer, Scope scope)
{
  for (const PendingStore& e : buffer)
  {
    --cells[e.cell].pending;
    commit(e.cell, e.value, e.view, e.block, e.thread, scope);
  }
  buffer.clear();
}

void GlobalMemory::flush(Agent& agent)
{
  flush(*agent.group, Scope::Block);
  flush(*agent.warp, Scope::Warp);
  flush(agent.own, Scope::Thread);
}

void GlobalMemory::retire(StoreBuffer& buffer)
{
  orphans.insert(orphans.end(), buffer.begin(), buffer.end());
  buffer.clear();
}

void GlobalMemory::drainOne(StoreBuffer& buffer, Scope scope, StoreBuffer* warp, StoreBuffer* group)
{
  const std::uint32_t cell = buffer[random->below(static_cast<std::uint32_t>(buffer.size()))].cell;
  // Stores of one thread to one place keep their order: an older store of its block or warp, or in this
  // buffer, goes first.
  const std::pair<StoreBuffer*, Scope> inOrder[] = { { group, Scope::Block }, { warp, Scope::Warp },
    { &buffer, scope } };
  for (const auto& [from, itsScope] : inOrder)
  {
    if (!from)
      continue;
    const auto e =
      std::find_if(from->begin(), from->end(), [&](const PendingStore& s) { return s.cell == cell; });
    if (e == from->end())
      continue;
    --cells[cell].pending;
    commit(cell, e->value, e->view, e->block, e->thread, itsScope);
    from->erase(e);
    return;
  }
}

void GlobalMemory::drift(Agent& agent)
{
  if (!hurried && !random->chance(drain))
    return;
  if (!agent.own.empty())
    drainOne(agent.own, Scope::Thread, agent.warp, agent.group);
  else if (!agent.warp->empty())
    drainOne(*agent.warp, Scope::Warp, nullptr, agent.group);
  else if (!agent.group->empty())
    drainOne(*agent.group, Scope::Block, nullptr, nullptr);
  else if (!orphans.empty())
    drainOne(orphans, Scope::Thread, nullptr, nullptr);
}

} // namespace protocol
