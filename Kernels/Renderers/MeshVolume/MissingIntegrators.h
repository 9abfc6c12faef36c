// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/ShadedIntegrators.h"
#include "Renderers/MeshVolume/Surfaces.h"

namespace inkray
{

/// Any integrator of values at the points, which leaves cells with a value that is not finite transparent,
/// with one colour and attenuation in these, without light. A ray knows them by the scalar where it comes in
/// or goes out: the two faces have all four corners, and a corner without a value leaves its face without.
template <class Base>
struct WithMissing : Base
{
  static constexpr bool takesParts = false; // but whole segments, by an add of its own
  Float4 missing;                           ///< colour and attenuation

  template <class Cell>
  INKRAY_HD void add(typename Base::State& ray, const Cell& at, const Segment& segment) const
  {
    const float sum = ray.scalar() + segment.scalar;
    Base::add(ray, at, segment);
    this->addMissing(ray, sum, segment.length);
  }

  /// A segment between scalars of that sum, if it is NaN.
  INKRAY_HD void addMissing(typename Base::State& ray, float sum, float length) const
  {
    if (sum == sum)
      return;
    const float behind = ray.transmittance * exp2Fast(-missing.w * length);
    const float weight = ray.transmittance - behind;
    ray.red = multiplyAdd(missing.x, weight, ray.red);
    ray.green = multiplyAdd(missing.y, weight, ray.green);
    ray.blue = multiplyAdd(missing.z, weight, ray.blue);
    ray.transmittance = behind;
  }
};

/// What lies in front of a surface (Surfaces.h).
template <int N, class State, class Cell>
INKRAY_HD void addFront(const WithMissing<ShadedPointValues<N>>& volume, State& ray, const Cell& at,
  const Segment& front, const Segment& whole)
{
  const float sum = ray.scalar() + front.scalar;
  addFront(static_cast<const ShadedPointValues<N>&>(volume), ray, at, front, whole);
  volume.addMissing(ray, sum, front.length);
}

/// Colours of tets with one value each; those without one have the same colour.
struct ColourMissingCells
{
  const Float4* colours;
  const float* values;
  Float4 missing;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    made[t] = values[t] == values[t] ? load(colours + t) : missing;
  }
};

} // namespace inkray
