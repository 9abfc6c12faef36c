// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/ColourIntegrators.h"

namespace inkray
{

/// Call visit with the integrator of those vertices.
template <class Visit>
void visitColours(const ColouredVertices& vertices, const Visit& visit)
{
  if (vertices.nearest)
    visit(NearestVertexColours{ vertices.colours, vertices.attenuations });
  else if (vertices.attenuations)
    visit(LinearColours<true>{ vertices.colours, vertices.opacities, vertices.attenuations });
  else
    visit(LinearColours<false>{ vertices.colours, vertices.opacities, nullptr });
}

template <class Backend>
void castColours(Backend& backend, const TetRays& rays, const ColouredVertices& vertices)
{
  visitColours(vertices, [&](const auto& integrator) { castTetRays<12>(backend, rays, integrator); });
}

} // namespace inkray
