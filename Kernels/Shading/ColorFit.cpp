// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/ColorFit.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace
{

/// The normal equations of a least-squares fit by a piecewise-linear function: symmetric and tridiagonal.
class NormalEquations
{
public:
  explicit NormalEquations(std::size_t size)
    : diagonal_(size, 0.0)
    , next_(size, 0.0)
    , right_(size, { 0, 0, 0 })
  {
  }

  /// Add a sample at the share t of the way from knot i to the next.
  void add(std::size_t i, double t, double weight, const std::array<double, 3>& color)
  {
    diagonal_[i] += weight * (1 - t) * (1 - t);
    next_[i] += weight * t * (1 - t);
    diagonal_[i + 1] += weight * t * t;
    for (int c = 0; c < 3; ++c)
    {
      right_[i][c] += weight * (1 - t) * color[c];
      right_[i + 1][c] += weight * t * color[c];
    }
  }

  /// Set the colors of all knots but the first and the last (Thomas's algorithm).
  void solve(FunctionKnot* knots)
  {
    const std::size_t last = diagonal_.size() - 1;
    for (int c = 0; c < 3; ++c)
    {
      right_[1][c] -= next_[0] * knots[0].value[c];
      right_[last - 1][c] -= next_[last - 1] * knots[last].value[c];
    }
    for (std::size_t i = 2; i < last; ++i)
    {
      const double factor = next_[i - 1] / diagonal_[i - 1];
      diagonal_[i] -= factor * next_[i - 1];
      for (int c = 0; c < 3; ++c)
        right_[i][c] -= factor * right_[i - 1][c];
    }
    for (std::size_t i = last - 1; i > 0; --i)
      for (int c = 0; c < 3; ++c)
      {
        const double after = i + 1 < last ? next_[i] * knots[i + 1].value[c] : 0.0;
        knots[i].value[c] = (right_[i][c] - after) / diagonal_[i];
      }
  }

private:
  std::vector<double> diagonal_, next_;
  std::vector<std::array<double, 3>> right_;
};

/// Add the function between two of its knots. It has no jump between them.
void addInterval(NormalEquations& equations, std::size_t i, const FunctionKnot* from, const FunctionKnot* to)
{
  const double width = to->scalar - from->scalar;
  for (const FunctionKnot* a = from; a < to; ++a)
  {
    const FunctionKnot* const b = a + 1;
    const bool isSeen = a->value[3] > 0 || b->value[3] > 0;
    const double weight = (isSeen ? 0.5 : 0.5e-6) * (b->scalar - a->scalar) / width;
    for (double share : { 0.21132486540518713, 0.7886751345948129 }) // Gauss's rule: exact for products of
                                                                     // two lines
    {
      std::array<double, 3> color{};
      for (int c = 0; c < 3; ++c)
        color[c] = a->value[c] + share * (b->value[c] - a->value[c]);
      const double t = (a->scalar + share * (b->scalar - a->scalar) - from->scalar) / width;
      equations.add(i, t, weight, color);
    }
  }
}

/// The most knots left out between two that stay; with more, repeated searches would take long.
constexpr std::size_t mostBetween = 1024;

/// Choose knots of a function so that the other ones can be left out: straight lines between the chosen knots
/// differ from the function by no more than the tolerance. Returns their indices, in ascending order.
std::vector<std::size_t> chords(const std::vector<FunctionKnot>& function, const FunctionTolerance& tolerance)
{
  std::vector<std::size_t> kept{ 0 };
  std::size_t from = 0;
  while (from + 1 < function.size())
  {
    std::size_t to = from + 1;
    for (std::size_t next = to + 1; next < function.size() && next - from <= mostBetween &&
         function[next].scalar > function[to].scalar && function[to].scalar > function[from].scalar;
         ++next)
    {
      bool isOnLine = true;
      for (std::size_t k = from + 1; k < next && isOnLine; ++k)
      {
        const ColorAndOpacity line = onLine(function[from], function[next], function[k].scalar);
        isOnLine = tolerance.error(function[k].value, line) <= 1;
      }
      if (!isOnLine)
        break;
      to = next;
    }
    kept.push_back(to);
    from = to;
  }
  return kept;
}

/// Whether the fitted function through some of the knots stays within the tolerance.
bool isWithin(const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept,
  const std::vector<FunctionKnot>& fitted, const FunctionTolerance& tolerance)
{
  for (std::size_t i = 0; i + 1 < kept.size(); ++i)
    for (std::size_t k = kept[i]; k < kept[i + 1]; ++k)
    {
      const ColorAndOpacity instead =
        k == kept[i] ? fitted[i].value : onLine(fitted[i], fitted[i + 1], function[k].scalar);
      if (!(tolerance.error(function[k].value, instead) <= 1))
        return false;
    }
  return true;
}

} // namespace

double FunctionTolerance::error(const ColorAndOpacity& is, const ColorAndOpacity& instead) const
{
  double worst =
    std::abs(is[3] - instead[3]) / (opacity * (std::abs(is[3]) + 1e-4 * maximumOpacity) + 1e-300);
  if (is[3] > 0 || instead[3] > 0)
    for (int c = 0; c < 3; ++c)
    {
      const double ofChannel = std::abs(is[c] - instead[c]) / color;
      worst = ofChannel <= worst ? worst : ofChannel; // NaN stays
    }
  return worst;
}

ColorAndOpacity onLine(const FunctionKnot& a, const FunctionKnot& b, double scalar)
{
  const double t = (scalar - a.scalar) / (b.scalar - a.scalar);
  ColorAndOpacity value;
  for (int c = 0; c < 4; ++c)
    value[c] = a.value[c] + t * (b.value[c] - a.value[c]);
  return value;
}

std::vector<FunctionKnot> fitColors(
  const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept)
{
  std::vector<FunctionKnot> knots;
  knots.reserve(kept.size());
  for (const std::size_t k : kept)
    knots.push_back(function[k]);
  for (std::size_t begin = 0; begin < knots.size();)
  {
    std::size_t end = begin; // the last knot before a jump
    while (end + 1 < knots.size() && knots[end + 1].scalar > knots[end].scalar)
      ++end;
    if (end > begin + 1)
    {
      NormalEquations equations(end - begin + 1);
      for (std::size_t i = begin; i < end; ++i)
        addInterval(equations, i - begin, &function[kept[i]], &function[kept[i + 1]]);
      equations.solve(&knots[begin]);
      for (std::size_t i = begin + 1; i < end; ++i)
        for (int c = 0; c < 3; ++c)
          knots[i].value[c] = std::clamp(knots[i].value[c], 0.0, 1.0);
    }
    begin = end + 1;
  }
  return knots;
}

std::vector<FunctionKnot> withFewerKnots(const std::vector<FunctionKnot>& function, double tolerance)
{
  if (function.empty())
    return {};
  double maximumOpacity = 0;
  for (const FunctionKnot& knot : function)
    maximumOpacity = std::max(maximumOpacity, knot.value[3]);
  const double ofKnots = 15 * tolerance / 16;
  for (double ofChords : { 3.0, 2.25, 1.5 })
  {
    const std::vector<std::size_t> kept = chords(function, { ofChords * tolerance, ofKnots, maximumOpacity });
    std::vector<FunctionKnot> fitted = fitColors(function, kept);
    if (isWithin(function, kept, fitted, { 31 * tolerance / 16, ofKnots, maximumOpacity }))
      return fitted;
  }
  std::vector<FunctionKnot> unfitted;
  for (const std::size_t k : chords(function, { ofKnots, ofKnots, maximumOpacity }))
    unfitted.push_back(function[k]);
  return unfitted;
}

} // namespace inkray
