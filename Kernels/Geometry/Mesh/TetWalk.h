// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/ExitTests.h"
#include "Rays/RaySpan.h"

/// How all rays go through tets: the marches of pictures, merged volumes, and paths.
namespace inkray
{

/// The depth and the value at which a ray leaves the cell that it has crossed, starting at depth `from`.
/// Returns false if it only touches the cell, because the face ahead holds it. Both cells at such a face have
/// the same values along the ray, so its span continues through the next cell.
template <class Cell>
INKRAY_HD bool leaveTet(const Cell& at, float from, float& to, float& value)
{
  at.locate(to, value);
  return !at.isHeld(from) || at.isOutside();
}

/// Move a ray through the cell ahead. Returns false if it only touches the cell.
template <class ExitTest, class Cell>
INKRAY_HD bool crossTet(Cell& at, float from, float& to, float& value)
{
  at.template cross<ExitTest>();
  const bool isCrossed = leaveTet(at, from, to, value);
  at.fetchVertex();
  return isCrossed;
}

/// A walk through tets: a generator of spans, which can stop anywhere and continue, since its state is
/// copied. Cell is where the ray is in the mesh (TetOnRay). Entries moves it to where it enters the mesh
/// next:
///   enter(cell, depth, steps)  returns false if it enters nowhere
///   mostSteps(cell)            a walk that visits this many cells has failed, and ends
///
/// Spans of one connected part of the mesh have no gaps: each begins at exactly the depth where the last one
/// ended. A cell without volume has a span without length, over which the value may jump. A ray in the plane
/// of a face has one span for the cells on both sides. If a cell has a value that is not finite, each span in
/// it has NaN at one end at least.
template <class Cell, class Entries>
class TetWalk
{
public:
  using Span = RaySpan;
  static constexpr int degree = 1;

  Cell cell;
  Entries entries;
  std::uint32_t steps = 0; ///< number of cells visited
  RaySpan span = {};       ///< the last span; the ray is at its end

  INKRAY_HD TetWalk(const Cell& ofRay, const Entries& itsEntries)
    : cell(ofRay)
    , entries(itsEntries)
  {
  }

  /// Move to the next cell, and into the mesh if the ray is outside. Returns false if there is no next cell.
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
  /// Cross the cell, and further cells that the ray only touches. Returns false if the walk has failed.
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
    // Rounding, or an inverted cell, may make a ray step back. The ray then waits until it has passed its
    // earlier depth again.
    span = { from, maximum(to, from), begin, end, cell.cell, 0u };
    return true;
  }

  /// Find the next span of the whole ray.
  INKRAY_HD bool next(RaySpan& found)
  {
    const bool isFound = this->arrive() && this->cross();
    found = span;
    return isFound;
  }
  /// Interpolate an array of the points where the last span ends: the sum of fetch(id) times the weight of
  /// each corner. The cell must carry the ids of its corners (VertexIds).
  template <class Fetch>
  INKRAY_HD auto at(const Fetch& fetch) const
  {
    std::uint32_t ids[3];
    const Float3 w = VertexIds::crossed(cell, ids);
    return fetch(ids[0]) * w.x + fetch(ids[1]) * w.y + fetch(ids[2]) * w.z;
  }
};

} // namespace inkray
