// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/FieldValues.h"
#include "MeshVolumeArrays.h"

#include <limits>

class vtkScalarsToColors;
class vtkUnstructuredGrid;

/// The parts of a mesh that a frame shows, and the settings that decide which data a caster needs.
struct MeshVolumeFrame : MeshVolumeArrays
{
  vtkUnstructuredGrid* Grid = nullptr;
  bool IsPiece = false;   ///< Grid is a piece of a mesh, of which others have the rest
  bool IsInLight = false; ///< the volume
  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  /// The range that values are held relative to (inkray::HeldField), the same for all pieces whose films are
  /// combined; empty: their own range. And that of the opacity, where it is another array.
  inkray::FiniteRange Held, HeldOpacity;
  double BlendedOpacity = 1;                          ///< see vtkTetRayCastMapper
  vtkScalarsToColors* SurfaceColorFunction = nullptr; ///< that the settings have for isosurfaces, or null
};
