// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Renderers/MeshVolume/SurfaceScene.h"

#include <algorithm>

namespace inkray
{

/// The second array, which colors isosurfaces, and its colors, in the memory of a backend. MeshLook.h
/// describes them, and the exceptions.
template <class Backend>
class MeshSurfaceColors
{
public:
  MeshSurfaceColors(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  ///@{
  /// Take an item of a Look, or drop the earlier one if it is absent.
  void setScalars(const Revised<Field>& scalars);
  void setTable(const Revised<ColorTable>& table);
  ///@}
  void dropScalars()
  {
    scalars_.release();
    vertexValues_.release();
  }

  bool areSet() const { return scalars_.isSet; }
  /// Write the colors of the surfaces into the scene.
  void describe(SurfaceScene& scene) const;

  /// Call f with each buffer of values of the points or tets.
  template <class F>
  void forEachBuffer(const F& f)
  {
    f(scalars_.values);
    f(vertexValues_);
  }
  std::size_t bytes() const { return scalars_.values.bytes() + vertexValues_.bytes() + table_.bytes(); }

private:
  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  NormalizedField<Backend> scalars_;
  Buffer<float, Backend> vertexValues_; ///< in the order of the mesh
  double range_[2] = { 0.0, 1.0 };      ///< range of the table
  Buffer<float, Backend> table_;
  ColorTableView view_{};
};

template <class Backend>
void MeshSurfaceColors<Backend>::setScalars(const Revised<Field>& scalars)
{
  if (!scalars.isSet())
    return this->dropScalars();
  scalars_.setAsFloats(backend_, scalars.get(), "values that color the isosurfaces", mesh_.vertices.size(),
    mesh_.originalTet.size());
  placeField(backend_, mesh_, scalars_, vertexValues_);
}

template <class Backend>
void MeshSurfaceColors<Backend>::setTable(const Revised<ColorTable>& item)
{
  if (!item.isSet())
  {
    view_ = {};
    return;
  }
  const ColorTable& table = item.get();
  if (table.rgb.size() < 3 || table.rgb.size() % 3 != 0)
    throw InvalidInput("a table of colors needs three numbers for each of its entries, and one entry");
  if (!std::isfinite(table.range[0]) || !std::isfinite(table.range[1]))
    throw InvalidInput("the range of a table of colors is not finite");
  view_ = {};
  table_.assign(backend_, table.rgb);
  view_.table = table_.data();
  view_.numEntries = static_cast<std::int32_t>(table.rgb.size() / 3);
  std::copy_n(table.nanColor, 3, view_.nan);
  std::copy_n(table.range, 2, range_);
}

template <class Backend>
void MeshSurfaceColors<Backend>::describe(SurfaceScene& scene) const
{
  if (!scalars_.isSet)
    return;
  if (view_.numEntries == 0)
    throw InvalidInput("values to color isosurfaces are set, but no colors for them; set both");
  scene.vertexColorValues = vertexValues_.data();
  scene.cellColorValues = scalars_.perCell ? scalars_.values.data() : nullptr;
  scene.colors = view_;
  scene.colors.setRange(
    (range_[0] - scalars_.low()) * scalars_.scale(), (range_[1] - scalars_.low()) * scalars_.scale());
}

} // namespace inkray
