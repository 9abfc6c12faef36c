// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastEither.h"
#include "Renderers/MeshVolume/CastMediumImpl.h"
#include "Renderers/MeshVolume/Integrators/TwoPointIntegrators.h"
#include "Renderers/MeshVolume/Segments/SegmentSample.h"

namespace inkray
{

/// Call f with what gathers functions of smooth gradients exactly, and by two points a segment.
template <class F>
void withGradientIntegrators(const MediumFrame& frame, const F& f)
{
  const Medium& m = frame.medium;
  if (m.colourSource == ColourSource::Table)
    f(GatherFromTable{ m.table, m.vertexMagnitudes },
      GatherByTwoPoints<TableFunction>{ { m.table }, m.vertexMagnitudes });
  else
    f(GatherWithGradients{ m.colours, m.factors, m.vertexMagnitudes },
      GatherByTwoPoints<ProductView>{ frame.twoPoints.product, m.vertexMagnitudes });
}

template <class Backend>
void castGradient(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  constexpr int blocks = launches::gradients.blocks;
  const Medium& m = frame.medium;
  const bool isTable = m.colourSource == ColourSource::Table;
  if (m.light && m.vertexMagnitudes)
    castAlong<launches::gradientsInLight.blocks>(
      backend, rays, GatherWithGradientsInLight{ m.colours, m.factors, m.vertexMagnitudes, m.light });
  else if (m.light)
    castAlong<blocks>(
      backend, rays, GatherWithFactors<GatherInFlatLight>{ { m.colours, m.light }, m.cellMagnitudes });
  else if (m.vertexMagnitudes)
    withGradientIntegrators(frame, [&](const auto& exact, const auto& fast) {
      rays.cut ? castEither<CutView, blocks>(backend, rays, exact, fast, frame.twoPoints.areTaken)
               : castEither<WholeView, blocks>(backend, rays, exact, fast, frame.twoPoints.areTaken);
    });
  else if (isTable)
    castAlong<blocks>(backend, rays, GatherFromTableRows{ m.table, m.cellMagnitudes });
  else
    castAlong<blocks>(backend, rays, GatherWithFactors<GatherValues>{ { m.colours }, m.cellMagnitudes });
}

template <class Backend>
void sampleGradientSegments(Backend& backend, const SegmentSample& sample, const MediumFrame& frame)
{
  withGradientIntegrators(frame, [&](const auto& exact, const auto& fast) {
    backend.forEach(sample.numErrors,
      CompareSegments<std::decay_t<decltype(exact)>, std::decay_t<decltype(fast)>>{ sample, exact, fast });
  });
}

} // namespace inkray
