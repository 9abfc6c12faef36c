// SPDX-License-Identifier: BSD-3-Clause
// Casts eight rays at a time, which is faster only with AVX2. Only RayPackets.h, PacketGathering.h and
// VectorLanes.h are compiled for AVX2. The headers below are included before, because all other sources share
// their inline functions.
#include "Core/CpuFeatures.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#if INKRAY_HAS_WIDE_LANES
#include <immintrin.h>

#define INKRAY_LANES 8
#include "Renderers/MeshVolume/Packets/CastLanes.h"
#endif
