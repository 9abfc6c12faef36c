// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "Device/DeviceArrays.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// Copies the caller's arrays into a backend's memory, wherever they are: host arrays are staged; arrays that
/// the backend's kernels can reach are read by kernels.
namespace inkray
{

/// One of the caller's arrays.
struct CallerArray
{
  const void* values;
  MemorySpace memory;
  ValueType type;
  std::int64_t count; ///< number of single values: entries times components
  const char* name;   ///< completes "the array of" in errors
};

inline std::size_t sizeOf(ValueType type)
{
  std::size_t size = 0;
  visitValues(nullptr, type, [&](const auto* p) { size = sizeof *p; });
  return size;
}

/// The lowest and highest finite number found so far, as integers in the same order; 0: no number yet.
struct RangeFound
{
  std::uint64_t lowest, highest; ///< the lowest is stored with all bits inverted
  std::uint64_t notFinite;
};

/// Converts a double to an integer with the same order, and back. Both zeros give the same integer.
INKRAY_HD std::uint64_t orderOf(double x)
{
  const double y = x + 0.0;
  std::uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  return (bits >> 63) != 0 ? ~bits : bits | std::uint64_t(1) << 63;
}
inline double numberOf(std::uint64_t order)
{
  const std::uint64_t bits = (order >> 63) != 0 ? order & ~(std::uint64_t(1) << 63) : ~order;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// The range of n values; index i visits every `strides`-th value from i on.
template <class Value>
struct FindFiniteRange
{
  Value value;
  std::int64_t n, strides;
  RangeFound* found;

  INKRAY_HD void operator()(std::int64_t first) const
  {
    RangeFound own = { 0, 0, 0 };
    for (std::int64_t i = first; i < n; i += strides)
    {
      const double v = value(i);
      if (!(v - v == 0.0))
      {
        ++own.notFinite;
        continue;
      }
      const std::uint64_t order = orderOf(v);
      own.lowest = ~order > own.lowest ? ~order : own.lowest;
      own.highest = order > own.highest ? order : own.highest;
    }
    atomicMaxRelaxed(&found->lowest, own.lowest);
    atomicMaxRelaxed(&found->highest, own.highest);
    if (own.notFinite > 0)
      atomicAddRelaxed(&found->notFinite, own.notFinite);
  }
};

/// target[i] = convert(i).
template <class T, class Convert>
struct ConvertInto
{
  T* target;
  Convert convert;

  INKRAY_HD void operator()(std::int64_t i) const { target[i] = convert(i); }
};

/// Reads an array in host memory.
template <class Backend>
struct HostReader
{
  static constexpr bool readsInPlace = false; ///< whether kernels read the array where it is

  Backend& backend;
  bool isCopy; ///< the array is a copy that may be freed once it has been read

  /// Range of value(i), i in [0, n).
  template <class Value>
  FiniteRange range(std::int64_t n, const Value& value) const
  {
    return finiteRange(n, value);
  }
  /// target[i] = convert(i), i in [0, n).
  template <class T, class Convert>
  void fill(T* target, std::int64_t n, const Convert& convert) const
  {
    backend.stage(target, n, convert);
  }
};

/// Reads an array that the backend's kernels can reach. Values and conversions are kernels themselves
/// (INKRAY_HD). The array has been read when a call returns.
template <class Backend>
struct DeviceReader
{
  static constexpr bool readsInPlace = true;

  Backend& backend;

  template <class Value>
  FiniteRange range(std::int64_t n, const Value& value) const
  {
    Buffer<RangeFound, Backend> found(backend, 1);
    backend.zero(found.data(), found.bytes());
    const std::int64_t strides = std::min<std::int64_t>(n, 1 << 17);
    backend.forEach(strides, FindFiniteRange<Value>{ value, n, strides, found.data() });
    const RangeFound bits = backend.read(found.data());
    FiniteRange range;
    if (bits.highest != 0)
    {
      range.low = numberOf(~bits.lowest);
      range.high = numberOf(bits.highest);
    }
    range.notFinite = static_cast<std::int64_t>(bits.notFinite);
    return range;
  }
  template <class T, class Convert>
  void fill(T* target, std::int64_t n, const Convert& convert) const
  {
    backend.forEach(n, ConvertInto<T, Convert>{ target, convert });
    backend.synchronize();
  }
};

/// Call f(reader, values) with a HostReader or a DeviceReader, and the address at which it reads the values.
/// Throws InvalidInput if the array is not in the memory space that the caller named.
template <class Backend, class F>
void readArray(Backend& backend, const CallerArray& array, const F& f)
{
  if (array.memory == MemorySpace::Host)
    return f(HostReader<Backend>{ backend, false }, array.values);
  const std::size_t size = sizeOf(array.type);
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(array.count, 0));
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()) / size)
    throw InvalidInput("the array of " + std::string(array.name) + " is said to have " +
      std::to_string(count) + " numbers, more than any memory has; give as many as there are");
  if constexpr (Backend::isDevice)
  {
    const typename Backend::Launch launch(backend);
    checkDeviceArray(array.values, count * size, size, backend.ordinal(), array.name);
    waitForDefaultStream(launch.stream);
    f(DeviceReader<Backend>{ backend }, array.values);
  }
  else
  {
    checkDeviceArray(array.values, count * size, size, anyCudaDevice, array.name);
    Buffer<char, Backend> copy(backend, static_cast<std::int64_t>(count * size));
    copyDeviceArray(copy.data(), array.values, count * size, array.name);
    f(HostReader<Backend>{ backend, true }, static_cast<const void*>(copy.data()));
  }
}

/// Describe a field's values as an array.
inline CallerArray arrayOf(const Field& field, const char* name)
{
  std::int64_t count = 0;
  if (__builtin_mul_overflow(field.numTuples, static_cast<std::int64_t>(field.numComponents), &count))
    count = std::numeric_limits<std::int64_t>::max();
  return { field.values, field.memory, field.type, count, name };
}

/// Call f(reader, entries) with the FieldEntries of a field that has passed checkField for numEntries. Throws
/// like readArray.
template <class Backend, class F>
void readEntries(Backend& backend, const Field& field, std::int64_t numEntries, const char* name, const F& f)
{
  readArray(backend, arrayOf(field, name), [&](const auto& reader, const void* values) {
    if constexpr (std::decay_t<decltype(reader)>::readsInPlace)
    {
      Buffer<std::int64_t, Backend> tupleOf(backend, field.tupleOf ? numEntries : 0);
      if (field.tupleOf)
        backend.copyFromHost(tupleOf.data(), field.tupleOf, tupleOf.bytes());
      f(reader, FieldEntries<AnyNumbers>(field, { values, field.type }, tupleOf.data()));
    }
    else
    {
      Field there = field;
      there.values = values;
      visitEntries(there, [&](const auto& entries) { f(reader, entries); });
    }
  });
}

} // namespace inkray
