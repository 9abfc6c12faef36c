// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Arithmetic of vectors and colors in kernels.
namespace inkray
{

INKRAY_HD Float3 scaled(const Float3& a, float s)
{
  return { a.x * s, a.y * s, a.z * s };
}
INKRAY_HD float dot(const Float3& a, const Float3& b)
{
  return multiplyAdd(a.x, b.x, multiplyAdd(a.y, b.y, a.z * b.z));
}
INKRAY_HD Float3 cross(const Float3& a, const Float3& b)
{
  return { multiplyAdd(a.y, b.z, -(a.z * b.y)), multiplyAdd(a.z, b.x, -(a.x * b.z)),
    multiplyAdd(a.x, b.y, -(a.y * b.x)) };
}
INKRAY_HD Float3 normalized(const Float3& a)
{
  const float length = sqrtf(dot(a, a));
  return length > 0.0f ? scaled(a, 1.0f / length) : Float3{ 0.0f, 0.0f, 0.0f };
}
INKRAY_HD float unitClamp(float x)
{
  return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

} // namespace inkray
