// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/BlendIntegrators.h"
#include "Renderers/MeshVolume/CastBlended.h"

#include <type_traits>

namespace inkray
{

/// Call the one of both visits with the integrator of those values, for extremes or for sums.
template <class VisitExtreme, class VisitSum>
void visitBlended(const BlendedValues& values, const VisitExtreme& visitExtreme, const VisitSum& visitSum)
{
  const auto extreme = [&](auto isMaximum) {
    constexpr bool maximum = decltype(isMaximum)::value;
    values.cellValues ? visitExtreme(CellExtreme<maximum>{ values.pieces, values.cellValues })
                      : visitExtreme(PointExtreme<maximum>{ values.pieces });
  };
  const auto sum = [&](auto isMean) {
    constexpr bool mean = decltype(isMean)::value;
    const ValueRange range = { values.lowAverage, values.highAverage };
    values.cellValues ? visitSum(CellSum<mean>{ values.cellValues, values.cellColours, range })
                      : visitSum(PointSum<mean>{ values.pieces, range });
  };
  switch (values.mode)
  {
    case BlendMode::Composite:
      return;
    case BlendMode::Maximum:
      return extreme(std::true_type());
    case BlendMode::Minimum:
      return extreme(std::false_type());
    case BlendMode::Average:
      return sum(std::true_type());
    case BlendMode::Additive:
      return sum(std::false_type());
  }
}

template <class Backend>
void castBlended(Backend& backend, const TetRays& rays, const BlendedValues& values)
{
  const auto cast = [&](const auto& integrator) { castTetRays<16>(backend, rays, integrator); };
  visitBlended(values, cast, cast);
}

} // namespace inkray
