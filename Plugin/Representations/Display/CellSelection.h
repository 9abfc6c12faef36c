// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkIdTypeArray;
class vtkTetRayCastMapper;

/// Selections of the points and cells of a mesh: their ids, and the cells in pixels.
namespace CellSelection
{
/// The arrays that points and cells are called by when they are selected; null: their ids in the data.
INKRAYREPRESENTATIONS_EXPORT void SetArrayIdNames(
  vtkTetRayCastMapper* mapper, const char* pointArray, const char* cellArray);

/// The cells in pixels, as vtkTetRayCastRepresentation::FindCells has it.
INKRAYREPRESENTATIONS_EXPORT double FindCells(
  vtkTetRayCastMapper* mapper, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks);
} // namespace CellSelection
