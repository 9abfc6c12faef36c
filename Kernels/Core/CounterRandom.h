// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

/// Random numbers as a function of a counter. Any thread, on any machine, in any order, gets the same number
/// for the same pixel, sample and dimension, and no state has to be stored.
namespace inkray
{

/// The upper and the lower half of a product.
INKRAY_HD void multiplyWide(std::uint32_t a, std::uint32_t b, std::uint32_t& high, std::uint32_t& low)
{
  const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
  high = static_cast<std::uint32_t>(product >> 32);
  low = static_cast<std::uint32_t>(product);
}

/// Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011: Parallel Random Numbers: As Easy as 1, 2, 3): four
/// random words from a counter of four words and a key of two.
INKRAY_HD UInt4 philox(UInt4 counter, std::uint32_t key0, std::uint32_t key1)
{
  INKRAY_UNROLL
  for (int round = 0; round < 10; ++round)
  {
    std::uint32_t high0, low0, high1, low1;
    multiplyWide(0xd2511f53u, counter.x, high0, low0);
    multiplyWide(0xcd9e8d57u, counter.z, high1, low1);
    counter = { high1 ^ counter.y ^ key0, low1, high0 ^ counter.w ^ key1, low0 };
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  return counter;
}

/// A word as a number in [0, 1): a multiple of 2^-24, so that it never rounds up to 1.
INKRAY_HD float unitFloat(std::uint32_t word)
{
  return static_cast<float>(word >> 8) * (1.0f / 16777216.0f);
}

} // namespace inkray
