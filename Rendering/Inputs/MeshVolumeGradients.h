// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"

#include <string>

class RayCastSession;
class MeshVolumeCaster;
struct MeshVolumeArrays;

/// Gradient opacity and 2-D transfer functions of a caster of meshes, from frame to frame.
///
/// Magnitudes of gradients are in units of the array per unit of length of the mesh's coordinates. VTK's
/// mappers of images use the same units where voxels are of unit size. They spread a 2-D function over the
/// range of the values and magnitudes from 0 to a quarter of its extent, while here each point of its image
/// has the place of its coordinates: the value along x, the magnitude along y.
class MeshVolumeGradients
{
public:
  /// Send the frame's functions where they have changed. Reports a function that cannot be drawn, which is
  /// left out, and a function that shows nothing.
  void Update(RayCastSession& session, const MeshVolumeArrays& drawn, MeshVolumeCaster& caster);

private:
  struct Table
  {
    RayCastKey Image;
    double UnitDistance = 0;
    bool operator==(const Table& other) const
    {
      return this->Image == other.Image && this->UnitDistance == other.UnitDistance;
    }
  };

  RayCastHeld<RayCastKey> Opacity;
  RayCastHeld<Table> Transfer2D;
  std::string Problem;
};
