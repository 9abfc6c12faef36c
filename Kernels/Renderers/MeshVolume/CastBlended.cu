// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastBlendedImpl.h"

namespace inkray
{

template void castBlended(CudaBackend&, const TetRays&, const BlendedValues&);

} // namespace inkray
