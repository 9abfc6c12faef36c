// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastLitColoursImpl.h"

namespace inkray
{

template void castLitColours(CudaBackend&, const TetRays&, const ColouredVertices&, const ShadedValues&);

} // namespace inkray
