// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastPickMissingImpl.h"

namespace inkray
{

template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const MissingValues&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const MissingValues&);

} // namespace inkray
