// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMedium.h"

namespace inkray
{

/// Cast with the kernel of a set, of which `Blocks` of 64 threads share a multiprocessor: whole views and cut
/// ones, or all of them as cut and by either exit test.
template <unsigned Features, int Blocks, class Backend, class Integrator>
void castMediumRays(
  Backend& backend, const TetRays& rays, const MediumFrame& frame, const Integrator& integrator)
{
  if constexpr (Features == feature::all)
  {
    TetRays chosen = rays;
    chosen.byPlanes = frame.byPlanes;
    castTetRays<ChosenExit, 8, CutView>(backend, chosen, integrator);
  }
  else
  {
    TetRays seen = rays;
    seen.cut = rays.isCut ? rays.cut : nullptr;
    castTetRays<Blocks>(backend, seen, integrator);
  }
}

template <unsigned Features, class Backend>
void castMediumAlone(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  // Kernels of extremes and sums have few registers.
  constexpr int blocks = feature::has(Features, feature::composite) ? 12 : 16;
  castMediumRays<Features, blocks>(
    backend, rays, frame, MediumRays<Features>{ { frame.medium }, { frame.mode } });
}

template <unsigned Features, class Backend>
void castMediumWithSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  castMediumRays<Features, 10>(backend, rays, frame,
    WithSurfaces<MediumRays<Features>>{ { { frame.medium }, { frame.mode } }, frame.surfaces, frame.depth });
}

template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickTarget& target)
{
  castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays,
    PickRays{ { { { frame.medium }, { frame.mode } }, frame.surfaces, frame.depth }, target,
      rays.camera.window, rays.opaqueDepth });
}

} // namespace inkray
