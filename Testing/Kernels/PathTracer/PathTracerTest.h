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

/// Writes the parameter of a test for Google Test.
inline void PrintTo(DeviceKind kind, std::ostream* out)
{
  *out << (kind == DeviceKind::CUDA ? "CUDA" : "CPU");
}

} // namespace inkray

namespace inkray::testing
{

/// A copy of a picture: RGBA and depth of all pixels.
struct PathPicture
{
  std::vector<float> image, depth;
  double mean(int channel) const;
};

/// Return a light like the sun that shines along a direction in eye coordinates.
SurfaceLight distantLight(const Vector& direction, float intensity);

/// A way to follow paths: a kernel of the path tracer, or a loop that the papers compare with it.
struct NamedPathLoop
{
  const char* name;
  PathKernel kernel;
  const PathLoopFactory* loop = nullptr;
};
/// Return all kernels, and with `withComparedLoops` also all other loops, which do not trace every scene.
std::vector<NamedPathLoop> allPathLoops(bool withComparedLoops);

/// Every test of the path tracer runs on the CPU and on CUDA. Without a CUDA device, the latter is skipped.
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
  /// Return the message of the InvalidInput that a call throws, or "no error".
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
