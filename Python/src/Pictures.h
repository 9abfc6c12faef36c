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

/// Throws InvalidInput for sizes that no picture has.
Camera makeCamera(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height);

/// Depths of the window that are in the way: height x width of float, lower row first. Throws InvalidInput
/// for others. The array has to outlive the picture.
const float* windowDepths(const std::optional<Array>& depths, const Camera& camera);

/// Planes as rows of a, b, c and d: what is kept has a x + b y + c z >= d.
using PlaneRows = std::vector<std::array<double, 4>>;
std::vector<ClippingPlane> makePlanes(const PlaneRows& rows);
PlaneRows planeRows(const std::vector<ClippingPlane>& planes);

/// A picture on its way from the kernels, which have the lower row first, to numpy, upper row first.
class Picture
{
public:
  /// Null: all pixels are 1.
  Picture(const float* pixels, const Camera& camera, int channels);
  /// height x width x channels, or height x width of one channel. Needs the GIL; once.
  FloatImage toNumpy();

private:
  std::size_t shape_[3];
  std::unique_ptr<float[]> pixels_;
};

} // namespace inkray::python
