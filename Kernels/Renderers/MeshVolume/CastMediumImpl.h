// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Integrators/PickRays.h"
#include "Renderers/MeshVolume/Integrators/SurfacesAlone.h"
#include "Renderers/MeshVolume/Integrators/SurfacesInValues.h"
#include "Renderers/MeshVolume/Segments/SegmentSample.h"

namespace inkray
{

/// Cast with the kernel for a set of features; `Blocks` blocks of 64 threads share a multiprocessor. There
/// are kernels for whole views and for cut ones. The kernel for all features treats all views as cut, and
/// chooses the exit test at run time.
template <unsigned Features, int Blocks, class Backend, class Integrator>
void castMediumRays(
  Backend& backend, const TetRays& rays, const MediumFrame& frame, const Integrator& integrator)
{
  if constexpr (Features == feature::all)
  {
    TetRays chosen = rays;
    chosen.byPlanes = frame.byPlanes;
    castTetRays<ChosenExit, launches::anyMedium.blocks, CutView>(backend, chosen, integrator);
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
  constexpr KernelLaunch launch = !feature::has(Features, feature::composite) ? launches::extremesAndSums
    : feature::has(Features, feature::missing)                                ? launches::mediumWithMissing
                                                                              : launches::medium;
  castMediumRays<Features, launch.blocks>(
    backend, rays, frame, MediumRays<Features>{ { frame.medium }, { frame.mode } });
}

template <unsigned Features, class Backend>
void castMediumWithSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  castMediumRays<Features, launches::mediumWithSurfaces.blocks>(backend, rays, frame,
    WithSurfaces<MediumRays<Features>>{ { { frame.medium }, { frame.mode } }, frame.surfaces, frame.depth });
}

template <unsigned Features, class Backend>
void castCarried(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  constexpr unsigned product = feature::vertexGradients | feature::vertexLight;
  constexpr KernelLaunch launch = feature::isOnly(Features, product, product)
    ? launches::carriedProductInLight
    : Features == medium_kernel::ofCells ? launches::carriedCells
                                         : launches::carriedMedium;
  castTetRays<launch.blocks>(
    backend, rays, AlongSegments<GatherMedium<Features>>{ { { frame.medium }, frame.twoPoints } });
}

template <unsigned Features, class Backend>
void sampleSegments(Backend& backend, const SegmentSample& sample, const MediumFrame& frame)
{
  GatherMedium<Features> exact = { { frame.medium }, frame.twoPoints }, fast = exact;
  exact.twoPoints.areTaken = false;
  fast.twoPoints.areTaken = true;
  backend.forEach(sample.numErrors, CompareSegments<GatherMedium<Features>>{ sample, exact, fast });
}

template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  constexpr int blocks = launches::surfacesInVolume.blocks;
  if (frame.medium.isEmpty)
    return castTetRays<launches::surfaces.blocks>(
      backend, rays, SurfacesAlone{ { {}, frame.surfaces, frame.depth } });
  if (frame.hasSlices)
    return castTetRays<blocks>(
      backend, rays, WithSurfaces<PointValues>{ { { frame.medium.colors } }, frame.surfaces, frame.depth });
  const SurfacesInValues integrator = { { { { frame.surfacePieces } }, frame.surfaces, frame.depth },
    frame.surfaceEnds };
  if (rays.cut)
    castTetRays<EdgeFunctionExit, blocks, CutView>(backend, rays, integrator);
  else
    castTetRays<EdgeFunctionExit, launches::surfacesInWholeVolume.blocks>(backend, rays, integrator);
}

template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickView& picks,
  const std::uint32_t* originalTet)
{
  castTetRays<EdgeFunctionExit, launches::picks.blocks, CutView>(backend, rays,
    PickRays{ { { { frame.medium }, { frame.mode } }, frame.surfaces, frame.depth },
      { picks, rays.camera.window }, originalTet });
}

} // namespace inkray
