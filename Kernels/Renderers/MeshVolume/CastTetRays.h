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
  const RayCut* cut; ///< null: nothing is cut away
  bool isCut;        ///< anything is
  bool isClipped;    ///< by half spaces that are kept alone, for which a ClippedView will do
  bool byPlanes;     ///< where the exit test is a ChosenExit: OnDemandVdfiExit, not EdgeFunctionExit
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
    limits.farDepth = endDepth(camera, pixel);
  }
};

/// What a compiler keeps in memory, or where it likes.
template <bool InMemory, class T>
using InMemoryIf = std::conditional_t<InMemory, volatile T, T>;

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
    constexpr bool isKept = KeepsRay<Integrator>::value;
    InMemoryIf<isKept, std::int64_t> index = i;
    InMemoryIf<isKept, std::uint32_t> walked = 0;
    Aim at;
    if (!isKept && !this->aim(i, at))
      return;
    typename Integrator::State ray;
    typename RayMemory<Integrator>::Type memory;
    startRay(integrator, ray, memory);
    float from = -INFINITY; // where the ray paused
    do
    {
      if (isKept && !this->aim(index, at))
        return;
      if (!at.isSeen)
      {
        image[at.pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
        if constexpr (RayMemory<Integrator>::exists)
          integrator.finish(ray, at.pixel);
        return;
      }
      if constexpr (RayMemory<Integrator>::exists)
      {
        // A pause may lie behind the first of what the limits split.
        if (from >= at.limits.farDepth && at.limits.next())
          from = maximum(from, at.limits.nearDepth);
        at.limits.nearDepth = maximum(at.limits.nearDepth, from);
      }

      std::uint32_t steps = 0;
      bool isLost = true;
      if constexpr (std::is_same_v<ExitTest, ChosenExit> && !isKept)
        if (byPlanes)
        {
          isLost = !this->template march<OnDemandVdfiExit>(at, ray, steps);
          if (isLost)
          {
            atomicAddRelaxed(&counters->recastRays, std::uint64_t(1));
            startRay(integrator, ray, memory);
            steps = 0;
          }
        }
      if (isLost)
        this->template march<EdgeFunctionExit>(at, ray, steps);
      walked = steps;
    } while (marchesOn(integrator, ray, at.u, at.v, from));

    if (isKept)
    {
      int x = 0, y = 0;
      this->pixelAt(index, x, y);
      at.pixel = static_cast<std::uint32_t>(y * camera.width + x);
    }
    image[at.pixel] = integrator.pixel(ray);
    if constexpr (RayMemory<Integrator>::exists)
      integrator.finish(ray, at.pixel);
    this->count(walked);
  }

private:
  /// The ray of a pixel, and whether something of it is seen.
  struct Aim
  {
    std::uint32_t pixel, entry, entriesEnd;
    float u, v;
    typename View::Limits limits;
    bool isSeen;
  };

  /// The ray of index i; false: there is none.
  INKRAY_HD bool aim(std::int64_t i, Aim& at) const
  {
    int x, y;
    if (!this->pixelAt(i, x, y) || *fragmentCount > capacity)
      return false;
    at.pixel = static_cast<std::uint32_t>(y * camera.width + x);
    at.u = pixelU(camera, x);
    at.v = pixelV(camera, y);
    at.entry = starts[at.pixel];
    at.entriesEnd = starts[at.pixel + 1];
    at.limits = {};
    this->limit(at.pixel, at.limits);
    at.limits.lengthScale = lengthPerDepth(camera, at.u, at.v) * 1.4426950408889634f;
    at.limits.earlyTermination = earlyTermination;
    at.limits.maxSteps = maxSteps;
    at.isSeen = at.entry != at.entriesEnd && View::limit(cut, at.u, at.v, at.limits);
    return true;
  }
  template <class Exit>
  INKRAY_HD bool march(const Aim& at, typename Integrator::State& ray, std::uint32_t& steps) const
  {
    using Cell = TetCell<Projection, typename Integrator::Extra>;
    typename View::template Seen<Cell> cell =
      View::see(Cell(camera, mesh, at.u, at.v, integrator.extra()), cut);
    return inkray::march<Exit>(
      cell, integrator, at.limits, intersections, at.entry, at.entriesEnd, ray, steps);
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
