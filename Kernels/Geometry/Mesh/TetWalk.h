// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/ExitTests.h"
#include "Rays/RaySpan.h"

/// How every ray goes through tets: the marches of pictures, merged volumes, and paths.
namespace inkray
{

/// The depth and the value at which a ray leaves the cell that it has crossed from a depth. False: it only
/// touches the cell, because the face ahead holds it. Both cells of such a face have the same values along
/// the ray, so that its span goes on through the next one.
template <class Cell>
INKRAY_HD bool leaveTet(const Cell& at, float from, float& to, float& value)
{
  at.locate(to, value);
  return !at.isHeld(from) || at.isOutside();
}

/// A ray through the cell ahead. False: it only touches that.
template <class ExitTest, class Cell>
INKRAY_HD bool crossTet(Cell& at, float from, float& to, float& value)
{
  at.template cross<ExitTest>();
  const bool isCrossed = leaveTet(at, from, to, value);
  at.fetchVertex();
  return isCrossed;
}

/// A walk through tets: a generator of spans, which can stop anywhere and go on, as its state is copied. Cell
/// is where the ray is in the mesh (TetOnRay). Entries takes it to where it enters the mesh next:
///   enter(cell, depth, steps)  false: nowhere
///   mostSteps(cell)            a walk that visits as many cells has failed, and ends
///
/// Spans of one piece of the mesh follow one another without a gap: each begins where the last one ended, to
/// the bit. A cell without volume has a span without length, over which the value may jump. Of a ray in the
/// plane of a face, one span is for the cells on both sides. A value that is not finite is NaN at one end at
/// least of each span in its cells.
template <class Cell, class Entries>
class TetWalk
{
public:
  using Span = RaySpan;
  static constexpr int degree = 1;

  Cell cell;
  Entries entries;
  std::uint32_t steps = 0; ///< cells visited
  RaySpan span = {};       ///< the last one; the ray stands at its end

  INKRAY_HD TetWalk(const Cell& ofRay, const Entries& itsEntries)
    : cell(ofRay)
    , entries(itsEntries)
  {
  }

  /// To the next cell, into the mesh where the ray is outside; false: there is none.
  INKRAY_HD bool arrive()
  {
    if (!cell.isOutside())
      return true;
    if (steps >= entries.mostSteps(cell) || !entries.enter(cell, span.to, steps))
      return false;
    cell.locate(span.to, span.end);
    cell.fetchVertex();
    return true;
  }
  /// Through it, and those behind that the ray does not leave before; false: the walk has failed.
  INKRAY_HD bool cross()
  {
    const float from = span.to, begin = span.end;
    float to = from, end = begin;
    for (bool isCrossed = false; !isCrossed; ++steps)
    {
      if (steps >= entries.mostSteps(cell))
        return false;
      isCrossed = crossTet<EdgeFunctionExit>(cell, from, to, end);
    }
    // Rounding, or an inverted cell, may make a ray step back: it then stands until it has passed where it
    // was.
    span = { from, maximum(to, from), begin, end, cell.cell, 0u };
    return true;
  }

  /// The next span of the whole ray.
  INKRAY_HD bool next(RaySpan& found)
  {
    const bool isFound = this->arrive() && this->cross();
    found = span;
    return isFound;
  }
  /// An array of the points where the last span ends: the sum of fetch(id) times the weight of each corner.
  /// The cell carries the ids of its corners (VertexIds).
  template <class Fetch>
  INKRAY_HD auto at(const Fetch& fetch) const
  {
    std::uint32_t ids[3];
    const Float3 w = VertexIds::crossed(cell, ids);
    return fetch(ids[0]) * w.x + fetch(ids[1]) * w.y + fetch(ids[2]) * w.z;
  }
};

} // namespace inkray
