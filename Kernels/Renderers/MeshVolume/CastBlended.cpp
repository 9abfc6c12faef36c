// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastBlendedImpl.h"

namespace inkray
{

template void castBlended(HostBackend&, const TetRays&, const BlendedValues&);

} // namespace inkray
