// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <vector>

class vtkTetRayCastSettings;

/// The slices that a display shows of a mesh, as ParaView's filter Slice has them: a plane, moved along its
/// normal by each offset.
struct INKRAYREPRESENTATIONS_EXPORT SlicePlanes
{
  bool Use = false;
  bool Alone = false; ///< without the volume around them
  double Opacity = 1;
  std::vector<double> Offsets{ 0.0 };
  double Origin[3] = { 0, 0, 0 };
  double Normal[3] = { 1, 0, 0 };

  /// Change the opacity, from 0 to 1; beyond, it is clamped.
  void SetOpacity(double opacity);

  /// Change the plane.
  void SetOrigin(const double origin[3]);
  void SetNormal(const double normal[3]);

  /// Have as many offsets; new ones are 0.
  void SetNumberOfOffsets(int number);

  /// Change one offset; those between the last and it are 0.
  void SetOffset(int i, double offset);

  void ApplyTo(vtkTetRayCastSettings* settings) const;
};
