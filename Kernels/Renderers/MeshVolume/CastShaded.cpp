// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastShadedImpl.h"

namespace inkray
{

template void castShaded(HostBackend&, const TetRays&, const ShadedValues&);

} // namespace inkray
