// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"

namespace inkray
{

class HostBackend;

/// The functions and tables by which packets of rays gather values.
struct PacketValues
{
  PiecewiseView pieces;     ///< the function of values at the points
  TabulatedView table;      ///< a table of `pieces`, used if its pieces are not null
  const Float4* cellColors; ///< colors of cells, used if not null
};

/// Cast the rays of a picture on the CPU, with edge functions. Only half spaces may cut the mesh: rays.cut is
/// null, or rays.isClipped. The picture is that of castTetRays with TabulatedValues, PointValues or
/// CellValues. Four, eight or sixteen rays go through tets at a time, each through its own, with the same
/// vector instructions.
void castFourRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);
/// Casts eight rays at a time. Call it only if canCastEightRays().
void castEightRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);
/// Casts sixteen rays at a time. Call it only if canCastSixteenRays().
void castSixteenRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);

} // namespace inkray
