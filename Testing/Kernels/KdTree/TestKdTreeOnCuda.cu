// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/KdTree/KdBuilder.cuh"
#include "Geometry/KdTree/KdTreeImpl.h"
#include "KdTree/KdTreeTest.h"
#include "Laboratory/KdTree/KdPrimitives.cuh"

namespace kdtest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, KdTreeTest, CudaBackend);

} // namespace kdtest
