// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastGradientSurfacesImpl.h"

namespace inkray
{

template void castGradientSurfaces(CudaBackend&, const TetRays&, const GradientSurfaces&);

} // namespace inkray
