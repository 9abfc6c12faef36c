// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPickImpl.h"

namespace inkray
{

template void castPick(HostBackend&, const TetRays&, const PickTarget&, const CompositedValues&);
template void castPick(HostBackend&, const TetRays&, const PickTarget&, const SeparateValues&);
template void castPick(HostBackend&, const TetRays&, const PickTarget&, const ColouredVertices&);
template void castPick(HostBackend&, const TetRays&, const PickTarget&, const GradientValues&);
template void castPick(HostBackend&, const TetRays&, const PickTarget&, const BlendedValues&);
template void castPick(HostBackend&, const TetRays&, const PickTarget&, const SurfaceFrame&);

} // namespace inkray
