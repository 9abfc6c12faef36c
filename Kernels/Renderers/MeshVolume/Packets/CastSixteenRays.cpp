// SPDX-License-Identifier: BSD-3-Clause
// Casts sixteen rays at a time with AVX-512. Only RayPackets.h, PacketGathering.h and VectorLanes.h are
// compiled for AVX-512. The headers below are included before, because all other sources share their inline
// functions.
#include "Core/CpuFeatures.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#if INKRAY_HAS_WIDE_LANES
#include <immintrin.h>

#define INKRAY_LANES 16
#include "Renderers/MeshVolume/Packets/CastLanes.h"
#endif
