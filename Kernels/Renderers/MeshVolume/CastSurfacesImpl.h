// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const SurfaceFrame& frame)
{
  if (frame.drawVolume && frame.cellColours)
    castTetRays<12>(
      backend, rays, WithSurfaces<CellValues>{ { frame.cellColours }, frame.scene, frame.depth });
  else if (frame.drawVolume)
    castTetRays<12>(backend, rays, WithSurfaces<PointValues>{ { frame.pieces }, frame.scene, frame.depth });
  else
    castTetRays<16>(backend, rays, WithSurfaces<NoVolume>{ {}, frame.scene, frame.depth });
}

} // namespace inkray
