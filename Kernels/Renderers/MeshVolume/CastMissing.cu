// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastMissingImpl.h"

namespace inkray
{

template void castMissing(CudaBackend&, const TetRays&, const MissingValues&);

} // namespace inkray
