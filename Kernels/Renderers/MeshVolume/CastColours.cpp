// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastColoursImpl.h"

namespace inkray
{

template void castColours(HostBackend&, const TetRays&, const ColouredVertices&);

} // namespace inkray
