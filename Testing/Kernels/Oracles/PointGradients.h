// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"

#include <vector>

namespace inkray::testing
{

/// The gradient of each tet of a scene with point values, in the scene's units, by Cramer's rule in double
/// precision. It is 0 for a tet without volume or with a value that is not finite.
std::vector<Vector> tetGradients(const OracleScene& scene);

/// Gradients at the points: the volume-weighted mean over the adjacent tets with finite values.
std::vector<Vector> pointGradients(const OracleScene& scene);

/// Transforms gradients to eye coordinates.
std::vector<Vector> inEye(std::vector<Vector> gradients, const Camera& camera);

} // namespace inkray::testing
