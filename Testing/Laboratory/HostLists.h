// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/PixelIntersectionLists.h"

#include <algorithm>
#include <array>
#include <vector>

/// Intersection lists of pixels, built by one thread of a CPU (Gu and Kim 2020, section 4.1).
namespace inkray::laboratory
{

/// Lists of one view. The entries of pixel p are those from starts[p] to starts[p + 1].
struct PixelLists
{
  std::vector<std::uint32_t> starts;
  std::vector<PixelIntersection> entries;
};

inline bool areEqual(const PixelLists& a, const PixelLists& b)
{
  const auto isSame = [](const PixelIntersection& x, const PixelIntersection& y) {
    return SortPixelIntersections::toKey(x) == SortPixelIntersections::toKey(y);
  };
  return a.starts == b.starts &&
    std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(), isSame);
}

inline bool isNearer(const PixelIntersection& a, const PixelIntersection& b)
{
  return SortPixelIntersections::toKey(a) < SortPixelIntersections::toKey(b);
}

/// Calls visit(pixel, intersection) for each pixel that a face covers, face after face on one thread.
template <class Visit>
void projectFaces(const FaceProjection& projection, std::int64_t numFaces, const Visit& visit)
{
  for (std::uint32_t face = 0; face < numFaces; ++face)
  {
    const FaceCorners k = projection.corners(face);
    const PixelRectangle bounds = boundsOfFace(projection.camera, k.a, k.b, k.c);
    const std::int64_t blocks = FaceProjection::numBlocks(bounds);
    for (std::int64_t i = 0; i < blocks; ++i)
    {
      const PixelRectangle block = FaceProjection::block(bounds, static_cast<int>(i));
      if (surelyOutside(projection.camera, k.a, k.b, k.c, block))
        continue;
      const std::uint64_t mask = projection.coverage(k, block, 1);
      std::array<Fragment, pixelsPerThread> fragments;
      projection.emit(face, block, 1, mask, fragments.data());
      for (int n = 0; n < popcount64(mask); ++n)
      {
        const Fragment& f = fragments[static_cast<std::size_t>(n)];
        const int x = static_cast<int>(f.pixel) % projection.camera.width,
                  y = static_cast<int>(f.pixel) / projection.camera.width;
        visit(f.pixel, PixelIntersection{ face, projection.depth(k, x, y) });
      }
    }
  }
}

/// A linked list for each pixel, into which each face is inserted by its depth. Links are numbers of entries
/// in one array that grows. VTK's Bunyk has chunks of entries in the same way: no entry is allocated by
/// itself.
class LinkedLists
{
public:
  void build(const FaceProjection& projection, std::int64_t numFaces)
  {
    heads_.assign(
      static_cast<std::size_t>(projection.camera.width) * static_cast<std::size_t>(projection.camera.height),
      none);
    links_.clear();
    projectFaces(projection, numFaces, [&](std::uint32_t pixel, const PixelIntersection& at) {
      links_.push_back({ at, none });
      std::uint32_t* link = &heads_[pixel];
      while (*link != none && isNearer(links_[*link].entry, at))
        link = &links_[*link].next;
      links_.back().next = *link;
      *link = static_cast<std::uint32_t>(links_.size() - 1);
    });
  }

  PixelLists lists() const
  {
    PixelLists lists;
    for (std::uint32_t link : heads_)
    {
      lists.starts.push_back(static_cast<std::uint32_t>(lists.entries.size()));
      for (; link != none; link = links_[link].next)
        lists.entries.push_back(links_[link].entry);
    }
    lists.starts.push_back(static_cast<std::uint32_t>(lists.entries.size()));
    return lists;
  }

private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Link
  {
    PixelIntersection entry;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> heads_;
  std::vector<Link> links_;
};

/// The three steps of the paper's arrays on one thread: faces are projected, their pixels are sorted, and
/// each list is sorted by depth.
class SortedArrays
{
public:
  void build(const FaceProjection& projection, std::int64_t numFaces)
  {
    const std::size_t numPixels =
      static_cast<std::size_t>(projection.camera.width) * static_cast<std::size_t>(projection.camera.height);
    fragments_.clear();
    projectFaces(projection, numFaces, [&](std::uint32_t pixel, const PixelIntersection& at) {
      fragments_.push_back({ pixel, at });
    });
    std::sort(fragments_.begin(), fragments_.end(),
      [](const Covered& a, const Covered& b) { return a.pixel < b.pixel; });
    lists_.starts.resize(numPixels + 1);
    lists_.entries.resize(fragments_.size());
    std::uint32_t place = 0;
    for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
    {
      lists_.starts[pixel] = place;
      for (; place < fragments_.size() && fragments_[place].pixel == pixel; ++place)
        lists_.entries[place] = fragments_[place].entry;
      std::sort(lists_.entries.begin() + lists_.starts[pixel], lists_.entries.begin() + place, isNearer);
    }
    lists_.starts[numPixels] = place;
  }

  const PixelLists& lists() const { return lists_; }

private:
  struct Covered
  {
    std::uint32_t pixel;
    PixelIntersection entry;
  };
  std::vector<Covered> fragments_;
  PixelLists lists_;
};

} // namespace inkray::laboratory
