// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkRayCastSettings;

/// The box that a display crops by, as ParaView's box widget has it: the bounds of the data are scaled,
/// turned about y, x and z in this order, and moved, all from the origin of the coordinates.
struct INKRAYREPRESENTATIONS_EXPORT CroppingBox
{
  bool Use = false;
  bool KeepsOutside = false;
  double Origin[3] = { 0, 0, 0 };   ///< how far it is moved
  double Rotation[3] = { 0, 0, 0 }; ///< in degrees, about x, y and z
  double Scale[3] = { 1, 1, 1 };

  void SetOrigin(const double origin[3]);
  void SetRotation(const double degrees[3]);
  void SetScale(const double scale[3]);

  /// Whether its numbers are finite, and no scale is 0.
  bool HasVolume() const;

  /// Have a mapper crop by it. `bounds` are those of this rank's piece, with minima above maxima where it has
  /// none; the box is relative to those of all. All ranks call this.
  void ApplyTo(vtkRayCastSettings* settings, const double bounds[6]) const;
};
