// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <algorithm>

class vtkRayCastSettings;

/// The box that crops a display, with the parameters of ParaView's box widget. The bounds of the data are
/// scaled, rotated about y, then x, then z, and moved. Scale and rotation are about the origin.
struct INKRAYREPRESENTATIONS_EXPORT CroppingBox
{
  bool Use = false;
  bool KeepsOutside = false;
  double Origin[3] = { 0, 0, 0 };   ///< the translation of the box
  double Rotation[3] = { 0, 0, 0 }; ///< in degrees, about x, y and z
  double Scale[3] = { 1, 1, 1 };

  void SetOrigin(const double origin[3]) { std::copy_n(origin, 3, this->Origin); }
  void SetRotation(const double degrees[3]) { std::copy_n(degrees, 3, this->Rotation); }
  void SetScale(const double scale[3]) { std::copy_n(scale, 3, this->Scale); }

  /// Whether all numbers are finite and no scale is 0.
  bool HasVolume() const;

  /// Set the crop box in the settings of a mapper. `bounds` are those of this rank's part of the
  /// data, with minima above maxima if it is empty. The box is relative to the bounds of all
  /// ranks, which call this together.
  void ApplyTo(vtkRayCastSettings* settings, const double bounds[6]) const;
};
