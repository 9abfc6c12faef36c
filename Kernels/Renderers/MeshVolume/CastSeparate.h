// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// Colours and attenuations of a mesh that come from different values. Of either, what is not null is used.
struct SeparateValues
{
  PiecewiseView colours;      ///< of the scalar of the vertices
  const Float4* cellColours;  ///< or per cell: colour, and 1, or 0 for a cell without a value
  PiecewiseView opacities;    ///< of opacityValues
  const float* opacityValues; ///< per vertex
  const float* attenuations;  ///< or per cell
};

/// Cast the rays of a picture where colour, attenuation or both come from points. Compiled for each backend
/// in a source of its own.
template <class Backend>
void castSeparate(Backend& backend, const TetRays& rays, const SeparateValues& values);

} // namespace inkray
