// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/MergedOracle.h"
#include "Oracles/RandomScene.h"

namespace inkray::testing
{

/// Add random isosurfaces, slices and lights for them.
void addSurfaces(Randomness& random, MergedScene& scene);

/// A random mesh for a picture of several, at a random place, with random cuts.
MergedScene randomMember(Randomness& random, std::uint32_t seed, const Camera& camera);

} // namespace inkray::testing
