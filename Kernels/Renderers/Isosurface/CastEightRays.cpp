// SPDX-License-Identifier: BSD-3-Clause
// Eight rays at a time, which pays with AVX2 alone. Only what is in VectorLanes.h, PacketWalks.h and
// IsosurfacePackets.h is compiled for it: the headers below are read before, as their
// inline functions are those of all other sources, too.
#include "Core/CpuFeatures.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/CastIsosurfacePackets.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"

#ifdef INKRAY_HAS_EIGHT_LANES
#include <immintrin.h>

#define INKRAY_LANES 8
#include "Renderers/Isosurface/IsosurfacePackets.h"

namespace inkray
{

#define INKRAY_CAST_EIGHT castPackets
#else
namespace inkray
{

#define INKRAY_CAST_EIGHT castFourRays
#endif

void castEightRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<std::uint8_t>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  INKRAY_CAST_EIGHT(backend, scene, volume, image, opaque);
}

void castEightRays(HostBackend& backend, const IsosurfaceScene& scene,
  const VolumeView<std::uint16_t>& volume, const IsosurfaceImage& image, bool opaque)
{
  INKRAY_CAST_EIGHT(backend, scene, volume, image, opaque);
}

void castEightRays(HostBackend& backend, const IsosurfaceScene& scene, const VolumeView<float>& volume,
  const IsosurfaceImage& image, bool opaque)
{
  INKRAY_CAST_EIGHT(backend, scene, volume, image, opaque);
}

} // namespace inkray
