// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/MediumReference.h"
#include "Oracles/MergedOracle.h"
#include "Oracles/Randomness.h"

namespace inkray::testing
{

/// A medium in two forms: for the path tracer, and for the reference of merged pictures.
struct RandomMedium
{
  MergedScene scene;
  MediumGrid grid; ///< without points: the medium is the mesh of the scene
};

/// Return a mesh of any kind around the origin, with values at points or in cells, some of them NaN.
RandomMedium randomMeshMedium(Randomness& random, std::uint32_t seed);

/// Return an image, in half of all cases with holes. Its values are linear in space, so that the tets of the
/// reference have the same values.
RandomMedium randomImageMedium(Randomness& random);

} // namespace inkray::testing
