// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FunctionReference.h"
#include "Device/Buffer.h"
#include "Geometry/KdTree/KdBuild.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TriangleMesh.h"

#include <cstdint>
#include <memory>

namespace inkray
{

/// Triangles that a tree leaves out.
struct KdLeftOut
{
  std::int64_t notFinite = 0;
  std::int64_t degenerate = 0;
};

/// Statistics of a build.
struct KdTreeReport
{
  KdLeftOut leftOut;
  std::int64_t nodes = 0, leafTriangles = 0; ///< in the arrays of KdTreeView
  int levels = 0;                            ///< levels of large nodes
  int builds = 0;                            ///< attempts of the last build; more than one if arrays were too
                                             ///< small
  std::int64_t treeBytes = 0;                ///< bytes that rays need
  std::int64_t workBytes = 0;                ///< bytes kept for the next build
};

/// An alternative method to build the nodes of a tree, which tests and benchmarks compare with the product's.
/// The trees are the same except for the order of nodes and of triangles in a leaf.
template <class Backend>
class KdStages
{
public:
  virtual ~KdStages() = default;
  /// Allocates memory; called before each build.
  virtual void reserve(Backend& backend, const KdCapacities& capacities) = 0;
  /// Builds all nodes, after BeginBuild (KdBuild.h). Calls `largeAreDone` between the large-node and the
  /// small-node stage.
  virtual void build(Backend& backend, const KdBuild& build, std::int64_t numTriangles,
    FunctionReference<void()> largeAreDone) = 0;
  virtual std::size_t bytes() const = 0; ///< bytes of all kept memory
};

/// A kd-tree in a backend's memory. All arrays are kept for the next build, which allocates only for a larger
/// mesh, and reads from the device once. KdTree.cpp and KdTree.cu have the two instances.
template <class Backend>
class KdTree // NOLINT(bugprone-reserved-identifier): clang's own name in the copy of the box
{
public:
  /// Build the tree of a mesh in the backend's memory, on the backend; before the first call the tree is
  /// empty. Triangles with a coordinate that is not finite and, unless the mesh keeps them, triangles without
  /// area are left out and counted. Throws InvalidInput for a corner that is no point of the mesh, and for
  /// more than kdMostTriangles. Throws it also for a policy whose small nodes have fewer than 2 or more than
  /// 64 triangles. `other`, unless null, builds the nodes. Otherwise, blocks reserve places by atomic
  /// additions and combine bounds by atomic maxima.
  void build(Backend& backend, const TriangleMesh& mesh, const KdPolicy& policy = kdDefaultPolicy,
    KdStages<Backend>* other = nullptr);

  /// The tree for kernels; valid until the next build.
  KdTreeView view() const { return { nodes_.data(), leafTriangles_.data(), corners_.data(), bounds_ }; }
  const KdTreeReport& report() const { return report_; }
  const KdLeftOut& leftOut() const { return report_.leftOut; }

  /// Let builds set marks of the backend, from `firstMark` on: at the beginning, and after the preparation of
  /// triangles, the large-node stage and the small-node stage. If a build starts again, its last attempt
  /// counts.
  void markStages(int firstMark) { firstMark_ = firstMark; }
  static constexpr int numMarks = 4;

  /// Release the arrays that only builds need, for geometry that stays.
  void releaseWorkspace();

private:
  template <class T>
  using Array = typename Backend::template Array<T>;

  /// Arrays of a KdNodeList.
  struct List
  {
    Array<Float4> low, high;
    Array<UInt2> ancestry;
    Array<std::uint32_t> counts, bounds, triangles;
  };

  void reserve(Backend& backend);
  KdNodeList listOf(List& list);
  KdBuild arrays(const KdPolicy& policy);
  void buildNodes(Backend& backend, const KdBuild& build);

  void mark(Backend& backend, int stage)
  {
    if (firstMark_ >= 0)
      backend.mark(firstMark_ + stage);
  }

  int firstMark_ = -1;
  Array<KdNode> nodes_;
  Array<std::uint32_t> leafTriangles_;
  Array<Float4> corners_;
  KdBox bounds_ = {};
  KdTreeReport report_;

  KdCapacities capacities_ = {};
  Array<Float4> boxes_;
  List lists_[2];
  Array<KdPlan> plans_;
  Array<KdChunk> chunks_;
  Array<Float4> smallLow_, smallHigh_;
  Array<std::uint32_t> smallCounts_, smallTriangles_;
  Array<KdState> state_;
  std::unique_ptr<typename Backend::Loop> levels_; ///< a pointer, so that a tree can be moved
};

} // namespace inkray
