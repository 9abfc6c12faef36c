// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"
#include "View/Clipping.h"

#include <vector>

namespace inkray
{

/// A box to which something is cut, in the coordinates that `camera` takes to the eye.
struct BoxInView
{
  AxisBox box;
  Camera camera;

  /// Whether these are the coordinates of another camera, too.
  bool isInCoordinatesOf(const Camera& other) const;
  /// The sides that are finite, as half spaces in the coordinates of another camera. One of them has no
  /// normal in a view that is singular, and is left out.
  std::vector<ClippingPlane> sidesFor(const Camera& other) const;
};

/// The space that both boxes have.
AxisBox commonSpace(const AxisBox& a, const AxisBox& b);

} // namespace inkray
