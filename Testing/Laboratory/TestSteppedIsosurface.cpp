// SPDX-License-Identifier: BSD-3-Clause
// Intersection by steps: its error is the one that the steps explain, as the reference in double precision
// shows.
#include "Device/HostBackend.h"
#include "Isosurface/IsosurfaceTest.h"
#include "LeafTree.h"
#include "SteppedIsosurface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace inkray::laboratory;

namespace inkray::testing
{
namespace
{

class Steps : public IsosurfaceTest
{
protected:
  static IsosurfaceFrameOptions by(const SteppedIsosurface& steps)
  {
    IsosurfaceFrameOptions options;
    options.pipeline = IsosurfacePipeline::MultiKernel;
    options.methods.multiKernel = &steps;
    return options;
  }
};

/// Counts what a picture by steps shows and its steps do not explain.
struct Unexplained
{
  int hits = 0;     ///< pixels that show a surface
  int wrong = 0;    ///< of these: pixels without a crossing of the isovalue within a step
  int missed = 0;   ///< pixels without a surface that was wider than a step when it was first crossed
  double error = 0; ///< largest distance of a hit to the next crossing, in voxels
};

Unexplained explain(
  const BruteForceIsosurface& oracle, const IsosurfacePicture& picture, int size, double step)
{
  Unexplained result;
  constexpr double Margin = 0.01; // voxels
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i)
    {
      const OracleRay ray = oracle.ray(i, j);
      // The crossings, and whether the first two that are certain are more than a step apart.
      std::vector<double> places;
      double first = -1.0, second = std::numeric_limits<double>::infinity();
      bool certain = true;
      for (const OracleEvent& event : oracle.events(ray, {}))
      {
        places.insert(places.end(), event.crossings.begin(), event.crossings.end());
        places.insert(places.end(), event.touches.begin(), event.touches.end());
        if (first < 0.0)
        {
          first = 0.5 * (event.low + event.high);
          certain = event.clear;
        }
        else
          second = std::min(second, event.low);
      }
      const IsosurfaceHit& hit =
        picture
          .hits[static_cast<std::size_t>(j) * static_cast<std::size_t>(size) + static_cast<std::size_t>(i)];
      if (!std::isfinite(hit.depth))
      {
        result.missed += first >= 0.0 && certain && (second - first) * ray.voxelsPerLength > step + Margin &&
          std::isfinite(second);
        continue;
      }
      ++result.hits;
      double nearest = std::numeric_limits<double>::infinity();
      for (const double place : places)
        nearest = std::min(nearest, std::abs(oracle.depth(ray, place) - double(hit.depth)));
      nearest *= ray.voxelsPerLength;
      result.wrong += !(nearest <= step + Margin);
      result.error = std::max(result.error, nearest);
    }
  return result;
}

TEST_P(Steps, FlatSurfacesAreExact)
{
  // Along a ray the field is linear: any two samples with the plane between them give its place.
  const int size = imageSize(60);
  const SteppedIsosurface fine(0.5), coarse(3.0);
  const TestVolume volume = makeVolume(linear(0.7, 0.5, -0.6), { 40, 37, 33 });
  const IsosurfaceScene scene = makeScene(volume, { 0.13 });
  this->give(scene);
  for (const SteppedIsosurface* const steps : { &fine, &coarse })
  {
    this->expectMatches(scene, perspectiveView(size, size), by(*steps), "perspective");
    this->expectMatches(scene, parallelView(size, size), by(*steps), "parallel");
  }
  this->Caster.reset(); // must go before the factories
}

TEST_P(Steps, ErrorsAreThoseOfTheSteps)
{
  const int size = imageSize(60);
  const Camera camera = perspectiveView(size, size);
  const std::pair<double, SteppedIsosurface> lengths[] = { { 2.0, SteppedIsosurface(2.0) },
    { 0.5, SteppedIsosurface(0.5) }, { 0.125, SteppedIsosurface(0.125) } };
  const std::pair<const char*, VolumeFunction> functions[] = { { "gyroid", gyroid() },
    { "noise", noise(17) } };
  for (const auto& [name, function] : functions)
    for (const ValueType type : { ValueType::Float32, ValueType::UInt8 })
    {
      const TestVolume volume = makeVolume(function, { 40, 37, 33 }, { type });
      const IsosurfaceScene scene = makeScene(volume, { scaledValue(type, 0.21) });
      this->give(scene);
      const BruteForceIsosurface oracle(scene, camera);
      double previous = std::numeric_limits<double>::infinity();
      for (const auto& [step, steps] : lengths)
      {
        const std::string what = std::string(name) + ", steps of " + std::to_string(step);
        const Unexplained found = explain(oracle, this->picture(camera, by(steps)), size, step);
        EXPECT_GT(found.hits, size * size / 10) << what;
        EXPECT_EQ(found.wrong, 0) << what;
        EXPECT_EQ(found.missed, 0) << what;
        EXPECT_LT(found.error, previous) << what; // the error falls with the step
        previous = found.error;
      }
    }
  this->Caster.reset();
}

TEST_P(Steps, ThinSheetsAreMissed)
{
  const int size = imageSize(80);
  const Camera camera = perspectiveView(size, size);
  // The layer is one point thick, and above 0.8 for a tenth of a cell on each side of the point.
  const TestVolume volume = makeVolume(sheet(), { 40, 37, 33 });
  this->give(makeScene(volume, { 0.8 }));
  const IsosurfacePicture exact = this->picture(camera);
  const auto count = static_cast<std::int64_t>(exact.hits.size());
  const double cell = 2.0 / 39.0;
  const SteppedIsosurface coarse(1.0), fine(0.02);
  const HitDifferences few =
    compareHits(exact.hits.data(), this->picture(camera, by(fine)).hits.data(), count, cell);
  const HitDifferences many =
    compareHits(exact.hits.data(), this->picture(camera, by(coarse)).hits.data(), count, cell);
  EXPECT_GT(many.exact, 300);
  EXPECT_EQ(many.exact, few.exact);
  EXPECT_GT(many.missed + many.other, many.exact / 5);
  EXPECT_LT(few.missed + few.other, few.exact / 20);
  EXPECT_EQ(few.extra, 0);
  EXPECT_LT(few.largest, 0.05);
  this->Caster.reset();
}

TEST_P(Steps, AreRefusedWhereTheyDoNotWork)
{
  const SteppedIsosurface steps(1.0);
  for (const double step : { 0.0, -1.0, 1e-9, 1e9, std::numeric_limits<double>::quiet_NaN() })
    EXPECT_THROW(SteppedIsosurface{ step }, InvalidInput) << step;
  const Camera camera = perspectiveView(16, 16);
  const TestVolume volume = makeVolume(gyroid(), { 12, 12, 12 });
  this->give(makeScene(volume, { 0.1, 0.3 }));
  EXPECT_THROW(this->picture(camera, by(steps)), InvalidInput);
  this->give(translucent(makeScene(volume, { 0.1 })));
  EXPECT_THROW(this->picture(camera, by(steps)), InvalidInput);
  this->give(makeScene(volume, { 0.1 }));
  IsosurfaceFrameOptions smooth = by(steps);
  smooth.smoothNormals = true;
  EXPECT_THROW(this->picture(camera, smooth), InvalidInput);
  TestVolume hidden = volume;
  hidden.cellFlags.assign(static_cast<std::size_t>(hidden.numCells()), 0);
  hidden.cellFlags[700] = 1;
  hidden.hiddenCellBits = 1;
  this->give(makeScene(hidden, { 0.1 }));
  EXPECT_THROW(this->picture(camera, by(steps)), InvalidInput);
  this->Caster.reset();
}

TEST_P(Steps, LeavesAloneErrNoMore)
{
  const int size = imageSize(60);
  const Camera camera = perspectiveView(size, size);
  const SteppedIsosurface leaves(0.5, SteppedIsosurface::Bricks::Leaves);
  // Volumes and isovalues change one after the other: no ranges or flags of the earlier one may remain.
  for (const ValueType type : { ValueType::UInt8, ValueType::Float32 })
    for (const VolumeFunction& function : { noise(17), gyroid() })
    {
      const TestVolume volume = makeVolume(function, { 40, 37, 33 }, { type });
      for (const double isovalue : { 0.21, -0.3 })
      {
        const IsosurfaceScene scene = makeScene(volume, { scaledValue(type, isovalue) });
        this->give(scene);
        const Unexplained found =
          explain(BruteForceIsosurface(scene, camera), this->picture(camera, by(leaves)), size, 0.5);
        EXPECT_GT(found.hits, size * size / 10) << isovalue;
        EXPECT_EQ(found.wrong, 0) << isovalue;
        EXPECT_EQ(found.missed, 0) << isovalue;
      }
      this->give(makeScene(volume, { 7000.0 }));
      EXPECT_EQ(compareHits(this->picture(camera).hits.data(), this->picture(camera, by(leaves)).hits.data(),
                  std::int64_t(size) * size, 1.0)
                  .extra,
        0);
    }
  this->Caster.reset();
}

INKRAY_TEST_ON_DEVICES(Steps);

/// Checks the largest and least value of each leaf's points by a look at all of them.
TEST(LeafTree, HasTheRangesOfItsLeavesInThePapersMemory)
{
  const std::int64_t points = 512, cells[3] = { points - 1, points - 1, points - 1 };
  std::vector<std::uint8_t> values(static_cast<std::size_t>(points * points * points), 100);
  // In four leaves one point differs; two of the points are on walls, which belong to both sides.
  const std::int64_t places[4][3] = { { 3, 5, 7 }, { 16, 40, 500 }, { 511, 511, 511 }, { 250, 272, 9 } };
  for (int i = 0; i < 4; ++i)
    values[static_cast<std::size_t>(places[i][0] + points * (places[i][1] + points * places[i][2]))] =
      static_cast<std::uint8_t>(110 + 20 * i);
  const BrickLayout layout = makeBrickLayout(cells);
  HostBackend backend;
  LeafTree<HostBackend> tree;
  tree.build(backend, layout, VolumeView<std::uint8_t>{ values.data(), points, points * points, nullptr });
  EXPECT_EQ(tree.bytes(), leafTreeBytes(layout, 1));
  EXPECT_LT(tree.bytes(), 2300000u); // section 3.1.1
  const auto* const ranges = reinterpret_cast<const MinMax<std::uint8_t>*>(tree.ranges());
  for (std::int64_t leaf = 0; leaf < numLeaves(layout); ++leaf)
  {
    std::uint8_t highest = 100;
    for (int i = 0; i < 4; ++i)
    {
      bool isIn = true;
      const std::int64_t at[3] = { leaf % 32, leaf / 32 % 32, leaf / 1024 };
      for (int axis = 0; axis < 3; ++axis)
        isIn = isIn && places[i][axis] >= 16 * at[axis] && places[i][axis] <= 16 * at[axis] + 16;
      highest = std::max(highest, static_cast<std::uint8_t>(isIn ? 110 + 20 * i : 0));
    }
    ASSERT_EQ(int(ranges[leaf].low), 100) << leaf;
    ASSERT_EQ(int(ranges[leaf].high), int(highest)) << leaf;
  }
}

TEST(HitDifferences, AreCountedPixelByPixel)
{
  const float none = std::numeric_limits<float>::infinity();
  const IsosurfaceHit exact[] = { { none, {} }, { none, {} }, { 4, {} }, { 4, {} }, { 4, {} }, { 4, {} } };
  const IsosurfaceHit drawn[] = { { none, {} }, { 3, {} }, { none, {} }, { 4.5f, {} }, { 4.125f, {} },
    { 3.9375f, {} } };
  const HitDifferences d = compareHits(exact, drawn, 6, 0.5);
  EXPECT_EQ(d.exact, 4);
  EXPECT_EQ(d.missed, 1);
  EXPECT_EQ(d.other, 1);
  EXPECT_EQ(d.extra, 1);
  EXPECT_EQ(d.largest, 0.25);
  EXPECT_EQ(d.mean, 0.1875);
}

} // namespace
} // namespace inkray::testing
