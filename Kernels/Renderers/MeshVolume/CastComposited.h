// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#include <type_traits>

namespace inkray
{

/// Cast rays through a mesh in which one array gives emission and absorption, as Gu and Kim's paper does.
/// `table`: integrals of the transfer function; only a CPU uses it.
template <class Backend>
void castComposited(Backend& backend, const TetRays& rays, const MediumFrame& frame,
  [[maybe_unused]] const TabulatedView& table, const FrameOptions& options)
{
  const PiecewiseView& pieces = frame.medium.colors;
  const Float4* const cellColors = frame.medium.cellColors;
  const bool isTabulated = !options.methods.fromKnotToKnot && !cellColors;
  // Depths of planes are for comparisons only, which go from knot to knot.
  const bool byPlanes = !rays.cut && options.faceTest != FaceTest::EdgeFunction;
  if (isTabulated && !byPlanes && (frame.twoPoints.areTaken || frame.functionColorTable.colors))
    return castTabulated(backend, rays, frame);
  if constexpr (!Backend::isDevice)
    if ((rays.cut ? rays.isClipped : options.faceTest == FaceTest::EdgeFunction) &&
      options.methods.raysAtATime != RaysAtATime::One)
      return castInPackets(options.methods.raysAtATime, backend, rays,
        PacketValues{ pieces, isTabulated ? table : TabulatedView(), cellColors });

  // The choices that change the inner loop are made here, once a frame. PointValues have a kernel for each
  // projection; all other integrators have one kernel for both.
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
    if (isTabulated && table.pieces)
      return withTest(TabulatedValues{ { pieces, table } });
  cellColors ? withTest(CellValues{ cellColors }) : withTest(PointValues{ { pieces } });
}

} // namespace inkray
