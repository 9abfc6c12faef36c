// SPDX-License-Identifier: BSD-3-Clause
// Casts eight rays at a time, which is faster only with AVX2. Only VectorLanes.h, PacketWalks.h and
// IsosurfacePackets.h are compiled for AVX2. The other headers are included first, without AVX2, because all
// other sources share their inline functions.
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
