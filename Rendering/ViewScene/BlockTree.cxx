// SPDX-License-Identifier: BSD-3-Clause
#include "BlockTree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace
{
/// Faces of neighboring boxes may differ by this share of the boxes' lengths, because of rounding.
constexpr double Slack = 1e-6;
} // namespace

BlockTree::BlockTree(const std::vector<BlockOrder::Box>& boxes, const Eye& eye)
  : Boxes(boxes)
  , Position(eye)
  , Leaves(boxes.size(), None)
{
  std::vector<std::array<double, 3>> centers(boxes.size());
  std::vector<std::size_t> finite;
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    const BlockOrder::Box& box = boxes[i];
    if (std::all_of(box.begin(), box.end(), [](double end) { return std::isfinite(end); }))
    {
      finite.push_back(i);
      centers[i] = { box[0] / 2 + box[1] / 2, box[2] / 2 + box[3] / 2, box[4] / 2 + box[5] / 2 };
    }
  }
  if (!finite.empty())
  {
    this->Nodes.reserve(2 * finite.size());
    this->Root = this->Build(finite.data(), finite.data() + finite.size(), centers);
  }
}

std::size_t BlockTree::Build(
  std::size_t* first, std::size_t* last, const std::vector<std::array<double, 3>>& centers)
{
  const std::size_t index = this->Nodes.size();
  this->Nodes.emplace_back();
  if (last - first == 1)
  {
    Node& leaf = this->Nodes[index];
    const BlockOrder::Box& box = this->Boxes[*first];
    leaf.Box = *first;
    leaf.Number = 1;
    for (int axis = 0; axis < 3; ++axis)
    {
      leaf.Low[axis] = { box[2 * axis], box[2 * axis] };
      leaf.High[axis] = { box[2 * axis + 1], box[2 * axis + 1] };
    }
    this->Leaves[leaf.Box] = index;
    return index;
  }
  int longest = 0;
  double length = -1;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto [least, greatest] = std::minmax_element(
      first, last, [&](std::size_t a, std::size_t b) { return centers[a][axis] < centers[b][axis]; });
    if (centers[*greatest][axis] - centers[*least][axis] > length)
    {
      longest = axis;
      length = centers[*greatest][axis] - centers[*least][axis];
    }
  }
  std::size_t* const middle = first + (last - first) / 2;
  std::nth_element(first, middle, last,
    [&](std::size_t a, std::size_t b) { return centers[a][longest] < centers[b][longest]; });
  const std::size_t left = this->Build(first, middle, centers);
  const std::size_t right = this->Build(middle, last, centers);
  Node& node = this->Nodes[index];
  node.Left = left;
  node.Right = right;
  this->Nodes[left].Parent = this->Nodes[right].Parent = index;
  this->Unite(node);
  return index;
}

void BlockTree::Unite(Node& node) const
{
  const Node &left = this->Nodes[node.Left], &right = this->Nodes[node.Right];
  node.Number = left.Number + right.Number;
  if (left.Number == 0 || right.Number == 0)
  {
    const Node& other = left.Number == 0 ? right : left;
    node.Low = other.Low;
    node.High = other.High;
    return;
  }
  const auto both = [](const Range& a, const Range& b) {
    return Range{ std::min(a.Least, b.Least), std::max(a.Greatest, b.Greatest) };
  };
  for (int axis = 0; axis < 3; ++axis)
  {
    node.Low[axis] = both(left.Low[axis], right.Low[axis]);
    node.High[axis] = both(left.High[axis], right.High[axis]);
  }
}

void BlockTree::Remove(std::size_t box)
{
  const std::size_t leaf = this->Leaves[box];
  if (leaf == None || this->Nodes[leaf].Number == 0)
  {
    return;
  }
  this->Nodes[leaf].Number = 0;
  for (std::size_t node = this->Nodes[leaf].Parent; node != None; node = this->Nodes[node].Parent)
  {
    this->Unite(this->Nodes[node]);
  }
}

/// Whether a plane separates the boxes and the eye is on the side of b or in the plane, so that a hides
/// nothing of b. Of all planes between the boxes, the plane of a's face leaves most room on the side of b.
bool BlockTree::LiesBehind(const BlockOrder::Box& a, const BlockOrder::Box& b) const
{
  const Eye& eye = this->Position;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double low = a[2 * axis], high = a[2 * axis + 1];
    const double slack = Slack * (high - low + b[2 * axis + 1] - b[2 * axis]);
    if ((high <= b[2 * axis] + slack && eye[axis] - eye[3] * high >= 0) ||
      (low >= b[2 * axis + 1] - slack && eye[axis] - eye[3] * low <= 0))
    {
      return true;
    }
  }
  return false;
}

/// Whether the node may have a box that the other box hides. False is certain: no box of the node lies behind
/// that box, or that box lies behind all of them.
bool BlockTree::MayHoldHidden(const Node& node, const BlockOrder::Box& box) const
{
  const Eye& eye = this->Position;
  bool mayLieBehind = false;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double low = box[2 * axis], high = box[2 * axis + 1];
    const Range &lows = node.Low[axis], &highs = node.High[axis];
    const double least = Slack * (high - low);
    if ((high <= lows.Least + least && eye[axis] - eye[3] * high >= 0) ||
      (low >= highs.Greatest - least && eye[axis] - eye[3] * low <= 0))
    {
      return false;
    }
    const double greatest = least + Slack * (highs.Greatest - lows.Least);
    mayLieBehind = mayLieBehind || (highs.Least <= low + greatest && eye[axis] - eye[3] * highs.Least >= 0) ||
      (lows.Greatest >= high - greatest && eye[axis] - eye[3] * lows.Greatest <= 0);
  }
  return mayLieBehind;
}

std::size_t BlockTree::FindHidden(std::size_t index)
{
  const BlockOrder::Box& box = this->Boxes[index];
  this->Open.clear();
  if (this->Root != None && this->Leaves[index] != None)
  {
    this->Open.push_back(this->Root);
  }
  while (!this->Open.empty())
  {
    const Node& node = this->Nodes[this->Open.back()];
    this->Open.pop_back();
    if (node.Number == 0 || node.Box == index)
    {
      continue;
    }
    ++this->Comparisons;
    if (node.Box != None)
    {
      const BlockOrder::Box& other = this->Boxes[node.Box];
      if (!this->LiesBehind(box, other) && this->LiesBehind(other, box))
      {
        return node.Box;
      }
    }
    else if (this->MayHoldHidden(node, box))
    {
      this->Open.push_back(node.Left);
      this->Open.push_back(node.Right);
    }
  }
  return None;
}
