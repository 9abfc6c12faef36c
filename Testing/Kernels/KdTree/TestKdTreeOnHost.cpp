// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "KdTree/KdTreeTest.h"

namespace kdtest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, KdTreeTest, HostBackend);

} // namespace kdtest
