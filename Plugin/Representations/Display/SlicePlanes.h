// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkTetRayCastSettings;

/// The slices that a display shows of a mesh, as ParaView's filter Slice has them: a plane, moved along its
/// normal by each offset.
struct SlicePlanes
{
  bool Use = false;
  double Opacity = 1;
  std::vector<double> Offsets{ 0.0 };
  double Origin[3] = { 0, 0, 0 };
  double Normal[3] = { 1, 0, 0 };

  /// Change one offset; those between the last and it are 0.
  void SetOffset(int i, double offset);

  void ApplyTo(vtkTetRayCastSettings* settings) const;
};
