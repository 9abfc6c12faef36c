// SPDX-License-Identifier: BSD-3-Clause
// The functions of CastPackets.h for INKRAY_LANES rays at a time. One source for each number includes this.
#include "Renderers/MeshVolume/Packets/GridPackets.h"
#include "Renderers/MeshVolume/Packets/RayPackets.h"

namespace inkray
{

template <int Lanes>
void castRays(HostBackend& backend, const TetRays& rays, const PacketValues& values)
{
  castPackets(backend, rays, values);
}
template <int Lanes>
void castRays(HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture)
{
  castPackets(backend, volume, picture);
}
template void castRays<INKRAY_LANES>(HostBackend&, const TetRays&, const PacketValues&);
template void castRays<INKRAY_LANES>(HostBackend&, const GridVolume<HostBackend>&, const GridPicture&);

} // namespace inkray
