// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The last step of both builders of intersection lists: sorts each pixel's list by depth. This is the form
/// on CPU threads, and the work of a GPU's blocks; SortLists.cuh launches it on CUDA.
#include "Cooperative/ExecutionContext.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/PixelIntersectionKernels.h"

#include <cstdint>

namespace inkray
{

/// Sort each of `lists`, for numPixels pixels.
inline void sortLists(HostBackend& backend, std::int64_t numPixels, const SortPixelIntersections& lists)
{
  backend.forEach(numPixels, lists);
}

/// A block sorts the lists of `Block` consecutive pixels in shared memory: each thread takes every Block-th
/// entry, whose place is the number of entries of its list that come before it. So threads have equal work,
/// whatever the lengths of the lists, and entries are written once, in rows; scattered writes of 8 bytes are
/// far slower than reads on devices. If the lists have more than `Capacity` entries together, each is sorted
/// in place by one thread.
template <int Block, int Capacity>
struct BlockListSort
{
  static_assert(Block <= 256, "pixels of a block are bytes");

  struct Shared
  {
    std::uint64_t keys[Capacity];
    std::uint32_t starts[Block + 1];
    std::uint8_t pixels[Capacity]; ///< for each entry, the pixel within the block
  };

  /// All threads of the block arrive.
  template <class Ctx>
  INKRAY_COOPERATIVE static void sort(const Ctx& ctx, Shared& shared, std::int64_t firstPixel,
    std::int64_t numPixels, const SortPixelIntersections& lists)
  {
    const auto t = static_cast<std::uint32_t>(ctx.thread());
    const std::int64_t pixel = firstPixel + t;
    const bool isThere = pixel < numPixels;
    const std::uint32_t begin = ctx.load(lists.starts + (isThere ? pixel : numPixels));
    const std::uint32_t end = ctx.load(lists.starts + (isThere ? pixel + 1 : numPixels));
    shared.starts[t] = begin;
    if (t == Block - 1)
      shared.starts[Block] = end;
    // Lists of one entry are sorted, but may not be in their place yet.
    if (ctx.syncThreadsCount(end - begin > (lists.pixelHeads ? 0u : 1u)) == 0)
      return;
    const std::uint32_t base = shared.starts[0], total = shared.starts[Block] - base;
    if (total > Capacity)
    {
      if (isThere)
        lists(pixel);
      return;
    }
    for (std::uint32_t k = begin - base; k < end - base; ++k)
      shared.pixels[k] = static_cast<std::uint8_t>(t);
    if (lists.pixelHeads)
    {
      std::uint32_t at = begin != end ? ctx.load(lists.pixelHeads + pixel) : 0u;
      for (std::uint32_t k = begin - base; k < end - base; ++k)
      {
        const Fragment f = ctx.load(lists.fragments + at - 1);
        shared.keys[k] = SortPixelIntersections::toKey({ f.face, f.depth });
        at = f.next;
      }
    }
    else
    {
      for (std::uint32_t k = t; k < total; k += Block)
        shared.keys[k] = SortPixelIntersections::toKey(ctx.load(lists.intersections + base + k));
    }
    ctx.syncThreads();
    for (std::uint32_t k = t; k < total; k += Block)
    {
      const std::uint32_t own = shared.pixels[k];
      const std::uint32_t first = shared.starts[own] - base, last = shared.starts[own + 1] - base;
      if (last - first < 2 && !lists.pixelHeads)
        continue;
      const std::uint64_t key = shared.keys[k];
      std::uint32_t place = first;
      for (std::uint32_t other = first; other < last; ++other)
        place += shared.keys[other] < key ? 1u : 0u;
      ctx.store(lists.intersections + base + place, SortPixelIntersections::fromKey(key));
    }
  }
};

} // namespace inkray
