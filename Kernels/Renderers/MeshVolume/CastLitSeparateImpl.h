// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastLitSeparate.h"
#include "Renderers/MeshVolume/CastSeparateImpl.h"
#include "Renderers/MeshVolume/LitSeparateIntegrators.h"

namespace inkray
{

template <class Backend>
void castLitSeparate(
  Backend& backend, const TetRays& rays, const SeparateValues& values, const ShadedValues& light)
{
  // Colours of cells are in the light before they come here.
  if (light.perCell && values.attenuations)
    castTetRays<12>(backend, rays,
      WithCellLight<PointColoursCellOpacity>{ { values.colours, values.attenuations }, light.light });
  else if (light.perCell)
    castTetRays<12>(backend, rays,
      WithCellLight<PointColoursPointOpacity>{
        { values.colours, values.opacities, values.opacityValues }, light.light });
  else if (values.attenuations)
    castTetRays<8>(
      backend, rays, LitPointColours<true>{ values.colours, {}, values.attenuations, light.light });
  else
    castTetRays<8>(backend, rays,
      LitPointColours<false>{ values.colours, values.opacities, values.opacityValues, light.light });
}

} // namespace inkray
