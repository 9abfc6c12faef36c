// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PointView.h"
#include "TetSink.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Subdivision into tets of cells given by their faces, and of convex point sets.
///
/// Every face is a fan from its smallest point id, in each of its two cells. Faces of more than four points
/// may have points in the middle of a straight edge (next to a finer neighbour) or a dent; they take the
/// smallest id whose fan has no flat or folded triangle.
///
/// If all tets between the cell's own smallest id and the triangles have a volume worth the name, they are
/// the subdivision. Otherwise (a cell that is not convex, or with two faces in one plane) the triangles are
/// joined to an additional point: the mean of the corners or the centroid, the one whose worst tet is better.
/// The faces may be oriented any way.
class PolyhedronSubdivision
{
public:
  PolyhedronSubdivision(const PointView& coordinates, TetSink& to)
    : points(coordinates)
    , sink(to)
  {
  }

  /// `stream` is the number of faces, then for each its size and its ids; `size` is the length of the stream.
  /// False when the stream ends early, has ids outside [0, numPoints), or encloses nothing.
  bool cutPolyhedron(const std::int64_t* stream, std::int64_t size, std::int64_t numPoints);

  /// 2 n ids, one polygon before the other, as VTK_PENTAGONAL_PRISM and VTK_HEXAGONAL_PRISM have them.
  bool cutPrism(const std::int64_t* ids, int n);

  /// The convex hull of up to 64 points. Its faces are found from the coordinates; neighbours fit where they
  /// see the same polygons.
  bool cutConvexPointSet(const std::vector<std::int64_t>& ids);

private:
  using Triangle = std::array<int, 3>; ///< places in `corners`

  void begin();
  template <typename Id>
  void addFace(const Id* ids, std::int64_t n);
  bool finish();
  std::size_t fanOf(std::vector<std::int64_t>& face) const;
  void orient();
  double volume(const double apex[3], const Triangle& triangle) const;
  double worstVolume(const double apex[3]) const;

  const PointView& points;
  TetSink& sink;
  std::vector<std::vector<std::int64_t>> faces; ///< ids, later places in `corners`
  int numFaces = 0;
  std::vector<std::int64_t> corners;              ///< ids, ascending
  std::vector<std::array<double, 3>> coordinates; ///< of the corners, relative to the first
  std::vector<Triangle> triangles;
  std::vector<int> faceOfTriangle;
  std::vector<std::uint64_t> sides; ///< scratch of orient()
  std::vector<int> signs;
};

} // namespace inkray::filters
