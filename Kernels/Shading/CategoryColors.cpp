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

} // namespace inkray
