// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/BrickTreeTest.h"
#include "Device/HostBackend.h"

namespace bricktest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, BrickTreeTest, HostBackend);

} // namespace bricktest
