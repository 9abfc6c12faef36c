// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"
#include "Renderers/Isosurface/IsosurfaceVolume.h"
#include "Renderers/Isosurface/LoopCounters.h"

namespace inkray
{

/// A multi-kernel pipeline on one backend, with any compaction between its kernels. The ray caster has its
/// own pipeline. Tests and benchmarks add others through MultiKernelFactory, to compare the compactions of
/// the papers in the same frame.
template <class Backend>
class MultiKernelPipelineOn : public MultiKernelPipeline
{
public:
  virtual void cast(Backend& backend, const IsosurfaceMethodOptions& options, const IsosurfaceScene& scene,
    const IsosurfaceVolume<Backend>& volume, const IsosurfaceImage& image) = 0;
  /// Counters of the last cast; waits for it.
  virtual const LoopCounters& counters(Backend& backend) const = 0;
  /// Milliseconds of the stages of the last cast, by LoopStage; 0 if they were not timed.
  virtual const double* stageMilliseconds() const = 0;
};

} // namespace inkray
