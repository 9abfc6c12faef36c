// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Random.h"
#include "Site.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

namespace protocol
{

/// An act that a correct algorithm does not commit. It is thrown inside the thread that committed it.
struct Violation
{
  std::string what;
};

/// The contents of one element of a buffer: up to 16 bytes.
struct Value
{
  unsigned char bytes[16];
};

/// A store that has been made but is visible only to the thread, warp or block that holds it.
struct PendingStore
{
  std::uint32_t cell;
  std::uint32_t view; ///< what an acquire of the store brings along: all that its thread had fenced
  std::uint32_t block;
  std::uint32_t thread;
  Value value;
};
using StoreBuffer = std::vector<PendingStore>;

/// One thread as the memory sees it. The views say how much of every block's work the thread must see. The
/// buffers hold its stores that are still on their way.
struct Agent
{
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t view = 0;     ///< acquired
  std::uint32_t observed = 0; ///< read by relaxed loads; acquired by the next fence
  std::uint32_t fenced = 0;   ///< at the last fence: goes out with relaxed stores and atomics
  StoreBuffer own;
  StoreBuffer* warp = nullptr;  ///< made before the last syncWarp
  StoreBuffer* group = nullptr; ///< made before the last syncThreads
};

/// Global memory with the weakness that CUDA's memory model allows (as ExecutionContext.h states it), driven
/// by a seed:
///  - A plain or relaxed store waits in a buffer of its thread. A barrier hands it to the block. A fence or
///    release of that thread makes it visible, or (after a barrier) one of any thread of the block. Chance
///    makes it visible, too, in any order.
///  - A location keeps every value that it had in this launch. A load may return an old value unless the
///    reader knows the newer one. It knows values that it wrote itself, or its block before a barrier. It
///    also knows values from before a release or fence to which it has a chain of happens-before, by acquire
///    loads, fences and barriers. One view, a vector clock over blocks, keeps the chain.
///  - One location never goes back for one block (coherence), and atomics always act on the newest value.
/// Kernels get addresses of elements in an arena that holds nothing. An access that bypasses the context
/// reads garbage, and is found by the change that it leaves.
class GlobalMemory
{
public:
  GlobalMemory();
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  /// Forgets all buffers.
  void clear();
  /// Returns the address, for kernels, of a new buffer of `count` elements of T with guard zones around it.
  /// None of its elements is written yet. `name` appears in messages.
  template <class T>
  T* allocate(const char* name, std::size_t count)
  {
    static_assert(sizeof(T) <= sizeof(Value), "elements of at most 16 bytes");
    return static_cast<T*>(allocateBytes(name, sizeof(T), count));
  }
  /// Gives the host access between launches, as cudaMemcpy does.
  template <class T>
  void write(T* p, const T& v)
  {
    Cell& cell = cells[cellOf(p, sizeof(T), sizeof(T), "host store")];
    std::memcpy(cell.value.bytes, &v, sizeof(T));
    cell.initialized = true;
  }
  template <class T>
  T read(const T* p) const
  {
    T v;
    std::memcpy(&v, cells[cellOf(p, sizeof(T), sizeof(T), "host load")].value.bytes, sizeof(T));
    return v;
  }
  template <class T>
  bool written(const T* p) const
  {
    return cells[cellOf(p, sizeof(T), sizeof(T), "host load")].initialized;
  }
  /// Puts garbage into all elements of the buffer at p: loading one of them before it is written is an error.
  void forget(const void* p);

  /// `late` is the chance that a load is one value older than it need be. `drain` is the chance, at each
  /// step, that a waiting store becomes visible.
  void beginLaunch(std::uint32_t numBlocks, Random& random, double late, double drain);
  /// Makes everything visible. Throws Violation where the kernel wrote past the context.
  void endLaunch();
  /// While on, nothing is late. This tells a deadlock from patience.
  void hurry(bool on) { hurried = on; }

  void load(Agent& agent, const void* p, std::size_t bytes, void* result);
  void store(Agent& agent, void* p, std::size_t bytes, const void* value);
  void loadAtomic(Agent& agent, const void* p, std::size_t bytes, void* result, bool acquire);
  void storeAtomic(Agent& agent, void* p, std::size_t bytes, const void* value, bool release);
  /// Adds as an unsigned integer of 4 or 8 bytes.
  void atomicAdd(Agent& agent, void* p, std::size_t bytes, const void* value, void* before);
  /// Takes the greater of two unsigned integers.
  void atomicMax(Agent& agent, void* p, std::size_t bytes, const void* value, void* before);
  void fence(Agent& agent);
  /// Barriers order the memory of their threads: what each did before it happens before what each does after.
  void barrier(Agent* const* agents, std::size_t count, bool wholeBlock);
  /// Ends a thread or block: its waiting stores are made visible later, by chance.
  void retire(StoreBuffer& buffer);
  /// Makes a waiting store visible by chance: one of this buffer's, or of an ended block's.
  void drift(Agent& agent);

private:
  /// Who must see a store at once.
  enum class Scope : unsigned char
  {
    Thread,
    Warp,
    Block
  };
  struct Cell
  {
    Value value;              ///< the newest visible value
    std::int32_t latest = -1; ///< the message of that value; -1: not written in this launch
    std::uint32_t pending = 0;
    bool initialized = false;
  };
  struct Message
  {
    std::int32_t previous;
    std::uint32_t view;
    std::uint32_t block;
    std::uint32_t thread;
    std::uint64_t time;
    Value value;
    bool initialized;
    Scope scope;
  };
  struct Buffer
  {
    std::string name;
    std::size_t offset; // in the arena
    std::size_t cellBytes;
    std::size_t count;
    std::size_t firstCell;
  };
  using View = std::vector<std::uint64_t>;

  void* allocateBytes(const char* name, std::size_t cellBytes, std::size_t count);
  const Buffer* bufferOf(const void* p) const;
  std::size_t cellOf(const void* p, std::size_t bytes, std::size_t unit, const char* what) const;
  std::string nameOfCell(std::size_t cell) const;

  std::uint32_t join(std::uint32_t a, std::uint32_t b);
  std::uint32_t upToNow(std::uint32_t view, std::uint32_t block);
  bool known(const Agent& agent, const Message& message) const;
  void loadCell(Agent& agent, std::size_t cell, std::size_t bytes, void* result, bool atomic, bool acquire);
  void atomic(Agent& agent, void* p, std::size_t bytes, const void* value, void* before,
    std::uint64_t (*combine)(std::uint64_t, std::uint64_t));
  void commit(std::size_t cell, const Value& value, std::uint32_t view, std::uint32_t block,
    std::uint32_t thread, Scope scope);
  void flush(StoreBuffer& buffer, Scope scope);
  void flush(Agent& agent);
  void drainOne(StoreBuffer& buffer, Scope scope, StoreBuffer* warp, StoreBuffer* group);
  static const PendingStore* newest(const StoreBuffer& buffer, std::size_t cell);

  unsigned char* arena = nullptr;
  std::size_t arenaUsed = 0;
  std::vector<Buffer> buffers;
  std::vector<Cell> cells;
  std::vector<Message> messages;
  std::vector<std::size_t> touched; // cells with messages
  std::vector<View> views;
  std::unordered_map<std::uint64_t, std::int32_t>
    seen; // block and cell: the newest message that the block has read
  StoreBuffer orphans;
  Random* random = nullptr;
  double late = 0;
  double drain = 0;
  bool hurried = false;
  std::uint64_t clock = 0;
};

} // namespace protocol
