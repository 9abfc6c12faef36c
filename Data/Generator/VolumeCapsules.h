// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Fields of soft tubes, and two that grow: vessels and a tree.
#include <array>
#include <cstdint>
#include <vector>

namespace inkray::generator
{

/// A tube between two points, with a radius at each, and a brightness. If the points are equal, it is a ball.
struct Capsule
{
  std::array<double, 3> a, b;
  double radiusA, radiusB;
  double brightness;
};

/// A field of soft tubes. At distance d from the axis of a tube of radius r, its brightness is (1 - (d / 2.5
/// r)^2)^3, or 0 beyond 2.5 r. Where several tubes meet, the brightest counts. A uniform grid over [-1, 1]^3
/// lists the tubes near each cell, so that a sample in empty space only costs a look-up.
class CapsuleField
{
public:
  explicit CapsuleField(std::vector<Capsule> capsules);
  double operator()(double x, double y, double z) const;
  const std::vector<Capsule>& capsules() const { return this->Capsules; }

private:
  static constexpr int Cells = 64; ///< per axis
  std::vector<Capsule> Capsules;
  std::vector<std::uint32_t> First;   ///< for each cell, the start in Members
  std::vector<std::uint32_t> Members; ///< capsules that reach the cell
};

/// Blood vessels that branch by Murray's law: the cubes of the children's radii add up
/// to the cube of the parent's.
std::vector<Capsule> growVessels(std::uint64_t seed);
/// A trunk, branches, and twigs with leaves.
std::vector<Capsule> growTree(std::uint64_t seed);

} // namespace inkray::generator
