// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastLitSurfaces.h"
#include "Renderers/MeshVolume/ShadedIntegrators.h"

namespace inkray
{

template <class Backend>
void castLitSurfaces(
  Backend& backend, const TetRays& rays, const SurfaceFrame& frame, const ShadedValues& values)
{
  // Slices may always be met: without any, that is one comparison for each segment.
  const auto cast = [&](const auto& volume) {
    castTetRays<12>(
      backend, rays, WithSurfaces<std::decay_t<decltype(volume)>, true>{ volume, frame.scene, frame.depth });
  };
  const auto castEither = [&](const auto& smooth, const auto& flat) {
    values.perCell ? cast(flat) : cast(smooth);
  };
  if (values.numbers == 2)
    castEither(ShadedPointValues<2>{ values.pieces, values.light },
      FlatShadedPointValues<2>{ values.pieces, values.light });
  else
    castEither(ShadedPointValues<6>{ values.pieces, values.light },
      FlatShadedPointValues<6>{ values.pieces, values.light });
}

} // namespace inkray
