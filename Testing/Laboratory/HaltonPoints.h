// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Random numbers as in Wald 2011 (section 3.2): padded replication of Halton's sequence. Each pixel and
/// bounce has the same points, shifted by numbers of a linear congruential generator (Keller 2003).
#include "Core/Portable.h"

#include <cmath>
#include <cstdint>

namespace inkray::laboratory
{

/// Knuth's generator modulo 2^32 (Numerical Recipes, section 7.1).
struct CongruentialGenerator
{
  std::uint32_t state;

  INKRAY_HD std::uint32_t next() { return state = state * 1664525u + 1013904223u; }
  /// Returns the upper bits as a number from 0 to below 1.
  INKRAY_HD float nextFloat() { return static_cast<float>(this->next() >> 8) * 0x1p-24f; }
};

/// Mirrors the digits of `index` in a base at the point.
INKRAY_HD float radicalInverse(std::uint32_t index, std::uint32_t base)
{
  std::uint64_t mirrored = 0, size = 1;
  for (; index > 0; index /= base, size *= base)
    mirrored = mirrored * base + index % base;
  const double share = static_cast<double>(mirrored) / static_cast<double>(size);
  const float rounded = static_cast<float>(share);
  return rounded < 1.0f ? rounded : 0x1.fffffep-1f;
}

/// A point of the unit square.
struct HaltonPoint
{
  float x, y;
};

/// Returns point number `index` of Halton's sequence in bases 2 and 3, shifted around the square.
INKRAY_HD HaltonPoint shiftedHalton(std::uint32_t index, float shiftX, float shiftY)
{
  float x = radicalInverse(index, 2) + shiftX, y = radicalInverse(index, 3) + shiftY;
  x = x < 1.0f ? x : x - 1.0f;
  y = y < 1.0f ? y : y - 1.0f;
  return { x, y };
}

} // namespace inkray::laboratory
