// SPDX-License-Identifier: BSD-3-Clause
// Answers of a laboratory that was built without a CUDA compiler to requests for CUDA.
#include "Core/Errors.h"
#include "Laboratory.h"
#include "LaboratoryPaths.h"
#include "SteppedIsosurface.h"

#include <memory>

namespace inkray::laboratory
{
namespace
{
[[noreturn]] void refuse()
{
  throw Error("this build has nothing for CUDA");
}
} // namespace

std::unique_ptr<Laboratory> makeCudaLaboratory(const DeviceInfo&)
{
  refuse();
}
std::unique_ptr<MultiKernelPipeline> makeCudaSteppedCaster(float, SteppedIsosurface::Bricks)
{
  refuse();
}
std::unique_ptr<PathLoop> makeCudaPathsInBvh()
{
  refuse();
}

} // namespace inkray::laboratory
