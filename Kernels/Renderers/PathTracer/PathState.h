// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/PackedNumbers.h"

#include <cstdint>

namespace inkray
{

/// The state of a path from bounce to bounce (Wald 2011, section 3.1): 32 bytes, in registers, shared or
/// global memory. All kernels keep it in this form, so that their results are rounded alike.
struct alignas(16) PathState
{
  float origin[3];
  std::uint32_t direction; ///< packDirection
  std::uint32_t redGreen;  ///< weight by packPositive, red in the lower half
  /// Blue weight in the lower half. In the upper half environmentShare of the direction, 0 after a mirror.
  std::uint32_t blueDensity;
  std::uint32_t ray;           ///< number of the pixel, by PixelOrder
  std::uint32_t sampleBounces; ///< sample in the lower 24 bits, bounces made above
};
static_assert(sizeof(PathState) == 32, "two accesses of 16 bytes");

constexpr std::uint32_t maxSamplesOfPicture = 1u << 24;

/// Return the path of a sample before its camera ray.
INKRAY_HD PathState beginPath(std::uint32_t ray, std::uint32_t sample)
{
  PathState state{};
  state.ray = ray;
  state.sampleBounces = sample;
  return state;
}
INKRAY_HD std::uint32_t sampleOf(const PathState& state)
{
  return state.sampleBounces & (maxSamplesOfPicture - 1);
}
INKRAY_HD int bouncesOf(const PathState& state)
{
  return static_cast<int>(state.sampleBounces >> 24);
}
INKRAY_HD Float3 weightOf(const PathState& state)
{
  return { unpackPositive(state.redGreen & 0xffffu), unpackPositive(state.redGreen >> 16),
    unpackPositive(state.blueDensity & 0xffffu) };
}
INKRAY_HD float densityOf(const PathState& state)
{
  return unpackPositive(state.blueDensity >> 16);
}

} // namespace inkray
