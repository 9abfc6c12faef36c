// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/CastLitSeparateImpl.h"

namespace inkray
{

template void castLitSeparate(HostBackend&, const TetRays&, const SeparateValues&, const ShadedValues&);

} // namespace inkray
