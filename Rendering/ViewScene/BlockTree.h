// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockOrder.h"

#include <array>
#include <cstddef>
#include <vector>

/// Boxes in a binary tree by their places, which finds those that others hide from an eye, and forgets boxes
/// one by one. Nodes of which no box can be hidden, or of which all are hidden by nothing, are passed over.
class BlockTree
{
public:
  /// A point, or with a last coordinate of 0 the direction towards the eye of a parallel projection.
  using Eye = std::array<double, 4>;

  /// Boxes with a coordinate that is not finite are left out. Keeps a reference to the boxes.
  BlockTree(const std::vector<BlockOrder::Box>& boxes, const Eye& eye);

  /// Forgets a box; of one that is not there, nothing comes.
  void Remove(std::size_t box);

  /// One of the boxes that are still there of which this box may hide something, so that it has to be drawn
  /// before, or None. A box is never hidden by itself.
  std::size_t FindHidden(std::size_t box);

  /// Boxes and nodes that FindHidden has compared with a box so far.
  std::size_t GetNumberOfComparisons() const { return this->Comparisons; }

  static constexpr std::size_t None = static_cast<std::size_t>(-1);

private:
  struct Range
  {
    double Least, Greatest;
  };
  /// A node that holds the boxes below it that are still there.
  struct Node
  {
    std::size_t Parent = None, Left = None, Right = None; ///< without children where it is a box
    std::size_t Box = None;
    std::size_t Number = 0;
    std::array<Range, 3> Low, High; ///< of the ends of the boxes along each axis
  };

  std::size_t Build(std::size_t* first, std::size_t* last, const std::vector<std::array<double, 3>>& centers);
  void Unite(Node& node) const;
  bool MayHoldHidden(const Node& node, const BlockOrder::Box& box) const;
  bool LiesBehind(const BlockOrder::Box& a, const BlockOrder::Box& b) const;

  const std::vector<BlockOrder::Box>& Boxes;
  Eye Position;
  std::vector<Node> Nodes;
  std::vector<std::size_t> Leaves; ///< by box
  std::vector<std::size_t> Open;   ///< nodes that a search has still to look at
  std::size_t Root = None;
  std::size_t Comparisons = 0;
};
