// SPDX-License-Identifier: BSD-3-Clause
#include "Rays/GridKinds.h"

namespace inkray::testing
{
INSTANTIATE_TYPED_TEST_SUITE_P(RaysInGrids, WalkConformance, GridTypes);
} // namespace inkray::testing
