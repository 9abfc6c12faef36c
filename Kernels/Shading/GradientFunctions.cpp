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
} // namespace

std::vector<TransferFunctionPiece> makeFactors(const GradientOpacity& opacity, double scale)
{
  TransferFunction function;
  for (const GradientOpacityKnot& knot : opacity.knots)
    function.knots.push_back({ knot.magnitude, 0.0f, 0.0f, 0.0f, knot.factor });
  return makePieces(function, 0.0, scale);
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

} // namespace inkray
