// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/KdTree/HostKdTree.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TriangleMesh.h"

#include <vector>

namespace inkray
{

/// A kd-tree in a backend's memory.
template <class Backend>
class KdTree
{
public:
  /// The tree of a mesh in the backend's memory; before the first time it is of nothing. Triangles with a
  /// coordinate that is not finite and triangles without area are left out and counted. Throws InvalidInput
  /// for a corner that is no point, and for 2^30 triangles or more.
  void build(Backend& backend, const TriangleMesh& mesh);

  /// For kernels; until the next build.
  KdTreeView view() const { return { nodes_.data(), leafTriangles_.data(), corners_.data(), bounds_ }; }
  const KdLeftOut& leftOut() const { return leftOut_; }

private:
  template <class T>
  using Array = typename Backend::template Array<T>;

  template <class T>
  static std::vector<T> onHost(Backend& backend, const T* values, std::int64_t n)
  {
    std::vector<T> copy(static_cast<std::size_t>(n));
    if (n > 0)
      backend.copyToHost(copy.data(), values, copy.size() * sizeof(T));
    return copy;
  }
  template <class T>
  static void upload(Backend& backend, Array<T>& to, const std::vector<T>& from)
  {
    to.reserve(backend, static_cast<std::int64_t>(from.size()));
    if (!from.empty())
      backend.copyFromHost(to.data(), from.data(), from.size() * sizeof(T));
  }

  Array<KdNode> nodes_;
  Array<std::uint32_t> leafTriangles_;
  Array<Float4> corners_;
  KdBox bounds_ = {};
  KdLeftOut leftOut_;
};

template <class Backend>
void KdTree<Backend>::build(Backend& backend, const TriangleMesh& mesh)
{
  const std::vector<float> points = onHost(backend, mesh.points, 3 * mesh.numPoints);
  const std::vector<std::uint32_t> triangles = onHost(backend, mesh.triangles, 3 * mesh.numTriangles);
  const HostKdTree tree =
    buildHostKdTree({ points.data(), mesh.numPoints, triangles.data(), mesh.numTriangles });
  upload(backend, nodes_, tree.nodes);
  upload(backend, leafTriangles_, tree.leafTriangles);
  upload(backend, corners_, tree.corners);
  bounds_ = tree.bounds;
  leftOut_ = tree.leftOut;
}

} // namespace inkray
