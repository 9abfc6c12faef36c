// SPDX-License-Identifier: BSD-3-Clause
// Ten-node tets leave an octahedron in their middle, which is divided along one of three diagonals.
#include "MeshChecks.h"
#include "MeshKit.h"

#include "Renderers/MeshVolume/TetRayCaster.h"

#include "vtkCellType.h"
#include "vtkNew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace
{

constexpr int edges[6][2] = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 1, 3 }, { 2, 3 } };
constexpr int types[2] = { VTK_QUADRATIC_TETRA, VTK_LAGRANGE_TETRAHEDRON };

using Corners = std::array<kit::Vec3, 4>;
using Order = std::array<int, 4>;

/// Moves the node in the middle of an edge away from its straight position.
struct Bend
{
  int edge;
  kit::Vec3 by;
};

std::vector<kit::Vec3> tenNodes(const Corners& corners, const std::vector<Bend>& bends)
{
  std::vector<kit::Vec3> nodes(corners.begin(), corners.end());
  for (int e = 0; e < 6; ++e)
  {
    kit::Vec3 x;
    for (int c = 0; c < 3; ++c)
    {
      x[c] = (corners[edges[e][0]][c] + corners[edges[e][1]][c]) / 2;
    }
    nodes.push_back(x);
  }
  for (const Bend& bend : bends)
  {
    for (int c = 0; c < 3; ++c)
    {
      nodes[4 + bend.edge][c] += bend.by[c];
    }
  }
  return nodes;
}

/// Returns the same cell with its corners in another order.
std::vector<kit::Vec3> reordered(const std::vector<kit::Vec3>& nodes, const Order& order)
{
  std::vector<kit::Vec3> result;
  for (int corner : order)
  {
    result.push_back(nodes[corner]);
  }
  for (const auto& edge : edges)
  {
    const int a = order[edge[0]], b = order[edge[1]];
    const auto same = [a, b](
                        const int(&e)[2]) { return (e[0] == a && e[1] == b) || (e[0] == b && e[1] == a); };
    result.push_back(nodes[4 + (std::find_if(edges, edges + 6, same) - edges)]);
  }
  return result;
}

bool isEven(const Order& order)
{
  int exchanged = 0;
  for (int i = 0; i < 4; ++i)
  {
    exchanged += static_cast<int>(
      std::count_if(order.begin() + i, order.end(), [&](int other) { return other < order[i]; }));
  }
  return exchanged % 2 == 0;
}

/// Checks the smallest volume of all tets of the cell, in every order of its corners.
void expectSmallest(const std::vector<kit::Vec3>& nodes, double smallest)
{
  for (int type : types)
  {
    Order order = { 0, 1, 2, 3 };
    do
    {
      kit::MeshKit kit(5);
      kit.cell(type, reordered(nodes, order));
      vtkNew<vtkTetrahedralizer> topology;
      topology->Update(kit.grid(0));
      const kit::PlainMesh mesh(topology->GetMesh());
      ASSERT_EQ(mesh.tets.size(), 8u);
      // A cell that is listed inside out has only tets that are inside out.
      const double sign = isEven(order) ? 1 : -1;
      double least = 1e300;
      for (std::size_t t = 0; t < mesh.tets.size(); ++t)
      {
        least = std::min(least, sign * mesh.volume(t));
      }
      EXPECT_NEAR(least, smallest, 1e-9) << type << ": " << order[0] << order[1] << order[2] << order[3];
      auto caster = inkray::TetRayCaster::create(inkray::DeviceKind::CPU);
      EXPECT_EQ(caster->setMesh(topology->GetMesh()).inverted, sign > 0 ? 0 : 8);
      const kit::MeshFacts facts = kit::factsOf(mesh);
      EXPECT_EQ(facts.boundaryFaces, 16);
      EXPECT_EQ(facts.misfits + facts.crowded, 0);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

const Corners unitTet = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

// Edge 2-3 is bent until the diagonal between its middle and that of edge 0-1, the shortest of the three,
// passes outside the octahedron.
TEST(Octahedron, BentEdgeInvertsNothing)
{
  expectSmallest(tenNodes(unitTet, { { 5, { -0.2, -0.2, -0.2 } } }), 1.0 / 240);
}

// No diagonal inverts a tet here. Their smallest tets have 2, 2.8 and 2.6, and the first diagonal is the
// shortest.
TEST(Octahedron, LargestSmallestTetWins)
{
  expectSmallest(tenNodes(unitTet, { { 5, { -0.1, -0.1, -0.1 } }, { 4, { 0, -0.1, 0 } } }), 2.8 / 240);
}

double squaredDistance(const kit::Vec3& a, const kit::Vec3& b)
{
  return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]);
}

/// Counts the tets with corners at both places.
int tetsBetween(const kit::PlainMesh& mesh, const kit::Vec3& from, const kit::Vec3& to)
{
  int count = 0;
  for (const auto& tet : mesh.tets)
  {
    auto touches = [&](const kit::Vec3& x) {
      return std::any_of(
        tet.begin(), tet.end(), [&](std::int64_t id) { return squaredDistance(mesh.points[id], x) < 1e-6; });
    };
    count += touches(from) && touches(to);
  }
  return count;
}

// Single precision makes the tets of a straight cell differ a little, which must not decide.
TEST(Octahedron, StraightCellTakesTheShortestDiagonal)
{
  Order order = { 0, 1, 2, 3 };
  do
  {
    for (unsigned seed = 0; seed < 20; ++seed)
    {
      const double far = 100 + 0.37 * seed;
      const Corners corners = { { { far, 0, far }, { far + 0.113, 0.6, far + 0.021 },
        { far - 0.013, 1, far - 0.007 }, { far + 0.019, 1.5, far + 0.117 } } };
      const std::vector<kit::Vec3> nodes = tenNodes(corners, {});
      kit::MeshKit kit(seed);
      kit.cell(VTK_QUADRATIC_TETRA, reordered(nodes, order));
      vtkNew<vtkTetrahedralizer> topology;
      topology->Update(kit.grid(0, false));
      const kit::PlainMesh mesh(topology->GetMesh());
      // The diagonals join the middles of opposite edges. The diagonal between the edges 0-1 and 2-3 is 0.95
      // long, the others 0.56 and 0.08.
      EXPECT_EQ(tetsBetween(mesh, nodes[4], nodes[9]), 0) << seed;
      EXPECT_EQ(tetsBetween(mesh, nodes[6], nodes[8]), 0) << seed;
      EXPECT_EQ(tetsBetween(mesh, nodes[5], nodes[7]), 4) << seed;
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

} // namespace
