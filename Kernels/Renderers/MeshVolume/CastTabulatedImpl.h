// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastEither.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"
#include "Renderers/MeshVolume/Integrators/TwoPointIntegrators.h"
#include "Renderers/MeshVolume/Segments/SegmentSample.h"

namespace inkray
{

template <class Backend>
void castTabulated(Backend& backend, const TetRays& rays, const TwoPointFunctions& functions)
{
  constexpr int blocks = launches::colourTable.blocks;
  const GatherTableColours exact = { functions.colours };
  const GatherFromSteps fast = { functions.steps };
  rays.cut ? castEither<CutView, blocks>(backend, rays, exact, fast, functions.areTaken)
           : castEither<WholeView, blocks>(backend, rays, exact, fast, functions.areTaken);
}

template <class Backend>
void sampleFunctionSegments(
  Backend& backend, const SegmentSample& sample, const PiecewiseView& pieces, const StepView& steps)
{
  backend.forEach(
    sample.numErrors, CompareSegments<GatherValues, GatherFromSteps>{ sample, { pieces }, { steps } });
}

} // namespace inkray
