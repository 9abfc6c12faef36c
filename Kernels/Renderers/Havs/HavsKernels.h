// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/BoundaryFaceRaster.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

/// The kernels of a HAVS frame that run before its fragments are made, in order: they sort the faces, and
/// list the faces of each tile of the image.
namespace inkray
{

/// A level of detail in the 256 steps of a face's level.
INKRAY_HD std::uint32_t levelsOf(float levelOfDetail)
{
  const float levels = ceilf(256.0f * levelOfDetail);
  return levels < 1.0f ? 1u : levels > 256.0f ? 256u : static_cast<std::uint32_t>(levels);
}

/// The faces, as a camera sees them.
struct SeenFaces
{
  MeshCamera camera;
  const ProjectedVertex* projected;
  const UInt4* faces;
  const UInt2* links;
  const std::uint8_t* levels; ///< of the inner faces, which follow the boundary faces
  std::uint32_t numBoundary;
  std::uint32_t keptLevels; ///< a face is drawn if its level is lower
  int tileShift;            ///< edge of a tile in pixels, as a power of two
  int tilesAcross, tilesUp;

  INKRAY_HD bool isKept(std::uint32_t face) const
  {
    return face < numBoundary || levels[face - numBoundary] < keptLevels;
  }

  /// The part of a face that rays may meet: its corners, and the pixels that it may cover; no pixels if the
  /// face can be ignored.
  struct Projection
  {
    ProjectedVertex a, b, c;
    PixelRectangle pixels;
    bool isAcrossEye;
  };

  INKRAY_HD Projection project(std::uint32_t face) const
  {
    Projection p;
    const UInt4 ids = load(faces + face);
    p.a = load(projected + ids.x);
    p.b = load(projected + ids.y);
    p.c = load(projected + ids.z);
    const float low = minimum(p.a.z, minimum(p.b.z, p.c.z)), high = maximum(p.a.z, maximum(p.b.z, p.c.z));
    p.isAcrossEye = !camera.parallel && !(low > 0.0f) && !(high < 0.0f);
    p.pixels = boundsOfFace<FaceSides::Both>(camera, p.a, p.b, p.c);
    // Of the faces behind the visible depths, only those are needed whose tets reach into these depths. All
    // faces in front of the depths are needed: they tell in which tet a ray begins.
    if (!p.pixels.empty() &&
      ((low > camera.farDepth && !this->isReached(ids.w)) || (p.isAcrossEye && this->isMissed(p, p.pixels))))
      p.pixels = { 0, 0, 0, 0 };
    return p;
  }

  /// Call `take` for each tile that has to list a face. In a box of up to 256 tiles each tile is tested;
  /// larger boxes would occupy one thread too long, and are listed completely.
  template <class Take>
  INKRAY_HD void forEachTile(const Projection& p, const Take& take) const
  {
    const int edge = 1 << tileShift;
    const PixelRectangle tiles = { p.pixels.x0 >> tileShift, p.pixels.y0 >> tileShift,
      (p.pixels.x1 - 1) >> tileShift, (p.pixels.y1 - 1) >> tileShift };
    const int count = (tiles.x1 - tiles.x0 + 1) * (tiles.y1 - tiles.y0 + 1);
    const bool isTested = count > 1 && count <= 256;
    for (int y = tiles.y0; y <= tiles.y1; ++y)
      for (int x = tiles.x0; x <= tiles.x1; ++x)
      {
        if (isTested)
        {
          const PixelRectangle own = { x * edge, y * edge, x * edge + edge, y * edge + edge };
          if (this->isMissed(p, own))
            continue;
        }
        take(static_cast<std::uint32_t>(y * tilesAcross + x));
      }
  }

private:
  /// Whether one of the tets at a face reaches in front of the far plane.
  INKRAY_HD bool isReached(std::uint32_t face) const
  {
    const UInt2 link = load(links + face);
    const std::uint32_t own = link.x >= removedLink ? link.y : load(links + link.x).y;
    return minimum(load(projected + own).z, load(projected + link.y).z) <= camera.farDepth;
  }
  /// Whether no pixel of a rectangle is on either side of the face.
  INKRAY_HD bool isMissed(const Projection& p, const PixelRectangle& r) const
  {
    return surelyOutside(camera, p.a, p.b, p.c, r) && surelyOutside(camera, p.a, p.c, p.b, r);
  }
};

/// Step 1: compute the key of each face, which is the distance of its centroid from the eye (in a parallel
/// projection, its depth), and the number of tiles that list it. Faces that no tile lists come last.
struct KeyFaces
{
  SeenFaces seen;
  std::uint32_t* keys;
  std::uint32_t* ids;
  std::uint32_t* tileCounts;

  /// An integer with the order of floats.
  INKRAY_HD static std::uint32_t orderOfFloat(float x)
  {
    const std::uint32_t bits = bitsOf(x);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }

  INKRAY_HD float distance(const SeenFaces::Projection& p) const
  {
    const MeshCamera& camera = seen.camera;
    const float x = p.a.x + p.b.x + p.c.x, y = p.a.y + p.b.y + p.c.y, z = p.a.z + p.b.z + p.c.z;
    // For a distant eye, which has a smaller bend, distances are too imprecise to order faces: use depths.
    constexpr float leastBend = 1.0f / 4096.0f;
    if (camera.parallel && camera.bend < leastBend)
      return z;
    // The eye coordinates of homogeneous pixels.
    const float w = camera.parallel ? multiplyAdd(camera.bend, z, 3.0f) : z;
    const float ex = multiplyAdd(camera.lengthX[0], x, camera.lengthX[1] * w);
    const float ey = multiplyAdd(camera.lengthY[0], y, camera.lengthY[1] * w);
    const float d = sqrtf(multiplyAdd(ex, ex, multiplyAdd(ey, ey, w * w)));
    return w < 0.0f ? -d : d;
  }

  INKRAY_HD void operator()(std::int64_t f) const
  {
    const auto face = static_cast<std::uint32_t>(f);
    std::uint32_t count = 0;
    keys[f] = 0xffffffffu;
    ids[f] = face;
    if (seen.isKept(face))
    {
      const SeenFaces::Projection p = seen.project(face);
      if (!p.pixels.empty())
        seen.forEachTile(p, [&count](std::uint32_t) { ++count; });
      if (count > 0)
        keys[f] = orderOfFloat(this->distance(p));
    }
    tileCounts[f] = count;
  }
};

/// Step 3, after the sort: get the number of tiles of each face in the sorted order, and their sum.
struct CountTileEntries
{
  static constexpr std::int64_t facesEach = 64;
  const std::uint32_t* ids;
  const std::uint32_t* tileCounts;
  std::int64_t numFaces;
  std::uint32_t* sortedCounts;
  std::uint64_t* total;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    // Use a stride, so that neighboring threads access neighboring faces.
    const std::int64_t stride = (numFaces + facesEach - 1) / facesEach;
    std::uint64_t sum = 0;
    for (std::int64_t f = i; f < numFaces; f += stride)
    {
      const std::uint32_t count = tileCounts[ids[f]];
      sortedCounts[f] = count;
      sum += count;
    }
    if (sum > 0)
      atomicAddRelaxed(total, sum);
  }
};

/// Step 4: write the entries of all tiles in the order of the faces; the tile is the key of a stable sort.
struct ListFaces
{
  SeenFaces seen;
  const std::uint32_t* ids;
  const std::uint32_t* tileCounts;
  const std::uint32_t* places; ///< of each face's first entry, in the faces' order
  std::uint32_t* tiles;
  std::uint32_t* entries;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t face = ids[i];
    if (tileCounts[face] == 0)
      return;
    std::uint32_t place = places[i];
    seen.forEachTile(seen.project(face), [&](std::uint32_t tile) {
      tiles[place] = tile;
      entries[place++] = face;
    });
  }
};

/// Step 5: find where the entries of each tile begin. Run this for one tile more than the image has.
struct StartTiles
{
  const std::uint32_t* tiles; ///< sorted
  std::int64_t numEntries;
  std::uint32_t* starts;

  INKRAY_HD void operator()(std::int64_t tile) const
  {
    std::int64_t low = 0, high = numEntries;
    while (low < high)
    {
      const std::int64_t middle = (low + high) >> 1;
      if (tiles[middle] < static_cast<std::uint64_t>(tile))
        low = middle + 1;
      else
        high = middle;
    }
    starts[tile] = static_cast<std::uint32_t>(low);
  }
};

} // namespace inkray
