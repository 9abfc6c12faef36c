// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastColoursImpl.h"

namespace inkray
{

template void castColours(CudaBackend&, const TetRays&, const ColouredVertices&);

} // namespace inkray
