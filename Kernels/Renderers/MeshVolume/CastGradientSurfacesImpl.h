// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastGradientSurfaces.h"
#include "Renderers/MeshVolume/GradientSurfaceIntegrators.h"

namespace inkray
{

/// Call visit with the surfaces in the volume of a scene, without its light.
template <class Visit>
void visitGradientSurfaces(const GradientSurfaces& scene, const Visit& visit)
{
  // Slices may always be met: without any, that is one comparison for each segment.
  const auto around = [&](const auto& volume) {
    visit(WithSurfaces<std::decay_t<decltype(volume)>, true>{
      volume, scene.surfaces.scene, scene.surfaces.depth });
  };
  const GradientValues& v = scene.volume;
  if (v.hasTable && v.smooth)
    around(TableAround<TablePointValues>{ { v.table, v.magnitudes } });
  else if (v.hasTable)
    around(TableAround<TablePointValuesCellRows>{ { v.table, v.magnitudes } });
  else if (v.smooth)
    around(GradientOpacityAround{ { v.pieces, v.factors, v.magnitudes } });
  else
    around(WithCellFactors<PointValues>{ { v.pieces }, v.magnitudes });
}

template <class Backend>
void castGradientSurfaces(Backend& backend, const TetRays& rays, const GradientSurfaces& scene)
{
  // Much is compiled for few pictures: all of them with cuts.
  const auto cast = [&](const auto& surfaces) {
    castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays, surfaces);
  };
  const auto around = [&](const auto& volume) {
    cast(WithSurfaces<std::decay_t<decltype(volume)>, true>{
      volume, scene.surfaces.scene, scene.surfaces.depth });
  };
  const GradientValues& v = scene.volume;
  if (!v.light)
    visitGradientSurfaces(scene, cast);
  else if (v.smooth)
    around(ShadedGradientOpacityAround<6>{ { v.pieces, v.factors, v.magnitudes, v.light } });
  else
    around(WithCellFactors<FlatShadedPointValues<6>>{ { v.pieces, v.light }, v.magnitudes });
}

} // namespace inkray
