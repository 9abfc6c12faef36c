// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/KdTree/KdTreeView.h"

#include <cstdint>

/// The choice of splits. All builders share it, so that they make the same tree. Products are rounded before
/// additions, on the host and on the device.
///
/// The paper's policy is that of Zhou, Hou, Wang and Guo 2008 (Real-time kd-tree construction on graphics
/// hardware). Nodes of more than 64 triangles are large. Empty space at their sides is cut off, and the rest
/// is split in the middle of its longest axis. A node of up to 64 triangles is small: a set of bits, one for
/// each triangle. It and the nodes below it are split at the bound of a triangle that the surface area
/// heuristic rates best.
///
/// This is kdPaperPolicy. The default differs in four points, with figures in MEASURED.md. Small nodes have
/// up to 32 triangles, so that their sets are one word. A node costs a quarter more than a test. A small
/// node's child excludes triangles that only their boxes bring into it (KdOverlap.h). Large nodes are split
/// at a triangle's bound next to the middle, if it is near.
namespace inkray
{

/// Parameters of the choice of splits.
struct KdPolicy
{
  int smallTriangles;  ///< nodes of at most this many triangles are small
  float nodeCost;      ///< cost of passing a node, in units of triangle tests
  std::uint16_t clips; ///< 1: small nodes exclude triangles whose boxes alone reach into them
  std::uint16_t snaps; ///< 1: large nodes are split at the bound of a triangle next to the middle
};

/// The policy of Zhou et al.
constexpr KdPolicy kdPaperPolicy = { 64, 1.0f, 0, 0 };
/// The best of the measured policies (Testing/Benchmarks/MEASURED.md).
constexpr KdPolicy kdDefaultPolicy = { 32, 1.25f, 1, 1 };

constexpr int kdSmallTriangles = 64; ///< the maximum; KdPolicy has the number in use
/// Candidates for splits of a small node: lower and upper bound of each triangle, along each axis.
constexpr int kdCandidates = kdSmallTriangles * 6;
/// Triangles that a block of the large-node stage processes at a time.
constexpr int kdChunk = 256;
/// Empty space at a side is cut off if it is more than this share of the node.
constexpr float kdEmptyShare = 0.25f;
/// The largest distance between the middle and a triangle's bound for a split at the bound, as a share of the
/// node.
constexpr float kdSnapShare = 0.0625f;
/// Nodes below this level are not large, however many triangles they hold.
constexpr int kdLargeDepth = 40;
/// Nodes are not large after this number of splits that made their triangles more expensive to find.
constexpr int kdBadSplits = 3;
/// The most levels of the tree below a small node.
constexpr int kdSmallDepth = 16;
/// The most nodes of that tree, by the largest number of triangles in a small node.
constexpr int kdSmallNodes(int smallTriangles)
{
  return smallTriangles > 32 ? 255 : 127;
}
static_assert(kdLargeDepth + 6 + kdSmallDepth < kdMaxDepth, "six cuts and a split lead out of a large node");

INKRAY_HD float halfArea(float x, float y, float z)
{
  return mulRounded(x, y) + mulRounded(y, z) + mulRounded(z, x);
}
INKRAY_HD float halfArea(const KdBox& box)
{
  return halfArea(box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]);
}

INKRAY_HD KdBox intersection(const KdBox& a, const KdBox& b)
{
  KdBox both;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    both.low[axis] = maximum(a.low[axis], b.low[axis]);
    both.high[axis] = minimum(a.high[axis], b.high[axis]);
  }
  return both;
}

/// A triangle belongs to each side of the plane into which it extends, not to a side that it only touches. A
/// triangle that lies in the plane belongs to the lower side.
INKRAY_HD bool isBelow(float low, float high, float split)
{
  return low < split || high <= split;
}
INKRAY_HD bool isAbove(float high, float split)
{
  return high > split;
}

/// The next cut of empty space from a box, given the box around the triangles in it.
struct EmptyCut
{
  int side; ///< 2 axis, + 1 if the empty part is above the plane; 6: there is no cut
  float split;
};

/// The first cut from `side` on. The caller makes it, and asks again for the following sides.
INKRAY_HD EmptyCut nextEmptyCut(const KdBox& box, const KdBox& tight, int side)
{
  INKRAY_NO_UNROLL
  for (; side < 6; ++side)
  {
    const int axis = side / 2;
    const float most = kdEmptyShare * (box.high[axis] - box.low[axis]);
    if ((side & 1) == 0 ? tight.low[axis] - box.low[axis] > most : box.high[axis] - tight.high[axis] > most)
      return { side, (side & 1) == 0 ? tight.low[axis] : tight.high[axis] };
  }
  return { 6, 0.0f };
}

struct MedianSplit
{
  int axis; ///< 3: there is no number between the bounds
  float split;
};

INKRAY_HD MedianSplit medianSplit(const KdBox& box)
{
  const float x = box.high[0] - box.low[0], y = box.high[1] - box.low[1], z = box.high[2] - box.low[2];
  const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  const float low = axis == 0 ? box.low[0] : axis == 1 ? box.low[1] : box.low[2];
  const float high = axis == 0 ? box.high[0] : axis == 1 ? box.high[1] : box.high[2];
  const float split = low + 0.5f * (high - low);
  return { split > low && split < high ? axis : 3, split };
}

/// The least bound, from the node's middle on, of a triangle's part in the node; infinite if both bounds are
/// below.
INKRAY_HD float boundFromMiddle(const MedianSplit& middle, const KdBox& part)
{
  if (middle.axis == 3)
    return HUGE_VALF;
  const float low = middle.axis == 0 ? part.low[0] : middle.axis == 1 ? part.low[1] : part.low[2];
  const float high = middle.axis == 0 ? part.high[0] : middle.axis == 1 ? part.high[1] : part.high[2];
  return low >= middle.split ? low : high >= middle.split ? high : HUGE_VALF;
}

/// The middle of a box, or the bound of a triangle next to it: if triangles lie in rows, a plane between rows
/// cuts none of them. `bound` is the least boundFromMiddle, for the box before empty space was cut off, whose
/// longest axis was `axis`.
INKRAY_HD MedianSplit snappedSplit(const KdBox& box, int axis, float bound)
{
  MedianSplit middle = medianSplit(box);
  if (middle.axis != axis || axis == 3)
    return middle;
  const float low = axis == 0 ? box.low[0] : axis == 1 ? box.low[1] : box.low[2];
  const float high = axis == 0 ? box.high[0] : axis == 1 ? box.high[1] : box.high[2];
  if (bound > low && bound < high && fabsf(bound - middle.split) <= kdSnapShare * (high - low))
    middle.split = bound;
  return middle;
}

/// The two parts of a box.
INKRAY_HD KdBox lowerPart(KdBox box, int axis, float split)
{
  INKRAY_UNROLL
  for (int k = 0; k < 3; ++k)
    box.high[k] = k == axis ? split : box.high[k];
  return box;
}
INKRAY_HD KdBox upperPart(KdBox box, int axis, float split)
{
  INKRAY_UNROLL
  for (int k = 0; k < 3; ++k)
    box.low[k] = k == axis ? split : box.low[k];
  return box;
}

/// Whether rays need at least as many tests of triangles after a split as before.
INKRAY_HD bool isBadSplit(const KdBox& box, std::uint32_t count, float areaBelow, std::uint32_t below,
  float areaAbove, std::uint32_t above)
{
  return !(
    mulRounded(static_cast<float>(below), areaBelow) + mulRounded(static_cast<float>(above), areaAbove) <
    mulRounded(static_cast<float>(count), halfArea(box)));
}

/// A split of a small node. Splits are compared by least value, then axis, then coordinate. noSmallSplit()
/// has an infinite value.
struct SmallSplit
{
  float value; ///< tests of triangles times area
  int axis;
  float split;
};

INKRAY_HD SmallSplit noSmallSplit()
{
  return { HUGE_VALF, 3, 0.0f };
}
INKRAY_HD bool isBetter(const SmallSplit& a, const SmallSplit& b)
{
  return a.value < b.value ||
    (a.value == b.value && (a.axis < b.axis || (a.axis == b.axis && a.split < b.split)));
}

/// Whether a split of `count` triangles could save more than the cost of the additional node.
INKRAY_HD bool maySplit(float nodeCost, int count)
{
  return static_cast<float>(count) > nodeCost;
}

/// Rate a split of a small node; `below` and `above` are the numbers of triangles on its sides. Returns no
/// split if the plane is not inside the box, or if the node should not be split.
INKRAY_HD SmallSplit smallSplit(
  const KdBox& box, float nodeCost, int count, int axis, float split, int below, int above)
{
  const float low = axis == 0 ? box.low[0] : axis == 1 ? box.low[1] : box.low[2];
  const float high = axis == 0 ? box.high[0] : axis == 1 ? box.high[1] : box.high[2];
  if (!(split > low && split < high))
    return noSmallSplit();
  const int x = axis == 2 ? 0 : axis + 1, y = axis == 0 ? 2 : axis - 1;
  const float width = (x == 0      ? box.high[0]
                          : x == 1 ? box.high[1]
                                   : box.high[2]) -
    (x == 0      ? box.low[0]
        : x == 1 ? box.low[1]
                 : box.low[2]);
  const float height = (y == 0      ? box.high[0]
                           : y == 1 ? box.high[1]
                                    : box.high[2]) -
    (y == 0      ? box.low[0]
        : y == 1 ? box.low[1]
                 : box.low[2]);
  const float ends = mulRounded(width, height), around = width + height;
  const float value = mulRounded(static_cast<float>(below), ends + mulRounded(around, split - low)) +
    mulRounded(static_cast<float>(above), ends + mulRounded(around, high - split));
  const float area = ends + mulRounded(around, high - low);
  const bool pays = mulRounded(nodeCost, area) + value < mulRounded(static_cast<float>(count), area);
  return pays ? SmallSplit{ value, axis, split } : noSmallSplit();
}

} // namespace inkray
