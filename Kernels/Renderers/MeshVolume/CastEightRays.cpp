// SPDX-License-Identifier: BSD-3-Clause
// Eight rays at a time, which pays with AVX2 alone. Only what is in RayPackets.h and VectorLanes.h is
// compiled for it: the headers below are read before, as their inline functions are those of all other
// sources, too.
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPackets.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>

#define INKRAY_LANES 8
#include "Renderers/MeshVolume/RayPackets.h"

namespace inkray
{

bool canCastEightRays()
{
  return __builtin_cpu_supports("avx2");
}

void castEightRays(HostBackend& backend, const TetRays& rays, const PacketValues& values)
{
  castPackets(backend, rays, values);
}

} // namespace inkray
#else
namespace inkray
{

bool canCastEightRays()
{
  return false;
}

void castEightRays(HostBackend& backend, const TetRays& rays, const PacketValues& values)
{
  castFourRays(backend, rays, values);
}

} // namespace inkray
#endif
