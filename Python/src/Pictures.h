// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ArrayInput.h"
#include "View/Camera.h"
#include "View/Clipping.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace inkray::python
{

using Matrix = std::array<double, 16>;
using FloatImage = nanobind::ndarray<nanobind::numpy, float>;

/// Throws InvalidInput for invalid sizes.
Camera makeCamera(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height);

/// Check window depths of opaque objects: height x width of float, lower row first. Throws InvalidInput for
/// other arrays. The array must exist as long as the picture is drawn.
const float* windowDepths(const std::optional<Array>& depths, const Camera& camera);

/// Planes as rows of a, b, c and d. Points with a x + b y + c z >= d are kept.
using PlaneRows = std::vector<std::array<double, 4>>;
std::vector<ClippingPlane> makePlanes(const PlaneRows& rows);
PlaneRows planeRows(const std::vector<ClippingPlane>& planes);

/// A copy of a picture of the kernels (lower row first) for numpy (upper row first).
class Picture
{
public:
  /// If `pixels` is null, all pixels are 1.
  Picture(const float* pixels, const Camera& camera, int channels);
  /// Returns height x width x channels, or height x width for one channel. Needs the GIL. Call this once.
  FloatImage toNumpy();

private:
  std::size_t shape_[3];
  std::unique_ptr<float[]> pixels_;
};

} // namespace inkray::python
