// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace inkray::testing
{

/// Adds tets without volume, exactly or in single precision, to the border of a mesh. They must not change
/// the picture.
class FlatCells
{
public:
  FlatCells(OracleScene& scene, Randomness& random)
    : Scene(scene)
    , Random(random)
  {
    for (std::size_t t = 0; t < scene.tets.size(); t += 4)
      this->toggleFaces(t);
  }

  /// Adds a layer of wedges, each of three tets, on faces of the border. Repeated planes, or the first cells
  /// at a wall, make such layers. The thickness is 0 or too small for floats, outward or inward.
  void addLayer()
  {
    const double share = this->Random.chance(0.5) ? 1.0 : this->Random.real(0.1, 0.9);
    std::vector<Face> base;
    for (const Face& face : this->Border)
      if (this->Random.chance(share))
        base.push_back(face);
    std::vector<std::int64_t> copies(this->Scene.points.size() / 3, -1);
    for (const Face& face : base)
      for (const std::int64_t p : face)
        if (copies[static_cast<std::size_t>(p)] < 0)
          copies[static_cast<std::size_t>(p)] = this->addPoint({ p, p, p }, { 1.0, 0.0, 0.0 });
    for (const Face& f : base)
    {
      std::array<std::int64_t, 3> up;
      for (std::size_t k = 0; k < 3; ++k)
        up[k] = copies[static_cast<std::size_t>(f[k])];
      // The diagonal of a quadrilateral goes through the corner with the lower id.
      this->addTet({ f[0], f[1], f[2], up[2] });
      this->addTet({ f[0], f[1], up[1], up[2] });
      this->addTet({ f[0], up[0], up[1], up[2] });
    }
  }

  /// Adds flat tets, each on a face of the border or of a tet that was added before. The fourth corner
  /// repeats a corner, lies on an edge, or lies inside the face.
  void addTets(int count)
  {
    for (; count > 0; --count)
    {
      auto at = this->Border.begin();
      std::advance(at, this->Random.integer(static_cast<int>(this->Border.size())));
      const Face face = *at;
      std::array<double, 3> weights = { 1.0, 0.0, 0.0 };
      if (this->Random.chance(0.6))
      {
        weights[1] = this->Random.real(0.05, 0.9);
        weights[2] = this->Random.chance(0.5) ? 0.0 : this->Random.real(0.01, 0.95 - weights[1]);
        weights[0] = 1.0 - weights[1] - weights[2];
      }
      std::rotate(weights.begin(), weights.begin() + this->Random.integer(3), weights.end());
      this->addTet({ face[0], face[1], face[2], this->addPoint(face, weights) });
    }
  }

  /// Add a strip of flat tets that shares no point with the mesh.
  void addIsland()
  {
    const auto first = static_cast<std::int64_t>(this->Scene.points.size() / 3);
    const std::array<std::int64_t, 3> corners = { this->anyPoint(), this->anyPoint(), this->anyPoint() };
    for (int k = 0; k < 9; ++k)
      this->addPoint(corners, { 0.25 * (k % 3), 0.125 * (k / 3), 1.0 - 0.25 * (k % 3) - 0.125 * (k / 3) });
    for (std::int64_t k = first; k < first + 6; ++k)
      this->addTet({ k, k + 1, k + 2, k + 3 });
  }

  /// Adds one to four groups at random: a stack of layers, flat tets, or an island.
  void addSome()
  {
    for (int kinds = 1 + this->Random.integer(4); kinds > 0; --kinds)
      switch (this->Random.integer(3))
      {
        case 0:
          for (int layers = 1 + this->Random.integer(3); layers > 0; --layers)
            this->addLayer();
          break;
        case 1:
          this->addTets(1 + this->Random.integer(200));
          break;
        default:
          this->addIsland();
      }
    // Put the flat cells at random places among the others.
    if (this->Random.chance(0.5))
      this->shuffle();
  }

private:
  using Face = std::array<std::int64_t, 3>; ///< its point ids, sorted

  std::int64_t anyPoint() { return this->Random.integer(static_cast<int>(this->Scene.points.size() / 3)); }

  /// Adds a point on a face, with the interpolated value. Half of these points are off the face by less than
  /// a float resolves.
  std::int64_t addPoint(const Face& face, const std::array<double, 3>& weights)
  {
    const double off = this->Random.chance(0.5) ? 0.0 : this->Random.real(-2e-8, 2e-8);
    double p[3] = { off, 0.5 * off, -off }, value = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const auto id = static_cast<std::size_t>(face[k]);
      for (std::size_t axis = 0; axis < 3; ++axis)
        p[axis] += weights[k] * this->Scene.points[3 * id + axis];
      if (!this->Scene.perCell)
        value += weights[k] * this->Scene.scalars[id];
    }
    this->Scene.points.insert(this->Scene.points.end(), p, p + 3);
    if (!this->Scene.perCell)
      this->Scene.scalars.push_back(value);
    return static_cast<std::int64_t>(this->Scene.points.size() / 3) - 1;
  }

  void addTet(const std::array<std::int64_t, 4>& corners)
  {
    std::array<std::int64_t, 4> turned = corners;
    if (this->Random.chance(0.5))
      std::swap(turned[0], turned[2]);
    this->Scene.tets.insert(this->Scene.tets.end(), turned.begin(), turned.end());
    if (this->Scene.perCell)
      this->Scene.scalars.push_back(this->Random.real(0, 1));
    this->toggleFaces(this->Scene.tets.size() - 4);
  }

  void toggleFaces(std::size_t tet)
  {
    for (std::size_t f = 0; f < 4; ++f)
    {
      Face face;
      for (std::size_t k = 0; k < 3; ++k)
        face[k] = this->Scene.tets[tet + (f + k + 1) % 4];
      std::sort(face.begin(), face.end());
      if (!this->Border.insert(face).second)
        this->Border.erase(face);
    }
  }

  void shuffle()
  {
    for (std::size_t t = this->Scene.tets.size() / 4 - 1; t > 0; --t)
    {
      const auto other = static_cast<std::size_t>(this->Random.integer(static_cast<int>(t + 1)));
      std::swap_ranges(this->Scene.tets.begin() + static_cast<std::ptrdiff_t>(4 * t),
        this->Scene.tets.begin() + static_cast<std::ptrdiff_t>(4 * t + 4),
        this->Scene.tets.begin() + static_cast<std::ptrdiff_t>(4 * other));
      if (this->Scene.perCell)
        std::swap(this->Scene.scalars[t], this->Scene.scalars[other]);
    }
  }

  OracleScene& Scene;
  Randomness& Random;
  std::set<Face> Border;
};

} // namespace inkray::testing
