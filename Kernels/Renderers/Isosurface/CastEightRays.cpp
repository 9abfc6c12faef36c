// SPDX-License-Identifier: BSD-3-Clause
// Casts eight rays at a time, which is faster only with AVX2. Only VectorLanes.h, PacketWalks.h and
// IsosurfacePackets.h are compiled for AVX2. The other headers are included first, without AVX2, because all
// other sources share their inline functions.
#include "Core/CpuFeatures.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/CastIsosurfacePackets.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"

#if INKRAY_HAS_WIDE_LANES
#include <immintrin.h>

#define INKRAY_LANES 8
#include "Renderers/Isosurface/CastLanes.h"
#endif
