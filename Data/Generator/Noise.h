// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Random numbers as functions of an index or a position. Generated data are therefore the same in any order
/// and on any number of threads.
#include <cmath>
#include <cstdint>

namespace inkray::generator
{

/// A 64-bit mix (the finalizer of splitmix64). Every input bit affects every output bit, so lattice
/// indices can be used directly.
inline std::uint64_t mix(std::uint64_t x)
{
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Uniform in [-1, 1) from the upper bits.
inline double signedUnit(std::uint64_t bits)
{
  return static_cast<double>(bits >> 11) * (2.0 / 9007199254740992.0) - 1.0;
}

/// Value noise: random values at integer points, blended with a smooth step. In [-1, 1].
inline double valueNoise(double x, double y, double z, std::uint64_t seed)
{
  const double fx = std::floor(x), fy = std::floor(y), fz = std::floor(z);
  const auto smooth = [](double t) { return t * t * (3.0 - 2.0 * t); };
  const double tx = smooth(x - fx), ty = smooth(y - fy), tz = smooth(z - fz);
  const auto at = [&](int dx, int dy, int dz) {
    const auto ix = static_cast<std::uint64_t>(static_cast<std::int64_t>(fx) + dx);
    const auto iy = static_cast<std::uint64_t>(static_cast<std::int64_t>(fy) + dy);
    const auto iz = static_cast<std::uint64_t>(static_cast<std::int64_t>(fz) + dz);
    return signedUnit(
      mix(seed ^ (ix * 0x8da6b343ull) ^ (iy * 0xd8163841ull << 8) ^ (iz * 0xcb1ab31full << 16)));
  };
  const auto lerp = [](double a, double b, double t) { return a + (b - a) * t; };
  const double near = lerp(lerp(at(0, 0, 0), at(1, 0, 0), tx), lerp(at(0, 1, 0), at(1, 1, 0), tx), ty);
  const double far = lerp(lerp(at(0, 0, 1), at(1, 0, 1), tx), lerp(at(0, 1, 1), at(1, 1, 1), tx), ty);
  return lerp(near, far, tz);
}

/// A permutation of [0, count) that needs no memory: a Feistel network over an even number of bits, which is
/// repeated until the result is in range.
class Permutation
{
public:
  Permutation(std::uint64_t count, std::uint64_t seed)
    : Count(count)
    , Seed(seed)
  {
    while ((std::uint64_t{ 1 } << (2 * this->HalfBits)) < count)
    {
      ++this->HalfBits;
    }
  }
  std::uint64_t operator()(std::uint64_t i) const
  {
    const std::uint64_t mask = (std::uint64_t{ 1 } << this->HalfBits) - 1;
    do
    {
      std::uint64_t left = i >> this->HalfBits, right = i & mask;
      for (std::uint64_t round = 0; round < 4; ++round)
      {
        const std::uint64_t next = left ^ (mix(right ^ mix(this->Seed + round)) & mask);
        left = right;
        right = next;
      }
      i = (left << this->HalfBits) | right;
    } while (i >= this->Count);
    return i;
  }

private:
  std::uint64_t Count;
  std::uint64_t Seed;
  unsigned HalfBits = 1;
};

} // namespace inkray::generator
