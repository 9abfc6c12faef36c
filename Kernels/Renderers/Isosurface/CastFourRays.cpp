// SPDX-License-Identifier: BSD-3-Clause
#define INKRAY_LANES 4
#include "Renderers/Isosurface/IsosurfacePackets.h"

namespace inkray
{

void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint8_t>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  castPackets(backend, scene, volume, image, opaque);
}

void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint16_t>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  castPackets(backend, scene, volume, image, opaque);
}

void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<float>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  castPackets(backend, scene, volume, image, opaque);
}

} // namespace inkray
