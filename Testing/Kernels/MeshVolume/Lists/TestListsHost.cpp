// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "MeshVolume/Lists/ListsTest.h"

namespace liststest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, ListsTest, HostBackend);

} // namespace liststest
