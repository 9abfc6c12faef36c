// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Caster.h"
#include "Renderers/MeshVolume/VolumeRayCaster.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace inkray::python
{

/// VolumeRayCaster for Python.
class VolumeCaster : public Caster<VolumeRayCaster, FrameOptions>
{
public:
  virtual ~VolumeCaster() = default;

  /// tuples: for each cell (point, for point values) the index of its value, int64, or None if these are the
  /// same. Throws InvalidInput if there are too few.
  void setScalars(const Array& values, int component, bool perCell, const std::optional<Array>& tuples);
  void setOpacityScalars(
    const Array& values, int component, bool perCell, const std::optional<Array>& tuples);
  void dropOpacityScalars();
  nanobind::tuple scalarRange();
  nanobind::tuple opacityRange();

  /// The range that the next values, or the next opacity values, are quantized in.
  void setHeldRange(double low, double high);
  void setHeldOpacityRange(double low, double high);

  /// knots: rows of scalar, red, green, blue and attenuation.
  void setTransferFunction(const std::vector<std::array<double, 5>>& knots);
  void setOpacityFunction(const std::vector<std::array<double, 5>>& knots);
  /// knots: rows of a magnitude of the gradient and a factor; none: no factor.
  void setGradientOpacity(const std::vector<std::array<double, 2>>& knots);
  /// entries: red, green, blue and attenuation, row after row; none: no function. The first and the last
  /// column have the two values, and rows have the magnitudes.
  void setFunction2D(int columns, const std::array<double, 2>& values,
    const std::array<double, 2>& magnitudes, const std::vector<std::array<float, 4>>& entries);
  void setIsosurfaces(const std::vector<Isosurface>& surfaces)
  {
    this->give(look_.style.isosurfaces, surfaces);
  }
  void setLights(const std::vector<SurfaceLight>& lights) { this->give(look_.style.lights, lights); }
  void setMaterial(const SurfaceMaterial& material) { this->give(look_.style.material, material); }

  nanobind::dict report();

protected:
  VolumeCaster(std::unique_ptr<VolumeRayCaster> caster, bool keepsArrays);

  const bool keepsArrays_; ///< whether arrays of values must exist as long as they are drawn
  MeshLook look_;
  std::optional<Array> values_, opacities_;   ///< if they are kept
  std::int64_t numPoints_ = 0, numCells_ = 0; ///< that need values; 0 while there are no cells

private:
  template <class T>
  void give(Revised<T>& item, const T& value)
  {
    this->alone([&] { look_.giveTo(*caster_, item, value); });
  }

  FiniteRange held_, heldOpacity_; ///< for the next values
};

void bindVolumeCaster(nanobind::module_& module);

} // namespace inkray::python
