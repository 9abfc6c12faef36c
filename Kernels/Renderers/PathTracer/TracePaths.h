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

/// The workspace of all kernels but Naive, kept from sample to sample: states, lists of live paths, and their
/// number.
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
  std::int64_t pathsOfLaunch = 0; ///< the state of LaunchPacer; 0: the scene has changed
  std::vector<double> bounceMilliseconds;

  /// Bytes of the arrays, without the memory of the compactor and of the sort.
  std::size_t bytes() const
  {
    return states.bytes() + slots[0].bytes() + slots[1].bytes() + flags.bytes() + places.bytes() +
      keys.bytes() + counts.bytes();
  }
};

/// The frame of a picture, which receives the samples.
struct PathFrame
{
  const PathScene* scene; ///< in the backend's memory
  Float4* sums;
  std::uint32_t numRays; ///< in the order of PixelOrder
  std::int32_t bounces;
  int firstMark; ///< the first of numPathMarks marks of the backend, for times of bounces and launches
};
constexpr int numPathMarks = 5;

/// Add samples [first, first + count) to a frame's sums, by `loop` if it is not null, otherwise by `kernel`,
/// which is not Auto. The backend's observer may abort between steps. Each backend and kind of geometry is
/// compiled in its own source. Throws InvalidInput for a loop that does not trace the kind.
template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, PathLoopOn<Backend>* loop,
  const PathFrameOptions& options, std::uint32_t first, std::uint32_t count,
  PathWorkspace<Backend>& workspace);

/// Compact the paths of a whole frame between bounces, for all kinds of geometry: of the `live` slots in
/// w.slots[0], move those with a flag to w.slots[1], in order. Returns their number.
template <class Backend>
std::int64_t keepLivePaths(Backend& backend, std::int64_t live, PathWorkspace<Backend>& w);
/// Sort the slots in w.slots[1] so that neighboring rays have similar directions and origins (rayOrder).
template <class Backend>
void sortLivePaths(Backend& backend, std::int64_t live, bool byOrigin, PathWorkspace<Backend>& w);

/// Write the window depth of the first opaque surface behind each pixel's center.
template <class Geometry, class Backend>
void tracePathDepth(Backend& backend, const PathFrame& frame, float* depth);

} // namespace inkray
