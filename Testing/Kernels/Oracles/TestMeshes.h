// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshGenerator.h"
#include "Oracles/BruteForceTetCaster.h"

namespace inkray::testing
{

/// A generated mesh as a scene without transfer function.
OracleScene fromGenerator(const generator::MeshOptions& options);

// The meshes on which pictures must be exact: about ten thousand tets each within about [-1.1, 1.1]^3, with
// point scalars of about 0 to 1.
OracleScene convexMesh();
OracleScene kuhnMesh();
OracleScene
nonConvexMesh(); ///< with a notch, a bore and cavities; insideCavity() is the center of one cavity
OracleScene disconnectedMesh();
OracleScene randomOrderMesh();
OracleScene sliverMesh();        ///< lattice cells whose centers lie 1e-3 to 1e-5 cells above a face
OracleScene farFromOriginMesh(); ///< nonConvexMesh moved by farOffset()
Vector insideCavity();
Vector farOffset();

/// A lattice without jitter: every vertex lies at a multiple of a quarter. The scalar is x + 2 y + 3 z, which
/// is linear, so the picture has a closed form.
OracleScene alignedLattice(generator::Cut cut);

// Single tets, and pairs of tets in contact.
OracleScene singleTet();
enum class Contact
{
  Face,
  Edge,
  Vertex
};
OracleScene twoTets(Contact contact); ///< two tets that share a face, an edge only, or a vertex only

/// Two cubes whose common face is cut along different diagonals, joined by a flat tet, as meshers close such
/// a seam.
OracleScene flatTetSeam();

} // namespace inkray::testing
