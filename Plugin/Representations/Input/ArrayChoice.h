// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkSmartPointer.h"

#include <string>
#include <vector>

class vtkDataArray;
class vtkInformation;

/// An array of a data set as the user chooses it: by its name, on the points or on the cells.
struct ArrayChoice
{
  std::string Name; ///< empty: none is chosen
  int Association = vtkDataObject::FIELD_ASSOCIATION_POINTS;

  /// Set the choice. Returns false if it has not changed.
  bool Set(int association, const char* name);

  /// The array to color by, from the input array information of a representation. No name if none is chosen.
  static ArrayChoice Of(vtkInformation* inputArray);

  /// The array to show if the user has chosen none: the active scalars or the first array of numbers, points
  /// before cells. Arrays of ids and arrays with a single value are taken only if there are no others. The
  /// choice has no name without arrays of numbers.
  static ArrayChoice FirstIn(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces);

  /// Whether all blocks share an array of numbers: the same name, and on points in all or on cells in all.
  static bool IsAnyInAll(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces);

  /// The array of numbers in a data set, or null. A null data set has none.
  vtkDataArray* In(vtkDataSet* data) const;

  /// Whether the array of numbers is in a data set, or in a block of a composite data set.
  bool IsIn(vtkDataObject* data) const;

  /// A sentence for users: why no block of a data set has the array, and what to do.
  std::string WhyNotIn(vtkDataObject* data) const;

  /// Whether a block lacks the array, but has one of the same name on cells instead of points, or vice versa.
  bool IsElsewhereIn(vtkDataSet* block) const;

  /// A sentence for users: `without` of `all` blocks lack one of the `arrays` and are not drawn. `elsewhere`
  /// of them have it on cells instead of points, or the other way round.
  static std::string NoteLeftOut(
    std::size_t without, std::size_t all, std::size_t elsewhere, const std::vector<ArrayChoice>& arrays);

  /// "points", "cells" or, for arrays that belong to neither, "blocks", for messages.
  const char* GetPlace() const;

  /// VTK_SCALAR_MODE_USE_..._FIELD_DATA, for a volume mapper.
  int GetScalarMode() const;

  bool operator==(const ArrayChoice& other) const
  {
    return this->Name == other.Name && this->Association == other.Association;
  }
};
