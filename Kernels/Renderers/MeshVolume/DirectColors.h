// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Portable.h"
#include "Renderers/MeshVolume/MeshLook.h"

#include <cmath>
#include <cstdint>

namespace inkray
{

/// Throws InvalidInput if the values cannot be direct colors.
inline void checkColors(const ShownField& colors)
{
  if (colors.numComponents < 3)
    throw InvalidInput("colors need three components: red, green and blue");
  if (!(colors.full > 0.0) || !std::isfinite(colors.full))
    throw InvalidInput("the value of a full color is not a positive number");
}

/// Throws InvalidInput if values cannot give the opacity of a grid's colors.
inline void checkOpacityOfColors(const ShownField& colors, const Field& opacity)
{
  if (opacity.association != colors.association)
    throw InvalidInput("the array that gives the opacity has to lie where the colors lie: both at the points "
                       "or both in the cells");
}

/// The range of colors, from the range of ColorSums: 0 to 1, or empty if no entry has a color.
inline FiniteRange rangeOfColors(FiniteRange ofSums)
{
  if (ofSums.low <= ofSums.high)
  {
    ofSums.low = 0.0;
    ofSums.high = 1.0;
  }
  return ofSums;
}

/// The sum of red, green and blue: finite if all of them are.
template <class Entries>
struct ColorSums
{
  Entries entries;

  INKRAY_HD double operator()(std::int64_t i) const { return entries(i, 0) + entries(i, 1) + entries(i, 2); }
  INKRAY_HD bool isColor(std::int64_t i) const
  {
    const double sum = (*this)(i);
    return sum - sum == 0.0;
  }
};

} // namespace inkray
