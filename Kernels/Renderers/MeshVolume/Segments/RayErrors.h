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

  /// Whether a picture stays below a quarter of the least that its screen can show (1/255), half of what
  /// tests allow it as root mean square, and three quarters of that where it shows the worst region alone:
  /// there the sample was found to say 0.8 times the error.
  bool areSmall() const { return picture < 1e-4 && region < 1.5e-4 && segment < 2e-3; }
  /// Whether a sample that is too small to say that they are says that they are not.
  bool areLarge() const { return picture > 4e-4 || segment >= 2e-3; }
};

} // namespace inkray
