// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Core/FieldValues.h"
#include "Core/Revised.h"
#include "Shading/ColorTable.h"
#include "Shading/GradientFunctions.h"
#include "Shading/Isosurface.h"
#include "Shading/Light.h"
#include "Shading/Material.h"
#include "Shading/TransferFunction.h"

#include <limits>
#include <vector>

namespace inkray
{

/// Values, and the finite range to which stored values are relative; empty: their own. Films of several
/// meshes can be combined if the range is the same (FrameOptions::keepsFilms). If values have a far wider
/// range than the shown part, the latter keeps its precision (HeldRange.h). Values may lie beyond the range;
/// isovalues, and the scalars at which functions change, must lie in it.
struct HeldField : Field
{
  FiniteRange held;
};

/// The values that a mesh shows. If `full` is not 0, they are direct colors: components 0, 1 and 2 of each
/// tuple, from 0 to `full`, are red, green and blue, linear in each tet (points) or constant there (cells).
/// Numbers beyond are clamped. Colors need a MeshFields::opacity, and isosurfaces then use gradientValues. In
/// a grid, colors are trilinear between the points or between the centers of the cells.
struct ShownField : HeldField
{
  double full = 0.0;
};

/// Values that decide which tets are visible. If `greatest` has values, the two arrays are the least and the
/// greatest value of each tet, both of cells. Cells that were cut into tets then vanish as a whole by values
/// of points.
struct ThresholdField : Field
{
  Field greatest;
};

/// The arrays of the points or cells with which a mesh is drawn; each may be absent. Only new arrays are sent
/// to a device. An array that does not fit the mesh is refused with InvalidInput.
///
/// A caster reads an array only in the update that takes it: after update has returned, the array may change
/// or be deleted. A caster takes a field again in these cases, and its array must then still exist: after
/// setMesh, after an update that threw, and, for gradients, with other `values`. The owner of a Look has to
/// reset deleted fields; giveTo does so, except after setMesh.
struct MeshFields
{
  /// NaN makes all tets that have it transparent.
  Revised<ShownField> values;
  /// Values at the points. Their gradient is used for light and functions of gradients if `values` are values
  /// of cells (these may be averages of the surrounding cells) or direct colors (these may be one component).
  /// InvalidInput for values of cells, and if `values` belong to points.
  Revised<Field> gradientValues;
  /// The gradients of the values at the points, or of gradientValues if there are some, in their units per
  /// unit of length: components 0, 1 and 2 of a point array. They replace the gradients that
  /// Gradients::Smooth finds in this mesh, if it is a part of a whole; NaN means no gradient. InvalidInput
  /// for other arrays, without such values, and if a mesh may be in pieces.
  Revised<Field> gradients;
  /// Separate values for the opacity, at the points or in the cells, whatever `values` have; these then give
  /// only color. Each of the two is linear in a tet or constant there, and pictures are exact for both. NaN
  /// in either makes all tets that have it transparent.
  Revised<HeldField> opacity;
  /// Values that color isosurfaces without a color of their own, through MeshStyle::surfaceColors, before
  /// they are lit. Values of points are linear in each tet, values of cells constant there, whatever `values`
  /// are. In a tet with a NaN or infinite value, surfaces have the table's color for it. Slices and the
  /// volume are not affected. Render throws InvalidInput without a table.
  Revised<Field> surfaceValues;
  /// Tets are visible if their value, or the values at all four points, lie within MeshStyle::threshold; the
  /// others are gaps in the mesh.
  Revised<ThresholdField> threshold;

  bool areColors() const { return values.isSet() && values->full != 0.0; }
  /// The values that rays walk through in a grid: with direct colors, those that give the opacity.
  const HeldField& walked() const { return areColors() ? opacity.get() : values.get(); }

  /// Reset the items that depend on an item that changes: gradients belong to certain values.
  void resetWhatBelongsTo(const void* item)
  {
    if (item == &values)
      gradientValues.reset();
    if (item == &values || item == &gradientValues)
      gradients.reset();
  }
};

/// The bounds of the values that a threshold shows, in the values' units. They are compared as floats over
/// the range of the values, which resolve a ten-millionth of it. InvalidInput for NaN, and for low above
/// high.
struct ThresholdBounds
{
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The functions and numbers with which a mesh is drawn; each may be absent. They outlive the mesh.
struct MeshStyle
{
  Revised<TransferFunction> function; ///< of MeshFields::values
  /// For the values of MeshFields::opacity; only its attenuation is used.
  Revised<TransferFunction> opacityFunction;
  /// A function of the magnitude of the values' gradient that multiplies the attenuation; without knots
  /// nothing is multiplied. With gradients per cell, the magnitude and the factor are constant in each tet.
  /// With smooth ones, the magnitude is that of the gradients at the points, and linear in each tet;
  /// attenuation is then quadratic along a ray, integrated to 2e-5 of the change of colors on a segment.
  /// Values of cells use the gradients of gradientValues at the centroid of each tet, and direct colors those
  /// of gradientValues. If opacity has values of its own, their attenuation is multiplied. Render throws
  /// InvalidInput for a volume of values of cells, or of colors, without gradientValues.
  Revised<GradientOpacity> gradientOpacity;
  /// Color and attenuation as a function of the value and the magnitude of its gradient. It replaces transfer
  /// function and gradient opacity, unless it has no entries. It is drawn like gradient opacity, with the
  /// same error bound. It replaces the colors of categories, and if opacity has values of its own it gives
  /// only colors. Slices have the colors of the transfer function. Render throws InvalidInput for direct
  /// colors, too.
  Revised<TransferFunction2D> function2D;
  /// Isosurfaces of the values at the points, in depth order with the volume: planes in each tet, lit, with
  /// the gradient that FrameOptions choose as normal. Any number, in any order; of equal values the first is
  /// used. Each separates values below from values at or above it, so an isosurface at the least value is
  /// empty. InvalidInput for values that are not finite. Render throws it if `values` belong to cells or are
  /// colors, without gradientValues; with those, the isosurfaces are of gradientValues.
  Revised<std::vector<Isosurface>> isosurfaces;
  /// For MeshFields::surfaceValues, over a range in their units. InvalidInput for a table without an entry,
  /// or with a range that is not finite.
  Revised<ColorTable> surfaceColors;
  Revised<ThresholdBounds> threshold;
  /// In eye coordinates; the first 16 are used. Without lights, surfaces have their unlit color
  /// (Shading/Phong.h).
  Revised<std::vector<SurfaceLight>> lights;
  Revised<SurfaceMaterial> material;
};

/// All that determines how a mesh is drawn. A caster takes it in TetRayCaster::update.
struct MeshLook
{
  MeshFields fields;
  MeshStyle style;

  /// Assign one of the items, and let a caster take it. If the caster refuses it with InvalidInput, the
  /// earlier item is restored; after all other errors, such as OutOfMemory, the item is absent.
  template <class Caster, class T>
  void giveTo(Caster& caster, Revised<T>& item, const T& value)
  {
    const Revised<T> before = item;
    item = value;
    fields.resetWhatBelongsTo(&item);
    try
    {
      caster.update(*this);
    }
    catch (const InvalidInput&)
    {
      item = before;
      throw;
    }
    catch (...)
    {
      item.reset();
      throw;
    }
  }
};

/// The revisions of the fields that a caster has taken.
struct TakenFields
{
  static constexpr int most = 7; ///< arrays that may be new at the same time
  TakenRevision values, gradientValues, gradients, opacity, surfaceValues, threshold;

  bool areOf(const MeshFields& fields) const
  {
    return values.isOf(fields.values) && gradientValues.isOf(fields.gradientValues) &&
      gradients.isOf(fields.gradients) && opacity.isOf(fields.opacity) &&
      surfaceValues.isOf(fields.surfaceValues) && threshold.isOf(fields.threshold);
  }
  /// Call change(field) for each array that would be taken, to refer to it elsewhere. Gradients are taken
  /// together with their values.
  template <class Change>
  void forEachNew(MeshFields& fields, const Change& change) const
  {
    const bool areValuesNew = !values.isOf(fields.values);
    const bool areSlopesNew = areValuesNew || !gradientValues.isOf(fields.gradientValues);
    const auto visit = [&change](auto& item, bool isNew) {
      if (item.isSet() && isNew)
        change(static_cast<Field&>(item.view()));
    };
    visit(fields.values, areValuesNew);
    visit(fields.gradientValues, areSlopesNew);
    visit(fields.gradients, areSlopesNew || !gradients.isOf(fields.gradients));
    visit(fields.opacity, !opacity.isOf(fields.opacity));
    visit(fields.surfaceValues, !surfaceValues.isOf(fields.surfaceValues));
    visit(fields.threshold, !threshold.isOf(fields.threshold));
    if (fields.threshold->greatest.values && !threshold.isOf(fields.threshold))
      change(fields.threshold.view().greatest);
  }
};

} // namespace inkray
