// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Geometry/Mesh/CellVertices.h"
#include "Geometry/Mesh/TetAdjacency.h"

/// The faces of a mesh, each once, with the tets on both sides.
namespace inkray
{

/// Counts the inner faces that each tet lists. Of the two tets at a face, one lists it: the tet in which the
/// face has the lower number.
struct CountInnerFaces
{
  const UInt2* links;
  std::uint32_t* counts;

  INKRAY_HD static bool isOwn(std::uint32_t face, const UInt2& link)
  {
    return link.x < removedLink && face < link.x;
  }

  INKRAY_HD void operator()(std::int64_t t) const
  {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < 4; ++i)
    {
      const auto face = static_cast<std::uint32_t>(4 * t + i);
      count += isOwn(face, load(links + face)) ? 1u : 0u;
    }
    counts[t] = count;
  }
};

/// Writes the inner faces of each tet to their places.
struct PlaceInnerFaces
{
  const UInt2* links;
  const Float4* vertices;
  const std::uint8_t* orientations;
  const std::uint32_t* places;
  UInt4* faces;

  INKRAY_HD UInt4 verticesOf(std::uint32_t t) const
  {
    std::uint32_t ids[4];
    verticesOfCell(links, t, ids);
    return { ids[0], ids[1], ids[2], ids[3] };
  }

  INKRAY_HD void operator()(std::int64_t tet) const
  {
    const auto t = static_cast<std::uint32_t>(tet);
    std::uint32_t place = places[t];
    if (place == places[t + 1])
      return;
    const UInt4 own = this->verticesOf(t);
    const bool positive = isPositive(own, vertices, orientations, t);
    for (std::uint32_t i = 0; i < 4; ++i)
    {
      const std::uint32_t face = 4 * t + i;
      if (CountInnerFaces::isOwn(face, load(links + face)))
        faces[place++] = faceFromOutside(own, i, positive, face);
    }
  }
};

/// Makes the sort keys of the inner faces; the face with the lowest key is left out last. A key derives from
/// area times a random number, the sampling by area of Callahan, Comba, Shirley and Silva (Interactive
/// Rendering of Large Unstructured Grids Using Dynamic Level-of-Detail, IEEE Visualization 2005).
struct RankFaces
{
  const UInt4* faces;
  const Float4* vertices;
  std::uint32_t* keys;
  std::uint32_t* ids;

  /// A random number above 0, up to 1, which is the same for a face in every run (finalizer of MurmurHash3,
  /// Appleby 2011).
  INKRAY_HD static float random(std::uint32_t face)
  {
    std::uint32_t h = face + 0x9e3779b9u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    h ^= h >> 16;
    return static_cast<float>((h >> 8) + 1) * (1.0f / 16777216.0f);
  }

  INKRAY_HD void operator()(std::int64_t f) const
  {
    const UInt4 face = load(faces + f);
    const Float4 a = load(vertices + face.x), b = load(vertices + face.y), c = load(vertices + face.z);
    const float px = b.x - a.x, py = b.y - a.y, pz = b.z - a.z;
    const float qx = c.x - a.x, qy = c.y - a.y, qz = c.z - a.z;
    const float nx = py * qz - pz * qy, ny = pz * qx - px * qz, nz = px * qy - py * qx;
    const float weight = sqrtf(nx * nx + ny * ny + nz * nz) * random(face.w);
    // The bits of nonnegative floats have the floats' order.
    keys[f] = ~bitsOf(weight);
    ids[f] = static_cast<std::uint32_t>(f);
  }
};

/// The level of detail, in 256 steps, from which on a face is drawn; it follows from the face's rank.
struct LevelFaces
{
  const std::uint32_t* ids; ///< by rank
  std::int64_t numFaces;
  std::uint8_t* levels;

  INKRAY_HD void operator()(std::int64_t rank) const
  {
    levels[ids[rank]] = static_cast<std::uint8_t>(rank * 256 / numFaces);
  }
};

struct CopyFaces
{
  const UInt4* from;
  UInt4* to;

  INKRAY_HD void operator()(std::int64_t f) const { to[f] = from[f]; }
};

/// The faces of a mesh in the memory of a backend: boundary faces first, then faces between two tets, both in
/// the order of the mesh. A face's corners are counter-clockwise, seen from outside of the tet that lists it.
/// It takes 17 bytes a face; there are about two faces a tet.
template <class Backend>
class HavsFaces
{
public:
  template <class T>
  using Array = Buffer<T, Backend>;

  Array<UInt4> faces;
  Array<std::uint8_t> levels; ///< of the inner faces
  std::int64_t numBoundary = 0;

  std::int64_t count() const { return faces.size(); }
  std::size_t bytes() const { return faces.bytes() + levels.bytes(); }

  /// Throws InvalidInput for at least 2^31 - 1 faces, OutOfMemory, and Aborted.
  void build(Backend& backend, const TetAdjacency<Backend>& mesh);
};

template <class Backend>
void HavsFaces<Backend>::build(Backend& backend, const TetAdjacency<Backend>& mesh)
{
  const std::int64_t numTets = mesh.numTets;
  numBoundary = mesh.numBoundaryFaces;
  if (2 * numTets + numBoundary >= std::int64_t(0x7fffffff))
    throw InvalidInput("the mesh is too large for HAVS, which draws less than 2^31 - 1 faces (about 10^9 "
                       "tetrahedra); use the ray caster");
  // The places of each tet's inner faces; the last entry becomes their total number.
  Array<std::uint32_t> places(backend, numTets + 1);
  backend.zero(places.data(), places.bytes());
  backend.forEach(numTets, CountInnerFaces{ mesh.links.data(), places.data() });
  backend.exclusiveScan(places.data(), places.data(), numTets + 1);
  const std::int64_t numInner = backend.read(places.data() + numTets);
  faces.reset(backend, numBoundary + numInner);
  backend.forEach(numBoundary, CopyFaces{ mesh.boundaryFaces.data(), faces.data() });
  UInt4* const inner = faces.data() + numBoundary;
  backend.forEach(numTets,
    PlaceInnerFaces{
      mesh.links.data(), mesh.vertices.data(), mesh.orientations.data(), places.data(), inner });
  places.release();

  levels.reset(backend, numInner);
  Array<std::uint32_t> keys(backend, numInner), ids(backend, numInner);
  backend.forEach(numInner, RankFaces{ inner, mesh.vertices.data(), keys.data(), ids.data() });
  backend.sortPairs(keys, ids, numInner, 32);
  backend.forEach(numInner, LevelFaces{ ids.data(), numInner, levels.data() });
  backend.synchronize();
}

} // namespace inkray
