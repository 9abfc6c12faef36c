// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// A complete build. The stages are functions of KdLarge.h and KdSmall.h, or functions of the same names for
/// CUDA; KdTree.cpp and KdTree.cu include one or the other before this file.
#include "Core/Errors.h"
#include "Geometry/KdTree/KdTree.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

template <class Backend>
void KdTree<Backend>::build(
  Backend& backend, const TriangleMesh& mesh, const KdPolicy& policy, KdStages<Backend>* other)
{
  const std::int64_t n = mesh.numTriangles;
  if (n > kdMostTriangles)
    throw InvalidInput("a kd-tree of " + std::to_string(n) + " triangles was asked for, and " +
      std::to_string(kdMostTriangles) + " are the most; split the mesh");
  if (policy.smallTriangles < static_cast<int>(kdInLeaf) || policy.smallTriangles > kdSmallTriangles)
    throw InvalidInput("small nodes of up to " + std::to_string(policy.smallTriangles) +
      " triangles were asked for; from 2 to 64 are possible");
  report_ = {};
  if (n == 0)
  {
    const KdNode nothing[2] = { kdLeafNode(0, 0), kdLeafNode(0, 0) };
    nodes_.reserve(backend, 2);
    backend.copyFromHost(nodes_.data(), nothing, sizeof nothing);
    bounds_ = {};
    report_.nodes = 2;
    return;
  }

  const auto triangles = static_cast<std::uint32_t>(n);
  const std::uint32_t active = triangles / 16 + 1024;
  const std::uint32_t usual[kdNumRooms] = { 5 * triangles + 4096, 7 * triangles + 4096, active,
    active + triangles / 64 + 2048, triangles / 6 + 1024, 4 * triangles + 4096, 4 * triangles + 4096 };
  for (int room = 0; room < kdNumRooms; ++room)
    capacities_.rooms[room] = std::max(capacities_.rooms[room], usual[room]);
  corners_.reserve(backend, 3 * n);
  boxes_.reserve(backend, 2 * n);

  KdState state;
  do
  {
    ++report_.builds;
    this->reserve(backend);
    if (other)
      other->reserve(backend, capacities_);
    const KdBuild build = this->arrays(policy);
    this->mark(backend, 0);
    backend.zero(state_.data(), sizeof(KdState));
    backend.forEach(n, PrepareTriangle{ mesh, corners_.data(), boxes_.data(), state_.data() });
    backend.forEach(numChunks(triangles), BeginBuild{ build, triangles });
    this->mark(backend, 1);
    if (other)
      other->build(backend, build, n, [&] { this->mark(backend, 2); });
    else
      this->buildNodes(backend, build);
    this->mark(backend, 3);
    state = backend.read(state_.data());
    if (state.noPoint > 0)
      throw InvalidInput("triangle " + std::to_string(~state.firstNoPoint) +
        " has a corner that is none of the " + std::to_string(mesh.numPoints) +
        " points; give a mesh that has all of its points");
    for (int room = 0; room < kdNumRooms; ++room)
      if (state.overflow[room] != 0)
      {
        if (capacities_.rooms[room] >= kdMaxNodes)
          throw InvalidInput("the kd-tree of " + std::to_string(n) +
            " triangles has more than 2^30 nodes or triangles in leaves; split the mesh");
        capacities_.rooms[room] *= 2;
      }
  } while (hasOverflown(state));

  bounds_ = state.rootBounds[0] != 0 ? boxOf(state.rootBounds) : KdBox{};
  report_.leftOut = { static_cast<std::int64_t>(state.notFinite),
    static_cast<std::int64_t>(state.degenerate) };
  report_.nodes = lowOf(state.nodesAndLeafTriangles);
  report_.leafTriangles = highOf(state.nodesAndLeafTriangles);
  report_.levels = static_cast<int>(state.levels) - 1;
  report_.treeBytes = static_cast<std::int64_t>(nodes_.bytes() + leafTriangles_.bytes() + corners_.bytes());
  std::size_t work = boxes_.bytes() + plans_.bytes() + chunks_.bytes() + smallLow_.bytes() +
    smallHigh_.bytes() + smallCounts_.bytes() + smallTriangles_.bytes() + state_.bytes();
  for (const List& list : lists_)
    work += list.low.bytes() + list.high.bytes() + list.ancestry.bytes() + list.counts.bytes() +
      list.bounds.bytes() + list.triangles.bytes();
  if (other)
    work += other->bytes();
  report_.workBytes = static_cast<std::int64_t>(work);
}

template <class Backend>
void KdTree<Backend>::buildNodes(Backend& backend, const KdBuild& build)
{
  // Make the root, and the list of all its triangles.
  splitChunks(backend, build);
  backend.forEach(1, BoundRoot{ build });
  backend.forEach(1, EndLevel{ build });

  // Continue level by level while there are large nodes.
  KdBuild named;
  std::memset(&named, 0, sizeof named);
  named = build;
  std::vector<std::uint64_t> key(sizeof named / 8);
  std::memcpy(key.data(), &named, key.size() * 8);
  if (!levels_)
    levels_ = std::make_unique<typename Backend::Loop>();
  backend.loopWhile(*levels_, &build.state->numActive, key, [&] {
    planNodes(backend, build);
    splitChunks(backend, build);
    backend.forEach(1, EndLevel{ build });
  });
  this->mark(backend, 2);
  buildSmallTrees(backend, build, KdSmallPass::Append, nullptr, nullptr);
}

template <class Backend>
void KdTree<Backend>::reserve(Backend& backend)
{
  const auto room = [&](KdRoom which) { return static_cast<std::int64_t>(capacities_.rooms[which]); };
  nodes_.reserve(backend, room(kdNodes));
  leafTriangles_.reserve(backend, room(kdLeafTriangles));
  for (List& list : lists_)
  {
    list.low.reserve(backend, room(kdActive));
    list.high.reserve(backend, room(kdActive));
    list.ancestry.reserve(backend, room(kdActive));
    list.counts.reserve(backend, room(kdActive));
    list.bounds.reserve(backend, kdNumGrown * room(kdActive));
    list.triangles.reserve(backend, room(kdTriangles));
  }
  plans_.reserve(backend, room(kdActive));
  chunks_.reserve(backend, room(kdChunks));
  smallLow_.reserve(backend, room(kdSmallRoots));
  smallHigh_.reserve(backend, room(kdSmallRoots));
  smallCounts_.reserve(backend, room(kdSmallRoots));
  smallTriangles_.reserve(backend, room(kdSmallTriangleList));
  state_.reserve(backend, 1);
}

template <class Backend>
KdNodeList KdTree<Backend>::listOf(List& list)
{
  return { list.low.data(), list.high.data(), list.ancestry.data(), list.counts.data(), list.bounds.data(),
    list.triangles.data(), nullptr };
}

template <class Backend>
KdBuild KdTree<Backend>::arrays(const KdPolicy& policy)
{
  return { { boxes_.data() }, { this->listOf(lists_[0]), this->listOf(lists_[1]) }, plans_.data(),
    chunks_.data(), smallLow_.data(), smallHigh_.data(), smallCounts_.data(), smallTriangles_.data(),
    nodes_.data(), leafTriangles_.data(), state_.data(), corners_.data(), capacities_, policy };
}

template <class Backend>
void KdTree<Backend>::releaseWorkspace()
{
  boxes_.release();
  for (List& list : lists_)
    list = List();
  plans_.release();
  chunks_.release();
  smallLow_.release();
  smallHigh_.release();
  smallCounts_.release();
  smallTriangles_.release();
  state_.release();
  capacities_ = {};
  report_.workBytes = 0;
}

} // namespace inkray
