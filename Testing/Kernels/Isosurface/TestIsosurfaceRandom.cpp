// SPDX-License-Identifier: BSD-3-Clause
// Small random volumes of every type and shape, with random isovalues, placements, cameras, cuts and methods.
// Each case is one seed.
#include "../../Seeds.h"
#include "Isosurface/IsosurfaceTest.h"
#include "Oracles/Randomness.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceRandom : public IsosurfaceTest
{
protected:
  void checkSeed(unsigned seed)
  {
    Randomness random(seed);
    // Volume.
    Storage storage;
    storage.type = static_cast<ValueType>(random.integer(10));
    storage.association = random.chance(0.3) ? Association::Cells : Association::Points;
    storage.numComponents = random.chance(0.7) ? 1 : 1 + random.integer(4);
    storage.component = random.integer(storage.numComponents);
    const int least = storage.association == Association::Cells ? 3 : 2;
    GridIndex n;
    for (std::int64_t& side : n)
      side = least + (random.chance(0.2) ? random.integer(34) : random.integer(9));
    const int levels = 2 + random.integer(4);
    const VolumeFunction functions[] = { noise(seed), noise(seed), gyroid(random.real(0.5, 2.0)),
      checkerboard(), sheet(), linear(random.real(-1, 1), 0.6, random.real(-1, 1)), steps(seed, levels),
      steps(seed, levels) };
    const int function = random.integer(8);
    TestVolume volume = makeVolume(functions[function], n, storage);
    if (random.chance(0.5))
      volume.indexToMesh = multiply(rotation(random.direction(), random.real(0, 180)),
        multiply(
          scaling(random.real(0.3, 1), random.real(0.3, 1), -random.real(0.3, 1)), volume.indexToMesh));
    const GridIndex count = volume.count();
    if (storage.type >= ValueType::Float32 && random.chance(0.4))
    {
      for (std::int64_t t = 0; t < count[0] * count[1] * count[2]; ++t)
      {
        if (random.chance(0.02))
          volume.scalars.set(t, storage.component, std::nan(""));
      }
    }
    if (random.chance(0.3))
    {
      volume.cellFlags.resize(static_cast<std::size_t>(volume.numCells()));
      for (std::uint8_t& flag : volume.cellFlags)
        flag = static_cast<std::uint8_t>(random.chance(0.05) ? 1 + random.integer(2) : 0);
      volume.hiddenCellBits = 1;
      volume.ghostCellBits = 2;
    }
    // Choose surfaces. Some have values of grid points, so that surfaces run through points, edges and faces.
    std::vector<double> isovalues;
    for (int s = 1 + random.integer(4); s > 0; --s)
    {
      const double own =
        function >= 6 ? 2.0 * random.integer(levels) / (levels - 1) - 1.0 : random.real(-0.9, 0.9);
      isovalues.push_back(random.chance(function >= 6 ? 0.7 : 0.3)
          ? storedValue(storage.type, own)
          : scaledValue(storage.type, random.real(-0.8, 0.8)));
      if (random.chance(0.1))
        isovalues.push_back(
          isovalues.back() + scaledValue(storage.type, 1e-6) - scaledValue(storage.type, 0.0));
    }
    IsosurfaceScene scene = makeScene(volume, isovalues);
    for (Isosurface& surface : scene.surfaces)
      surface.opacity = random.chance(0.4) ? 1.0f : static_cast<float>(random.real(0.1, 0.9));
    if (random.chance(0.5))
      scene.lights = mixedLights();
    // Place the camera around the volume, inside it, or along an axis.
    const int width = 1 + random.integer(imageSize(40)), height = 1 + random.integer(imageSize(40));
    const double away = random.chance(0.25) ? random.real(0.0, 0.8) : random.real(2.0, 6.0);
    Vector eye = random.direction();
    if (random.chance(0.15))
      eye = { 0, 0, random.chance(0.5) ? 1.0 : -1.0 };
    for (double& x : eye)
      x *= away;
    const Vector target = { random.real(-0.2, 0.2), random.real(-0.2, 0.2), random.real(-0.2, 0.2) };
    const double near = away < 1.0 ? 1e-3 : random.chance(0.2) ? away - 0.3 : 0.5;
    const Camera camera = random.chance(0.6)
      ? perspectiveCamera(eye, target, random.real(15, away < 1.0 ? 120 : 50), near, 12.0, width, height)
      : parallelCamera(eye, target, random.real(0.2, 1.4), near, 12.0, width, height);
    // Choose cuts and a method.
    IsosurfaceFrameOptions options;
    const NamedMethod& method = allMethods()[static_cast<std::size_t>(random.integer(10))];
    method.choose(options);
    options.earlyTermination = 0.0f;
    if (random.chance(0.25))
      options.clippingPlanes.push_back(
        { { random.real(-1, 1), random.real(-1, 1), random.real(-1, 1) }, random.real(-0.8, 0.3) });
    if (random.chance(0.25))
    {
      options.cropping = true;
      options.croppingRegions = static_cast<unsigned>(random.integer(1 << 27));
      for (int a = 0; a < 3; ++a)
      {
        options.croppingPlanes[2 * a] = random.real(0, 0.7) * static_cast<double>(n[a] - 1);
        options.croppingPlanes[2 * a + 1] =
          options.croppingPlanes[2 * a] + random.real(0, 0.5) * static_cast<double>(n[a]);
      }
    }
    this->give(scene);
    const IsosurfaceComparison c =
      compare(BruteForceIsosurface(scene, camera), camera, options, this->picture(camera, options));
    expectRight(c, "seed " + std::to_string(seed) + ", " + method.name);
    this->NumHits += c.hits;
  }
  std::int64_t NumHits = 0;
};

TEST_P(IsosurfaceRandom, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 600 : 80;
  const std::vector<std::uint32_t> seeds = seedsOf("IsosurfaceRandom", fixed, fixed);
  for (const std::uint32_t seed : seeds)
    this->checkSeed(seed);
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->NumHits, 20 * static_cast<std::int64_t>(seeds.size()));
  }
}

INKRAY_TEST_ON_DEVICES(IsosurfaceRandom);

} // namespace
