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

  /// The array that stands in where none is chosen: the active scalars or the first array of numbers that is
  /// worth a look, of the points if they have one and else of the cells; arrays of ids, and those with one
  /// value everywhere, where there is nothing else. No name where there is no array of numbers.
  static ArrayChoice FirstIn(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces);

  /// Whether all pieces have one array of numbers in common: the same name, and all on points or all on
  /// cells.
  static bool IsAnyInAll(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces);

  /// The array of numbers in a data set, or null. A null data set has none.
  vtkDataArray* In(vtkDataSet* data) const;

  /// Whether the array of numbers is in a data set, or in a block of a composite data set.
  bool IsIn(vtkDataObject* data) const;

  /// For a data set (or all blocks of one) without the array: a sentence that says so, and what to do.
  std::string WhyNotIn(vtkDataObject* data) const;

  /// Whether a block that lacks the array has one of the same name on its points instead of its cells, or the
  /// other way round.
  bool IsElsewhereIn(vtkDataSet* block) const;

  /// A sentence for users: `without` of `all` blocks lack one of the `arrays` and are not drawn. `elsewhere`
  /// of them have it on the cells instead of the points, or the other way round.
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
