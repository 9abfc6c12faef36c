// SPDX-License-Identifier: BSD-3-Clause
#include "RankBoxes.h"

#include "ServerRanks.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

namespace
{

using RankBoxes::Box;

bool IsEmpty(const Box& box)
{
  return !(box[0] <= box[1] && box[2] <= box[3] && box[4] <= box[5]);
}

bool Overlap(const Box& a, const Box& b)
{
  bool both = !IsEmpty(a) && !IsEmpty(b);
  for (std::size_t axis = 0; axis < 6; axis += 2)
  {
    both = both && std::min(a[axis + 1], b[axis + 1]) > std::max(a[axis], b[axis]);
  }
  return both;
}

using Boxes = std::vector<Box*>;

void SortByCenters(Boxes& boxes, std::size_t low)
{
  std::stable_sort(boxes.begin(), boxes.end(),
    [low](const Box* a, const Box* b) { return (*a)[low] + (*a)[low + 1] < (*b)[low] + (*b)[low + 1]; });
}

/// A wall that separates the boxes into two groups.
struct Wall
{
  double Overlap = std::numeric_limits<double>::infinity(); ///< the overlap of the two groups
  std::size_t Low = 0;                                      ///< twice the axis
  std::size_t Number = 0;                                   ///< the number of boxes below the wall
  double Place = 0;
};

/// Find the wall along an axis at which the two groups overlap least. Of equal walls, choose the one that
/// divides the boxes most evenly.
void FindWall(const Boxes& sorted, std::size_t low, Wall& best)
{
  std::vector<double> begins(sorted.size()); // for each box, the least begin of this box and later ones
  double begin = std::numeric_limits<double>::infinity();
  for (std::size_t i = sorted.size(); i-- > 0;)
  {
    begin = begins[i] = std::min(begin, (*sorted[i])[low]);
  }
  const auto unevenness = [&sorted](std::size_t number) {
    return std::abs(2 * static_cast<std::ptrdiff_t>(number) - static_cast<std::ptrdiff_t>(sorted.size()));
  };
  double end = -std::numeric_limits<double>::infinity();
  for (std::size_t number = 1; number < sorted.size(); ++number)
  {
    end = std::max(end, (*sorted[number - 1])[low + 1]);
    const double overlap = end - begins[number];
    if (overlap < best.Overlap || (overlap == best.Overlap && unevenness(number) < unevenness(best.Number)))
    {
      best = { overlap, low, number, 0.5 * (end + begins[number]) };
    }
  }
}

/// Replace the boxes by parts of `space`, which is cut recursively between groups of boxes.
void Divide(Boxes boxes, const Box& space)
{
  if (boxes.size() == 1)
  {
    *boxes.front() = space;
    return;
  }
  Wall wall;
  for (std::size_t low = 0; low < 6; low += 2)
  {
    SortByCenters(boxes, low);
    FindWall(boxes, low, wall);
  }
  SortByCenters(boxes, wall.Low);
  const auto middle = boxes.begin() + static_cast<std::ptrdiff_t>(wall.Number);
  Box below = space, above = space;
  below[wall.Low + 1] = above[wall.Low] =
    std::min(std::max(wall.Place, space[wall.Low]), space[wall.Low + 1]);
  Divide({ boxes.begin(), middle }, below);
  Divide({ middle, boxes.end() }, above);
}

} // namespace

std::vector<Box> RankBoxes::Separate(std::vector<Box> boxes)
{
  Boxes all;
  Box space = { 0, 0, 0, 0, 0, 0 };
  bool doOverlap = false;
  for (Box& box : boxes)
  {
    if (IsEmpty(box))
    {
      continue;
    }
    for (std::size_t low = 0; low < 6; low += 2)
    {
      space[low] = all.empty() ? box[low] : std::min(space[low], box[low]);
      space[low + 1] = all.empty() ? box[low + 1] : std::max(space[low + 1], box[low + 1]);
    }
    doOverlap = doOverlap ||
      std::any_of(all.begin(), all.end(), [&box](const Box* other) { return Overlap(box, *other); });
    all.push_back(&box);
  }
  if (doOverlap)
  {
    Divide(all, space);
  }
  return boxes;
}

std::vector<Box> RankBoxes::SeparateAll(const double bounds[6])
{
  Box own;
  std::copy_n(bounds, 6, own.begin());
  std::vector<Box> all(static_cast<std::size_t>(ServerRanks::GetNumberOfRanks()));
  ServerRanks::GatherAll(own.data(), all.front().data(), 6);
  return Separate(all);
}
