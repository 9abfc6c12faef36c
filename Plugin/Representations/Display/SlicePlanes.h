// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <algorithm>
#include <vector>

class vtkTetRayCastSettings;

/// The slices of a mesh that a display shows, with the parameters of ParaView's filter Slice: one plane,
/// moved along its normal by each offset.
struct INKRAYREPRESENTATIONS_EXPORT SlicePlanes
{
  bool Use = false;
  bool Alone = false; ///< draw no volume around the slices
  double Opacity = 1;
  std::vector<double> Offsets{ 0.0 };
  double Origin[3] = { 0, 0, 0 };
  double Normal[3] = { 1, 0, 0 };

  /// Change the opacity, which is clamped to [0, 1].
  void SetOpacity(double opacity) { this->Opacity = std::clamp(opacity, 0.0, 1.0); }

  void SetOrigin(const double origin[3]) { std::copy_n(origin, 3, this->Origin); }
  void SetNormal(const double normal[3]) { std::copy_n(normal, 3, this->Normal); }

  /// Set the number of offsets. New offsets are 0.
  void SetNumberOfOffsets(int number) { this->Offsets.resize(std::max(0, number)); }

  /// Change one offset. Offsets that are missing before it are added as 0.
  void SetOffset(int i, double offset);

  void ApplyTo(vtkTetRayCastSettings* settings) const;
};
