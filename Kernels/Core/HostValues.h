// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ValueType.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

/// Values in the caller's arrays, seen with their types.
namespace inkray
{

/// Call f with the array as a pointer to its real type.
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

/// Lowest and highest finite value, and how many are not finite.
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

/// Range of value(i), i in [0, n), on all threads.
template <class Value>
FiniteRange finiteRange(std::int64_t n, const Value& value)
{
  return tbb::parallel_reduce(
    tbb::blocked_range<std::int64_t>(0, n, 16384), FiniteRange(),
    [&](const tbb::blocked_range<std::int64_t>& range, FiniteRange sum) {
      for (std::int64_t i = range.begin(); i < range.end(); ++i)
        sum.add(value(i));
      return sum;
    },
    [](FiniteRange a, const FiniteRange& b) {
      a.join(b);
      return a;
    });
}

} // namespace inkray
