// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

/// Points that fill the unit square evenly, however many of a sequence are used: Sobol's (0, 2)-sequence with
/// Owen's scrambling by hashes (Burley 2020, Practical Hash-based Owen Scrambling). Points of different seeds
/// are independent.
namespace inkray
{

INKRAY_HD std::uint32_t reverseBits(std::uint32_t x)
{
#ifdef __CUDA_ARCH__
  return __brev(x);
#else
  x = (x >> 16) | (x << 16);
  x = ((x & 0xff00ff00u) >> 8) | ((x & 0x00ff00ffu) << 8);
  x = ((x & 0xf0f0f0f0u) >> 4) | ((x & 0x0f0f0f0fu) << 4);
  x = ((x & 0xccccccccu) >> 2) | ((x & 0x33333333u) << 2);
  return ((x & 0xaaaaaaaau) >> 1) | ((x & 0x55555555u) << 1);
#endif
}

/// Flips each bit depending on the seed and the bits below it (Laine and Karras 2011, with the constants of
/// Vegdahl 2021): Owen's scrambling of a bit-reversed number.
INKRAY_HD std::uint32_t scrambleUpwards(std::uint32_t x, std::uint32_t seed)
{
  x ^= x * 0x3d20adeau;
  x += seed;
  x *= seed >> 16 | 1u;
  x ^= x * 0x05526c56u;
  x ^= x * 0x53a22864u;
  return x;
}

/// A point of the unit square, in units of 2^-32.
struct SobolPoint
{
  std::uint32_t x, y;
};

/// Point number `index` of the sequence for three seeds. Among any 2^k points that begin at a multiple of
/// 2^k, each of 2^k boxes of equal area holds one, for all boxes whose sides are powers of two. `order`
/// permutes the points of such a run, so that two sequences can be paired.
INKRAY_HD SobolPoint scrambledSobol(
  std::uint32_t index, std::uint32_t order, std::uint32_t seedX, std::uint32_t seedY)
{
  index = reverseBits(scrambleUpwards(reverseBits(index), order));
  // The second dimension's matrix is Pascal's triangle modulo 2: bit k is the sum of the bits whose numbers
  // include all bits of k.
  std::uint32_t y = index;
  y ^= y >> 1 & 0x55555555u;
  y ^= y >> 2 & 0x33333333u;
  y ^= y >> 4 & 0x0f0f0f0fu;
  y ^= y >> 8 & 0x00ff00ffu;
  y ^= y >> 16 & 0x0000ffffu;
  return { reverseBits(scrambleUpwards(index, seedX)), reverseBits(scrambleUpwards(y, seedY)) };
}

} // namespace inkray
