// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Renderers/MeshVolume/Grid/GatherGrid.h"
#include "View/Clipping.h"
#include "View/PixelOrder.h"
#include "View/RayCounters.h"

namespace inkray
{

static_assert(launches::tileThreads == tilePixels, "a block of threads casts a tile");

/// The visible part of a ray, and perhaps a second one behind it.
struct VisibleRay : Ray
{
  float secondBegin, secondEnd; ///< no second part unless secondBegin < secondEnd

  INKRAY_HD bool isEmpty() const { return !(this->begin < this->end); }
  /// Move to the second part. Returns false if there is none.
  INKRAY_HD bool next()
  {
    this->begin = secondBegin;
    this->end = secondEnd;
    secondEnd = secondBegin - 1.0f;
    return !this->isEmpty();
  }
};

/// Input for casting the rays of a picture of a grid, the same for all media.
struct GridRays
{
  RayGenerator camera;
  ClipPlanes kept;    ///< in the grid's coordinates: only the inside of all these half spaces is visible
  ClipPlanes removed; ///< the intersection of these half spaces is invisible; count 0: nothing is removed
  float earlyTermination;
  Float4* image;
  RayCounters* counters;
  bool countSteps;

  /// The pixel of index i. Returns false if it is outside of the picture.
  INKRAY_HD bool pixelAt(std::int64_t i, int pixel[2]) const
  {
    if (camera.listed)
      listedPixel(camera, i, pixel[0], pixel[1]);
    else
      PixelOrder<PixelTiles::Morton>::pixel(i, camera.width, pixel[0], pixel[1]);
    return pixel[0] < camera.width && pixel[1] < camera.height;
  }
  /// World units times log2(e) in one unit of the parameter of a pixel's ray.
  INKRAY_HD float lengthPerT(const int pixel[2]) const
  {
    const Float3 direction = eyeDirection(camera, pixelU(camera, pixel[0]), pixelV(camera, pixel[1]));
    return sqrtf(dot(direction, direction)) * camera.depthPerT * 1.4426950408889634f;
  }
  /// Count a finished ray after this number of spans.
  INKRAY_HD void count(std::uint64_t steps) const
  {
    if (!countSteps || steps == 0)
      return;
    atomicAddRelaxed(&counters->steps, steps);
    atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
  }
  /// The visible part of a pixel's ray; begin > end: there is none. Behind a removed box, there may be a
  /// second part.
  INKRAY_HD VisibleRay visible(const std::int32_t cells[3], const int pixel[2]) const
  {
    VisibleRay ray;
    rayOfPixel(camera, pixelU(camera, pixel[0]), pixelV(camera, pixel[1]), cells, ray);
    kept.clip(ray);
    if (camera.stops && ray.begin <= ray.end)
      ray.end = stopped(camera, pixelIndex(camera, pixel), ray.end);
    ray.secondBegin = 0.0f;
    ray.secondEnd = -1.0f;
    if (removed.count == 0 || !(ray.begin < ray.end))
      return ray;
    Ray gone = ray;
    removed.clip(gone);
    if (!(gone.begin < gone.end))
      return ray;
    ray.secondBegin = gone.end;
    ray.secondEnd = ray.end;
    ray.end = gone.begin;
    if (!(ray.begin < ray.end))
      ray.next();
    return ray;
  }
};

/// The kernel that casts the rays of a picture through a grid: each pixel has one thread, which walks from
/// cell to cell (GridWalk.h) and writes what it gathered (GatherGrid.h).
template <class Volume, class Gather>
struct CastGridRays : GridRays
{
  GridWalkView<Volume> view;
  Gather gather;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int pixel[2];
    if (!this->pixelAt(i, pixel))
      return;
    typename Gather::State ray;
    gather.start(ray);
    VisibleRay through = this->visible(view.grid.layout.cells, pixel);
    GridRay of = { pixelU(camera, pixel[0]), pixelV(camera, pixel[1]), 0.0f };
    of.lengthPerT = this->lengthPerT(pixel);
    std::uint32_t steps = 0;
    for (bool isSeen = !through.isEmpty(); isSeen; isSeen = through.next())
    {
      GridWalk<Volume> walk(view, through);
      RaySpan span;
      float reached = -INFINITY;
      while (!(ray.transmittance < earlyTermination))
      {
        if (!walk.hasSpan())
        {
          gather.narrow(ray, walk);
          if (!walk.nextCell())
            break;
          if (walk.cell().t == reached && walk.isWhole() && gather.addWhole(ray, walk, of))
          {
            reached = walk.cell().to;
            ++steps;
            continue;
          }
          gather.split(walk);
        }
        if (!walk.nextSpan(span))
          continue;
        if (span.from != reached)
          gather.enter(ray, walk, of, span);
        gather.add(ray, walk, of, span);
        // Behind a cell without a value, the ray enters the next one anew.
        reached = walk.joint(span);
        ++steps;
      }
    }
    gather.leave(ray);
    image[pixelIndex(camera, pixel)] = gather.pixel(ray);
    this->count(steps);
  }
};

/// Counts the rays that meet the grid, or marks their pixels.
struct CountGridRays
{
  GridRays rays;
  std::int32_t cells[3];
  std::uint64_t* count;
  std::uint8_t* isMet; ///< or null

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int pixel[2];
    if (!rays.pixelAt(i, pixel) || rays.visible(cells, pixel).isEmpty())
      return;
    if (isMet)
      isMet[pixelIndex(rays.camera, pixel)] = 1;
    else
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

} // namespace inkray
