// SPDX-License-Identifier: BSD-3-Clause
#include "Pictures.h"

#include "Core/Errors.h"

#include <algorithm>
#include <string>

namespace inkray::python
{

Camera makeCamera(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height)
{
  constexpr int most = 32768;
  if (width < 1 || height < 1 || width > most || height > most)
    throw InvalidInput("size: an image of " + std::to_string(width) + " x " + std::to_string(height) +
      " pixels; each side has 1 to " + std::to_string(most));
  Camera camera;
  std::copy(meshToEye.begin(), meshToEye.end(), camera.meshToEye);
  std::copy(eyeToClip.begin(), eyeToClip.end(), camera.eyeToClip);
  camera.width = width;
  camera.height = height;
  return camera;
}

const float* windowDepths(const std::optional<Array>& depths, const Camera& camera)
{
  if (!depths)
    return nullptr;
  if (checkHostArray(*depths, "opaque_depth") != ValueType::Float32 || depths->ndim() != 2 ||
    depths->shape(0) != static_cast<std::size_t>(camera.height) ||
    depths->shape(1) != static_cast<std::size_t>(camera.width))
    throw InvalidInput("opaque_depth: " + std::to_string(camera.height) + " x " +
      std::to_string(camera.width) + " numbers of float32 are needed");
  return static_cast<const float*>(static_cast<const void*>(depths->data()));
}

std::vector<ClippingPlane> makePlanes(const PlaneRows& rows)
{
  std::vector<ClippingPlane> planes;
  for (const auto& row : rows)
    planes.push_back({ { row[0], row[1], row[2] }, row[3] });
  return planes;
}

PlaneRows planeRows(const std::vector<ClippingPlane>& planes)
{
  PlaneRows rows;
  for (const ClippingPlane& plane : planes)
    rows.push_back({ plane.normal[0], plane.normal[1], plane.normal[2], plane.distance });
  return rows;
}

Picture::Picture(const float* pixels, const Camera& camera, int channels)
  : shape_{ static_cast<std::size_t>(camera.height), static_cast<std::size_t>(camera.width),
    static_cast<std::size_t>(channels) }
{
  const std::size_t row = shape_[1] * shape_[2];
  pixels_.reset(new float[shape_[0] * row]);
  for (std::size_t j = 0; j < shape_[0]; ++j)
  {
    float* const to = pixels_.get() + (shape_[0] - 1 - j) * row;
    pixels ? std::copy_n(pixels + j * row, row, to) : std::fill_n(to, row, 1.0f);
  }
}

FloatImage Picture::toNumpy()
{
  float* const pixels = pixels_.release();
  const nanobind::capsule owner(pixels, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return FloatImage(pixels, shape_[2] == 1 ? 2 : 3, shape_, owner);
}

} // namespace inkray::python
