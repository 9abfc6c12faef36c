// SPDX-License-Identifier: BSD-3-Clause
#define INKRAY_LANES 4
#include "Renderers/Isosurface/IsosurfacePackets.h"

namespace inkray
{

template <class Value>
void castFourRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<Value>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  castPackets(backend, scene, volume, image, opaque);
}
template void castFourRays(
  HostBackend&, const IsosurfaceScene&, const VolumeView<std::uint8_t>&, const IsosurfaceImage&, bool);
template void castFourRays(
  HostBackend&, const IsosurfaceScene&, const VolumeView<std::uint16_t>&, const IsosurfaceImage&, bool);
template void castFourRays(
  HostBackend&, const IsosurfaceScene&, const VolumeView<float>&, const IsosurfaceImage&, bool);

} // namespace inkray
