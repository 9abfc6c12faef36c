// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastLitSurfacesImpl.h"

namespace inkray
{

template void castLitSurfaces(HostBackend&, const TetRays&, const SurfaceFrame&, const ShadedValues&);

} // namespace inkray
