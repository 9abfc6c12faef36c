// SPDX-License-Identifier: BSD-3-Clause
// The rays of pixels: which pixels have one, where it begins and ends, and what cuts it.
#include "Compaction/LayersTest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TEST_F(Layers, EveryPixelHasOneRay)
{
  const RayGenerator& camera = Scene.scene.camera;
  std::vector<int> seen(std::size_t(Width) * Height, 0);
  int outside = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
  {
    int pixel[2];
    if (!pixelOfRay(camera, static_cast<std::uint32_t>(number), pixel))
    {
      ++outside;
      continue;
    }
    ++seen[static_cast<std::size_t>(pixelIndex(camera, pixel))];
    // Rays with neighboring numbers belong to neighboring pixels: 64 to a tile.
    EXPECT_EQ(pixel[0] / 8 + 3 * (pixel[1] / 8), number / 64);
  }
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
  EXPECT_EQ(outside, 3 * 2 * 64 - Width * Height);
}

TEST_F(Layers, RaysOfPixels)
{
  for (const auto& pixel : { std::array<int, 2>{ 0, 0 }, { 19, 0 }, { 0, 11 }, { 7, 5 } })
  {
    Ray ray;
    setupRay(Scene.scene, pixel.data(), ray);
    // The ray enters at height 32 and leaves at height 0, through the pixel's center, 50 and 82 from the eye.
    for (const auto& [t, height] : { std::pair<float, float>{ ray.begin, 32.0f }, { ray.end, 0.0f } })
    {
      EXPECT_NEAR(ray.origin[0] + t * ray.direction[0], 2 * pixel[0] + 1, 1e-4);
      EXPECT_NEAR(ray.origin[1] + t * ray.direction[1], 2 * pixel[1] + 1, 1e-4);
      EXPECT_NEAR(ray.origin[2] + t * ray.direction[2], height, 1e-4);
      EXPECT_NEAR(depthAt(Scene.scene.camera, t), 82.0f - height, 1e-4);
    }
    EXPECT_NEAR(Scene.scene.camera.window.ofDepth(50.0f), (50.0 - 1.0) / 99.0, 1e-6);
  }
  // Clipping planes, opaque geometry and the near plane cut the ray.
  const int pixel[2] = { 7, 5 };
  Ray ray;
  Scene.scene.clipPlanes.count = 2;
  const float planes[2][4] = { { 0, 0, 1, -4 }, { 0, 0, -1, 30 } }; // 4 <= z <= 30
  std::copy(&planes[0][0], &planes[0][0] + 8, &Scene.scene.clipPlanes.planes[0][0]);
  setupRay(Scene.scene, pixel, ray);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.begin), 52.0f, 1e-4);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.end), 78.0f, 1e-4);
  std::vector<float> opaque(std::size_t(Width) * Height, 1.0f);
  opaque[at(7, 5)] = static_cast<float>((70.0 - 1.0) / 99.0);
  Scene.scene.camera.stops = opaque.data();
  setupRay(Scene.scene, pixel, ray);
  EXPECT_NEAR(depthAt(Scene.scene.camera, ray.end), 70.0f, 1e-3);
  const float across[4] = { 1, 0, 0, -15.5f }; // x >= 15.5; the pixel is at 15
  std::copy(across, across + 4, Scene.scene.clipPlanes.planes[1]);
  setupRay(Scene.scene, pixel, ray);
  EXPECT_FALSE(ray.begin <= ray.end);
}

TEST(GenerateRays, ParametersOfRaysAreZeroAtTheMiddleOfTheVolume)
{
  // This holds however far away the eye is, so that positions in the volume keep their digits.
  KernelScene<float> s({ 40, 24, 32 }, gyroidOf, { 0.3f });
  for (const double distance : { 60.0, 1e3, 1e6 })
  {
    const Vector eye = { 20 + 0.48 * distance, 12 - 0.36 * distance, 16 + 0.8 * distance };
    for (const Camera& camera : { perspectiveCamera(eye, { 21, 11, 17 }, 30.0, 1.0, 2.0 * distance, 16, 16),
           parallelCamera(eye, { 21, 11, 17 }, 20.0, 1.0, 2.0 * distance, 16, 16) })
    {
      s.look(camera);
      const auto middle = transform(camera.meshToEye, { 20, 12, 16 });
      EXPECT_NEAR(depthAt(s.scene.camera, 0.0f), -middle[2], 1e-5 * distance);
    }
  }
}

TEST_F(Layers, CroppingRegions)
{
  const int pixel[2] = { 7, 5 }; // x = 15, y = 11
  Ray ray;
  setupRay(Scene.scene, pixel, ray);
  const float t = 0.5f * (ray.begin + ray.end); // z = 16
  EXPECT_FALSE(Scene.scene.cropping.removes(ray, t));
  Scene.scene.cropping.on = 1;
  const struct
  {
    float planes[6];
    int region;
  } cases[] = { { { 20, 30, 20, 30, 20, 30 }, 0 }, { { 10, 30, 20, 30, 20, 30 }, 1 },
    { { 5, 10, 20, 30, 20, 30 }, 2 }, { { 20, 30, 10, 30, 20, 30 }, 3 }, { { 20, 30, 5, 10, 20, 30 }, 6 },
    { { 20, 30, 20, 30, 10, 30 }, 9 }, { { 10, 30, 10, 30, 10, 30 }, 13 }, { { 5, 10, 5, 10, 5, 10 }, 26 },
    { { 15, 15, 20, 30, 20, 30 }, 1 } };
  for (const auto& c : cases)
  {
    std::copy(c.planes, c.planes + 6, Scene.scene.cropping.planes);
    Scene.scene.cropping.regions = 1u << c.region;
    EXPECT_FALSE(Scene.scene.cropping.removes(ray, t)) << c.region;
    Scene.scene.cropping.regions = 0x7ffffffu & ~(1u << c.region);
    EXPECT_TRUE(Scene.scene.cropping.removes(ray, t)) << c.region;
  }
}

TEST_F(Layers, RaysThatMissAreDropped)
{
  const GenerateRays<> generate = { &Scene.scene, Scene.states(), Scene.image() };
  std::uint32_t out = 0;
  int kept = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    kept += generate(number, out);
  EXPECT_EQ(kept, Width * Height);
}

TEST_F(LayersWithoutSurface, RaysAreDroppedAndPixelsEmpty)
{
  std::uint32_t out = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    EXPECT_FALSE((GenerateRays<>{ &Scene.scene, Scene.states(), Scene.image() }(number, out)));
  this->expectEmptyPixels();
}

} // namespace
