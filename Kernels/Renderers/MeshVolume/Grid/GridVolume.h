// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HeldRange.h"
#include "Device/CallerArrays.h"
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Geometry/RegularGrid/FindVisibleValues.h"
#include "Geometry/RegularGrid/GridWalk.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Renderers/MeshVolume/Grid/GridColors.h"
#include "Shading/Isosurface.h"
#include "Shading/TransferFunction.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace inkray
{

/// Hides cells by a threshold, in addition to the cells of a mask. A cell stays if all of its eight values
/// lie within two bounds, or the value of a constant cell. Word i has the bits of cells 32 i to 32 i + 31.
struct HideGridCells
{
  TaggedGridView<AnyAxes> values; ///< with the mask, if there is one
  float low, high;                ///< as the values are kept
  BrickLayout layout;
  std::uint32_t* all;

  INKRAY_HD void operator()(std::int64_t word) const
  {
    const std::int64_t row = layout.cells[0], layer = row * layout.cells[1], count = layer * layout.cells[2];
    std::uint32_t bits = values.hidden ? values.hidden[word] : 0u;
    for (int bit = 0; bit < 32 && 32 * word + bit < count; ++bit)
    {
      const std::int64_t i = 32 * word + bit;
      const int cell[3] = { static_cast<int>(i % row), static_cast<int>(i / row % layout.cells[1]),
        static_cast<int>(i / layer) };
      const CellCorners corners = cornersOf(values, cell);
      bool isWithin = true;
      INKRAY_UNROLL
      for (int k = 0; k < 8; ++k)
        isWithin = isWithin && corners.value[k] >= low && corners.value[k] <= high;
      bits |= isWithin ? 0u : 1u << bit;
    }
    all[word] = bits;
  }
};

/// A grid whose values are drawn as a volume: the values with their bricks, the normalized scalars, and the
/// bricks in which something may be visible. Scalars are from 0 to 1 over the range by which they are
/// normalized (HeldRange.h).
template <class Backend>
class GridVolume : public BrickedVolume<Backend>
{
  using Base = BrickedVolume<Backend>;
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  GridVolume() { this->wantsBounds_ = false; }

  /// Take a grid and its values, relative to `held` or, if that is empty, to their own range. Throws
  /// InvalidInput, OutOfMemory, Aborted; empty() is true then.
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume, const FiniteRange& held)
  {
    const VolumeReport& report = Base::setVolume(backend, volume);
    if (!invertLinearPart(this->gridToMesh(), meshToGrid_))
    {
      this->drop();
      throw InvalidInput("the grid is flat: its axes and spacing have to span a volume");
    }
    FiniteRange& range = scalars_.range;
    range = rangeBetween(report.range[0], report.range[1]);
    // The range of the bricks is one of floats, over the drawn cells only. Find the range again from longer
    // numbers, so that users see their own values, and from all values if some cells are not drawn.
    const ValueType type = volume.scalars.type;
    const bool isLong = type != ValueType::Float32 && this->values_.type == QuantizedField<Backend>::Float32;
    if (isLong || report.numNonFinite > 0 || report.numHiddenCells > 0)
      range = this->rangeOf(backend, volume.scalars, "values");
    range.notFinite = report.numNonFinite;
    scalars_.held = held.low <= held.high ? held : range;
    this->arrange(backend, this->valuesAlong_);
    return report;
  }
  const HeldValues& scalars() const { return scalars_; }
  std::int64_t numPoints() const { return this->numPoints_; }
  bool areValuesOfCells() const { return this->association_ == Association::Cells; }
  bool areCellsConstant() const { return this->areCellsConstant_; }
  /// The number of the caller's cells along an axis less that of the interpolant's cells: 1 if these lie
  /// between the centers of the caller's, -1 if they are the constant cells of points, 0 if they are the
  /// same.
  int cellsBeyond() const
  {
    return this->areCellsConstant_ ? (this->areCellsOfPoints_ ? -1 : 0) : this->areValuesOfCells() ? 1 : 0;
  }
  /// The number of data units in one unit of a kept value.
  double unitOfKept() const { return 1.0 / this->values_.scale; }

  ///@{
  /// A second array, whose values give the opacity. Its scalars are normalized like those of the values.
  void setOpacity(Backend& backend, const Field& values, const FiniteRange& held)
  {
    const char* const name = "values for the opacity";
    this->take(backend, opacity_, values, "array that gives the opacity", name);
    opacityScalars_.range = this->rangeOf(backend, values, name);
    opacityScalars_.held = held.low <= held.high ? held : opacityScalars_.range;
  }
  void dropOpacity() { opacity_.release(); }
  bool hasOpacity() const { return opacity_.values != nullptr; }
  const HeldValues& opacityScalars() const { return opacityScalars_; }
  /// The values as rays read them; a kept value k becomes the scalar (k - low) * scale.
  TaggedValues opacities(float& low, float& scale) const
  {
    low = opacity_.keep(opacityScalars_.low());
    scale = static_cast<float>(opacityScalars_.scale() / opacity_.scale);
    return { opacity_.values, static_cast<std::int32_t>(opacity_.type) };
  }
  ///@}

  ///@{
  /// A second array, whose values color isosurfaces.
  void setSurfaceValues(Backend& backend, const Field& values)
  {
    this->take(backend, surfaceValues_, values, "array that colors the isosurfaces",
      "values that color the isosurfaces");
  }
  void dropSurfaceValues() { surfaceValues_.release(); }
  bool hasSurfaceValues() const { return surfaceValues_.values != nullptr; }
  /// The values as rays read them. A value v is kept as (v - offset) * scale.
  TaggedValues surfaceValues(double& offset, double& scale) const
  {
    offset = surfaceValues_.offset;
    scale = surfaceValues_.scale;
    return { surfaceValues_.values, static_cast<std::int32_t>(surfaceValues_.type) };
  }
  ///@}

  ///@{
  /// Direct colors. The values that rays walk through then give the opacity: setVolume takes them after the
  /// colors, and they have to lie where the colors lie.
  void setColors(Backend& backend, const ShownField& colors, std::int64_t numPoints)
  {
    colors_.take(backend, colors, numPoints);
  }
  void dropColors() { colors_.release(); }
  bool hasColors() const { return !colors_.empty(); }
  const GridColors<Backend>& colors() const { return colors_; }
  ///@}

  ///@{
  /// A second array, by which cells are hidden: a cell is drawn if all eight values of its corners lie within
  /// the bounds. hide() makes the mask that walks obey.
  void setThreshold(Backend& backend, const Field& values)
  {
    this->take(backend, threshold_, values, "array of the threshold", "values for the threshold");
  }
  void dropThreshold() { threshold_.release(); }
  bool hasThreshold() const { return threshold_.values != nullptr; }
  void hide(Backend& backend, double low, double high)
  {
    const TaggedValues values = { threshold_.values, static_cast<std::int32_t>(threshold_.type) };
    const BrickLayout& l = this->layout();
    const std::int64_t words = (std::int64_t(l.cells[0]) * l.cells[1] * l.cells[2] + 31) / 32;
    hiddenCells_.reserve(backend, words);
    backend.forEach(words,
      HideGridCells{ withValues(this->ownValues(), values), threshold_.keep(low), threshold_.keep(high), l,
        hiddenCells_.data() });
  }
  ///@}

  /// Find the bricks in which the function is not transparent at some value, or which have one of the
  /// isovalues. `areAll`: also all bricks that have a value. `areMissing`: also bricks without any value.
  void updateMasks(Backend& backend, bool areAll, bool areMissing,
    const std::vector<TransferFunctionKnot>& knots, const std::vector<Isosurface>& surfaces)
  {
    std::vector<MinMax<float>> intervals = { { -INFINITY, INFINITY } };
    if (!areAll)
    {
      intervals = findVisibleValues(knots, this->values_.offset, this->values_.scale);
      for (const Isosurface& surface : surfaces)
        intervals.push_back({ this->values_.keep(surface.value), this->values_.keep(surface.value) });
    }
    intervals_.reserve(backend, 1);
    intervals_.assign(backend, intervals);
    const BrickLayout& l = this->layout();
    this->findMasks(
      backend, { intervals_.data(), areMissing ? -1 : static_cast<std::int32_t>(intervals.size()) }, masks_);
    std::int64_t groups = 1;
    for (int axis = 0; axis < 3; ++axis)
      groups *= LeafOfGroup::numGroups(l, axis);
    groups_.reserve(backend, groups);
    backend.forEach(groups, FindLeafGroup{ l, masks_.data(), groups_.data() });
  }

  /// Fill the parts of a walk's view that do not depend on the type of the values.
  template <class View>
  void describe(View& view) const
  {
    Base::describe(view.grid);
    view.grid.leafMasks = masks_.data();
    view.grid.groups = groups_.data();
    view.low = this->values_.keep(scalars_.low());
    view.scale = static_cast<float>(scalars_.scale() / this->values_.scale);
  }

  void dropSecondArrays()
  {
    this->dropOpacity();
    this->dropSurfaceValues();
    this->dropThreshold();
  }

  const ValueOrder& order() const { return order_; }
  AnyGridView tagged() const
  {
    AnyGridView tagged = this->ownValues();
    if (this->hasThreshold())
      tagged.hidden = hiddenCells_.data();
    return tagged;
  }

  /// A row-major matrix from a gradient of kept values in the grid's coordinates to a gradient of the data in
  /// the caller's coordinates. Of direct colors, it is the gradient of red.
  void gradientToMesh(float (&to)[9]) const
  {
    const double unit = this->hasColors() ? colors_.taken().full : this->unitOfKept();
    for (int row = 0; row < 3; ++row)
      for (int axis = 0; axis < 3; ++axis)
        to[3 * row + axis] = static_cast<float>(meshToGrid_[3 * axis + row] * unit);
  }

  std::size_t bytes() const
  {
    return this->valueBytes() + this->brickBytes() + opacity_.bytes() + threshold_.bytes() +
      surfaceValues_.bytes() + colors_.bytes() + hiddenCells_.bytes() + masks_.bytes() + groups_.bytes();
  }

private:
  /// The same without a threshold.
  AnyGridView ownValues() const
  {
    AnyGridView tagged = {};
    this->visitView([&](const auto& values) {
      tagged = { { { values.values, static_cast<std::int32_t>(this->values_.type) }, values.strideY,
                   values.strideZ, values.hidden, values.blankPoints, values.axes() },
        order_ };
      tagged.planes.haveConstantCells = this->areCellsConstant();
    });
    return tagged;
  }
  /// On a GPU, put the values into blocks, if there is memory for a copy. They stay x fastest otherwise.
  void arrange(Backend& backend, const std::int64_t (&points)[3])
  {
    order_ = ValueOrder::inRows(points[0], points[0] * points[1]);
    if constexpr (Backend::isDevice)
    {
      std::int64_t blocks[3];
      for (int axis = 0; axis < 3; ++axis)
        blocks[axis] = ValueOrder::numBlocks(points[axis]);
      const bool isDone = this->values_.rearrange(backend, 16 * blocks[0] * blocks[1] * blocks[2],
        ValueOrder::side, [&](const void* from, void* to, int bytes) {
          return PutInBlocks{ from, to, bytes, { points[0], points[1], points[2] },
            { blocks[0], blocks[1] } };
        });
      if (isDone)
        order_ = ValueOrder::inBlocks(points);
    }
  }
  /// Take a second array. `what` and `name` are its names in errors.
  void take(Backend& backend, QuantizedField<Backend>& field, const Field& values, const std::string& what,
    const char* name)
  {
    if (values.association != this->association_)
      throw InvalidInput("the " + what +
        " has to lie where the drawn one lies: both at the points or both in "
        "the cells");
    field.take(backend, values, this->numPoints_, false, false, name);
  }
  FiniteRange rangeOf(Backend& backend, const Field& values, const char* name) const
  {
    FiniteRange range;
    readEntries(backend, values, this->numPoints_, name,
      [&](const auto& reader, const auto& entries) { range = reader.range(this->numPoints_, entries); });
    return range;
  }

  HeldValues scalars_, opacityScalars_;
  double meshToGrid_[9] = {};
  QuantizedField<Backend> opacity_, threshold_, surfaceValues_;
  GridColors<Backend> colors_;
  Array<std::uint32_t> hiddenCells_; ///< by the threshold, and the grid's own
  Array<MinMax<float>> intervals_;
  Array<std::uint64_t> masks_;
  Array<LeafGroup> groups_;
  ValueOrder order_ = {};
};

} // namespace inkray
