// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/ShadedIntegrators.h"

namespace inkray
{

template <class Backend>
void castShaded(Backend& backend, const TetRays& rays, const ShadedValues& values)
{
  if (values.numbers == 2)
    castTetRays<12>(backend, rays, ShadedPointValues<2>{ values.pieces, values.light });
  else
    castTetRays<8>(backend, rays, ShadedPointValues<6>{ values.pieces, values.light });
}

} // namespace inkray
