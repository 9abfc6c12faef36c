// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/TransferFunction.h"

#include <algorithm>
#include <cmath>
#include <string>

class vtkVolumeProperty;

namespace RayCastBridge
{

/// Which parts of a volume property's functions to use.
struct FunctionUse
{
  bool Colors = true;    ///< false: black
  bool Opacities = true; ///< false: 1 everywhere
  bool PerLength = true; ///< attenuation is opacity / ScalarOpacityUnitDistance; false: the opacity itself
  double Opacity = 1.0;  ///< multiplies the opacities
  /// Whether the opacity is the share of light that one unit distance stops, as in VTK's image mappers.
  /// False: opacity is the limit for a thin slab. Attenuation is -log(1 - opacity) /
  /// ScalarOpacityUnitDistance if true; an opacity of 1 counts as 1 - 1e-5.
  bool OverUnitDistance = false;
};

/// The attenuation along one unit distance of an opacity from 0 to 1 (FunctionUse::OverUnitDistance).
inline double AttenuationOf(double opacity, bool isOverUnitDistance)
{
  return isOverUnitDistance ? -std::log1p(-std::clamp(opacity, 0.0, 1 - 1e-5))
                            : std::clamp(opacity, 0.0, 1.0);
}

/// Make one piecewise-linear function of a volume property's color and attenuation.
///
/// Knots lie at the nodes of the color and the opacity function. Attenuation is opacity /
/// ScalarOpacityUnitDistance per world unit, as in VTK's unstructured-grid ray integrators. VTK's
/// interpolation is not linear in RGB for HSV, Lab and diverging maps, steps, midpoint and sharpness, and
/// logarithmic scales. There the interval is halved until the linear error is below `tolerance`, and the
/// tolerance is doubled until at most `maxKnots` are left. With clamping off, color or opacity outside of the
/// nodes is zero. Below- and above-range colors, if used, hold outside of the nodes.
///
/// A discretized color map keeps its bands if one of them differs more than 1.5/255 from the continuous map;
/// bands that look continuous would only cost time. Of 256 bands or more, which ParaView has by default, only
/// bands that differ more than 8/255 are kept. With indexed (categorical) colors the function is categorical:
/// annotated values have their colors and all others the NaN color. In its knots, each annotated value's
/// color extends half way to the next.
///
/// `message` receives one sentence if the function cannot be drawn as it is (no points, a unit distance that
/// is not positive), and is empty otherwise.
inkray::TransferFunction MakeTransferFunction(vtkVolumeProperty* property, std::string& message,
  const FunctionUse& use = {}, double tolerance = 5e-4, std::size_t maxKnots = 1024);

} // namespace RayCastBridge
