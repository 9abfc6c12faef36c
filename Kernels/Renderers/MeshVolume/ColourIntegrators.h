// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/SegmentShare.h"
#include "Shading/SeparateIntegration.h"

/// Integrators of march for colours that are not looked up along the ray: those that the values are
/// themselves, and those of categories.
namespace inkray
{

/// A colour and a number for each vertex: a load of 16 bytes.
struct VertexColours : CarryFloats<4>
{
  const Float4* values;

  INKRAY_HD Floats<4> fetch(std::uint32_t id) const
  {
    const Float4 v = load(values + id);
    return { { v.x, v.y, v.z, v.w } };
  }
};

/// Colours of the points, linear in each cell; attenuation by a function of other values of the points, or of
/// the cells.
template <bool CellOpacity>
struct LinearColours
{
  const Float4* colours;     ///< per vertex: colour, NaN where there is none, and the value for the opacity
  PiecewiseView opacities;   ///< of that value
  const float* attenuations; ///< or per cell
  struct State : SeparateIntegral
  {
    Float3 begun, cutColour; ///< colour where the ray stands, and at the end of a segment that is cut
    float cutOpacity;
    INKRAY_HD void clear()
    {
      SeparateIntegral::clear();
      begun = cutColour = { 0.0f, 0.0f, 0.0f };
      cutOpacity = 0.0f;
    }
  };
  using Extra = VertexColours;
  INKRAY_HD Extra extra() const { return { {}, colours }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float) const
  {
    const Floats<4> ahead = at.extraAhead();
    ray.begun = { ahead.value[0], ahead.value[1], ahead.value[2] };
    ray.opacity.standAt(ahead.value[3]);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const Floats<4> ahead = at.extraAhead();
    const Float3 a = ray.begun;
    ray.begun = { share.atBegin(a.x, ahead.value[0]), share.atBegin(a.y, ahead.value[1]),
      share.atBegin(a.z, ahead.value[2]) };
    ray.cutColour = { share.atEnd(a.x, ahead.value[0]), share.atEnd(a.y, ahead.value[1]),
      share.atEnd(a.z, ahead.value[2]) };
    const float o = ray.opacity.scalar();
    ray.opacity.standAt(share.atBegin(o, ahead.value[3]));
    ray.cutOpacity = share.atEnd(o, ahead.value[3]);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    const Floats<4> ahead = at.extraAhead();
    const Float3 end =
      segment.isCut ? ray.cutColour : Float3{ ahead.value[0], ahead.value[1], ahead.value[2] };
    const float o = segment.isCut ? ray.cutOpacity : ahead.value[3];
    const float whole = ray.begun.x + end.x; // NaN without a colour at either end
    if (!(whole == whole))
      ray.opacity.standAt(o);
    else if (CellOpacity)
      ray.addLinearColour(load(attenuations + at.cell), ray.begun, end, segment.length);
    else
      ray.addLinearColour(opacities, ray.begun, end, o, segment.length);
    ray.begun = end;
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }
};

/// Of a segment in a tet, or in tets that share the faces it runs in, the vertices at both its ends, each
/// with its weight at either end.
struct NearestVertices
{
  static constexpr int count = 6;
  std::uint32_t id[count];
  float begin[count], slope[count];

  /// `ids` and `weights` of the corners of the face behind, and of the face ahead.
  INKRAY_HD NearestVertices(const std::uint32_t fromIds[3], const float fromWeights[3],
    const std::uint32_t toIds[3], const float toWeights[3])
  {
    // A vertex that both faces have stands with the first; the second has nothing of it.
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      id[k] = fromIds[k];
      begin[k] = fromWeights[k];
      float end = 0.0f;
      INKRAY_UNROLL
      for (int j = 0; j < 3; ++j)
        end = toIds[j] == fromIds[k] ? toWeights[j] : end;
      slope[k] = end - begin[k];
      const bool isNew = toIds[k] != fromIds[0] && toIds[k] != fromIds[1] && toIds[k] != fromIds[2];
      id[3 + k] = toIds[k];
      begin[3 + k] = 0.0f;
      slope[3 + k] = isNew ? toWeights[k] : 0.0f;
    }
  }

  /// Call each(id, t0, t1) for the parts of the segment, from 0 to 1, in which a vertex has the largest
  /// weight: the upper envelope of linear functions, whose slopes only rise along it.
  template <class Each>
  INKRAY_HD void visit(const Each& each) const
  {
    std::uint32_t nearest = id[0];
    float weight = begin[0], rise = slope[0];
    INKRAY_UNROLL
    for (int k = 1; k < count; ++k)
    {
      const bool better = begin[k] > weight || (begin[k] == weight && slope[k] > rise);
      nearest = better ? id[k] : nearest;
      weight = better ? begin[k] : weight;
      rise = better ? slope[k] : rise;
    }
    float t = 0.0f;
    for (int part = 0; part < count; ++part)
    {
      float next = 1.0f, nextRise = rise;
      std::uint32_t nextId = nearest;
      float nextBegin = weight;
      INKRAY_UNROLL
      for (int k = 0; k < count; ++k)
      {
        // Where function k overtakes: begin_k + slope_k t = weight + rise t.
        const float faster = slope[k] - rise;
        const float meets = faster > 0.0f ? maximum(t, (weight - begin[k]) / faster) : 2.0f;
        const bool first = meets < next || (meets == next && meets < 1.0f && slope[k] > nextRise);
        next = first ? meets : next;
        nextRise = first ? slope[k] : nextRise;
        nextId = first ? id[k] : nextId;
        nextBegin = first ? begin[k] : nextBegin;
      }
      if (next > t)
        each(nearest, t, next);
      if (!(next < 1.0f))
        return;
      t = next;
      nearest = nextId;
      weight = nextBegin;
      rise = nextRise;
    }
  }
};

/// Categories at the points: each place has the colour and attenuation of the nearest vertex of its tet, that
/// of the largest barycentric weight, so that nothing between two categories is ever looked up.
struct NearestVertexColours
{
  const Float4* colours;     ///< per vertex: colour and attenuation
  const float* attenuations; ///< per cell, where they come from there, or null
  struct State : RayIntegral
  {
    std::uint32_t ids[3]; ///< corners of the face where the ray stands, and their weights there
    float weights[3];
    float value;            ///< NaN where a corner has none
    float cutBegin, cutEnd; ///< what is seen of a segment that is cut
    INKRAY_HD void clear()
    {
      RayIntegral::clear();
      ids[0] = ids[1] = ids[2] = 0;
      weights[0] = weights[1] = weights[2] = value = cutBegin = cutEnd = 0.0f;
    }
  };
  using Extra = VertexIds;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    look(at, ray.ids, ray.weights);
    ray.value = scalar;
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    ray.cutBegin = share.begin;
    ray.cutEnd = share.end;
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    std::uint32_t ids[3];
    float weights[3];
    look(at, ids, weights);
    const float whole = ray.value + segment.scalar;
    if (whole == whole && segment.length > 0.0f)
    {
      const float from = segment.isCut ? ray.cutBegin : 0.0f, to = segment.isCut ? ray.cutEnd : 1.0f;
      const float perShare = segment.length / (to - from);
      const float constant = attenuations ? load(attenuations + at.cell) : 0.0f;
      NearestVertices(ray.ids, ray.weights, ids, weights).visit([&](std::uint32_t id, float t0, float t1) {
        const float part = minimum(t1, to) - maximum(t0, from);
        if (!(part > 0.0f))
          return;
        Float4 colour = load(colours + id);
        colour.w = attenuations ? constant : colour.w;
        ray.addConstant(colour, part * perShare);
      });
    }
    ray.value = segment.scalar;
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      ray.ids[k] = ids[k];
      ray.weights[k] = weights[k];
    }
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }

private:
  template <class Cell>
  INKRAY_HD static void look(const Cell& at, std::uint32_t ids[3], float weights[3])
  {
    const Float3 w = at.weights();
    ids[0] = at.face.a.extra.id;
    ids[1] = at.face.b.extra.id;
    ids[2] = at.face.c.extra.id;
    weights[0] = w.x;
    weights[1] = w.y;
    weights[2] = w.z;
  }
};

} // namespace inkray
