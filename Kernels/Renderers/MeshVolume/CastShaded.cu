// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastShadedImpl.h"

namespace inkray
{

template void castShaded(CudaBackend&, const TetRays&, const ShadedValues&);

} // namespace inkray
