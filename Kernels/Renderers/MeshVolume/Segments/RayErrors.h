// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Segments/SegmentSample.h"

#include <vector>

namespace inkray
{

/// The errors of a picture, whose numbers are from 0 to 1, that a sample of segments predicts. Rays are as
/// long as the mesh. The errors of their segments add up: the mean grows with the number of segments, the
/// random part with its square root. A segment is seen through a transmittance that falls as it does on
/// average, or as in the segment's region if that is less dense. The background has the mean color or is
/// black, whichever is worse.
struct RayErrors
{
  double picture = 0.0; ///< root mean square, for the direction in which it is largest
  double region = 0.0;  ///< root mean square for rays within the worst of the mesh's regions
  double segment = 0.0; ///< the largest error of a segment

  static constexpr std::size_t mostRegions = 32;

  /// Compute the errors from entries in the order of the mesh's tets, for this many regions. A mean error in
  /// a single region is found if the region has more segments in each direction than a ray has.
  RayErrors(const std::vector<SegmentErrors>& entries, std::size_t numRegions);

  /// Whether the errors are small enough for two points a segment. The largest error of a segment stays below
  /// half of the least difference that a screen can show (1/255). Tests allow a picture a root mean square of
  /// 2e-4. The whole picture stays below half of that, and the worst region below three quarters, because a
  /// sample has underestimated it by a fifth.
  bool areSmall() const { return picture < 1e-4 && region < 1.5e-4 && segment < 2e-3; }
  /// Whether even a sample that is too small for areSmall proves that the errors are too large.
  bool areLarge() const { return picture > 4e-4 || segment >= 2e-3; }
};

} // namespace inkray
