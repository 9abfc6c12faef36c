// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Isosurface/BrickKernels.h"

namespace inkray
{

/// What making the tree explicit for the current isovalues reads and writes (section 3.1.2).
template <class T>
struct TreeUpdate
{
  BrickLayout layout;
  SurfaceList surfaces;
  const MinMax<T>* leaves;
  const MinMax<T>* subBricks;
  std::uint64_t* leafMasks;
  BrickNode* nodes;
  std::uint32_t* arrivals; ///< one word, zero before and after
};

/// Leaf flags, then the nodes above them, level by level. CUDA has a form of its own in BrickTree.cuh.
template <class Backend, class T>
void updateTree(Backend& backend, const TreeUpdate<T>& update)
{
  const std::int64_t slots = std::int64_t(1) << update.layout.depth;
  backend.forEach(slots, FlagLeaf<T>{ update.layout, update.surfaces, update.leaves, update.subBricks, update.leafMasks, update.nodes });
  for (std::int64_t first = slots / 2; first >= 1; first /= 2)
    backend.forEach(first, PropagateNode{ update.nodes, first });
}

} // namespace inkray
