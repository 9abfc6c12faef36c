// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSeparate.h"
#include "Renderers/MeshVolume/SeparateIntegrators.h"

namespace inkray
{

template <class Backend>
void castSeparate(Backend& backend, const TetRays& rays, const SeparateValues& values)
{
  if (values.cellColours)
    castTetRays<12>(
      backend, rays, CellColoursPointOpacity{ values.opacities, values.cellColours, values.opacityValues });
  else if (values.attenuations)
    castTetRays<12>(backend, rays, PointColoursCellOpacity{ values.colours, values.attenuations });
  else
    castTetRays<12>(
      backend, rays, PointColoursPointOpacity{ values.colours, values.opacities, values.opacityValues });
}

} // namespace inkray
