// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/PiecewiseTransferFunction.h"

#include "Core/Errors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace inkray
{
namespace
{

constexpr double lowest = -1.0;
constexpr double highest = 2.0;
/// The narrowest piece that floats resolve at a normalized scalar s is resolvedShare |s| wide. Near 0 it is
/// as narrow as resolvedLeast, for all decades of a logarithmic map that begins there.
constexpr double resolvedShare = 1e-6, resolvedLeast = 1e-30;
bool areResolved(double a, double b)
{
  return !(b - a < std::max(resolvedShare * std::max(std::abs(a), std::abs(b)), resolvedLeast));
}
/// How far a jump is moved from its scalar, to the side that does not hold the scalar. All places with
/// exactly this scalar then have one color, from whichever side rays come.
constexpr double besideJump = 2e-6;

struct Knot
{
  double s;
  std::array<double, 4> value; // red, green, blue, attenuation
};

FunctionInterval piece(const Knot& a, const Knot& b)
{
  const double width = b.s - a.s;
  double middle[4], slope[4];
  for (int c = 0; c < 4; ++c)
  {
    middle[c] = 0.5 * (a.value[c] + b.value[c]);
    slope[c] = width > 0 ? (b.value[c] - a.value[c]) / width : 0.0;
  }
  FunctionInterval p{};
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
  // A knot without attenuation has exactly none in the piece, too. Its middle is the product of slope and
  // half as floats round it, so that subtracting that product at the knot leaves zero.
  if (a.value[3] == 0.0 || b.value[3] == 0.0)
    p.attenuation = std::abs(p.attenuationSlope) * p.half;
  return p;
}

/// Move each jump away from its scalar, to the side that does not hold the scalar. Colors at the scalar and
/// on the side that holds it stay. Knots so near that floats do not part them are a jump, too: some maps have
/// steep ramps for jumps. If the next knot on the other side is near, a knot at the scalar keeps the colors
/// there; if it is far, they change invisibly little.
std::vector<Knot> withJumpsMoved(const TransferFunction& function, const std::vector<Knot>& knots)
{
  constexpr double far = 1000.0 * besideJump;
  std::vector<Knot> moved;
  moved.reserve(knots.size());
  for (std::size_t first = 0, behind = 0; first < knots.size(); first = behind)
  {
    const double s = knots[first].s;
    for (behind = first + 1; behind < knots.size() && !areResolved(s, knots[behind].s);)
      ++behind;
    const double last = knots[behind - 1].s;
    const auto holds = [&](double end) {
      return end >= function.knots[first].scalar && end <= function.knots[behind - 1].scalar;
    };
    const bool isAbove = std::any_of(function.upperEnds.begin(), function.upperEnds.end(), holds);
    const double toLast = first > 0 ? s - knots[first - 1].s : far,
                 toNext = behind < knots.size() ? knots[behind].s - last : far;
    const double step = std::min(besideJump * std::max(1.0, std::abs(s)), 0.5 * (isAbove ? toNext : toLast));
    Knot below = knots[first], above = knots[behind - 1];
    const bool isJump = behind - first > 1;
    if (isJump && isAbove && toLast < far)
      moved.push_back(below);
    if (isJump)
      below.s = above.s = isAbove ? last + step : s - step;
    moved.push_back(below);
    if (isJump)
      moved.push_back(above);
    if (isJump && !isAbove && toNext < far)
      moved.push_back(knots[behind - 1]);
  }
  return moved;
}

} // namespace

std::vector<FunctionInterval> makeIntervals(
  const TransferFunction& function, double low, double scale, bool movesJumps)
{
  if (function.knots.empty())
    throw InvalidInput(
      "the transfer function has no points; add at least one to the color and the opacity function");
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

  if (movesJumps)
    knots = withJumpsMoved(function, knots);

  // Extend the function by constants, from the lowest to the highest normalized scalar.
  if (knots.front().s > lowest)
    knots.insert(knots.begin(), { lowest, knots.front().value });
  if (knots.back().s < highest)
    knots.push_back({ highest, knots.back().value });

  std::vector<FunctionInterval> pieces;
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
    // A piece too narrow for floats becomes a jump: its neighbors meet there.
    if (!areResolved(a.s, b.s))
      continue;
    pieces.push_back(piece(a, b));
  }
  return pieces;
}

} // namespace inkray
