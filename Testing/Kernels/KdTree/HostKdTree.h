// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/KdTree.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// A kd-tree made by one thread, node by node: the reference for the parallel builders.
struct HostKdTree
{
  std::vector<KdNode> nodes;
  std::vector<std::uint32_t> leafTriangles;
  std::vector<Float4> corners;
  KdBox bounds = {};
  KdLeftOut leftOut;

  KdTreeView view() const { return { nodes.data(), leafTriangles.data(), corners.data(), bounds }; }
};

/// Throws InvalidInput for a corner that is no point of the mesh, and for more triangles than a tree can
/// number.
HostKdTree buildHostKdTree(const TriangleMesh& mesh, const KdPolicy& policy = kdDefaultPolicy);

} // namespace inkray
