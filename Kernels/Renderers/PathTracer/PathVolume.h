// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Renderers/PathTracer/PathColorTable.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathSurfaces.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/VolumeMedium.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace inkray
{

/// A volume in the path tracer's scene: its isosurfaces, the values that color them, and its transfer
/// function as a medium. Calls in order: setVolume, setSurfaces and setTransferFunction, update, describe;
/// each may be repeated on its own.
template <class Backend>
class PathVolume : public BrickedVolume<Backend>
{
  using Base = BrickedVolume<Backend>;
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume)
  {
    colorValues_.release();
    report_ = Base::setVolume(backend, volume);
    double inverse[9];
    if (!invertLinearPart(this->gridToMesh(), inverse))
      throw InvalidInput("the grid is flat: its axes and spacing have to span a volume");
    this->visitView([&](const auto& view) { isEven_ = std::decay_t<decltype(view)>::Axes::isUniform; });
    return report_;
  }
  const VolumeReport& report() const { return report_; }
  bool isEven() const { return isEven_; }

  void setColorValues(Backend& backend, const Field& values);
  void setColorTable(const ColorTable& table) { colorTable_.set(table); }

  void setSurfaces(const std::vector<PathSurface>& surfaces)
  {
    surfaces_.set(surfaces);
    this->treeIsCurrent_ = this->entriesAreCurrent_ = false;
  }
  bool hasSurfaces() const { return !surfaces_.empty(); }
  bool isSingle() const { return surfaces_.isSingle(); }

  void setTransferFunction(const TransferFunction& function)
  {
    medium_.set(function, report_.range, this->values_);
  }
  void removeTransferFunction() { medium_.clear(); }
  bool hasMedium() const { return !medium_.empty(); }
  bool isSeen() const { return this->hasSurfaces() || this->hasMedium(); }

  /// Update the surfaces, the medium and their trees if they have changed.
  void update(Backend& backend);
  /// Describe the volume for kernels. A point p of the scene is sceneScale * p + sceneOrigin in the caller's
  /// coordinates.
  PathVolumeView describe(Backend& backend, double sceneScale, const double (&sceneOrigin)[3]);
  GridMediumView describeMedium(double sceneScale, const double (&sceneOrigin)[3]) const;

  /// Corner i of the box of all cells, in the coordinates that Camera::meshToEye takes.
  void corner(int i, double (&p)[3]) const
  {
    const double(&m)[16] = this->gridToMesh();
    for (int row = 0; row < 3; ++row)
    {
      p[row] = m[4 * row + 3];
      for (int axis = 0; axis < 3; ++axis)
        p[row] += (i >> axis & 1) * m[4 * row + axis] * this->layout().cells[axis];
    }
  }
  std::size_t bytes() const
  {
    return Base::valueBytes() + Base::brickBytes() + colorValues_.bytes() + colorTable_.bytes() +
      surfaces_.bytes();
  }

private:
  void updateSurfaces(Backend& backend);
  double place(PlacedGrid& view, double sceneScale, const double (&sceneOrigin)[3]) const;

  VolumeReport report_;
  bool isEven_ = true;
  PathSurfaces<Backend> surfaces_;
  QuantizedField<Backend> colorValues_;
  PathColorTable<Backend> colorTable_;
  VolumeMedium<Backend> medium_;
};

template <class Backend>
void PathVolume<Backend>::setColorValues(Backend& backend, const Field& values)
{
  colorValues_.release();
  if (!values.values)
    return;
  if (values.association != this->association_)
    throw InvalidInput("the array that colors the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  colorValues_.take(backend, values, this->numPoints_, false, false, "values that color the surfaces");
}

/// Isovalues are converted to the units of the quantized field.
template <class Backend>
void PathVolume<Backend>::updateSurfaces(Backend& backend)
{
  if (!this->entriesAreCurrent_)
  {
    surfaces_.send(backend, [this](double value) { return this->values_.keep(value); });
    this->surfaceList_ = surfaces_.list();
    this->entriesAreCurrent_ = true;
  }
  if (this->treeIsOld())
    this->updateTree(backend);
}

template <class Backend>
void PathVolume<Backend>::update(Backend& backend)
{
  if (this->hasSurfaces())
    this->updateSurfaces(backend);
  if (this->hasMedium())
    medium_.update(backend, *this);
}

/// Describe the grid in the scene's coordinates. Returns the shortest side of its cells there.
template <class Backend>
double PathVolume<Backend>::place(PlacedGrid& view, double sceneScale, const double (&sceneOrigin)[3]) const
{
  Base::describe(view.grid);
  view.grid.centralDifferences = 0;
  this->visitView([&](const auto& values) {
    view.values.values = { values.values, static_cast<std::int32_t>(this->values_.type) };
    view.values.strideY = values.strideY;
    view.values.strideZ = values.strideZ;
    view.values.hidden = values.hidden;
    view.values.blankPoints = values.blankPoints;
    if constexpr (!std::decay_t<decltype(values)>::Axes::isUniform)
      view.values.planes = values.planes;
    view.isRectilinear = std::decay_t<decltype(values)>::Axes::isUniform ? 0 : 1;
  });
  // m maps the grid's coordinates to the scene's, and toGrid maps them back.
  double m[16], inverse[9];
  std::copy_n(this->gridToMesh(), 16, m);
  double smallest = HUGE_VAL;
  for (int row = 0; row < 3; ++row)
  {
    m[4 * row + 3] -= sceneOrigin[row];
    for (int column = 0; column < 4; ++column)
      m[4 * row + column] /= sceneScale;
  }
  for (int axis = 0; axis < 3; ++axis)
    smallest = std::min(smallest, std::hypot(m[axis], m[4 + axis], m[8 + axis]));
  invertLinearPart(m, inverse);
  for (int row = 0; row < 3; ++row)
  {
    double at = 0.0;
    for (int column = 0; column < 3; ++column)
    {
      view.toGrid[4 * row + column] = static_cast<float>(inverse[3 * row + column]);
      at -= inverse[3 * row + column] * m[4 * column + 3];
    }
    view.toGrid[4 * row + 3] = static_cast<float>(at);
  }
  return smallest;
}

template <class Backend>
GridMediumView PathVolume<Backend>::describeMedium(double sceneScale, const double (&sceneOrigin)[3]) const
{
  GridMediumView view{};
  this->place(view, sceneScale, sceneOrigin);
  medium_.describe(view);
  return view;
}

template <class Backend>
PathVolumeView PathVolume<Backend>::describe(
  Backend& backend, double sceneScale, const double (&sceneOrigin)[3])
{
  PathVolumeView view{};
  const double smallest = this->place(view, sceneScale, sceneOrigin);
  // Two thousandths of a cell, but at least the resolution of single precision in the scene.
  view.offset = static_cast<float>(std::max(2e-3 * smallest, 4e-6));
  view.surfaces = surfaces_.materials();
  if (colorValues_.values)
  {
    view.color = { colorValues_.values, static_cast<std::int32_t>(colorValues_.type) };
    view.colors = colorTable_.view(backend, colorValues_.offset, colorValues_.scale);
  }
  return view;
}

} // namespace inkray
