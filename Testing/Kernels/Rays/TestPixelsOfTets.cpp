// SPDX-License-Identifier: BSD-3-Clause
#include "Rays/TetKinds.h"

namespace inkray::testing
{
INSTANTIATE_TYPED_TEST_SUITE_P(PixelsOfTets, WalkConformance, ::testing::Types<PixelsOfTets>);
} // namespace inkray::testing
