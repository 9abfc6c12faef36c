// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

/// Cast the rays of a frame with isosurfaces or slices in a volume of point values in the light. Instantiated
/// for each backend in a source of its own.
template <class Backend>
void castLitSurfaces(
  Backend& backend, const TetRays& rays, const SurfaceFrame& frame, const ShadedValues& values);

} // namespace inkray
