// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Bits for each axis of a Morton code, and the bit set for points without a place (they sort to the end).
constexpr int mortonBits = 16;
constexpr int mortonKeyBits = 3 * mortonBits + 1;
constexpr std::uint64_t mortonNowhere = std::uint64_t(1) << (3 * mortonBits);

/// Spread the low 16 bits of v so that two zeros follow each.
INKRAY_HD std::uint64_t spreadBits(std::uint32_t v)
{
  std::uint64_t x = v & 0xffffu;
  x = (x | (x << 16)) & 0x0000ff0000ffull;
  x = (x | (x << 8)) & 0x00f00f00f00full;
  x = (x | (x << 4)) & 0x0c30c30c30c3ull;
  x = (x | (x << 2)) & 0x249249249249ull;
  return x;
}

/// The place of a point of [-1, 1]^3 along the Morton curve (Morton 1966).
INKRAY_HD std::uint64_t mortonCode(float x, float y, float z)
{
  const float cells = static_cast<float>(1 << mortonBits);
  const auto cell = [=](float p) {
    const float c = (p * 0.5f + 0.5f) * cells;
    return static_cast<std::uint32_t>(minimum(maximum(c, 0.0f), cells - 1.0f));
  };
  return spreadBits(cell(x)) | spreadBits(cell(y)) << 1 | spreadBits(cell(z)) << 2;
}

} // namespace inkray
