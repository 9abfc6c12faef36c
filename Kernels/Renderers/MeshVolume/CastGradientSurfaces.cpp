// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastGradientSurfacesImpl.h"

namespace inkray
{

template void castGradientSurfaces(HostBackend&, const TetRays&, const GradientSurfaces&);

} // namespace inkray
