// SPDX-License-Identifier: BSD-3-Clause
#include "BrickTreeTest.h"
#include "Execution/CudaBackend.cuh"
#include "Isosurface/BrickTree.cuh"

namespace bricktest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, BrickTreeTest, CudaBackend);

} // namespace bricktest
