// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PointView.h"
#include "TetSink.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Subdivides cells that are given by their faces, and convex point sets, into tets.
///
/// Each face becomes a fan from its smallest point id, the same in both of its cells. Faces with more than
/// four points may have points in the middle of a straight edge (beside a finer neighbor) or a dent. They use
/// the smallest id whose fan has no flat or folded triangle.
///
/// If all tets between the cell's own smallest id and the triangles have a substantial volume, they are the
/// subdivision. Otherwise (the cell is not convex, or two faces are in one plane) an added point is joined to
/// all triangles. This point is the mean of the corners or the centroid, whichever has the better worst tet.
/// Faces may have any orientation.
class PolyhedronSubdivision
{
public:
  PolyhedronSubdivision(const PointView& coordinates, TetSink& to)
    : points(coordinates)
    , sink(to)
  {
  }

  /// `stream` has the number of faces, then the size and the ids of each; `size` is its length. Returns false
  /// if the stream ends early, has ids outside [0, numPoints), or encloses nothing.
  bool cutPolyhedron(const std::int64_t* stream, std::int64_t size, std::int64_t numPoints);

  /// 2 n ids, one polygon after the other, in the order of VTK_PENTAGONAL_PRISM and VTK_HEXAGONAL_PRISM.
  bool cutPrism(const std::int64_t* ids, int n);

  /// The convex hull of up to 64 points. The coordinates determine its faces. Neighbors fit if they have the
  /// same polygons.
  bool cutConvexPointSet(const std::vector<std::int64_t>& ids);

private:
  using Triangle = std::array<int, 3>; ///< indices into `corners`

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
  std::vector<std::vector<std::int64_t>> faces; ///< ids, later indices into `corners`
  int numFaces = 0;
  std::vector<std::int64_t> corners;              ///< ids in ascending order
  std::vector<std::array<double, 3>> coordinates; ///< coordinates of the corners, relative to the first one
  std::vector<Triangle> triangles;
  std::vector<int> faceOfTriangle;
  std::vector<std::uint64_t> sides; ///< temporary data of orient()
  std::vector<int> signs;
};

} // namespace inkray::filters
