// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastEither.h"
#include "Renderers/MeshVolume/CastMediumImpl.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"

namespace inkray
{

template <class Backend>
void castTabulated(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  constexpr int blocks = launches::functionColorTable.blocks;
  const GatherTableColors exact = { frame.functionColorTable };
  const GatherMedium<medium_kernel::values, true> fast = { { frame.medium }, frame.twoPoints };
  rays.cut ? castEither<CutView, blocks>(backend, rays, exact, fast, frame.twoPoints.areTaken)
           : castEither<WholeView, blocks>(backend, rays, exact, fast, frame.twoPoints.areTaken);
}

} // namespace inkray
