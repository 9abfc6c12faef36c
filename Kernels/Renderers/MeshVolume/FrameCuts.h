// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "View/Clipping.h"

namespace inkray
{

/// Set the half spaces of a frame, in the coordinates of a model that the matrix maps to those of the
/// camera's input: the inside of all `kept` is visible, and the intersection of `removed` is not. Both are
/// empty before.
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
