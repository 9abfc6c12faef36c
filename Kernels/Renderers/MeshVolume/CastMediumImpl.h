// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMedium.h"

namespace inkray
{

template <class Backend>
void castMedium(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  const auto cast = [&](const auto& integrator) {
    if (frame.byPlanes)
      castTetRays<OnDemandVdfiExit, 8, CutView>(backend, rays, integrator);
    else
      castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays, integrator);
  };
  const MediumRays volume = { frame.medium, frame.mode };
  if (frame.surfaces)
    cast(WithSurfaces<MediumRays>{ volume, frame.surfaces, frame.depth });
  else
    cast(volume);
}

template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickTarget& target)
{
  castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays,
    PickRays{ { { frame.medium, frame.mode }, frame.surfaces, frame.depth }, target, rays.camera.window,
      rays.opaqueDepth });
}

} // namespace inkray
