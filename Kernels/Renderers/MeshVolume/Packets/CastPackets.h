// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CpuFeatures.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Grid/CastGrid.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"
#include "View/RaysAtATime.h"

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

///@{
/// Cast the rays of a picture on the CPU. Four, eight or sixteen rays go at a time, each through its own
/// cells, with the same vector instructions. Call this for eight lanes only if canCastEightRays(), for
/// sixteen only if canCastSixteenRays().
///
/// In a mesh, faces are found by edge functions, and only half spaces may cut the mesh: rays.cut is null, or
/// rays.isClipped. The picture is that of castTetRays with TabulatedValues, PointValues or CellValues. A grid
/// has a composited function of the values and nothing else. The picture is that of castGridValues, or its
/// picture with a table of the function.
template <int Lanes>
void castRays(HostBackend& backend, const TetRays& rays, const PacketValues& values);
template <int Lanes>
void castRays(HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture);
///@}

/// Cast as many rays at a time as this CPU can, but at most `most`.
template <class... Input>
void castInPackets(RaysAtATime most, HostBackend& backend, const Input&... input)
{
  if constexpr (INKRAY_HAS_WIDE_LANES)
    if (most != RaysAtATime::Four && canCastEightRays())
      return most == RaysAtATime::Eight || !canCastSixteenRays() ? castRays<8>(backend, input...)
                                                                 : castRays<16>(backend, input...);
  castRays<4>(backend, input...);
}

} // namespace inkray
