// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace protocol
{

/// splitmix64: one seed is one sequence, on every machine and with every standard library.
class Random
{
public:
  explicit Random(std::uint64_t seed)
    : state(seed * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull)
  {
  }

  std::uint64_t next()
  {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  /// 0 <= value < n
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }
  bool chance(double p) { return static_cast<double>(next() >> 11) * 0x1p-53 < p; }

private:
  std::uint64_t state;
};

} // namespace protocol
