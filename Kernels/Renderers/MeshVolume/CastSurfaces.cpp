// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastSurfacesImpl.h"

namespace inkray
{

template void castSurfaces(HostBackend&, const TetRays&, const SurfaceFrame&);

} // namespace inkray
