// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const CompositedValues&);
template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const SeparateValues&);
template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const ColouredVertices&);
template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const GradientValues&);
template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const BlendedValues&);
template void castPick(CudaBackend&, const TetRays&, const PickTarget&, const SurfaceFrame&);

} // namespace inkray
