// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <vector>

class vtkDataArray;
class vtkDataSet;
struct ArrayChoice;

/// Values for blocks that lack an array which others have, so that merging keeps it.
namespace MissingValues
{
/// Give each block without the array one that is NaN throughout, with the components of `like`, and turn the
/// arrays of the others into double precision, as merging wants one type. The data sets are changed, their
/// former arrays are not. Does nothing where all have the array or `like` is null. How many lacked it.
/// Throws std::bad_alloc where memory does not suffice.
int Fill(
  const std::vector<vtkSmartPointer<vtkDataSet>>& blocks, const ArrayChoice& array, vtkDataArray* like);
} // namespace MissingValues
