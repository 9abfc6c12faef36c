// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/Integrators/ShadedIntegrators.h"

namespace inkray
{

template <class Backend>
void castShaded(Backend& backend, const TetRays& rays, const ShadedValues& values)
{
  if (values.perCell)
    castTetRays<12>(backend, rays, FlatShadedPointValues{ values.pieces, values.light });
  else
    castTetRays<12>(backend, rays, ShadedPointValues{ values.pieces, values.light });
}

} // namespace inkray
