// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkSmartPointer.h"

#include <string>
#include <vector>

class vtkDataArray;
class vtkInformation;

/// An array of a data set as a user chooses it: by its name, on the points or on the cells.
struct ArrayChoice
{
  std::string Name; ///< empty: none is chosen
  int Association = vtkDataObject::FIELD_ASSOCIATION_POINTS;

  /// The array of these properties of ParaView: the one to colour by. No name where none is chosen.
  static ArrayChoice Of(vtkInformation* inputArray);

  /// The array that stands in where none is chosen: the active scalars or the first array of numbers, of the
  /// points if they have one and else of the cells. No name where there is none.
  static ArrayChoice FirstIn(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces);

  /// The array of numbers in a data set, or null. A null data set has none.
  vtkDataArray* In(vtkDataSet* data) const;

  /// "points" or "cells", for messages.
  const char* GetPlace() const;

  /// VTK_SCALAR_MODE_USE_..._FIELD_DATA, for a volume mapper.
  int GetScalarMode() const;

  bool operator==(const ArrayChoice& other) const
  {
    return this->Name == other.Name && this->Association == other.Association;
  }
};
