// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "SteppedIsosurfaceImpl.h"

#include <memory>

namespace inkray::laboratory
{

std::unique_ptr<MultiKernelPipeline> makeCudaSteppedCaster(float step, SteppedIsosurface::Bricks bricks)
{
  return std::make_unique<SteppedCaster<CudaBackend>>(step, bricks);
}

} // namespace inkray::laboratory
