// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Fields made of soft tubes, and the two that grow by themselves: vessels and a tree.
#include <array>
#include <cstdint>
#include <vector>

namespace inkray::generator
{

/// A tube between two points with a radius at each and a brightness. Equal points make a ball.
struct Capsule
{
  std::array<double, 3> a, b;
  double radiusA, radiusB;
  double brightness;
};

/// A field of soft tubes: brightness (1 - (d / 2.5 r)^2)^3 at distance d from the axis of a tube of radius r,
/// 0 beyond 2.5 r, the brightest tube where several meet. A uniform grid over [-1, 1]^3 knows which tubes
/// reach each of its cells, so that a sample costs a look-up where there is nothing.
class CapsuleField
{
public:
  explicit CapsuleField(std::vector<Capsule> capsules);
  double operator()(double x, double y, double z) const;
  const std::vector<Capsule>& capsules() const { return this->Capsules; }

private:
  static constexpr int Cells = 64; ///< an axis
  std::vector<Capsule> Capsules;
  std::vector<std::uint32_t> First;   ///< per cell, into Members
  std::vector<std::uint32_t> Members; ///< capsules that reach the cell
};

/// Blood vessels that branch by Murray's law (the cubes of the children's radii add up to the parent's).
std::vector<Capsule> growVessels(std::uint64_t seed);
/// Trunk, branches, twigs with leaves.
std::vector<Capsule> growTree(std::uint64_t seed);

} // namespace inkray::generator
