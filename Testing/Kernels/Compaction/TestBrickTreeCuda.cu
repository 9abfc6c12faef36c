// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/BrickTreeTest.h"
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.cuh"

namespace bricktest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, BrickTreeTest, CudaBackend);

} // namespace bricktest
