// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/PiecewiseTransferFunction.h"

#include "Core/Errors.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace
{

constexpr double lowest = -1.0;
constexpr double highest = 2.0;

struct Knot
{
  double s;
  double value[4]; // red, green, blue, attenuation
};

TransferFunctionPiece piece(const Knot& a, const Knot& b)
{
  const double width = b.s - a.s;
  double middle[4], slope[4];
  for (int c = 0; c < 4; ++c)
  {
    middle[c] = 0.5 * (a.value[c] + b.value[c]);
    slope[c] = width > 0 ? (b.value[c] - a.value[c]) / width : 0.0;
  }
  TransferFunctionPiece p{};
  p.middle = static_cast<float>(0.5 * (a.s + b.s));
  p.half = static_cast<float>(0.5 * width);
  p.red = static_cast<float>(middle[0]);
  p.green = static_cast<float>(middle[1]);
  p.blue = static_cast<float>(middle[2]);
  p.attenuation = static_cast<float>(middle[3]);
  p.redSlope = static_cast<float>(slope[0]);
  p.greenSlope = static_cast<float>(slope[1]);
  p.blueSlope = static_cast<float>(slope[2]);
  p.attenuationSlope = static_cast<float>(slope[3]);
  return p;
}

} // namespace

std::vector<TransferFunctionPiece> makePieces(const TransferFunction& function, double low, double scale)
{
  if (function.knots.empty())
    throw InvalidInput(
      "the transfer function has no points; add at least one to the colour and the opacity function");
  std::vector<Knot> knots;
  knots.reserve(function.knots.size() + 2);
  for (const TransferFunctionKnot& k : function.knots)
  {
    if (!std::isfinite(k.scalar) || !std::isfinite(k.red) || !std::isfinite(k.green) ||
      !std::isfinite(k.blue) || !std::isfinite(k.attenuation))
      throw InvalidInput("the transfer function has a point that is not finite");
    if (!knots.empty() && k.scalar < function.knots[knots.size() - 1].scalar)
      throw InvalidInput("the points of the transfer function are not sorted by scalar");
    knots.push_back({ (k.scalar - low) * scale, { k.red, k.green, k.blue, std::max(0.0f, k.attenuation) } });
  }

  // Constant beyond the ends, from the lowest to the highest normalised scalar.
  if (knots.front().s > lowest)
    knots.insert(knots.begin(),
      { lowest,
        { knots.front().value[0], knots.front().value[1], knots.front().value[2], knots.front().value[3] } });
  if (knots.back().s < highest)
    knots.push_back({ highest,
      { knots.back().value[0], knots.back().value[1], knots.back().value[2], knots.back().value[3] } });

  std::vector<TransferFunctionPiece> pieces;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k)
  {
    Knot a = knots[k];
    Knot b = knots[k + 1];
    if (b.s <= lowest || a.s >= highest)
      continue;
    const Knot whole[2] = { a, b };
    const auto cut = [&](Knot& end, double s) {
      const double t = (s - whole[0].s) / (whole[1].s - whole[0].s);
      for (int c = 0; c < 4; ++c)
        end.value[c] = whole[0].value[c] + t * (whole[1].value[c] - whole[0].value[c]);
      end.s = s;
    };
    if (a.s < lowest)
      cut(a, lowest);
    if (b.s > highest)
      cut(b, highest);
    // A piece that floats cannot resolve is a jump: its neighbours meet there.
    if (b.s - a.s < 1e-6)
      continue;
    pieces.push_back(piece(a, b));
  }
  return pieces;
}

} // namespace inkray
