// SPDX-License-Identifier: BSD-3-Clause
// One ray caster draws many frames: whatever changed before, each picture is the one of a fresh ray caster.
#include "../../Seeds.h"
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <random>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceReuse : public IsosurfaceTest
{
protected:
  void expectLikeFresh(const IsosurfaceScene& scene, const Camera& camera,
    const IsosurfaceFrameOptions& options, const std::string& what)
  {
    const std::unique_ptr<IsosurfaceRayCaster> fresh = IsosurfaceRayCaster::create(this->GetParam());
    give(*fresh, scene);
    expectSame(this->picture(camera, options), picture(*fresh, camera, options), what);
  }
  void changeInRandomOrder(std::uint32_t seed);
};

void IsosurfaceReuse::changeInRandomOrder(std::uint32_t seed)
{
  const TestVolume volumes[] = { makeVolume(gyroid(), { 40, 33, 20 }),
    makeVolume(noise(3), { 5, 18, 7 }, { ValueType::UInt8 }),
    makeVolume(sphere(), { 20, 20, 50 }, { ValueType::Int16, Association::Cells }),
    makeVolume(constant(0.5), { 3, 3, 3 }), makeVolume(sheet(), { 34, 17, 22 }, { ValueType::Float64 }) };
  const TestArray colors = makeArray(linear(1, 1, 1), { 40, 33, 20 });
  std::mt19937 random(seed);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int volume = 0;
  IsosurfaceScene scene = makeScene(volumes[0], { 0.1 });
  Camera camera = perspectiveView(imageSize(40), imageSize(40));
  IsosurfaceFrameOptions options;
  this->give(scene);
  for (int step = 0; step < 60; ++step)
  {
    const int change = pick(8);
    const ValueType type = volumes[volume].scalars.type;
    switch (change)
    {
      case 0:
        volume = pick(5);
        scene.volume = volumes[volume].input();
        scene.colorValues = {};
        this->caster().setVolume(scene.volume);
        break;
      case 1:
      {
        std::vector<double> isovalues;
        for (int n = pick(4); n > 0; --n)
          isovalues.push_back(scaledValue(type, 0.1 * (pick(14) - 7)));
        const IsosurfaceScene other = makeScene(volumes[volume], isovalues);
        scene.surfaces = pick(2) ? other.surfaces : translucent(other).surfaces;
        this->caster().setIsosurfaces(scene.surfaces);
        break;
      }
      case 2:
      {
        const int width = imageSize(1 + pick(90)), height = imageSize(1 + pick(60));
        camera = pick(2) ? perspectiveView(width, height) : parallelView(width, height);
        break;
      }
      case 3:
        options.pipeline = allMethods()[static_cast<std::size_t>(pick(10))].pipeline;
        chooseCompaction(options, allMethods()[static_cast<std::size_t>(pick(10))].compaction);
        break;
      case 4:
        options.cropping = pick(2) != 0;
        options.croppingRegions = random() & 0x7ffffff;
        for (int a = 0; a < 3; ++a)
        {
          options.croppingPlanes[2 * a] = 0.37 + pick(6);
          options.croppingPlanes[2 * a + 1] = options.croppingPlanes[2 * a] + pick(12);
        }
        break;
      case 5:
        scene.lights = pick(2) ? mixedLights() : std::vector<SurfaceLight>(static_cast<std::size_t>(pick(3)));
        this->caster().setLights(scene.lights);
        break;
      case 6:
        scene.material.ambient = 0.1f * static_cast<float>(pick(10));
        this->caster().setMaterial(scene.material);
        break;
      default:
        if (volume == 0)
        {
          scene.colorValues = pick(2) ? colors.values() : Field();
          scene.colorTable = { { -1.0, 1.0 }, { 1, 0, 0, 0, static_cast<float>(pick(2)), 1 }, { 0, 0, 0 } };
          this->caster().setColorValues(scene.colorValues);
          this->caster().setColorTable(scene.colorTable);
        }
        options.methods.alwaysRebuild = pick(2) != 0;
        break;
    }
    this->expectLikeFresh(scene, camera, options,
      "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ", change " +
        std::to_string(change));
    if (::testing::Test::HasFatalFailure())
      return;
  }
}

TEST_P(IsosurfaceReuse, ChangesInRandomOrder)
{
  for (const std::uint32_t seed : seedsOf("IsosurfaceReuse", 2, 4))
    ASSERT_NO_FATAL_FAILURE(this->changeInRandomOrder(seed));
}

TEST_P(IsosurfaceReuse, IsovaluesWhileDragging)
{
  // Each new isovalue activates other leaves than the one before.
  const TestVolume volume = makeVolume(marschnerLobb(), { 50, 50, 50 });
  IsosurfaceScene scene = makeScene(volume, { 0.0 });
  this->give(scene);
  const int size = imageSize(48);
  for (int step = -9; step <= 9; step += 2)
  {
    scene.surfaces[0].value = 0.1 * step;
    this->caster().setIsosurfaces(scene.surfaces);
    this->expectMatches(
      scene, perspectiveView(size, size), {}, "isovalue " + std::to_string(scene.surfaces[0].value));
  }
}

TEST_P(IsosurfaceReuse, SameTwice)
{
  const TestVolume volume = makeVolume(gyroid(), { 40, 40, 40 });
  this->give(translucent(makeScene(volume, { 0.1, 0.3 })));
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    const IsosurfacePicture first = this->picture(perspectiveView(64, 64), options);
    for (int repeat = 0; repeat < 3; ++repeat)
      expectSame(first, this->picture(perspectiveView(64, 64), options), method.name);
  }
}

TEST_P(IsosurfaceReuse, WithoutHits)
{
  // Hits are optional: the image and the depth buffer do not depend on them.
  const TestVolume volume = makeVolume(gyroid(), { 30, 30, 30 });
  this->give(translucent(makeScene(volume, { 0.1, 0.3 })));
  const Camera camera = perspectiveView(40, 40);
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    const IsosurfacePicture with = this->picture(camera, options);
    this->caster().render(camera, options);
    EXPECT_TRUE(std::equal(with.image.begin(), with.image.end(), this->caster().image())) << method.name;
    EXPECT_TRUE(std::equal(with.depth.begin(), with.depth.end(), this->caster().depth())) << method.name;
  }
}

TEST_P(IsosurfaceReuse, AbandonedFrame)
{
  const TestVolume volume = makeVolume(noise(5), { 60, 60, 60 });
  const IsosurfaceScene scene = makeScene(volume, { 0.9 });
  this->give(scene);
  const Camera camera = perspectiveView(imageSize(200), imageSize(200));
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    int calls = 0;
    options.abortCheck = [&calls] { return ++calls > 0; };
    EXPECT_THROW(this->caster().render(camera, options), Aborted) << method.name;
    EXPECT_GT(calls, 0) << method.name;
    // The next frame is complete.
    options.abortCheck = [] { return false; };
    this->expectLikeFresh(scene, camera, options, method.name);
  }
}

TEST_P(IsosurfaceReuse, TheMemoryReportIsAllThatIsHeld)
{
  // Compute what each stage holds from the sizes of its arrays.
  const bool device = this->GetParam() == DeviceKind::CUDA;
  const std::size_t points = 40 * 33 * 20, leaves = 3 * 2 * 2;
  // Values that are read in place take no memory of the caster; one component of two is copied.
  TestVolume volume = makeVolume(gyroid(), { 40, 33, 20 }, { ValueType::UInt8 });
  this->give(makeScene(volume, { 128.0 }));
  EXPECT_EQ(this->caster().memory().volume, device ? points : 0u);
  volume = makeVolume(gyroid(), { 40, 33, 20 }, { ValueType::UInt16, Association::Points, 2, 1 });
  this->give(makeScene(volume, { 32768.0 }));
  EXPECT_EQ(this->caster().memory().volume, 2 * points);
  // Where some cells are hidden, each cell takes one bit.
  volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 0);
  volume.cellFlags[77] = 1;
  volume.hiddenCellBits = 1;
  this->give(makeScene(volume, { 32768.0 }));
  const std::size_t cells = 39 * 32 * 19, bits = this->caster().memory().volume - 2 * points;
  EXPECT_GE(bits, cells / 8);
  EXPECT_LE(bits, cells / 8 + 8);
  // A leaf has a range of two values, a mask of 8 bytes, and 64 sub-bricks, each with a range and bounds of
  // 16 bytes. The 16 slots for the leaves have numbers of 4 bytes. The trees over them have 32 ranges and 32
  // nodes of 16 bytes; their update takes 5 words.
  EXPECT_EQ(
    this->caster().memory().bricks, leaves * (4 + 8 + 64 * (4 + 16)) + 16 * 4 + 32 * (4 + 16) + 5 * 4);
  EXPECT_EQ(this->caster().memory().frame, 0u);
  // A pixel has a color, a depth and a hit. There are also an isovalue and three counters for the statistics.
  // Queues add the states of the rays and their stacks, which are two higher than the tree. On the CPU,
  // compactions have workspace for two items of 8 bytes a ray, and counts; on CUDA for whole tiles.
  IsosurfaceFrameOptions options;
  options.pipeline = IsosurfacePipeline::SingleKernel;
  this->picture(perspectiveView(32, 40), options);
  const std::size_t image = std::size_t(32) * 40 * (16 + 4 + 16);
  this->caster().statistics();
  EXPECT_EQ(this->caster().memory().frame, image + 24 + 3 * 8);
  options.pipeline = IsosurfacePipeline::MultiKernel;
  this->picture(perspectiveView(32, 40), options);
  const std::size_t queues = std::size_t(32) * 40 * (4 * 4 + 4 + 8 + 16 + 4 + 6 * 4 + (device ? 0 : 16));
  EXPECT_GE(this->caster().memory().frame, image + queues);
  EXPECT_LE(this->caster().memory().frame, image + queues + (device ? 1 << 20 : 1 << 12));
  // Values that color the surface take memory as well. Values of another type are kept as floats; values that
  // are read in place take none.
  const std::size_t held = this->caster().memory().volume;
  const TestArray doubles = makeArray(linear(1, 1, 1), { 40, 33, 20 }, { ValueType::Float64 }),
                  floats = makeArray(linear(1, 1, 1), { 40, 33, 20 });
  this->caster().setColorValues(doubles.values());
  EXPECT_EQ(this->caster().memory().volume, held + 4 * points);
  this->caster().setColorValues(floats.values());
  EXPECT_EQ(this->caster().memory().volume, held + (device ? 4 * points : 0));
  this->caster().setColorValues(doubles.values());
  this->caster().setColorValues({});
  EXPECT_EQ(this->caster().memory().volume, held);
}

INKRAY_TEST_ON_DEVICES(IsosurfaceReuse);

} // namespace
