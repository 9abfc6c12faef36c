// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const CompositedValues&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const SeparateValues&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const ColouredVertices&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const GradientValues&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const BlendedValues&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const SurfaceFrame&);

} // namespace inkray
