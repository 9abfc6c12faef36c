// SPDX-License-Identifier: BSD-3-Clause
// A build without a CUDA compiler has no CUDA pipeline: requests return null.
#include "Compaction/ComparedMultiKernels.h"

#include <memory>

namespace inkray
{

std::unique_ptr<MultiKernelPipeline> makeCudaMultiKernel(int, ComparedMethod)
{
  return nullptr;
}

} // namespace inkray
