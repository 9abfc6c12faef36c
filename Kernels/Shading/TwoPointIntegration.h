// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/GradientIntegration.h"

/// Emission and absorption along a ray where colour and attenuation are any function of one or two scalars
/// that are linear along a segment, by two points a segment, whatever lies between.
///
/// The function is looked up at the two points of Gauss and Legendre's rule, of which each stands for half of
/// the way, of one colour c and one attenuation: with e = 2^-(attenuation times half the length)
///   C += T (1 - e1) c1 + T e1 (1 - e2) c2,   T becomes T e1 e2.
/// So the optical depth is exact where the attenuation is of third degree along the way, and one colour comes
/// out exactly at any depth. 0.0774 (1 - e1)(1 - e2) goes from the second weight to the first: then a colour
/// that is linear is right to 9e-5 of its change at an optical depth of 0.8 where the attenuation is
/// constant. Where the function bends on the way there is no bound: only for meshes with segments that are
/// short enough (SegmentSample.h).
namespace inkray
{

/// A place in a function of two scalars.
struct ScalarPair
{
  float first, second;
};
INKRAY_HD ScalarPair difference(const ScalarPair& a, const ScalarPair& b)
{
  return { a.first - b.first, a.second - b.second };
}
INKRAY_HD ScalarPair moved(const ScalarPair& from, const ScalarPair& way, float share)
{
  return { multiplyAdd(share, way.first, from.first), multiplyAdd(share, way.second, from.second) };
}
INKRAY_HD bool isNumber(const ScalarPair& way)
{
  const float both = way.first + way.second;
  return both == both;
}
/// A place in a function of one.
INKRAY_HD float difference(float a, float b)
{
  return a - b;
}
INKRAY_HD float moved(float from, float way, float share)
{
  return multiplyAdd(share, way, from);
}
INKRAY_HD bool isNumber(float way)
{
  return way == way;
}

/// State of a ray in a function of a Place, a ScalarPair or a float.
template <class Place>
struct TwoPointIntegral
{
  float red, green, blue; ///< gathered colour, premultiplied
  float transmittance;
  Place place; ///< where the ray stands

  INKRAY_HD void clear()
  {
    red = green = blue = 0.0f;
    transmittance = 1.0f;
    place = Place();
  }
  INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }

  /// The next segment, on which scalars go linearly to `end`, over a length in world units times log2(e). NaN
  /// at either end: transparent. A Function has at(place): colour and attenuation.
  template <class Function>
  INKRAY_HD void add(const Function& function, const Place& end, float length)
  {
    const Place way = difference(end, place);
    const float half = isNumber(way) ? 0.5f * length : 0.0f;
    const Float4 a = function.at(moved(place, way, 0.2113248654f)),
                 b = function.at(moved(place, way, 0.7886751346f));
    const float throughA = exp2Fast(-half * a.w), throughB = exp2Fast(-half * b.w);
    const float stopsA = 1.0f - throughA, stopsB = 1.0f - throughB, given = 0.0774f * stopsA * stopsB;
    const float ofA = transmittance * (stopsA + given),
                ofB = transmittance * multiplyAdd(throughA, stopsB, -given);
    red = multiplyAdd(ofA, a.x, multiplyAdd(ofB, b.x, red));
    green = multiplyAdd(ofA, a.y, multiplyAdd(ofB, b.y, green));
    blue = multiplyAdd(ofA, a.z, multiplyAdd(ofB, b.z, blue));
    transmittance *= throughA * throughB;
    place = end;
  }
};

/// A table as a function of column and row.
struct TableFunction
{
  TableView table;

  /// The colour and attenuation of a place, outside the table those of its border.
  INKRAY_HD Float4 at(const ScalarPair& place) const
  {
    const float x = minimum(maximum(place.first, 0.0f), static_cast<float>(table.columns - 1));
    const float y = minimum(maximum(place.second, 0.0f), static_cast<float>(table.rows - 1));
    const int i = static_cast<int>(x), j = static_cast<int>(y), stride = table.columns + 2;
    const float shareOfColumn = x - static_cast<float>(i);
    const Float4* const lower = table.entries + ((j + 1) * stride + i + 1);
    const Float4* const upper = lower + stride;
    return mixed(mixed(load(lower), load(lower + 1), shareOfColumn),
      mixed(load(upper), load(upper + 1), shareOfColumn), y - static_cast<float>(j));
  }
};

/// The cell of a place from 0 to 1, and how far the place lies from its middle, in cells. Floats of the size
/// of 1.5 2^23 are whole numbers, so that adding that much rounds.
INKRAY_HD int nearestCell(float place, float size, float& fromMiddle)
{
  const float whole = 12582912.0f;
  const float x = multiplyAdd(maximum(saturate(place), 0.0f), size, -0.5f), shifted = x + whole; // NaN: 0
  fromMiddle = x - (shifted - whole);
  return static_cast<int>(bitsOf(shifted) - 0x4B400000u);
}

/// A function of the value times a factor of its attenuation that is a function of the magnitude, both from 0
/// to 1 and linear within equal cells; beyond, as at their ends (ProductTable.h).
struct ProductView
{
  const Float4* cells;  ///< colour and attenuation in the middle of each cell, then how much they rise in it
  const UInt2* factors; ///< the same of the factor, as bits of floats
  float numCells, numFactors;

  INKRAY_HD Float4 at(const ScalarPair& place) const
  {
    float u, v;
    const Float4* const cell = cells + 2 * nearestCell(place.first, numCells, u);
    const UInt2 factor = load(factors + nearestCell(place.second, numFactors, v));
    const Float4 middle = load(cell), rise = load(cell + 1);
    return { multiplyAdd(rise.x, u, middle.x), multiplyAdd(rise.y, u, middle.y),
      multiplyAdd(rise.z, u, middle.z),
      multiplyAdd(rise.w, u, middle.w) * multiplyAdd(floatOf(factor.y), v, floatOf(factor.x)) };
  }
};

/// A function of a place from 0 to 1 that is constant in equal cells; beyond, as at its ends. A place takes
/// one load of 16 bytes, half of what a cell with slopes takes, by which a GPU's first level of cache is
/// bound.
struct StepView
{
  const Float4* cells; ///< colour and attenuation; null: there is none
  float numCells;
  float perScalar, offset; ///< of a normalised scalar, to its place

  INKRAY_HD Float4 at(float place) const
  {
    const float whole = 12582912.0f;
    const float shifted = multiplyAdd(maximum(saturate(place), 0.0f), numCells, whole); // NaN: 0
    return load(cells + static_cast<int>(bitsOf(shifted) - 0x4B400000u));
  }
};

} // namespace inkray
