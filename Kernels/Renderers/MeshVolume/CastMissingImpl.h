// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMissing.h"
#include "Renderers/MeshVolume/MissingIntegrators.h"

namespace inkray
{

/// Call visit with an integrator, in its missing values and among the surfaces there are.
template <class Visit, class Base>
void visitMissing(const MissingValues& values, const Base& base, const Visit& visit)
{
  using Volume = WithMissing<Base>;
  const Volume volume = { base, values.missing };
  if (values.hasSurfaces)
    visit(WithSurfaces<Volume, true>{ volume, values.surfaces.scene, values.surfaces.depth });
  else
    visit(volume);
}

template <class Backend>
void castMissing(Backend& backend, const TetRays& rays, const MissingValues& values)
{
  // Much is compiled for few pictures: all of them with cuts.
  const auto cast = [&](const auto& volume) {
    castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays, volume);
  };
  if (!values.shaded.light)
    visitMissing(values, PointValues{ values.pieces }, cast);
  else if (values.shaded.perCell)
    visitMissing(values, FlatShadedPointValues<6>{ values.pieces, values.shaded.light }, cast);
  else
    visitMissing(values, ShadedPointValues<6>{ values.pieces, values.shaded.light }, cast);
}

} // namespace inkray
