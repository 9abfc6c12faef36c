// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/Mesh/TetAdjacency.h"

#include <utility>

/// A mesh as Bunyk's algorithm needs it: each face once, with a number, and the numbers of a tet's four
/// faces.
namespace inkray::laboratory
{

struct FaceMeshView
{
  const UInt4* tetFaces; ///< per tet, for the faces opposite to its vertices: number, doubled, plus 1 where
                         ///< the face's vertices are counter-clockwise from outside of the tet
  const UInt2* links;    ///< TetAdjacency's
  const UInt4* boundaryFaces; ///< TetAdjacency's
};

/// Finds the four vertices of each tet, which the links name.
struct FindTetVertices
{
  const UInt2* links;
  UInt4* tets;

  INKRAY_HD std::uint32_t vertex(std::int64_t face) const
  {
    const UInt2 link = load(links + face);
    return link.x >= removedLink ? link.y : load(links + link.x).y;
  }
  INKRAY_HD void operator()(std::int64_t t) const
  {
    tets[t] = { vertex(4 * t), vertex(4 * t + 1), vertex(4 * t + 2), vertex(4 * t + 3) };
  }
};

/// Marks with 1 each face that its tet owns: of two tets at a face, the one with the lower face number.
struct MarkOwnedFaces
{
  const UInt2* links;
  std::int64_t numFaces;
  std::uint32_t* marks; ///< one entry more than the tets have faces

  INKRAY_HD void operator()(std::int64_t face) const
  {
    const std::uint32_t across = face < numFaces ? load(links + face).x : 0;
    marks[face] = face < numFaces && (across >= removedLink || across > face);
  }
};

struct NumberFaces
{
  const UInt2* links;
  const Float4* vertices;
  const UInt4* tets;
  const std::uint8_t* orientations;
  const std::uint32_t* numbers; ///< numbers of the owned faces
  UInt4* tetFaces;
  UInt4* faces; ///< three vertices

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const UInt4 v = tets[t];
    const bool positive = isPositive(v, vertices, orientations, static_cast<std::uint32_t>(t));
    std::uint32_t words[4];
    for (std::uint32_t i = 0; i < 4; ++i)
    {
      const auto face = static_cast<std::uint32_t>(4 * t + i);
      const std::uint32_t across = load(links + face).x;
      const bool isOwn = across >= removedLink || across > face;
      const std::uint32_t number = numbers[isOwn ? face : across];
      const UInt4 sorted = faceFromOutside(v, i, (i & 1) == 0, face);
      words[i] = number << 1 | (positive != ((i & 1) == 1));
      if (isOwn)
        faces[number] = sorted;
    }
    tetFaces[t] = { words[0], words[1], words[2], words[3] };
  }
};

template <class Backend>
class FaceMesh
{
public:
  void build(Backend& backend, const TetAdjacency<Backend>& mesh)
  {
    const std::int64_t numTets = mesh.numTets, n = 4 * numTets;
    Buffer<UInt4, Backend> tets(backend, numTets);
    backend.forEach(numTets, FindTetVertices{ mesh.links.data(), tets.data() });
    Buffer<std::uint32_t, Backend> numbers(backend, n + 1);
    backend.forEach(n + 1, MarkOwnedFaces{ mesh.links.data(), n, numbers.data() });
    backend.exclusiveScan(numbers.data(), numbers.data(), n + 1);
    tetFaces_.reset(backend, numTets);
    faces_.reset(backend, backend.read(numbers.data() + n));
    backend.forEach(numTets,
      NumberFaces{ mesh.links.data(), mesh.vertices.data(), tets.data(), mesh.orientations.data(),
        numbers.data(), tetFaces_.data(), faces_.data() });
    backend.synchronize();
    view_ = { tetFaces_.data(), mesh.links.data(), mesh.boundaryFaces.data() };
  }

  const FaceMeshView& view() const { return view_; }
  const UInt4* faces() const { return faces_.data(); }
  std::int64_t numFaces() const { return faces_.size(); }
  std::size_t bytes() const { return tetFaces_.bytes() + faces_.bytes(); }

private:
  Buffer<UInt4, Backend> tetFaces_, faces_;
  FaceMeshView view_{};
};

} // namespace inkray::laboratory
