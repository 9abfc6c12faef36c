// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ArrayInput.h"

#include <nanobind/nanobind.h>

namespace inkray::python
{

/// Cut cells of VTK's linear types and ten-node tets into tets, as vtkTetrahedralizer does: with the same
/// sources, in the same order, and so that neighbours agree.
///
/// @param points n x 3 of float or double
/// @param offsets, connectivity of int64, types of uint8: one more, the ids of all, and one a cell, as
/// vtkCellArray has them; a polyhedron has its number of faces, and then of each its size and ids
/// @param perTet bytes that the caller needs for each tet beside the arrays that are returned
/// @throws OutOfMemory, before it takes memory, where there is not enough for the arrays and these bytes
/// @return tets (m x 4 of int64) and the cell of each (int64); for points that had to be added, which follow
/// the others, the place of the first of those that they are weighted means of, and ids and weights of these;
/// and the numbers of cells that are flat, of types that cannot be cut here, and that are broken, all of
/// which give no tets
nanobind::tuple cutCells(const Array& points, const Array& offsets, const Array& connectivity,
  const Array& types, std::int64_t perTet);

} // namespace inkray::python
