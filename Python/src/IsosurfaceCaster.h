// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Caster.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <optional>
#include <vector>

namespace inkray::python
{

/// IsosurfaceRayCaster for Python.
class IsosurfaceCaster : public Caster<IsosurfaceRayCaster, IsosurfaceFrameOptions>
{
public:
  /// Without an ordinal, the current CUDA device of the calling thread is used.
  explicit IsosurfaceCaster(DeviceKind kind, std::optional<int> ordinal = {});

  /// values: nz x ny x nx, or nz x ny x nx x components. Arrays that are read in place are kept while they
  /// are drawn. Returns the finite range and the number of values that are not finite.
  nanobind::tuple setVolume(const Array& values, int component, bool perCell, const Matrix& indexToMesh,
    const GridCoordinates& coordinates);
  /// values: the shape of the volume's, on points or cells like the volume's.
  void setColorValues(const Array& values, int component);
  void dropColorValues();
  /// table: n x 3 of float, over the range from low to high.
  void setColorTable(
    const std::vector<std::array<float, 3>>& table, double low, double high, const std::array<float, 3>& nan);
  void setIsosurfaces(const std::vector<Isosurface>& surfaces)
  {
    this->alone([&] { caster_->setIsosurfaces(surfaces); });
  }
  void setLights(const std::vector<SurfaceLight>& lights)
  {
    this->alone([&] { caster_->setLights(lights); });
  }
  void setMaterial(const SurfaceMaterial& material)
  {
    this->alone([&] { caster_->setMaterial(material); });
  }

  nanobind::dict report();

private:
  /// The array itself if frames read it in place; nothing if the kernels have a copy.
  std::optional<Array> keptFor(const Array& values) const;

  std::optional<Array> values_, colors_; ///< the arrays that are drawn
  bool perCell_ = false;                 ///< whether these are cell values
};

void bindIsosurfaceCaster(nanobind::module_& module);

} // namespace inkray::python
