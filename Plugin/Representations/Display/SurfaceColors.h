// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "vtkSmartPointer.h"

class vtkRayCastSurfaceSettings;
class vtkScalarsToColors;

/// The colouring of isosurfaces in a volume: by an array of their own with its own colour map, which says
/// which component of a vector counts; without one, by the colour map of the volume at their values.
struct SurfaceColors
{
  ArrayChoice Array;
  vtkSmartPointer<vtkScalarsToColors> Function; ///< null: that of the volume

  void ApplyTo(vtkRayCastSurfaceSettings* settings) const;
};
