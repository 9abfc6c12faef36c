// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

class vtkPVTransferFunction2D;
class vtkPiecewiseFunction;
class vtkVolumeProperty;

/// The functions of the magnitude of gradients that a display draws a volume with.
struct GradientFunctions
{
  GradientFunctions();
  ~GradientFunctions();

  bool UseOpacity = false;
  vtkSmartPointer<vtkPiecewiseFunction> Opacity;
  bool UseTransfer2D = false;
  vtkSmartPointer<vtkPVTransferFunction2D> Transfer2D; ///< null: that of the colour map, which always has one

  /// Have a volume drawn with what is in use. Without an array to colour by (Solid Color) there is no 2-D
  /// function.
  void ApplyTo(vtkVolumeProperty* property, bool hasArray) const;
};
