// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

class vtkPVTransferFunction2D;
class vtkPiecewiseFunction;
class vtkVolumeProperty;

/// The functions of gradient magnitude that a display applies to a volume.
struct GradientFunctions
{
  GradientFunctions();
  ~GradientFunctions();

  bool UseOpacity = false;
  vtkSmartPointer<vtkPiecewiseFunction> Opacity;
  bool UseTransfer2D = false;
  vtkSmartPointer<vtkPVTransferFunction2D> Transfer2D; ///< null: the 2-D function of the color map is used

  /// Set the functions that are in use in the property of a volume. Without an array to color by (Solid
  /// Color), no 2-D function is used.
  void ApplyTo(vtkVolumeProperty* property, bool hasArray) const;
};
