// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"

#include <tuple>

class vtkDataSet;
struct MeshVolumeArrays;

/// Hides cells of an image by the values of an array that lies elsewhere than the drawn one: at the points
/// while values of cells are drawn, or the other way round. The caster has no such threshold.
class GridThreshold
{
public:
  /// Return the image, or a copy whose flags hide the cells that the frame's threshold hides: those with a
  /// value, or with a point that has one, outside of the range. The array must fit. Throws std::bad_alloc.
  vtkSmartPointer<vtkDataSet> Apply(vtkDataSet* image, const MeshVolumeArrays& frame);

  /// Whether the threshold of a frame needs Apply.
  static bool IsElsewhere(const MeshVolumeArrays& frame);

private:
  using Key = std::tuple<RayCastKey, RayCastKey, double, double>; // of threshold and flags; the range
  RayCastHeld<Key> Held;                                          // the source of Flags
  vtkSmartPointer<vtkUnsignedCharArray> Flags;
};
