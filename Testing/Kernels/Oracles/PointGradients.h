// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"

#include <vector>

namespace inkray::testing
{

/// Gradient of each tet of a scene with values at its points, in the scene's units; 0 for one without volume
/// or with a value that is not finite. By Cramer's rule, in double.
std::vector<Vector> tetGradients(const OracleScene& scene);

/// Gradients at the points: the volume-weighted mean over the tets around whose values are finite.
std::vector<Vector> pointGradients(const OracleScene& scene);

/// Gradients in eye coordinates.
std::vector<Vector> inEye(std::vector<Vector> gradients, const Camera& camera);

} // namespace inkray::testing
