// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "PathsInBvh.h"

#include <memory>

namespace inkray::laboratory
{

std::unique_ptr<PathLoop> makeCudaPathsInBvh()
{
  return std::make_unique<PathsInBvh<CudaBackend>>();
}

} // namespace inkray::laboratory
