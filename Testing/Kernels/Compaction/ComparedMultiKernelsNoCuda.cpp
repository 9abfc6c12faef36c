// SPDX-License-Identifier: BSD-3-Clause
// The answer of a build without a CUDA compiler to a request for CUDA.
#include "Compaction/ComparedMultiKernels.h"

#include <memory>

namespace inkray
{

std::unique_ptr<MultiKernelPipeline> makeCudaMultiKernel(int, ComparedMethod)
{
  return nullptr;
}

} // namespace inkray
