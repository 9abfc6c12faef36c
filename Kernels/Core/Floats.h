// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// N numbers that can be interpolated.
template <int N>
struct Floats
{
  float value[N];

  INKRAY_HD void take(bool here, const Floats& other)
  {
    INKRAY_UNROLL
    for (int k = 0; k < N; ++k)
      value[k] = here ? other.value[k] : value[k];
  }

  INKRAY_HD void add(float weight, const Floats& other)
  {
    INKRAY_UNROLL
    for (int k = 0; k < N; ++k)
      value[k] = multiplyAdd(weight, other.value[k], value[k]);
  }

  /// p a + q b + r c
  INKRAY_HD static Floats mix(const Floats& a, float p, const Floats& b, float q, const Floats& c, float r)
  {
    Floats mixed;
    INKRAY_UNROLL
    for (int k = 0; k < N; ++k)
      mixed.value[k] = multiplyAdd(p, a.value[k], multiplyAdd(q, b.value[k], r * c.value[k]));
    return mixed;
  }
  /// Interpolate from a to b.
  INKRAY_HD static Floats mixed(const Floats& a, const Floats& b, float share)
  {
    Floats at;
    INKRAY_UNROLL
    for (int k = 0; k < N; ++k)
      at.value[k] = multiplyAdd(b.value[k] - a.value[k], share, a.value[k]);
    return at;
  }
};

} // namespace inkray
