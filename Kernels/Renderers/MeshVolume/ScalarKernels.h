// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Shading/CategoryColors.h"
#include "Shading/PiecewiseTransferFunction.h"
#include "Shading/TableView.h"

/// The kernels that assign values to a mesh: values of points are stored with their position, cells get
/// colors.
namespace inkray
{

/// Attenuation of a value; 0 for NaN.
INKRAY_HD float attenuationOf(const PiecewiseView& pieces, float s)
{
  const int index = findInterval(pieces, s);
  if (index < 0)
    return 0.0f;
  const FunctionInterval& p = pieces.pieces[index];
  return multiplyAdd(p.attenuationSlope, s - p.middle, p.attenuation);
}

/// Computes the attenuation of each tet from its value.
struct AttenuateCells
{
  const float* values;
  const std::uint32_t* originalTet;
  PiecewiseView pieces;
  float* attenuations;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const std::uint32_t original = originalTet[t];
    attenuations[t] = original == noTet ? 0.0f : attenuationOf(pieces, values[original]);
  }
};

/// Computes color and attenuation of each tet; 0 if its value is NaN.
struct ColorCells
{
  const float* values;
  const std::uint32_t* originalTet;
  PiecewiseView pieces;    ///< of the value; count 0: tets already have their colors
  CategoryView categories; ///< categories whose colors replace those of the pieces; null: there are none
  bool isOpacitySeparate;  ///< opacity comes from other values, of tets or of points; tets then have 1, or 0
                           ///< without a value
  const float* attenuations; ///< attenuations of the tets, from other values of tets; or null
  Float4* colors;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const std::uint32_t original = originalTet[t];
    const float s = original == noTet ? 0.0f : values[original];
    const bool hasColor = original != noTet && s == s;
    Float4 c = pieces.count > 0 ? colorOf(pieces, s) : colors[t];
    if (categories.entries && hasColor)
    {
      const CategoryColor& category = findCategory(categories, s);
      c = { category.red, category.green, category.blue, c.w };
    }
    if (isOpacitySeparate)
      c.w = !hasColor ? 0.0f : attenuations ? load(attenuations + t) : 1.0f;
    colors[t] = c;
  }
};

/// Computes color and attenuation of each vertex by its category; attenuation comes from other values if they
/// exist.
struct CategoriseVertices
{
  const Float4* vertices; ///< including their value
  CategoryView categories;
  PiecewiseView pieces;
  const float* opacityValues; ///< for each vertex, or null
  PiecewiseView opacities;
  Float4* colors;

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const float s = vertices[v].w;
    const CategoryColor& c = findCategory(categories, s);
    colors[v] = { c.red, c.green, c.blue,
      opacityValues ? attenuationOf(opacities, opacityValues[v]) : attenuationOf(pieces, s) };
  }
};

/// Copies colors of tets; tets without a value get the color `missing`.
struct ColorMissingCells
{
  const Float4* colors;
  const float* values;
  Float4 missing;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    made[t] = values[t] == values[t] ? load(colors + t) : missing;
  }
};

/// Copies colors of vertices or tets into the order of the mesh.
struct PlaceColors
{
  const Float4* values;
  const std::uint32_t* original;
  Float4* placed;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    placed[i] = original[i] == noTet ? Float4{ 0.0f, 0.0f, 0.0f, 0.0f } : values[original[i]];
  }
};

/// Stores the opacity's value in the fourth number of each vertex's color.
struct PlaceOpacities
{
  const float* opacityValues; ///< for each vertex
  Float4* colors;

  INKRAY_HD void operator()(std::int64_t v) const { colors[v].w = opacityValues[v]; }
};

/// Computes the factor on the attenuation of each tet.
template <class Magnitudes>
struct PlaceFactors
{
  Magnitudes magnitudes;
  float scale;
  PiecewiseView factors;
  float* placed;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    placed[t] = attenuationOf(factors, minimum(magnitudes(t) * scale, 1.0f));
  }
};

/// Multiplies the attenuation of tets' colors by their factors.
struct FactorCellColors
{
  const Float4* colors;
  const float* factors;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const Float4 c = load(colors + t);
    made[t] = { c.x, c.y, c.z, c.w * factors[t] };
  }
};

/// Looks up colors and attenuations of tets in a table by their values and rows; 0 if there is no value.
struct TableCellColors
{
  TableView table;
  bool isOpacitySeparate;    ///< opacity comes from other values, of tets or of points; the table's is unused
  const float* attenuations; ///< attenuations of the tets; null: 1 for tets with a value
  const float* values;
  const float* rows;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    if (!(values[t] == values[t]))
    {
      made[t] = { 0.0f, 0.0f, 0.0f, 0.0f };
      return;
    }
    made[t] = table.at(table.column(values[t]), rows[t]);
    if (isOpacitySeparate)
      made[t].w = attenuations ? load(attenuations + t) : 1.0f;
  }
};

} // namespace inkray
