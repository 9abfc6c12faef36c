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

/// Values, and the finite range that they are held relative to; where it is empty, their own. Films of
/// several meshes can be combined where the range is the same (FrameOptions::keepsFilms). Where values have a
/// far wider range than what is shown of them, the latter keeps its digits (HeldRange.h). Values may lie
/// beyond the range; isovalues, and the scalars at which functions change, must lie in it.
struct HeldField : Field
{
  FiniteRange held;
};

/// The values that a mesh shows; or, where `full` is not 0, colours as they are: of each tuple, components 0,
/// 1 and 2, from 0 to `full`, are red, green and blue, linear in each tet (points) or constant there (cells).
/// What is beyond is clamped. Colours need a MeshFields::opacity, and isosurfaces are then of gradientValues.
struct ShownField : HeldField
{
  double full = 0.0;
};

/// Values that say which tets are seen; or, where `greatest` has values, the least and the greatest value of
/// each tet, both of cells: cells that were cut into tets vanish as a whole like this by values of points.
struct ThresholdField : Field
{
  Field greatest;
};

/// The arrays of the points or cells that a mesh is drawn with, each of which may be absent. Only those that
/// are new travel to a device. An array that does not fit the mesh is refused with InvalidInput.
///
/// A caster reads an array in the update that takes it, and never again: when update has returned, the array
/// may change or go. A caster takes a field again, and its array must still be there, after setMesh, after an
/// update that threw, and, of gradients, with other `values`. Who keeps a Look resets what is gone: giveTo
/// does, but for setMesh.
struct MeshFields
{
  /// NaN makes the tets it touches transparent.
  Revised<ShownField> values;
  /// Values at the points, whose gradient counts for light and functions of gradients, on values of cells
  /// (the averages of the cells around, say) and on colours as they are (one component, say). InvalidInput
  /// for values of cells, and where those of `values` belong to points.
  Revised<Field> gradientValues;
  /// The gradients of the values at the points, those of gradientValues where there are some, in their units
  /// per unit of length: components 0, 1 and 2 of an array of the points. They take the place of those that
  /// Gradients::Smooth finds in this mesh, where it is a part of a whole; NaN is no gradient. InvalidInput
  /// for other arrays, without such values, and where a mesh may be in pieces.
  Revised<Field> gradients;
  /// Opacity from values of its own, at the points or in the cells whatever those of `values` are, which then
  /// give colour alone: each of the two is linear in a tet or constant there, and the pictures are exact for
  /// both. NaN in either makes the tets it touches transparent.
  Revised<HeldField> opacity;
  /// Values that colour the isosurfaces that do not keep a colour of their own, through
  /// MeshStyle::surfaceColours, before they are lit: those of points linear in each tet, those of cells
  /// constant there, whatever `values` are. In a tet with a NaN or infinite value, they have the table's
  /// colour for it. Slices and the volume are not touched. Render throws InvalidInput without a table.
  Revised<Field> surfaceValues;
  /// Tets with a value in MeshStyle::threshold, or with values at all four points that are, are seen; the
  /// others are gaps in the mesh.
  Revised<ThresholdField> threshold;

  /// Reset what belongs to an item that gets other values: gradients are those of certain values.
  void resetWhatBelongsTo(const void* item)
  {
    if (item == &values)
      gradientValues.reset();
    if (item == &values || item == &gradientValues)
      gradients.reset();
  }
};

/// The bounds of what a threshold shows, in the units of its values. Compared as floats over the range of the
/// values, which resolves its ten-millionth part. InvalidInput for NaN, and for low above high.
struct ThresholdBounds
{
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The functions and numbers that a mesh is drawn with, each of which may be absent. They outlive the mesh.
struct MeshStyle
{
  Revised<TransferFunction> function; ///< of MeshFields::values
  /// Of the values of MeshFields::opacity, whose attenuation counts alone.
  Revised<TransferFunction> opacityFunction;
  /// Attenuation multiplied by a function of the magnitude of the values' gradient, or where it has no knots,
  /// by nothing. With gradients per cell, the magnitude and the factor are constant in each tet. With smooth
  /// ones, the magnitude is that of the gradients at the points, and linear in each tet; attenuation is then
  /// of second degree along a ray, integrated to 2e-5 of how far colours change on a segment. Values of cells
  /// take the gradients of gradientValues at the centroid of each tet, and colours as they are take those of
  /// gradientValues. Where opacity has values of its own, it is their attenuation that is multiplied. Render
  /// throws InvalidInput for a volume of values of cells, or of colours, without gradientValues.
  Revised<GradientOpacity> gradientOpacity;
  /// Colour and attenuation of the value and the magnitude of its gradient in place of transfer function and
  /// gradient opacity; without entries these count again. Drawn as gradient opacity, with the same bound; it
  /// takes the place of the colours of categories, and where opacity has values of its own it gives colours
  /// alone. Slices have the colours of the transfer function. Render throws InvalidInput for colours as they
  /// are, too.
  Revised<TransferFunction2D> function2D;
  /// Isosurfaces of the values at the points, in depth order with the volume: planes in each tet, lit, with
  /// the gradient that FrameOptions choose as normal. Any number, in any order; equal values count once (the
  /// first). Each separates values below from values at or above it, so that one at the least value is
  /// nowhere. InvalidInput for values that are not finite; render throws it where the values belong to cells,
  /// or are colours, without gradientValues: with those, the isosurfaces are theirs.
  Revised<std::vector<Isosurface>> isosurfaces;
  /// Of MeshFields::surfaceValues, over a range in their units. InvalidInput for a table without an entry, or
  /// with a range that is not finite.
  Revised<ColorTable> surfaceColours;
  Revised<ThresholdBounds> threshold;
  /// In eye coordinates; the first 16 count. Without lights, surfaces have their own colour
  /// (Shading/Phong.h).
  Revised<std::vector<SurfaceLight>> lights;
  Revised<SurfaceMaterial> material;
};

/// All that a mesh is drawn with beside itself. A caster takes it in TetRayCaster::update.
struct MeshLook
{
  MeshFields fields;
  MeshStyle style;

  /// Assign one of the items, and have a caster take it. What the caster refuses with InvalidInput is put
  /// back to what it was; after all other errors, such as OutOfMemory, the item is absent.
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
  static constexpr int most = 7; ///< arrays that may be new at a time
  TakenRevision values, gradientValues, gradients, opacity, surfaceValues, threshold;

  bool areOf(const MeshFields& fields) const
  {
    return values.isOf(fields.values) && gradientValues.isOf(fields.gradientValues) &&
      gradients.isOf(fields.gradients) && opacity.isOf(fields.opacity) &&
      surfaceValues.isOf(fields.surfaceValues) && threshold.isOf(fields.threshold);
  }
  /// Call change(field) for each array that would be taken, for another view of it. Gradients are taken with
  /// the values that they are of.
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
