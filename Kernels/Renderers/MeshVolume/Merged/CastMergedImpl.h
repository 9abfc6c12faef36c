// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Merged/CastPair.h"

namespace inkray
{

template <class Backend>
void castMerged(Backend& backend, const CastMergedRays& kernel, bool isPlainPair)
{
  const std::int64_t numRays = PixelOrder<PixelTiles::Morton>::count(kernel.plane.width, kernel.plane.height);
  if (isPlainPair)
    backend.template forEach<tilePixels, 8>(numRays, CastPairRays{ kernel });
  else
    backend.template forEach<tilePixels, 8>(numRays, kernel);
}

} // namespace inkray
