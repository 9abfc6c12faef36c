// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GridSource.h"
#include "TetSink.h"

#include "vtkDataSetAttributes.h"

#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Ghost flags of cells that are not drawn: another process or a finer level draws them, or the user blanked them.
constexpr unsigned char leftOutCell =
  vtkDataSetAttributes::DUPLICATECELL | vtkDataSetAttributes::REFINEDCELL | vtkDataSetAttributes::HIDDENCELL;

/// Coordinates, three to a point.
struct PointView
{
  const void* data = nullptr;
  bool isDouble = true;

  void get(std::int64_t i, double x[3]) const
  {
    for (int c = 0; c < 3; ++c)
    {
      x[c] = this->isDouble ? static_cast<const double*>(this->data)[3 * i + c] : static_cast<const float*>(this->data)[3 * i + c];
    }
  }
};

/// The cells of a grid in plain pointers.
struct CellView
{
  CellView(const GridSource& source, const PointView& points);

  PointView points;
  std::int64_t numPoints = 0;
  const unsigned char* types = nullptr;
  const void* offsets = nullptr;
  const void* connectivity = nullptr;
  bool wide = true; ///< offsets and connectivity are 64-bit
  std::int64_t connectivitySize = 0;
  const unsigned char* cellGhosts = nullptr;
  const unsigned char* pointGhosts = nullptr;
  const vtkIdType* faces = nullptr; ///< of polyhedra: number of faces, then size and ids of each
  std::int64_t facesSize = 0;
  const vtkIdType* faceLocations = nullptr;
  vtkDataArray* degrees = nullptr;
};

/// Cuts one cell after the other into tets, which go to a sink.
class CellCutter
{
public:
  CellCutter(const CellView& view, TetSink& to)
    : cells(view)
    , sink(to)
  {
  }
  void cut(std::int64_t cell);

private:
  bool readIds(std::int64_t cell);
  void cutById(unsigned char type);

  const CellView& cells;
  TetSink& sink;
  std::vector<std::int64_t> ids; ///< of the cell being cut
};

} // namespace inkray::filters
