// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Compactor.h"
#include "Renderers/PathTracer/PathGeometry.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathState.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

namespace inkray
{

template <class Backend>
class PathLoopOn;

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
  std::int64_t pathsOfLaunch = 0; ///< as LaunchPacer keeps it; 0: the scene is another
  std::vector<double> bounceMilliseconds;

  /// Of the arrays that are not the compactor's own.
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

/// Add samples [first, first + count) to a frame's sums, by `loop` where there is one, otherwise by `kernel`,
/// which is not Auto. In steps that the backend's observer may abandon. Compiled for each backend and kind of
/// geometry in a source of its own. Throws InvalidInput for a loop that does not trace the kind.
template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, PathLoopOn<Backend>* loop,
  const PathFrameOptions& options, std::uint32_t first, std::uint32_t count,
  PathWorkspace<Backend>& workspace);

/// Between bounces of whole frames, the same for all geometries: of `live` slots in w.slots[0] those whose
/// flag is set go to w.slots[1], in order. Returns their number.
template <class Backend>
std::int64_t keepLivePaths(Backend& backend, std::int64_t live, PathWorkspace<Backend>& w);
/// The slots in w.slots[1] in an order that brings rays together that go much the same way (rayOrder).
template <class Backend>
void sortLivePaths(Backend& backend, std::int64_t live, bool byOrigin, PathWorkspace<Backend>& w);

/// Window depths of what the pixels' centres show.
template <class Geometry, class Backend>
void tracePathDepth(Backend& backend, const PathFrame& frame, float* depth);

} // namespace inkray
