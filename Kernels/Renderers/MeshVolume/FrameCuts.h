// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "View/Clipping.h"

namespace inkray
{

/// Set the half spaces that cut a frame, in the coordinates of a model; modelToMesh maps these to the input
/// coordinates of the camera. The inside of all `kept` is visible, the intersection of `removed` is not. Both
/// are empty before the call.
inline void setCuts(
  const FrameOptions& options, const double modelToMesh[16], ClipPlanes& kept, ClipPlanes& removed)
{
  for (const ClippingPlane& plane : options.clippingPlanes)
    kept.set(kept.count++, plane, modelToMesh);
  ClippingPlane sides[6];
  for (int i = 0, count = options.piece.halfSpaces(sides); i < count; ++i)
    kept.set(kept.count++, sides[i], modelToMesh);
  if (!options.cropBox.on)
    return;
  options.cropBox.halfSpaces(sides);
  ClipPlanes& planes = options.cropBox.keepsOutside ? removed : kept;
  for (const ClippingPlane& side : sides)
    planes.set(planes.count++, side, modelToMesh);
}

} // namespace inkray
