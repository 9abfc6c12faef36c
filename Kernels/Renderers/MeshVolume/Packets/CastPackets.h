// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"

namespace inkray
{

class HostBackend;

/// The functions and tables of which packets of rays gather values.
struct PacketValues
{
  PiecewiseView pieces;     ///< of values at the points;
  TabulatedView table;      ///< a table of the same, which is taken where it has pieces;
  const Float4* cellColors; ///< or, where not null, values of cells
};

/// Cast the rays of a picture on the CPU, with edge functions, of a mesh of which nothing is cut away but
/// half spaces: rays.cut is null, or rays.isClipped. The picture is that of castTetRays with TabulatedValues,
/// PointValues or CellValues, but four, eight or sixteen rays at a time go each through a tet with the same
/// vector instructions.
void castFourRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);
/// Only where canCastEightRays().
void castEightRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);
/// Only where canCastSixteenRays().
void castSixteenRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);

} // namespace inkray
