// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastSeparate.h"
#include "Renderers/MeshVolume/CastShaded.h"

namespace inkray
{

/// Cast the rays of a picture of a volume of which opacity has values of its own, in the light, of which
/// there are six numbers. Compiled for each backend in a source of its own.
template <class Backend>
void castLitSeparate(
  Backend& backend, const TetRays& rays, const SeparateValues& values, const ShadedValues& light);

} // namespace inkray
