// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastLitColoursImpl.h"

namespace inkray
{

template void castLitColours(HostBackend&, const TetRays&, const ColouredVertices&, const ShadedValues&);

} // namespace inkray
