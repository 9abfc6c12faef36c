// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickLayout.h"
#include "Geometry/RegularGrid/BrickNode.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Geometry/RegularGrid/LinearBounds.h"

#include <cstdint>

namespace inkray
{

/// The data, in addition to a grid's values (GridView.h), with which rays find isosurfaces in the grid: its
/// bricks, the isovalues, and the tree over the bricks that hold a surface (Hughes et al., section 3.1).
/// BrickedVolume fills it.
struct BrickedGrid
{
  BrickLayout layout;
  SurfaceList surfaces;
  std::int64_t strideY, strideZ; ///< strides of the values
  const BrickNode* nodes;
  const std::uint64_t* leafMasks; ///< one bit for each sub-brick, by leafIndex
  const LeafGroup* groups;        ///< of leaves (LeafOfGroup); or null
  const LinearBounds* bounds;     ///< 64 for each leaf
  const void* subBricks;          ///< 64 ranges for each leaf: MinMax of the type of the values
  /// Gradients of crossings: 0: the interpolant's own; 1: central differences at the points, interpolated.
  std::int32_t centralDifferences;
};

} // namespace inkray
