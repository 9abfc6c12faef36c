// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Renderers/MeshVolume/DirectColors.h"
#include "Renderers/MeshVolume/FunctionPieces.h"
#include "Renderers/MeshVolume/FunctionTables.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Shading/TabulatedTransferFunction.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// Colors from 0 to 1; `none` if an entry has no color.
template <class Entries>
struct ClampedColors : ColorSums<Entries>
{
  double full;
  float none;

  INKRAY_HD Float4 operator()(std::int64_t i) const
  {
    return this->isColor(i) ? Float4{ this->channel(i, 0), this->channel(i, 1), this->channel(i, 2), 1.0f }
                            : Float4{ none, none, none, none };
  }
  INKRAY_HD float channel(std::int64_t i, int c) const
  {
    const double x = this->entries(i, c) / full;
    return static_cast<float>(x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x);
  }
};

/// 0 for an entry with a color, NaN for an entry without.
template <class Entries>
struct ColorMarks : ColorSums<Entries>
{
  INKRAY_HD float operator()(std::int64_t i) const
  {
    return this->isColor(i) ? 0.0f : static_cast<float>(notANumber);
  }
};

/// The values of a mesh's points or cells, and the functions that color and hide the mesh by these values, in
/// the memory of a backend, as rays read them. MeshLook.h describes the values and the exceptions.
template <class Backend>
class MeshValues
{
public:
  MeshValues(Backend& backend, TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Drop everything but the functions, because the mesh changes.
  void release()
  {
    this->dropScalars();
    this->dropOpacityScalars();
  }
  ///@{
  /// Take an item of a Look, or drop the earlier one if it is absent.
  void set(const Revised<ShownField>& shown);
  void setGradientScalars(const Revised<Field>& scalars);
  void setOpacityScalars(const Revised<HeldField>& scalars);
  void setFunction(const Revised<TransferFunction>& function);
  void setOpacityFunction(const Revised<TransferFunction>& function);
  ///@}
  /// Call this before a frame: make the rays' tables that did not fit into memory when values or functions
  /// were set. Throws OutOfMemory.
  void finishUpdate()
  {
    if (isOld_)
      this->update();
  }

  /// The scalars. The scalars of points are in the vertices of the mesh, not in the field.
  const NormalizedField<Backend>& scalars() const { return scalars_; }
  const NormalizedField<Backend>& opacity() const { return opacity_; }
  /// The values in the vertices of the mesh: gradientScalars_ if set, otherwise the scalars of points.
  const NormalizedField<Backend>& vertexScalars() const
  {
    return gradientScalars_.isSet ? gradientScalars_ : scalars_;
  }
  bool hasVertexScalars() const
  {
    return gradientScalars_.isSet || (scalars_.isSet && !scalars_.perCell && !areColors_);
  }
  bool areColors() const { return areColors_; } ///< the values are direct colors
  bool areCategories() const { return function_.function().isCategorical; }
  bool hasFunction() const { return function_.isSet(); }
  bool hasOpacityFunction() const { return opacityFunction_.isSet(); }

  PiecewiseView pieces() const { return function_.view(); }
  std::vector<FunctionInterval> piecesInHost() const { return function_.inHost(scalars_); }
  /// The same function with all of its knots, before they were reduced.
  std::vector<FunctionInterval> finePiecesInHost() const { return function_.fineInHost(scalars_); }
  /// A table of the function, for a CPU; null `pieces`: there is no table.
  const TabulatedView& table() const { return tables_.integrals(); }
  /// A table of the function's colors, for a device; null `colors`: there is no table.
  const FunctionColorTableView& functionColorTable() const { return tables_.colors(); }
  PiecewiseView opacityPieces() const { return opacityFunction_.view(); }
  std::vector<FunctionInterval> opacityPiecesInHost() const { return opacityFunction_.inHost(opacity_); }
  /// A number that changes with values and functions.
  std::uint64_t revision() const { return revision_; }
  const Float4* cellColors() const { return cellColors_.data(); }
  const Float4* vertexColors() const { return vertexColors_.data(); }
  const float* vertexOpacities() const { return vertexOpacities_.data(); }
  const float* cellAttenuations() const { return cellAttenuations_.data(); }
  /// Values of cells, in the order of the mesh.
  const float* cellValues();

  /// Call f with each buffer of values of the points or tets.
  template <class F>
  void forEachBuffer(const F& f)
  {
    f(scalars_.values);
    f(cellColors_);
    f(cellValues_);
    f(vertexColors_);
    f(opacity_.values);
    f(vertexOpacities_);
    f(cellAttenuations_);
  }
  std::size_t bytes() const
  {
    return scalars_.values.bytes() + cellColors_.bytes() + cellValues_.bytes() + vertexColors_.bytes() +
      categoryColors_.bytes() + function_.bytes() + tables_.bytes() + opacity_.values.bytes() +
      vertexOpacities_.bytes() + cellAttenuations_.bytes() + opacityFunction_.bytes();
  }

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  void take(NormalizedField<Backend>& field, const Field& values, const char* name,
    const FiniteRange& whole = FiniteRange())
  {
    field.set(backend_, values, name, mesh_.vertices.size(), mesh_.originalTet.size(), whole);
  }
  /// Copy values of points into the vertices of the mesh.
  void placeInVertices(NormalizedField<Backend>& field)
  {
    backend_.forEach(mesh_.vertices.size(),
      PlacePointScalars{ field.values.data(), mesh_.originalVertex.data(), mesh_.vertices.data() });
    backend_.synchronize();
    field.values.release();
  }
  void setScalars(const ShownField& scalars);
  void setColors(const ShownField& colors);
  void dropScalars();
  void dropOpacityScalars();
  void update();
  void updateOpacity();
  void updateFunction();
  void updateTable();
  void updateCellColors(bool isOpacitySeparate);
  void updateVertexColors(bool isOpacitySeparate);

  Backend& backend_;
  TetAdjacency<Backend>& mesh_;

  FiniteRange whole_; ///< range by which values are normalized; empty: their own range
  NormalizedField<Backend> scalars_;
  NormalizedField<Backend> gradientScalars_; ///< in the vertices of the mesh, not in the field
  bool areColors_ = false;
  Array<Float4> cellColors_;
  Array<Float4> vertexColors_; ///< colors that are not looked up along the rays
  Array<CategoryColor> categoryColors_;
  CategoryView categories_{};
  Array<float> cellValues_;
  FunctionPieces<Backend> function_;
  FunctionTables<Backend> tables_;
  std::uint64_t revision_ = 0;
  bool isTableOld_ = false; ///< values or function have changed
  bool isOld_ = false;      ///< the last update of the rays' data did not complete

  // For opacity from separate values.
  NormalizedField<Backend> opacity_;
  Array<float> vertexOpacities_;
  Array<float> cellAttenuations_;
  FunctionPieces<Backend> opacityFunction_;
};

template <class Backend>
void MeshValues<Backend>::dropScalars()
{
  gradientScalars_.release();
  scalars_.release();
  cellValues_.release();
  cellColors_.release();
  vertexColors_.release();
}

template <class Backend>
void MeshValues<Backend>::set(const Revised<ShownField>& shown)
{
  if (!shown.isSet())
    return this->dropScalars();
  shown->full == 0.0 ? this->setScalars(shown.get()) : this->setColors(shown.get());
  whole_ = shown->held;
}

template <class Backend>
void MeshValues<Backend>::setScalars(const ShownField& scalars)
{
  cellValues_.release();
  isTableOld_ = true;
  this->take(scalars_, scalars, "values", scalars.held);
  gradientScalars_.release();
  areColors_ = false;
  if (!scalars_.perCell)
  {
    this->placeInVertices(scalars_);
    cellColors_.release();
  }
  this->update();
}

template <class Backend>
void MeshValues<Backend>::setGradientScalars(const Revised<Field>& scalars)
{
  if (!scalars.isSet())
    return gradientScalars_.release();
  if (!scalars_.isSet || !(scalars_.perCell || areColors_) || scalars->association == Association::Cells)
    throw InvalidInput(
      "separate values for gradients have to belong to points, and need drawn values of cells or colors");
  NormalizedField<Backend> field;
  this->take(field, scalars.get(), "values whose gradient counts", whole_);
  this->placeInVertices(field);
  gradientScalars_ = std::move(field);
}

template <class Backend>
void MeshValues<Backend>::setColors(const ShownField& colors)
{
  checkColors(colors);
  const bool cells = colors.association == Association::Cells;
  const std::int64_t wanted = cells ? mesh_.originalTet.size() : mesh_.vertices.size();
  checkField(colors, wanted, cells ? "tetrahedra" : "points");
  Array<Float4> raw;
  readEntries(backend_, colors, wanted, "colors", [&](const auto& reader, const auto& entries) {
    using Entries = std::decay_t<decltype(entries)>;
    cellValues_.release();
    gradientScalars_.release();
    scalars_.release();
    raw.reset(backend_, wanted);
    scalars_.values.reset(backend_, cells ? wanted : 0); // for cells, marks that tell which have a color
    scalars_.range = rangeOfColors(reader.range(wanted, ColorSums<Entries>{ entries }));
    const float none = cells ? 0.0f : static_cast<float>(notANumber);
    reader.fill(raw.data(), wanted, ClampedColors<Entries>{ { entries }, colors.full, none });
    if (cells)
      reader.fill(scalars_.values.data(), wanted, ColorMarks<Entries>{ { entries } });
  });
  scalars_.held = scalars_.range;
  Array<Float4>& placed = cells ? cellColors_ : vertexColors_;
  const std::int64_t numPlaced = cells ? mesh_.numTets : mesh_.vertices.size();
  placed.reserve(backend_, numPlaced);
  backend_.forEach(numPlaced,
    PlaceColors{ raw.data(), cells ? mesh_.originalTet.data() : mesh_.originalVertex.data(), placed.data() });
  scalars_.isSet = true;
  scalars_.perCell = cells;
  areColors_ = true;
  this->update();
}

template <class Backend>
void MeshValues<Backend>::setOpacityScalars(const Revised<HeldField>& scalars)
{
  if (!scalars.isSet())
    return this->dropOpacityScalars();
  this->take(opacity_, scalars.get(), "values for the opacity", scalars->held);
  placeField(backend_, mesh_, opacity_, vertexOpacities_);
  if (!opacity_.perCell)
    cellAttenuations_.release();
  this->update();
}

template <class Backend>
void MeshValues<Backend>::dropOpacityScalars()
{
  const bool had = opacity_.isSet;
  opacity_.release();
  vertexOpacities_.release();
  cellAttenuations_.release();
  if (had)
    this->update();
}

template <class Backend>
void MeshValues<Backend>::setFunction(const Revised<TransferFunction>& function)
{
  if (function.isSet())
    makeCategories(function.get(), 0.0, 1.0); // this throws before anything is changed
  function_.set(function);
  isTableOld_ = true;
  this->update();
}

template <class Backend>
void MeshValues<Backend>::setOpacityFunction(const Revised<TransferFunction>& function)
{
  opacityFunction_.set(function);
  this->update();
}

template <class Backend>
const float* MeshValues<Backend>::cellValues()
{
  if (cellValues_.empty())
  {
    cellValues_.reset(backend_, mesh_.numTets);
    backend_.forEach(
      mesh_.numTets, PlaceCellValues{ scalars_.values.data(), mesh_.originalTet.data(), cellValues_.data() });
  }
  return cellValues_.data();
}

/// Make the numbers that rays look up, after values or functions have changed.
template <class Backend>
void MeshValues<Backend>::update()
{
  isOld_ = true; // until all memory has been allocated
  ++revision_;
  const bool separate = opacity_.isSet && this->hasOpacityFunction();
  if (separate)
    this->updateOpacity();
  if (scalars_.isSet && (this->hasFunction() || areColors_))
  {
    if (!areColors_)
      this->updateFunction();
    scalars_.perCell ? this->updateCellColors(separate) : this->updateVertexColors(separate);
  }
  isOld_ = false;
}

template <class Backend>
void MeshValues<Backend>::updateOpacity()
{
  opacityFunction_.update(backend_, opacity_);
  if (!opacity_.perCell)
    return;
  cellAttenuations_.reserve(backend_, mesh_.numTets);
  backend_.forEach(mesh_.numTets,
    AttenuateCells{
      opacity_.values.data(), mesh_.originalTet.data(), opacityFunction_.view(), cellAttenuations_.data() });
}

template <class Backend>
void MeshValues<Backend>::updateFunction()
{
  function_.update(backend_, scalars_);
  this->updateTable();
  categoryColors_.release();
  if (!this->areCategories())
    return;
  const std::vector<CategoryColor> made =
    makeCategories(function_.function(), scalars_.low(), scalars_.scale());
  categoryColors_.assign(backend_, made);
  categories_ = { categoryColors_.data(), static_cast<int>(made.size()) - 1 };
}

/// Make the tables of the function.
template <class Backend>
void MeshValues<Backend>::updateTable()
{
  if (!isTableOld_)
    return;
  tables_.clear();
  if (!scalars_.perCell && !this->areCategories())
    tables_.update(backend_, this->piecesInHost(), this->finePiecesInHost());
  isTableOld_ = false; // before this line, memory may have run out
}

template <class Backend>
void MeshValues<Backend>::updateCellColors(bool isOpacitySeparate)
{
  if (!areColors_)
    cellColors_.reserve(backend_, mesh_.numTets);
  else if (!isOpacitySeparate)
    return;
  backend_.forEach(mesh_.numTets,
    ColorCells{ scalars_.values.data(), mesh_.originalTet.data(),
      areColors_ ? PiecewiseView() : function_.view(),
      areColors_ || !this->areCategories() ? CategoryView() : categories_, isOpacitySeparate,
      cellAttenuations_.data(), cellColors_.data() });
}

template <class Backend>
void MeshValues<Backend>::updateVertexColors(bool isOpacitySeparate)
{
  const float* const opacities = isOpacitySeparate && !opacity_.perCell ? vertexOpacities_.data() : nullptr;
  const std::int64_t numVertices = mesh_.vertices.size();
  if (areColors_)
  {
    if (opacities)
      backend_.forEach(numVertices, PlaceOpacities{ opacities, vertexColors_.data() });
  }
  else if (this->areCategories())
  {
    vertexColors_.reserve(backend_, numVertices);
    backend_.forEach(numVertices,
      CategoriseVertices{ mesh_.vertices.data(), categories_, function_.view(), opacities,
        opacityFunction_.view(), vertexColors_.data() });
  }
  else
    vertexColors_.release();
}

} // namespace inkray
