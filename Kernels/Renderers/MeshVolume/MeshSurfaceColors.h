// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Renderers/MeshVolume/SurfaceColorTable.h"
#include "Renderers/MeshVolume/SurfaceScene.h"

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
    , table_(backend)
  {
  }

  ///@{
  /// Take an item of a Look, or drop the earlier one if it is absent.
  void setScalars(const Revised<Field>& scalars);
  void setTable(const Revised<ColorTable>& table)
  {
    if (table->ofColors)
      throw InvalidInput("isosurfaces in a mesh have no direct colors; give them a table of colors");
    table_.set(table);
  }
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
  SurfaceColorTable<Backend> table_;
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
void MeshSurfaceColors<Backend>::describe(SurfaceScene& scene) const
{
  if (!scalars_.isSet)
    return;
  scene.colors = table_.over(scalars_.low(), scalars_.scale());
  scene.vertexColorValues = vertexValues_.data();
  scene.cellColorValues = scalars_.perCell ? scalars_.values.data() : nullptr;
}

} // namespace inkray
