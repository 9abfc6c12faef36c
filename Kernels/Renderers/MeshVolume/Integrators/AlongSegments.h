// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/March.h"

/// Interpolates everything that is linear in a cell along the segments of a ray.
namespace inkray
{

/// Whether any part of a segment is visible.
INKRAY_HD bool isSeen(const Segment& segment)
{
  return segment.length != 0.0f || !segment.isCut;
}

/// The visible part of a cut segment, as shares of the whole.
struct SegmentShare
{
  float begin, end;

  INKRAY_HD SegmentShare(float from, float to, const Segment& segment)
  {
    const float perDepth = segment.from != segment.to ? 1.0f / (to - from) : 0.0f;
    begin = (segment.from - from) * perDepth;
    end = (segment.to - from) * perDepth;
  }
  INKRAY_HD float atBegin(float a, float b) const { return multiplyAdd(b - a, begin, a); }
  INKRAY_HD float atEnd(float a, float b) const { return multiplyAdd(b - a, end, a); }
};

/// The channels at a place on a ray, linear on each segment: the value, and the numbers that the corners of
/// cells carry.
template <class Extra>
struct Channels
{
  float value;
  typename Extra::Value others;
};

/// The integral that a ray has gathered, and the corners' channels where a segment was cut.
template <class Integral, class Others>
struct CutIntegral : Integral
{
  Others cut;
};

/// An integrator of march for channels that are linear in each cell. It finds where a whole or cut segment
/// begins and ends; a policy says what a ray gathers between:
///
///   Integral             what the ray has gathered, and its place in functions of the channels
///   Extra, extra()       what corners carry in addition to the value (VertexExtra.h)
///   here(ray)            the channels at the ray's place
///   standAt(ray, c)      move the ray to channels c, where a new run of segments begins
///   end(ray)             end a run
///   gather(ray, cell, c, length)    gather the segment from the ray's place to channels c
///
/// If takesParts is set, these replace gather: begin(ray, cell, c, length), hasMore(ray), and
/// gatherPart(ray).
template <class Gathering>
struct AlongSegments : Gathering
{
  using Extra = typename Gathering::Extra;
  using Integral = typename Gathering::Integral;
  using Others = typename Extra::Value;
  static constexpr bool hasOthers = !std::is_same_v<Extra, NoExtra>;
  using State = std::conditional_t<hasOthers, CutIntegral<Integral, Others>, Integral>;

  /// The pixel: premultiplied color, and opacity.
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float value) const
  {
    this->standAt(ray, { value, othersAt(ray, at, false) });
  }
  INKRAY_HD void leave(State& ray) const { this->end(ray); }
  /// End a run behind a segment that was cut, at the value where it really ends; or behind an invisible one,
  /// which was neither cut nor added.
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float value) const
  {
    this->end(ray);
    this->enter(ray, at, value);
  }

  /// The following segment is visible from segment.from to segment.to only, within `from` to `to`: it becomes
  /// a separate run. Changes its scalar to the value where it is cut.
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    this->end(ray);
    const Channels<Extra> here = this->here(ray);
    const float end = segment.scalar;
    if constexpr (hasOthers)
    {
      const SegmentShare share(from, to, segment);
      const Others ahead = at.extraAhead();
      this->standAt(ray, { share.atBegin(here.value, end), Others::mixed(here.others, ahead, share.begin) });
      segment.scalar = share.atEnd(here.value, end);
      ray.cut = Others::mixed(here.others, ahead, share.end);
    }
    else
    {
      const float perDepth = segment.from != segment.to ? (end - here.value) / (to - from) : 0.0f;
      segment.scalar = here.value + (segment.to - from) * perDepth;
      this->standAt(ray, { here.value + (segment.from - from) * perDepth, {} });
    }
  }

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if constexpr (TakesParts<Gathering>::value)
    {
      this->begin(ray, at, segment);
      while (this->hasMore(ray))
        this->gatherPart(ray);
    }
    else if (isSeen(segment))
      this->gather(ray, at.cell, this->endOf(ray, at, segment), segment.length);
  }
  template <class Cell>
  INKRAY_HD void begin(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      Gathering::begin(ray, at.cell, this->endOf(ray, at, segment), segment.length);
  }

private:
  template <class Cell>
  INKRAY_HD Channels<Extra> endOf(const State& ray, const Cell& at, const Segment& segment) const
  {
    return { segment.scalar, othersAt(ray, at, segment.isCut) };
  }
  /// The other channels at the face ahead, or where the segment is cut.
  template <class Cell>
  INKRAY_HD static Others othersAt(const State& ray, const Cell& at, bool isCut)
  {
    if constexpr (hasOthers)
      return isCut ? ray.cut : at.extraAhead();
    else
      return {};
  }
};

} // namespace inkray
