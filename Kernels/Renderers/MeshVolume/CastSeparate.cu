// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastSeparateImpl.h"

namespace inkray
{

template void castSeparate(CudaBackend&, const TetRays&, const SeparateValues&);

} // namespace inkray
