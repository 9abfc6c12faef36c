// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaBackend.cuh"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// The temporary memory of CUB and Thrust, kept from call to call. A call of a size seen before asks CUDA for
/// nothing. The backend's budget counts the bytes held. The memory is for one stream, in whose order it is
/// used again.
class CachingAllocator
{
public:
  /// Gives at least `bytes` bytes, which nobody else gets until they are given back.
  char* take(CudaBackend& backend, std::size_t bytes)
  {
    const auto wanted = static_cast<std::int64_t>(bytes);
    Piece* found = nullptr;
    for (Piece& piece : pieces_)
      if (!piece.taken && piece.memory.size() >= wanted &&
        (!found || piece.memory.size() < found->memory.size()))
        found = &piece;
    if (!found)
    {
      // A piece that is too small grows; a new piece is made only where all are taken.
      for (Piece& piece : pieces_)
        if (!piece.taken)
          found = &piece;
      if (!found)
        found = &pieces_.emplace_back();
      found->memory.reset(backend, std::max<std::int64_t>(wanted, 256));
    }
    found->taken = true;
    return found->memory.data();
  }
  void giveBack(const char* memory)
  {
    for (Piece& piece : pieces_)
      if (piece.memory.data() == memory)
        piece.taken = false;
  }

private:
  struct Piece
  {
    Buffer<char, CudaBackend> memory;
    bool taken = false;
  };
  std::vector<Piece> pieces_;
};

/// A CachingAllocator in the form that Thrust's execution policies take.
class ThrustAllocator
{
public:
  using value_type = char;

  ThrustAllocator(CudaBackend& backend, CachingAllocator& allocator)
    : backend_(backend)
    , allocator_(allocator)
  {
  }
  char* allocate(std::ptrdiff_t bytes) { return allocator_.take(backend_, static_cast<std::size_t>(bytes)); }
  void deallocate(char* memory, std::size_t) { allocator_.giveBack(memory); }

private:
  CudaBackend& backend_;
  CachingAllocator& allocator_;
};

} // namespace inkray
