// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Interpolate between two entries; each has a color and an attenuation.
INKRAY_HD Float4 mixed(const Float4& a, const Float4& b, float share)
{
  return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
    multiplyAdd(b.z - a.z, share, a.z), multiplyAdd(b.w - a.w, share, a.w) };
}

/// A part of the line between two neighboring entries `begin` and `end` of a table: it begins at the share
/// `from` of the line, and its length is the share `way`.
struct TableLine
{
  Float4 begin, end;
  float from, way;
};

/// Entries of a table, row by row: color and attenuation. Border entries are repeated outside, so that places
/// on the border lie between two entries, too.
struct TableView
{
  const Float4* entries; ///< rows + 2 times columns + 2
  int columns, rows;
  float columnsPerValue, firstColumn; ///< a normalized value v is at column v columnsPerValue + firstColumn
  const float* spans; ///< how far a part may go across lines between entries, in entries, by cell: columns
                      ///< times rows (tableSpans); null: across no line

  INKRAY_HD float column(float value) const { return multiplyAdd(value, columnsPerValue, firstColumn); }

  /// Color and attenuation at a place. Beyond the table they are those of its border.
  INKRAY_HD Float4 at(float column, float row) const
  {
    const float x = within(column, columns), y = within(row, rows);
    const int i = static_cast<int>(x), j = static_cast<int>(y), stride = columns + 2;
    const float share = x - static_cast<float>(i);
    const Float4* const lower = entries + ((j + 1) * stride + i + 1);
    const Float4* const upper = lower + stride;
    return mixed(mixed(load(lower), load(lower + 1), share), mixed(load(upper), load(upper + 1), share),
      y - static_cast<float>(j));
  }
  /// A way along a row that crosses no line between columns.
  INKRAY_HD TableLine along(float fromColumn, float toColumn, float row) const
  {
    const float middle = 0.5f * (fromColumn + toColumn), x = within(middle, columns), y = within(row, rows);
    const int i = static_cast<int>(x), j = static_cast<int>(y), stride = columns + 2;
    const float share = y - static_cast<float>(j);
    const Float4* const lower = entries + ((j + 1) * stride + i + 1);
    const Float4* const upper = lower + stride;
    const bool isInside = x == middle;
    return { mixed(load(lower), load(upper), share), mixed(load(lower + 1), load(upper + 1), share),
      (isInside ? fromColumn : x) - static_cast<float>(i), isInside ? toColumn - fromColumn : 0.0f };
  }
  INKRAY_HD float spanFrom(float column, float row) const
  {
    return spans ? load(spans + static_cast<int>(within(row, rows)) * columns +
                     static_cast<int>(within(column, columns)))
                 : 0.0f;
  }

private:
  INKRAY_HD static float within(float place, int size)
  {
    return minimum(maximum(place, 0.0f), static_cast<float>(size - 1));
  }
};

} // namespace inkray
