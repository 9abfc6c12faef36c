// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ArrayInput.h"

#include <nanobind/nanobind.h>

namespace inkray::python
{

/// Cut cells of VTK's linear types and ten-node tets into tets. Uses the same sources as vtkTetrahedralizer,
/// in the same order, so that the subdivisions of neighbors agree.
///
/// @param points n x 3 of float or double
/// @param offsets, connectivity, types int64, int64 and uint8: one more offset than cells, the ids of
/// all cells, and one type for each cell, as in vtkCellArray. A polyhedron has its number of faces, then
/// the size and the ids of each.
/// @param perTet bytes that the caller needs for each tet in addition to the returned arrays
/// @throws OutOfMemory before allocating, if there is not enough memory for the arrays and these bytes
/// @return eight values:
/// - the tets (m x 4, int64) and the cell of each (int64);
/// - for each added point the index of its first source point; the ids and the weights of all source points.
///   Added points are numbered after the given points;
/// - the numbers of cells without tets: flat cells, cells of unsupported types, and broken cells.
nanobind::tuple cutCells(const Array& points, const Array& offsets, const Array& connectivity,
  const Array& types, std::int64_t perTet);

} // namespace inkray::python
