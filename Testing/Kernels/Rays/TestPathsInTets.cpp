// SPDX-License-Identifier: BSD-3-Clause
#include "Rays/TetKinds.h"

namespace inkray::testing
{
INSTANTIATE_TYPED_TEST_SUITE_P(PathsInTets, WalkConformance, ::testing::Types<PathsInTets>);
} // namespace inkray::testing
