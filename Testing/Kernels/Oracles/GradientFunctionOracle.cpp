// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/GradientFunctionOracle.h"

#include "Oracles/QuadraticIntegration.h"

#include <algorithm>

namespace inkray::testing
{

TransferFunction factorFunction(const GradientOpacity& opacity)
{
  TransferFunction function;
  for (const GradientOpacityKnot& knot : opacity.knots)
    function.knots.push_back({ knot.magnitude, 0.0f, 0.0f, 0.0f, std::max(0.0f, knot.factor) });
  return function;
}

std::array<double, 4> tableAt(const TransferFunction2D& table, double value, double magnitude)
{
  const auto place = [](double x, const double ends[2], int size, int& index) {
    const double at = std::clamp((x - ends[0]) / (ends[1] - ends[0]) * (size - 1), 0.0, size - 1.0);
    index = std::min(static_cast<int>(at), std::max(0, size - 2));
    return at - index;
  };
  int column, row;
  const double x = place(value, table.values, table.columns, column);
  const double y = place(magnitude, table.magnitudes, table.rows, row);
  std::array<double, 4> mixed = { 0, 0, 0, 0 };
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i)
    {
      const auto& e = table.entries[static_cast<std::size_t>(
        std::min(row + j, table.rows - 1) * table.columns + std::min(column + i, table.columns - 1))];
      const double w = (i ? x : 1 - x) * (j ? y : 1 - y);
      mixed = { mixed[0] + w * e.red, mixed[1] + w * e.green, mixed[2] + w * e.blue,
        mixed[3] + w * std::max(0.0f, e.attenuation) };
    }
  return mixed;
}

namespace
{
void appendLines(double a, double b, const double ends[2], int size, std::vector<double>& cuts)
{
  for (int line = 0; line < size; ++line)
  {
    const double at = size > 1 ? ends[0] + (ends[1] - ends[0]) * line / (size - 1) : ends[0];
    if ((at - a) * (at - b) < 0.0)
      cuts.push_back((at - a) / (b - a));
  }
}

} // namespace

void appendTableLines(const TransferFunction2D& table, const std::array<double, 2>& s,
  const std::array<double, 2>& m, std::vector<double>& cuts)
{
  appendLines(s[0], s[1], table.values, table.columns, cuts);
  appendLines(m[0], m[1], table.magnitudes, table.rows, cuts);
}

void integrateGradientFunctions(const TransferFunction& function, const OracleGradientFunctions& functions,
  const std::array<double, 2>& s, const std::array<double, 2>& m,
  const std::function<void(double t, std::array<double, 4>& value)>& light, double length,
  double& opticalDepth, std::array<double, 4>& rgba)
{
  const bool hasTable = !functions.table.entries.empty();
  const TransferFunction factor = factorFunction(functions.opacity);
  std::vector<double> cuts;
  if (hasTable)
    appendTableLines(functions.table, s, m, cuts);
  else
  {
    appendCuts(function, s[0], s[1], cuts);
    appendCuts(factor, m[0], m[1], cuts);
  }
  const auto on = [](const std::array<double, 2>& ends, double t) {
    return ends[0] + t * (ends[1] - ends[0]);
  };
  integrateQuadratic(
    cuts,
    [&](double t, double middle) {
      if (hasTable)
        return tableAt(functions.table, on(s, t), on(m, t));
      auto value = valueInPiece(function, on(s, middle), on(s, t));
      value[3] *= valueInPiece(factor, on(m, middle), on(m, t))[3];
      light(t, value);
      return value;
    },
    length, opticalDepth, rgba);
}

} // namespace inkray::testing
