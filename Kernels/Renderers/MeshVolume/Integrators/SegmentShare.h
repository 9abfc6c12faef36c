// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/March.h"

/// What integrators ask of a segment.
namespace inkray
{

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

/// Whether anything of a segment is seen.
INKRAY_HD bool isSeen(const Segment& segment)
{
  return segment.length != 0.0f || !segment.isCut;
}

} // namespace inkray
