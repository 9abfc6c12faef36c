// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastPickGradientSurfacesImpl.h"

namespace inkray
{

template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const GradientSurfaces&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const GradientSurfaces&);

} // namespace inkray
