// SPDX-License-Identifier: BSD-3-Clause
#include "ReferenceBvh.h"

#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/TriangleMesh.h"

#include <algorithm>
#include <limits>

namespace inkray::laboratory
{
namespace
{

void add(KdBox& to, const KdBox& box)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    to.low[axis] = std::min(to.low[axis], box.low[axis]);
    to.high[axis] = std::max(to.high[axis], box.high[axis]);
  }
}

class Builder
{
public:
  Builder(const std::vector<KdBox>& boxes, Bvh& bvh)
    : boxes_(boxes)
    , bvh_(bvh)
  {
  }

  /// The data about a child node that its parent keeps.
  struct Child
  {
    KdBox box;
    std::uint32_t at, count;
  };

  Child build(std::size_t first, std::size_t last, int depth)
  {
    constexpr int numBins = 16;
    Child child = { emptyKdBox(), static_cast<std::uint32_t>(first),
      static_cast<std::uint32_t>(last - first) };
    KdBox centers = emptyKdBox();
    for (std::size_t i = first; i < last; ++i)
    {
      const KdBox& box = boxes_[bvh_.triangles[i]];
      add(child.box, box);
      const KdBox center = { { centerOf(box, 0), centerOf(box, 1), centerOf(box, 2) },
        { centerOf(box, 0), centerOf(box, 1), centerOf(box, 2) } };
      add(centers, center);
    }
    if (child.count <= 2 || depth > 55)
      return child;
    float best = child.count > 8 ? std::numeric_limits<float>::max()
                                 : (static_cast<float>(child.count) - 1.0f) * halfArea(child.box);
    int bestAxis = 3, bestBin = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      const float width = centers.high[axis] - centers.low[axis];
      if (!(width > 0))
        continue;
      KdBox bins[numBins];
      std::fill(bins, bins + numBins, emptyKdBox());
      float counts[numBins] = {}, above[numBins] = {};
      for (std::size_t i = first; i < last; ++i)
      {
        const KdBox& box = boxes_[bvh_.triangles[i]];
        const int bin = binOf(box, axis, centers, numBins);
        add(bins[bin], box);
        ++counts[bin];
      }
      KdBox sum = emptyKdBox();
      float count = 0;
      for (int bin = numBins - 1; bin > 0; --bin)
      {
        add(sum, bins[bin]);
        count += counts[bin];
        above[bin] = count > 0 ? count * halfArea(sum) : 0.0f;
      }
      sum = emptyKdBox();
      count = 0;
      for (int bin = 1; bin < numBins; ++bin)
      {
        add(sum, bins[bin - 1]);
        count += counts[bin - 1];
        const float cost = (count > 0 ? count * halfArea(sum) : 0.0f) + above[bin];
        if (cost < best)
        {
          best = cost;
          bestAxis = axis;
          bestBin = bin;
        }
      }
    }
    const auto begin = bvh_.triangles.begin();
    const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    std::size_t middle = first + (last - first) / 2;
    if (bestAxis < 3)
      middle = static_cast<std::size_t>(
        std::partition(at(first), at(last),
          [&](std::uint32_t i) { return binOf(boxes_[i], bestAxis, centers, numBins) < bestBin; }) -
        begin);
    else if (child.count <= 8)
      return child;
    const auto node = static_cast<std::uint32_t>(bvh_.nodes.size());
    bvh_.nodes.emplace_back();
    const Child a = this->build(first, middle, depth + 1), b = this->build(middle, last, depth + 1);
    store(bvh_.nodes[node], a, b);
    return { child.box, node, 0 };
  }

  static void store(BvhNode& node, const Child& a, const Child& b)
  {
    node.x = { a.box.low[0], a.box.high[0], b.box.low[0], b.box.high[0] };
    node.y = { a.box.low[1], a.box.high[1], b.box.low[1], b.box.high[1] };
    node.z = { a.box.low[2], a.box.high[2], b.box.low[2], b.box.high[2] };
    node.children = { a.at, b.at, a.count, b.count };
  }

private:
  static float centerOf(const KdBox& box, int axis) { return 0.5f * (box.low[axis] + box.high[axis]); }
  static int binOf(const KdBox& box, int axis, const KdBox& centers, int numBins)
  {
    const float share = (centerOf(box, axis) - centers.low[axis]) / (centers.high[axis] - centers.low[axis]);
    return std::clamp(static_cast<int>(share * static_cast<float>(numBins)), 0, numBins - 1);
  }

  const std::vector<KdBox>& boxes_;
  Bvh& bvh_;
};

} // namespace

Bvh buildBvh(const std::vector<KdBox>& boxes)
{
  Bvh bvh;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (boxes[i].low[0] <= boxes[i].high[0])
      bvh.triangles.push_back(static_cast<std::uint32_t>(i));
  // A root that is a leaf is the first child of a node without a second child.
  Builder builder(boxes, bvh);
  bvh.nodes.reserve(bvh.triangles.size() + 1);
  bvh.nodes.emplace_back();
  const std::size_t half = bvh.triangles.size();
  const Builder::Child all = builder.build(0, half, 0);
  if (all.count == 0 && bvh.nodes.size() > 1)
    bvh.nodes[0] = bvh.nodes[1];
  else
    Builder::store(bvh.nodes[0], all, { emptyKdBox(), 0, 1 });
  return bvh;
}

std::vector<KdBox> boxesOfTriangles(const std::vector<Float4>& corners, float margin)
{
  std::vector<KdBox> boxes(corners.size() / 3, emptyKdBox());
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    const Float4* const p = corners.data() + 3 * i;
    KdBox box = emptyKdBox();
    bool isPoint = true;
    for (int k = 0; k < 3; ++k)
    {
      add(box, { { p[k].x, p[k].y, p[k].z }, { p[k].x, p[k].y, p[k].z } });
      isPoint = isPoint && p[k].x == p[0].x && p[k].y == p[0].y && p[k].z == p[0].z;
    }
    if (isPoint)
      continue;
    for (int axis = 0; axis < 3; ++axis)
    {
      boxes[i].low[axis] = box.low[axis] - margin;
      boxes[i].high[axis] = box.high[axis] + margin;
    }
  }
  return boxes;
}

} // namespace inkray::laboratory
