// SPDX-License-Identifier: BSD-3-Clause
#include "MeshGenerator.h"
#include "Oracles/Matrices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

using namespace inkray::generator;
using inkray::testing::Vector;

namespace
{

Vector point(const TetMesh& mesh, std::int32_t id)
{
  return { mesh.points[3 * id], mesh.points[3 * id + 1], mesh.points[3 * id + 2] };
}

double volume(const TetMesh& mesh, std::int64_t tet)
{
  const std::int32_t* ids = &mesh.tets[4 * tet];
  const Vector a = point(mesh, ids[0]);
  using namespace inkray::testing;
  return dot(cross(minus(point(mesh, ids[1]), a), minus(point(mesh, ids[2]), a)),
           minus(point(mesh, ids[3]), a)) /
    6.0;
}

/// Returns how many tets have each face.
std::map<std::array<std::int32_t, 3>, int> faces(const TetMesh& mesh)
{
  std::map<std::array<std::int32_t, 3>, int> count;
  for (std::int64_t t = 0; t < mesh.numTets(); ++t)
  {
    for (int f = 0; f < 4; ++f)
    {
      std::array<std::int32_t, 3> face = { mesh.tets[4 * t + (f + 1) % 4], mesh.tets[4 * t + (f + 2) % 4],
        mesh.tets[4 * t + (f + 3) % 4] };
      std::sort(face.begin(), face.end());
      ++count[face];
    }
  }
  return count;
}

/// Returns the number of parts that connect by faces.
int pieces(const TetMesh& mesh)
{
  std::vector<std::int32_t> root(mesh.numPoints());
  for (std::size_t i = 0; i < root.size(); ++i)
  {
    root[i] = static_cast<std::int32_t>(i);
  }
  const auto find = [&](std::int32_t i) {
    while (root[i] != i)
    {
      i = root[i] = root[root[i]];
    }
    return i;
  };
  for (std::size_t i = 0; i < mesh.tets.size(); ++i)
  {
    root[find(mesh.tets[i])] = find(mesh.tets[i & ~std::size_t{ 3 }]);
  }
  int count = 0;
  for (std::size_t i = 0; i < root.size(); ++i)
  {
    count += root[i] == static_cast<std::int32_t>(i);
  }
  return count;
}

} // namespace

TEST(Generator, EveryShapeCutAndOrderIsAValidMesh)
{
  for (const Shape shape : { Shape::Convex, Shape::NonConvex, Shape::Disconnected })
  {
    for (const Cut cut : { Cut::Center, Cut::Kuhn })
    {
      for (const Order order : { Order::Lattice, Order::Random })
      {
        MeshOptions options;
        options.tets = 20000;
        options.shape = shape;
        options.cut = cut;
        options.order = order;
        const TetMesh mesh = generateMesh(options);
        EXPECT_NEAR(double(mesh.numTets()), 20000.0, 3000.0);
        EXPECT_EQ(mesh.points.size(), 3 * mesh.scalars.size());
        double total = 0.0, smallest = std::numeric_limits<double>::max();
        for (std::int64_t t = 0; t < mesh.numTets(); ++t)
        {
          total += volume(mesh, t);
          smallest = std::min(smallest, volume(mesh, t));
        }
        EXPECT_GT(smallest, 0.02 * total / double(mesh.numTets()));
        EXPECT_TRUE(shape == Shape::Convex ? std::abs(total - 8.0) < 1e-3 : total < 7.5);
        for (const auto& face : faces(mesh))
        {
          ASSERT_LE(face.second, 2);
        }
        EXPECT_TRUE(shape == Shape::Disconnected ? pieces(mesh) >= 7 : pieces(mesh) == 1) << pieces(mesh);
        const auto range = std::minmax_element(mesh.scalars.begin(), mesh.scalars.end());
        EXPECT_GT(*range.first, -0.3f);
        EXPECT_LT(*range.second, 1.3f);
        EXPECT_GT(*range.second - *range.first, 0.5f);
      }
    }
  }
}

TEST(Generator, NonConvexMeshHasCavities)
{
  // Euler's formula over the boundary: an outer surface and two closed cavities are three spheres.
  MeshOptions options;
  options.tets = 60000;
  const TetMesh mesh = generateMesh(options);
  std::map<std::array<std::int32_t, 2>, int> edges;
  std::map<std::int32_t, int> vertices;
  std::int64_t boundary = 0;
  for (const auto& [face, count] : faces(mesh))
  {
    if (count == 1)
    {
      ++boundary;
      for (int v = 0; v < 3; ++v)
      {
        ++vertices[face[v]];
        ++edges[{ face[v == 2 ? 0 : v], face[v == 2 ? 2 : v + 1] }];
      }
    }
  }
  EXPECT_EQ(std::int64_t(vertices.size()) - std::int64_t(edges.size()) + boundary, 6);
}

TEST(Generator, RandomOrderIsTheSameMesh)
{
  MeshOptions options;
  options.tets = 10000;
  const TetMesh lattice = generateMesh(options);
  options.order = Order::Random;
  const TetMesh random = generateMesh(options);
  ASSERT_EQ(lattice.numTets(), random.numTets());
  ASSERT_EQ(lattice.numPoints(), random.numPoints());
  const auto corners = [](const TetMesh& mesh) {
    std::vector<std::array<Vector, 4>> tets;
    for (std::int64_t t = 0; t < mesh.numTets(); ++t)
    {
      std::array<Vector, 4> tet;
      for (int v = 0; v < 4; ++v)
      {
        tet[v] = point(mesh, mesh.tets[4 * t + v]);
      }
      std::sort(tet.begin(), tet.end());
      tets.push_back(tet);
    }
    return tets;
  };
  auto a = corners(lattice), b = corners(random);
  EXPECT_NE(a, b);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  EXPECT_EQ(a, b);
}

TEST(Generator, SeedsDifferAndRepeat)
{
  MeshOptions options;
  options.tets = 10000;
  const TetMesh first = generateMesh(options), again = generateMesh(options);
  options.seed = 2;
  const TetMesh other = generateMesh(options);
  EXPECT_EQ(first.points, again.points);
  EXPECT_EQ(first.scalars, again.scalars);
  EXPECT_NE(first.points, other.points);
}

TEST(Generator, GradedCellsCrowdAtTheWalls)
{
  // Without jitter, the corners of cells form a rectilinear grid: the corners on one edge of the box have all
  // of the grid's coordinates along this edge.
  for (const double grading : { 1.0, 20.0, 500.0 })
    for (const Cut cut : { Cut::Center, Cut::Kuhn })
    {
      MeshOptions options;
      options.cells = { 12, 13, 14 };
      options.shape = Shape::Convex;
      options.cut = cut;
      options.grading = grading;
      options.jitter = 0.0;
      options.boundaryFaces = 0;
      const TetMesh still = generateMesh(options);
      for (int axis = 0; axis < 3; ++axis)
      {
        std::vector<float> corners; // corners of the cells at the wall; the centers of cells do not lie on it
        for (std::size_t i = 0; i < still.points.size(); i += 3)
          if (still.points[i + (axis + 1) % 3] == -1.0f && still.points[i + (axis + 2) % 3] == -1.0f)
            corners.push_back(still.points[i + axis]);
        std::sort(corners.begin(), corners.end());
        ASSERT_EQ(corners.size(), std::size_t(options.cells[axis]) + 1);
        std::vector<double> widths;
        for (std::size_t i = 1; i < corners.size(); ++i)
          widths.push_back(double(corners[i]) - corners[i - 1]);
        const double narrowest = *std::min_element(widths.begin(), widths.end());
        EXPECT_NEAR(*std::max_element(widths.begin(), widths.end()) / narrowest, grading, 2e-3 * grading);
        EXPECT_NEAR(widths.front(), narrowest, 1e-6);
        EXPECT_NEAR(widths.back(), narrowest, 1e-6);
      }
      options.jitter = -1.0;
      const TetMesh mesh = generateMesh(options);
      double total = 0.0, smallest = std::numeric_limits<double>::max(), largest = 0.0;
      for (std::int64_t t = 0; t < mesh.numTets(); ++t)
      {
        total += volume(mesh, t);
        smallest = std::min(smallest, volume(mesh, t));
        largest = std::max(largest, volume(mesh, t));
      }
      EXPECT_GT(smallest, 0.0);
      EXPECT_NEAR(total, 8.0, 1e-4);
      EXPECT_GT(largest / smallest, 0.2 * grading * grading * grading);
    }
}

TEST(Generator, TubesGiveTheBoundaryFacesThatAreWanted)
{
  for (const Cut cut : { Cut::Center, Cut::Kuhn })
    for (const std::int64_t wanted : { 16000, 20000 })
    {
      MeshOptions options;
      options.tets = 200000;
      options.shape = Shape::Convex;
      options.cut = cut;
      options.grading = 10.0;
      options.boundaryFaces = wanted;
      const TetMesh mesh = generateMesh(options);
      EXPECT_NEAR(double(mesh.numTets()), 200000.0, 10000.0);
      std::int64_t boundary = 0;
      for (const auto& [face, count] : faces(mesh))
      {
        ASSERT_LE(count, 2);
        boundary += count == 1;
      }
      EXPECT_NEAR(double(boundary), double(wanted), 280.0); // the tolerance is half a tube of 35 layers
      EXPECT_EQ(pieces(mesh), 1);
      for (std::int64_t t = 0; t < mesh.numTets(); ++t)
        ASSERT_GT(volume(mesh, t), 0.0);
    }
}

TEST(Generator, BentShapesCanBeGraded)
{
  MeshOptions options;
  options.tets = 60000;
  options.grading = 8.0;
  const TetMesh mesh = generateMesh(options);
  for (std::int64_t t = 0; t < mesh.numTets(); ++t)
    ASSERT_GT(volume(mesh, t), 0.0);
  options.grading = 1000.0;
  EXPECT_THROW(generateMesh(options), std::invalid_argument);
}

TEST(Generator, RefusesNonsense)
{
  MeshOptions options;
  options.tets = 0;
  EXPECT_THROW(generateMesh(options), std::invalid_argument);
  options.tets = 10000;
  options.jitter = 0.5;
  EXPECT_THROW(generateMesh(options), std::invalid_argument);
  options.jitter = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(generateMesh(options), std::invalid_argument);
  options.jitter = -1.0;
  for (const double grading : { 0.9, 1001.0, std::numeric_limits<double>::quiet_NaN() })
  {
    options.grading = grading;
    EXPECT_THROW(generateMesh(options), std::invalid_argument);
  }
  options.grading = 1.0;
  options.boundaryFaces = 20000; // not allowed for a shape that is not convex
  EXPECT_THROW(generateMesh(options), std::invalid_argument);
  options.shape = Shape::Convex;
  for (const int faces : { -1, 100, 1000000 }) // fewer than the walls have, and more than fit
  {
    options.boundaryFaces = faces;
    EXPECT_THROW(generateMesh(options), std::invalid_argument);
  }
}
