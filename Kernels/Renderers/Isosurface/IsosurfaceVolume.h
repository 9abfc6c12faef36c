// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace inkray
{

/// The state of the isosurface ray caster that outlives a frame: the volume with its bricks and tree, the
/// surfaces in it, and the values that color them. Calls in order: setVolume, setSurfaces, upload,
/// updateTree, describe; each may be repeated on its own.
template <class Backend>
class IsosurfaceVolume : public BrickedVolume<Backend>
{
  using Base = BrickedVolume<Backend>;
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Take a volume; drops the color values.
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume)
  {
    colorValues_.release();
    color_.values.data = nullptr;
    return Base::setVolume(backend, volume);
  }

  /// Take a grid whose values are in blocks (BrickedVolume::setFrame); drops the color values.
  const VolumeReport& setFrame(Backend& backend, const VolumeInput& volume, const KeptForm& form)
  {
    colorValues_.release();
    color_.values.data = nullptr;
    return Base::setFrame(backend, volume, form);
  }
  /// Set the form of the values that color the surfaces of a grid in blocks; the blocks hold the values.
  void setColorForm(Backend& backend, const KeptForm& form);
  void setForm(Backend& backend, const KeptForm& form)
  {
    this->values_.takeForm(backend, form, 0);
    this->entriesAreCurrent_ = false;
  }
  KeptForm form() const { return this->values_.form(); }
  KeptForm colorForm() const { return colorValues_.form(); }
  /// For a block. takeSurfaces: take the surfaces of the frame. takeColors: allocate memory for the color
  /// values of all points of the block, and return its address.
  void takeSurfaces(const IsosurfaceVolume& frame);
  char* takeColors(Backend& backend, const IsosurfaceVolume& frame);
  void dropColors()
  {
    colorValues_.release();
    color_.values.data = nullptr;
  }

  /// Null values: the isosurfaces have their own colors.
  void setColorValues(Backend& backend, const Field& values);
  void setColorTable(Backend& backend, const ColorTable& table);

  /// Surfaces in any order; throws InvalidInput for values that are not finite.
  void setSurfaces(const std::vector<Isosurface>& surfaces);
  const std::vector<Isosurface>& surfaces() const { return surfaces_; }
  bool isAllOpaque() const
  {
    return std::all_of(
      surfaces_.begin(), surfaces_.end(), [](const Isosurface& s) { return s.opacity >= 1.0f; });
  }

  /// Whether a ray ends at its first crossing: there is one surface, which is opaque and not cropped. All
  /// pipelines then look for this crossing only.
  bool endsAtFirstCrossing(const IsosurfaceScene& scene) const
  {
    return scene.surfaces.count == 1 && this->isAllOpaque() && !scene.cropping.on;
  }

  /// Copy the surfaces to the backend if they have changed.
  void upload(Backend& backend);
  /// Fill the parts of the scene that belong to the volume.
  void describe(IsosurfaceScene& scene) const;

  std::size_t valueBytes() const { return Base::valueBytes() + colorValues_.bytes(); }

private:
  std::vector<Isosurface> surfaces_;
  Array<SurfaceEntry> entries_;
  QuantizedField<Backend> colorValues_;
  ColorTable colorTable_;
  Array<float> table_;
  ColorArray color_ = {};
};

template <class Backend>
void IsosurfaceVolume<Backend>::setColorValues(Backend& backend, const Field& values)
{
  if (!values.values)
  {
    colorValues_.release();
    color_.values.data = nullptr;
    return;
  }
  if (this->empty())
    throw InvalidInput("colors were given before the volume");
  if (values.association != this->association_)
    throw InvalidInput("the array that colors the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  color_.values.data = nullptr;
  colorValues_.take(backend, values, this->numPoints_, false, false, "values that color the surfaces");
  this->setColorTable(backend, colorTable_);
  color_.values = { colorValues_.values, colorValues_.type };
}

template <class Backend>
void IsosurfaceVolume<Backend>::setColorForm(Backend& backend, const KeptForm& form)
{
  color_.values.data = nullptr;
  colorValues_.takeForm(backend, form, 0);
  this->setColorTable(backend, colorTable_);
  color_.values.type = colorValues_.type;
}

template <class Backend>
char* IsosurfaceVolume<Backend>::takeColors(Backend& backend, const IsosurfaceVolume& frame)
{
  return colorValues_.takeForm(backend, frame.colorValues_.form(), this->numPoints_);
}

template <class Backend>
void IsosurfaceVolume<Backend>::takeSurfaces(const IsosurfaceVolume& frame)
{
  const bool sameValues = surfaces_.size() == frame.surfaces_.size() &&
    std::equal(surfaces_.begin(), surfaces_.end(), frame.surfaces_.begin(),
      [](const Isosurface& a, const Isosurface& b) { return a.value == b.value; });
  this->treeIsCurrent_ = this->treeIsCurrent_ && sameValues;
  surfaces_ = frame.surfaces_;
  this->surfaceList_ = frame.surfaceList_;
  color_ = frame.color_;
  color_.values.data =
    colorValues_.values ? this->shifted(colorValues_.values, colorValues_.form()) : nullptr;
}

template <class Backend>
void IsosurfaceVolume<Backend>::setColorTable(Backend& backend, const ColorTable& table)
{
  ColorTable taken = table;
  if (taken.rgb.size() < 3)
    taken.rgb = { 1.0f, 1.0f, 1.0f };
  const auto n = static_cast<std::int64_t>(taken.rgb.size() / 3);
  Array<float> entries; // without memory for them, the earlier entries stay
  entries.reset(backend, 3 * n);
  backend.copyFromHost(entries.data(), taken.rgb.data(), static_cast<std::size_t>(3 * n) * sizeof(float));
  table_ = std::move(entries);
  colorTable_ = std::move(taken);
  color_.table = table_.data();
  color_.numEntries = colorTable_.ofColors ? 0 : static_cast<std::int32_t>(n);
  std::copy_n(colorTable_.nanColor, 3, color_.nan);
  // Convert the range to the form of the stored values.
  color_.setRange((colorTable_.range[0] - colorValues_.offset) * colorValues_.scale,
    (colorTable_.range[1] - colorValues_.offset) * colorValues_.scale);
}

template <class Backend>
void IsosurfaceVolume<Backend>::setSurfaces(const std::vector<Isosurface>& surfaces)
{
  for (const Isosurface& surface : surfaces)
    if (!std::isfinite(surface.value))
      throw InvalidInput("an isovalue is infinite or not a number; give it a finite value");
  std::vector<Isosurface> sorted = surfaces;
  std::stable_sort(
    sorted.begin(), sorted.end(), [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
  const auto sameValue = [](const Isosurface& a, const Isosurface& b) { return a.value == b.value; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), sameValue), sorted.end());
  const bool sameValues = sorted.size() == surfaces_.size() &&
    std::equal(sorted.begin(), sorted.end(), surfaces_.begin(), sameValue);
  this->treeIsCurrent_ = this->treeIsCurrent_ && sameValues;
  this->entriesAreCurrent_ = false;
  surfaces_ = std::move(sorted);
}

/// Convert isovalues to the units of the quantized field. Isovalues that become equal count as one.
template <class Backend>
void IsosurfaceVolume<Backend>::upload(Backend& backend)
{
  if (this->entriesAreCurrent_)
    return;
  std::vector<SurfaceEntry> entries;
  for (const Isosurface& s : surfaces_)
  {
    const float value = this->values_.keep(s.value);
    if (entries.empty() || value > entries.back().value)
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
  }
  const auto n = static_cast<std::int64_t>(entries.size());
  if (n == 1)
  {
    entries_.reserve(backend, 1);
    backend.put(entries_.data(), entries[0]); // without waiting
  }
  else if (n > 1)
  {
    entries_.reserve(backend, n);
    backend.copyFromHost(entries_.data(), entries.data(), static_cast<std::size_t>(n) * sizeof(SurfaceEntry));
  }
  this->surfaceList_ = { entries_.data(), static_cast<std::int32_t>(n), n > 0 ? entries[0].value : 0.0f };
  this->entriesAreCurrent_ = true;
}

template <class Backend>
void IsosurfaceVolume<Backend>::describe(IsosurfaceScene& scene) const
{
  Base::describe(scene);
  scene.color = color_;
}

} // namespace inkray
