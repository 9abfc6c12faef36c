// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "StreamsTest.h"

namespace inkray::laboratory::testing
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, StreamsTest, CudaBackend);

} // namespace inkray::laboratory::testing
