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
  static constexpr bool takesParts = false; // but whole segments, by an add of its own
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
  static constexpr bool takesParts = false; // but whole segments, by an add of its own
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

/// Of a two-dimensional transfer function: its rays know columns of the table alone, the surfaces want the
/// scalar.
template <class Base>
struct TableAround : Base
{
  static constexpr bool takesParts = false; // but whole segments, by an add of its own
  struct State : Base::State
  {
    float reached; ///< scalar where the ray stands
    INKRAY_HD float scalar() const { return reached; }
  };

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    Base::enter(ray, at, scalar);
    ray.reached = scalar;
  }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    Base::cut(ray, at, from, to, segment);
    ray.reached = cutScalars(ray.reached, from, to, segment);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    ray.cutColumn = this->table.column(segment.scalar);
    Base::add(ray, at, segment);
    ray.reached = segment.scalar;
  }
  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
  template <class Cell>
  INKRAY_HD void addFront(State& ray, const Cell& at, const Segment& front, float share) const
  {
    const float row = ray.row.entry();
    const float whole = front.isCut ? ray.cutRow : at.extraAhead().value[0];
    if (isSeen(front))
      ray.add(
        this->table, this->table.column(front.scalar), multiplyAdd(share, whole - row, row), front.length);
    ray.reached = front.scalar;
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    Base::resume(ray, at, scalar);
    ray.reached = scalar;
  }
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
INKRAY_HD void addFront(const TableAround<TablePointValues>& volume, State& ray, const Cell& at,
  const Segment& front, const Segment& whole)
{
  volume.addFront(ray, at, front, shareOfFront(front, whole));
}

} // namespace inkray
