// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
  /// The range that values are held relative to (inkray::TetRayCaster::setWholeRange), the same for all
  /// pieces whose films are combined; low above high: their own range.
  double WholeRange[2] = { 1, -1 };
  double WholeOpacityRange[2] = { 1, -1 };            ///< the same of the opacity, where it is another array
  double BlendedOpacity = 1;                          ///< see vtkTetRayCastMapper
  vtkScalarsToColors* SurfaceColorFunction = nullptr; ///< that the settings have for isosurfaces, or null
};
