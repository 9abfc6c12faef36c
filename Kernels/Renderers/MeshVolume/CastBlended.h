// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Shading/BlendMode.h"

namespace inkray
{

/// Values of a mesh for the blend modes beside Composite.
struct BlendedValues
{
  BlendMode mode;
  PiecewiseView pieces;          ///< of the values: colour, and opacity, or attenuation for Additive
  const float* cellValues;       ///< per cell; null: the values are those of the vertices
  const Float4* cellColours;     ///< of these
  float lowAverage, highAverage; ///< what Average counts, from 0 to 1 over the range of all values
};

/// Cast the rays of a picture in a blend mode beside Composite. Compiled for each backend in a source of its
/// own.
template <class Backend>
void castBlended(Backend& backend, const TetRays& rays, const BlendedValues& values);

} // namespace inkray
