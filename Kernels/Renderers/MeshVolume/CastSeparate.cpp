// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastSeparateImpl.h"

namespace inkray
{

template void castSeparate(HostBackend&, const TetRays&, const SeparateValues&);

} // namespace inkray
