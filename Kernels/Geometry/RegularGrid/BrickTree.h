// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/HostBackend.h"
#include "Geometry/RegularGrid/BrickKernels.h"

namespace inkray
{

/// The number of levels of the subtrees whose roots are joined through `arrivals`.
constexpr int subtreeLevels = 7;

/// The number of words that updateTree needs to join the subtrees: four for the root of each subtree, and one
/// more.
inline std::int64_t arrivalWords(const BrickLayout& layout)
{
  return (std::int64_t(4) << (layout.depth > subtreeLevels ? layout.depth - subtreeLevels : 0)) + 1;
}

/// Input and output of the update that makes the tree explicit for the current isovalues (section 3.1.2).
template <class T>
struct TreeUpdate
{
  BrickLayout layout;
  SurfaceList surfaces;
  const MinMax<T>* ranges;   ///< ranges of the leaves, by slot: the lowest level of the min-max tree
  const std::uint32_t* refs; ///< the leaves by slot, made by ReferLeaf
  const MinMax<T>* subBricks;
  std::uint64_t* leafMasks; ///< by leafIndex; written for leaves with a surface
  BrickNode* nodes;
  std::uint32_t* arrivals; ///< arrivalWords(layout) words, zero before and after
};

/// Flag the leaves, then compute the nodes above them with a launch for each level.
template <class Backend, class T, class Surfaces>
void makeTreeByLevels(Backend& backend, const FlagLeaf<T, Surfaces>& flagLeaf)
{
  const std::int64_t slots = std::int64_t(1) << flagLeaf.layout.depth;
  backend.forEach(slots, flagLeaf);
  for (std::int64_t first = slots / 2; first >= 1; first /= 2)
    backend.forEach(first, PropagateNode{ flagLeaf.nodes, first });
}

/// Update the tree for isovalues on CPU threads. BrickTree.cuh does it on CUDA, in one launch; a common form
/// for all backends would take 22 launches there. A CUDA source without that header does not compile, since
/// there is no common form.
template <class T>
void updateTree(HostBackend& backend, const TreeUpdate<T>& update)
{
  makeTreeByLevels(backend,
    FlagLeaf<T>{ update.layout, update.surfaces, update.ranges, update.refs, update.subBricks,
      update.leafMasks, update.nodes });
}

} // namespace inkray
