// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const SurfaceFrame& frame)
{
  const PointValues volume = { frame.pieces };
  if (!frame.drawVolume)
    castTetRays<16>(backend, rays, WithSurfaces<NoVolume, false>{ {}, frame.scene, frame.depth });
  else if (frame.hasSlices)
    castTetRays<12>(backend, rays, WithSurfaces<PointValues>{ volume, frame.scene, frame.depth });
  else
    castTetRays<12>(backend, rays, WithSurfaces<PointValues, false>{ volume, frame.scene, frame.depth });
}

} // namespace inkray
