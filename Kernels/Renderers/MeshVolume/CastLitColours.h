// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastColours.h"
#include "Renderers/MeshVolume/CastShaded.h"

namespace inkray
{

/// Cast the rays of a picture of a volume with colours of its vertices, in the light of its cells, of which
/// there are six numbers. Compiled for each backend in a source of its own.
template <class Backend>
void castLitColours(
  Backend& backend, const TetRays& rays, const ColouredVertices& values, const ShadedValues& light);

} // namespace inkray
