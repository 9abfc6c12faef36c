// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// Finds the rays whose fragments a k-buffer may get in a wrong order, in double precision from the tets that
/// the brute-force caster clips. Shares no code with HAVS.
class KBufferOracle
{
public:
  /// `opaqueDepth`: width x height window depths, or null. Scene and depths belong to the caller.
  KBufferOracle(const OracleScene& scene, const Camera& camera, const float* opaqueDepth = nullptr);

  /// Whether the ray of pixel (i, j) meets a face only after at least `bufferSize` faces that lie behind it,
  /// in the order of the centroids. For all other rays, the k-buffer has every fragment in its place,
  /// whatever HAVS counts. A ray that begins inside a tet, at the near plane, may always be out of order:
  /// faces in front of it are not examined.
  bool isOutOfOrder(int i, int j, int bufferSize) const;

private:
  std::vector<OracleSegment> segments(int i, int j) const;
  double place(const std::array<std::int64_t, 3>& face) const;

  const OracleScene& Scene;
  int Width;
  bool IsParallel;
  const float* OpaqueDepth;
  BruteForceTetCaster Caster;
  std::vector<Vector> EyePoints;
  double Size = 0;
};

} // namespace inkray::testing
