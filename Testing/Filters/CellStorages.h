// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkType.h"

#include <string>
#include <vector>

class vtkCellArray;
class vtkUnstructuredGrid;

/// Functions of a vtkCellArray or of polyhedra that versions of VTK name differently, or lack.
namespace kit
{

/// Returns the storages that this VTK's vtkCellArray has: "Int32" and "Int64". VTK 9.6 and later also have
/// "FixedSizeInt32" and "FixedSizeInt64" (a formula in place of the offsets), and "Generic" (any types of
/// integers).
std::vector<std::string> storages();

/// Puts the same cells into another storage. Returns false where it cannot hold them: cells of different
/// sizes do not fit a storage of one size.
bool storeAs(vtkCellArray* cells, const std::string& storage);

/// Stores the types of cells otherwise than as bytes: one type as a constant, several as ints. Before VTK
/// 9.6, as bytes.
void storeTypesDifferently(vtkUnstructuredGrid* grid);

/// Makes `cells` the grid's only cell, a polyhedron with the faces in `stream`: their number, then size and
/// ids of each face. The stream may be broken. A `location` other than 0 points to faces that do not exist.
void setPolyhedron(
  vtkUnstructuredGrid* grid, vtkCellArray* cells, const std::vector<vtkIdType>& stream, vtkIdType location);

/// Marks the faces of the grid's polyhedra as changed; with `ofCells`, the list of the cells' faces.
void modifyFaces(vtkUnstructuredGrid* grid, bool ofCells);

} // namespace kit
