// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/MergedOracle.h"
#include "Oracles/RandomScene.h"

namespace inkray::testing
{

/// Add isosurfaces, slices and their light.
void addSurfaces(Randomness& random, MergedScene& scene);

/// A mesh of a picture of several, in a random place, and what is cut away of it.
MergedScene randomMember(Randomness& random, std::uint32_t seed, const Camera& camera);

} // namespace inkray::testing
