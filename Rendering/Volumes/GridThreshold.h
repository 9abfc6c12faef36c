// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"

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
  struct Key
  {
    RayCastKey Threshold, Flags;
    double Low = 0, High = 0;
    bool operator==(const Key& other) const
    {
      return this->Threshold == other.Threshold && this->Flags == other.Flags && this->Low == other.Low &&
        this->High == other.High;
    }
  };
  RayCastHeld<Key> Held; // the source of Flags
  vtkSmartPointer<vtkUnsignedCharArray> Flags;
};
