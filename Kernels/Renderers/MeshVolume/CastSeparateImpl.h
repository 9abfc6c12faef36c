// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSeparate.h"
#include "Renderers/MeshVolume/Integrators/SeparateIntegrators.h"

namespace inkray
{

/// Call visit with the integrator of those values.
template <class Visit>
void visitSeparate(const SeparateValues& values, const Visit& visit)
{
  if (values.cellColours)
    visit(CellColoursPointOpacity{ values.opacities, values.cellColours, values.opacityValues });
  else if (values.attenuations)
    visit(PointColoursCellOpacity{ values.colours, values.attenuations });
  else
    visit(PointColoursPointOpacity{ values.colours, values.opacities, values.opacityValues });
}

template <class Backend>
void castSeparate(Backend& backend, const TetRays& rays, const SeparateValues& values)
{
  visitSeparate(values, [&](const auto& integrator) { castTetRays<12>(backend, rays, integrator); });
}

} // namespace inkray
