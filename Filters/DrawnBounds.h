// SPDX-License-Identifier: BSD-3-Clause
#ifndef DrawnBounds_h
#define DrawnBounds_h

#include "InKRayFiltersModule.h"
#include "vtkType.h"

class vtkDataSet;

/// The bounds of what is drawn of a data set: of an unstructured grid, of the points of three-dimensional
/// cells that are neither ghosts nor blanked. Points that no such cell uses may lie anywhere.
class INKRAYFILTERS_EXPORT DrawnBounds
{
public:
  /// The bounds of what is drawn. They are those of all points where nothing is drawn, and where the grid
  /// lies on a device, since the grid would have to be copied to the host.
  static void Find(vtkDataSet* data, double bounds[6]);

  /// The same bounds, found again only where the data have changed since the last call.
  const double* Of(vtkDataSet* data);

private:
  const vtkDataSet* Data = nullptr; // only compared, never read
  vtkMTimeType Time = 0;
  double Bounds[6] = { 1, -1, 1, -1, 1, -1 };
};

#endif
