// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "InKRayFiltersModule.h"

#include "vtkType.h"

#include <algorithm>
#include <cstddef>
#include <new>

namespace inkray::filters
{

/// Memory by malloc, or null: VTK's arrays allocate theirs so, and free it by free. An array may allocate
/// anew without being told another way to free, so that memory of any other kind would be mixed with that.
INKRAYFILTERS_EXPORT void* allocateForArray(std::size_t bytes) noexcept;

/// Give a VTK array of numbers `numTuples` tuples without initial values, and return its memory. For arrays
/// that may be large: where memory does not suffice, this throws std::bad_alloc. VTK's own SetNumberOfTuples
/// ends the process there, in builds that have its assertions (Debian's). The array may be changed in any way
/// afterwards.
template <class Array>
typename Array::ValueType* allocateTuples(Array* array, vtkIdType numTuples)
{
  using Value = typename Array::ValueType;
  const auto numComponents = static_cast<std::size_t>(array->GetNumberOfComponents());
  if (numTuples < 0 || static_cast<std::size_t>(numTuples) > PTRDIFF_MAX / sizeof(Value) / numComponents)
  {
    throw std::bad_array_new_length();
  }
  const std::size_t numValues = static_cast<std::size_t>(numTuples) * numComponents;
  // One byte where there are no values: null is what says that memory has run out.
  void* const memory = allocateForArray(std::max<std::size_t>(numValues * sizeof(Value), 1));
  if (!memory)
  {
    throw std::bad_alloc();
  }
  auto* const first = static_cast<Value*>(memory);
  array->SetArray(first, static_cast<vtkIdType>(numValues), 0, Array::VTK_DATA_ARRAY_FREE);
  return first;
}

} // namespace inkray::filters
