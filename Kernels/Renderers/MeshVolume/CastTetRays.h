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
  const std::uint64_t* fragmentCount; ///< if it exceeds capacity, the lists are incomplete: draw nothing
  std::uint64_t capacity;
  const RayCut* cut; ///< null: no cuts
  bool isCut;        ///< a cut hides a part of the mesh
  bool isClipped;    ///< only kept half spaces cut, for which a ClippedView suffices
  bool byPlanes;     ///< for the exit test ChosenExit: use OnDemandVdfiExit instead of EdgeFunctionExit
  float earlyTermination;
  std::uint32_t maxSteps;
  Float4* image;
  RayCounters* counters;
  bool countSteps;

  /// Count a finished ray after this number of steps.
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
  /// The pixel of index i. Returns false if it is outside of the picture.
  INKRAY_HD bool pixelAt(std::int64_t i, int& x, int& y) const
  {
    if (camera.listed)
      listedPixel(camera, i, x, y);
    else
      PixelOrder<PixelTiles::Morton>::pixel(i, camera.width, x, y);
    return x < camera.width && y < camera.height;
  }
  /// The depths at which the ray of a pixel begins and ends, before any cuts.
  INKRAY_HD void limit(std::uint32_t pixel, RayLimits& limits) const
  {
    limits.nearDepth = camera.nearDepth;
    limits.farDepth = endDepth(camera, pixel);
  }
};

/// A variable that the compiler has to keep in memory, or that it may keep anywhere.
template <bool InMemory, class T>
using InMemoryIf = std::conditional_t<InMemory, volatile T, T>;

/// Chooses the exit test by TetRays::byPlanes: depths of planes or edge functions.
struct ChosenExit
{
};

/// Whether data that are needed after the shading of a ray's hits, which takes all registers, stay in memory
/// meanwhile. Otherwise the compiler would take their registers from the march. All other data of the ray are
/// recomputed. Kernels of slices and of surfaces in any medium are slower with this. Such rays support edge
/// functions only.
template <class Integrator, class = void>
struct KeepsRay : std::false_type
{
};
template <class Integrator>
struct KeepsRay<Integrator, std::enable_if_t<Integrator::keepsRay>> : std::true_type
{
};

/// The kernel that casts the rays of a picture through a tetrahedral mesh: each pixel has one thread, which
/// marches (March.h) and writes what it gathered. A ray that the depths of planes lose is counted and cast
/// again with edge functions, which lose none.
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
    float from = -INFINITY; // the depth at which the ray paused
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
        // The pause may be in the second interval of split limits.
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
  /// The ray of a pixel, and whether any part of the ray is visible.
  struct Aim
  {
    std::uint32_t pixel, entry, entriesEnd;
    float u, v;
    typename View::Limits limits;
    bool isSeen;
  };

  /// Find the ray of index i. Returns false if no pixel has this index.
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

/// Cast the rays of a picture on a backend. `Blocks` blocks of tilePixels threads share a multiprocessor
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

/// castTetRays with edge functions, for whole views and cut ones.
template <int Blocks, class Backend, class Integrator>
void castTetRays(Backend& backend, const TetRays& rays, const Integrator& integrator)
{
  rays.cut ? castTetRays<EdgeFunctionExit, Blocks, CutView>(backend, rays, integrator)
           : castTetRays<EdgeFunctionExit, Blocks>(backend, rays, integrator);
}

} // namespace inkray
