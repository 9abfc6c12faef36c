// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// One surface {f = value}: it separates values below from values at or above it.
struct Isosurface
{
  double value = 0;             ///< in the units of the data
  float color[3] = { 1, 1, 1 }; ///< used unless a second array colors the surfaces
  float opacity = 1;            ///< of one crossing, at any angle
  bool keepsColor = false;      ///< use `color` even if a second array colors the other surfaces
};

} // namespace inkray
