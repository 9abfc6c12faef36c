// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkType.h"

#include <string>
#include <vector>

class vtkCellArray;
class vtkUnstructuredGrid;

/// What the tests ask of a vtkCellArray or of polyhedra that versions of VTK name differently, or lack.
namespace kit
{

/// The storages that this VTK's vtkCellArray has: "Int32" and "Int64", from VTK 9.6 on "FixedSizeInt32",
/// "FixedSizeInt64" (a formula in place of the offsets) and "Generic" (any types of integers), too.
std::vector<std::string> storages();

/// Puts the same cells into another storage. False where the cells cannot be stored so: of different sizes in
/// a storage of one size.
bool storeAs(vtkCellArray* cells, const std::string& storage);

/// Types of cells that are no array of bytes: of one type, a constant; otherwise ints. Before VTK 9.6, bytes.
void storeTypesDifferently(vtkUnstructuredGrid* grid);

/// Makes `cells` the grid's only cell, a polyhedron with the faces in `stream` (their number, then size and
/// ids of each), or with those at `location`, where there are none. The stream may be broken.
void setPolyhedron(
  vtkUnstructuredGrid* grid, vtkCellArray* cells, const std::vector<vtkIdType>& stream, vtkIdType location);

/// Says that the faces of the grid's polyhedra, and with `ofCells` which cells they belong to, have changed.
void modifyFaces(vtkUnstructuredGrid* grid, bool ofCells);

} // namespace kit
