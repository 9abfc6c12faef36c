// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"

namespace inkray
{

/// A ray's way along a segment of a medium, from break to break, where others say how far the next part goes:
/// of several media that share a segment, none knows all breaks. visitParts (Medium.h) goes by itself. Not
/// for colours of nearest vertices.
template <class Medium>
struct MediumSteps
{
  KnotWalk value, opacity, factor;
  TablePlace column, row;
  float from, to;                                      ///< what is left, as shares of the segment's way
  float toValue, toOpacity, toFactor, toColumn, toRow; ///< shares of that at which breaks come
  int nextColumn, nextRow;

  /// From one share of the way of a segment to another, where the value goes between two.
  INKRAY_HD void begin(const Medium& medium, const MediumSegment& segment, float first, float last,
    float valueFrom, float valueTo)
  {
    const MediumPlace &a = segment.begin, &b = segment.end;
    from = first;
    to = last;
    value.begin(medium.isByFunction(), medium.colours, valueFrom, valueTo);
    opacity.begin(medium.hasVertexOpacity(), medium.opacities,
      MediumPlace::mixed(a.opacity, b.opacity, first), MediumPlace::mixed(a.opacity, b.opacity, last));
    const float m0 = MediumPlace::mixed(a.magnitude, b.magnitude, first),
                m1 = MediumPlace::mixed(a.magnitude, b.magnitude, last);
    factor.begin(medium.hasFactors(), medium.factors, m0, m1);
    column = row = {};
    if (medium.isByTable())
    {
      column.standAt(medium.table.column(valueFrom), medium.table.columns);
      column.begin(medium.table.column(valueTo));
      row.standAt(m0, medium.table.rows);
      row.begin(m1);
    }
  }

  /// The share of what is left at which the next break comes; more than 1: none comes.
  INKRAY_HD float findBreak(const Medium& medium)
  {
    const bool hasTable = medium.isByTable();
    toValue = value.shareToKnot(medium.colours);
    toOpacity = opacity.shareToKnot(medium.opacities);
    toFactor = factor.shareToKnot(medium.factors);
    toColumn = hasTable ? column.shareOfCell(medium.table.columns, nextColumn) : 2.0f;
    toRow = hasTable ? row.shareOfCell(medium.table.rows, nextRow) : 2.0f;
    return minimum(minimum(minimum(toValue, toOpacity), toFactor), minimum(toColumn, toRow));
  }

  /// The medium up to a share of what is left, which is at the next break or in front of it.
  INKRAY_HD MediumPart<Medium> part(const Medium& medium, const MediumSegment& segment, float share) const
  {
    MediumPart<Medium> part = { medium, segment, from, multiplyAdd(share, to - from, from), segment.constant,
      value.part(medium.colours, share, toValue <= share),
      opacity.part(medium.opacities, share, toOpacity <= share),
      factor.part(medium.factors, share, toFactor <= share), nullptr, 0.0f, 0.0f, 0.0f, 0.0f };
    if (medium.isByTable())
      part.lookUp(column, row, share);
    return part;
  }

  /// To there.
  INKRAY_HD void advance(const Medium& medium, float share)
  {
    value.advance(medium.colours, value.part(medium.colours, share, toValue <= share), toValue <= share);
    opacity.advance(
      medium.opacities, opacity.part(medium.opacities, share, toOpacity <= share), toOpacity <= share);
    factor.advance(medium.factors, factor.part(medium.factors, share, toFactor <= share), toFactor <= share);
    if (medium.isByTable())
    {
      column.advance(share, toColumn <= share, nextColumn);
      row.advance(share, toRow <= share, nextRow);
    }
    from = multiplyAdd(share, to - from, from);
  }
};

} // namespace inkray
