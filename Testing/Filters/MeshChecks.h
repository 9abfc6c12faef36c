// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkTetrahedralizer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace kit
{

/// The tets and points behind the pointers of a mesh, in one type.
struct PlainMesh
{
  explicit PlainMesh(const inkray::TetMeshInput& input);
  std::vector<std::array<std::int64_t, 4>> tets;
  std::vector<std::array<double, 3>> points;
  double volume(std::size_t tet) const;
};

/// Counts and measures of a mesh.
struct MeshFacts
{
  double volume = 0;
  double smallestVolume = 1e300;
  double boundaryArea = 0;
  std::int64_t boundaryFaces = 0;
  std::int64_t cracks = 0;  ///< boundary faces that are not in a plane of the unit cube
  std::int64_t crowded = 0; ///< faces of more than two tets
  std::int64_t misfits = 0; ///< faces that both their tets see from the same side
};
MeshFacts factsOf(const PlainMesh& mesh);

/// Expects the mesh to fill the unit cube once, without cracks and without inverted tets.
void expectUnitCube(vtkTetrahedralizer* topology);

} // namespace kit
