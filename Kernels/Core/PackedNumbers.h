// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"

#include <cmath>
#include <cstdint>

/// Numbers in 16 bits and directions in 32 bits, for state that is stored in memory. Every conversion is
/// exact or rounds to nearest, so results are the same on every machine.
namespace inkray
{

/// Pack a nonnegative number into 16 bits: 5 of exponent, 11 of mantissa. From 2^-14 to 131040 the relative
/// error is at most 1 / 4096. Smaller numbers and NaN become 0, larger ones the largest.
INKRAY_HD std::uint32_t packPositive(float x)
{
  if (!(x >= 6.103515625e-5f))
    return 0;
  const std::uint32_t bits = bitsOf(minimum(x, 131040.0f));
  return (bits + 0x800u - (112u << 23)) >> 12;
}
INKRAY_HD float unpackPositive(std::uint32_t packed)
{
  return packed == 0 ? 0.0f : floatOf((packed << 12) + (112u << 23));
}

/// Pack a number in [-1, 1] into 16 bits.
INKRAY_HD std::uint32_t packSigned(float x)
{
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(floorf(x * 32767.0f + 0.5f)) + 32768) & 0xffffu;
}
INKRAY_HD float unpackSigned(std::uint32_t packed)
{
  return static_cast<float>(static_cast<std::int32_t>(packed & 0xffffu) - 32768) * (1.0f / 32767.0f);
}

/// Pack a unit vector as its place on an octahedron (Meyer et al. 2010), within 7e-5 radians.
INKRAY_HD std::uint32_t packDirection(const Float3& d)
{
  const float scale = 1.0f / (fabsf(d.x) + fabsf(d.y) + fabsf(d.z));
  float x = d.x * scale, y = d.y * scale;
  if (d.z < 0.0f)
  {
    const float folded = (1.0f - fabsf(y)) * (x < 0.0f ? -1.0f : 1.0f);
    y = (1.0f - fabsf(x)) * (y < 0.0f ? -1.0f : 1.0f);
    x = folded;
  }
  return packSigned(x) | packSigned(y) << 16;
}
INKRAY_HD Float3 unpackDirection(std::uint32_t packed)
{
  float x = unpackSigned(packed), y = unpackSigned(packed >> 16);
  const float z = 1.0f - fabsf(x) - fabsf(y);
  if (z < 0.0f)
  {
    const float unfolded = (1.0f - fabsf(y)) * (x < 0.0f ? -1.0f : 1.0f);
    y = (1.0f - fabsf(x)) * (y < 0.0f ? -1.0f : 1.0f);
    x = unfolded;
  }
  return normalized({ x, y, z });
}

} // namespace inkray
