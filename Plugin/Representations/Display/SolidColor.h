// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h"

class vtkPiecewiseFunction;
class vtkVolumeProperty;

/// The look of a volume in one color: all values have that color, and opacity varies with the value.
class INKRAYREPRESENTATIONS_EXPORT SolidColor
{
public:
  SolidColor();
  ~SolidColor();

  /// The color, with components in [0, 1]. White by default.
  void SetColor(double red, double green, double blue);

  /// The property for values in `range` (low, high; low above high stands for the value 0). `opacity` is the
  /// opacity function; null: opacity rises from 0 to 1 over the range. `unitDistance` is that of
  /// vtkVolumeProperty. The same property is returned by each call, and updated if needed.
  vtkVolumeProperty* GetProperty(const double range[2], vtkPiecewiseFunction* opacity, double unitDistance);

  /// Copy the light coefficients of another property, but not whether it is shaded.
  void TakeLight(vtkVolumeProperty* from);

private:
  double Color[3] = { 1, 1, 1 };
  double Colored[5] = { 0, 0, 0, 0, 0 }; // the range and the color that the property has
  bool IsColored = false;
  vtkNew<vtkPiecewiseFunction> Ramp;
  vtkNew<vtkVolumeProperty> Property;
};
