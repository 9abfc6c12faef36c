// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/GatherSegment.h"
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"
#include "Renderers/MeshVolume/Surfaces.h"

namespace inkray
{

/// The integrator of march for any medium and film. Corners carry only their ids. Channels are loaded where a
/// ray crosses a face, so that it is decided at run time which ones exist. Features: what pictures may have
/// (MediumFeatures.h).
template <unsigned Features>
struct MediumRays
{
  MediumOf<Features> medium;
  FilmModeOf<Features> mode;

  struct State : Film
  {
    MediumPlace behind;   ///< channels where the ray crossed the face behind
    std::uint32_t ids[3]; ///< corners of that face, and their weights there
    float weights[3];
    MediumKnots knots;
    float reached;            ///< value at the ray's place
    float share;              ///< the ray's place as a share of the way to the next face
    float cutShare, cutValue; ///< for a cut segment: where it ends, and the value at the face ahead

    INKRAY_HD float scalar() const { return reached; }
  };
  using Extra = VertexIds;
  INKRAY_HD Extra extra() const { return {}; }
  using Memory = NoMemory;
  INKRAY_HD void start(State& ray, NoMemory&) const
  {
    mode.with([&](auto film) { film.clear(ray); });
    ray.ids[0] = ray.ids[1] = ray.ids[2] = 0;
    ray.weights[0] = ray.weights[1] = ray.weights[2] = 0.0f;
    ray.behind = {};
    ray.knots.clear();
    ray.reached = ray.share = ray.cutShare = ray.cutValue = 0.0f;
  }
  INKRAY_HD bool marchesOn(State&, float, float, float&) const { return false; }
  INKRAY_HD void finish(const State&, std::uint32_t) const {}
  INKRAY_HD Float4 pixel(const State& ray) const { return pixelOf(ray, mode, medium); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    look(at, ray.ids, ray.weights);
    ray.behind = medium.placeOn(ray.ids, ray.weights, scalar);
    ray.reached = scalar;
    ray.share = 0.0f;
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }

  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    // The segment starts at the ray's place, which may be behind another part of the same segment.
    const SegmentShare seen(from, to, segment);
    const float left = 1.0f - ray.share;
    ray.cutShare = multiplyAdd(left, seen.end, ray.share);
    ray.share = multiplyAdd(left, seen.begin, ray.share);
    ray.cutValue = segment.scalar;
    const float begun = ray.reached;
    ray.reached = seen.atBegin(begun, segment.scalar);
    segment.scalar = seen.atEnd(begun, segment.scalar);
  }

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    std::uint32_t ids[3];
    float weights[3];
    look(at, ids, weights);
    const MediumPlace ahead = medium.placeOn(ids, weights, segment.isCut ? ray.cutValue : segment.scalar);
    const float end = segment.isCut ? ray.cutShare : 1.0f;
    if (isSeen(segment))
      this->gather(ray, at.cell, ids, weights, ahead, segment.scalar, end, segment.length);
    ray.reached = segment.scalar;
    ray.share = end;
    if (segment.isCut)
      return;
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      ray.ids[k] = ids[k];
      ray.weights[k] = weights[k];
    }
    ray.behind = ahead;
    ray.share = 0.0f;
  }

  /// Gather the medium in front of a surface: `front`, the first part of `whole`.
  template <class Cell>
  INKRAY_HD void addFront(State& ray, const Cell& at, const Segment& front, const Segment& whole) const
  {
    std::uint32_t ids[3];
    float weights[3];
    look(at, ids, weights);
    const float end = whole.isCut ? ray.cutShare : 1.0f;
    const float part = whole.length > 0.0f ? front.length / whole.length : 1.0f;
    const float to = MediumPlace::mixed(ray.share, end, part);
    if (isSeen(front))
      this->gather(ray, at.cell, ids, weights,
        medium.placeOn(ids, weights, whole.isCut ? ray.cutValue : whole.scalar), front.scalar, to,
        front.length);
    ray.reached = front.scalar;
    ray.share = to;
  }
  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }

private:
  template <class Cell>
  INKRAY_HD static void look(const Cell& at, std::uint32_t ids[3], float weights[3])
  {
    const Float3 w = VertexIds::crossed(at, ids);
    weights[0] = w.x;
    weights[1] = w.y;
    weights[2] = w.z;
  }

  /// Gather from the ray's place to the share `to` of the way to the face ahead, where the value is `end`.
  INKRAY_HD void gather(State& ray, std::uint32_t cell, const std::uint32_t ids[3], const float weights[3],
    const MediumPlace& ahead, float end, float to, float length) const
  {
    const auto start = [&](NearestVertices& nearest, float share) {
      nearest.start(ray.ids, ray.weights, ids, weights, share);
    };
    gatherSegment(mode, medium, segmentInCell(medium, ray.behind, ahead, cell), cell,
      { ray.share, to, ray.reached, end, length }, start, ray, ray.knots);
  }
};

template <unsigned Features>
struct MayHaveVertexColors<MediumRays<Features>>
  : std::bool_constant<feature::has(Features, feature::vertexColors | feature::nearest)>
{
};

template <unsigned Features>
struct MayColorByArray<MediumRays<Features>> : std::true_type
{
};

/// Gather the medium in front of a surface (Surfaces.h).
template <unsigned Features, class State, class Cell>
INKRAY_HD void addFront(
  const MediumRays<Features>& volume, State& ray, const Cell& at, const Segment& front, const Segment& whole)
{
  volume.addFront(ray, at, front, whole);
}

} // namespace inkray
