// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"

#include <random>

namespace inkray::testing
{

/// Random numbers of a test. All follow from its seed, and are the same on every machine.
class Randomness
{
public:
  explicit Randomness(unsigned seed)
    : Engine(seed)
  {
  }
  /// A number from 0 to n - 1.
  int integer(int n) { return static_cast<int>(this->Engine() % static_cast<unsigned>(n)); }
  bool chance(double p) { return this->real(0, 1) < p; }
  double real(double low, double high)
  {
    return low + (high - low) * static_cast<double>(this->Engine()) / 4294967296.0;
  }
  /// A random unit vector.
  Vector direction()
  {
    for (;;)
    {
      const Vector v = { this->real(-1, 1), this->real(-1, 1), this->real(-1, 1) };
      const double length = norm(v);
      if (length > 0.1 && length < 1.0)
        return { v[0] / length, v[1] / length, v[2] / length };
    }
  }

private:
  std::mt19937 Engine;
};

} // namespace inkray::testing
