// SPDX-License-Identifier: BSD-3-Clause
// All pipelines and compaction methods give the same picture, bit for bit.
#include "Isosurface/IsosurfaceTest.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceMethods : public IsosurfaceTest
{
protected:
  void expectAllSame(const IsosurfaceScene& scene, const Camera& camera, IsosurfaceFrameOptions options,
    const std::string& what)
  {
    this->give(scene);
    options.pipeline = IsosurfacePipeline::SingleKernel;
    const IsosurfacePicture single = this->picture(camera, options);
    this->expectMatches(scene, camera, options, what);
    const std::int64_t hits = this->caster().statistics().hits, rays = this->caster().statistics().rays;
    for (const NamedMethod& method : allMethods())
    {
      method.choose(options);
      expectSame(single, this->picture(camera, options), what + ", " + method.name);
      EXPECT_EQ(this->caster().statistics().hits, hits) << what << ", " << method.name;
      EXPECT_EQ(this->caster().statistics().rays, rays) << what << ", " << method.name;
      const IsosurfacePipeline used =
        method.pipeline == IsosurfacePipeline::Auto ? IsosurfacePipeline::SingleKernel : method.pipeline;
      EXPECT_EQ(this->caster().statistics().pipeline, used) << what << ", " << method.name;
    }
  }

  /// Compares rays one at a time with packets of four and eight, of the whole volume and of parts of it.
  void expectSameOfPackets(const Camera& camera, const std::vector<float>& opaque)
  {
    for (const int cut : { 0, 1, 2 })
    {
      IsosurfaceFrameOptions options;
      options.smoothNormals = cut == 1;
      if (cut == 1)
      {
        options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.3 }, { { -1, 0.1, 0 }, -0.6 } };
        options.opaqueDepth = opaque.data();
        options.earlyTermination = 0.2f;
      }
      if (cut == 2)
      {
        options.cropping = true;
        const double planes[6] = { 10.3, 25.1, 3.2, 30.7, 3.9, 10.4 };
        std::copy(planes, planes + 6, options.croppingPlanes);
        options.croppingRegions = 0x5a3f6e5u;
      }
      options.methods.raysAtATime = RaysAtATime::One;
      const IsosurfacePicture one = this->picture(camera, options);
      for (const RaysAtATime rays : { RaysAtATime::Four, RaysAtATime::Eight })
      {
        options.methods.raysAtATime = rays;
        expectSame(one, this->picture(camera, options),
          "cut " + std::to_string(cut) + ", rays " + std::to_string(static_cast<int>(rays)));
      }
    }
  }
};

TEST_P(IsosurfaceMethods, OneSurface)
{
  const int size = imageSize(80);
  const std::pair<const char*, VolumeFunction> functions[] = { { "gyroid", gyroid() }, { "noise", noise(17) },
    { "sheet", sheet() } };
  for (const auto& [name, function] : functions)
  {
    const TestVolume volume = makeVolume(function, { 50, 37, 41 });
    this->expectAllSame(makeScene(volume, { 0.21 }), perspectiveView(size, size), {}, name);
    this->expectAllSame(
      makeScene(volume, { 0.21 }), parallelView(size, size), {}, std::string(name) + ", parallel");
  }
}

TEST_P(IsosurfaceMethods, ManySurfacesCutInManyWays)
{
  const TestVolume volume = makeVolume(gyroid(), { 36, 50, 33 });
  IsosurfaceScene scene = translucent(makeScene(volume, { 0.3, -0.2, 0.6, -0.5 }));
  const int size = imageSize(64);
  const Camera camera = perspectiveView(size, size);
  this->expectAllSame(scene, camera, {}, "four surfaces");
  IsosurfaceFrameOptions options;
  options.earlyTermination = 0.2f;
  options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.7 } };
  options.cropping = true;
  const double planes[6] = { 10.3, 25.1, 13.2, 40.7, 8.9, 20.4 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  options.croppingRegions = 0x5a3f6e5u;
  std::vector<float> depth(static_cast<std::size_t>(size) * size);
  for (std::size_t pixel = 0; pixel < depth.size(); ++pixel)
    depth[pixel] = pixel % 3 ? 1.0f : 0.91f;
  options.opaqueDepth = depth.data();
  this->expectAllSame(scene, camera, options, "cut");
}

TEST_P(IsosurfaceMethods, RaysAreCountedWhenTheDepthsOfOpaqueThingsAreGone)
{
  const int size = imageSize(24);
  const Camera camera = perspectiveView(size, size);
  this->give(makeScene(makeVolume(gyroid(), { 20, 20, 20 }), { 0.1 }));
  this->picture(camera, {});
  const std::int64_t rays = this->caster().statistics().rays;
  EXPECT_GT(rays, 0);
  {
    const std::vector<float> inFront(static_cast<std::size_t>(size) * size, 0.0f);
    IsosurfaceFrameOptions options;
    options.opaqueDepth = inFront.data();
    this->picture(camera, options);
  }
  EXPECT_EQ(this->caster().statistics().rays, rays);
  EXPECT_EQ(this->caster().statistics().hits, 0);
}

// Tests how many rays go through a volume at a time.

TEST_P(IsosurfaceMethods, RaysAtATime)
{
  // Values of each size, some not finite, with some cells hidden. The camera is outside; inside, where rays
  // of a packet go opposite ways along an axis; along an axis; and so far away that each pixel has many
  // cells.
  const int width = imageSize(43), height = imageSize(37);
  std::vector<float> opaque(static_cast<std::size_t>(width) * height, 1.0f);
  for (std::size_t pixel = 0; pixel < opaque.size(); pixel += 3)
    opaque[pixel] = 0.9f + 0.0001f * static_cast<float>(pixel % 1000);
  unsigned seed = 0;
  for (const ValueType type : { ValueType::Float32, ValueType::UInt8, ValueType::UInt16 })
    for (const VolumeFunction& function : { gyroid(), noise(++seed), steps(seed, 4) })
    {
      Storage storage;
      storage.type = type;
      TestVolume volume = makeVolume(function, { 37, 50, 20 }, storage);
      if (type == ValueType::Float32)
        for (std::int64_t i = 5; i < 37 * 50 * 20; i += 97)
          volume.scalars.set(i, 0, i % 2 ? std::nan("") : std::numeric_limits<double>::infinity());
      if (type == ValueType::UInt16)
      {
        volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 0);
        for (std::size_t cell = 0; cell < volume.cellFlags.size(); cell += 13)
          volume.cellFlags[cell] = 1;
        volume.hiddenCellBits = 1;
      }
      const double low = scaledValue(type, -0.4), middle = scaledValue(type, 0.1),
                   high = scaledValue(type, 0.6), own = storedValue(type, 1.0 / 3.0);
      for (const std::vector<double>& isovalues :
        { std::vector<double>{ middle }, { own }, { low, own, middle, high } })
        for (const bool isTranslucent : { false, true })
        {
          const IsosurfaceScene scene = makeScene(volume, isovalues);
          this->give(isTranslucent ? translucent(scene) : scene);
          for (const Camera& camera : { perspectiveView(width, height), parallelView(width, height),
                 perspectiveCamera({ 0.05, -0.1, 0.2 }, { 0, 1, 0.3 }, 110.0, 1e-3, 10.0, width, height),
                 parallelCamera({ 0, 0, 4 }, { 0, 0, 0 }, 1.25, 0.1, 20.0, width, height),
                 perspectiveCamera({ 29, 21, 37 }, { 0, 0, 0 }, 8.0, 0.1, 90.0, width, height) })
            this->expectSameOfPackets(camera, opaque);
        }
    }
}

TEST_P(IsosurfaceMethods, RaysAtATimeOfRandomScenes)
{
  for (unsigned seed = 0; seed < 120; ++seed)
  {
    Randomness random(seed);
    Storage storage;
    storage.type = static_cast<ValueType>(random.integer(10));
    const GridIndex n = { 2 + random.integer(40), 2 + random.integer(9), 2 + random.integer(40) };
    const VolumeFunction functions[] = { noise(seed), gyroid(random.real(0.5, 2.0)), checkerboard(), sheet(),
      steps(seed, 3) };
    TestVolume volume = makeVolume(functions[random.integer(5)], n, storage);
    volume.indexToMesh = multiply(rotation(random.direction(), random.real(0, 180)), volume.indexToMesh);
    std::vector<double> isovalues;
    for (int s = 1 + random.integer(3); s > 0; --s)
      isovalues.push_back(random.chance(0.3) ? storedValue(storage.type, random.integer(3) - 1.0)
                                             : scaledValue(storage.type, random.real(-0.8, 0.8)));
    IsosurfaceScene scene = makeScene(volume, isovalues);
    this->give(random.chance(0.5) ? translucent(scene) : scene);
    const int width = 1 + random.integer(40), height = 1 + random.integer(40);
    Vector eye = random.direction();
    for (double& x : eye)
      x *= random.chance(0.3) ? 0.5 : 4.0;
    const std::vector<float> opaque(
      static_cast<std::size_t>(width) * height, static_cast<float>(random.real(0.7, 1.0)));
    this->expectSameOfPackets(random.chance(0.5)
        ? perspectiveCamera(eye, { 0.1, 0, 0.2 }, random.real(15, 110), 0.01, 12.0, width, height)
        : parallelCamera(eye, { 0.1, 0, 0.2 }, random.real(0.2, 1.4), 0.01, 12.0, width, height),
      opaque);
    ASSERT_FALSE(this->HasFailure()) << "seed " << seed;
  }
}

TEST_P(IsosurfaceMethods, FewRays)
{
  // Queues with no item, with one item, and with about a warp of items.
  const TestVolume volume = makeVolume(noise(19), { 33, 33, 33 });
  const IsosurfaceScene scene = makeScene(volume, { 0.4 });
  for (const int size : { 1, 2, 6, 9 })
  {
    const Camera camera = perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 20.0, 0.5, 20.0, size, size);
    this->expectAllSame(scene, camera, {}, std::to_string(size));
  }
  this->give(scene);
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    this->expectEmpty(
      perspectiveCamera({ 0, 0, 4 }, { 0, 0, 9 }, 30.0, 0.1, 20.0, 20, 20), options, method.name);
  }
}

TEST_P(IsosurfaceMethods, RoundsAreCounted)
{
  const TestVolume volume = makeVolume(noise(19), { 40, 40, 40 });
  const IsosurfaceScene scene = makeScene(volume, { 0.95 });
  this->give(scene);
  // Find leaves of 16 cells in which some cell has values on both sides. Find rays that meet the box for
  // longer than rounding, by the reference.
  const Camera camera = perspectiveView(64, 64);
  const BruteForceIsosurface oracle(scene, camera);
  std::set<std::array<std::int64_t, 3>> leaves;
  for (std::int64_t k = 0; k < 39; ++k)
    for (std::int64_t j = 0; j < 39; ++j)
      for (std::int64_t i = 0; i < 39; ++i)
      {
        int above = 0;
        for (int c = 0; c < 8; ++c)
          above += oracle.value(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)) >= scene.surfaces[0].value;
        if (above % 8 != 0)
          leaves.insert({ i / 16, j / 16, k / 16 });
      }
  std::int64_t rays = 0, atRim = 0;
  for (int pixel = 0; pixel < 64 * 64; ++pixel)
  {
    const OracleRay ray = oracle.ray(pixel % 64, pixel / 64);
    double begin = 0.0, end = ray.length;
    for (int a = 0; a < 3; ++a)
    {
      const double low = -ray.gridOrigin[a] / ray.gridDirection[a],
                   high = (39.0 - ray.gridOrigin[a]) / ray.gridDirection[a];
      begin = std::max(begin, std::min(low, high));
      end = std::min(end, std::max(low, high));
    }
    rays += end > begin;
    atRim += std::abs(end - begin) * ray.voxelsPerLength < 1e-3;
  }
  for (const IsosurfacePipeline pipeline :
    { IsosurfacePipeline::SingleKernel, IsosurfacePipeline::KdJump, IsosurfacePipeline::MultiKernel })
  {
    IsosurfaceFrameOptions options;
    options.pipeline = pipeline;
    const IsosurfacePicture drawn = this->picture(camera, options);
    const IsosurfaceStatistics statistics = this->caster().statistics();
    EXPECT_EQ(statistics.hits,
      std::count_if(drawn.hits.begin(), drawn.hits.end(),
        [](const IsosurfaceHit& hit) { return std::isfinite(hit.depth); }));
    EXPECT_NEAR(static_cast<double>(statistics.rays), static_cast<double>(rays), static_cast<double>(atRim));
    EXPECT_EQ(statistics.activeLeaves, static_cast<std::int64_t>(leaves.size()));
    EXPECT_EQ(statistics.pipeline, pipeline);
    if (pipeline != IsosurfacePipeline::MultiKernel)
      continue;
    // The first compaction gets all rays, and keeps each hit of an opaque surface for shading.
    EXPECT_GT(statistics.rounds, 1);
    EXPECT_GE(statistics.queueItems, 64 * 64);
    EXPECT_GE(statistics.keptItems, statistics.hits);
    EXPECT_LT(statistics.keptItems, statistics.queueItems);
  }
}

TEST_P(IsosurfaceMethods, StagesAreTimedWhereTheyAreAskedFor)
{
  const TestVolume volume = makeVolume(noise(19), { 40, 40, 40 });
  this->give(makeScene(volume, { 0.6 }));
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    const IsosurfacePicture plain = this->picture(camera, options);
    IsosurfaceTimings t = this->caster().timings();
    EXPECT_GT(t.cast, 0.0) << method.name;
    EXPECT_EQ(t.generate + t.traverse + t.intersect + t.shade, 0.0) << method.name << " unasked";
    options.methods.stageTimes = true;
    expectSame(plain, this->picture(camera, options), method.name);
    t = this->caster().timings();
    for (const double stage : { t.generate, t.traverse, t.intersect, t.shade })
      EXPECT_EQ(stage > 0.0, method.pipeline == IsosurfacePipeline::MultiKernel) << method.name;
    options.methods.stageTimes = false;
    expectSame(plain, this->picture(camera, options), method.name);
    t = this->caster().timings();
    EXPECT_EQ(t.generate + t.traverse + t.intersect + t.shade, 0.0) << method.name << " not any more";
  }
  // Each frame counts for itself.
  IsosurfaceFrameOptions options;
  options.pipeline = IsosurfacePipeline::MultiKernel;
  options.methods.stageTimes = true;
  this->picture(perspectiveCamera({ 0, 0, 4 }, { 0, 0, 9 }, 30.0, 0.1, 20.0, 20, 20), options);
  const IsosurfaceTimings t = this->caster().timings();
  EXPECT_GT(t.generate, 0.0);
  EXPECT_EQ(t.traverse + t.intersect + t.shade, 0.0) << "no ray goes so far";
}

TEST_P(IsosurfaceMethods, TheHostTurnsTheLoopToo)
{
  const TestVolume volume = makeVolume(gyroid(), { 36, 50, 33 });
  this->give(translucent(makeScene(volume, { 0.3, -0.2 })));
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    const IsosurfacePicture first = this->picture(camera, options);
    const std::int64_t rounds = this->caster().statistics().rounds;
    options.methods.hostLoop = true;
    expectSame(first, this->picture(camera, options), method.name);
    EXPECT_EQ(this->caster().statistics().rounds, rounds) << method.name;
    options.methods.hostLoop = false;
    expectSame(first, this->picture(camera, options), std::string(method.name) + ", the device again");
  }
}

TEST_P(IsosurfaceMethods, BuffersChangeBetweenLoops)
{
  // A built loop is run again only with the buffers that it was built for, whatever has made new buffers in
  // between.
  const TestVolume volume = makeVolume(gyroid(), { 30, 30, 30 });
  this->give(makeScene(volume, { 0.1 }));
  IsosurfaceFrameOptions single, loop, other;
  single.pipeline = IsosurfacePipeline::SingleKernel;
  loop.pipeline = other.pipeline = IsosurfacePipeline::MultiKernel;
  chooseCompaction(other, ComparedMethod::ChagCompact);
  for (const CompactionMethod method :
    { CompactionMethod::InKCompactLookBack, CompactionMethod::InKCompact, CompactionMethod::InKCollate })
  {
    loop.compaction = method;
    const IsosurfacePicture reference = this->picture(perspectiveView(40, 40), single);
    for (int larger = 48; larger <= 96; larger += 16)
    {
      expectSame(reference, this->picture(perspectiveView(40, 40), loop),
        std::string("before ") + compactionMethodName(method));
      this->picture(perspectiveView(larger, larger), other);
      expectSame(reference, this->picture(perspectiveView(40, 40), loop),
        std::string("after ") + compactionMethodName(method));
    }
  }
}

INKRAY_TEST_ON_DEVICES(IsosurfaceMethods);

} // namespace
