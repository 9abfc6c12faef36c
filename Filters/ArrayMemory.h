// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "InKRayFiltersModule.h"

#include "vtkType.h"

#include <algorithm>
#include <cstddef>
#include <new>

namespace inkray::filters
{

/// Allocate memory with malloc; null: out of memory. VTK's arrays allocate with malloc and free with free. An
/// array may reallocate its memory by itself, so it must not get memory of another kind.
INKRAYFILTERS_EXPORT void* allocateForArray(std::size_t bytes) noexcept;

/// Give a VTK array of numbers `numTuples` tuples without initial values, and return its memory. Use this
/// for arrays that may be large: if memory runs out, it throws std::bad_alloc. VTK's own
/// SetNumberOfTuples ends the process instead, in builds with its assertions (such as Debian's). The
/// array can be changed freely later.
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
  // Allocate at least one byte, because null means out of memory.
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
