// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Device/Buffer.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace inkray
{

/// Milliseconds spent so far to keep a mesh in host memory.
struct PageTimes
{
  double hostMemory = 0; ///< allocating it
  double storing = 0;    ///< copying to it
};

/// Moves the memory of a mesh and its values out of a device and back. Host memory keeps copies of the
/// buffers, which come back in one block. A `forEach` argument calls its own argument with each of these
/// buffers, always in the same order.
template <class Backend>
class MeshPages
{
public:
  explicit MeshPages(Backend& backend)
    : backend_(backend)
  {
  }

  /// The least size of the block that `in` takes.
  std::size_t bytes() const { return bytes_; }
  bool areOut() const { return areOut_; }
  const PageTimes& times() const { return times_; }
  /// Mark the host copy as out of date.
  void changed() { isStored_ = false; }
  /// Begin another mesh: no buffer lies in the block anymore.
  void release()
  {
    block_.release();
    areOut_ = isStored_ = false;
  }

  /// Release the buffers. Returns the block that contained them, which is empty before the first `in`.
  template <class ForEach>
  Buffer<char, Backend> out(const ForEach& forEach)
  {
    std::vector<std::int64_t> sizes;
    std::size_t bytes = 0;
    forEach([&](const auto& buffer) {
      sizes.push_back(buffer.size());
      bytes += aligned(buffer.bytes());
    });
    // A frame may have made buffers that did not exist before.
    if (!isStored_ || sizes != sizes_)
    {
      isStored_ = false;
      const ElapsedTime ofMemory;
      char* at = stored_.reserve(bytes);
      times_.hostMemory += ofMemory.milliseconds();
      const ElapsedTime ofCopies;
      forEach([&](const auto& buffer) {
        if (!buffer.empty())
          backend_.copyToHost(at, buffer.data(), buffer.bytes());
        at += aligned(buffer.bytes());
      });
      sizes_ = sizes;
      bytes_ = bytes;
      isStored_ = true;
      times_.storing += ofCopies.milliseconds();
    }
    areOut_ = true;
    forEach([](auto& buffer) { buffer.release(); });
    return std::move(block_);
  }
  /// Place the buffers into a block of at least bytes(). Transfers are in progress, and complete for work
  /// that follows `await`.
  template <class ForEach>
  void in(Buffer<char, Backend> block, const ForEach& forEach)
  {
    block_ = std::move(block);
    char* at = block_.data();
    auto size = sizes_.begin();
    forEach([&](auto& buffer) {
      if (*size > 0)
        buffer.borrow(reinterpret_cast<decltype(buffer.data())>(at), *size);
      at += aligned(buffer.bytes());
      ++size;
    });
    backend_.send(block_.data(), stored_.data(), bytes_);
    backend_.markSent(sent_);
    areOut_ = false;
  }
  ///@{
  /// Take the host memory, for other pages, or give some to begin with; the contents are lost.
  typename Backend::HostStore takeHostMemory()
  {
    isStored_ = false;
    return std::move(stored_);
  }
  void giveHostMemory(typename Backend::HostStore memory) { stored_ = std::move(memory); }
  ///@}
  void await() { backend_.awaitSent(sent_); }

private:
  /// Each buffer begins at a multiple of the alignment of allocated memory.
  static std::size_t aligned(std::size_t bytes)
  {
    constexpr std::size_t alignment = 256;
    return (bytes + alignment - 1) / alignment * alignment;
  }

  Backend& backend_;
  typename Backend::HostStore stored_;
  std::vector<std::int64_t> sizes_;
  std::size_t bytes_ = 0;
  bool isStored_ = false; ///< stored_ is a copy of the buffers
  bool areOut_ = false;
  Buffer<char, Backend> block_;
  typename Backend::SentMark sent_;
  PageTimes times_;
};

} // namespace inkray
