// SPDX-License-Identifier: BSD-3-Clause
// The path tracer's pictures on CUDA and on the CPU agree, except for single paths. Both draw the same random
// numbers, but their sines, logarithms and powers differ in the last bit. If a point falls on the other side
// of an edge, or reflection is chosen instead of refraction, a path goes another way from there on. So single
// pixels of a few samples may differ by a whole path's light. More samples reduce this difference like noise.
#include "Core/Errors.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTracerTest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Edge = 64;
constexpr float OneLevel = 1.0f / 255;

/// The differences between two pictures, over red, green and blue of all pixels.
struct Distance
{
  int differing = 0;  ///< pixels that differ by more than one level
  double maximum = 0; ///< the largest difference of a channel
  double mean = 0;    ///< the mean of the signed differences
};

Distance distance(const PathPicture& a, const PathPicture& b)
{
  Distance distance;
  for (std::size_t pixel = 0; pixel < a.image.size(); pixel += 4)
  {
    float most = 0;
    for (std::size_t channel = pixel; channel < pixel + 3; ++channel)
    {
      const float difference = a.image[channel] - b.image[channel];
      most = std::max(most, std::abs(difference));
      distance.mean += difference;
    }
    distance.differing += most > OneLevel;
    distance.maximum = std::max(distance.maximum, static_cast<double>(most));
  }
  distance.mean /= static_cast<double>(a.image.size() / 4 * 3);
  return distance;
}

/// The test's tracer on CUDA is compared with another one on the CPU.
class PathDevices : public PathTracerTest
{
protected:
  using Give = std::function<void()>;

  /// Give the scene to both tracers, and compare their pictures of 1 and of 64 samples.
  void expectAlike(const Give& give, const Camera& camera, PathFrameOptions options)
  {
    PathPicture pictures[2][2];
    const int counts[] = { 1, 64 };
    for (int device = 0; device < 2; ++device)
    {
      if (device == 1)
        this->Tracer = PathTracer::create(DeviceKind::CPU);
      give();
      for (int i = 0; i < 2; ++i)
      {
        this->tracer().restart();
        options.samples = counts[i];
        pictures[i][device] = this->picture(camera, options);
      }
    }
    ASSERT_GT(pictures[1][0].mean(1), 0.05) << "there is something to see";
    const Distance few = distance(pictures[0][0], pictures[0][1]),
                   many = distance(pictures[1][0], pictures[1][1]);
    RecordProperty("pixels that differ, 1 sample", few.differing);
    RecordProperty("pixels that differ, 64 samples", many.differing);
    RecordProperty("largest difference in levels, 1 sample", static_cast<int>(few.maximum * 255));
    RecordProperty("largest difference in levels, 64 samples", static_cast<int>(many.maximum * 255));
    // At most one path in 200 goes another way. With 64 samples a path weighs a 64th.
    EXPECT_LE(few.differing, Edge * Edge / 200);
    EXPECT_LE(many.maximum, std::max(few.maximum, 1.0) / 16);
    EXPECT_LT(std::abs(many.mean), 0.1 * OneLevel);
  }
};

TEST_P(PathDevices, VolumeAndLens)
{
  const BallVolume ball(25);
  PathFrameOptions options = samples(1, 8);
  options.lensRadius = 0.2f;
  options.focalDepth = 4;
  this->expectAlike(
    [&] {
      this->setMaterials({ PathMaterialKind::Diffuse });
      this->setLight(0.8f);
      const int volume = this->addBall(ball, { 0, 0, 0 }, 1, 0, { 0.9f, 0.8f, 0.7f }, 0.5f);
      TransferFunction fog;
      fog.knots = { { -1.0, 0.2f, 0.4f, 0.9f, 0.5f }, { 1.0, 0.9f, 0.6f, 0.2f, 3.0f } };
      this->tracer().setTransferFunction(volume, fog);
    },
    frontCamera(Edge, Edge), options);
}

TEST_P(PathDevices, DenseGlassInParallelProjection)
{
  const BallVolume ball(25);
  PathFrameOptions options = samples(1, 64);
  options.smoothNormals = true;
  this->expectAlike(
    [&] {
      PathMaterial glass;
      glass.kind = PathMaterialKind::Glass;
      glass.refractiveIndex = 4;
      this->tracer().setMaterials({ glass });
      this->setLight(0.8f);
      this->addBall(ball, { 0, 0, 0 }, 1, 0, { 0.9f, 0.95f, 1.0f });
    },
    parallelCamera({ 0, 0, 4 }, { 0, 0, 0 }, 1.2, 1.0, 8.0, Edge, Edge), options);
}

TEST(PathTracerDevices, AreTheCpuWhereItIsNamed)
{
  const DeviceId cpu = { DeviceKind::CPU, 3 }; // the ordinal of a CPU means nothing
  EXPECT_EQ(PathTracer::create(cpu)->deviceName(), cpuDevice().name);
}

TEST(PathTracerDevices, WithAnOrdinalThatNoneHasAreRefused)
{
  const DeviceId missing = { DeviceKind::CUDA, numCudaDevices() };
  try
  {
    PathTracer::create(missing);
    FAIL() << "made on a device that is not there";
  }
  catch (const Error& error)
  {
    EXPECT_EQ(error.what(),
      "no CUDA device " + std::to_string(missing.ordinal) + ": " + cudaDevice(missing.ordinal).reason);
  }
}

INSTANTIATE_TEST_SUITE_P(CUDA, PathDevices, ::testing::Values(DeviceKind::CUDA));

} // namespace
