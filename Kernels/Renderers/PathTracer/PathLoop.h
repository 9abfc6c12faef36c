// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathGeometry.h"
#include "Renderers/PathTracer/PathKernels.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/TracePaths.h"

#include <cstdint>

namespace inkray
{

/// The work of a loop: some samples of a part of the frame.
struct PartOfSample
{
  PathPart part;
  std::int64_t numRays, raysOfFrame;
  std::uint32_t sample, numSamples; ///< the first sample, and their number
  std::int32_t bounces;
  int firstMark;
};

/// A loop over paths on one backend. The path tracer contains the loops of PathKernel. Tests and benchmarks
/// add other loops through PathLoopFactory, to compare the loops of the papers in the same frame.
template <class Backend>
class PathLoopOn : public PathLoop
{
public:
  template <class T>
  using Array = typename Backend::template Array<T>;

  /// Whether threads follow several samples of a pixel; otherwise each trace() has one sample.
  virtual bool takesSeveral() const { return false; }
  /// Add the part's samples to its sums.
  virtual void trace(OneIsosurface, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) = 0;
  virtual void trace(OnlyTriangles, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) = 0;
  /// The number of rays of each path of the last sample; null if the loop does not count them.
  virtual const Array<std::uint8_t>* lengths() const { return nullptr; }
};

} // namespace inkray
