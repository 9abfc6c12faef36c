// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ArrayInput.h"
#include "OwnedMutex.h"
#include "Pictures.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inkray::python
{

/// TetRayCaster for Python: takes arrays, returns pictures. Any number of threads may call it. One of them
/// works, without the GIL, while the others wait.
class TetCaster
{
public:
  /// Without an ordinal, the current CUDA device of the calling thread is used.
  explicit TetCaster(DeviceKind kind, std::optional<int> ordinal = {});

  std::string device() const;
  std::string deviceName() const { return caster_->deviceName(); }

  TetMeshReport setMesh(const Array& points, const Array& tets);
  /// tuples: for each tet (point, for point values) the index of its value, int64, or None if these are the
  /// same. Throws InvalidInput if there are too few.
  void setScalars(const Array& values, int component, bool perCell, const std::optional<Array>& tuples);
  void setOpacityScalars(
    const Array& values, int component, bool perCell, const std::optional<Array>& tuples);
  void dropOpacityScalars();
  nanobind::tuple scalarRange();
  nanobind::tuple opacityRange();
  std::int64_t numNonFinite();

  /// The range that the next values, or the next opacity values, are quantized in.
  void setHeldRange(double low, double high);
  void setHeldOpacityRange(double low, double high);

  /// knots: rows of scalar, red, green, blue and attenuation.
  void setTransferFunction(const std::vector<std::array<double, 5>>& knots);
  void setOpacityFunction(const std::vector<std::array<double, 5>>& knots);
  void setIsosurfaces(const std::vector<Isosurface>& surfaces);
  void setLights(const std::vector<SurfaceLight>& lights);
  void setMaterial(const SurfaceMaterial& material);

  /// Returns rgba and window depths. opaqueDepth: window depths, height x width of
  /// float, lower row first, or None.
  nanobind::tuple render(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height,
    const FrameOptions& options, const std::optional<Array>& opaqueDepth);

  nanobind::dict report();

private:
  template <class T>
  void give(Revised<T>& item, const T& value)
  {
    look_.giveTo(*caster_, item, value);
  }

  std::unique_ptr<TetRayCaster> caster_;
  MeshLook look_;
  FiniteRange held_, heldOpacity_;           ///< for the next values
  std::int64_t numPoints_ = 0, numTets_ = 0; ///< of the mesh; 0 while a mesh is made
  OwnedMutex mutex_;                         ///< guards all of the above
};

void bindTetCaster(nanobind::module_& module);

} // namespace inkray::python
