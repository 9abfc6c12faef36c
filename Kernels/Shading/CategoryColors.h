// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Shading/TransferFunction.h"

#include <vector>

namespace inkray
{

/// A normalized value and its color.
struct CategoryColor
{
  float scalar, red, green, blue;
};

/// Categories in ascending order of their values, followed by the color of all other values.
struct CategoryView
{
  const CategoryColor* entries;
  int count; ///< without the last entry
};

/// Make categories of `function` over s = (scalar - low) * scale, with the color of other values at the end.
/// Of categories with the same s the first one counts; categories whose |s| is 1e30 or more are left out.
/// Throws InvalidInput if a category is not finite.
std::vector<CategoryColor> makeCategories(const TransferFunction& function, double low, double scale);

/// A function without categories that has the color of each category in a narrow interval around its value,
/// and `otherColor` elsewhere. The attenuation stays. An interval ends at a quarter of the way to the next
/// category, or 10^-5 of the range of all knots and categories away. Throws like makeCategories.
TransferFunction stepsOfCategories(const TransferFunction& function);

/// The category of a value, or the entry for other values.
INKRAY_HD const CategoryColor& findCategory(const CategoryView& view, float s)
{
  int below = 0, above = view.count;
  while (below < above)
  {
    const int middle = (below + above) >> 1;
    if (view.entries[middle].scalar < s)
      below = middle + 1;
    else
      above = middle;
  }
  return view.entries[below < view.count && view.entries[below].scalar == s ? below : view.count];
}

} // namespace inkray
