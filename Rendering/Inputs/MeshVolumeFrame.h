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
  bool IsPart = false;    ///< Grid is one part of a mesh; other ranks have the rest
  bool IsInLight = false; ///< the volume is lit
  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  /// The range that values are relative to (inkray::HeldField), the same for all parts whose films are
  /// combined; empty: their own range. HeldOpacity is the range of a separate opacity array.
  inkray::FiniteRange Held, HeldOpacity;
  double BlendedOpacity = 1;                          ///< see vtkTetRayCastMapper
  vtkScalarsToColors* SurfaceColorFunction = nullptr; ///< the settings' function for isosurfaces, or null
};
