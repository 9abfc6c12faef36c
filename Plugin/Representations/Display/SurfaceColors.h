// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "vtkSmartPointer.h"

class vtkRayCastSurfaceSettings;
class vtkScalarsToColors;

/// What colours isosurfaces in a volume: an array of its own by its own colour map, of which the map says
/// what counts of a vector; without one, the colour map of the volume at their values.
struct SurfaceColors
{
  ArrayChoice Array;
  vtkSmartPointer<vtkScalarsToColors> Function; ///< null: that of the volume

  void ApplyTo(vtkRayCastSurfaceSettings* settings) const;
};
