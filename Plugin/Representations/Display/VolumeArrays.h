// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"

#include <vector>

struct RayCastArray;
class vtkAbstractVolumeMapper;
class vtkColorTransferFunction;
class vtkDataObject;
class vtkDataSet;
class vtkTetRayCastSettings;

/// The arrays that a volume shows, and which component of a vector counts.
struct VolumeArrays
{
  enum VectorModeType
  {
    AS_COLORED = 0,
    MAGNITUDE = 1,
    COMPONENT = 2
  };

  ArrayChoice Color;                ///< no name: Solid Color
  ArrayChoice Opacity;              ///< replaces Color if no array is chosen there
  int OpacityComponent = -1;        ///< if the array has no such component: the magnitude
  bool UsesSeparateOpacity = false; ///< requested by the user; needs both arrays
  int VectorMode = AS_COLORED;      ///< AS_COLORED: the component that the color map shows
  int VectorComponent = 0;

  /// Whether a separate array gives the opacity.
  bool HasSeparateOpacity() const;

  /// The arrays that a block of a data set must have to be drawn.
  std::vector<ArrayChoice> GetNeeded(vtkDataObject* data) const;

  /// Set the component of the array to color by in the settings of a mapper.
  void ShowColored(vtkTetRayCastSettings* settings, vtkColorTransferFunction* colors) const;

  /// Make a mapper show the opacity array, for Solid Color. If the array is not chosen or not in the data,
  /// the first array in the data replaces it. All ranks call this function at the same time. `range` receives
  /// the least and the greatest value on any rank; if no rank has a value, the first number is the greater
  /// one. Returns whether this rank has an array.
  bool ShowSolid(vtkDataSet* data, vtkAbstractVolumeMapper* mapper, vtkTetRayCastSettings* settings,
    double range[2]) const;

  /// The array of a grid that the transfer functions apply to, with the component that the settings show.
  RayCastArray FindShown(vtkDataSet* grid, vtkTetRayCastSettings* settings) const;
};
