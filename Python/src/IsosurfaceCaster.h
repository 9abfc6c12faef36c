// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ArrayInput.h"
#include "OwnedMutex.h"
#include "Pictures.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inkray::python
{

/// IsosurfaceRayCaster for Python: arrays in, pictures out. Any number of threads may call; one works,
/// without the GIL, while the others wait.
class IsosurfaceCaster
{
public:
  /// Without an ordinal a CUDA device is the calling thread's current one.
  explicit IsosurfaceCaster(DeviceKind kind, std::optional<int> ordinal = {});

  std::string device() const;
  std::string deviceName() const { return caster_->deviceName(); }

  /// values: nz x ny x nx, or nz x ny x nx x components. Those that are read in place are kept as long as
  /// they are drawn. Returns the finite range and the number of values that are not finite.
  nanobind::tuple setVolume(const Array& values, int component, bool perCell, const Matrix& indexToMesh,
    const std::optional<std::array<std::vector<double>, 3>>& coordinates);
  /// Of the shape of the volume's, and of points or cells as these are.
  void setColorValues(const Array& values, int component);
  void dropColorValues();
  /// table: n x 3 of float, over low to high.
  void setColorTable(
    const std::vector<std::array<float, 3>>& table, double low, double high, const std::array<float, 3>& nan);
  void setIsosurfaces(const std::vector<Isosurface>& surfaces);
  void setLights(const std::vector<SurfaceLight>& lights);
  void setMaterial(const SurfaceMaterial& material);

  /// rgba, window depths of opaque surfaces, and depth along the viewing direction and normals of the first
  /// surface, or None where they are not asked for.
  nanobind::tuple render(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height,
    const IsosurfaceFrameOptions& options, const std::optional<Array>& opaqueDepth);

  nanobind::dict report();

private:
  std::unique_ptr<IsosurfaceRayCaster> caster_;
  /// The array where frames read its numbers, nothing where the kernels have a copy.
  std::optional<Array> keptFor(const Array& values) const;

  std::optional<Array> values_, colors_; ///< of what is drawn
  bool perCell_ = false;                 ///< whether that is values of cells
  OwnedMutex mutex_;                     ///< for all of the above
};

void bindIsosurfaceCaster(nanobind::module_& module);

} // namespace inkray::python
