// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Ray.h"

#include <cmath>
#include <cstdint>

/// Positions of the planes between a grid's cells. A walk through cells counts planes, and gets their
/// positions from one of two policies: UniformAxes, where the position is the index, or RectilinearAxes with
/// a table.
namespace inkray
{

/// Planes at 0, 1, 2, ... along each axis.
struct UniformAxes
{
  static constexpr bool isUniform = true;

  /// The position of plane k; k is an integer.
  template <class Real>
  INKRAY_ONE_OR_MANY Real plane(int, Real k) const
  {
    return k;
  }
  /// The box that contains the ray at t, up to rounding: one of the boxes of `Size` cells from plane `low`
  /// on, up to index `last`.
  template <int Size, class Real>
  INKRAY_ONE_OR_MANY Real boxAt(const RayOf<Real>& ray, int axis, Real low, Real last, Real t) const
  {
    const Real position = multiplyAdd(t, ray.direction[axis], Real(ray.origin[axis] - low));
    return minimum(maximum(roundDown(Real(position * (1.0f / Size))), allOf<Real>(0.0f)), last);
  }
  /// The ray's place at t in the cell behind plane `corner`, from 0 to 1 within it.
  template <class Real>
  INKRAY_ONE_OR_MANY Real local(const RayOf<Real>& ray, int axis, Real corner, Real t) const
  {
    return multiplyAdd(t, ray.direction[axis], Real(ray.origin[axis] - corner));
  }
  /// The cell, of `count`, that contains the place x; `local` receives x relative to it.
  INKRAY_HD int cellAt(int, float x, int count, float& local) const
  {
    const auto c = static_cast<int>(floorf(x));
    const int cell = c < 0 ? 0 : c >= count ? count - 1 : c;
    local = x - static_cast<float>(cell);
    return cell;
  }
  /// The reciprocal of a cell's width.
  INKRAY_HD float inverseWidth(int, int) const { return 1.0f; }
  /// The reciprocal of the distance between two planes.
  INKRAY_HD float inverseDistance(int, int from, int to) const { return to - from == 2 ? 0.5f : 1.0f; }
  ///@{
  /// The plane before and the plane after plane k.
  INKRAY_HD int before(int, int k) const { return k - 1; }
  INKRAY_HD int after(int, int k) const { return k + 1; }
  ///@}
};

/// Whether all cells have the same width.
INKRAY_HD bool areEven(const UniformAxes&)
{
  return true;
}

/// Planes at the positions in a table: n cells have n + 1 planes, from 0 to n, in ascending order, plus one
/// at infinity on each side.
struct RectilinearAxes
{
  static constexpr bool isUniform = false;

  const float* planes[3];        ///< from index -1 on, which is at minus infinity
  const float* inverseWidths[3]; ///< by cell; 0 for a cell so thin that both of its planes are the same float
  std::int32_t cells[3];

  INKRAY_HD float plane(int axis, float k) const
  {
    const int n = static_cast<int>(k);
    return planes[axis][n < 0 ? -1 : n <= cells[axis] ? n : cells[axis] + 1];
  }
  template <int Size>
  INKRAY_HD float boxAt(const Ray& ray, int axis, float low, float last, float t) const
  {
    const float position = multiplyAdd(t, ray.direction[axis], ray.origin[axis]);
    float box = 0.0f;
    INKRAY_UNROLL
    for (int k = 1; k < 4; ++k)
      box += position >= this->plane(axis, low + static_cast<float>(k * Size)) ? 1.0f : 0.0f;
    return minimum(box, last);
  }
  INKRAY_HD float local(const Ray& ray, int axis, float corner, float t) const
  {
    return multiplyAdd(t, ray.direction[axis], ray.origin[axis] - this->plane(axis, corner)) *
      inverseWidths[axis][static_cast<int>(corner)];
  }
  INKRAY_HD int cellAt(int axis, float x, int count, float& local) const
  {
    int low = 0, high = count; // planes[low] <= x < planes[high], except at the ends
    while (high - low > 1)
    {
      const int middle = (low + high) / 2;
      (planes[axis][middle] <= x ? low : high) = middle;
    }
    local = (x - planes[axis][low]) * inverseWidths[axis][low];
    return low;
  }
  INKRAY_HD float inverseWidth(int axis, int cell) const { return inverseWidths[axis][cell]; }
  INKRAY_HD float inverseDistance(int axis, int from, int to) const
  {
    const float distance = planes[axis][to] - planes[axis][from];
    return distance > 0.0f ? 1.0f / distance : 0.0f;
  }
  ///@{
  /// The nearest plane before or after plane k whose coordinate differs from that of plane k. If all planes
  /// on that side have the same coordinate: the first or the last plane. If that side has no planes: k - 1 or
  /// k + 1.
  INKRAY_HD int before(int axis, int k) const
  {
    int n = k - 1;
    while (n > 0 && !(planes[axis][n] < planes[axis][k]))
      --n;
    return n;
  }
  INKRAY_HD int after(int axis, int k) const
  {
    int n = k + 1;
    while (n < cells[axis] && !(planes[axis][n] > planes[axis][k]))
      ++n;
    return n;
  }
  ///@}
};

INKRAY_HD bool areEven(const RectilinearAxes&)
{
  return false;
}

/// Whether a value fills the cell between planes. Otherwise values lie where planes meet.
template <class Axes>
INKRAY_HD bool areCellsConstant(const Axes&)
{
  return false;
}

} // namespace inkray
