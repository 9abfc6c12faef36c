// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/BlendIntegrators.h"
#include "Renderers/MeshVolume/CastBlended.h"

#include <type_traits>

namespace inkray
{

template <class Backend>
void castBlended(Backend& backend, const TetRays& rays, const BlendedValues& values)
{
  const auto extreme = [&](auto isMaximum) {
    constexpr bool maximum = decltype(isMaximum)::value;
    values.cellValues
      ? castTetRays<16>(backend, rays, CellExtreme<maximum>{ values.pieces, values.cellValues })
      : castTetRays<16>(backend, rays, PointExtreme<maximum>{ values.pieces });
  };
  const auto sum = [&](auto isMean) {
    constexpr bool mean = decltype(isMean)::value;
    const ValueRange range = { values.lowAverage, values.highAverage };
    values.cellValues
      ? castTetRays<16>(backend, rays, CellSum<mean>{ values.cellValues, values.cellColours, range })
      : castTetRays<16>(backend, rays, PointSum<mean>{ values.pieces, range });
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

} // namespace inkray
