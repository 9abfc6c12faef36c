// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"

/// The face between two tets, as the ray that passes it sees it.
namespace inkray
{

/// The three corners of the face through which a ray came, counter-clockwise around it, and the values of the
/// opposite edge functions (all positive). Vertex is RayVertex, or a type that carries more (VertexExtra.h).
template <class Vertex>
struct EntryFaceOf
{
  Vertex a, b, c;
  float bc, ca, ab;
  std::uint32_t ranks; ///< rank of each corner in the order of the three ids: a in bits 0-1, b in bits 8-9, c
                       ///< in bits 16-17
};
using EntryFace = EntryFaceOf<RayVertex>;

/// Convert ranks among three to ranks among four, for a fourth vertex of rank `inserted`.
INKRAY_HD std::uint32_t insertRank(std::uint32_t ranks, std::uint32_t inserted)
{
  return ranks + (((ranks + (4u - inserted) * 0x010101u) >> 2) & 0x010101u);
}

/// Convert ranks among four to ranks among three, after the vertex of rank `removed` has been dropped.
INKRAY_HD std::uint32_t removeRank(std::uint32_t ranks, std::uint32_t removed)
{
  return ranks - (((ranks + (3u - removed) * 0x010101u) >> 2) & 0x010101u);
}

/// A tet's exit face, expressed by its entry face: d replaces one corner, which two flags give (no flag: a).
struct ExitChoice
{
  bool replaceB, replaceC;
};

/// Replace a corner of the face by the vertex d. `dRank` is its rank in the tet. Returns the rank of the
/// dropped corner, which identifies the exit face.
template <class Vertex>
INKRAY_HD std::uint32_t replaceCorner(
  EntryFaceOf<Vertex>& f, const Vertex& d, std::uint32_t dRank, ExitChoice exit)
{
  const bool replaceA = !exit.replaceB && !exit.replaceC;
  const auto put = [&](bool here, Vertex& corner) {
    corner.x = here ? d.x : corner.x;
    corner.y = here ? d.y : corner.y;
    corner.depth = here ? d.depth : corner.depth;
    corner.scalar = here ? d.scalar : corner.scalar;
    takeExtra(here, d, corner);
  };
  put(replaceA, f.a);
  put(exit.replaceB, f.b);
  put(exit.replaceC, f.c);
  const std::uint32_t ranks = insertRank(f.ranks, dRank);
  const std::uint32_t shift = exit.replaceC ? 16u : exit.replaceB ? 8u : 0u;
  const std::uint32_t left = ranks >> shift & 3u;
  f.ranks = removeRank(ranks ^ ((left ^ dRank) << shift), left);
  return left;
}

/// Whether a face contains the ray's direction, within rounding: seen along the ray it is thinner than
/// `slack`, the rounding error of the vertices in ray space. Its edge functions then have the right signs,
/// but are meaningless as weights.
template <class Vertex>
INKRAY_HD bool holdsRay(const EntryFaceOf<Vertex>& f, float slack)
{
  const float extent =
    fabsf(f.a.x) + fabsf(f.a.y) + fabsf(f.b.x) + fabsf(f.b.y) + fabsf(f.c.x) + fabsf(f.c.y);
  return f.ab + f.bc + f.ca < extent * multiplyAdd(2.4e-7f, extent, slack);
}

/// The depth and the scalar where the ray crosses a face: interpolated with the edge functions as barycentric
/// coordinates.
template <class Vertex>
INKRAY_HD void crossFace(const EntryFaceOf<Vertex>& f, float& depth, float& scalar)
{
  const float inverse = reciprocal(f.ab + f.bc + f.ca);
  depth = multiplyAdd(f.bc, f.a.depth, multiplyAdd(f.ca, f.b.depth, f.ab * f.c.depth)) * inverse;
  scalar = multiplyAdd(f.bc, f.a.scalar, multiplyAdd(f.ca, f.b.scalar, f.ab * f.c.scalar)) * inverse;
}

} // namespace inkray
