// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/Mesh/BoundaryFaceRaster.h"

/// The kernels that build the per-pixel intersection lists (Gu and Kim 2020, section 4).
namespace inkray
{

/// An element of Array_intersect: a boundary face that the pixel's ray enters, and the depth there.
struct PixelIntersection
{
  std::uint32_t face;
  float depth;
};

/// A covered pixel that the projection has found: an element of Array_pixel, the face and the depth there,
/// and the number of an earlier fragment of the pixel. Numbers count from 1; 0 means none.
struct alignas(16) Fragment
{
  std::uint32_t pixel, face;
  float depth;
  std::uint32_t next;
};

/// Relaxed atomic exchange; returns the value before.
INKRAY_HD std::uint32_t exchangeRelaxed(std::uint32_t* p, std::uint32_t v)
{
#ifdef __CUDA_ARCH__
  return atomicExch(p, v);
#else
  return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
#endif
}

/// A large face is split into blocks of at most 8 x 8 pixels. A small face is one that a single thread, or
/// several threads by rows, can process with at most as many pixels each.
constexpr int fragmentBlock = 8;
constexpr int pixelsPerThread = fragmentBlock * fragmentBlock;

/// A face with many blocks, and the index of its first work item.
struct LargeFace
{
  std::uint32_t face;
  std::uint64_t firstItem;
};

/// The count of large faces in the upper 24 bits, and the count of their blocks in the lower 40 bits. One
/// atomic addition thus gives a face its place and its work items in the same order.
struct LargeFaceCount
{
  static constexpr int itemBits = 40;
  INKRAY_HD static std::uint64_t pack(std::uint64_t faces, std::uint64_t items)
  {
    return (faces << itemBits) | items;
  }
  INKRAY_HD static std::uint64_t faces(std::uint64_t packed) { return packed >> itemBits; }
  INKRAY_HD static std::uint64_t items(std::uint64_t packed)
  {
    return packed & ((std::uint64_t(1) << itemBits) - 1);
  }
};

/// The common part of all projections of faces: the face's corners, its box, and its fragments in one block.
struct FaceProjection
{
  MeshCamera camera;
  const UInt4* faces;
  const ProjectedVertex* projected;
  std::uint32_t* pixelCounts; ///< per pixel: number of fragments; null if neither counts nor lists are wanted
  std::uint32_t* pixelHeads = nullptr;  ///< per pixel: the number of its last fragment
  const std::uint8_t* wanted = nullptr; ///< per pixel: whether it has a ray; null: all have

  INKRAY_HD FaceCorners corners(std::uint32_t face) const
  {
    FaceCorners k;
    k.ids = load(faces + face);
    if (camera.facing < 0.0f)
      k.ids = { k.ids.x, k.ids.z, k.ids.y, k.ids.w };
    k.a = load(projected + k.ids.x);
    k.b = load(projected + k.ids.y);
    k.c = load(projected + k.ids.z);
    return k;
  }

  INKRAY_HD RayVertex seen(const ProjectedVertex& p, int x, int y) const
  {
    return toRaySpace(p, pixelU(camera, x), pixelV(camera, y), shearOf(camera, p.z));
  }

  INKRAY_HD float depth(const FaceCorners& k, int x, int y) const
  {
    const FaceEdges e =
      edgesOfFace(this->seen(k.a, x, y), this->seen(k.b, x, y), this->seen(k.c, x, y), k.ids);
    return (e.bc * k.a.z + e.ca * k.b.z + e.ab * k.c.z) / (e.bc + e.ca + e.ab);
  }

  INKRAY_HD static PixelRectangle block(const PixelRectangle& r, int index)
  {
    const int across = (r.x1 - r.x0 + fragmentBlock - 1) / fragmentBlock;
    PixelRectangle b;
    b.x0 = r.x0 + index % across * fragmentBlock;
    b.y0 = r.y0 + index / across * fragmentBlock;
    b.x1 = b.x0 + fragmentBlock < r.x1 ? b.x0 + fragmentBlock : r.x1;
    b.y1 = b.y0 + fragmentBlock < r.y1 ? b.y0 + fragmentBlock : r.y1;
    return b;
  }

  INKRAY_HD static std::int64_t numBlocks(const PixelRectangle& r)
  {
    if (r.empty())
      return 0;
    return static_cast<std::int64_t>((r.x1 - r.x0 + fragmentBlock - 1) / fragmentBlock) *
      ((r.y1 - r.y0 + fragmentBlock - 1) / fragmentBlock);
  }

  /// The covered pixels in every `step`-th row of a rectangle, as a bit mask in the order of the rows.
  INKRAY_HD std::uint64_t coverage(const FaceCorners& k, const PixelRectangle& r, int step) const
  {
    const std::uint64_t asked = wanted ? this->wantedIn(r, step) : ~std::uint64_t(0);
    if (asked == 0)
      return 0;
    const LinearEdgeFunctions edges(camera, k, r);
    std::uint64_t inside = 0, unsure = 0;
    std::uint64_t bit = 1;
    // A single loop: threads of a warp wait only for the thread with the most pixels, not for the widest
    // rows.
    const auto across = static_cast<float>(r.x1 - r.x0), up = static_cast<float>(r.y1 - r.y0),
               rows = static_cast<float>(step);
    for (float x = 0.0f, y = 0.0f; y < up; bit <<= 1)
    {
      const float least = edges.least(x, y);
      inside |= least > edges.tolerance ? bit : 0;
      unsure |= fabsf(least) > edges.tolerance ? 0 : bit;
      x += 1.0f;
      y += x == across ? rows : 0.0f;
      x = x == across ? 0.0f : x;
    }
    return (inside | this->insideOf(k, r, step, unsure & asked)) & asked;
  }

  /// The bits of the pixels that are inside the face, by isInsideFace.
  INKRAY_HD std::uint64_t insideOf(
    const FaceCorners& k, const PixelRectangle& r, int step, std::uint64_t bits) const
  {
    std::uint64_t mask = 0;
    for (; bits; bits &= bits - 1)
    {
      const Pixel p = pixelOfBit(r, step, lowestBit64(bits));
      if (isInsideFace(
            this->seen(k.a, p.x, p.y), this->seen(k.b, p.x, p.y), this->seen(k.c, p.x, p.y), k.ids))
        mask |= bits & (~bits + 1);
    }
    return mask;
  }

  struct Pixel
  {
    int x, y;
  };
  /// The pixel of a bit of coverage().
  INKRAY_HD static Pixel pixelOfBit(const PixelRectangle& r, int step, int bit)
  {
    // Division by the width as a multiplication: exact for the 64 bits of a mask.
    const int across = r.x1 - r.x0;
    const int inverse = (65536 + across - 1) / across;
    const int row = bit * inverse >> 16;
    return { r.x0 + bit - row * across, r.y0 + row * step };
  }

  /// The pixels that have rays, in the same bits.
  INKRAY_HD std::uint64_t wantedIn(const PixelRectangle& r, int step) const
  {
    std::uint64_t mask = 0;
    std::uint64_t bit = 1;
    for (int y = r.y0; y < r.y1; y += step)
      for (int x = r.x0; x < r.x1; ++x, bit <<= 1)
        mask |= wanted[std::int64_t(camera.width) * y + x] ? bit : 0;
    return mask;
  }

  INKRAY_HD void emit(
    std::uint32_t face, const PixelRectangle& r, int step, std::uint64_t mask, Fragment* out) const
  {
    for (; mask; mask &= mask - 1)
    {
      const Pixel p = pixelOfBit(r, step, lowestBit64(mask));
      *out++ = { static_cast<std::uint32_t>(p.y * camera.width + p.x), face, 0.0f, 0u };
    }
  }

  /// Set depth and list of the fragment that gets this place. Threads that complete neighboring fragments
  /// find the same face and row of pixels in their caches.
  INKRAY_HD void complete(Fragment& f, std::uint64_t place) const
  {
    if (pixelCounts)
    {
      atomicAddRelaxed(pixelCounts + f.pixel, 1u);
      f.next = exchangeRelaxed(pixelHeads + f.pixel, static_cast<std::uint32_t>(place) + 1);
    }
    const auto width = static_cast<std::uint32_t>(camera.width);
    const std::uint32_t y = f.pixel / width;
    f.depth = this->depth(this->corners(f.face), static_cast<int>(f.pixel - y * width), static_cast<int>(y));
  }
};

/// Runs before step (a) if there are many faces: finds the faces that may cover a pixel, which half of a
/// closed surface does not. Without it, half of a warp's threads wait for the others.
struct FindSeenFaces
{
  struct State
  {
  };
  FaceProjection projection;

  INKRAY_HD std::uint32_t count(std::int64_t face, State&) const
  {
    const FaceCorners k = projection.corners(static_cast<std::uint32_t>(face));
    return boundsOfFace(projection.camera, k.a, k.b, k.c).empty() ? 0u : 1u;
  }
  INKRAY_HD void emit(std::int64_t face, const State&, std::uint32_t* out) const
  {
    *out = static_cast<std::uint32_t>(face);
  }
};

/// Step (a) for small faces, with one or several threads for each face: thread k processes the rows k, k +
/// ThreadsPerFace, ... of its box. Larger faces are queued for ProjectLargeFaces.
template <int ThreadsPerFace>
struct ProjectFaces
{
  struct State
  {
    std::uint64_t mask;
    PixelRectangle rows;
    std::uint32_t face;
  };
  FaceProjection projection;
  LargeFace* largeFaces; ///< workspace with room for all faces
  std::uint64_t* largeCount;
  const std::uint32_t* seenFaces = nullptr; ///< the faces to process; null: all

  INKRAY_HD static std::uint64_t numItems(std::uint64_t seen) { return seen * ThreadsPerFace; }

  INKRAY_HD std::uint32_t count(std::int64_t i, State& state) const
  {
    const auto item = static_cast<std::uint32_t>(i / ThreadsPerFace);
    const std::uint32_t face = seenFaces ? seenFaces[item] : item;
    const int part = static_cast<int>(i % ThreadsPerFace);
    const auto k = projection.corners(face);
    const PixelRectangle bounds = boundsOfFace(projection.camera, k.a, k.b, k.c);
    if (bounds.empty())
      return 0;
    const std::int64_t rowsEach = (bounds.y1 - bounds.y0 + ThreadsPerFace - 1) / ThreadsPerFace;
    if (rowsEach * (bounds.x1 - bounds.x0) > pixelsPerThread)
    {
      // Of the faces that reach both sides of the eye, most are outside of the image, and half of the others
      // face away.
      if (part != 0 || surelyOutside(projection.camera, k.a, k.b, k.c, bounds))
        return 0;
      const auto blocks = static_cast<std::uint64_t>(FaceProjection::numBlocks(bounds));
      const std::uint64_t before = atomicAddRelaxed(largeCount, LargeFaceCount::pack(1, blocks));
      largeFaces[LargeFaceCount::faces(before)] = { face, LargeFaceCount::items(before) };
      return 0;
    }
    state.rows = { bounds.x0, bounds.y0 + part, bounds.x1, bounds.y1 };
    state.mask = projection.coverage(k, state.rows, ThreadsPerFace);
    state.face = face;
    return static_cast<std::uint32_t>(popcount64(state.mask));
  }

  INKRAY_HD void emit(std::int64_t, const State& state, Fragment* out) const
  {
    projection.emit(state.face, state.rows, ThreadsPerFace, state.mask, out);
  }
  INKRAY_HD void complete(Fragment& f, std::uint64_t place) const { projection.complete(f, place); }
};

/// Step (a) for large faces: each item is a row of one block of one face.
struct ProjectLargeFaces
{
  struct State
  {
    std::uint64_t mask;
    PixelRectangle row;
    std::uint32_t face;
  };
  FaceProjection projection;
  const LargeFace* largeFaces;
  const std::uint64_t* largeCount;

  INKRAY_HD static std::uint64_t numItems(std::uint64_t packed)
  {
    return LargeFaceCount::items(packed) * fragmentBlock;
  }

  INKRAY_HD std::uint32_t count(std::int64_t i, State& state) const
  {
    const auto item = static_cast<std::uint64_t>(i) / fragmentBlock;
    const int part = static_cast<int>(static_cast<std::uint64_t>(i) % fragmentBlock);
    // Find the last face whose items begin at or before this one.
    std::uint32_t low = 0;
    auto high = static_cast<std::uint32_t>(LargeFaceCount::faces(*largeCount) - 1);
    while (low < high)
    {
      const std::uint32_t middle = (low + high + 1) >> 1;
      if (largeFaces[middle].firstItem <= item)
        low = middle;
      else
        high = middle - 1;
    }
    state.face = largeFaces[low].face;
    const auto k = projection.corners(state.face);
    const PixelRectangle bounds = boundsOfFace(projection.camera, k.a, k.b, k.c);
    const PixelRectangle block =
      FaceProjection::block(bounds, static_cast<int>(item - largeFaces[low].firstItem));
    state.row = { block.x0, block.y0 + part, block.x1, block.y0 + part + 1 };
    state.mask = state.row.y0 < block.y1 ? projection.coverage(k, state.row, 1) : 0;
    return static_cast<std::uint32_t>(popcount64(state.mask));
  }

  INKRAY_HD void emit(std::int64_t, const State& state, Fragment* out) const
  {
    projection.emit(state.face, state.row, 1, state.mask, out);
  }
  INKRAY_HD void complete(Fragment& f, std::uint64_t place) const { projection.complete(f, place); }
};

/// The last step of both builders: sort each pixel's list by depth, equal depths by face. If the lists are
/// not in their places yet, they are gathered from the fragments of each pixel.
struct SortPixelIntersections
{
  const std::uint32_t* starts; ///< Array_list: where each pixel's list starts; one entry more than pixels
  const std::uint64_t* fragmentCount;
  std::uint64_t capacity;
  PixelIntersection* intersections;
  const std::uint32_t* pixelHeads = nullptr; ///< number of each pixel's last fragment; null: all lists are in
                                             ///< place
  const Fragment* fragments = nullptr;

  /// Copy a pixel's list to its place, in any order.
  INKRAY_HD void gather(std::int64_t pixel) const
  {
    PixelIntersection* out = intersections + starts[pixel];
    for (std::uint32_t at = pixelHeads[pixel]; at != 0; ++out)
    {
      const Fragment f = fragments[at - 1];
      *out = { f.face, f.depth };
      at = f.next;
    }
  }

  /// An intersection as an integer, in the order of depth, then face.
  INKRAY_HD static std::uint64_t toKey(const PixelIntersection& p)
  {
    std::uint32_t bits;
    memcpy(&bits, &p.depth, sizeof(bits));
    bits ^= bits >> 31 ? 0xffffffffu : 0x80000000u;
    return std::uint64_t(bits) << 32 | p.face;
  }

  INKRAY_HD static PixelIntersection fromKey(std::uint64_t key)
  {
    auto bits = static_cast<std::uint32_t>(key >> 32);
    bits ^= bits >> 31 ? 0x80000000u : 0xffffffffu;
    PixelIntersection p;
    p.face = static_cast<std::uint32_t>(key);
    memcpy(&p.depth, &bits, sizeof(bits));
    return p;
  }

  /// Sort lists of at most N entries (a power of two) in registers: Batcher's odd-even merge sort.
  template <int N>
  INKRAY_HD static void sortSmall(PixelIntersection* list, int size)
  {
    std::uint64_t keys[N];
    INKRAY_UNROLL
    for (int i = 0; i < N; ++i)
      keys[i] = i < size ? toKey(list[i]) : ~std::uint64_t(0);
    INKRAY_UNROLL
    for (int p = 1; p < N; p *= 2)
    {
      INKRAY_UNROLL
      for (int k = p; k >= 1; k /= 2)
      {
        INKRAY_UNROLL
        for (int j = k % p; j + k < N; j += 2 * k)
        {
          INKRAY_UNROLL
          for (int i = 0; i < k; ++i)
            if (i + j + k < N && (i + j) / (2 * p) == (i + j + k) / (2 * p))
            {
              const std::uint64_t a = keys[i + j], b = keys[i + j + k];
              keys[i + j] = a < b ? a : b;
              keys[i + j + k] = a < b ? b : a;
            }
        }
      }
    }
    INKRAY_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < size)
        list[i] = fromKey(keys[i]);
  }

  /// Sort longer lists in place: heap sort.
  INKRAY_HD static void sortLarge(PixelIntersection* list, std::int64_t size)
  {
    for (std::int64_t root = size / 2 - 1; root >= 0; --root)
      siftDown(list, root, size);
    for (std::int64_t last = size - 1; last > 0; --last)
    {
      const PixelIntersection top = list[0];
      list[0] = list[last];
      list[last] = top;
      siftDown(list, 0, last);
    }
  }

  INKRAY_HD static void siftDown(PixelIntersection* list, std::int64_t root, std::int64_t size)
  {
    const PixelIntersection moved = list[root];
    for (;;)
    {
      std::int64_t child = 2 * root + 1;
      if (child >= size)
        break;
      if (child + 1 < size && toKey(list[child]) < toKey(list[child + 1]))
        ++child;
      if (toKey(moved) >= toKey(list[child]))
        break;
      list[root] = list[child];
      root = child;
    }
    list[root] = moved;
  }

  INKRAY_HD void operator()(std::int64_t pixel) const
  {
    if (*fragmentCount > capacity)
      return;
    if (pixelHeads)
      this->gather(pixel);
    PixelIntersection* const list = intersections + starts[pixel];
    const std::uint32_t size = starts[pixel + 1] - starts[pixel];
    if (size < 2)
      return;
    if (size <= 2)
      sortSmall<2>(list, static_cast<int>(size));
    else if (size <= 4)
      sortSmall<4>(list, static_cast<int>(size));
    else if (size <= 8)
      sortSmall<8>(list, static_cast<int>(size));
    else if (size <= 16)
      sortSmall<16>(list, static_cast<int>(size));
    else
      sortLarge(list, size);
  }
};

/// Gu and Kim's step (b): make keys of the fragments for the sort by pixel. Places beyond the last fragment
/// get a key behind all pixels.
struct KeyFragments
{
  const Fragment* fragments;
  const std::uint64_t* count;
  std::uint32_t* keys;
  std::uint64_t* values; ///< face in the upper half, depth bits in the lower

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const bool there = static_cast<std::uint64_t>(i) < *count;
    keys[i] = there ? fragments[i].pixel : 0xffffffffu;
    std::uint32_t bits = 0;
    if (there)
      memcpy(&bits, &fragments[i].depth, sizeof(bits));
    values[i] = there ? std::uint64_t(fragments[i].face) << 32 | bits : 0;
  }
};

/// Gu and Kim's step (c): make Array_list from the sorted Array_pixel. Run this for one pixel more than the
/// image has.
struct StartLists
{
  const std::uint32_t* keys;
  std::int64_t numKeys;
  std::uint32_t* starts;

  INKRAY_HD void operator()(std::int64_t pixel) const
  {
    std::int64_t low = 0;
    std::int64_t high = numKeys;
    while (low < high)
    {
      const std::int64_t middle = (low + high) >> 1;
      if (keys[middle] < static_cast<std::uint64_t>(pixel))
        low = middle + 1;
      else
        high = middle;
    }
    starts[pixel] = static_cast<std::uint32_t>(low);
  }
};

/// Counts the pixels whose list has an entry.
struct CountListedPixels
{
  const std::uint32_t* starts;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t pixel) const
  {
    if (starts[pixel] < starts[pixel + 1])
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

/// Marks the pixels whose list has an entry.
struct MarkListedPixels
{
  const std::uint32_t* starts;
  std::uint8_t* isListed;

  INKRAY_HD void operator()(std::int64_t pixel) const
  {
    if (starts[pixel] < starts[pixel + 1])
      isListed[pixel] = 1;
  }
};

/// Make Array_intersect from the sorted values.
struct UnpackIntersections
{
  const std::uint64_t* values;
  PixelIntersection* intersections;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto bits = static_cast<std::uint32_t>(values[i]);
    intersections[i].face = static_cast<std::uint32_t>(values[i] >> 32);
    memcpy(&intersections[i].depth, &bits, sizeof(bits));
  }
};

} // namespace inkray
