// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "vtkSmartPointer.h"

class vtkRayCastSurfaceSettings;
class vtkScalarsToColors;

/// The coloring of isosurfaces in a volume. With an array, that array's color map colors them, and chooses
/// the component of a vector. Without one, the color map of the volume colors them by their isovalues.
struct SurfaceColors
{
  ArrayChoice Array;
  vtkSmartPointer<vtkScalarsToColors> Function; ///< null: the function of the volume is used

  /// Choose the array by association and name. "By Value" and "None", names in the panel and in old states,
  /// mean no array. Returns whether the choice has changed.
  bool Select(int association, const char* name);
  void ApplyTo(vtkRayCastSurfaceSettings* settings) const;
};
