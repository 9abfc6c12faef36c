// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Field.h"
#include "Core/FunctionReference.h"
#include "Core/Portable.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// Access to the values of a Field: with their type, as numbers, and their finite range. No other code
/// distinguishes the types of arrays.
namespace inkray
{

/// Call f(p) with the array as a pointer to its real type.
template <class F>
void visitValues(const void* values, ValueType type, const F& f)
{
  switch (type)
  {
    case ValueType::Int8:
      return f(static_cast<const std::int8_t*>(values));
    case ValueType::UInt8:
      return f(static_cast<const std::uint8_t*>(values));
    case ValueType::Int16:
      return f(static_cast<const std::int16_t*>(values));
    case ValueType::UInt16:
      return f(static_cast<const std::uint16_t*>(values));
    case ValueType::Int32:
      return f(static_cast<const std::int32_t*>(values));
    case ValueType::UInt32:
      return f(static_cast<const std::uint32_t*>(values));
    case ValueType::Int64:
      return f(static_cast<const std::int64_t*>(values));
    case ValueType::UInt64:
      return f(static_cast<const std::uint64_t*>(values));
    case ValueType::Float32:
      return f(static_cast<const float*>(values));
    case ValueType::Float64:
      return f(static_cast<const double*>(values));
  }
}

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// The numbers of an array of type V.
template <class V>
struct Numbers
{
  const V* values;

  INKRAY_HD double operator()(std::int64_t i) const { return static_cast<double>(values[i]); }
};

/// The numbers of an array of any type: one kernel reads all types, because its time is spent on memory.
struct AnyNumbers
{
  const void* values;
  ValueType type;

  INKRAY_HD double operator()(std::int64_t i) const
  {
    switch (type)
    {
      case ValueType::Int8:
        return static_cast<double>(static_cast<const std::int8_t*>(values)[i]);
      case ValueType::UInt8:
        return static_cast<double>(static_cast<const std::uint8_t*>(values)[i]);
      case ValueType::Int16:
        return static_cast<double>(static_cast<const std::int16_t*>(values)[i]);
      case ValueType::UInt16:
        return static_cast<double>(static_cast<const std::uint16_t*>(values)[i]);
      case ValueType::Int32:
        return static_cast<double>(static_cast<const std::int32_t*>(values)[i]);
      case ValueType::UInt32:
        return static_cast<double>(static_cast<const std::uint32_t*>(values)[i]);
      case ValueType::Int64:
        return static_cast<double>(static_cast<const std::int64_t*>(values)[i]);
      case ValueType::UInt64:
        return static_cast<double>(static_cast<const std::uint64_t*>(values)[i]);
      case ValueType::Float32:
        return static_cast<double>(static_cast<const float*>(values)[i]);
      case ValueType::Float64:
        break;
    }
    return static_cast<const double*>(values)[i];
  }
};

/// The entries of a field in double precision; NaN if tupleOf lies outside of the array. The field must have
/// passed checkField.
template <class From>
struct FieldEntries
{
  From numbers;
  const std::int64_t* tupleOf;
  std::int64_t numTuples;
  int numComponents, component;
  bool isMagnitude;

  FieldEntries(const Field& field, const From& from, const std::int64_t* tupleOfEntry)
    : numbers(from)
    , tupleOf(tupleOfEntry)
    , numTuples(field.numTuples)
    , numComponents(field.numComponents)
    , component(field.component < 0 ? 0 : field.component)
    , isMagnitude(field.isMagnitude())
  {
  }

  /// The component or the magnitude of entry i.
  INKRAY_HD double operator()(std::int64_t i) const
  {
    const std::int64_t tuple = tupleOf ? tupleOf[i] : i;
    if (tuple < 0 || tuple >= numTuples)
      return notANumber;
    if (!isMagnitude)
      return numbers(tuple * numComponents + component);
    double sum = 0.0;
    for (int c = 0; c < numComponents; ++c)
      sum = addSquare(sum, numbers(tuple * numComponents + c));
    return sqrt(sum);
  }
  /// Component c of entry i.
  INKRAY_HD double operator()(std::int64_t i, int c) const
  {
    const std::int64_t tuple = tupleOf ? tupleOf[i] : i;
    return tuple < 0 || tuple >= numTuples ? notANumber : numbers(tuple * numComponents + c);
  }
};

/// Call f with the typed entries of a field whose values are in host memory.
template <class F>
void visitEntries(const Field& field, const F& f)
{
  visitValues(field.values, field.type, [&](const auto* p) {
    using V = std::decay_t<decltype(*p)>;
    f(FieldEntries<Numbers<V>>(field, { p }, field.tupleOf));
  });
}

/// Throws InvalidInput if the array is missing, is too short for `numEntries` entries (`ofWhat` names them)
/// or lacks the component.
inline void checkField(const Field& field, std::int64_t numEntries, const char* ofWhat)
{
  const std::int64_t numTuples = field.values ? field.numTuples : 0;
  if (!field.values || (!field.tupleOf && numTuples < numEntries))
    throw InvalidInput("the array has " + std::to_string(numTuples) + " values for " +
      std::to_string(numEntries) + " " + ofWhat + "; choose an array with one value for each");
  if (field.numComponents < 1 || field.component >= field.numComponents || field.component < -1)
    throw InvalidInput("component " + std::to_string(field.component) + " was chosen of an array that has " +
      std::to_string(field.numComponents) + "; choose one of its components");
}

/// The lowest and the highest finite value, and the number of values that are not finite.
struct FiniteRange
{
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::int64_t notFinite = 0;

  void add(double v)
  {
    if (!std::isfinite(v))
    {
      ++notFinite;
      return;
    }
    low = std::min(low, v);
    high = std::max(high, v);
  }
  void join(const FiniteRange& other)
  {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    notFinite += other.notFinite;
  }
};

/// The range from low to high; empty unless low <= high.
inline FiniteRange rangeBetween(double low, double high)
{
  FiniteRange range;
  if (low <= high)
  {
    range.low = low;
    range.high = high;
  }
  return range;
}

/// Combine the ranges that addRange(begin, end, range) finds in parts of [0, n), on all threads.
FiniteRange finiteRangeOfPieces(
  std::int64_t n, FunctionReference<void(std::int64_t, std::int64_t, FiniteRange&)> addRange);

/// The range of value(i), i in [0, n), on all threads. If it ends at a zero, the zero is +0, in whatever
/// order +0 and -0 come.
template <class Value>
FiniteRange finiteRange(std::int64_t n, const Value& value)
{
  FiniteRange found =
    finiteRangeOfPieces(n, [&value](std::int64_t begin, std::int64_t end, FiniteRange& range) {
      FiniteRange sum = range;
      for (std::int64_t i = begin; i < end; ++i)
        sum.add(value(i));
      range = sum;
    });
  found.low += 0.0;
  found.high += 0.0;
  return found;
}

} // namespace inkray
