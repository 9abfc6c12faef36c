// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkIdTypeArray;

/// Select points and cells of a volume: name the arrays with their ids, and find the cells in pixels. The
/// mapper draws a mesh or an image.
namespace CellSelection
{
/// A representation of a volume that finds the cells in pixels.
class Finder
{
public:
  virtual ~Finder() = default;
  /// Find the cells that pixels show in this process: see vtkTetRayCastMapper::FindCells. Data without a
  /// composite index or process get 1 and this process. `withRanks`: all ranks draw their parts and call this
  /// with the same pixels, and each takes into account what other ranks have in front.
  virtual double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks) = 0;
};

/// Choose the arrays whose values identify selected points and cells. Null: use their ids in the data.
template <class Mapper>
INKRAYREPRESENTATIONS_EXPORT void SetArrayIdNames(
  Mapper* mapper, const char* pointArray, const char* cellArray);

/// Find the cells that pixels show: see Finder.
template <class Mapper>
INKRAYREPRESENTATIONS_EXPORT double FindCells(
  Mapper* mapper, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks);
} // namespace CellSelection
