// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"

namespace inkray
{

/// The place of a channel in a piecewise function, on its way to a value.
struct KnotWalk
{
  IntervalPlace place;
  float end; ///< the value where the segment ends
  bool isIn; ///< the medium has this function

  /// Begin to go from one value to another. The place may already be in the interval of the first value.
  INKRAY_HD void begin(bool wanted, const PiecewiseView& view, float from, float to)
  {
    isIn = wanted;
    end = to;
    if (!wanted)
      return;
    if (place.holds(from))
      place.u = from - place.middle;
    else
      place.enter(view, findInterval(view, from), from);
  }
  /// The share of the remaining way at which the next knot comes; more than 1: no knot comes.
  INKRAY_HD float shareToKnot(const PiecewiseView& view) const
  {
    return isIn && !place.holds(end) ? place.shareToKnot(view, end) : 2.0f;
  }
  /// The part up to a share of the remaining way, which may be at a knot, within its interval.
  INKRAY_HD IntervalOnPart part(const PiecewiseView& view, float share, bool atKnot) const
  {
    if (!isIn)
      return { nullptr, 0.0f, 0.0f };
    const float to = atKnot ? place.knot(end) : multiplyAdd(share, end - place.middle - place.u, place.u);
    return { view.pieces + place.piece, place.u, to - place.u };
  }
  INKRAY_HD void advance(const PiecewiseView& view, const IntervalOnPart& part, bool atKnot)
  {
    if (!isIn)
      return;
    const int next = place.next(end);
    place.u = part.u + part.du;
    if (atKnot)
      place.enter(view, next, place.scalar());
  }
};

/// A way through a table. Where color and attenuation may be parabolas across lines, a part crosses as many
/// lines as the table's spans allow.
struct TableWay
{
  float column, row, toColumn, toRow;
  float columnLine, rowLine; ///< the next lines
  bool endsAtColumn, endsAtRow;

  /// The share of the way at which a part ends that may cross `span` cells (TableView::spanFrom); more than
  /// 1: the part ends with the way.
  INKRAY_HD float findBreak(const TableView& table, float span)
  {
    const float ofColumn = toColumn - column, ofRow = toRow - row;
    const float way = maximum(fabsf(ofColumn), fabsf(ofRow));
    endsAtColumn = endsAtRow = false;
    if (way <= span)
      return 2.0f;
    const float toColumnLine = shareToLine(column, ofColumn, table.columns, columnLine);
    const float toRowLine = shareToLine(row, ofRow, table.rows, rowLine);
    float share = minimum(toColumnLine, toRowLine);
    if (span >= 1.0f)
      share = maximum(share, span * reciprocal(way));
    endsAtColumn = toColumnLine == share;
    endsAtRow = toRowLine == share;
    return share;
  }
  INKRAY_HD void advance(float share, bool isAtBreak)
  {
    column = isAtBreak && endsAtColumn ? columnLine : multiplyAdd(share, toColumn - column, column);
    row = isAtBreak && endsAtRow ? rowLine : multiplyAdd(share, toRow - row, row);
  }

private:
  /// The line of the table that a way meets first, and the share of the way there; more than 1: no line.
  INKRAY_HD static float shareToLine(float from, float way, int size, float& line)
  {
    const float last = static_cast<float>(size - 1);
    const bool up = way > 0.0f;
    line = up ? maximum(floorf(from) + 1.0f, 0.0f) : minimum(ceilf(from) - 1.0f, last);
    const bool isThere = (up ? line <= last : line >= 0.0f) && way != 0.0f;
    const float share = isThere ? (line - from) * reciprocal(way) : 2.0f;
    return share < 1.0f ? share : 2.0f;
  }
};

/// A ray's places in the functions of a medium. They are kept from one segment to the next, so that an
/// interval is searched for only where the ray enters the mesh.
struct MediumKnots
{
  IntervalPlace value, opacity, factor;

  INKRAY_HD void clear()
  {
    value.standAt(0.0f);
    opacity.standAt(0.0f);
    factor.standAt(0.0f);
  }
};

/// A ray's way along a segment of a medium, from break to break. The caller says how far each part goes,
/// because several media may share a segment and each knows only its own breaks. The caller also finds the
/// borders of nearest vertices (NearestVertices). visitParts goes through a segment of one medium.
template <class Medium>
struct MediumSteps
{
  KnotWalk value, opacity, factor;
  TableWay table;
  float from, to;                             ///< the remaining way, as shares of the segment's way
  float toValue, toOpacity, toFactor, toLine; ///< shares of the remaining way at which breaks come

  /// Begin to go from share `first` of a segment, with value `valueFrom`, to share `last`, with `valueTo`.
  INKRAY_HD void begin(const Medium& medium, const MediumSegment& segment, const MediumKnots& knots,
    float first, float last, float valueFrom, float valueTo)
  {
    const MediumPlace &a = segment.begin, &b = segment.end;
    from = first;
    to = last;
    value.place = knots.value;
    opacity.place = knots.opacity;
    factor.place = knots.factor;
    value.begin(medium.isByFunction(), medium.colors, valueFrom, valueTo);
    opacity.begin(medium.hasVertexOpacity(), medium.opacities,
      MediumPlace::mixed(a.opacity, b.opacity, first), MediumPlace::mixed(a.opacity, b.opacity, last));
    const float m0 = MediumPlace::mixed(a.magnitude, b.magnitude, first),
                m1 = MediumPlace::mixed(a.magnitude, b.magnitude, last);
    factor.begin(medium.hasFactors(), medium.factors, m0, m1);
    table = {};
    if (medium.isByTable())
      table = { medium.table.column(valueFrom), m0, medium.table.column(valueTo), m1, 0.0f, 0.0f, false,
        false };
  }
  INKRAY_HD MediumKnots knots() const { return { value.place, opacity.place, factor.place }; }

  /// The share of the remaining way at which the next break comes; more than 1: no break comes.
  INKRAY_HD float findBreak(const Medium& medium)
  {
    toValue = value.shareToKnot(medium.colors);
    toOpacity = opacity.shareToKnot(medium.opacities);
    toFactor = factor.shareToKnot(medium.factors);
    toLine = 2.0f;
    if (medium.isByTable())
      toLine = table.findBreak(
        medium.table, medium.isAttenuationLinear() ? 0.0f : medium.table.spanFrom(table.column, table.row));
    return minimum(minimum(toValue, toOpacity), minimum(toFactor, toLine));
  }

  /// The part of the medium up to a share of the remaining way. The share is not behind the next break.
  INKRAY_HD MediumPart<Medium> part(const Medium& medium, const MediumSegment& segment, float share) const
  {
    return { medium, segment, from, multiplyAdd(share, to - from, from), segment.constant,
      value.part(medium.colors, share, toValue <= share),
      opacity.part(medium.opacities, share, toOpacity <= share),
      factor.part(medium.factors, share, toFactor <= share), table.column,
      share * (table.toColumn - table.column), table.row, share * (table.toRow - table.row) };
  }

  /// Move over a share of the remaining way.
  INKRAY_HD void advance(const Medium& medium, float share)
  {
    value.advance(medium.colors, value.part(medium.colors, share, toValue <= share), toValue <= share);
    opacity.advance(
      medium.opacities, opacity.part(medium.opacities, share, toOpacity <= share), toOpacity <= share);
    factor.advance(medium.factors, factor.part(medium.factors, share, toFactor <= share), toFactor <= share);
    if (medium.isByTable())
      table.advance(share, toLine <= share);
    from = multiplyAdd(share, to - from, from);
  }
};

/// Call each(part) for the parts of a segment in order, on the way that `steps` has begun. Returns the ray's
/// places in the functions at its end. Where colors are those of the nearest vertex, start(nearest, share)
/// starts the search for nearest vertices at a share of the segment.
template <class Medium, class Start, class Each>
INKRAY_HD MediumKnots visitParts(const Medium& medium, const MediumSegment& segment,
  MediumSteps<Medium> steps, const Start& start, const Each& each)
{
  const bool hasNearest = medium.isByNearest();
  NearestVertices nearest;
  if (hasNearest)
    start(nearest, steps.from);
  for (;;)
  {
    const float toNearest = hasNearest ? nearest.shareToNext(steps.from, steps.to) : 2.0f;
    const float first = minimum(steps.findBreak(medium), toNearest);
    const bool isLast = !(first <= 1.0f);
    const float share = isLast ? 1.0f : first;
    MediumPart<Medium> part = steps.part(medium, segment, share);
    if (isLast)
      part.to = steps.to;
    if (hasNearest)
      part.constant = medium.constantOf(nearest.nearest(), segment.constant);
    if (part.to > part.from)
      each(part);
    if (isLast)
      return steps.knots();
    steps.advance(medium, share);
    if (toNearest <= share)
      nearest.advance();
  }
}

} // namespace inkray
