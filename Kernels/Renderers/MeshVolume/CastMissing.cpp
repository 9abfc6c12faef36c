// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastMissingImpl.h"

namespace inkray
{

template void castMissing(HostBackend&, const TetRays&, const MissingValues&);

} // namespace inkray
