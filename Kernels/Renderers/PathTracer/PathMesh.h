// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/BoundaryTree.h"
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "Renderers/PathTracer/PathColorTable.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathSurfaces.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/VolumeMedium.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// An unstructured grid in the path tracer's scene: its isosurfaces, the values that color them, and its
/// transfer function as a medium. Calls in order: setMesh, setValues, setSurfaces, describe; each may be
/// repeated on its own.
template <class Backend>
class PathMesh
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// `mark` is a free mark of the backend.
  void setMesh(Backend& backend, const TetMeshInput& mesh, int mark)
  {
    mesh_.build(backend, mesh, mark, false); // one place for all parts: paths of light cross the whole mesh
    boundary_.build(backend, mesh_);
  }
  const TetMeshReport& report() const { return mesh_.report; }

  void setValues(Backend& backend, const Field& values);
  void setHeldRange(const FiniteRange& held) { held_ = held; }
  MeshValueReport valueReport() const
  {
    return values_.isSet
      ? MeshValueReport{ { values_.range.low, values_.range.high }, values_.range.notFinite }
      : MeshValueReport();
  }
  void setColorValues(Backend& backend, const Field& values);
  void setColorTable(const ColorTable& table) { colorTable_.set(table); }
  void setSurfaces(const std::vector<PathSurface>& surfaces)
  {
    if (!values_.isSet && !surfaces.empty())
      throw InvalidInput("the mesh has no values yet; give it some before its isosurfaces");
    if (values_.perCell && !surfaces.empty())
      throw InvalidInput(noSurfacesOfCells);
    surfaces_.set(surfaces);
    areSurfacesSent_ = false;
  }
  bool hasSurfaces() const { return !surfaces_.empty(); }

  void setTransferFunction(const TransferFunction& function)
  {
    makeMediumIntervals(function, 0.0, 1.0); // throws before this function changes anything
    function_ = function;
    isFunctionSent_ = false;
  }
  void removeTransferFunction() { function_.knots.clear(); }
  bool hasMedium() const { return values_.isSet && !function_.knots.empty(); }
  bool isSeen() const { return this->hasSurfaces() || this->hasMedium(); }

  /// Describe the mesh for kernels. A point p of the scene is sceneScale * p + sceneOrigin in the caller's
  /// coordinates.
  PathMeshView describe(
    Backend& backend, double sceneScale, const double (&sceneOrigin)[3], bool smoothNormals);
  MeshMediumView describeMedium(Backend& backend, double sceneScale, const double (&sceneOrigin)[3]);

  /// Widen a box to hold the mesh, in the coordinates that Camera::meshToEye takes.
  void extend(double (&low)[3], double (&high)[3]) const
  {
    const KdBox box = boundary_.view(mesh_).boundary.bounds;
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = std::min(low[axis], mesh_.center[axis] + double(box.low[axis]) / mesh_.scale);
      high[axis] = std::max(high[axis], mesh_.center[axis] + double(box.high[axis]) / mesh_.scale);
    }
  }

private:
  static constexpr const char* noSurfacesOfCells =
    "isosurfaces of a mesh need values at its points; average those of the cells there";

  PlacedMesh place(double sceneScale, const double (&sceneOrigin)[3]) const;

  TetAdjacency<Backend> mesh_;
  BoundaryTree<Backend> boundary_;
  FiniteRange held_;                ///< the range to hold the next values relative to; empty: their own
  NormalizedField<Backend> values_; ///< without the values: they are in mesh_.vertices or cellValues_
  Array<float> cellValues_;
  TransferFunction function_; ///< without knots, the mesh is not a medium
  std::vector<FunctionInterval> pieces_;
  Array<FunctionInterval> pieceArray_;
  bool isFunctionSent_ = false;
  Array<Float3> gradients_;
  bool areGradientsCurrent_ = false;
  PathSurfaces<Backend> surfaces_;
  bool areSurfacesSent_ = false;
  NormalizedField<Backend> colorValues_;
  Array<float> placedColorValues_; ///< color values of the vertices or the tets
  PathColorTable<Backend> colorTable_;
};

template <class Backend>
void PathMesh<Backend>::setValues(Backend& backend, const Field& values)
{
  const bool perCell = values.association == Association::Cells;
  if (values.values && perCell && this->hasSurfaces())
    throw InvalidInput(noSurfacesOfCells);
  if (perCell) // first, so that the values are unchanged when memory runs out
    cellValues_.reserve(backend, mesh_.numTets);
  values_.set(backend, values, "values", mesh_.vertices.size(), mesh_.originalTet.size(), held_);
  if (perCell)
    backend.forEach(
      mesh_.numTets, PlaceCellValues{ values_.values.data(), mesh_.originalTet.data(), cellValues_.data() });
  else
    backend.forEach(mesh_.vertices.size(),
      PlacePointScalars{ values_.values.data(), mesh_.originalVertex.data(), mesh_.vertices.data() });
  backend.synchronize();
  if (!perCell)
    cellValues_.release();
  values_.values.release();
  areGradientsCurrent_ = areSurfacesSent_ = isFunctionSent_ = false;
}

template <class Backend>
void PathMesh<Backend>::setColorValues(Backend& backend, const Field& values)
{
  colorValues_.release();
  placedColorValues_.release();
  if (!values.values)
    return;
  const bool perCell = values.association == Association::Cells;
  const std::int64_t number = perCell ? mesh_.numTets : mesh_.vertices.size();
  placedColorValues_.reset(backend, number);
  colorValues_.setAsFloats(
    backend, values, "values that color the surfaces", mesh_.vertices.size(), mesh_.originalTet.size());
  if (perCell)
    backend.forEach(number,
      PlaceCellValues{ colorValues_.values.data(), mesh_.originalTet.data(), placedColorValues_.data() });
  else
    backend.forEach(number,
      PlaceVertexValues{
        colorValues_.values.data(), mesh_.originalVertex.data(), placedColorValues_.data() });
  backend.synchronize();
  colorValues_.values.release();
}

template <class Backend>
PlacedMesh PathMesh<Backend>::place(double sceneScale, const double (&sceneOrigin)[3]) const
{
  const auto shift = [&](int axis) {
    return static_cast<float>((sceneOrigin[axis] - mesh_.center[axis]) * mesh_.scale);
  };
  return { boundary_.view(mesh_), static_cast<float>(sceneScale * mesh_.scale),
    { shift(0), shift(1), shift(2) } };
}

template <class Backend>
MeshMediumView PathMesh<Backend>::describeMedium(
  Backend& backend, double sceneScale, const double (&sceneOrigin)[3])
{
  if (!isFunctionSent_)
  {
    pieces_ = makeMediumIntervals(function_, values_.low(), values_.scale());
    pieceArray_.reserve(backend, static_cast<std::int64_t>(pieces_.size()));
    backend.copyFromHost(pieceArray_.data(), pieces_.data(), pieces_.size() * sizeof(FunctionInterval));
    isFunctionSent_ = true;
  }
  MeshMediumView view{};
  static_cast<PlacedMesh&>(view) = this->place(sceneScale, sceneOrigin);
  view.function = { pieceArray_.data(), static_cast<int>(pieces_.size()) };
  view.cellValues = values_.perCell ? cellValues_.data() : nullptr;
  return view;
}

template <class Backend>
PathMeshView PathMesh<Backend>::describe(
  Backend& backend, double sceneScale, const double (&sceneOrigin)[3], bool smoothNormals)
{
  if (!areSurfacesSent_)
  {
    const double low = values_.low(), scale = values_.scale();
    surfaces_.send(backend, [=](double value) { return static_cast<float>((value - low) * scale); });
    areSurfacesSent_ = true;
  }
  if (smoothNormals && !areGradientsCurrent_)
  {
    findVertexGradients(backend, mesh_, gradients_);
    areGradientsCurrent_ = true;
  }

  PathMeshView view{};
  static_cast<PlacedMesh&>(view) = this->place(sceneScale, sceneOrigin);
  // A few times the rounding of a point in the scene and of a point in the mesh.
  view.offset = static_cast<float>(4e-6 * std::max(1.0, 1.0 / (sceneScale * mesh_.scale)));
  view.mostOffset = 1e-3f / view.scale;
  view.surfaces = surfaces_.list();
  view.materials = surfaces_.materials();
  view.gradients = smoothNormals ? gradients_.data() : nullptr;
  if (colorValues_.isSet)
  {
    view.color = placedColorValues_.data();
    view.colorPerCell = colorValues_.perCell ? 1 : 0;
    view.colors = colorTable_.view(backend, colorValues_.low(), colorValues_.scale());
  }
  return view;
}

} // namespace inkray
