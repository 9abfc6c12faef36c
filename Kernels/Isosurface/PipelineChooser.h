// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>

namespace inkray
{

/// Auto: which of two pipelines is faster, told from their own frames. After two frames of each, the faster one draws; the other is tried again now and then, more and more rarely as long as
/// nothing changes, so that trying costs less than one frame in a hundred.
class PipelineChooser
{
public:
  /// Forget everything: another volume, image size or kind of surface.
  void reset() { *this = PipelineChooser(); }

  IsosurfacePipeline choose()
  {
    for (int p = 0; p < 2; ++p)
      if (frames_[p] < warmUpFrames)
        return pipeline(p);
    const int best = milliseconds_[0] <= milliseconds_[1] ? 0 : 1;
    if (++sinceTrial_ < interval_)
      return pipeline(best);
    sinceTrial_ = 0;
    // The further apart the two are, the more a trial costs and the less it is worth.
    const double ratio = milliseconds_[1 - best] / std::max(milliseconds_[best], 1e-9);
    interval_ = std::min(std::max(2 * interval_, static_cast<int>(100 * ratio)), 4096);
    return pipeline(1 - best);
  }

  /// What a frame took. The first frame of a pipeline pays for its buffers and does not count.
  void record(IsosurfacePipeline used, double milliseconds)
  {
    const int p = used == IsosurfacePipeline::MultiKernel ? 1 : 0;
    ++frames_[p];
    milliseconds_[p] = frames_[p] <= 2 ? milliseconds : 0.75 * milliseconds_[p] + 0.25 * milliseconds;
  }

private:
  static constexpr int warmUpFrames = 2;
  static IsosurfacePipeline pipeline(int p) { return p == 1 ? IsosurfacePipeline::MultiKernel : IsosurfacePipeline::SingleKernel; }

  int frames_[2] = { 0, 0 };
  double milliseconds_[2] = { 0, 0 };
  int sinceTrial_ = 0;
  int interval_ = 100;
};

} // namespace inkray
