// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "View/Camera.h"

#include <array>
#include <vector>

/// Divides space among ranks along the rays of an image. An object at some depth has to be drawn by the rank
/// whose part contains that point of the ray; then pictures of the ranks can be composited.
///
/// Each rank has a box. Outermost sides of boxes are moved to infinity, so all of space belongs to a rank,
/// unless there are gaps between boxes.
class RankParts
{
public:
  using Box = std::array<double, 6>; ///< (low, high) along each axis; low above high: empty

  /// `boxes`: the box of each rank, in the coordinates of the camera's mesh; empty if they are unknown.
  /// `order`: all ranks in the order of their boxes, the nearest first.
  RankParts(const inkray::Camera& camera, const std::vector<Box>& boxes, const std::vector<int>& order);

  /// The rank whose part contains a pixel's ray at a window depth. At a wall it is `home`, if home is on one
  /// side. In a gap between boxes it is the next rank behind, so that the object lies in front of that rank's
  /// box.
  int Find(int column, int row, double depth, int home) const;

private:
  using Point = std::array<double, 4>; // homogeneous
  struct Interval
  {
    double Low = 0, High = -1; // of window depths
  };
  static constexpr double DepthStep = 1e-6; // of window depths
  Point Unproject(double x, double y, double depth) const;
  static Interval Clip(const Box& box, const Point& nearest, const Point& farthest);

  std::array<double, 16> ClipToMesh = {};
  int Width, Height;
  std::vector<Box> Boxes;
  const std::vector<int>& Order;
};
