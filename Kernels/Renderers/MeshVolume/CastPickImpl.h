// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastBlendedImpl.h"
#include "Renderers/MeshVolume/CastColoursImpl.h"
#include "Renderers/MeshVolume/CastGradientImpl.h"
#include "Renderers/MeshVolume/CastPick.h"
#include "Renderers/MeshVolume/CastSeparateImpl.h"
#include "Renderers/MeshVolume/PickIntegrators.h"

#include <type_traits>

namespace inkray
{

/// Picks are wanted now and then: all of them with cuts, so that there is one kernel.
template <class Backend, class Integrator>
void castPickRays(Backend& backend, const TetRays& rays, const Integrator& integrator)
{
  castTetRays<EdgeFunctionExit, 8, CutView>(backend, rays, integrator);
}

template <class Backend, class Target, class Volume>
void castPickByOpacity(Backend& backend, const TetRays& rays, const Target& target, const Volume& volume)
{
  castPickRays(
    backend, rays, PickByOpacity<Volume, Target>{ { volume, target, rays.camera.window }, rays.opaqueDepth });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const CompositedValues& values)
{
  if (values.cellColours)
    castPickByOpacity(backend, rays, target, CellValues{ values.cellColours });
  else
    castPickByOpacity(backend, rays, target, PointValues{ values.pieces });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const SeparateValues& values)
{
  visitSeparate(values, [&](const auto& volume) { castPickByOpacity(backend, rays, target, volume); });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const ColouredVertices& values)
{
  visitColours(values, [&](const auto& volume) { castPickByOpacity(backend, rays, target, volume); });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const GradientValues& values)
{
  visitGradient(values, [&](const auto& volume) { castPickByOpacity(backend, rays, target, volume); });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const BlendedValues& values)
{
  visitBlended(
    values,
    [&](const auto& volume) {
      castPickRays(backend, rays,
        PickExtreme<std::decay_t<decltype(volume)>, Target>{ { volume, target, rays.camera.window } });
    },
    [&](const auto& volume) {
      castPickRays(backend, rays,
        PickSummand<std::decay_t<decltype(volume)>, Target>{ { volume, target, rays.camera.window } });
    });
}

template <class Backend, class Target>
void castPick(Backend& backend, const TetRays& rays, const Target& target, const SurfaceFrame& frame)
{
  // With slices, of which there may be none.
  const auto around = [&](const auto& volume) {
    using Surfaces = WithSurfaces<std::decay_t<decltype(volume)>, true>;
    castPickByOpacity(backend, rays, target, Surfaces{ volume, frame.scene, frame.depth });
  };
  if (frame.drawVolume && frame.cellColours)
    around(CellValues{ frame.cellColours });
  else if (frame.drawVolume)
    around(PointValues{ frame.pieces });
  else
    around(NoVolume{});
}

} // namespace inkray
