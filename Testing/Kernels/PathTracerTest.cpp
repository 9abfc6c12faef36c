// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracerTest.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

BallVolume::BallVolume(std::int64_t n)
  : points(n)
{
  const auto at = [n](std::int64_t i) {
    return 2.5 * static_cast<double>(i) / static_cast<double>(n - 1) - 1.25;
  };
  for (std::int64_t z = 0; z < n; ++z)
    for (std::int64_t y = 0; y < n; ++y)
      for (std::int64_t x = 0; x < n; ++x)
        values.push_back(static_cast<float>(1.0 - std::hypot(at(x), at(y), at(z))));
}

void BallVolume::makeRectilinear()
{
  for (auto& places : coordinates)
    for (std::int64_t i = 0; i < points; ++i)
      places.push_back(static_cast<double>(i));
}

VolumeInput BallVolume::input(const Vector& centre, double radius) const
{
  VolumeInput in;
  const double spacing = 2.5 * radius / static_cast<double>(points - 1);
  for (int axis = 0; axis < 3; ++axis)
  {
    in.dimensions[axis] = points;
    in.indexToMesh[5 * axis] = spacing;
    in.indexToMesh[4 * axis + 3] = centre[static_cast<std::size_t>(axis)] - 1.25 * radius;
    const auto& places = coordinates[static_cast<std::size_t>(axis)];
    in.coordinates[axis] = places.empty() ? nullptr : places.data();
  }
  in.scalars.values = values.data();
  in.scalars.numTuples = points * points * points;
  return in;
}

void QuadMesh::add(const std::array<Vector, 4>& quad, const Color& color)
{
  const auto first = static_cast<std::int64_t>(points.size() / 3);
  for (const Vector& p : quad)
  {
    for (const double x : p)
      points.push_back(static_cast<float>(x));
    colors.insert(colors.end(), color.begin(), color.end());
  }
  for (const int k : { 0, 1, 2, 0, 2, 3 })
    corners.push_back(first + k);
}

PathTriangles QuadMesh::input(std::int32_t material) const
{
  PathTriangles in;
  in.points = points.data();
  in.numPoints = static_cast<std::int64_t>(points.size() / 3);
  in.corners = corners.data();
  in.numTriangles = static_cast<std::int64_t>(corners.size() / 3);
  in.colors = colors.data();
  in.material = material;
  return in;
}

double PathPicture::mean(int channel) const
{
  double sum = 0.0;
  for (std::size_t i = static_cast<std::size_t>(channel); i < image.size(); i += 4)
    sum += static_cast<double>(image[i]);
  return sum / static_cast<double>(image.size() / 4);
}

SurfaceLight distantLight(const Vector& direction, float intensity)
{
  SurfaceLight light;
  const double length = norm(direction);
  for (int i = 0; i < 3; ++i)
  {
    light.direction[i] = static_cast<float>(direction[static_cast<std::size_t>(i)] / length);
    light.diffuse[i] = intensity;
  }
  return light;
}

const std::vector<NamedPathKernel>& allPathKernels()
{
  static const std::vector<NamedPathKernel> kernels = {
    { "Naive", PathKernel::Naive, CompactionMethod::InKCompactLookBack },
    { "WholeFrame", PathKernel::WholeFrame, CompactionMethod::InKCompactLookBack },
    { "TiledGlobal", PathKernel::TiledGlobal, CompactionMethod::InKCompactLookBack },
    { "TiledShared", PathKernel::TiledShared, CompactionMethod::InKCompactLookBack },
    { "InKernel by look-back", PathKernel::InKernel, CompactionMethod::InKCompactLookBack },
    { "InKernel by InK-Compact", PathKernel::InKernel, CompactionMethod::InKCompact },
    { "InKernel by InK-Collate", PathKernel::InKernel, CompactionMethod::InKCollate },
    { "Regenerate", PathKernel::Regenerate, CompactionMethod::InKCompactLookBack },
  };
  return kernels;
}

void PathTracerTest::SetUp()
{
  if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
    GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  this->Tracer = PathTracer::create(this->GetParam());
  ASSERT_EQ(this->Tracer->device(), this->GetParam());
}

int PathTracerTest::addBall(const BallVolume& ball, const Vector& centre, double radius,
  std::int32_t material, const Color& color, float opacity)
{
  const int volume = this->tracer().addVolume(ball.input(centre, radius));
  PathSurface surface;
  surface.value = 0.0;
  std::copy(color.begin(), color.end(), surface.color);
  surface.opacity = opacity;
  surface.material = material;
  this->tracer().setIsosurfaces(volume, { surface });
  return volume;
}

void PathTracerTest::setLight(float constant)
{
  Environment environment;
  environment.strength = constant;
  this->tracer().setEnvironment(environment);
}

void PathTracerTest::setMaterials(const std::vector<PathMaterialKind>& kinds)
{
  std::vector<PathMaterial> materials;
  for (const PathMaterialKind kind : kinds)
  {
    PathMaterial material;
    material.kind = kind;
    materials.push_back(material);
  }
  this->tracer().setMaterials(materials);
}

PathPicture PathTracerTest::picture(const Camera& camera, const PathFrameOptions& options)
{
  this->tracer().render(camera, options);
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  return { { this->tracer().image(), this->tracer().image() + 4 * pixels },
    { this->tracer().depth(), this->tracer().depth() + pixels } };
}

Camera frontCamera(int width, int height, double distance, double viewAngle)
{
  return perspectiveCamera({ 0, 0, distance }, { 0, 0, 0 }, viewAngle, 0.1, 100, width, height);
}

PathFrameOptions samples(int count, int bounces)
{
  PathFrameOptions options;
  options.samples = count;
  options.bounces = bounces;
  return options;
}

} // namespace inkray::testing
