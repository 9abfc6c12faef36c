// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetMesh.h"

#include <cstddef>
#include <cstdint>
#include <memory>

class vtkDataArray;

namespace inkray::filters
{

/// Memory without initial values: filling gigabytes with zeros first would take longer than the work.
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

/// Points added to the grid's own. Point i is the weighted mean of the source points in [weightStart[i],
/// weightStart[i + 1]).
struct AddedPoints
{
  std::int64_t count = 0;
  RawArray<std::int64_t> weightStart; ///< count + 1
  RawArray<std::int64_t> sourcePoint;
  RawArray<double> weight;
};

/// Whether the values of an array lie in host memory one after the other, as type `type`.
bool plainType(vtkDataArray* array, ValueType& type);

/// The values of an array where they lie, one after the other.
struct PlainValues
{
  const void* values = nullptr;
  ValueType type = ValueType::Float32;
  MemorySpace memory = MemorySpace::Host;
};
/// False: they do not lie like that anywhere.
bool plainValues(vtkDataArray* array, PlainValues& plain);

/// All values of an array of any kind as doubles, tuple after tuple. `tuples` may be smaller than the
/// array's.
void copyTuples(vtkDataArray* array, std::int64_t tuples, RawArray<double>& values);

/// One component (or the norm, for -1) of the first `tuples` tuples, and of the added points behind them.
template <typename T>
void copyComponent(
  vtkDataArray* array, int component, std::int64_t tuples, const AddedPoints& added, RawArray<T>& values);

/// Coordinates (3 a point) with the added points behind them.
template <typename T>
void appendPoints(const T* points, std::int64_t numPoints, const AddedPoints& added, RawArray<T>& all);

} // namespace inkray::filters
