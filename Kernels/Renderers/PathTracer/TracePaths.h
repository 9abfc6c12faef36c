// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Compactor.h"
#include "Compaction/InPlaceCompactor.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathState.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <type_traits>
#include <vector>

namespace inkray
{

/// What may be in a scene. Volumes are of grids with these axes, or there are none (void). `Single`: each has
/// one opaque isosurface. `Media`: there may be volumes that light passes through. `Meshes`: there may be
/// unstructured grids.
template <class AxesType, bool SingleSurface, bool WithTriangles, bool WithMedia = false,
  bool WithMeshes = false>
struct PathGeometry
{
  using Axes = AxesType;
  static constexpr bool single = SingleSurface;
  static constexpr bool triangles = WithTriangles;
  static constexpr bool media = WithMedia;
  static constexpr bool meshes = WithMeshes;
  static constexpr bool onlyTriangles = std::is_void_v<AxesType> && !WithMeshes;
  /// That are to fit on a multiprocessor: kernels are compiled for 64 registers where there are triangles
  /// only, and for 128 where rays go through grids (Testing/Benchmarks/MEASURED.md).
  static constexpr int residentThreads = onlyTriangles ? 1024 : 512;
};

/// The kinds of scenes that have kernels of their own: the fewer a kernel knows of, the fewer registers.
using OneIsosurface = PathGeometry<UniformAxes, true, false>;
using OnlyTriangles = PathGeometry<void, true, true>;
using MixedEven = PathGeometry<UniformAxes, false, true>;
using MixedRectilinear = PathGeometry<RectilinearAxes, false, true>;
using MediaEven = PathGeometry<UniformAxes, false, true, true>;
using MediaRectilinear = PathGeometry<RectilinearAxes, false, true, true>;
using OnlyMeshes = PathGeometry<void, false, true, false, true>; ///< and triangles
using MeshMedia = PathGeometry<void, false, true, true, true>;   ///< the same with media
using EverythingEven = PathGeometry<UniformAxes, false, true, true, true>;
using EverythingRectilinear = PathGeometry<RectilinearAxes, false, true, true, true>;

/// What kernels beside Naive need from sample to sample: states, lists of live paths, and their number.
template <class Backend>
struct PathWorkspace
{
  template <class T>
  using Array = typename Backend::template Array<T>;

  Array<PathState> states;
  Array<std::uint32_t> slots[2], flags, places, keys;
  Array<std::uint64_t> counts;
  typename Backend::template SortWorkspace<std::uint32_t, std::uint32_t> sort;
  Compactor<Backend> compactor;
  InPlaceCompactor<Backend> inPlace;
  std::int64_t pathsOfLaunch = 0; ///< as LaunchPacer keeps it; 0: the scene is another
  std::vector<double> bounceMilliseconds;

  /// Of the arrays that are not the compactors' own.
  std::size_t bytes() const
  {
    return states.bytes() + slots[0].bytes() + slots[1].bytes() + flags.bytes() + places.bytes() +
      keys.bytes() + counts.bytes();
  }
};

/// The frame of a picture: where samples go.
struct PathFrame
{
  const PathScene* scene; ///< in the backend's memory
  Float4* sums;
  std::uint32_t numRays; ///< by PixelOrder
  std::int32_t bounces;
  int firstMark; ///< numPathMarks of the backend's are for times of bounces and of launches
};
constexpr int numPathMarks = 5;

/// Add samples [first, first + count) to a frame's sums. `kernel` is none of Auto. In steps that the
/// backend's observer may abandon. Compiled for each backend and kind of geometry in a source of its own.
template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, const PathFrameOptions& options,
  std::uint32_t first, std::uint32_t count, PathWorkspace<Backend>& workspace);

/// Window depths of what the pixels' centres show.
template <class Geometry, class Backend>
void tracePathDepth(Backend& backend, const PathFrame& frame, float* depth);

/// How many rays the paths of a sample have, by ray.
template <class Geometry, class Backend>
void measurePaths(Backend& backend, const PathFrame& frame, std::uint32_t sample, std::uint8_t* lengths);

} // namespace inkray
