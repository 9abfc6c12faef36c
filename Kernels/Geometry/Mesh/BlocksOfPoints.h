// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HostPages.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <tbb/enumerable_thread_specific.h>

namespace inkray
{

/// For each point of a mesh, the pieces into which tets around it reach. Most points have one piece, which is
/// stored with the point; points near walls have several, which are in a list.
class BlocksOfPoints
{
public:
  /// The keys that a thread has met recently, so that the many tets around a point do not all add it to the
  /// list.
  struct Recent
  {
    static constexpr std::size_t size = 1 << 10;
    std::uint64_t keys[size];
    Recent() { std::fill_n(keys, size, ~std::uint64_t(0)); }
  };

  explicit BlocksOfPoints(std::size_t numPoints);

  /// Note that a tet around the point reaches into a piece. Threads may add at the same time, each with its
  /// own `recent`.
  void add(std::uint32_t point, std::uint32_t piece, Recent& recent)
  {
    std::atomic<std::uint32_t>& own = own_[point];
    std::uint32_t seen = own.load(std::memory_order_relaxed);
    if (seen == piece ||
      (seen == none && own.compare_exchange_strong(seen, piece, std::memory_order_relaxed)) || seen == piece)
      return;
    this->share(point, piece, seen, recent);
  }
  /// Call this after all have been added. Throws OutOfMemory for lists with more than 2^31 entries.
  void finish();

  /// The only piece of a point, or isShared plus the index of its list.
  std::uint32_t of(std::uint32_t point) const { return own_[point].load(std::memory_order_relaxed); }
  static constexpr std::uint32_t isShared = 0x80000000, none = 0xffffffff;
  /// Call f(piece) for the pieces of a point, in ascending order; `of` is the result of of().
  template <class F>
  void forEach(std::uint32_t of, const F& f) const
  {
    if (of == none)
      return;
    if ((of & isShared) == 0)
      return f(of);
    std::size_t at = of & ~isShared;
    for (const std::uint64_t point = keys_[at] >> 32; at < keys_.size() && keys_[at] >> 32 == point; ++at)
      f(static_cast<std::uint32_t>(keys_[at]));
  }

private:
  static std::uint64_t keyOf(std::uint32_t point, std::uint32_t piece)
  {
    return std::uint64_t(point) << 32 | piece;
  }
  void share(std::uint32_t point, std::uint32_t piece, std::uint32_t other, Recent& recent);

  PagedVector<std::atomic<std::uint32_t>> own_;
  tbb::enumerable_thread_specific<PagedVector<std::uint64_t>> found_;
  PagedVector<std::uint64_t> keys_; ///< points and pieces, sorted, each once
};

} // namespace inkray
