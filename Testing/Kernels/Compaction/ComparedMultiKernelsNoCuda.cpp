// SPDX-License-Identifier: BSD-3-Clause
// In a build without a CUDA compiler, a request for CUDA gets null.
#include "Compaction/ComparedMultiKernels.h"

#include <memory>

namespace inkray
{

std::unique_ptr<MultiKernelPipeline> makeCudaMultiKernel(int, ComparedMethod)
{
  return nullptr;
}

} // namespace inkray
