// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/FieldValues.h"
#include "Geometry/Mesh/TetMesh.h"

#include <algorithm>
#include <cmath>

/// The caller's arrays, seen with their types.
namespace inkray
{

/// Call f with the array as a pointer to its real type.
template <class F>
void visitIds(const void* ids, ValueType type, const F& f)
{
  if (type == ValueType::Int32)
    f(static_cast<const std::int32_t*>(ids));
  else if (type == ValueType::Int64)
    f(static_cast<const std::int64_t*>(ids));
  else
    throw InvalidInput("connectivity must be 32-bit or 64-bit integers");
}

/// Point coordinates in host memory.
class HostPoints
{
public:
  HostPoints(const void* points, ValueType type, std::int64_t count)
    : points_(points)
    , type_(type)
    , count_(count)
  {
    if (type != ValueType::Float32 && type != ValueType::Float64)
      throw InvalidInput("points must be float or double");
  }

  template <class F>
  void visit(const F& f) const
  {
    if (type_ == ValueType::Float32)
      f(static_cast<const float*>(points_));
    else
      f(static_cast<const double*>(points_));
  }

  /// Centre of the finite points, and a power of two that scales their largest half extent into (0.5, 1].
  void normalisation(double center[3], double& scale) const
  {
    double half = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      FiniteRange range;
      this->visit([&](const auto* p) {
        range = finiteRange(count_, [=](std::int64_t i) { return static_cast<double>(p[3 * i + axis]); });
      });
      const bool any = range.low <= range.high;
      center[axis] = any ? 0.5 * range.low + 0.5 * range.high : 0.0;
      half = std::max(half, any ? 0.5 * range.high - 0.5 * range.low : 0.0);
    }
    int exponent = 0;
    if (half > 0)
      std::frexp(half, &exponent);
    scale = std::ldexp(1.0, -exponent);
  }

private:
  const void* points_;
  ValueType type_;
  std::int64_t count_;
};

} // namespace inkray
