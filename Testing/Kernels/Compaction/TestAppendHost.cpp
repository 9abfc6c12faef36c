// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/AppendTest.h"
#include "Device/HostBackend.h"

namespace appendtest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, AppendTest, HostBackend);

} // namespace appendtest
