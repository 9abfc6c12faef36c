// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"

#include <vector>

namespace inkray::testing
{

/// Which pixels a k-buffer of so many entries may get wrong: those whose ray meets a face after
/// `bufferSize` others that lie behind it, in the order of the faces' centroids. Everywhere else the k-buffer
/// has every fragment in its place, whatever HAVS counts. Found in double from the tets that the brute-force
/// caster clips against the ray; shares no code with HAVS.
///
/// A ray that begins inside of a tet, at the near plane, has faces in front that are not looked at, and may
/// always be wrong. `opaqueDepth`: width x height window depths or null.
std::vector<bool> pixelsOutOfOrder(
  const OracleScene& scene, const Camera& camera, int bufferSize, const float* opaqueDepth = nullptr);

} // namespace inkray::testing
