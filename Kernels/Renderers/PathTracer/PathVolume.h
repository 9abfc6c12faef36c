// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace inkray
{

/// A volume of the path tracer's scene with its isosurfaces, and the values that colour them. Calls in order:
/// setVolume, setSurfaces, update, describe; each may be repeated on its own.
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
      throw InvalidInput("the image is flat: its axes and spacing have to span a volume");
    this->visitView([&](const auto& view) { isEven_ = std::decay_t<decltype(view)>::Axes::isUniform; });
    return report_;
  }
  const VolumeReport& report() const { return report_; }
  bool isEven() const { return isEven_; }

  void setColorValues(Backend& backend, const Field& values);
  void setColorTable(const ColorTable& table) { colorTable_ = table; }

  void setSurfaces(const std::vector<PathSurface>& surfaces);
  bool hasSurfaces() const { return !surfaces_.empty(); }
  /// Whether a ray ends at its first crossing of the only isovalue.
  bool isSingle() const { return surfaces_.size() == 1 && surfaces_[0].opacity >= 1.0f; }

  /// Surfaces and tree, where they have changed; true: the tree has.
  bool update(Backend& backend);
  /// For kernels. The scene's coordinates times the scale and plus the origin are the mesh's.
  PathVolumeView describe(Backend& backend, double sceneScale, const double (&sceneOrigin)[3]);

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
    return Base::valueBytes() + Base::brickBytes() + colorValues_.bytes() + table_.bytes() +
      entries_.bytes() + materials_.bytes();
  }

private:
  VolumeReport report_;
  bool isEven_ = true;
  std::vector<PathSurface> surfaces_;
  Array<SurfaceEntry> entries_;
  Array<PathSurfaceEntry> materials_;
  QuantizedField<Backend> colorValues_;
  ColorTable colorTable_;
  Array<float> table_;
};

template <class Backend>
void PathVolume<Backend>::setColorValues(Backend& backend, const Field& values)
{
  colorValues_.release();
  if (!values.values)
    return;
  if (values.association != this->association_)
    throw InvalidInput("the array that colours the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  colorValues_.take(backend, values, this->numPoints_, false, false, "values that colour the surfaces");
}

template <class Backend>
void PathVolume<Backend>::setSurfaces(const std::vector<PathSurface>& surfaces)
{
  const auto isShare = [](float x) { return x >= 0.0f && x <= 1.0f; };
  for (const PathSurface& s : surfaces)
  {
    if (!std::isfinite(s.value))
      throw InvalidInput("an isovalue is not a number; give it a finite value");
    if (!isShare(s.color[0]) || !isShare(s.color[1]) || !isShare(s.color[2]) || !isShare(s.opacity))
      throw InvalidInput("colour and opacity of an isosurface have to be from 0 to 1");
  }
  surfaces_ = surfaces;
  std::stable_sort(surfaces_.begin(), surfaces_.end(),
    [](const PathSurface& a, const PathSurface& b) { return a.value < b.value; });
  surfaces_.erase(std::unique(surfaces_.begin(), surfaces_.end(),
                    [](const PathSurface& a, const PathSurface& b) { return a.value == b.value; }),
    surfaces_.end());
  this->treeIsCurrent_ = this->entriesAreCurrent_ = false;
}

/// The isovalues go over in the units of the quantized field. Those that fall together there become one.
template <class Backend>
bool PathVolume<Backend>::update(Backend& backend)
{
  if (!this->entriesAreCurrent_)
  {
    std::vector<SurfaceEntry> entries;
    std::vector<PathSurfaceEntry> materials;
    for (const PathSurface& s : surfaces_)
    {
      const float value = this->values_.keep(s.value);
      if (!entries.empty() && !(value > entries.back().value))
        continue;
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
      materials.push_back({ s.material, s.solidBelow ? 1 : 0 });
    }
    const auto n = static_cast<std::int64_t>(entries.size());
    entries_.reserve(backend, n);
    materials_.reserve(backend, n);
    backend.copyFromHost(entries_.data(), entries.data(), entries.size() * sizeof(SurfaceEntry));
    backend.copyFromHost(materials_.data(), materials.data(), materials.size() * sizeof(PathSurfaceEntry));
    this->surfaceList_ = { entries_.data(), static_cast<std::int32_t>(n), n > 0 ? entries[0].value : 0.0f };
    this->entriesAreCurrent_ = true;
  }
  if (!this->treeIsOld())
    return false;
  this->updateTree(backend);
  return true;
}

template <class Backend>
PathVolumeView PathVolume<Backend>::describe(
  Backend& backend, double sceneScale, const double (&sceneOrigin)[3])
{
  PathVolumeView view{};
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
  });
  // The grid's coordinates to the scene's, and back.
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
  // A thousandth of a cell and some, but no less than what single precision tells apart in the scene.
  view.offset = static_cast<float>(std::max(2e-3 * smallest, 4e-6));
  view.surfaces = materials_.data();
  if (colorValues_.values)
  {
    view.color = { colorValues_.values, static_cast<std::int32_t>(colorValues_.type) };
    const std::vector<float> white = { 1.0f, 1.0f, 1.0f };
    const std::vector<float>& rgb = colorTable_.rgb.size() < 3 ? white : colorTable_.rgb;
    const auto n = static_cast<std::int64_t>(rgb.size() / 3);
    table_.reserve(backend, 3 * n);
    backend.copyFromHost(table_.data(), rgb.data(), static_cast<std::size_t>(3 * n) * sizeof(float));
    view.colors.table = table_.data();
    view.colors.numEntries = static_cast<std::int32_t>(n);
    std::copy_n(colorTable_.nanColor, 3, view.colors.nan);
    view.colors.setRange((colorTable_.range[0] - colorValues_.offset) * colorValues_.scale,
      (colorTable_.range[1] - colorValues_.offset) * colorValues_.scale);
  }
  return view;
}

} // namespace inkray
