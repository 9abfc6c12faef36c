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
class vtkUnstructuredGrid;

/// The arrays that a volume shows, and what counts of those with several components.
struct VolumeArrays
{
  enum VectorModeType
  {
    AS_COLOURED = 0,
    MAGNITUDE = 1,
    COMPONENT = 2
  };

  ArrayChoice Color;                ///< no name: Solid Color
  ArrayChoice Opacity;              ///< stands in for Color where there is none
  int OpacityComponent = -1;        ///< the length where it is no component of the array
  bool UsesSeparateOpacity = false; ///< wanted, where both arrays are chosen
  int VectorMode = AS_COLOURED;     ///< AS_COLOURED: what the colour map shows
  int VectorComponent = 0;

  /// Whether opacity comes from an array of its own.
  bool HasSeparateOpacity() const;

  /// The arrays that blocks of a data set have to have.
  std::vector<ArrayChoice> GetNeeded(vtkDataObject* data) const;

  /// Have a mapper with these settings show what counts of the array to colour by.
  void ShowColored(vtkTetRayCastSettings* settings, vtkColorTransferFunction* colors) const;

  /// Have a mapper with these settings show the array that stands in for one to colour by, the first in the
  /// data where none is chosen or it is not there, and find the range of its values over all ranks, which
  /// call this together; of none, low above high. False: there is none on this rank.
  bool ShowSolid(vtkDataSet* data, vtkAbstractVolumeMapper* mapper, vtkTetRayCastSettings* settings,
    double range[2]) const;

  /// The array of a grid that functions of value are of, and what the settings show of it.
  RayCastArray FindShown(vtkUnstructuredGrid* grid, vtkTetRayCastSettings* settings) const;
};
