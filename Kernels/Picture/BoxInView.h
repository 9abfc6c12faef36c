// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"
#include "View/Clipping.h"

#include <vector>

namespace inkray
{

/// A box that cuts data, in the coordinates that `camera` transforms to the eye.
struct BoxInView
{
  AxisBox box;
  Camera camera;

  /// Whether another camera is in the same coordinates.
  bool isInCoordinatesOf(const Camera& other) const;
  /// The finite sides, as half spaces in the coordinates of another camera. A side that has no normal there,
  /// in a singular view, is left out.
  std::vector<ClippingPlane> sidesFor(const Camera& other) const;
  /// Restrict what another camera sees to this box. Cuts `piece`, or adds planes if the coordinates differ.
  void cut(const Camera& other, AxisBox& piece, std::vector<ClippingPlane>& planes) const;
};

/// The intersection of two boxes.
AxisBox commonSpace(const AxisBox& a, const AxisBox& b);

} // namespace inkray
