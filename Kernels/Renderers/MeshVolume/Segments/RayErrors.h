// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Segments/SegmentSample.h"

#include <vector>

namespace inkray
{

/// Errors of a picture, of numbers from 0 to 1, that are to be expected by a sample of segments: of rays as
/// long as the mesh, whose segments' errors add as a mean that goes with their number and a random part that
/// goes with its square root. A segment is seen through a transmittance that falls as it does on average, or
/// as in the segment's region where that is less dense, and what lies behind has the mean colour or none,
/// whichever is worse.
struct RayErrors
{
  double picture = 0.0; ///< root mean square, from the direction in which it is largest
  double region = 0.0;  ///< of rays within the worst of the mesh's regions alone
  double segment = 0.0; ///< largest of a segment

  static constexpr std::size_t mostRegions = 32;

  /// Of entries in the order of the mesh's tets, and so many regions. A mean that is one region's only is
  /// found where there are more segments in each direction than a ray has.
  RayErrors(const std::vector<SegmentErrors>& entries, std::size_t numRegions);

  /// Whether the errors are small enough for two points a segment. The largest error of a segment stays below
  /// half of the least difference that a screen can show (1/255). Tests allow a picture a root mean square of
  /// 2e-4: the whole picture stays below half of that, and the worst region alone below three quarters,
  /// because a sample has underestimated it by a fifth.
  bool areSmall() const { return picture < 1e-4 && region < 1.5e-4 && segment < 2e-3; }
  /// Whether even a sample that is too small for areSmall proves that the errors are too large.
  bool areLarge() const { return picture > 4e-4 || segment >= 2e-3; }
};

} // namespace inkray
