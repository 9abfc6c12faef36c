// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

namespace inkray::filters
{

/// A point or vector of doubles, with the operations that the subdivision of cells needs.
using Vec3 = std::array<double, 3>;

inline Vec3 operator-(const Vec3& a, const Vec3& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

inline Vec3 cross(const Vec3& a, const Vec3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

inline double dot(const Vec3& a, const Vec3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

} // namespace inkray::filters
