// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/March.h"

/// The one place where what is linear in a cell is interpolated along the segments of a ray.
namespace inkray
{

/// Whether anything of a segment is seen.
INKRAY_HD bool isSeen(const Segment& segment)
{
  return segment.length != 0.0f || !segment.isCut;
}

/// The part of a cut segment that is seen, as shares of the whole.
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

/// The channels of a place on a ray, linear on each segment: the value and what the corners of the cells
/// carry.
template <class Extra>
struct Channels
{
  float value;
  typename Extra::Value others;
};

/// The integral that a ray has gathered, and the channels that corners carry where a segment was cut.
template <class Integral, class Others>
struct CutIntegral : Integral
{
  Others cut;
};

/// An integrator of march for channels that are linear in each cell. It finds where a segment, whole or cut,
/// begins and ends; what a ray gathers between is a policy:
///
///   Integral             what the ray has gathered, and where it stands in functions of the channels
///   Extra, extra()       what corners carry beside the value (VertexExtra.h)
///   here(ray)            the channels where the ray stands
///   standAt(ray, c)      it stands there, where another run of segments begins
///   end(ray)             a run ends
///   gather(ray, cell, c, length)    the segment from there to channels c
///
/// or, where takesParts, in place of the last: begin(ray, cell, c, length), hasMore(ray), and
/// gatherPart(ray).
template <class Gathering>
struct AlongSegments : Gathering
{
  using Extra = typename Gathering::Extra;
  using Integral = typename Gathering::Integral;
  using Others = typename Extra::Value;
  static constexpr bool hasOthers = !std::is_same_v<Extra, NoExtra>;
  using State = std::conditional_t<hasOthers, CutIntegral<Integral, Others>, Integral>;

  /// The pixel: colour multiplied by opacity, and opacity.
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float value) const
  {
    this->standAt(ray, { value, othersAt(ray, at, false) });
  }
  INKRAY_HD void leave(State& ray) const { this->end(ray); }
  /// Behind a segment that was cut, at the value where it really ends; or behind one of which nothing is
  /// seen, which was neither cut nor added. Ends a run.
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float value) const
  {
    this->end(ray);
    this->enter(ray, at, value);
  }

  /// The segment that follows is seen from segment.from to segment.to only, of `from` to `to`: a run of its
  /// own; ends that meet cancel. Changes its scalar to the first channel where it is cut.
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
