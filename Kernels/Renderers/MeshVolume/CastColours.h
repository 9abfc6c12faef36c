// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// Colours of the vertices that are not looked up along the ray.
struct ColouredVertices
{
  bool nearest;              ///< each place has the colour of the nearest vertex; otherwise linear colours
  const Float4* colours;     ///< per vertex: colour, and attenuation, or the value for the opacity if linear
  PiecewiseView opacities;   ///< of that value
  const float* attenuations; ///< per cell, where opacity comes from there, or null
};

/// Cast the rays of a picture of such colours. Compiled for each backend in a source of its own.
template <class Backend>
void castColours(Backend& backend, const TetRays& rays, const ColouredVertices& vertices);

} // namespace inkray
