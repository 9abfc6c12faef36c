// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastPickMissingImpl.h"

namespace inkray
{

template void castPick(HostBackend&, const TetRays&, const PickTarget&, const MissingValues&);
template void castPick(HostBackend&, const TetRays&, const MarkTarget&, const MissingValues&);

} // namespace inkray
