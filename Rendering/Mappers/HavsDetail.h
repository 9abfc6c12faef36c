// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

/// The share of a mesh's inner faces that HAVS draws while someone interacts, so that a frame takes the
/// wanted time: it grows or shrinks by as much as the last frame was too fast or too slow. Stills have all
/// faces.
class HavsDetail
{
public:
  /// Below this the picture has little to do with the mesh.
  static constexpr double Least = 0.02;

  /// The share of the faces for the next frame. Without a target (0) it is all of them.
  float Choose(bool isStill, double targetMilliseconds) const
  {
    return isStill || !(targetMilliseconds > 0) ? 1.0f : static_cast<float>(this->Share);
  }

  /// A frame with that share took so long. Times within a tenth of the target change nothing, so that the
  /// picture does not tremble.
  void Measure(float drawn, double milliseconds, double targetMilliseconds)
  {
    this->Share = drawn;
    if (targetMilliseconds > 0 && milliseconds > 0 &&
      (milliseconds > 1.1 * targetMilliseconds || milliseconds < 0.9 * targetMilliseconds))
    {
      this->Share = std::clamp(drawn * targetMilliseconds / milliseconds, Least, 1.0);
    }
  }

private:
  double Share = 1;
};
