// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastShaded.h"
#include "Renderers/MeshVolume/CastSurfaces.h"

namespace inkray
{

/// A volume of point values whose tets without a value are seen.
struct MissingValues
{
  PiecewiseView pieces;
  Float4 missing;      ///< colour and attenuation of those tets
  ShadedValues shaded; ///< light of six numbers, or null
  bool hasSurfaces;    ///< and surfaces in it
  SurfaceFrame surfaces;
};

/// Cast the rays of a picture of such a volume, for which rays.cut may not be null. Compiled for each backend
/// in a source of its own.
template <class Backend>
void castMissing(Backend& backend, const TetRays& rays, const MissingValues& values);

} // namespace inkray
