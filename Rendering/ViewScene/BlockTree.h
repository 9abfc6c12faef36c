// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockOrder.h"

#include <array>
#include <cstddef>
#include <vector>

/// A binary tree of boxes by their places. It finds boxes that other boxes hide from an eye, and boxes are
/// removed one by one. The search skips a node if none of its boxes can be hidden.
class BlockTree
{
public:
  /// A point or, if the last coordinate is 0, the direction towards the eye of a parallel projection.
  using Eye = std::array<double, 4>;

  /// Leaves out boxes with a coordinate that is not finite. Keeps a reference to the boxes.
  BlockTree(const std::vector<BlockOrder::Box>& boxes, const Eye& eye);

  /// Remove a box. Does nothing if the box is not in the tree.
  void Remove(std::size_t box);

  /// Find a box in the tree of which the given box may hide a part, so that it has to be drawn before.
  /// Returns None if there is no such box. A box never hides itself.
  std::size_t FindHidden(std::size_t box);

  /// The number of boxes and nodes that FindHidden has compared with a box.
  std::size_t GetNumberOfComparisons() const { return this->Comparisons; }

  static constexpr std::size_t None = static_cast<std::size_t>(-1);

private:
  struct Range
  {
    double Least, Greatest;
  };
  /// A node, or a leaf with one box. Number counts its boxes that have not been removed.
  struct Node
  {
    std::size_t Parent = None, Left = None, Right = None; ///< None for the children of a leaf
    std::size_t Box = None;
    std::size_t Number = 0;
    /// Ranges of the lower and of the upper ends of its boxes along each axis.
    std::array<Range, 3> Low, High;
  };

  std::size_t Build(std::size_t* first, std::size_t* last, const std::vector<std::array<double, 3>>& centers);
  void Unite(Node& node) const;
  bool MayHoldHidden(const Node& node, const BlockOrder::Box& box) const;
  bool LiesBehind(const BlockOrder::Box& a, const BlockOrder::Box& b) const;

  const std::vector<BlockOrder::Box>& Boxes;
  Eye Position;
  std::vector<Node> Nodes;
  std::vector<std::size_t> Leaves; ///< the leaf of each box
  std::vector<std::size_t> Open;   ///< nodes that a search still has to visit
  std::size_t Root = None;
  std::size_t Comparisons = 0;
};
