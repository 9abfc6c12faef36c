// SPDX-License-Identifier: BSD-3-Clause
#include "ValueCopies.h"

#include "VtkCompat.h"

#include "vtkDataArray.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

namespace inkray::filters
{
namespace
{

using Range = tbb::blocked_range<std::int64_t>;

template <typename T>
ValueType typeOf()
{
  if (std::is_floating_point<T>::value)
  {
    return sizeof(T) == 4 ? ValueType::Float32 : ValueType::Float64;
  }
  const bool isSigned = std::is_signed<T>::value;
  switch (sizeof(T))
  {
    case 1:
      return isSigned ? ValueType::Int8 : ValueType::UInt8;
    case 2:
      return isSigned ? ValueType::Int16 : ValueType::UInt16;
    case 4:
      return isSigned ? ValueType::Int32 : ValueType::UInt32;
    default:
      return isSigned ? ValueType::Int64 : ValueType::UInt64;
  }
}

double select(const double* tuple, int components, int component)
{
  if (component >= 0)
  {
    return tuple[component];
  }
  double sum = 0;
  for (int c = 0; c < components; ++c)
  {
    sum += tuple[c] * tuple[c];
  }
  return std::sqrt(sum);
}

/// The type of an array's values. Returns false for types that kernels cannot read.
bool numberType(vtkDataArray* array, ValueType& type)
{
  switch (array->GetDataType())
  {
    vtkTemplateMacro(type = typeOf<VTK_TT>());
    default: // VTK_BIT packs eight values in a byte
      return false;
  }
  return true;
}
} // namespace

bool plainType(vtkDataArray* array, ValueType& type)
{
  return array->HasStandardMemoryLayout() && numberType(array, type);
}

bool plainValues(vtkDataArray* array, PlainValues& plain)
{
  if (!numberType(array, plain.type))
  {
    return false;
  }
  plain.values = cudaMemoryOf(array);
  plain.memory = plain.values ? MemorySpace::Cuda : MemorySpace::Host;
  if (!plain.values && array->HasStandardMemoryLayout())
  {
    plain.values = array->GetVoidPointer(0);
    return true;
  }
  return plain.values != nullptr;
}

void copyTuples(vtkDataArray* array, std::int64_t tuples, RawArray<double>& values)
{
  bringToHost(array);
  const int components = array->GetNumberOfComponents();
  values.allocate(static_cast<std::size_t>(tuples) * components);
  tbb::parallel_for(Range(0, tuples, 4096), [&](const Range& range) {
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
    {
      array->GetTuple(i, values.get() + i * components);
    }
  });
}

template <typename T>
void copyComponent(
  vtkDataArray* array, int component, std::int64_t tuples, const AddedPoints& added, RawArray<T>& values)
{
  bringToHost(array);
  const int components = array->GetNumberOfComponents();
  values.allocate(static_cast<std::size_t>(tuples + added.count));
  tbb::parallel_for(Range(0, tuples, 4096), [&](const Range& range) {
    std::vector<double> tuple(components);
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
    {
      array->GetTuple(i, tuple.data());
      values.get()[i] = static_cast<T>(select(tuple.data(), components, component));
    }
  });
  // Average vectors before taking the norm, because the vector field is linear and the norm is not.
  tbb::parallel_for(Range(0, added.count, 1024), [&](const Range& range) {
    std::vector<double> tuple(components), mean(components);
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
    {
      mean.assign(components, 0.0);
      for (std::int64_t k = added.weightStart.get()[i]; k < added.weightStart.get()[i + 1]; ++k)
      {
        array->GetTuple(added.sourcePoint.get()[k], tuple.data());
        for (int c = 0; c < components; ++c)
        {
          mean[c] += added.weight.get()[k] * tuple[c];
        }
      }
      values.get()[tuples + i] = static_cast<T>(select(mean.data(), components, component));
    }
  });
}

template <typename T>
void appendPoints(const T* points, std::int64_t numPoints, const AddedPoints& added, RawArray<T>& all)
{
  all.allocate(3 * static_cast<std::size_t>(numPoints + added.count));
  tbb::parallel_for(Range(0, numPoints, 65536), [&](const Range& range) {
    std::memcpy(all.get() + 3 * range.begin(), points + 3 * range.begin(), 3 * range.size() * sizeof(T));
  });
  tbb::parallel_for(Range(0, added.count, 1024), [&](const Range& range) {
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
    {
      double mean[3] = { 0, 0, 0 };
      for (std::int64_t k = added.weightStart.get()[i]; k < added.weightStart.get()[i + 1]; ++k)
      {
        for (int c = 0; c < 3; ++c)
        {
          mean[c] += added.weight.get()[k] * points[3 * added.sourcePoint.get()[k] + c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        all.get()[3 * (numPoints + i) + c] = static_cast<T>(mean[c]);
      }
    }
  });
}

template void copyComponent<float>(vtkDataArray*, int, std::int64_t, const AddedPoints&, RawArray<float>&);
template void copyComponent<double>(vtkDataArray*, int, std::int64_t, const AddedPoints&, RawArray<double>&);
template void appendPoints<float>(const float*, std::int64_t, const AddedPoints&, RawArray<float>&);
template void appendPoints<double>(const double*, std::int64_t, const AddedPoints&, RawArray<double>&);

} // namespace inkray::filters
