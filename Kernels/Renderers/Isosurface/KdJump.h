// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/VoxelCubic.h"
#include "View/Ray.h"

namespace inkray
{

/// Stackless traversal of the implicit min-max kd-tree (Hughes and Lim 2009; Wald et al. 2005 for the tree).
/// A node is a number that encodes the path from the root, and its box is recomputed from the number. One bit
/// a level marks the nodes on the path whose far child is still to be visited. The ray jumps back to the
/// deepest of these nodes at once.
template <bool Single, class Volume>
struct KdJumpTraversal
{
  const BrickedGrid* grid;
  const MinMax<typename Volume::Value>* tree; ///< by node, root 1
  typename Volume::Axes axes = typename Volume::Axes();
  std::uint32_t node = 0;
  int level = 0;
  int corner[3] = { 0, 0, 0 }; ///< lower corner of the node, in leaves
  std::uint32_t pending = 0;   ///< bit l: the far child at level l of the path is still to be visited
  float begin = 0.0f, end = 0.0f;

  /// Return the reference of the first leaf along the ray that contains an isovalue, or noNode.
  INKRAY_HD std::uint32_t first(const Ray& ray)
  {
    node = 1;
    begin = ray.begin;
    end = ray.end;
    return this->descend(ray);
  }

  /// Return the reference of the next leaf that contains an isovalue, or noNode.
  INKRAY_HD std::uint32_t next(const Ray& ray) { return this->jump(ray) ? this->descend(ray) : noNode; }

private:
  INKRAY_HD bool holdsSurface() const
  {
    const auto range = tree[node];
    return range.low <= range.high &&
      surfaceClass<Single>(grid->surfaces, static_cast<float>(range.low)) !=
      surfaceClass<Single>(grid->surfaces, static_cast<float>(range.high));
  }

  /// Return the ray's parameter at the plane between the node's children. `splitLeaf` receives the plane, in
  /// leaves.
  INKRAY_HD float splitParameter(const Ray& ray, int axis, int& splitLeaf) const
  {
    splitLeaf = (axis == 0      ? corner[0]
                    : axis == 1 ? corner[1]
                                : corner[2]) +
      (1 << (splitsBelow(grid->layout, level, axis) - 1));
    float t = 0.0f;
    INKRAY_UNROLL
    for (int a = 0; a < 3; ++a)
      t = a == axis ? planeParameter(ray, a, axes.plane(a, static_cast<float>(splitLeaf * leafSize))) : t;
    return t;
  }

  INKRAY_HD void goToChild(int axis, bool upper, int splitLeaf)
  {
    node = 2 * node + (upper ? 1 : 0);
    ++level;
    INKRAY_UNROLL
    for (int a = 0; a < 3; ++a)
      corner[a] = upper && a == axis ? splitLeaf : corner[a];
  }

  INKRAY_HD std::uint32_t descend(const Ray& ray)
  {
    const int depth = grid->layout.depth;
    for (;;)
    {
      if (!this->holdsSurface())
      {
        if (!this->jump(ray))
          return noNode;
        continue;
      }
      if (level == depth)
        return leafRef(corner);
      const int axis = splitAxis(grid->layout, level);
      const bool forward = (axis == 0      ? ray.direction[0]
                               : axis == 1 ? ray.direction[1]
                                           : ray.direction[2]) > 0.0f;
      int splitLeaf;
      const float split = this->splitParameter(ray, axis, splitLeaf);
      if (split < begin)
        this->goToChild(axis, forward, splitLeaf); // the far side only
      else
      {
        if (split <= end)
        {
          pending |= 1u << level;
          end = split;
        }
        this->goToChild(axis, !forward, splitLeaf);
      }
    }
  }

  /// Go to the far child of the deepest node in `pending`. Returns false if there is none.
  INKRAY_HD bool jump(const Ray& ray)
  {
    if (pending == 0)
      return false;
    const int to = 31 - leadingZeros32(pending);
    pending &= ~(1u << to);
    node >>= level - to;
    level = to;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      corner[axis] &= ~((1 << splitsBelow(grid->layout, level, axis)) - 1);
    const int axis = splitAxis(grid->layout, level);
    const bool forward = (axis == 0      ? ray.direction[0]
                             : axis == 1 ? ray.direction[1]
                                         : ray.direction[2]) > 0.0f;
    int splitLeaf;
    begin = maximum(ray.begin, this->splitParameter(ray, axis, splitLeaf));
    this->goToChild(axis, forward, splitLeaf);
    end = ray.end;
    INKRAY_UNROLL
    for (int a = 0; a < 3; ++a)
    {
      const int side = ray.direction[a] > 0.0f ? 1 << splitsBelow(grid->layout, level, a) : 0;
      end = minimum(
        end, planeParameter(ray, a, axes.plane(a, static_cast<float>((corner[a] + side) * leafSize))));
    }
    return true;
  }
};

} // namespace inkray
