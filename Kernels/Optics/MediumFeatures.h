// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Features of a picture of a medium, as a set of bits. A kernel is compiled for a set: it asks at run time
/// for the features in the set. Features outside it cost neither a register nor a branch.
namespace feature
{
constexpr unsigned composite = 1u << 0;
constexpr unsigned extreme = 1u << 1;
constexpr unsigned sum = 1u << 2;
constexpr unsigned films = composite | extreme | sum;
constexpr unsigned function = 1u << 3;     ///< colors by the function of the value
constexpr unsigned table = 1u << 4;        ///< colors by the two-dimensional function
constexpr unsigned vertexColors = 1u << 5; ///< colors of the vertices, linear between them
constexpr unsigned nearest = 1u << 6;      ///< colors of the nearest vertex
constexpr unsigned cellColors = 1u << 7;
constexpr unsigned colors = function | table | vertexColors | nearest | cellColors;
constexpr unsigned vertexOpacity = 1u << 8; ///< opacity by a second value of the vertices
constexpr unsigned cellOpacity = 1u << 9;   ///< opacity of each cell
constexpr unsigned opacity = vertexOpacity | cellOpacity;
constexpr unsigned vertexGradients = 1u << 10; ///< magnitudes of gradients at the vertices
constexpr unsigned cellGradients = 1u << 11;
constexpr unsigned vertexLight = 1u << 12;
constexpr unsigned cellLight = 1u << 13;
constexpr unsigned light = vertexLight | cellLight;
constexpr unsigned coloredLight = 1u << 14; ///< lights that are not all gray
constexpr unsigned missing = 1u << 15;      ///< cells without a value are seen
constexpr unsigned all = (1u << 16) - 1u;

/// has: whether a set has any of the features in `some`. isOnly: whether it has, of these, exactly `only`.
INKRAY_HD constexpr bool has(unsigned set, unsigned some)
{
  return (set & some) != 0u;
}
INKRAY_HD constexpr bool isOnly(unsigned set, unsigned some, unsigned only)
{
  return (set & some) == only;
}
} // namespace feature

} // namespace inkray
