// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastGradientImpl.h"

namespace inkray
{

template void castGradient(CudaBackend&, const TetRays&, const GradientValues&);

} // namespace inkray
