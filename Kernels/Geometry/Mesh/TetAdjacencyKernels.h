// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "Geometry/Mesh/MortonOrder.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"

/// The kernels of TetAdjacency, in the order in which they run. A face has the number 4 t + i: the face of
/// tet t opposite to its i-th vertex, where the vertices of a tet are sorted by id.
namespace inkray
{

constexpr std::uint32_t boundaryLink = 0xffffffffu; ///< there is no neighbor across this face
constexpr std::uint32_t removedLink = 0xfffffffeu;  ///< face of a tet that no ray meets: a duplicate, or flat
constexpr std::uint32_t noVertex = 0xffffffffu;
constexpr std::uint32_t noTet = 0xffffffffu;

INKRAY_HD std::uint32_t vertexOf(const UInt4& tet, std::uint32_t i)
{
  return i == 0 ? tet.x : i == 1 ? tet.y : i == 2 ? tet.z : tet.w;
}

/// Counts taken while the adjacency is built; they stay on the device until the end.
struct AdjacencyCounts
{
  std::uint64_t outOfRange, nonFinite, repeatedVertex, duplicate, zeroVolume, inverted, nonManifoldFaces;
};

/// Step 1: compute the keys of the vertices along the curve.
struct EncodeVertices
{
  const Float3* points; ///< normalized; NaN if the input is not finite
  std::uint64_t* keys;
  std::uint32_t* ids;
  /// The place of each point, which precedes the curve in keys, with unused points last. Null: the mesh has
  /// one place.
  const std::uint8_t* placeOf = nullptr;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float3 p = points[i];
    const float sum = p.x + p.y + p.z;
    keys[i] = sum - sum == 0.0f ? mortonCode(p.x, p.y, p.z) : mortonNowhere;
    if (placeOf)
      keys[i] |= std::uint64_t(static_cast<std::uint8_t>(placeOf[i] - firstPlace)) << mortonKeyBits;
    ids[i] = static_cast<std::uint32_t>(i);
  }
};

/// Step 2: put vertices into the order of the curve, and note the new id of each point of the input.
struct PlaceVertices
{
  const Float3* points;
  const std::uint32_t* originalVertex;
  Float4* vertices;
  std::uint32_t* newId;

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const std::uint32_t point = originalVertex[v];
    const Float3 p = points[point];
    vertices[v] = { p.x, p.y, p.z, 0.0f };
    newId[point] = static_cast<std::uint32_t>(v);
  }
};

/// Step 3: compute the keys of the tets (their centroid along the curve). Cells that cannot be drawn are
/// counted and get a key behind all others.
struct EncodeTets
{
  const UInt4* tets; ///< point ids; x is noVertex if an id was out of range
  const Float3* points;
  std::uint64_t* keys;
  std::uint32_t* ids;
  AdjacencyCounts* counts;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    ids[t] = static_cast<std::uint32_t>(t);
    keys[t] = mortonNowhere;
    const UInt4 tet = tets[t];
    if (tet.x == noVertex)
    {
      atomicAddRelaxed(&counts->outOfRange, std::uint64_t(1));
      return;
    }
    if (tet.x == tet.y || tet.x == tet.z || tet.x == tet.w || tet.y == tet.z || tet.y == tet.w ||
      tet.z == tet.w)
    {
      atomicAddRelaxed(&counts->repeatedVertex, std::uint64_t(1));
      return;
    }
    const Float3 a = points[tet.x], b = points[tet.y], c = points[tet.z], d = points[tet.w];
    const float x = 0.25f * (a.x + b.x + c.x + d.x), y = 0.25f * (a.y + b.y + c.y + d.y),
                z = 0.25f * (a.z + b.z + c.z + d.z);
    const float sum = x + y + z;
    if (!(sum - sum == 0.0f))
    {
      atomicAddRelaxed(&counts->nonFinite, std::uint64_t(1));
      return;
    }
    keys[t] = mortonCode(x, y, z);
  }
};

/// Six times the signed volume of a tet, positive in VTK's vertex order, in double precision.
struct TetShape
{
  double determinant;
  bool flat; ///< thinner than float coordinates resolve: the sign of the determinant has no meaning
};

constexpr double coordinateRounding = 1.2e-7; ///< 1 ulp of [-1, 1]

/// Twice the area of a triangle up to a factor of 1.73: the sum of the magnitudes of the components of a x b.
INKRAY_HD double doubledArea(const double (&a)[3], const double (&b)[3])
{
  return fabs(a[1] * b[2] - a[2] * b[1]) + fabs(a[2] * b[0] - a[0] * b[2]) + fabs(a[0] * b[1] - a[1] * b[0]);
}

/// The shape of a tet whose last three corners are b, c and d relative to the first, in a mesh that reaches
/// from -1 to 1.
INKRAY_HD TetShape shapeOfEdges(const double (&b)[3], const double (&c)[3], const double (&d)[3])
{
  TetShape shape;
  shape.determinant = (b[1] * c[2] - b[2] * c[1]) * d[0] + (b[2] * c[0] - b[0] * c[2]) * d[1] +
    (b[0] * c[1] - b[1] * c[0]) * d[2];
  // Rounding a corner's coordinate moves the determinant by the rounding times the doubled area of the face
  // opposite. All four doubled areas together are at most 6 times the square of the longest of b, c and d;
  // for most tets this bound suffices.
  const double longest =
    fmax(fmax(fabs(b[0]) + fabs(b[1]) + fabs(b[2]), fabs(c[0]) + fabs(c[1]) + fabs(c[2])),
      fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
  shape.flat = !(fabs(shape.determinant) > 6.0 * coordinateRounding * longest * longest);
  if (shape.flat)
  {
    const double bc[3] = { c[0] - b[0], c[1] - b[1], c[2] - b[2] };
    const double bd[3] = { d[0] - b[0], d[1] - b[1], d[2] - b[2] };
    shape.flat = !(fabs(shape.determinant) >
      coordinateRounding * (doubledArea(b, c) + doubledArea(c, d) + doubledArea(d, b) + doubledArea(bc, bd)));
  }
  return shape;
}

INKRAY_HD TetShape tetShape(const Float4& a, const Float4& b, const Float4& c, const Float4& d)
{
  return shapeOfEdges({ double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z },
    { double(c.x) - a.x, double(c.y) - a.y, double(c.z) - a.z },
    { double(d.x) - a.x, double(d.y) - a.y, double(d.z) - a.z });
}

/// Orientation of a tet with sorted vertices; positive: the vertices are in VTK's positive order. The
/// orientation of a flat tet is the one that its neighbors imply (FlatTets.h).
enum TetOrientation : std::uint8_t
{
  NegativeTet,
  PositiveTet,
  FlatTet,    ///< not known yet
  UnlinkedTet ///< no ray meets it
};

/// Put two ids into ascending order. Returns whether they were swapped.
INKRAY_HD bool sortTwo(std::uint32_t& a, std::uint32_t& b)
{
  const bool swaps = b < a;
  const std::uint32_t low = swaps ? b : a, high = swaps ? a : b;
  a = low;
  b = high;
  return swaps;
}

/// Step 4: put tets into the order of the curve, with new ids and sorted vertices.
struct PlaceTets
{
  const UInt4* input;
  const std::uint32_t* originalTet;
  const std::uint32_t* newId;
  const Float4* vertices;
  UInt4* tets;
  AdjacencyCounts* counts;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const UInt4 in = input[originalTet[t]];
    UInt4 tet = { newId[in.x], newId[in.y], newId[in.z], newId[in.w] };
    bool isOdd = sortTwo(tet.x, tet.y);
    isOdd = sortTwo(tet.z, tet.w) != isOdd;
    isOdd = sortTwo(tet.x, tet.z) != isOdd;
    isOdd = sortTwo(tet.y, tet.w) != isOdd;
    isOdd = sortTwo(tet.y, tet.z) != isOdd;
    tets[t] = tet;
    const TetShape shape = tetShape(vertices[tet.x], vertices[tet.y], vertices[tet.z], vertices[tet.w]);
    if (shape.flat)
      atomicAddRelaxed(&counts->zeroVolume, std::uint64_t(1));
    else if ((shape.determinant < 0.0) != isOdd)
      atomicAddRelaxed(&counts->inverted, std::uint64_t(1));
  }
};

/// Step 5: compute a key for each face of each tet: its three sorted ids, if they fit into 64 bits; otherwise
/// only the low bits of the third.
struct EncodeFaces
{
  const UInt4* tets;
  int idBits;
  std::uint64_t* keys;
  std::uint32_t* faces;

  INKRAY_HD std::uint64_t key(std::uint32_t a, std::uint32_t b, std::uint32_t c) const
  {
    const int low = 64 - 2 * idBits < idBits ? 64 - 2 * idBits : idBits;
    return (std::uint64_t(a) << (idBits + low)) | (std::uint64_t(b) << low) |
      (std::uint64_t(c) & ((std::uint64_t(1) << low) - 1));
  }

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const UInt4 v = tets[t];
    keys[4 * t] = this->key(v.y, v.z, v.w);
    keys[4 * t + 1] = this->key(v.x, v.z, v.w);
    keys[4 * t + 2] = this->key(v.x, v.y, v.w);
    keys[4 * t + 3] = this->key(v.x, v.y, v.z);
    for (int i = 0; i < 4; ++i)
      faces[4 * t + i] = static_cast<std::uint32_t>(4 * t + i);
  }
};

/// The number of key bits that EncodeFaces uses.
inline int faceKeyBits(int idBits)
{
  return 2 * idBits + (64 - 2 * idBits < idBits ? 64 - 2 * idBits : idBits);
}

/// Step 6: link neighbors. Reads the sorted keys; every face searches the run of equal keys for entries that
/// are the same face.
struct LinkFaces
{
  const std::uint64_t* keys;
  const std::uint32_t* faces;
  std::int64_t numFaces;
  const UInt4* tets;
  const std::uint32_t* originalTet;
  const std::uint8_t* removed; ///< for each tet, whether to leave it out; null if there are no duplicates
  std::uint8_t* duplicates;    ///< receives 1 for each tet that repeats an earlier one; null: duplicates are
                               ///< only counted
  UInt2* links;
  AdjacencyCounts* counts;

  INKRAY_HD static bool sameFace(const UInt4& a, std::uint32_t i, const UInt4& b, std::uint32_t j)
  {
    const std::uint32_t a0 = i == 0 ? a.y : a.x, a1 = i <= 1 ? a.z : a.y, a2 = i <= 2 ? a.w : a.z;
    const std::uint32_t b0 = j == 0 ? b.y : b.x, b1 = j <= 1 ? b.z : b.y, b2 = j <= 2 ? b.w : b.z;
    return a0 == b0 && a1 == b1 && a2 == b2;
  }

  INKRAY_HD void operator()(std::int64_t p) const
  {
    const std::uint64_t key = keys[p];
    const std::uint32_t face = faces[p];
    const UInt4 tet = tets[face >> 2];
    const std::uint32_t own = vertexOf(tet, face & 3);
    if (removed && removed[face >> 2])
    {
      links[face] = { removedLink, own };
      return;
    }

    std::uint32_t partner = boundaryLink;
    std::uint32_t partnerVertex = noVertex;
    int others = 0;
    bool first = true;
    for (int direction = -1; direction <= 1; direction += 2)
      for (std::int64_t q = p + direction; q >= 0 && q < numFaces && keys[q] == key; q += direction)
      {
        const std::uint32_t candidate = faces[q];
        const UInt4 other = tets[candidate >> 2];
        if (!sameFace(tet, face & 3, other, candidate & 3) || (removed && removed[candidate >> 2]))
          continue;
        const std::uint32_t vertex = vertexOf(other, candidate & 3);
        if (vertex == own)
        {
          // The tet has the same four vertices as an earlier one. The later copy is removed. Each of its
          // faces finds this, and marks it.
          if (!duplicates)
            atomicAddRelaxed(&counts->duplicate, std::uint64_t(1));
          else if (originalTet[candidate >> 2] < originalTet[face >> 2])
            duplicates[face >> 2] = 1;
          continue;
        }
        ++others;
        first = first && direction > 0;
        partner = candidate;
        partnerVertex = vertex;
      }

    if (others == 1)
    {
      links[face] = { partner, partnerVertex };
      return;
    }
    links[face] = { boundaryLink, own };
    if (others > 1 && first)
      atomicAddRelaxed(&counts->nonManifoldFaces, std::uint64_t(1));
  }
};

/// Count the duplicates, and set their original tet to noTet.
struct ForgetDuplicates
{
  const std::uint8_t* duplicates;
  std::uint32_t* originalTet;
  AdjacencyCounts* counts;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    if (!duplicates[t])
      return;
    originalTet[t] = noTet;
    atomicAddRelaxed(&counts->duplicate, std::uint64_t(1));
  }
};

/// Step 8: gather the boundary faces of each tet.
struct CollectBoundary
{
  struct State
  {
    std::uint32_t mask;
  };
  const UInt2* links;

  INKRAY_HD std::uint32_t count(std::int64_t t, State& state) const
  {
    state.mask = 0;
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (links[4 * t + i].x == boundaryLink)
      {
        state.mask |= 1u << i;
        ++found;
      }
    return found;
  }

  INKRAY_HD void emit(std::int64_t t, const State& state, std::uint32_t* out) const
  {
    for (std::uint32_t i = 0; i < 4; ++i)
      if (state.mask >> i & 1)
        *out++ = static_cast<std::uint32_t>(4 * t + i);
  }
};

/// Whether the sorted vertices v of tet t are in VTK's positive order. `orientations`: of all tets; null: no
/// tet is flat.
INKRAY_HD bool isPositive(
  const UInt4& v, const Float4* vertices, const std::uint8_t* orientations, std::uint32_t t)
{
  return orientations
    ? orientations[t] == PositiveTet
    : tetShape(load(vertices + v.x), load(vertices + v.y), load(vertices + v.z), load(vertices + v.w))
        .determinant > 0.0;
}

/// Face i of a tet with vertices v: its three vertices, counter-clockwise seen from outside of the tet, and
/// its number `face`.
INKRAY_HD UInt4 faceFromOutside(const UInt4& v, std::uint32_t i, bool positive, std::uint32_t face)
{
  const std::uint32_t a = i == 0 ? v.y : v.x, b = i <= 1 ? v.z : v.y, c = i <= 2 ? v.w : v.z;
  // If (v0 v1 v2 v3) is positive, face 3 = (v0 v1 v2) is clockwise from outside, because v3 lies on the side
  // of its normal; each step of i reverses that.
  if (positive == ((i & 1) == 1))
    return { a, c, b, face };
  return { a, b, c, face };
}

/// Step 9: write the vertices of the boundary faces, counter-clockwise seen from outside.
struct MakeBoundaryFaces
{
  const std::uint32_t* ids;
  const UInt4* tets;
  const Float4* vertices;
  const std::uint8_t* orientations; ///< null: no tet is flat
  UInt4* faces;                     ///< three vertices and 4 t + i

  INKRAY_HD void operator()(std::int64_t b) const
  {
    const std::uint32_t face = ids[b], t = face >> 2;
    const UInt4 v = tets[t];
    faces[b] = faceFromOutside(v, face & 3, isPositive(v, vertices, orientations, t), face);
  }
};

} // namespace inkray
