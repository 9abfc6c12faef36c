// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Fillers.h"
#include "Oracles/FlatCells.h"
#include "Rays/WalkConformance.h"

#include <set>
#include <utility>

namespace inkray::testing
{

/// Tets that fill boxes, random by a seed. There are one or two boxes, of which one may be much larger. They
/// have everything that costs digits elsewhere: flat cells inside and at the border, far points that no cell
/// has, and huge fillers in place of some values.
class TetDomain
{
public:
  OracleScene scene;
  DomainOfBoxes domain;
  double extent = 0.0; ///< of the largest box

  explicit TetDomain(Randomness& random)
  {
    const bool hasTwo = random.chance(0.4);
    this->fill(random, { -0.5, -0.6, -0.4 }, random.real(0.6, 1.2), 1 + random.integer(5));
    if (hasTwo)
      this->fill(random, { 1.0, -0.9, -0.8 }, random.chance(0.3) ? 20.0 : 0.9, 1 + random.integer(3));
    if (random.chance(0.5))
      for (double& value : scene.scalars)
        value = random.chance(0.1) ? std::clamp(randomFiller(random), -1e30, 1e30) : value;
    if (random.chance(0.5))
      FlatCells(scene, random).addSome();
    if (random.chance(0.5))
      for (int k = 0; k < 3; ++k)
      {
        const double far = std::pow(10.0, random.real(3.0, 12.0));
        const Vector p = random.direction();
        scene.points.insert(scene.points.end(), { far * p[0], far * p[1], far * p[2] });
        scene.scalars.push_back(randomFiller(random));
      }
    this->look();
  }
  /// Takes the cells of another domain that are in a block.
  TetDomain(const TetDomain& whole, const std::vector<int>& blockOf, int block)
    : scene(whole.scene)
    , domain(whole.domain)
    , extent(whole.extent)
  {
    scene.tets.clear();
    for (std::size_t t = 0; t < blockOf.size(); ++t)
      if (blockOf[t] == block)
        scene.tets.insert(scene.tets.end(), whole.scene.tets.begin() + static_cast<std::ptrdiff_t>(4 * t),
          whole.scene.tets.begin() + static_cast<std::ptrdiff_t>(4 * t + 4));
    this->look();
  }

  Vector point(std::int64_t p) const
  {
    const auto at = 3 * static_cast<std::size_t>(p);
    return { scene.points[at], scene.points[at + 1], scene.points[at + 2] };
  }
  std::size_t numTets() const { return scene.tets.size() / 4; }

  /// Computes the interpolant at a point. Returns false for a point in no tet, or in a tet with a filler.
  bool value(const Vector& p, double& found) const
  {
    for (const Tet& tet : tets_)
    {
      const Vector at = minus(p, tet.corner);
      const double b = dot(tet.rows[0], at), c = dot(tet.rows[1], at), d = dot(tet.rows[2], at);
      if (!(std::min({ b, c, d, 1.0 - b - c - d }) >= 0.0))
        continue;
      found = tet.values[0] + b * (tet.values[1] - tet.values[0]) + c * (tet.values[2] - tet.values[0]) +
        d * (tet.values[3] - tet.values[0]);
      return tet.values[4] < 100.0;
    }
    return false;
  }

  /// Returns a line that comes from outside and meets a box.
  WalkedLine line(Randomness& random) const
  {
    const DomainOfBoxes::Box& box =
      domain.boxes[static_cast<std::size_t>(random.integer(int(domain.boxes.size())))];
    WalkedLine line = { {}, random.direction() };
    for (std::size_t axis = 0; axis < 3; ++axis)
      line.origin[axis] =
        random.real(box.low[axis], box.high[axis]) - random.real(2.0, 3.0) * line.direction[axis];
    return line;
  }

private:
  struct Tet
  {
    Vector corner;
    std::array<Vector, 3> rows;   ///< from a place relative to the corner to the weights of the others
    std::array<double, 5> values; ///< at the corners, and the largest of them
  };

  /// Fills a box with n cells along each axis, each of six tets. Points inside are moved. In some boxes a
  /// layer of cells is thinner than floats resolve.
  void fill(Randomness& random, const Vector& low, double size, int n)
  {
    const auto first = static_cast<std::int64_t>(scene.scalars.size());
    const double cell = size / n;
    std::array<std::vector<double>, 3> planes;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int k = 0; k <= n; ++k)
        planes[axis].push_back(low[axis] + k * cell);
    const int thin = n > 1 && random.chance(0.5) ? random.integer(3) : 3; // the axis across the layer
    if (thin < 3)
    {
      std::vector<double>& across = planes[static_cast<std::size_t>(thin)];
      across.insert(across.begin() + 2, across[1] + size * std::pow(10.0, random.real(-10.0, -6.0)));
    }
    const auto cells = [&](std::size_t axis) { return static_cast<int>(planes[axis].size()) - 1; };
    const int nx = cells(0), ny = cells(1), nz = cells(2);
    const auto at = [&](
                      int x, int y, int z) { return first + x + (nx + 1) * (y + std::int64_t(ny + 1) * z); };
    for (int z = 0; z <= nz; ++z)
      for (int y = 0; y <= ny; ++y)
        for (int x = 0; x <= nx; ++x)
        {
          const bool isInside = std::min({ x, y, z }) > 0 && x < nx && y < ny && z < nz;
          for (const auto& [k, axis] : { std::pair{ x, 0 }, { y, 1 }, { z, 2 } })
          {
            const double aside = isInside && axis != thin ? 0.15 * cell : 0.0;
            scene.points.push_back(planes[static_cast<std::size_t>(axis)][static_cast<std::size_t>(k)] +
              random.real(-aside, aside));
          }
          scene.scalars.push_back(random.real(0, 1));
        }
    // Each path from one corner of a cell to the opposite one, one axis after the other, is a tet.
    std::array<int, 3> order = { 0, 1, 2 };
    for (int z = 0; z < nz; ++z)
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x)
          do
          {
            std::array<int, 3> p = { x, y, z };
            scene.tets.push_back(at(p[0], p[1], p[2]));
            for (const int axis : order)
            {
              ++p[static_cast<std::size_t>(axis)];
              scene.tets.push_back(at(p[0], p[1], p[2]));
            }
          } while (std::next_permutation(order.begin(), order.end()));
    domain.boxes.push_back({ low, { low[0] + size, low[1] + size, low[2] + size } });
    extent = std::max(extent, size);
  }

  void look()
  {
    for (std::size_t t = 0; t < scene.tets.size(); t += 4)
    {
      Tet tet;
      std::array<Vector, 4> p;
      for (std::size_t k = 0; k < 4; ++k)
      {
        p[k] = this->point(scene.tets[t + k]);
        tet.values[k] = scene.scalars[static_cast<std::size_t>(scene.tets[t + k])];
      }
      tet.values[4] = 0.0;
      for (std::size_t k = 0; k < 4; ++k)
        tet.values[4] = std::max(tet.values[4], std::abs(tet.values[k]));
      tet.corner = p[0];
      const Vector b = minus(p[1], p[0]), c = minus(p[2], p[0]), d = minus(p[3], p[0]);
      const double volume = dot(b, cross(c, d));
      if (std::abs(volume) <= 1e-6 * norm(b) * norm(c) * norm(d))
        continue;
      tet.rows = { cross(c, d), cross(d, b), cross(b, c) };
      for (Vector& row : tet.rows)
        for (double& x : row)
          x /= volume;
      tets_.push_back(tet);
    }
  }

  std::vector<Tet> tets_; ///< the tets with a volume
};

} // namespace inkray::testing
