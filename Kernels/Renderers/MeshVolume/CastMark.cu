// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const CompositedValues&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const SeparateValues&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const ColouredVertices&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const GradientValues&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const BlendedValues&);
template void castPick(CudaBackend&, const TetRays&, const MarkTarget&, const SurfaceFrame&);

} // namespace inkray
