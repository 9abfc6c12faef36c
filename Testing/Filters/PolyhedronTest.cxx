// SPDX-License-Identifier: BSD-3-Clause
// Polyhedra that are not convex, and cells with collapsed edges.
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkCellType.h"
#include "vtkNew.h"

#include <gtest/gtest.h>

namespace
{

/// Checks the volume of a polygon in the plane that is pulled up to height 1, as one polyhedron.
void expectPrism(const std::vector<std::array<double, 2>>& polygon, double volume, unsigned seed)
{
  kit::MeshKit kit(seed);
  const int n = static_cast<int>(polygon.size());
  std::vector<kit::Vec3> nodes;
  std::vector<std::vector<int>> faces(2);
  for (int i = 0; i < 2 * n; ++i)
  {
    nodes.push_back({ polygon[i % n][0], polygon[i % n][1], double(i / n) });
    faces[i / n].push_back(i);
    if (i < n)
    {
      faces.push_back({ i, (i + 1) % n, n + (i + 1) % n, n + i });
    }
  }
  kit.polyhedron(nodes, faces);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(kit.grid(0));
  const kit::MeshFacts facts = kit::factsOf(kit::PlainMesh(topology->GetMesh()));
  EXPECT_NEAR(facts.volume, volume, 1e-9) << seed;
  EXPECT_GT(facts.smallestVolume, 0) << seed;
  EXPECT_EQ(facts.misfits, 0) << seed;
  EXPECT_EQ(facts.crowded, 0) << seed;
  EXPECT_EQ(facts.boundaryFaces, 2 * (n - 2) + 2 * n) << seed;
}

TEST(Polyhedra, WithDents)
{
  for (unsigned seed = 0; seed < 20; ++seed)
  {
    expectPrism({ { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 1.5 }, { 0, 4 } }, 11, seed);         // an arrow
    expectPrism({ { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 4 }, { 2, 4 }, { 0, 4 } }, 16, seed); // points on edges
    expectPrism({ { 0, 0 }, { 3, 0 }, { 3, 2 }, { 2, 2 }, { 2, 3 }, { 0, 3 } }, 8, seed);  // an L
  }
}

TEST(Polyhedra, TetrahedronStaysOne)
{
  for (unsigned seed = 0; seed < 8; ++seed)
  {
    kit::MeshKit kit(seed);
    kit.polyhedron({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
      { { 0, 1, 2 }, { 0, 1, 3 }, { 1, 2, 3 }, { 0, 2, 3 } });
    vtkNew<vtkTetrahedralizer> topology;
    topology->Update(kit.grid(0));
    const kit::PlainMesh mesh(topology->GetMesh());
    ASSERT_EQ(mesh.tets.size(), 1u);
    EXPECT_NEAR(mesh.volume(0), 1.0 / 6, 1e-12);
    EXPECT_EQ(topology->GetNumberOfAddedPoints(), 0);
  }
}

TEST(Polyhedra, ConvexCellsNeedNoPoint)
{
  kit::MeshKit kit(1);
  kit.polyhedron(kit::boxCorners({ 0, 0, 0 }, { 1, 1, 1 }),
    { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 }, { 3, 0, 4, 7 } });
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(kit.grid(0));
  EXPECT_EQ(topology->GetNumberOfTets(), 6);
  EXPECT_EQ(topology->GetNumberOfAddedPoints(), 0);
  kit::expectUnitCube(topology);
}

TEST(Polyhedra, FarFromTheOrigin)
{
  kit::MeshKit kit(2);
  std::vector<kit::Vec3> corners = kit::boxCorners({ 0, 0, 0 }, { 1e-3, 1e-3, 1e-3 });
  for (kit::Vec3& x : corners)
  {
    x[0] += 1000;
    x[1] -= 2000;
  }
  kit.polyhedron(corners,
    { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 }, { 3, 0, 4, 7 } });
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(kit.grid(0));
  EXPECT_EQ(topology->GetNumberOfTets(), 6);
  EXPECT_NEAR(kit::factsOf(kit::PlainMesh(topology->GetMesh())).volume, 1e-9, 1e-14);
}

struct Collapsed
{
  const char* what;
  int type;
  std::vector<int> corners; ///< of the unit cube
  double volume;
};

TEST(CollapsedCells, KeepTheirVolume)
{
  const Collapsed cells[] = {
    { "wedge as a hexahedron", VTK_HEXAHEDRON, { 0, 1, 2, 2, 4, 5, 6, 6 }, 1.0 / 2 },
    { "pyramid as a hexahedron", VTK_HEXAHEDRON, { 0, 1, 2, 3, 4, 4, 4, 4 }, 1.0 / 3 },
    { "tet as a hexahedron", VTK_HEXAHEDRON, { 0, 1, 2, 2, 5, 5, 5, 5 }, 1.0 / 6 },
    { "tet as a pyramid", VTK_PYRAMID, { 0, 1, 2, 2, 5 }, 1.0 / 6 },
    { "pyramid as a wedge", VTK_WEDGE, { 0, 4, 3, 1, 1, 2 }, 0 },
    { "flat", VTK_HEXAHEDRON, { 0, 1, 2, 3, 0, 1, 2, 3 }, 0 },
  };
  for (const Collapsed& cell : cells)
  {
    for (unsigned seed = 0; seed < 10; ++seed)
    {
      kit::MeshKit kit(seed);
      const std::vector<kit::Vec3> cube = kit::boxCorners({ 0, 0, 0 }, { 1, 1, 1 });
      std::vector<kit::Vec3> nodes;
      for (int corner : cell.corners)
      {
        nodes.push_back(cube[corner]);
      }
      kit.cell(cell.type, nodes);
      vtkNew<vtkTetrahedralizer> topology;
      topology->Update(kit.grid(0));
      const kit::PlainMesh mesh(topology->GetMesh());
      const kit::MeshFacts facts = kit::factsOf(mesh);
      if (cell.volume > 0)
      {
        EXPECT_NEAR(facts.volume, cell.volume, 1e-12) << cell.what << seed;
        EXPECT_GE(facts.smallestVolume, 0) << cell.what << seed;
      }
      for (const auto& tet : mesh.tets)
      {
        for (int i = 0; i < 4; ++i)
        {
          EXPECT_NE(tet[i], tet[(i + 1) % 4]) << cell.what << seed;
        }
      }
    }
  }
}

} // namespace
