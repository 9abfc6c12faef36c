// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Isosurface.h"

#include <vector>

class vtkRayCastSurfaceSettings;
class vtkVolumeProperty;

/// The isosurfaces that a frame draws, of those that the settings list: surfaces that are hidden or that
/// light passes through unhindered, and values that are no numbers, are left out.
struct IsosurfaceSet
{
  IsosurfaceSet() = default; ///< none
  IsosurfaceSet(vtkRayCastSurfaceSettings* settings, vtkVolumeProperty* property);

  std::vector<inkray::Isosurface> Surfaces;
  std::vector<int> Places; ///< of each surface in the list of isovalues
  bool NotANumber = false; ///< a listed isovalue is not finite

  bool IsTranslucent() const;
  /// Whether a listed isovalue is within a range, drawn or not.
  bool IsAnyWithin(const double range[2]) const;
  /// Whether they are drawn alike, whatever their places.
  bool operator==(const IsosurfaceSet& other) const;

private:
  std::vector<double> Values; // all that are finite
};
