// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridView.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"

#include <cstdint>

namespace inkray
{

class HostBackend;

/// Whether packets of rays can be cast through a volume: the offsets of values from a leaf's corner must fit
/// in 32 bits.
inline bool canCastInPackets(const IsosurfaceScene& scene)
{
  const std::int64_t most = std::int64_t(1) << 31;
  return scene.strideY > 0 && scene.strideZ > 0 && scene.strideY < most && scene.strideZ < most &&
    (leafSize + 1) * (scene.strideY + scene.strideZ + 1) < most;
}

/// Cast the rays of a picture through an even grid on the CPU. The picture is that of CastIsosurfaces, bit
/// for bit. Four or eight neighboring rays go through tree, bricks and cells at a time, with vector
/// instructions; eight only if canCastEightRays(). `opaque` is as in CastIsosurfaces. Values are bytes,
/// 16-bit numbers or floats.
template <int Lanes, class Value>
void castRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<Value>& volume,
  const IsosurfaceImage& image, bool opaque);

} // namespace inkray
