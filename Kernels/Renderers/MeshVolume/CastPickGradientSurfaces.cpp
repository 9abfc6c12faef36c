// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPickGradientSurfacesImpl.h"

namespace inkray
{

template void castPick(HostBackend&, const TetRays&, const PickTarget&, const GradientSurfaces&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const GradientSurfaces&);

} // namespace inkray
