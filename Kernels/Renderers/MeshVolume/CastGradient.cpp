// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastGradientImpl.h"

namespace inkray
{

template void castGradient(HostBackend&, const TetRays&, const GradientValues&);

} // namespace inkray
