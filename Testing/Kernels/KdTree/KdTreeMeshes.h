// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/TriangleMesh.h"
#include "View/Ray.h"

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Triangles and rays for tests and benchmarks of kd-trees.
namespace kdtest
{

using Point = std::array<float, 3>;

struct Triangles
{
  std::string name;
  std::vector<float> points;
  std::vector<std::uint32_t> corners;

  std::uint32_t addPoint(const Point& p);
  void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  Point point(std::uint32_t i) const;
  std::int64_t size() const { return static_cast<std::int64_t>(corners.size() / 3); }
  inkray::TriangleMesh mesh() const
  {
    return { points.data(), static_cast<std::int64_t>(points.size() / 3), corners.data(), this->size() };
  }
};

/// Returns the triangles of a leaf, sorted, or the triangles of all leaves, each once.
std::vector<std::uint32_t> trianglesOf(
  const inkray::KdNode& leaf, const std::vector<std::uint32_t>& leafTriangles);
std::vector<std::uint32_t> trianglesOf(
  const std::vector<inkray::KdNode>& nodes, const std::vector<std::uint32_t>& leafTriangles);

/// Triangles anywhere in the unit cube, with edges of up to `length`.
Triangles soup(std::mt19937& dice, std::int64_t n, float length);
/// A closed, bumpy sphere of about `n` triangles.
Triangles sphere(std::mt19937& dice, std::int64_t n);
/// A height field over a square of the x-y plane, of about `n` triangles. With height 0 all corners lie in
/// one plane.
Triangles terrain(std::mt19937& dice, std::int64_t n, float height);
/// The surfaces of unit cubes on integer coordinates, each of twelve triangles.
Triangles cubes(std::mt19937& dice, std::int64_t n);
/// Needles along the axes that all cross the middle.
Triangles needles(std::mt19937& dice, std::int64_t n);
/// A small, dense cluster in a large, nearly empty space.
Triangles cluster(std::mt19937& dice, std::int64_t n);
/// The same triangle n times.
Triangles copies(std::int64_t n);

/// Returns all these meshes, of up to about n triangles, and some very small meshes.
std::vector<Triangles> allMeshes(std::mt19937& dice, std::int64_t n);

/// Returns a ray from `origin`, over all parameters from 0.
inkray::Ray rayOf(const Point& origin, const Point& direction);
/// Returns rays of every kind: anywhere; along axes; in splitting planes; from and through corners, edges and
/// insides; and from far away.
std::vector<inkray::Ray> raysFor(std::mt19937& dice, const Triangles& triangles, int n);

} // namespace kdtest
