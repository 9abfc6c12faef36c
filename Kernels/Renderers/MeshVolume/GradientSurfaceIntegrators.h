// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/GradientIntegrators.h"
#include "Renderers/MeshVolume/Surfaces.h"

/// The integrators of GradientIntegrators.h as WithSurfaces has volumes between surfaces: they know the
/// scalar where the ray stands, lose light to a surface, and add the front of a segment, on which magnitude
/// and light go a share of the way. With one magnitude for each cell only the scalar is interpolated, so that
/// WithCellFactors is such a volume as it is.
namespace inkray
{

/// Of gradient opacity; a run ends at a surface.
struct GradientOpacityAround : GradientOpacityPointValues
{
  struct State : GradientOpacityPointValues::State
  {
    INKRAY_HD float scalar() const { return this->at.value.scalar(); }
  };

  INKRAY_HD void stop(State& ray, float weight) const
  {
    ray.end(pieces);
    ray.transmittance -= weight;
  }
  template <class Cell>
  INKRAY_HD void addFront(State& ray, const Cell& at, const Segment& front, float share) const
  {
    if (!isSeen(front))
      return;
    const float m = ray.at.magnitude.scalar();
    const float whole = front.isCut ? ray.cutMagnitude : at.extraAhead().value[0];
    ray.add(pieces, factors, front.scalar, multiplyAdd(share, whole - m, m), front.length);
  }
};

/// The same in the light.
template <int N>
struct ShadedGradientOpacityAround : ShadedGradientOpacity<N>
{
  using Base = ShadedGradientOpacity<N>;
  struct State : Base::State
  {
    INKRAY_HD float scalar() const { return this->at.value.scalar(); }
  };

  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
  template <class Cell>
  INKRAY_HD void addFront(State& ray, const Cell& at, const Segment& front, float share) const
  {
    if (!isSeen(front))
      return;
    const auto ahead = at.extraAhead();
    const float m = ray.at.magnitude.scalar();
    const float whole = front.isCut ? ray.cutMagnitude : ahead.value[N];
    ray.add(this->pieces, this->factors, front.scalar, multiplyAdd(share, whole - m, m),
      ShadedIntegral<N>::mixed(ray.light, front.isCut ? ray.cutLight : Base::lightOf(ahead), share),
      front.length);
  }
};

/// Of a two-dimensional transfer function.
struct TableAround : TablePointValues
{
  struct State : TablePointValues::State
  {
    INKRAY_HD float scalar() const { return this->value; }
  };

  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
  template <class Cell>
  INKRAY_HD void addFront(State& ray, const Cell& at, const Segment& front, float share) const
  {
    if (!isSeen(front))
      return;
    const float whole = front.isCut ? ray.cutRow : at.extraAhead().value[0];
    ray.add(table, front.scalar, multiplyAdd(share, whole - ray.row, ray.row), front.length);
  }
};

/// The same with the magnitude of each cell.
struct TableCellRowsAround : TablePointValuesCellRows
{
  struct State : TablePointValuesCellRows::State
  {
    INKRAY_HD float scalar() const { return this->value; }
  };

  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
};

/// How much of a segment lies in front of a surface.
INKRAY_HD float shareOfFront(const Segment& front, const Segment& whole)
{
  return whole.length > 0.0f ? front.length / whole.length : 1.0f;
}

/// What lies in front of a surface (Surfaces.h).
template <class State, class Cell>
INKRAY_HD void addFront(
  const GradientOpacityAround& volume, State& ray, const Cell& at, const Segment& front, const Segment& whole)
{
  volume.addFront(ray, at, front, shareOfFront(front, whole));
}
template <int N, class State, class Cell>
INKRAY_HD void addFront(const ShadedGradientOpacityAround<N>& volume, State& ray, const Cell& at,
  const Segment& front, const Segment& whole)
{
  volume.addFront(ray, at, front, shareOfFront(front, whole));
}
template <class State, class Cell>
INKRAY_HD void addFront(
  const TableAround& volume, State& ray, const Cell& at, const Segment& front, const Segment& whole)
{
  volume.addFront(ray, at, front, shareOfFront(front, whole));
}

} // namespace inkray
