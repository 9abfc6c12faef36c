// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const SurfaceFrame& frame)
{
  const auto around = [&](const auto& volume) {
    return WithSurfaces<std::decay_t<decltype(volume)>>{ volume, frame.scene, frame.depth };
  };
  if (frame.drawVolume && frame.cellColours)
    castTetRays<12>(backend, rays, around(CellValues{ frame.cellColours }));
  else if (frame.drawVolume)
    castTetRays<12>(backend, rays, around(PointValues{ frame.pieces }));
  else
    castTetRays<16>(backend, rays, around(NoVolume{}));
}

} // namespace inkray
