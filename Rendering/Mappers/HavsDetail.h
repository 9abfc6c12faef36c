// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

/// The share of a mesh's inner faces that HAVS draws while someone interacts. It grows or shrinks by the
/// ratio of the wanted time to the last frame's time. Stills have all faces.
class HavsDetail
{
public:
  /// The least share: with fewer faces the picture hardly resembles the mesh.
  static constexpr double Least = 0.02;

  /// The share of the faces for the next frame. Without a target (0) it is 1.
  float Choose(bool isStill, double targetMilliseconds) const
  {
    return isStill || !(targetMilliseconds > 0) ? 1.0f : static_cast<float>(this->Share);
  }

  /// Report the time of a frame that drew the share `drawn`. Times within a tenth of the target change
  /// nothing, so that the picture does not flicker.
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
