// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// Colors of the second array: entries spread evenly over `range`, with interpolation between them. Values
/// outside take the first or the last entry. Alternatively the array's values are colors themselves
/// (ofColors).
struct ColorTable
{
  double range[2] = { 0, 1 };
  std::vector<float> rgb;                   ///< numEntries x 3
  float nanColor[3] = { 0.5f, 0.5f, 0.5f }; ///< for values that are not finite
  /// Each value is a color of bytes as one integer: red + 256 green + 65536 blue. The entries are then
  /// ignored, and channels are interpolated. For volumes only, in arrays of floats, which hold these numbers
  /// exactly.
  bool ofColors = false;
};

/// A color table as kernels read it.
struct ColorTableView
{
  std::int32_t numEntries; ///< 0: values are colors of bytes (ColorTable::ofColors)
  const float* table;      ///< numEntries x 3
  float low, scale;        ///< table coordinate of value v: (v - low) * scale, entries at integers
  float nan[3];

  /// Set the range of a table, given its ends in the units in which values are stored.
  void setRange(double first, double last)
  {
    low = static_cast<float>(first);
    scale = last > first ? static_cast<float>(static_cast<double>(numEntries - 1) / (last - first)) : 0.0f;
  }
};

INKRAY_HD Float3 colorOfNaN(const ColorTableView& colors)
{
  return { colors.nan[0], colors.nan[1], colors.nan[2] };
}

/// Color of a value.
INKRAY_HD Float3 colorInTable(const ColorTableView& colors, float value)
{
  if (!(value - value == 0.0f))
    return colorOfNaN(colors);
  const auto last = static_cast<float>(colors.numEntries - 1);
  float at = (value - colors.low) * colors.scale;
  at = at > 0.0f ? (at < last ? at : last) : 0.0f;
  int entry = static_cast<int>(at);
  entry = entry < colors.numEntries - 1 ? entry : entry - (entry > 0 ? 1 : 0);
  const float* from = colors.table + 3 * entry;
  const float* to = colors.numEntries > 1 ? from + 3 : from;
  const float f = at - static_cast<float>(entry);
  const auto between = [f](float a, float b) { return multiplyAdd(f, b, multiplyAdd(-f, a, a)); };
  return { between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2]) };
}

/// The color at a place between the corners of a cell: the color of the value there or, if values are colors,
/// the interpolated channels. `Corners` has the values in an array `value`; interpolate(corners) returns the
/// number at the place.
template <class Corners, class Interpolate>
INKRAY_HD Float3 colorInCell(
  const ColorTableView& colors, const Corners& corners, const Interpolate& interpolate)
{
  if (colors.numEntries > 0)
    return colorInTable(colors, interpolate(corners));
  const auto channel = [&](int shift) {
    Corners bytes = corners;
    INKRAY_UNROLL
    for (float& v : bytes.value)
      v = v - v == 0.0f ? static_cast<float>(static_cast<std::uint32_t>(v) >> shift & 255u) : v;
    return interpolate(bytes) * (1.0f / 255.0f);
  };
  const Float3 color = { channel(0), channel(8), channel(16) };
  return color.x - color.x == 0.0f ? color : colorOfNaN(colors);
}

} // namespace inkray
