// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastSurfacesImpl.h"

namespace inkray
{

template void castSurfaces(CudaBackend&, const TetRays&, const SurfaceFrame&);

} // namespace inkray
