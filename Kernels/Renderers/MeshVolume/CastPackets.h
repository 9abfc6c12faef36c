// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/TabulatedValues.h"

namespace inkray
{

class HostBackend;

/// Cast the rays of a picture of values at the points on the CPU, with edge functions, of a mesh of which
/// nothing is cut away: rays.cut is null. What castTetRays does with TabulatedValues, or with PointValues
/// where the table has no pieces, and the same picture, but four or eight rays at a time go each through a
/// tet with the same vector instructions.
void castFourRays(
  HostBackend& backend, const TetRays& rays, const PiecewiseView& pieces, const TabulatedView& table);
/// Only where canCastEightRays().
void castEightRays(
  HostBackend& backend, const TetRays& rays, const PiecewiseView& pieces, const TabulatedView& table);
bool canCastEightRays();

} // namespace inkray
