// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "PathTracer/PathTestScenes.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace inkray
{

/// How Google Test writes the parameter of a test.
inline void PrintTo(DeviceKind kind, std::ostream* out)
{
  *out << (kind == DeviceKind::CUDA ? "CUDA" : "CPU");
}

} // namespace inkray

namespace inkray::testing
{

/// A picture as it was drawn.
struct PathPicture
{
  std::vector<float> image, depth;
  double mean(int channel) const;
};

/// A light like the sun, shining along a direction of eye coordinates.
SurfaceLight distantLight(const Vector& direction, float intensity);

/// A way to follow paths: a kernel of the path tracer, or a loop that the papers compare with them.
struct NamedPathLoop
{
  const char* name;
  PathKernel kernel;
  const PathLoopFactory* loop = nullptr;
};
/// Every kernel, and every other loop besides where these trace the scene.
std::vector<NamedPathLoop> allPathLoops(bool withComparedLoops);

/// Every test of the path tracer runs on each device, and skips itself where there is none.
class PathTracerTest : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override;
  PathTracer& tracer() { return *this->Tracer; }

  /// Add a ball with one surface of material `material`; returns the volume's number.
  int addBall(const BallVolume& ball, const Vector& center, double radius, std::int32_t material,
    const Color& color = { 1, 1, 1 }, float opacity = 1);
  void setLight(float constant);
  void setMaterials(const std::vector<PathMaterialKind>& kinds);
  PathPicture picture(const Camera& camera, const PathFrameOptions& options);
  /// The message of the error that a call gives, and that it is one of bad input.
  template <class Call>
  static std::string refusal(const Call& call)
  {
    try
    {
      call();
    }
    catch (const InvalidInput& error)
    {
      return error.what();
    }
    return "no error";
  }

  std::unique_ptr<PathTracer> Tracer;
};

PathFrameOptions samples(int count, int bounces = 8);

} // namespace inkray::testing

#define INKRAY_PATHS_ON_DEVICES(suite)                                                                       \
  INSTANTIATE_TEST_SUITE_P(CPU, suite, ::testing::Values(inkray::DeviceKind::CPU));                          \
  INSTANTIATE_TEST_SUITE_P(CUDA, suite, ::testing::Values(inkray::DeviceKind::CUDA))
