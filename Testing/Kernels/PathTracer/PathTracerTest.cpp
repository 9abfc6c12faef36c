// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracer/PathTracerTest.h"

#include "PathTracer/ComparedPathLoops.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inkray::testing
{

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

std::vector<NamedPathLoop> allPathLoops(bool withComparedLoops)
{
  std::vector<NamedPathLoop> loops = {
    { "Naive", PathKernel::Naive },
    { "WholeFrame", PathKernel::WholeFrame },
    { "InKernel", PathKernel::InKernel },
    { "Queued", PathKernel::Queued },
    { "Sorted", PathKernel::Sorted },
  };
  const std::pair<const char*, ComparedPathLoop> compared[] = {
    { "Counted", ComparedPathLoop::Counted },
    { "Uncompacted", ComparedPathLoop::Uncompacted },
    { "InPlace", ComparedPathLoop::InPlace },
    { "InKernel by look-back", ComparedPathLoop::InKernelByLookBack },
    { "InKernel by InK-Collate", ComparedPathLoop::InKernelByCollate },
    { "TiledGlobal", ComparedPathLoop::TiledGlobal },
    { "TiledShared", ComparedPathLoop::TiledShared },
    { "Regenerate", ComparedPathLoop::Regenerate },
    { "RegenerateCompacted", ComparedPathLoop::RegenerateCompacted },
  };
  if (withComparedLoops)
    for (const auto& [name, loop] : compared)
      loops.push_back({ name, PathKernel::Naive, comparedPathLoop(loop) });
  if (withComparedLoops)
    for (const int paths : allTiledPaths)
    {
      loops.push_back({ "TiledGlobal of any size", PathKernel::Naive,
        comparedPathLoop(ComparedPathLoop::TiledGlobal, paths) });
      loops.push_back({ "TiledShared of any size", PathKernel::Naive,
        comparedPathLoop(ComparedPathLoop::TiledShared, paths) });
    }
  return loops;
}

void PathTracerTest::SetUp()
{
  if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
    GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  this->Tracer = PathTracer::create(this->GetParam());
  ASSERT_EQ(this->Tracer->device(), this->GetParam());
}

int PathTracerTest::addBall(const BallVolume& ball, const Vector& center, double radius,
  std::int32_t material, const Color& color, float opacity)
{
  const int volume = this->tracer().addVolume(ball.input(center, radius));
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

PathFrameOptions samples(int count, int bounces)
{
  PathFrameOptions options;
  options.samples = count;
  options.bounces = bounces;
  return options;
}

} // namespace inkray::testing
