// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/ColourIntegrators.h"

namespace inkray
{

template <class Backend>
void castColours(Backend& backend, const TetRays& rays, const ColouredVertices& vertices)
{
  if (vertices.nearest)
    castTetRays<12>(backend, rays, NearestVertexColours{ vertices.colours, vertices.attenuations });
  else if (vertices.attenuations)
    castTetRays<12>(
      backend, rays, LinearColours<true>{ vertices.colours, vertices.opacities, vertices.attenuations });
  else
    castTetRays<12>(backend, rays, LinearColours<false>{ vertices.colours, vertices.opacities, nullptr });
}

} // namespace inkray
