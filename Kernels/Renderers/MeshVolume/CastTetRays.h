// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Geometry/Mesh/ExitTests.h"
#include "Geometry/Mesh/TetCell.h"
#include "Rays/RayIntervals.h"
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Renderers/MeshVolume/March.h"
#include "View/PixelOrder.h"
#include "View/RayCounters.h"

#include <type_traits>

namespace inkray
{

static_assert(launches::tileThreads == tilePixels, "a block of threads casts a tile");

/// Input for casting the rays of a picture, the same for all integrators.
struct TetRays
{
  MeshCamera camera;
  TetMeshView mesh;
  const std::uint32_t* starts;
  const PixelIntersection* intersections;
  const std::uint64_t* fragmentCount; ///< when it passes capacity the lists are not complete: draw nothing
  std::uint64_t capacity;
  const float* opaqueDepth; ///< window depths or null
  const RayCut* cut;        ///< null: nothing is cut away
  bool isCut;               ///< anything is
  bool isClipped;           ///< by half spaces that are kept alone, for which a ClippedView will do
  bool byPlanes;            ///< where the exit test is a ChosenExit: OnDemandVdfiExit, not EdgeFunctionExit
  float earlyTermination;
  std::uint32_t maxSteps;
  Float4* image;
  RayCounters* counters;
  bool countSteps;

  /// A ray that is done, after so many steps.
  INKRAY_HD void count(std::uint32_t steps) const
  {
    if (countSteps)
    {
      atomicAddRelaxed(&counters->steps, std::uint64_t(steps));
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    if (steps > maxSteps)
      atomicAddRelaxed(&counters->failedRays, std::uint64_t(1));
  }
  /// The pixel of index i; false: it is outside the picture.
  INKRAY_HD bool pixelAt(std::int64_t i, int& x, int& y) const
  {
    if (camera.listed)
      listedPixel(camera, i, x, y);
    else
      PixelOrder<PixelTiles::Morton>::pixel(i, camera.width, x, y);
    return x < camera.width && y < camera.height;
  }
  /// Depths at which the ray of a pixel begins and ends, as far as nothing is cut away.
  INKRAY_HD void limit(std::uint32_t pixel, RayLimits& limits) const
  {
    limits.nearDepth = camera.nearDepth;
    limits.farDepth = opaqueDepth ? endDepth(camera, opaqueDepth[pixel]) : camera.farDepth;
  }
};

/// Exit faces by the depths of planes or by edge functions, as TetRays::byPlanes says.
struct ChosenExit
{
};

/// Whether what is used behind the shading of a ray's hits, which takes all registers, is kept in memory
/// meanwhile: a compiler that keeps it elsewhere takes the registers from the march. All else that belongs to
/// the ray is found again. Kernels of slices and of surfaces in any medium are slower so. Such rays know edge
/// functions alone.
template <class Integrator, class = void>
struct KeepsRay : std::false_type
{
};
template <class Integrator>
struct KeepsRay<Integrator, std::enable_if_t<Integrator::keepsRay>> : std::true_type
{
};

/// The kernel that casts the rays of a picture through a tetrahedral mesh: one thread a pixel, which marches
/// (March.h) and writes what it gathered. A ray that the depths of planes lose is counted and cast again with
/// edge functions, which lose none.
template <class Integrator, class ExitTest, class View = WholeView, class Projection = AnyProjection>
struct CastTetRays : TetRays
{
  Integrator integrator;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if constexpr (KeepsRay<Integrator>::value)
      return this->castKept(i);
    int x, y;
    if (!this->pixelAt(i, x, y) || *fragmentCount > capacity)
      return;
    const auto pixel = static_cast<std::uint32_t>(y * camera.width + x);
    const float u = pixelU(camera, x);
    const float v = pixelV(camera, y);
    const std::uint32_t entry = starts[pixel];
    const std::uint32_t entriesEnd = starts[pixel + 1];
    typename Integrator::State ray;
    typename RayMemory<Integrator>::Type memory;
    startRay(integrator, ray, memory);
    typename View::Limits limits = {};
    this->limit(pixel, limits);
    limits.lengthScale = lengthPerDepth(camera, u, v) * 1.4426950408889634f;
    limits.earlyTermination = earlyTermination;
    limits.maxSteps = maxSteps;
    if (entry == entriesEnd || !View::limit(cut, u, v, limits))
    {
      image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
      if constexpr (RayMemory<Integrator>::exists)
        integrator.finish(ray, pixel);
      return;
    }

    std::uint32_t steps = 0;
    bool goesOn = false;
    using Cell = TetCell<Projection, typename Integrator::Extra>;
    do
    {
      bool isLost = true;
      if constexpr (std::is_same_v<ExitTest, ChosenExit>)
        if (byPlanes)
        {
          typename View::template Seen<Cell> cell =
            View::see(Cell(camera, mesh, u, v, integrator.extra()), cut);
          isLost =
            !march<OnDemandVdfiExit>(cell, integrator, limits, intersections, entry, entriesEnd, ray, steps);
          if (isLost)
          {
            atomicAddRelaxed(&counters->recastRays, std::uint64_t(1));
            startRay(integrator, ray, memory);
          }
        }
      if (isLost)
      {
        steps = 0;
        typename View::template Seen<Cell> cell =
          View::see(Cell(camera, mesh, u, v, integrator.extra()), cut);
        march<EdgeFunctionExit>(cell, integrator, limits, intersections, entry, entriesEnd, ray, steps);
      }
      float from = limits.nearDepth;
      goesOn = marchesOn(integrator, ray, u, v, from);
      // A pause may lie behind the first of what the limits split.
      if (goesOn && from >= limits.farDepth && limits.next())
        from = maximum(from, limits.nearDepth);
      limits.nearDepth = from;
    } while (goesOn);

    image[pixel] = integrator.pixel(ray);
    if constexpr (RayMemory<Integrator>::exists)
      integrator.finish(ray, pixel);
    this->count(steps);
  }

private:
  /// The same for rays that are kept (KeepsRay).
  INKRAY_HD void castKept(std::int64_t i) const
  {
    typename Integrator::State ray;
    typename Integrator::Memory memory;
    integrator.start(ray, memory);
    volatile std::int64_t index = i;
    volatile std::uint32_t walked = 0;
    std::uint32_t pixel = 0;
    float from = -INFINITY;
    bool goesOn = false;
    do
    {
      int x, y;
      if (!this->pixelAt(index, x, y) || *fragmentCount > capacity)
        return;
      pixel = static_cast<std::uint32_t>(y * camera.width + x);
      const float u = pixelU(camera, x);
      const float v = pixelV(camera, y);
      const std::uint32_t entry = starts[pixel];
      const std::uint32_t entriesEnd = starts[pixel + 1];
      typename View::Limits limits = {};
      this->limit(pixel, limits);
      limits.lengthScale = lengthPerDepth(camera, u, v) * 1.4426950408889634f;
      limits.earlyTermination = earlyTermination;
      limits.maxSteps = maxSteps;
      if (entry == entriesEnd || !View::limit(cut, u, v, limits))
      {
        image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
        integrator.finish(ray, pixel);
        return;
      }
      // A pause may lie behind the first of what the limits split.
      if (from >= limits.farDepth && limits.next())
        from = maximum(from, limits.nearDepth);
      limits.nearDepth = maximum(limits.nearDepth, from);

      using Cell = TetCell<Projection, typename Integrator::Extra>;
      std::uint32_t steps = 0;
      typename View::template Seen<Cell> cell = View::see(Cell(camera, mesh, u, v, integrator.extra()), cut);
      march<EdgeFunctionExit>(cell, integrator, limits, intersections, entry, entriesEnd, ray, steps);
      walked = steps;
      goesOn = integrator.marchesOn(ray, u, v, from);
    } while (goesOn);

    int x = 0, y = 0;
    this->pixelAt(index, x, y);
    pixel = static_cast<std::uint32_t>(y * camera.width + x);
    image[pixel] = integrator.pixel(ray);
    integrator.finish(ray, pixel);
    this->count(walked);
  }
};

/// Cast the rays of a picture on a backend. `Blocks` of tilePixels threads share a multiprocessor
/// (Device/LaunchTable.h).
template <class ExitTest, int Blocks, class View = WholeView, class Projection = AnyProjection, class Backend,
  class Integrator>
void castTetRays(Backend& backend, const TetRays& rays, const Integrator& integrator)
{
  CastTetRays<Integrator, ExitTest, View, Projection> kernel;
  static_cast<TetRays&>(kernel) = rays;
  kernel.integrator = integrator;
  backend.template forEach<tilePixels, Blocks>(
    countRays<PixelOrder<PixelTiles::Morton>>(rays.camera), kernel);
}

/// The same with edge functions, of what is not cut away.
template <int Blocks, class Backend, class Integrator>
void castTetRays(Backend& backend, const TetRays& rays, const Integrator& integrator)
{
  rays.cut ? castTetRays<EdgeFunctionExit, Blocks, CutView>(backend, rays, integrator)
           : castTetRays<EdgeFunctionExit, Blocks>(backend, rays, integrator);
}

} // namespace inkray
