// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastGradient.h"
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

/// Surfaces in a volume that has functions of gradients. Light has six numbers.
struct GradientSurfaces
{
  SurfaceFrame surfaces;
  GradientValues volume;
};

/// Cast the rays of a picture of such a volume, for which rays.cut may not be null. Compiled for each backend
/// in a source of its own.
template <class Backend>
void castGradientSurfaces(Backend& backend, const TetRays& rays, const GradientSurfaces& scene);

} // namespace inkray
