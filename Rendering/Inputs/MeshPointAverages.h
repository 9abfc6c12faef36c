// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "vtkSmartPointer.h"

class RayCastSession;
class vtkTetrahedralizer;

/// Cell values averaged at the points of a mesh. They are kept as long as the array and the mesh are the
/// same.
class MeshPointAverages
{
public:
  /// Where `array` is a cell array, replace it by its averages. False, with a problem: they cannot be
  /// averaged.
  bool Replace(RayCastArray& array, vtkTetrahedralizer* tetrahedra, RayCastSession& session);
  /// Note that isosurfaces are of such averages of `array`, and whether the volume around them is, too.
  static void Note(const RayCastArray& array, bool alsoVolume, RayCastSession& session);

private:
  struct Key
  {
    RayCastKey Array;
    vtkMTimeType Mesh = 0;
    bool operator==(const Key& other) const { return this->Array == other.Array && this->Mesh == other.Mesh; }
  };
  RayCastHeld<Key> Averaged; // whose values at the points are in Averages
  vtkSmartPointer<vtkDataArray> Averages;
};
