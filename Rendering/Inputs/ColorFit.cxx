// SPDX-License-Identifier: BSD-3-Clause
#include "ColorFit.h"

#include <algorithm>

namespace RayCastBridge
{
namespace
{

/// The normal equations of a piecewise-linear function over some knots: symmetric and tridiagonal.
class NormalEquations
{
public:
  explicit NormalEquations(std::size_t size)
    : Diagonal(size, 0.0)
    , Next(size, 0.0)
    , Right(size, { 0, 0, 0 })
  {
  }

  /// A sample at the share t of the way from knot i to the next.
  void Add(std::size_t i, double t, double weight, const std::array<double, 3>& color)
  {
    this->Diagonal[i] += weight * (1 - t) * (1 - t);
    this->Next[i] += weight * t * (1 - t);
    this->Diagonal[i + 1] += weight * t * t;
    for (int c = 0; c < 3; ++c)
    {
      this->Right[i][c] += weight * (1 - t) * color[c];
      this->Right[i + 1][c] += weight * t * color[c];
    }
  }

  /// Change the colors of all knots but the first and the last (Thomas's algorithm).
  void Solve(FunctionKnot* knots)
  {
    const std::size_t last = this->Diagonal.size() - 1;
    for (int c = 0; c < 3; ++c)
    {
      this->Right[1][c] -= this->Next[0] * knots[0].Value[c];
      this->Right[last - 1][c] -= this->Next[last - 1] * knots[last].Value[c];
    }
    for (std::size_t i = 2; i < last; ++i)
    {
      const double factor = this->Next[i - 1] / this->Diagonal[i - 1];
      this->Diagonal[i] -= factor * this->Next[i - 1];
      for (int c = 0; c < 3; ++c)
      {
        this->Right[i][c] -= factor * this->Right[i - 1][c];
      }
    }
    for (std::size_t i = last - 1; i > 0; --i)
    {
      for (int c = 0; c < 3; ++c)
      {
        const double after = i + 1 < last ? this->Next[i] * knots[i + 1].Value[c] : 0.0;
        knots[i].Value[c] = (this->Right[i][c] - after) / this->Diagonal[i];
      }
    }
  }

private:
  std::vector<double> Diagonal, Next;
  std::vector<std::array<double, 3>> Right;
};

/// Add the function from one of its knots to another, between which it has no jump.
void AddInterval(NormalEquations& equations, std::size_t i, const FunctionKnot* from, const FunctionKnot* to)
{
  const double width = to->Scalar - from->Scalar;
  for (const FunctionKnot* a = from; a < to; ++a)
  {
    const FunctionKnot* const b = a + 1;
    const bool isSeen = a->Value[3] > 0 || b->Value[3] > 0;
    const double weight = (isSeen ? 0.5 : 0.5e-6) * (b->Scalar - a->Scalar) / width;
    for (double share : { 0.21132486540518713, 0.7886751345948129 }) // Gauss: exact for products of two lines
    {
      std::array<double, 3> color{};
      for (int c = 0; c < 3; ++c)
      {
        color[c] = a->Value[c] + share * (b->Value[c] - a->Value[c]);
      }
      const double t = (a->Scalar + share * (b->Scalar - a->Scalar) - from->Scalar) / width;
      equations.Add(i, t, weight, color);
    }
  }
}

} // namespace

std::vector<FunctionKnot> FitColors(
  const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept)
{
  std::vector<FunctionKnot> knots;
  knots.reserve(kept.size());
  for (const std::size_t k : kept)
  {
    knots.push_back(function[k]);
  }
  for (std::size_t begin = 0; begin < knots.size();)
  {
    std::size_t end = begin; // the last knot before a jump
    while (end + 1 < knots.size() && knots[end + 1].Scalar > knots[end].Scalar)
    {
      ++end;
    }
    if (end > begin + 1)
    {
      NormalEquations equations(end - begin + 1);
      for (std::size_t i = begin; i < end; ++i)
      {
        AddInterval(equations, i - begin, &function[kept[i]], &function[kept[i + 1]]);
      }
      equations.Solve(&knots[begin]);
      for (std::size_t i = begin + 1; i < end; ++i)
      {
        for (int c = 0; c < 3; ++c)
        {
          knots[i].Value[c] = std::clamp(knots[i].Value[c], 0.0, 1.0);
        }
      }
    }
    begin = end + 1;
  }
  return knots;
}

} // namespace RayCastBridge
