// SPDX-License-Identifier: BSD-3-Clause
#ifndef DrawnBounds_h
#define DrawnBounds_h

#include "InKRayFiltersModule.h"
#include "vtkType.h"

#include <string>

class vtkDataSet;

/// The bounds of the drawn part of a data set. For an unstructured grid, they are the bounds of the points of
/// three-dimensional cells that are neither ghosts nor blanked. Other points may be anywhere.
class INKRAYFILTERS_EXPORT DrawnBounds
{
public:
  /// Find the bounds of the drawn part. If nothing is drawn, or if the grid is on a device and would have to
  /// be copied to the host, the bounds are those of all points.
  static void Find(vtkDataSet* data, double bounds[6]);

  /// Returns a sentence if points of data within these bounds, `width` apart, cannot be told apart, because
  /// the coordinates are rounded by as much. Empty if the points differ. `noun` says what the data are.
  static std::string FindProblem(const double bounds[6], double width, bool areFloats, const char* noun);

  /// The same bounds, computed again only if the data have changed since the last call.
  const double* Of(vtkDataSet* data);

private:
  const vtkDataSet* Data = nullptr; // only compared, never dereferenced
  vtkMTimeType Time = 0;
  double Bounds[6] = { 1, -1, 1, -1, 1, -1 };
};

#endif
