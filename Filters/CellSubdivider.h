// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "CellSubdivision.h"
#include "GridSource.h"
#include "PointView.h"
#include "TetSink.h"
#include "VtkCompat.h"

#include "vtkDataSetAttributes.h"

#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Ghost flags of cells that are not drawn: another process or a finer level draws them,
/// or the user has blanked them.
constexpr unsigned char leftOutCell =
  vtkDataSetAttributes::DUPLICATECELL | vtkDataSetAttributes::REFINEDCELL | vtkDataSetAttributes::HIDDENCELL;

/// The cells of a grid, read by many threads at once.
struct CellView
{
  CellView(const GridSource& source, const PointView& points);

  PointView points;
  std::int64_t numPoints = 0;
  IntegerView types;
  IntegerView offsets;
  IntegerView connectivity;
  const unsigned char* cellGhosts = nullptr;
  const unsigned char* pointGhosts = nullptr;
  PolyhedronView polyhedra;
  vtkDataArray* degrees = nullptr;
};

/// Subdivides the cells of an unstructured grid, of any type, and sends the tets to a sink. Each
/// thread has its own subdivider.
class CellSubdivider
{
public:
  CellSubdivider(const CellView& view, TetSink& to)
    : cells(view)
    , sink(to)
    , subdivision(view.points, to)
  {
  }
  void cut(std::int64_t cell);
  /// The point ids of a cell, or none if the cell is not drawn. The next call overwrites them.
  const std::vector<std::int64_t>& pointsOfDrawn(std::int64_t cell);

private:
  /// The result of judge(), which also reads the point ids of a cell that is drawn.
  enum class Fate
  {
    Drawn,
    Ignored,
    Ghost,
    Unsupported,
    Invalid
  };
  Fate judge(std::int64_t cell, unsigned char type);
  bool readIds(std::int64_t cell);
  bool hasHiddenPoint() const;
  bool cutByType(std::int64_t cell, unsigned char type);
  const int* ordersOf(std::int64_t cell);

  const CellView& cells;
  TetSink& sink;
  CellSubdivision subdivision;
  std::vector<std::int64_t> ids;   ///< ids of the points of the current cell
  std::vector<std::int64_t> faces; ///< faces of the current cell, if it is a polyhedron
  int orders[3] = { 0, 0, 0 };
};

} // namespace inkray::filters
