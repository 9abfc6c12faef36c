// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/GradientFunctions.h"

#include "Core/Errors.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace inkray
{

namespace
{
void check(const TransferFunction2D& function)
{
  const std::size_t count = function.entries.size();
  if (function.columns < 1 || function.rows < 1 ||
    count != static_cast<std::size_t>(function.columns) * static_cast<std::size_t>(function.rows) ||
    function.columns > 1 << 15 || function.rows > 1 << 15)
    throw InvalidInput("a 2-D transfer function has " + std::to_string(count) + " entries for " +
      std::to_string(function.columns) + " x " + std::to_string(function.rows) +
      "; give one for each column and row, of which there may be 32768");
  for (const double* ends : { function.values, function.magnitudes })
    if (!std::isfinite(ends[0]) || !std::isfinite(ends[1]) || !(ends[0] < ends[1]))
      throw InvalidInput("a range of the 2-D transfer function is empty or not finite; give the values and "
                         "the gradient magnitudes of its first and last entries, the lower first");
  for (const TransferFunction2DEntry& e : function.entries)
    if (!std::isfinite(e.red) || !std::isfinite(e.green) || !std::isfinite(e.blue) ||
      !std::isfinite(e.attenuation))
      throw InvalidInput("the 2-D transfer function has an entry that is not finite");
}

/// Bounds for ways from a cell of a table, which limit the error of a parabola: how much color and
/// attenuation bend at the lines that a way may cross, and the least and the largest attenuation on it.
struct Bends
{
  float color, attenuation, least, most;
};
Bends both(const Bends& a, const Bends& b)
{
  return { std::max(a.color, b.color), std::max(a.attenuation, b.attenuation), std::min(a.least, b.least),
    std::max(a.most, b.most) };
}

/// Bends for ways of up to one entry's length along each axis.
std::vector<Bends> bendsOfCells(const std::vector<Float4>& entries, int columns, int rows)
{
  const auto at = [&](int column, int row) -> const Float4& {
    return entries[static_cast<std::size_t>(std::clamp(row, -1, rows) + 1) *
        static_cast<std::size_t>(columns + 2) +
      static_cast<std::size_t>(std::clamp(column, -1, columns) + 1)];
  };
  const auto bend = [&](Bends& sum, const Float4& a, const Float4& b, const Float4& c) {
    const float red = std::abs(a.x - 2.0f * b.x + c.x), green = std::abs(a.y - 2.0f * b.y + c.y),
                blue = std::abs(a.z - 2.0f * b.z + c.z);
    sum.color = std::max({ sum.color, red, green, blue });
    sum.attenuation = std::max(sum.attenuation, std::abs(a.w - 2.0f * b.w + c.w));
  };
  std::vector<Bends> bends;
  bends.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
    {
      Bends found = { 0.0f, 0.0f, at(column, row).w, at(column, row).w };
      for (int y = row - 1; y <= row + 2; ++y)
        for (int x = column - 1; x <= column + 2; ++x)
        {
          if (x >= column && x <= column + 1 && y >= row && y <= row + 1)
            found.least = std::min(found.least, at(x, y).w);
          found.most = std::max(found.most, at(x, y).w);
          // A way of one entry's length can cross the lines of its own cell only.
          if (x == column || x == column + 1)
            bend(found, at(x - 1, y), at(x, y), at(x + 1, y));
          if (y == row || y == row + 1)
            bend(found, at(x, y - 1), at(x, y), at(x, y + 1));
        }
      bends.push_back(found);
    }
  return bends;
}

/// How far a way may go. A way of s entries crosses a line at which the function bends by b per entry. A
/// parabola through the ends and the middle then gives the integral along the way with an error of at most s
/// b / 24 (Peano's kernel of Simpson's rule). The error of a weighted mean is about s b / 16. A way crosses
/// up to `lines` lines of each axis.
float spanOf(const Bends& bends, float lines, float largest)
{
  if (!(bends.most > 0.0f))
    return lines;
  const float ofColor = 2.0f * bends.color / (16.0f * 4e-3f);
  const float ofAttenuation = bends.attenuation > 0.0f
    ? 2.0f * bends.attenuation / (24.0f * std::max(2e-3f * bends.least, 2e-6f * largest))
    : 0.0f;
  return std::min(lines, 1.0f / (lines * std::max(ofColor, ofAttenuation)));
}
} // namespace

std::vector<FunctionInterval> makeFactors(const GradientOpacity& opacity, double scale)
{
  TransferFunction function;
  for (const GradientOpacityKnot& knot : opacity.knots)
    function.knots.push_back({ knot.magnitude, 0.0f, 0.0f, 0.0f, knot.factor });
  // Do not move jumps: the largest magnitude may be far beyond a jump, and a step relative to this magnitude
  // would be visible.
  return makeIntervals(function, 0.0, scale, false);
}

std::vector<Float4> makeTableEntries(const TransferFunction2D& function)
{
  std::vector<Float4> entries;
  if (function.entries.empty())
    return entries;
  check(function);
  const auto inside = [](int k, int size) { return static_cast<std::size_t>(std::clamp(k, 0, size - 1)); };
  for (int row = -1; row <= function.rows; ++row)
    for (int column = -1; column <= function.columns; ++column)
    {
      const TransferFunction2DEntry& e =
        function.entries[inside(row, function.rows) * static_cast<std::size_t>(function.columns) +
          inside(column, function.columns)];
      entries.push_back({ e.red, e.green, e.blue, std::max(0.0f, e.attenuation) });
    }
  return entries;
}

std::vector<float> tableSpans(const std::vector<Float4>& entries, int columns, int rows)
{
  std::vector<Bends> bends = bendsOfCells(entries, columns, rows), wider = bends;
  std::vector<float> spans(bends.size(), 0.0f);
  const auto index = [&](int column, int row) {
    return static_cast<std::size_t>(std::clamp(row, 0, rows - 1)) * static_cast<std::size_t>(columns) +
      static_cast<std::size_t>(std::clamp(column, 0, columns - 1));
  };
  float largest = 0.0f;
  for (const Float4& e : entries)
    largest = std::max(largest, e.w);
  const int longest = 64; // longer segments are rare
  for (int reach = 1; reach <= longest; reach *= 2)
  {
    for (std::size_t cell = 0; cell < spans.size(); ++cell)
      spans[cell] = std::max(spans[cell], spanOf(bends[cell], static_cast<float>(reach), largest));
    // A way of twice the length can reach all that is reachable from the surrounding cells.
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        wider[index(column, row)] =
          both(both(bends[index(column - reach, row - reach)], bends[index(column + reach, row - reach)]),
            both(bends[index(column - reach, row + reach)], bends[index(column + reach, row + reach)]));
    std::swap(bends, wider);
  }
  return spans;
}

} // namespace inkray
