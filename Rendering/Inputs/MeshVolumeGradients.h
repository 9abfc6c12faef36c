// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"

#include <string>
#include <utility>

class RayCastSession;
class VolumeLookCaster;
struct MeshVolumeArrays;

/// Sends gradient opacity and 2-D transfer functions to the caster of a volume, from frame to frame.
///
/// Magnitudes of gradients are in units of the array per unit of length of the mesh's coordinates. VTK's
/// image mappers use the same units if voxels have unit size. VTK spreads a 2-D function over the range of
/// the values, and over magnitudes from 0 to a quarter of that range's extent. Here each pixel of the
/// function's image lies at its coordinates: the value along x, the magnitude along y.
class MeshVolumeGradients
{
public:
  /// Send the frame's functions if they have changed. A function that cannot be drawn is reported and left
  /// out, and an invisible function is reported.
  void Update(RayCastSession& session, const MeshVolumeArrays& drawn, VolumeLookCaster& caster);

private:
  RayCastHeld<RayCastKey> Opacity;
  RayCastHeld<std::pair<RayCastKey, double>> Transfer2D; // the image and the unit distance
  std::string Problem;
};
