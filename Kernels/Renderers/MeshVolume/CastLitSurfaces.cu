// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastLitSurfacesImpl.h"

namespace inkray
{

template void castLitSurfaces(CudaBackend&, const TetRays&, const SurfaceFrame&, const ShadedValues&);

} // namespace inkray
