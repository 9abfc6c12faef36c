// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/CategoryColors.h"

#include "Core/Errors.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

std::vector<CategoryColor> makeCategories(const TransferFunction& function, double low, double scale)
{
  std::vector<CategoryColor> made;
  for (const TransferFunctionCategory& c : function.categories)
  {
    if (!std::isfinite(c.scalar) || !std::isfinite(c.red) || !std::isfinite(c.green) ||
      !std::isfinite(c.blue))
      throw InvalidInput("a category of the transfer function is not finite");
    // Normalize as the values are normalized, so that equal scalars stay equal.
    const double s = (c.scalar - low) * scale;
    if (std::abs(s) < 1e30)
      made.push_back({ static_cast<float>(s), c.red, c.green, c.blue });
  }
  const auto isLess = [](const CategoryColor& a, const CategoryColor& b) { return a.scalar < b.scalar; };
  const auto isSame = [](const CategoryColor& a, const CategoryColor& b) { return a.scalar == b.scalar; };
  std::stable_sort(made.begin(), made.end(), isLess);
  made.erase(std::unique(made.begin(), made.end(), isSame), made.end());
  made.push_back({ 0.0f, function.otherColor[0], function.otherColor[1], function.otherColor[2] });
  return made;
}

TransferFunction stepsOfCategories(const TransferFunction& function)
{
  makeCategories(function, 0.0, 1.0); // this checks them
  std::vector<TransferFunctionCategory> categories = function.categories;
  std::stable_sort(
    categories.begin(), categories.end(), [](const auto& a, const auto& b) { return a.scalar < b.scalar; });
  categories.erase(std::unique(categories.begin(), categories.end(),
                     [](const auto& a, const auto& b) { return a.scalar == b.scalar; }),
    categories.end());
  TransferFunction steps;
  steps.upperEnds = function.upperEnds;
  const std::vector<TransferFunctionKnot>& knots = function.knots;
  if (knots.empty())
    return steps;
  double low = knots.front().scalar, high = knots.back().scalar;
  if (!categories.empty())
  {
    low = std::min(low, categories.front().scalar);
    high = std::max(high, categories.back().scalar);
  }
  const double widest = 1e-5 * (high > low ? high - low : std::max(1.0, std::abs(high)));

  // Knots of the attenuation, up to a scalar.
  std::size_t next = 0;
  TransferFunctionKnot color = { 0.0, function.otherColor[0], function.otherColor[1], function.otherColor[2],
    0.0f };
  const auto add = [&](double scalar, float attenuation) {
    steps.knots.push_back({ scalar, color.red, color.green, color.blue, attenuation });
  };
  const auto addUntil = [&](double scalar) {
    for (; next < knots.size() && knots[next].scalar <= scalar; ++next)
      add(knots[next].scalar, knots[next].attenuation);
  };
  const auto attenuationAt = [&](double scalar) {
    if (next == 0 || next == knots.size())
      return next == 0 ? knots.front().attenuation : knots.back().attenuation;
    const TransferFunctionKnot &a = knots[next - 1], &b = knots[next];
    const double share = (scalar - a.scalar) / (b.scalar - a.scalar);
    return static_cast<float>(a.attenuation + share * (double(b.attenuation) - double(a.attenuation)));
  };
  const auto change = [&](double scalar, float red, float green, float blue) {
    addUntil(scalar);
    const float attenuation = attenuationAt(scalar);
    add(scalar, attenuation);
    color = { 0.0, red, green, blue, 0.0f };
    add(scalar, attenuation);
  };
  for (std::size_t k = 0; k < categories.size(); ++k)
  {
    const TransferFunctionCategory& category = categories[k];
    const auto widthTo = [&](std::size_t other) {
      return std::min(widest, 0.25 * std::abs(categories[other].scalar - category.scalar));
    };
    const double below = k > 0 ? widthTo(k - 1) : widest,
                 above = k + 1 < categories.size() ? widthTo(k + 1) : widest;
    change(category.scalar - below, category.red, category.green, category.blue);
    change(category.scalar + above, function.otherColor[0], function.otherColor[1], function.otherColor[2]);
  }
  addUntil(high);
  return steps;
}

} // namespace inkray
