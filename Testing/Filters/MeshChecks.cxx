// SPDX-License-Identifier: BSD-3-Clause
#include "MeshChecks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace kit
{

PlainMesh::PlainMesh(const inkray::TetMeshInput& input)
  : tets(input.numTets)
  , points(input.numPoints)
{
  for (std::size_t i = 0; i < 4 * this->tets.size(); ++i)
  {
    this->tets[i / 4][i % 4] = input.connectivityType == inkray::ValueType::Int32
      ? static_cast<const std::int32_t*>(input.connectivity)[i]
      : static_cast<const std::int64_t*>(input.connectivity)[i];
  }
  for (std::size_t i = 0; i < 3 * this->points.size(); ++i)
  {
    this->points[i / 3][i % 3] = input.pointType == inkray::ValueType::Float32
      ? static_cast<const float*>(input.points)[i]
      : static_cast<const double*>(input.points)[i];
  }
}

double PlainMesh::volume(std::size_t tet) const
{
  double e[3][3];
  for (int i = 0; i < 3; ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      e[i][c] = this->points.at(this->tets[tet][i + 1])[c] - this->points.at(this->tets[tet][0])[c];
    }
  }
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
    6;
}

MeshFacts factsOf(const PlainMesh& mesh)
{
  MeshFacts facts;
  std::map<std::array<std::int64_t, 3>, std::vector<int>> faces; // parities of the tets at each face
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
  {
    const double volume = mesh.volume(t);
    facts.volume += volume;
    facts.smallestVolume = std::min(facts.smallestVolume, volume);
    static const int corners[4][3] = { { 1, 2, 3 }, { 0, 3, 2 }, { 0, 1, 3 }, { 0, 2, 1 } };
    for (const int* corner : corners)
    {
      std::array<std::int64_t, 3> face = { mesh.tets[t][corner[0]], mesh.tets[t][corner[1]],
        mesh.tets[t][corner[2]] };
      int parity = (face[0] > face[1]) + (face[1] > face[2]) + (face[0] > face[2]);
      std::sort(face.begin(), face.end());
      faces[face].push_back(parity % 2);
    }
  }
  for (const auto& entry : faces)
  {
    const std::vector<int>& sides = entry.second;
    facts.crowded += sides.size() > 2;
    facts.misfits += sides.size() == 2 && sides[0] == sides[1];
    if (sides.size() != 1)
    {
      continue;
    }
    ++facts.boundaryFaces;
    const auto& a = mesh.points[entry.first[0]];
    const auto& b = mesh.points[entry.first[1]];
    const auto& c = mesh.points[entry.first[2]];
    double area = 0;
    bool onCube = false;
    for (int x = 0; x < 3; ++x)
    {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      const double normal = (b[y] - a[y]) * (c[z] - a[z]) - (b[z] - a[z]) * (c[y] - a[y]);
      area += normal * normal;
      for (double wall : { 0.0, 1.0 })
      {
        onCube = onCube ||
          (std::abs(a[x] - wall) < 1e-6 && std::abs(b[x] - wall) < 1e-6 && std::abs(c[x] - wall) < 1e-6);
      }
    }
    facts.boundaryArea += std::sqrt(area) / 2;
    facts.cracks += !onCube;
  }
  return facts;
}

void expectUnitCube(vtkTetrahedralizer* topology)
{
  const PlainMesh mesh(topology->GetMesh());
  const MeshFacts facts = factsOf(mesh);
  EXPECT_GT(mesh.tets.size(), 0u);
  EXPECT_NEAR(facts.volume, 1.0, 1e-6);
  EXPECT_GT(facts.smallestVolume, 0.0);
  EXPECT_NEAR(facts.boundaryArea, 6.0, 1e-5);
  EXPECT_EQ(facts.cracks, 0);
  EXPECT_EQ(facts.crowded, 0);
  EXPECT_EQ(facts.misfits, 0);
  EXPECT_EQ(topology->GetMessage(), "");
}

} // namespace kit
