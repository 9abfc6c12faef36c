// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastLitSeparateImpl.h"

namespace inkray
{

template void castLitSeparate(CudaBackend&, const TetRays&, const SeparateValues&, const ShadedValues&);

} // namespace inkray
