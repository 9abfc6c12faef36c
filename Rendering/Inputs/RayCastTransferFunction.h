// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/TransferFunction.h"

#include <string>

class vtkVolumeProperty;

namespace RayCastBridge
{

/// Use of a volume property's functions.
struct FunctionUse
{
  bool Colors = true;    ///< otherwise black
  bool Opacities = true; ///< otherwise 1 everywhere
  bool PerLength = true; ///< attenuation is opacity / ScalarOpacityUnitDistance, otherwise opacity itself
  double Opacity = 1.0;  ///< multiplies the opacities
  /// Opacity is the share that one unit distance stops, as in VTK's mappers of images, not its limit for a
  /// thin slab: attenuation is -log(1 - opacity) / ScalarOpacityUnitDistance. 1 counts as 1 - 1e-5.
  bool OverUnitDistance = false;
};

/// Colour and attenuation of a volume property as one piecewise-linear function.
///
/// Knots lie where the colour or the opacity function has a node. Attenuation is opacity /
/// ScalarOpacityUnitDistance per world unit, the same as in VTK's unstructured-grid ray integrators. Where
/// VTK's interpolation is not linear in RGB (HSV, Lab, diverging, step, midpoint and sharpness, logarithmic
/// scales), the interval is halved until the linear error is below `tolerance`, and the tolerance is doubled
/// until at most `maxKnots` are left. With clamping off, colour or opacity outside the nodes is zero. Below-
/// and above-range colours hold outside the nodes when used.
///
/// A discretised colour map keeps its bands where one of them is farther than 1.5/255 from the continuous
/// map; bands that nobody can tell from the continuous map only cost time. Of 256 bands or more, which
/// ParaView has by default, only those are kept that are farther than 8/255 from it. With indexed
/// (categorical) colours the function is categorical: annotated values have their colours and all others the
/// NaN colour. In its knots, each annotated value's colour holds up to half way to the next.
///
/// `message` receives one sentence about a function that cannot be drawn as it is (no points, a unit distance
/// that is not positive), empty otherwise.
inkray::TransferFunction MakeTransferFunction(vtkVolumeProperty* property, std::string& message,
  const FunctionUse& use = {}, double tolerance = 5e-4, std::size_t maxKnots = 1024);

} // namespace RayCastBridge
