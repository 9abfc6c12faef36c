// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkType.h"

#include <cstddef>
#include <memory>
#include <new>

namespace inkray::filters
{

/// Give a VTK array of numbers `numTuples` tuples without initial values, and return its memory. For arrays
/// that may be large: where memory does not suffice, this throws std::bad_alloc. VTK's own SetNumberOfTuples
/// ends the process there, in builds that have its assertions (Debian's).
template <class Array>
typename Array::ValueType* allocateTuples(Array* array, vtkIdType numTuples)
{
  using Value = typename Array::ValueType;
  const vtkIdType numValues = numTuples * array->GetNumberOfComponents();
  if (numTuples < 0 || numValues / array->GetNumberOfComponents() != numTuples)
  {
    throw std::bad_array_new_length();
  }
  std::unique_ptr<Value[]> values(new Value[static_cast<std::size_t>(numValues)]);
  Value* const first = values.get();
  array->SetArray(values.release(), numValues, 0, Array::VTK_DATA_ARRAY_DELETE);
  return first;
}

} // namespace inkray::filters
