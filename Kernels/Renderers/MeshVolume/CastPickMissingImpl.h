// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMissingImpl.h"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const MissingValues& values)
{
  visitMissing(values, PointValues{ values.pieces },
    [&](const auto& volume) { castPickByOpacity(backend, rays, target, volume); });
}

} // namespace inkray
