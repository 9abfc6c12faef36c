// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h"

class vtkPiecewiseFunction;
class vtkVolumeProperty;

/// How a volume in one colour is drawn: that colour for all values of a scalar, whose opacity varies.
class INKRAYREPRESENTATIONS_EXPORT SolidColor
{
public:
  SolidColor();
  ~SolidColor();

  /// The colour, with components from 0 to 1; white at first.
  void SetColor(double red, double green, double blue);

  /// For values in `range` (low, high; one that holds nothing stands for 0), with this opacity function, or,
  /// if it is null, with opacity that rises from 0 to 1 over the range, within `unitDistance` as
  /// vtkVolumeProperty has it. The property is that of the last call, changed where it has to be.
  vtkVolumeProperty* GetProperty(const double range[2], vtkPiecewiseFunction* opacity, double unitDistance);

  /// Have the property of GetProperty lit as another one, but for whether it is shaded.
  void TakeLight(vtkVolumeProperty* from);

private:
  double Color[3] = { 1, 1, 1 };
  double Colored[5] = { 0, 0, 0, 0, 0 }; // range and colour that the property has
  bool IsColored = false;
  vtkNew<vtkPiecewiseFunction> Ramp;
  vtkNew<vtkVolumeProperty> Property;
};
