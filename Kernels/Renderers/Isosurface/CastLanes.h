// SPDX-License-Identifier: BSD-3-Clause
// castRays of CastIsosurfacePackets.h for INKRAY_LANES rays at a time. One source for each number includes
// this.
#include "Renderers/Isosurface/IsosurfacePackets.h"

namespace inkray
{

template <int Lanes, class Value>
void castRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<Value>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  castPackets(backend, scene, volume, image, opaque);
}
template void castRays<INKRAY_LANES>(
  HostBackend&, const IsosurfaceScene&, const VolumeView<std::uint8_t>&, const IsosurfaceImage&, bool);
template void castRays<INKRAY_LANES>(
  HostBackend&, const IsosurfaceScene&, const VolumeView<std::uint16_t>&, const IsosurfaceImage&, bool);
template void castRays<INKRAY_LANES>(
  HostBackend&, const IsosurfaceScene&, const VolumeView<float>&, const IsosurfaceImage&, bool);

} // namespace inkray
