// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// What a k-buffer may get wrong of a ray, found in double from the tets that the brute-force caster clips
/// against it; shares no code with HAVS.
class KBufferOracle
{
public:
  /// `opaqueDepth`: width x height window depths, or null. The scene and the depths are the caller's.
  KBufferOracle(const OracleScene& scene, const Camera& camera, const float* opaqueDepth = nullptr);

  /// Whether the ray of pixel (i, j) meets a face after `bufferSize` others that lie behind it, in the order
  /// of the faces' centroids. Everywhere else the k-buffer has every fragment in its place, whatever HAVS
  /// counts. A ray that begins inside of a tet, at the near plane, has faces in front that are not looked at,
  /// and may always be out of order.
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
