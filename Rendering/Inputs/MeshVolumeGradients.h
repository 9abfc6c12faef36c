// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"

#include <string>

class RayCastSession;
struct MeshVolumeArrays;
namespace inkray
{
class TetRayCaster;
}

/// What a caster of meshes has of gradient opacity and 2-D transfer functions, from frame to frame.
///
/// Magnitudes of gradients are in units of the array per unit of length of the mesh's coordinates. That is
/// what VTK's mappers of images take where voxels are of unit size; they spread a 2-D function over the
/// range of the values and magnitudes from 0 to a quarter of that, while here each point of its image is
/// where its coordinates say: the value along x, the magnitude along y.
class MeshVolumeGradients
{
public:
  /// Send what the frame draws where it has changed. Reports a function that cannot be drawn as it is, which
  /// is left out, and one that shows nothing.
  void Update(RayCastSession& session, const MeshVolumeArrays& drawn, inkray::TetRayCaster& caster);

  /// The caster has neither.
  void Forget();

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
