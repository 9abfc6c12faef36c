// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Surfaces.h"

namespace inkray
{

/// What a frame with isosurfaces or slices draws: isosurfaces of one colour each, alone, or with slices or
/// without in a volume of values at the points without light. Others are cast by castMedium.
struct SurfaceFrame
{
  const SurfaceScene* scene; ///< in the memory of the backend
  float* depth;              ///< receives window depths of opaque surfaces
  bool drawVolume;           ///< and what lies between them, by
  PiecewiseView pieces;
  bool hasSlices;
};

/// Cast the rays of a frame with isosurfaces. Instantiated for each backend in a source of its own: these
/// kernels are compiled beside those of volumes alone.
template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const SurfaceFrame& frame);

} // namespace inkray
