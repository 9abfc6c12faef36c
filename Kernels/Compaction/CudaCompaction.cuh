// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactItems.h"
#include "Compaction/CompactionMethod.h"
#include "Compaction/CudaContext.cuh"
#include "Compaction/InKCollate.h"
#include "Compaction/InKCompact.h"
#include "Compaction/InKCompactLookBack.h"
#include "Execution/CudaError.cuh"

#include <algorithm>
#include <cstdint>
#include <string>

namespace inkray
{

template <class Method, int Block, int Items, class Kernel, class T>
__global__ void __launch_bounds__(Block)
  compactKernel(ItemCount n, const __grid_constant__ Kernel kernel, std::uint64_t* ticket, typename Method::template State<T> state, Queue<T> queue)
{
  using Body = CompactItems<Method, Block, Items, 1>;
  __shared__ typename Body::Shared shared;
  Body::run(CudaContext<Block>(), shared, ticket, n.get(), kernel, state, queue);
}

template <class Method, int Block, int Items, class Kernel, class A, class B>
__global__ void __launch_bounds__(Block) compactTwoKernel(ItemCount n, const __grid_constant__ Kernel kernel, std::uint64_t* ticket,
  typename Method::template State<A> stateA, Queue<A> queueA, typename Method::template State<B> stateB, Queue<B> queueB)
{
  using Body = CompactItems<Method, Block, Items, 2>;
  __shared__ typename Body::Shared shared;
  Body::run(CudaContext<Block>(), shared, ticket, n.get(), kernel, stateA, queueA, stateB, queueB);
}

/// Workspace of compactions on a CUDA device. What blocks share between them (tickets, states of tiles and sections) is zero once, when it is allocated, and looks after itself from
/// then on. One room serves one stream.
template <class Backend>
class CudaCompactionRoom
{
public:
  /// Fewest items of a tile of any kernel.
  static constexpr std::int64_t smallestTile = 32;
  /// Largest tile: buffers are rounded up to it.
  static constexpr std::int64_t largestTile = 32768;

  /// Room for the state of calls of up to maxItems.
  void reserveState(Backend& backend, std::int64_t maxItems)
  {
    if (maxItems >= (std::int64_t(1) << 32))
      throw InvalidInput("compaction of " + std::to_string(maxItems) + " items: at most 2^32 - 1 at a time; split the input");
    if (maxItems <= maxItems_)
      return;
    maxItems_ = 0;
    maxTiles_ = (maxItems + smallestTile - 1) / smallestTile + 1;
    maxSections_ = (maxTiles_ + 31) / 32;
    words_.reset(backend, firstOutput + 2 * this->wordsOfOutput());
    backend.zero(words_.data(), words_.bytes());
    maxItems_ = maxItems;
  }
  void reserveIntermediate(Backend& backend, std::int64_t maxItems, int output, std::int64_t itemBytes)
  {
    intermediate_[output].reserve(backend, (maxItems + largestTile) * itemBytes);
  }
  /// Room for what kernels write before an out-of-kernel method: each item, and a byte that says for which outputs it is valid.
  void reserveCandidates(Backend& backend, std::int64_t maxItems, int output, std::int64_t itemBytes)
  {
    candidates_[output].reserve(backend, maxItems * itemBytes);
    valid_.reserve(backend, maxItems);
  }

  std::uint64_t* ticket() { return words_.data(); }
  /// A word for the use of one launch at a time that finds it zero and leaves it so.
  std::uint64_t* taken(int output) { return words_.data() + line * (1 + output); }
  std::uint64_t* tiles(int output) { return words_.data() + firstOutput + output * this->wordsOfOutput(); }

  template <class Method, class T>
  typename Method::template State<T> stateOf(int output)
  {
    if constexpr (isLookBack(static_cast<Method*>(nullptr)))
      return { this->tiles(output) };
    else if constexpr (isCollate(static_cast<Method*>(nullptr)))
      return { this->taken(output) };
    else
    {
      std::uint64_t* const ends = this->tiles(output) + maxTiles_;
      auto* const completed = reinterpret_cast<std::uint32_t*>(ends + maxSections_);
      return { reinterpret_cast<T*>(intermediate_[output].data()), completed + 2 * maxSections_, completed, ends };
    }
  }

  template <class T>
  T* candidates(int output)
  {
    return reinterpret_cast<T*>(candidates_[output].data());
  }
  std::uint8_t* valid() { return valid_.data(); }

  Buffer<char, Backend> temporary; ///< of the libraries

private:
  template <int Block, int Items, int Window>
  static constexpr bool isLookBack(InKCompactLookBack<Block, Items, Window>*)
  {
    return true;
  }
  static constexpr bool isLookBack(void*) { return false; }
  template <int Block, int Items>
  static constexpr bool isCollate(InKCollate<Block, Items>*)
  {
    return true;
  }
  static constexpr bool isCollate(void*) { return false; }

  static constexpr std::int64_t line = 16;              // words of a cache line: what many blocks add to lies alone
  static constexpr std::int64_t firstOutput = 3 * line; // the ticket, and what is taken of two outputs
  /// Words of tiles, words of sections, counters of sections, and half a word for each tile's count.
  std::int64_t wordsOfOutput() const { return maxTiles_ + 2 * maxSections_ + (maxTiles_ + 1) / 2; }

  std::int64_t maxItems_ = 0;
  std::int64_t maxTiles_ = 0;
  std::int64_t maxSections_ = 0;
  Buffer<std::uint64_t, Backend> words_;
  Buffer<char, Backend> intermediate_[2];
  Buffer<char, Backend> candidates_[2];
  Buffer<std::uint8_t, Backend> valid_;
};

/// The calls of CudaBackend that compact.
template <class Backend>
class CudaCompaction
{
public:
  using Room = CudaCompactionRoom<Backend>;

  static void reserve(Backend& backend, Room& room, std::int64_t maxItems, int numOutputs)
  {
    room.reserveState(backend, maxItems);
    for (int output = 0; output < numOutputs; ++output)
    {
      room.reserveIntermediate(backend, maxItems, output, 8);
      room.reserveCandidates(backend, maxItems, output, 8);
    }
  }

  template <int Block, int Items, class Kernel, class... T>
  static void run(Backend& backend, CompactionMethod method, ItemCount n, const Kernel& kernel, Room& room, const Queue<T>&... queues)
  {
    const auto most = static_cast<std::int64_t>(n.most);
    room.reserveState(backend, most);
    switch (method)
    {
      case CompactionMethod::InKCompactLookBack:
        return launch<InKCompactLookBack<Block, Items>, Block, Items>(backend, n, kernel, room, queues...);
      case CompactionMethod::InKCollate:
        return launch<InKCollate<Block, Items>, Block, Items>(backend, n, kernel, room, queues...);
      default:
      {
        int output = 0;
        (room.reserveIntermediate(backend, most, output++, sizeof(T)), ...);
        return launch<InKCompact<Block, Items>, Block, Items>(backend, n, kernel, room, queues...);
      }
    }
  }

private:
  template <class Method, int Block, int Items, class Kernel, class T>
  static void launch(Backend& backend, ItemCount n, const Kernel& kernel, Room& room, const Queue<T>& queue)
  {
    const auto function = compactKernel<Method, Block, Items, Kernel, T>;
    static const int resident = residentBlocks(function, Block);
    function<<<numBlocks(backend, n, Block * Items, resident), Block, 0, backend.stream()>>>(
      n, kernel, room.ticket(), room.template stateOf<Method, T>(0), queue);
    checkCuda(cudaGetLastError(), "launch of a compacting kernel");
  }

  template <class Method, int Block, int Items, class Kernel, class A, class B>
  static void launch(Backend& backend, ItemCount n, const Kernel& kernel, Room& room, const Queue<A>& queueA, const Queue<B>& queueB)
  {
    const auto function = compactTwoKernel<Method, Block, Items, Kernel, A, B>;
    static const int resident = residentBlocks(function, Block);
    function<<<numBlocks(backend, n, Block * Items, resident), Block, 0, backend.stream()>>>(
      n, kernel, room.ticket(), room.template stateOf<Method, A>(0), queueA, room.template stateOf<Method, B>(1), queueB);
    checkCuda(cudaGetLastError(), "launch of a compacting kernel");
  }

  template <class Function>
  static int residentBlocks(Function function, int block)
  {
    int perMultiprocessor = 0;
    checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, function, block, 0), "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return std::max(perMultiprocessor, 1);
  }

  /// A block for each tile where their number is known, as many as the device holds where it is not.
  static unsigned numBlocks(const Backend& backend, const ItemCount& n, std::uint64_t tileSize, int resident)
  {
    const std::uint64_t tiles = std::max<std::uint64_t>((n.most + tileSize - 1) / tileSize, 1);
    return static_cast<unsigned>(n.counter ? std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors()) : tiles);
  }
};

} // namespace inkray
