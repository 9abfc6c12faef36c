// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "MeshVolume/Lists/ListsTest.h"
#include "Renderers/MeshVolume/SortLists.cuh"

namespace liststest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, ListsTest, CudaBackend);

} // namespace liststest
