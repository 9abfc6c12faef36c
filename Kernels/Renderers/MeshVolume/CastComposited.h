// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CpuFeatures.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <type_traits>

namespace inkray
{

/// Rays gather the values of one array of a volume.
struct CompositedValues : PacketValues
{
  TwoPointFunctions twoPoints; ///< of values at the points, where they have colours
};

/// Cast the rays of a picture of emission and absorption by one array: what both papers draw.
template <class Backend>
void castComposited(
  Backend& backend, const TetRays& rays, const CompositedValues& values, const FrameOptions& options)
{
  const bool isTabulated = !options.methods.fromKnotToKnot && !values.cellColours;
  // Depths of planes are for comparisons, which go from knot to knot.
  const bool byPlanes = !rays.cut && options.faceTest != FaceTest::EdgeFunction;
  if (isTabulated && !byPlanes && (values.twoPoints.areTaken || values.twoPoints.colours.colours))
    return castTabulated(backend, rays, values.twoPoints);
  if constexpr (!Backend::isDevice)
    if ((rays.cut ? rays.isClipped : options.faceTest == FaceTest::EdgeFunction) &&
      options.methods.raysAtATime != RaysAtATime::One)
    {
      const PacketValues gathered = { values.pieces, isTabulated ? values.table : TabulatedView(),
        values.cellColours };
      const RaysAtATime most = options.methods.raysAtATime;
      if (most == RaysAtATime::Four || !canCastEightRays())
        return castFourRays(backend, rays, gathered);
      return most == RaysAtATime::Eight || !canCastSixteenRays() ? castEightRays(backend, rays, gathered)
                                                                 : castSixteenRays(backend, rays, gathered);
    }

  // The choices that change the inner loop are made here, once a frame. PointValues have a kernel for each
  // projection, all others one for both.
  constexpr int blocks = launches::values.blocks;
  const auto withEdgeFunctions = [&](const auto& integrator) {
    using Integrator = std::decay_t<decltype(integrator)>;
    if constexpr (!std::is_same_v<Integrator, PointValues>)
      castTetRays<EdgeFunctionExit, blocks>(backend, rays, integrator);
    else if (rays.camera.parallel)
      castTetRays<EdgeFunctionExit, blocks, WholeView, FixedProjection<true>>(backend, rays, integrator);
    else
      castTetRays<EdgeFunctionExit, blocks, WholeView, FixedProjection<false>>(backend, rays, integrator);
  };
  const auto withTest = [&](const auto& integrator) {
    if (rays.isClipped)
      castTetRays<EdgeFunctionExit, blocks, ClippedView>(backend, rays, integrator);
    else if (rays.cut)
      castTetRays<EdgeFunctionExit, blocks, CutView>(backend, rays, integrator);
    else if (!byPlanes)
      withEdgeFunctions(integrator);
    else
    {
      TetRays chosen = rays;
      chosen.byPlanes = true;
      castTetRays<ChosenExit, blocks>(backend, chosen, integrator);
    }
  };
  if constexpr (!Backend::isDevice)
    if (isTabulated && values.table.pieces)
      return withTest(TabulatedValues{ { values.pieces, values.table } });
  values.cellColours ? withTest(CellValues{ values.cellColours })
                     : withTest(PointValues{ { values.pieces } });
}

} // namespace inkray
