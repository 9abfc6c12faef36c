// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

namespace inkray
{

/// Light from infinitely far all around. Radiances are linear RGB, not negative. In a constant environment of
/// radiance 1, a white diffuse surface has the color 1 everywhere.
struct Environment
{
  enum class Kind
  {
    Constant, ///< `color` from everywhere
    Gradient, ///< from `bottom` straight down to `color` straight up, linear in the sine of the elevation
    Image     ///< an equirectangular image
  };

  Kind kind = Kind::Constant;
  float color[3] = { 1, 1, 1 };
  float bottom[3] = { 1, 1, 1 };
  /// The image: width x height x RGB, lower row (straight down) first, as VTK reads .hdr files. Column 0
  /// begins at the direction -right; half the width is +right, and a quarter of the width is -(right x up).
  /// vtkSkybox shows an image in the same way.
  std::int32_t width = 0, height = 0;
  static constexpr std::int64_t MaximumPixels = std::int64_t(1) << 28; ///< width x height
  std::vector<float> rgb;
  float strength = 1; ///< factor on all radiances; 0: dark
  /// Orthogonal directions in the world, like vtkRenderer's EnvironmentUp and EnvironmentRight.
  float up[3] = { 0, 1, 0 }, right[3] = { 1, 0, 0 };
};

} // namespace inkray
