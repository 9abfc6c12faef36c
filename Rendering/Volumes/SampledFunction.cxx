// SPDX-License-Identifier: BSD-3-Clause
#include "SampledFunction.h"

#include <algorithm>
#include <cmath>

using Knot = inkray::FunctionKnot;

namespace
{
bool AreSame(const inkray::ColorAndOpacity& a, const inkray::ColorAndOpacity& b)
{
  return std::equal(a.begin(), a.end(), b.begin(),
    [](double x, double y) { return std::abs(x - y) <= 1e-6 * std::max(1.0, std::abs(x)); });
}
} // namespace

/// Halve the interval from the last knot to b until linear interpolation is accurate enough; append the
/// knots.
void SampledFunction::Refine(
  const Knot& b, const inkray::FunctionTolerance& tolerance, int depth, std::vector<Knot>& knots) const
{
  const SampledFunction& f = *this;
  const Knot a = knots.back();
  bool good = depth == 0;
  for (double t : { 0.5, 0.25, 0.75 })
  {
    const double x = a.scalar + t * (b.scalar - a.scalar);
    if (good || !(x > a.scalar && x < b.scalar))
    {
      good = true;
      break;
    }
    if (tolerance.error(f(x), inkray::onLine(a, b, x)) > 1)
    {
      break;
    }
    good = t == 0.75;
  }
  if (good)
  {
    knots.push_back(b);
    return;
  }
  const double middle = 0.5 * (a.scalar + b.scalar);
  this->Refine(Knot{ middle, f(middle) }, tolerance, depth - 1, knots);
  this->Refine(b, tolerance, depth - 1, knots);
}

double SampledFunction::GetReach() const
{
  return std::max(1.0, std::abs(this->Nodes.front()) + std::abs(this->Nodes.back()));
}

std::vector<Knot> SampledFunction::FindKnots(double tolerance) const
{
  const SampledFunction& f = *this;
  const std::vector<double>& nodes = this->Nodes;
  const double reach = this->GetReach();
  // A logarithmic scale is undefined below zero.
  const double below = nodes.front() > 0 ? 0.5 * nodes.front() : nodes.front() - reach;
  std::vector<Knot> knots{ { nodes.front(), f(below) } };
  const auto jumpTo = [&](const Knot& k) {
    if (!AreSame(knots.back().value, k.value))
    {
      knots.push_back(k);
    }
    knots.back().value[3] *= k.value[3] != 0; // exactly 0, so that rays pass what is transparent
  };
  // The function may jump at a node: use its value just inside of each interval.
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
  {
    const double inset = 1e-9 * (nodes[i + 1] - nodes[i]);
    jumpTo({ nodes[i], f(nodes[i] + inset) });
    this->Refine(
      { nodes[i + 1], f(nodes[i + 1] - inset) }, { tolerance, tolerance, this->MaximumOpacity }, 14, knots);
  }
  if (nodes.size() == 1)
  {
    jumpTo({ nodes.front(), f(nodes.front()) });
  }
  jumpTo({ nodes.back(), f(nodes.back() + reach) });
  return knots;
}

std::vector<double> SampledFunction::FindUpperEnds() const
{
  const SampledFunction& f = *this;
  std::vector<double> ends;
  const std::vector<double>& nodes = this->Nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    const double x = nodes[i];
    const double above = i + 1 < nodes.size() ? x + 1e-9 * (nodes[i + 1] - x) : x + this->GetReach();
    const double below = i > 0 ? x - 1e-9 * (x - nodes[i - 1]) : x - 1e-9 * std::max(std::abs(x), 1e-300);
    const inkray::ColorAndOpacity at = f(x);
    if (!AreSame(at, f(above)) && AreSame(at, f(below)))
    {
      ends.push_back(x);
    }
  }
  return ends;
}
