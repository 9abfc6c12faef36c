// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/ShadedIntegrators.h"

namespace inkray
{

template <class Backend>
void castShaded(Backend& backend, const TetRays& rays, const ShadedValues& values)
{
  const auto cast = [&](const auto& smooth, const auto& flat) {
    values.perCell ? castTetRays<12>(backend, rays, flat) : castTetRays<12>(backend, rays, smooth);
  };
  if (values.numbers == 2)
    cast(ShadedPointValues<2>{ values.pieces, values.light },
      FlatShadedPointValues<2>{ values.pieces, values.light });
  else
    cast(ShadedPointValues<6>{ values.pieces, values.light },
      FlatShadedPointValues<6>{ values.pieces, values.light });
}

} // namespace inkray
