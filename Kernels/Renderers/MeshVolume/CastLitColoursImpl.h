// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastColoursImpl.h"
#include "Renderers/MeshVolume/CastLitColours.h"
#include "Renderers/MeshVolume/LitSeparateIntegrators.h"

namespace inkray
{

template <class Backend>
void castLitColours(
  Backend& backend, const TetRays& rays, const ColouredVertices& values, const ShadedValues& light)
{
  visitColours(values, [&](const auto& colours) {
    castTetRays<12>(backend, rays, WithCellLight<std::decay_t<decltype(colours)>>{ colours, light.light });
  });
}

} // namespace inkray
