// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/CastGrid.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"

namespace inkray
{

class HostBackend;

/// Cast the rays of a picture of a grid on the CPU, through a composited function of the values and nothing
/// else. Four, eight or sixteen rays go at a time, each through its own cells. The picture is that of
/// castGridValues, or that with a table of the function.
void castFourGridRays(
  HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture);
/// Casts eight rays at a time. Call it only if canCastEightRays().
void castEightGridRays(
  HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture);
/// Casts sixteen rays at a time. Call it only if canCastSixteenRays().
void castSixteenGridRays(
  HostBackend& backend, const GridVolume<HostBackend>& volume, const GridPicture& picture);

} // namespace inkray
