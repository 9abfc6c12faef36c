// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "View/Camera.h"

#include <array>
#include <vector>

/// The parts of space in which ranks draw, along the rays of an image: what lies at a depth is to be drawn by
/// the rank whose part the ray passes there, so that pictures of the ranks can be put over one another.
///
/// Each rank has a box. On the outside of all of them boxes go on for ever, so that all of space is some
/// rank's where there are no gaps between boxes.
class RankParts
{
public:
  using Box = std::array<double, 6>; ///< (low, high) along each axis; low above high: there is none

  /// Boxes by rank, in the coordinates of the camera's mesh, or none at all where they are not known, and all
  /// ranks in the order of their boxes, the nearest first.
  RankParts(const inkray::Camera& camera, const std::vector<Box>& boxes, const std::vector<int>& order);

  /// The rank in whose part the ray of a pixel is at a window depth. At a wall it is `home`, where that is
  /// one of its sides. In a gap between boxes it is the next rank, so that it lies in front of its box.
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
