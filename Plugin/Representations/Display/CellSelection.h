// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkIdTypeArray;
class vtkTetRayCastMapper;

/// Select points and cells of a mesh: name the arrays with their ids, and find the cells in pixels.
namespace CellSelection
{
/// Choose the arrays whose values identify selected points and cells. Null: use their ids in the data.
INKRAYREPRESENTATIONS_EXPORT void SetArrayIdNames(
  vtkTetRayCastMapper* mapper, const char* pointArray, const char* cellArray);

/// Find the cells that pixels show: see vtkTetRayCastRepresentation::FindCells.
INKRAYREPRESENTATIONS_EXPORT double FindCells(
  vtkTetRayCastMapper* mapper, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks);
} // namespace CellSelection
