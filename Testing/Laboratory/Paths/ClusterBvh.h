// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/TriangleMesh.h"
#include "ReferenceBvh.h"

#include <cstdint>
#include <utility>

/// A bounding volume hierarchy that is built where the triangles are, by parallel locally-ordered clustering
/// (Meister and Bittner 2018). At first each triangle along the Morton curve is a cluster. In each round
/// every cluster seeks, among a few neighbors on either side, the one with which it has the smallest box. Two
/// clusters that choose each other become one. The clusters that are left move together, in their order.
namespace inkray::laboratory
{

/// A box, and where the parent finds its contents, as in BvhNode::children.
struct alignas(16) BvhCluster
{
  float low[3];
  std::uint32_t at; ///< a node, or where the triangles begin
  float high[3];
  std::uint32_t count; ///< number of triangles; 0: a node
};

/// The neighbors that are looked at on either side, and the most triangles of a leaf.
constexpr std::int64_t clusterRadius = 16;
constexpr std::uint32_t clusterLeaf = 4;
constexpr int mortonBits = 16; ///< bits of an axis

INKRAY_HD KdBox boxOfBoth(const BvhCluster& a, const BvhCluster& b)
{
  KdBox both;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    both.low[axis] = minimum(a.low[axis], b.low[axis]);
    both.high[axis] = maximum(a.high[axis], b.high[axis]);
  }
  return both;
}
INKRAY_HD float halfArea(const BvhCluster& a)
{
  return inkray::halfArea(a.high[0] - a.low[0], a.high[1] - a.low[1], a.high[2] - a.low[2]);
}

/// Finds the place of each triangle's center along the Morton curve. Triangles that a kd-tree leaves out have
/// their corners in one point, and come last.
struct OrderTriangles
{
  const Float4* corners;
  KdBox bounds;
  std::uint64_t* keys;
  std::uint32_t* triangles;
  std::uint32_t* numKept;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 a = corners[3 * i], b = corners[3 * i + 1], c = corners[3 * i + 2];
    triangles[i] = static_cast<std::uint32_t>(i);
    const bool isPoint = a.x == b.x && a.y == b.y && a.z == b.z && a.x == c.x && a.y == c.y && a.z == c.z;
    if (isPoint)
    {
      keys[i] = std::uint64_t(1) << (3 * mortonBits);
      return;
    }
    atomicAddRelaxed(numKept, 1u);
    const float x[3] = { minimum(a.x, minimum(b.x, c.x)) + maximum(a.x, maximum(b.x, c.x)),
      minimum(a.y, minimum(b.y, c.y)) + maximum(a.y, maximum(b.y, c.y)),
      minimum(a.z, minimum(b.z, c.z)) + maximum(a.z, maximum(b.z, c.z)) };
    // Cells are cubes, as boxes are to be.
    const float size = maximum(maximum(bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1]),
      bounds.high[2] - bounds.low[2]);
    std::uint64_t key = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      constexpr auto cells = static_cast<float>(1 << mortonBits);
      const float share = size > 0.0f ? (0.5f * x[axis] - bounds.low[axis]) / size : 0.0f;
      const auto cell = static_cast<std::uint32_t>(minimum(maximum(share * cells, 0.0f), cells - 1.0f));
      for (int bit = 0; bit < mortonBits; ++bit)
        key |= std::uint64_t(cell >> bit & 1u) << (3 * bit + axis);
    }
    keys[i] = key;
  }
};

/// Makes a cluster of each triangle. Its box is larger by a margin on each side.
struct MakeClusters
{
  const Float4* corners;
  const std::uint32_t* triangles;
  float margin;
  BvhCluster* clusters;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4* const p = corners + 3 * std::size_t(triangles[i]);
    const Float4 a = load(p), b = load(p + 1), c = load(p + 2);
    clusters[i] = { { minimum(a.x, minimum(b.x, c.x)) - margin, minimum(a.y, minimum(b.y, c.y)) - margin,
                      minimum(a.z, minimum(b.z, c.z)) - margin },
      static_cast<std::uint32_t>(i),
      { maximum(a.x, maximum(b.x, c.x)) + margin, maximum(a.y, maximum(b.y, c.y)) + margin,
        maximum(a.z, maximum(b.z, c.z)) + margin },
      1 };
  }
};

/// Chooses for each cluster the neighbor with which it has the smallest box. Of several, it takes the pair
/// that comes first, so that the smallest pair of all is always a pair. With `areAdjacent`, each second
/// cluster and the one before it choose each other.
struct ChooseNeighbors
{
  const BvhCluster* clusters;
  std::int64_t count;
  bool areAdjacent;
  std::uint32_t* chosen;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (areAdjacent)
    {
      const std::int64_t other = i % 2 == 0 ? i + 1 : i - 1;
      chosen[i] = static_cast<std::uint32_t>(other < count ? other : i);
      return;
    }
    const BvhCluster mine = clusters[i];
    const std::int64_t first = i < clusterRadius ? 0 : i - clusterRadius,
                       last = i + clusterRadius < count ? i + clusterRadius : count - 1;
    float smallest = INFINITY;
    std::int64_t best = i > 0 ? i - 1 : i + 1;
    for (std::int64_t k = first; k <= last; ++k)
    {
      if (k == i)
        continue;
      const float area = inkray::halfArea(boxOfBoth(mine, clusters[k]));
      if (area < smallest)
      {
        smallest = area;
        best = k;
      }
    }
    chosen[i] = static_cast<std::uint32_t>(best);
  }
};

/// Writes 1 for clusters that stay, and 0 for the later one of each pair.
struct MarkClusters
{
  const std::uint32_t* chosen;
  std::uint32_t* stays;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t other = chosen[i];
    stays[i] =
      chosen[other] == static_cast<std::uint32_t>(i) && other < static_cast<std::uint32_t>(i) ? 0 : 1;
  }
};

/// Makes pairs a node, or a leaf where their triangles lie side by side and testing them all costs no more.
/// All clusters that stay move to their places. The place of a node depends on the number of pairs before it,
/// from the last place down, so that the root is the first node.
struct JoinClusters
{
  const BvhCluster* from;
  const std::uint32_t *chosen, *places;
  std::uint32_t lastNode; ///< place of the first pair's node
  BvhCluster* to;
  BvhNode* nodes;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto mine = static_cast<std::uint32_t>(i), other = chosen[i];
    const bool isPair = other != mine && chosen[other] == mine;
    if (isPair && other < mine)
      return;
    BvhCluster cluster = from[i];
    if (isPair)
    {
      const BvhCluster a = cluster, b = from[other];
      const KdBox both = boxOfBoth(a, b);
      for (int axis = 0; axis < 3; ++axis)
      {
        cluster.low[axis] = both.low[axis];
        cluster.high[axis] = both.high[axis];
      }
      const auto numA = static_cast<float>(a.count), numB = static_cast<float>(b.count);
      const bool isLeaf = a.count > 0 && b.count > 0 && a.count + b.count <= clusterLeaf &&
        a.at + a.count == b.at &&
        (numA + numB - 1.0f) * halfArea(cluster) <= numA * halfArea(a) + numB * halfArea(b);
      if (isLeaf)
        cluster.count = a.count + b.count;
      else
      {
        const std::uint32_t node = lastNode - (other - places[other]); // pairs whose later cluster is before
        nodes[node] = { { a.low[0], a.high[0], b.low[0], b.high[0] },
          { a.low[1], a.high[1], b.low[1], b.high[1] }, { a.low[2], a.high[2], b.low[2], b.high[2] },
          { a.at, b.at, a.count, b.count } };
        cluster.at = node;
        cluster.count = 0;
      }
    }
    to[places[i]] = cluster;
  }
};

/// The one cluster that is left is a leaf: it becomes both children of the only node.
struct MakeLeafRoot
{
  const BvhCluster* cluster;
  BvhNode* nodes;

  INKRAY_HD void operator()(std::int64_t) const
  {
    const BvhCluster a = *cluster;
    if (a.count > 0)
      nodes[0] = { { a.low[0], a.high[0], a.low[0], a.high[0] }, { a.low[1], a.high[1], a.low[1], a.high[1] },
        { a.low[2], a.high[2], a.low[2], a.high[2] }, { a.at, a.at, a.count, a.count } };
  }
};

template <class Backend>
class ClusterBvh
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Builds the tree of `count` triangles with three corners each in the backend's memory, between `bounds`.
  /// Triangles whose corners are one point are left out. Boxes are larger than their triangles by `margin` on
  /// each side.
  void build(Backend& backend, const Float4* corners, std::int64_t count, const KdBox& bounds, float margin)
  {
    corners_ = corners;
    numRounds_ = 0;
    keys_.reserve(backend, count);
    triangles_.reserve(backend, count);
    numKept_.reserve(backend, 1);
    backend.zero(numKept_.data(), sizeof(std::uint32_t));
    backend.forEach(
      count, OrderTriangles{ corners, bounds, keys_.data(), triangles_.data(), numKept_.data() });
    std::int64_t left = count > 0 ? backend.read(numKept_.data()) : 0;
    numKeptOnHost_ = left;
    if (left == 0)
      return;
    backend.sortPairs(keys_, triangles_, count, 3 * mortonBits + 1, sort_);
    nodes_.reserve(backend, left);
    for (auto& clusters : clusters_)
      clusters.reserve(backend, left);
    chosen_.reserve(backend, left);
    stays_.reserve(backend, left + 1);
    places_.reserve(backend, left + 1);
    backend.forEach(left, MakeClusters{ corners, triangles_.data(), margin, clusters_[0].data() });
    auto node = static_cast<std::uint32_t>(left > 1 ? left - 2 : 0);
    for (; left > 1; ++numRounds_)
    {
      // A round makes the tree at most one node deeper. Where too few pairs are found, adjacent clusters
      // become pairs, which halves the clusters. So no way down is longer than the stack of a ray.
      int halvings = 0;
      while ((std::int64_t(1) << halvings) < left)
        ++halvings;
      const bool areAdjacent = numRounds_ + halvings >= mostRounds;
      backend.forEach(left, ChooseNeighbors{ clusters_[0].data(), left, areAdjacent, chosen_.data() });
      backend.forEach(left, MarkClusters{ chosen_.data(), stays_.data() });
      backend.zero(stays_.data() + left, sizeof(std::uint32_t));
      backend.exclusiveScan(stays_.data(), places_.data(), left + 1);
      const std::int64_t next = backend.read(places_.data() + left);
      backend.forEach(left,
        JoinClusters{
          clusters_[0].data(), chosen_.data(), places_.data(), node, clusters_[1].data(), nodes_.data() });
      std::swap(clusters_[0], clusters_[1]);
      node -= static_cast<std::uint32_t>(left - next);
      left = next;
    }
    backend.forEach(1, MakeLeafRoot{ clusters_[0].data(), nodes_.data() });
  }
  /// Returns the view. Where no triangle is left its nodes are null, and nothing can be met.
  BvhView view() const
  {
    return { numKeptOnHost_ > 0 ? nodes_.data() : nullptr, triangles_.data(), corners_ };
  }
  int numRounds() const { return numRounds_; }

private:
  static constexpr int mostRounds = bvhStack - 4;

  const Float4* corners_ = nullptr;
  int numRounds_ = 0;
  std::int64_t numKeptOnHost_ = 0;
  Array<std::uint64_t> keys_;
  Array<std::uint32_t> triangles_, numKept_, chosen_, stays_, places_;
  Array<BvhCluster> clusters_[2];
  Array<BvhNode> nodes_;
  typename Backend::template SortWorkspace<std::uint64_t, std::uint32_t> sort_;
};

} // namespace inkray::laboratory
