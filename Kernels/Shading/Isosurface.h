// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// One surface {f = value}: it separates values below from values at or above it.
struct Isosurface
{
  double value = 0;             ///< in the units of the data
  float color[3] = { 1, 1, 1 }; ///< when no second array colours the surfaces
  float opacity = 1;            ///< of one crossing, at any angle
  bool keepsColor = false;      ///< `color` counts where a second array colours the other surfaces, too
};

} // namespace inkray
