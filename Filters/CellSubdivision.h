// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "HigherOrderSubdivision.h"
#include "PointView.h"
#include "PolyhedronSubdivision.h"
#include "TetSink.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Subdivides cells of any type (CellTypes.h) and sends the tets to a sink. Each thread has its own object.
class CellSubdivision
{
public:
  CellSubdivision(const PointView& coordinates, TetSink& to)
    : points(coordinates)
    , sink(to)
    , higherOrder(coordinates, to)
    , polyhedra(coordinates, to)
  {
  }

  /// Whether cells of a type have no volume.
  static bool isFlat(unsigned char type);
  /// The least number of points that a cell of a type needs. 0 for types that cannot be subdivided.
  static std::size_t fewestPoints(unsigned char type);

  /// Cut a cell with enough points that is no polyhedron. `orders`: of a Lagrange cell; null: they follow
  /// from the number of points. Overwrites `ids`. Returns false if the cell's description is invalid.
  bool cut(unsigned char type, std::vector<std::int64_t>& ids, const int* orders);
  /// Cut a polyhedron: see PolyhedronSubdivision::cutPolyhedron.
  bool cutPolyhedron(const std::vector<std::int64_t>& faces, std::int64_t numPoints)
  {
    return this->polyhedra.cutPolyhedron(faces.data(), static_cast<std::int64_t>(faces.size()), numPoints);
  }

private:
  bool turnsInward(const std::vector<std::int64_t>& ids) const;

  const PointView& points;
  TetSink& sink;
  HigherOrderSubdivision higherOrder;
  PolyhedronSubdivision polyhedra;
};

} // namespace inkray::filters
