// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastGradient.h"
#include "Renderers/MeshVolume/Integrators/GradientIntegrators.h"

namespace inkray
{

/// Call volume(integrator) with the integrator of values, without their light.
template <class Volume>
void visitGradient(const GradientValues& values, const Volume& volume)
{
  if (values.hasTable && values.smooth)
    volume(TablePointValues{ values.table, values.magnitudes });
  else if (values.hasTable)
    volume(TablePointValuesCellRows{ values.table, values.magnitudes });
  else if (values.smooth)
    volume(GradientOpacityPointValues{ values.pieces, values.factors, values.magnitudes });
  else
    volume(WithCellFactors<PointValues>{ { values.pieces }, values.magnitudes });
}

template <class Backend>
void castGradient(Backend& backend, const TetRays& rays, const GradientValues& values)
{
  if (!values.light)
    visitGradient(values, [&](const auto& volume) { castTetRays<12>(backend, rays, volume); });
  else if (values.smooth)
    castTetRays<10>(
      backend, rays, ShadedGradientOpacity{ values.pieces, values.factors, values.magnitudes, values.light });
  else
    castTetRays<12>(backend, rays,
      WithCellFactors<FlatShadedPointValues>{ { values.pieces, values.light }, values.magnitudes });
}

} // namespace inkray
