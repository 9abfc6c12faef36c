// SPDX-License-Identifier: BSD-3-Clause
#define INKRAY_LANES 4
#include "Renderers/MeshVolume/Packets/GridPackets.h"
#include "Renderers/MeshVolume/Packets/RayPackets.h"

namespace inkray
{

void castFourRays(HostBackend& backend, const TetRays& rays, const PacketValues& values)
{
  castPackets(backend, rays, values);
}

void castFourRays(HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture)
{
  castGridPackets(backend, volume, picture);
}

} // namespace inkray
