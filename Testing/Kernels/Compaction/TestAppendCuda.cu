// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/AppendTest.h"
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"

namespace appendtest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, AppendTest, CudaBackend);

} // namespace appendtest
