// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "StreamsTest.h"

namespace inkray::laboratory::testing
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, StreamsTest, HostBackend);

} // namespace inkray::laboratory::testing
