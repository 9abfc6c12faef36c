// SPDX-License-Identifier: BSD-3-Clause
#include "RankParts.h"

#include "vtkMatrix4x4.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace
{
bool IsEmpty(const RankParts::Box& box)
{
  return !(box[0] <= box[1] && box[2] <= box[3] && box[4] <= box[5]);
}
} // namespace

RankParts::RankParts(
  const inkray::Camera& camera, const std::vector<Box>& boxes, const std::vector<int>& order)
  : Width(camera.width)
  , Height(camera.height)
  , Boxes(boxes)
  , Order(order)
{
  double meshToClip[16];
  vtkMatrix4x4::Multiply4x4(camera.eyeToClip, camera.meshToEye, meshToClip);
  vtkMatrix4x4::Invert(meshToClip, this->ClipToMesh.data());
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (std::size_t side = 0; side < 6; ++side)
  {
    // Negate high sides, so that the minimum finds the outermost of either kind.
    const double sign = side % 2 == 0 ? 1 : -1;
    double outermost = infinite;
    for (const Box& box : boxes)
    {
      outermost = IsEmpty(box) ? outermost : std::min(outermost, sign * box[side]);
    }
    for (std::size_t rank = 0; rank < boxes.size(); ++rank)
    {
      if (!IsEmpty(boxes[rank]) && sign * boxes[rank][side] == outermost)
      {
        this->Boxes[rank][side] = -sign * infinite;
      }
    }
  }
}

RankParts::Point RankParts::Unproject(double x, double y, double depth) const
{
  const double ndc[4] = { x, y, 2 * depth - 1, 1 };
  Point point = { 0, 0, 0, 0 };
  for (std::size_t i = 0; i < 16; ++i)
  {
    point[i / 4] += this->ClipToMesh[i] * ndc[i % 4];
  }
  return point;
}

/// The interval of window depths in which a ray is in a box: homogeneous coordinates are linear in window
/// depth.
RankParts::Interval RankParts::Clip(const Box& box, const Point& nearest, const Point& farthest)
{
  if (IsEmpty(box))
  {
    return {};
  }
  Interval inside = { 0, 1 };
  for (std::size_t side = 0; side < 6; ++side)
  {
    const double sign = side % 2 == 0 ? 1 : -1, wall = box[side];
    if (wall == -sign * std::numeric_limits<double>::infinity())
    {
      continue;
    }
    const double first = sign * (nearest[side / 2] - wall * nearest[3]);
    const double last = sign * (farthest[side / 2] - wall * farthest[3]);
    if (first < 0 && last < 0)
    {
      return {};
    }
    if (first < 0)
    {
      inside.Low = std::max(inside.Low, first / (first - last));
    }
    else if (last < 0)
    {
      inside.High = std::min(inside.High, first / (first - last));
    }
  }
  return inside;
}

int RankParts::Find(int column, int row, double depth, int home) const
{
  if (this->Boxes.empty())
  {
    return home;
  }
  const double x = 2 * (column + 0.5) / this->Width - 1, y = 2 * (row + 0.5) / this->Height - 1;
  const Point nearest = this->Unproject(x, y, 0), farthest = this->Unproject(x, y, 1);
  const auto find = [&](int rank) {
    return Clip(this->Boxes[static_cast<std::size_t>(rank)], nearest, farthest);
  };
  const Interval own = find(home);
  if (own.Low <= own.High && own.Low - DepthStep <= depth && depth <= own.High + DepthStep)
  {
    return home;
  }
  const auto owner = std::find_if(this->Order.begin(), this->Order.end(), [&](int rank) {
    const Interval interval = find(rank);
    return interval.Low <= interval.High && depth < interval.High;
  });
  return owner != this->Order.end() ? *owner : this->Order.back();
}
