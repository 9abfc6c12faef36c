// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/MeshSurfaceTest.h"

#include <cmath>
#include <functional>

namespace inkray::testing
{

/// The part of a ray in one tet, and the opacity or sum that the part adds to the ray.
struct Contribution
{
  std::size_t tet;
  double begin, end; ///< distances from the near plane
  double added;      ///< opacity, or a share of a sum
};

/// Tests of picked cells, compared with the segments of the double-precision brute-force caster.
class MeshPickTest : public MeshSurfaceTest
{
protected:
  static constexpr int Size = 48;
  /// Rounding of opacities: if it decides between two cells, both are right.
  static constexpr double Rounding = 2e-5;

  using Contributions = std::function<std::vector<Contribution>(const std::vector<OracleSegment>&)>;

  /// The opacity that composited values add along a ray.
  static Contributions composited(const BruteForceTetCaster& oracle, const std::vector<double>& values,
    bool perCell, const TransferFunction& function)
  {
    return [&oracle, &values, perCell, &function](const std::vector<OracleSegment>& segments) {
      std::vector<Contribution> found;
      double opticalDepth = 0.0;
      for (const OracleSegment& segment : segments)
      {
        if (!oracle.isFinite(values, perCell, segment.tet))
          continue;
        const auto ends = oracle.ends(values, perCell, segment);
        std::array<double, 4> rgba = { 0, 0, 0, 0 };
        const double before = std::exp(-opticalDepth);
        integrateSegment(function, ends[0], ends[1], segment.end - segment.begin, opticalDepth, rgba);
        found.push_back({ segment.tet, segment.begin, segment.end, before - std::exp(-opticalDepth) });
      }
      return found;
    };
  }

  static std::vector<double> cellValues(const OracleScene& scene)
  {
    std::vector<double> values(scene.tets.size() / 4);
    for (std::size_t t = 0; t < values.size(); ++t)
      values[t] = static_cast<double>((7 * t) % 13) / 12.0;
    return values;
  }
};

} // namespace inkray::testing
