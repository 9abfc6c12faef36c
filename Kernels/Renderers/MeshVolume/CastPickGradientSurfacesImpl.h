// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastGradientSurfacesImpl.h"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const GradientSurfaces& scene)
{
  visitGradientSurfaces(
    scene, [&](const auto& surfaces) { castPickByOpacity(backend, rays, target, surfaces); });
}

} // namespace inkray
