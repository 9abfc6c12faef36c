// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Renderers/MeshVolume/Merged/CastPair.h"

namespace inkray
{

template <class Backend>
void castMerged(Backend& backend, const CastMergedRays& kernel, const MergedMesh* pair)
{
  const std::int64_t numRays = PixelOrder<PixelTiles::Morton>::count(kernel.plane.width, kernel.plane.height);
  if (pair)
    backend.template forEach<tilePixels, launches::pairOfMeshes.blocks>(
      numRays, CastPairRays{ kernel, { pair[0], pair[1] } });
  else
    backend.template forEach<tilePixels, launches::mergedMeshes.blocks>(numRays, kernel);
}

} // namespace inkray
