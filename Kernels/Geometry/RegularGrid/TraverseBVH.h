// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/GridAxes.h"

namespace inkray
{

/// The part of the ray inside of the node's bounds.
template <class Axes = UniformAxes>
INKRAY_HD bool clipToNode(
  const Ray& ray, const BrickNode& node, float& begin, float& end, const Axes& axes = Axes())
{
  const std::uint32_t bounds[3] = { node.x, node.y, node.z };
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const bool forward = ray.direction[axis] > 0.0f;
    begin = maximum(begin, planeParameter(ray, axis, axes.plane(axis, halfAsFloat(bounds[axis], !forward))));
    end = minimum(end, planeParameter(ray, axis, axes.plane(axis, halfAsFloat(bounds[axis], forward))));
  }
  return begin <= end;
}

/// Descend to the next leaf that the ray meets at or after `begin` (section 3.1.4): take the nearer child
/// first, and push the other child. Returns the leaf's reference, or noNode if the stack is empty.
template <class Stack, class Axes = UniformAxes>
INKRAY_HD std::uint32_t traverseBVH(
  const BrickedGrid& grid, const Ray& ray, float begin, Stack& stack, const Axes& axes = Axes())
{
  std::uint32_t ref = stack.empty() ? noNode : stack.pop();
  // The loop has one exit, behind which the rays of a warp reconverge. (noNode counts as a leaf here.)
  while (!isLeafRef(ref))
  {
    const BrickNode a = loadNode(grid.nodes + ref);
    const BrickNode b = loadNode(grid.nodes + ref + 1);
    float beginA = begin, endA = ray.end, beginB = begin, endB = ray.end;
    const bool hitA = clipToNode(ray, a, beginA, endA, axes);
    const bool hitB = clipToNode(ray, b, beginB, endB, axes);
    // Bounds do not overlap, so they end in the order in which they begin.
    const bool aFirst = hitA && (!hitB || beginA < beginB || (beginA == beginB && endA <= endB));
    if (hitA || hitB)
    {
      ref = aFirst ? a.ref : b.ref;
      if (hitA && hitB)
        stack.push(aFirst ? b.ref : a.ref);
    }
    else
      ref = stack.empty() ? noNode : stack.pop();
  }
  return ref;
}

/// A ray's stack in local memory. The words are outside of the object, so that the size stays in a register.
struct LocalStack
{
  static constexpr int depth = 32;

  std::uint32_t* items;
  int size = 0;

  INKRAY_HD bool empty() const { return size == 0; }
  INKRAY_HD void push(std::uint32_t ref) { items[size++] = ref; }
  INKRAY_HD std::uint32_t pop() { return items[--size]; }
  INKRAY_HD std::uint32_t top() const { return items[size - 1]; }
};

} // namespace inkray
