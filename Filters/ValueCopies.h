// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetMesh.h"

#include <cstddef>
#include <cstdint>
#include <memory>

class vtkDataArray;

namespace inkray::filters
{

/// Memory without initial values: filling gigabytes with zeros would take longer than the work itself.
template <typename T>
struct RawArray
{
  std::unique_ptr<T[]> data;
  std::size_t size = 0;

  void allocate(std::size_t count)
  {
    this->data.reset();
    this->size = 0;
    this->data.reset(new T[count]);
    this->size = count;
  }
  T* get() const { return this->data.get(); }
  std::size_t bytes() const { return this->size * sizeof(T); }
};

/// Points that are added to the grid. Point i is the weighted mean of the source points at
/// [weightStart[i], weightStart[i + 1]).
struct AddedPoints
{
  std::int64_t count = 0;
  RawArray<std::int64_t> weightStart; ///< has count + 1 entries
  RawArray<std::int64_t> sourcePoint;
  RawArray<double> weight;
};

/// Whether the values of an array are contiguous in host memory. `type` becomes their type.
bool plainType(vtkDataArray* array, ValueType& type);

/// The contiguous values of an array in their present memory.
struct PlainValues
{
  const void* values = nullptr;
  ValueType type = ValueType::Float32;
  MemorySpace memory = MemorySpace::Host;
};
/// Find the values of an array. Returns false if they are not contiguous anywhere.
bool plainValues(vtkDataArray* array, PlainValues& plain);

/// Copy the first `tuples` tuples of any array as doubles.
void copyTuples(vtkDataArray* array, std::int64_t tuples, RawArray<double>& values);

/// Copy one component (-1: the norm) of the first `tuples` tuples, followed by values of the added points.
template <typename T>
void copyComponent(
  vtkDataArray* array, int component, std::int64_t tuples, const AddedPoints& added, RawArray<T>& values);

/// Copy coordinates (3 for each point), followed by those of the added points.
template <typename T>
void appendPoints(const T* points, std::int64_t numPoints, const AddedPoints& added, RawArray<T>& all);

} // namespace inkray::filters
