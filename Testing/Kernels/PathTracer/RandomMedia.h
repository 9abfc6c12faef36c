// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/MediumReference.h"
#include "Oracles/MergedOracle.h"
#include "Oracles/Randomness.h"

namespace inkray::testing
{

/// A medium, as the path tracer and as the reference of merged pictures have it.
struct RandomMedium
{
  MergedScene scene;
  MediumGrid grid; ///< without points: the medium is the mesh of the scene
};

/// A mesh of any kind around the origin, with values at points or in cells, some of which are missing.
RandomMedium randomMeshMedium(Randomness& random, std::uint32_t seed);

/// An image with values that are linear in space, as they are in the tets of the reference, and with holes.
RandomMedium randomImageMedium(Randomness& random);

} // namespace inkray::testing
