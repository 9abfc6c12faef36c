// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridView.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"

#include <cstdint>

namespace inkray
{

class HostBackend;

/// Whether packets of rays can be cast through a volume: they index its values in 32 bits, relative to the
/// corner of a leaf.
inline bool canCastInPackets(const IsosurfaceScene& scene)
{
  const std::int64_t most = std::int64_t(1) << 31;
  return scene.strideY > 0 && scene.strideZ > 0 && scene.strideY < most && scene.strideZ < most &&
    (leafSize + 1) * (scene.strideY + scene.strideZ + 1) < most;
}

/// Cast the rays of a picture on the CPU through an even grid. The picture is that of CastIsosurfaces bit for
/// bit, but vector instructions carry four or eight neighboring rays together through tree, bricks and cells.
/// `opaque` is the parameter Opaque of CastIsosurfaces.
void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint8_t>& volume,
  const IsosurfaceImage& image, bool opaque);
void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint16_t>& volume,
  const IsosurfaceImage& image, bool opaque);
void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<float>& volume,
  const IsosurfaceImage& image, bool opaque);

/// The same with eight rays, if canCastEightRays().
void castEightRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint8_t>& volume,
  const IsosurfaceImage& image, bool opaque);
void castEightRays(HostBackend& backend, const IsosurfaceScene& scene,
  const VolumeView<std::uint16_t>& volume, const IsosurfaceImage& image, bool opaque);
void castEightRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<float>& volume,
  const IsosurfaceImage& image, bool opaque);

} // namespace inkray
