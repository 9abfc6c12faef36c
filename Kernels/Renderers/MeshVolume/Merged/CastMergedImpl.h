// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Merged/CastMerged.h"

namespace inkray
{

template <class Backend>
void castMerged(Backend& backend, const CastMergedRays& kernel)
{
  backend.template forEach<tilePixels, 8>(
    PixelOrder<PixelTiles::Morton>::count(kernel.plane.width, kernel.plane.height), kernel);
}

} // namespace inkray
