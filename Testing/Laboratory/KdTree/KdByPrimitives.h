// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Include KdPrimitives.cuh and KdBuilder.cuh before this file for CUDA.
#include "Device/Buffer.h"
#include "Geometry/KdTree/KdLarge.h"
#include "Geometry/KdTree/KdSmall.h"
#include "Geometry/KdTree/KdTree.h"
#include "Laboratory/KdTree/KdPrimitives.h"

#include <cstddef>
#include <cstdint>

namespace inkray
{

/// Builds the nodes of a kd-tree by scans and segmented reductions over whole arrays, after Zhou et al.
template <class Backend>
class KdByPrimitives final : public KdStages<Backend>
{
public:
  void reserve(Backend& backend, const KdCapacities& capacities) override
  {
    const auto room = [&](KdRoom which) { return static_cast<std::int64_t>(capacities.rooms[which]); };
    for (auto& owners : owners_)
      owners.reserve(backend, room(kdTriangles));
    scratch_.below.reserve(backend, room(kdTriangles) + 1);
    scratch_.above.reserve(backend, room(kdTriangles) + 1);
    scratch_.wanted.reserve(backend, kdNumScanned * (room(kdActive) + 1));
    scratch_.firsts.reserve(backend, 2 * room(kdActive) + 1);
    scratch_.smallNodes.reserve(backend, room(kdSmallRoots) + 1);
    scratch_.smallTriangles.reserve(backend, room(kdSmallRoots) + 1);
    if (Backend::isDevice)
    {
      scratch_.sums.reserve(backend, kdNumGrown * room(kdActive));
      scratch_.sumNodes.reserve(backend, room(kdActive) + 1);
    }
  }

  void build(Backend& backend, const KdBuild& tree, std::int64_t numTriangles,
    FunctionReference<void()> largeAreDone) override
  {
    KdBuild build = tree;
    for (int list = 0; list < 2; ++list)
      build.lists[list].owners = owners_[list].data();
    // The root gathers its triangles as a split gives them to children.
    std::int64_t numNodes = 1;
    bool goesOn = this->split(backend, build, 0, numNodes, numTriangles);
    backend.forEach(1, BoundRoot{ build });
    backend.forEach(1, EndLevel{ build });
    for (std::uint32_t list = 1; goesOn && numNodes > 0; list ^= 1u)
    {
      this->plan(backend, build, list, numNodes);
      goesOn = this->split(backend, build, list, numNodes, numTriangles);
      backend.forEach(1, EndLevel{ build });
    }
    largeAreDone();
    const KdState state = backend.read(build.state);
    this->buildSmall(backend, build, static_cast<std::int64_t>(state.numSmallRoots));
  }

  std::size_t bytes() const override
  {
    return owners_[0].bytes() + owners_[1].bytes() + scratch_.below.bytes() + scratch_.above.bytes() +
      scratch_.wanted.bytes() + scratch_.firsts.bytes() + scratch_.smallNodes.bytes() +
      scratch_.smallTriangles.bytes() + scratch_.sums.bytes() + scratch_.sumNodes.bytes() +
      scratch_.temporary.bytes();
  }

private:
  template <class T>
  using Array = typename Backend::template Array<T>;

  /// Arrays between the scans and reductions.
  struct Scratch
  {
    Array<std::uint32_t> below, above;               ///< by triangle of a level
    Array<std::uint32_t> wanted;                     ///< by node of a level and KdScanned
    Array<std::uint32_t> firsts;                     ///< by node of the next level
    Array<std::uint32_t> smallNodes, smallTriangles; ///< by small tree
    Array<std::uint32_t> sums, sumNodes;
    Array<char> temporary;
  };

  void plan(Backend& backend, const KdBuild& build, std::uint32_t list, std::int64_t numNodes)
  {
    std::uint32_t* const places = scratch_.wanted.data();
    backend.forEach(numNodes + 1, WantPlaces{ build, list, numNodes, places });
    for (int what = 0; what < kdNumScanned; ++what)
      backend.exclusiveScan(places + what * (numNodes + 1), places + what * (numNodes + 1), numNodes + 1);
    backend.forEach(numNodes, CarryOutScanned{ build, list, numNodes, places });
    backend.forEach(1, TakeScanned{ build, numNodes, places });
  }

  /// Builds the next level; numNodes and numTriangles become the level's. It makes the one read of a level
  /// from the device. Returns false when an array was too small.
  bool split(Backend& backend, const KdBuild& build, std::uint32_t list, std::int64_t& numNodes,
    std::int64_t& numTriangles)
  {
    std::uint32_t *const below = scratch_.below.data(), *const above = scratch_.above.data();
    std::uint32_t* const firsts = scratch_.firsts.data();
    backend.forEach(numTriangles + 1, FlagSides{ build, list, numTriangles, below, above });
    backend.exclusiveScan(below, below, numTriangles + 1);
    backend.exclusiveScan(above, above, numTriangles + 1);
    backend.zero(firsts, static_cast<std::size_t>(2 * numNodes + 1) * sizeof *firsts);
    backend.forEach(numNodes, CountChildren{ build, list, below, above, firsts });
    backend.exclusiveScan(firsts, firsts, 2 * numNodes + 1);
    backend.forEach(1, TakeTriangles{ build, firsts + 2 * numNodes });

    KdState state = backend.read(build.state);
    numNodes = lowOf(state.activeAndChunks);
    if (state.nextTriangles > build.capacities.rooms[kdTriangles])
    {
      state.overflow[kdTriangles] = 1;
      backend.put(build.state, state);
    }
    if (hasOverflown(state))
      return false;
    backend.forEach(numNodes, PlaceChild{ build, list, firsts });
    backend.forEach(numTriangles, MoveTriangle{ build, list, below, above, firsts });
    numTriangles = static_cast<std::int64_t>(state.nextTriangles);
    if (numTriangles > 0)
      reduceBounds(backend, build.boxes, build.lists[list ^ 1u], numNodes, numTriangles,
        build.capacities.rooms[kdTriangles], scratch_);
    return true;
  }

  void buildSmall(Backend& backend, const KdBuild& build, std::int64_t numTrees)
  {
    if (numTrees == 0)
      return;
    std::uint32_t *const nodes = scratch_.smallNodes.data(),
                         *const triangles = scratch_.smallTriangles.data();
    backend.zero(nodes + numTrees, sizeof *nodes);
    backend.zero(triangles + numTrees, sizeof *triangles);
    buildSmallTrees(backend, build, KdSmallPass::Count, nodes, triangles);
    backend.exclusiveScan(nodes, nodes, numTrees + 1);
    backend.exclusiveScan(triangles, triangles, numTrees + 1);
    backend.forEach(numTrees + 1, OffsetSmallTree{ build, nodes, triangles });
    backend.forEach(1, TakeSmallTrees{ build, nodes + numTrees, triangles + numTrees });
    buildSmallTrees(backend, build, KdSmallPass::Emit, nodes, triangles);
  }

  Array<std::uint32_t> owners_[2]; ///< the node of each triangle of a list
  Scratch scratch_;
};

} // namespace inkray
