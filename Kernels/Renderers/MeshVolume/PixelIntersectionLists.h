// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/PixelIntersectionKernels.h"
#include "Renderers/MeshVolume/SortLists.h"

namespace inkray
{

/// The boundary faces that each pixel's ray enters, sorted by their depth at that pixel, in the arrays of Gu
/// and Kim 2020 (section 4): Array_intersect (face and depth) and Array_list (start; the length is the next
/// start minus this one).
///
/// Both builders project the faces into fragments, which in-kernel compaction gathers. CountScanFill counts
/// and links the fragments of each pixel at the same time, scans the counts, and copies each pixel's
/// fragments to their place. SortByPixel sorts the fragments by pixel as the paper does. Then both sort the
/// lists by depth. The resulting lists are equal.
///
/// If there are more fragments than workspace, fragmentCount() exceeds capacity() and the lists must not be
/// used: enlarge the workspace and build again.
template <class Backend>
class PixelIntersectionLists
{
public:
  template <class T>
  using Array = Buffer<T, Backend>;

  /// Allocate workspace for the lists of an image and a mesh; arrays that are large enough stay.
  void reserve(Backend& backend, std::int64_t numPixels, std::int64_t numFaces, std::int64_t capacity)
  {
    starts_.reserve(backend, 2 * numPixels + 1);
    largeFaces_.reserve(backend, numFaces);
    if (facesAreMany(numPixels, numFaces))
      seenFaces_.reserve(backend, numFaces);
    counts_.reserve(backend, 3);
    if (capacity > capacity_ || fragments_.empty())
    {
      capacity_ = 0;
      fragments_.reset(backend, capacity);
      intersections_.reset(backend, capacity);
      keys_.release();
      values_.release();
      sortWorkspace_ = {};
      capacity_ = capacity;
    }
  }

  /// Build the lists. `wanted`: for each pixel, whether it has a list; null: all have.
  void build(Backend& backend, ListBuilder builder, const MeshCamera& camera, const UInt4* faces,
    std::int64_t numFaces, const ProjectedVertex* projected, const std::uint8_t* wanted = nullptr)
  {
    const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
    const bool counting = builder == ListBuilder::CountScanFill;
    const auto capacity = static_cast<std::uint64_t>(capacity_);
    std::uint64_t* const fragmentCount = counts_.data();
    std::uint64_t* const largeCount = counts_.data() + 1;
    std::uint64_t* const seenCount = counts_.data() + 2;
    const Queue<Fragment> queue{ fragments_.data(), capacity, fragmentCount };

    // (a) Project the boundary faces.
    backend.zero(counts_.data(), counts_.bytes());
    std::uint32_t* const heads = starts_.data() + numPixels + 1;
    if (counting)
      backend.zero(starts_.data(), (2 * numPixels + 1) * sizeof(std::uint32_t));
    const FaceProjection projection{ camera, faces, projected, counting ? starts_.data() : nullptr, heads,
      wanted };
    // Few faces mean few threads with many pixels each, so several threads then share a face.
    if (facesAreMany(numPixels, numFaces))
    {
      append(backend, numFaces, FindSeenFaces{ projection },
        Queue<std::uint32_t>{ seenFaces_.data(), static_cast<std::uint64_t>(numFaces), seenCount });
      appendCountedInRows(backend, seenCount,
        ProjectFaces<1>{ projection, largeFaces_.data(), largeCount, seenFaces_.data() }, queue);
    }
    else if (Backend::isDevice)
      appendInRows(
        backend, 8 * numFaces, ProjectFaces<8>{ projection, largeFaces_.data(), largeCount }, queue);
    else
      appendInRows(backend, numFaces, ProjectFaces<1>{ projection, largeFaces_.data(), largeCount }, queue);
    appendCountedInRows(
      backend, largeCount, ProjectLargeFaces{ projection, largeFaces_.data(), largeCount }, queue);

    // (b), (c) Gather the fragments by pixel.
    if (counting)
      backend.exclusiveScan(starts_.data(), starts_.data(), numPixels + 1);
    else
    {
      keys_.reserve(backend, capacity_);
      values_.reserve(backend, capacity_);
      backend.forEach(
        capacity_, KeyFragments{ fragments_.data(), fragmentCount, keys_.data(), values_.data() });
      backend.sortPairs(keys_, values_, capacity_, 32, sortWorkspace_);
      backend.forEach(numPixels + 1, StartLists{ keys_.data(), capacity_, starts_.data() });
      backend.forEach(capacity_, UnpackIntersections{ values_.data(), intersections_.data() });
    }

    // Sort each list by depth.
    sortLists(backend, numPixels,
      SortPixelIntersections{ starts_.data(), fragmentCount, capacity, intersections_.data(),
        counting ? heads : nullptr, fragments_.data() });
  }

  const std::uint32_t* starts() const { return starts_.data(); }
  const PixelIntersection* intersections() const { return intersections_.data(); }
  const std::uint64_t* fragmentCount() const { return counts_.data(); }
  std::int64_t capacity() const { return capacity_; }

private:
  static bool facesAreMany(std::int64_t numPixels, std::int64_t numFaces)
  {
    return Backend::isDevice && numPixels <= 6 * numFaces;
  }

  Array<std::uint32_t> starts_; ///< followed by each pixel's last fragment
  Array<LargeFace> largeFaces_;
  Array<std::uint32_t> seenFaces_;
  Array<std::uint64_t> counts_;
  Array<Fragment> fragments_;
  Array<PixelIntersection> intersections_;
  Array<std::uint32_t> keys_;
  Array<std::uint64_t> values_;
  typename Backend::template SortWorkspace<std::uint32_t, std::uint64_t> sortWorkspace_;
  std::int64_t capacity_ = 0;
};

} // namespace inkray
