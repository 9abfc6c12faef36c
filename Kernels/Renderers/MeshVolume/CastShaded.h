// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// A volume of point values in the light.
struct ShadedValues
{
  PiecewiseView pieces;
  const float* light; ///< per vertex or per cell; null: none
  bool perCell;
  int numbers; ///< of `light` for each: 2 where all lights are grey, otherwise 6 (MeshLighting.h)
};

/// Cast the rays of a picture of a volume in the light. Compiled for each backend in a source of its own.
template <class Backend>
void castShaded(Backend& backend, const TetRays& rays, const ShadedValues& values);

} // namespace inkray
