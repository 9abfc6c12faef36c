// SPDX-License-Identifier: BSD-3-Clause
// Rectilinear grids have the same interpolant, between planes at any distances from one another.
#include "../../Seeds.h"
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

enum class Spacing
{
  Random,
  Geometric, ///< each cell 1.3 times as wide as the one before
  Spikes     ///< a few cells a thousand times thinner than the others
};

/// Returns ascending coordinates from -1 to 1.
std::vector<double> coordinatesOf(Spacing spacing, std::int64_t count, unsigned seed)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  std::vector<double> result = { 0.0 };
  double width = 1.0;
  for (std::int64_t i = 1; i < count; ++i)
  {
    width = spacing == Spacing::Random ? uniform(random)
      : spacing == Spacing::Geometric  ? 1.3 * width
      : random() % 4 == 0              ? 1e-3
                                       : 1.0;
    result.push_back(result.back() + width);
  }
  const double length = result.back();
  for (double& x : result)
    x = 2.0 * x / length - 1.0;
  return result;
}

/// Makes a volume whose coordinates are those of the mesh.
TestVolume makeRectilinear(const VolumeFunction& function, const GridIndex& dimensions, Spacing spacing,
  const Storage& storage = {}, unsigned seed = 1)
{
  TestVolume volume = makeVolume(function, dimensions, storage);
  for (int axis = 0; axis < 3; ++axis)
    volume.coordinates[axis] =
      coordinatesOf(spacing, dimensions[axis], seed * 3 + static_cast<unsigned>(axis));
  volume.indexToMesh = translation(0, 0, 0);
  return volume;
}

class IsosurfaceRectilinear : public IsosurfaceTest
{
protected:
  void expectRight(const TestVolume& volume, const std::string& what)
  {
    const double value = scaledValue(volume.scalars.type, 0.12);
    const int size = imageSize(48);
    this->give(makeScene(volume, { value }));
    IsosurfaceFrameOptions options;
    for (const bool smooth : { false, true })
    {
      options.smoothNormals = smooth;
      this->expectMatches(makeScene(volume, { value }), perspectiveView(size, size), options,
        what + (smooth ? ", smooth" : ""));
    }
    this->expectMatches(makeScene(volume, { value }), parallelView(size, size), {}, what + ", parallel");
  }
};

TEST_P(IsosurfaceRectilinear, IsExactForEverySpacingTypeAndAssociation)
{
  for (const Spacing spacing : { Spacing::Random, Spacing::Geometric, Spacing::Spikes })
    for (const Association association : { Association::Points, Association::Cells })
      for (const ValueType type :
        { ValueType::UInt8, ValueType::Int16, ValueType::Float32, ValueType::Float64 })
      {
        const std::string what = "spacing " + std::to_string(static_cast<int>(spacing)) + ", type " +
          std::to_string(static_cast<int>(type)) +
          (association == Association::Cells ? ", cells" : ", points");
        this->expectRight(makeRectilinear(gyroid(), { 22, 19, 25 }, spacing, { type, association }), what);
      }
}

TEST_P(IsosurfaceRectilinear, IsExactForNoise)
{
  for (unsigned seed = 1; seed <= 6; ++seed)
    this->expectRight(
      makeRectilinear(noise(seed), { 18 + 3 * seed, 40 - 2 * seed, 7 + 4 * seed }, Spacing::Random, {}, seed),
      "seed " + std::to_string(seed));
}

TEST_P(IsosurfaceRectilinear, OneCellThick)
{
  for (const GridIndex& dimensions :
    { GridIndex{ 2, 2, 2 }, GridIndex{ 2, 20, 9 }, GridIndex{ 17, 2, 33 }, GridIndex{ 40, 18, 2 } })
    this->expectRight(makeRectilinear(linear(1.0, 0.5, -0.3), dimensions, Spacing::Random),
      std::to_string(dimensions[0]) + " x " + std::to_string(dimensions[1]) + " x " +
        std::to_string(dimensions[2]));
}

TEST_P(IsosurfaceRectilinear, EvenCoordinatesGiveThePictureOfTheEvenGrid)
{
  for (const GridIndex& dimensions : { GridIndex{ 33, 33, 33 }, GridIndex{ 50, 17, 30 } })
  {
    const TestVolume even = makeVolume(gyroid(), dimensions);
    TestVolume uneven = even;
    for (int axis = 0; axis < 3; ++axis)
      for (std::int64_t i = 0; i < dimensions[axis]; ++i)
        uneven.coordinates[axis].push_back(static_cast<double>(i));
    const Camera camera = perspectiveView(imageSize(72), imageSize(64));
    for (const bool smooth : { false, true })
      for (const bool several : { false, true })
      {
        IsosurfaceFrameOptions options;
        options.smoothNormals = smooth;
        const std::vector<double> values =
          several ? std::vector<double>{ 0.1, -0.3 } : std::vector<double>{ 0.1 };
        this->give(several ? translucent(makeScene(even, values)) : makeScene(even, values));
        const IsosurfacePicture expected = this->picture(camera, options);
        this->give(several ? translucent(makeScene(uneven, values)) : makeScene(uneven, values));
        for (const NamedMethod& method : allMethods())
        {
          method.choose(options);
          expectSame(expected, this->picture(camera, options), method.name);
        }
      }
  }
}

TEST_P(IsosurfaceRectilinear, SeveralSurfacesCutAndColored)
{
  const TestVolume volume = makeRectilinear(gyroid(), { 30, 26, 21 }, Spacing::Random);
  const TestArray colors = makeArray(linear(1, 0.4, -0.7), { 30, 26, 21 });
  IsosurfaceScene scene = translucent(makeScene(volume, { 0.3, -0.2, 0.05 }));
  scene.colorValues = colors.values();
  scene.colorTable = { { -1.0, 1.0 }, { 1, 0, 0, 0, 1, 0.5f, 0, 0, 1 }, { 0, 0, 0 } };
  IsosurfaceFrameOptions options;
  options.clippingPlanes = { { { 0.3, -0.5, 0.81 }, -0.7 } };
  options.cropping = true;
  const double planes[6] = { -0.4, 0.31, -0.25, 0.52, -0.61, 0.17 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  options.croppingRegions = 0x5a3f6e5u;
  this->give(scene);
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  this->expectMatches(scene, camera, options, "cut");
  options.pipeline = IsosurfacePipeline::SingleKernel;
  const IsosurfacePicture single = this->picture(camera, options);
  for (const NamedMethod& method : allMethods())
  {
    method.choose(options);
    expectSame(single, this->picture(camera, options), method.name);
  }
}

TEST_P(IsosurfaceRectilinear, HiddenCells)
{
  for (const Association association : { Association::Points, Association::Cells })
  {
    TestVolume volume =
      makeRectilinear(gyroid(), { 30, 26, 21 }, Spacing::Random, { ValueType::Float32, association });
    volume.hiddenCellBits = 32;
    volume.ghostCellBits = 1;
    for (std::int64_t i = 0; i < volume.numCells(); ++i)
      volume.cellFlags.push_back(hashNumber(5, i) < 0.02 ? 32 : hashNumber(6, i) < 0.02 ? 1 : 0);
    IsosurfaceFrameOptions options;
    options.smoothNormals = true;
    this->expectExact(makeScene(volume, { 0.1 }), perspectiveView(imageSize(64), imageSize(64)), options,
      association == Association::Cells ? "cells" : "points");
  }
}

/// Returns a volume with planes repeated at random: at the ends or in the middle, once or several times.
TestVolume withRepeatedPlanes(const TestVolume& volume, std::uint32_t seed)
{
  std::mt19937 random(seed);
  TestVolume repeated = volume;
  std::array<std::vector<std::int64_t>, 3> from;
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::int64_t count = volume.dimensions[axis];
    repeated.coordinates[axis].clear();
    for (std::int64_t i = 0; i < count; ++i)
    {
      const bool isEnd = i == 0 || i == count - 1;
      const int times = random() % (isEnd ? 2 : 5) == 0 ? 2 + static_cast<int>(random() % 3) : 1;
      from[axis].insert(from[axis].end(), times, i);
      repeated.coordinates[axis].insert(repeated.coordinates[axis].end(), times, volume.coordinates[axis][i]);
    }
    repeated.dimensions[axis] = static_cast<std::int64_t>(from[axis].size());
  }
  const auto* const values = reinterpret_cast<const float*>(volume.scalars.bytes.data());
  repeated.scalars.bytes.resize(sizeof(float) * static_cast<std::size_t>(repeated.numPoints()));
  std::int64_t at = 0;
  for (const std::int64_t k : from[2])
    for (const std::int64_t j : from[1])
      for (const std::int64_t i : from[0])
        repeated.scalars.set(at++, 0, values[i + volume.dimensions[0] * (j + volume.dimensions[1] * k)]);
  return repeated;
}

TEST_P(IsosurfaceRectilinear, CellsOfNoWidthChangeNothing)
{
  for (const std::uint32_t seed : seedsOf("IsosurfaceRectilinear", 6, 6))
  {
    const TestVolume volume = makeRectilinear(seed % 2 == 0 ? noise(seed) : gyroid(),
      { 12 + seed % 5, 17, 21 - seed % 7 }, Spacing::Random, {}, seed);
    const TestVolume repeated = withRepeatedPlanes(volume, seed);
    IsosurfaceFrameOptions options;
    const Camera camera = perspectiveView(imageSize(56), imageSize(48));
    for (const bool smooth : { false, true })
    {
      options.smoothNormals = smooth;
      this->give(makeScene(repeated, { 0.12 }));
      const std::string what = "seed " + std::to_string(seed) + (smooth ? ", smooth" : "");
      this->expectMatches(makeScene(volume, { 0.12 }), camera, options, what);
      const IsosurfacePicture expected = this->picture(camera, options);
      for (const NamedMethod& method : allMethods())
      {
        IsosurfaceFrameOptions other = options;
        method.choose(other);
        expectSame(expected, this->picture(camera, other), what + ", " + method.name);
      }
    }
  }
}

TEST_P(IsosurfaceRectilinear, DescendingCoordinatesAreTheMirroredGrid)
{
  // Describe the same grid from the other end of an axis.
  const GridIndex n = { 20, 17, 23 };
  const TestVolume up = makeRectilinear(noise(4), n, Spacing::Random);
  const Camera camera = perspectiveView(imageSize(56), imageSize(56));
  IsosurfaceFrameOptions options;
  options.cropping = true;
  const double planes[6] = { -0.4, 0.5, -0.3, 0.6, -0.7, 0.2 };
  std::copy(planes, planes + 6, options.croppingPlanes);
  options.croppingRegions = 0x3a5f6c5u;
  for (int axis = 0; axis < 3; ++axis)
  {
    TestVolume down = up;
    std::reverse(down.coordinates[axis].begin(), down.coordinates[axis].end());
    for (std::int64_t k = 0; k < n[2]; ++k)
      for (std::int64_t j = 0; j < n[1]; ++j)
        for (std::int64_t i = 0; i < n[0]; ++i)
        {
          GridIndex from = { i, j, k };
          from[axis] = n[axis] - 1 - from[axis];
          const float* values = reinterpret_cast<const float*>(up.scalars.bytes.data());
          down.scalars.set(i + n[0] * (j + n[1] * k), 0, values[from[0] + n[0] * (from[1] + n[1] * from[2])]);
        }
    this->expectExact(makeScene(down, { 0.1 }), camera, options, "axis " + std::to_string(axis));
    this->give(makeScene(up, { 0.1 }));
    this->expectMatches(
      makeScene(down, { 0.1 }), camera, options, "axis " + std::to_string(axis) + ", told upwards");
  }
}

TEST_P(IsosurfaceRectilinear, BadCoordinatesAreRefused)
{
  const auto expectRefused = [&](const TestVolume& volume, const std::string& what) {
    try
    {
      this->caster().setVolume(volume.input());
      ADD_FAILURE() << what << " was taken";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find("y coordinates"), std::string::npos) << error.what();
    }
  };
  const TestVolume good = makeRectilinear(gyroid(), { 9, 8, 7 }, Spacing::Random);
  for (const double bad :
    { std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 5.0, -5.0 })
  {
    TestVolume volume = good;
    volume.coordinates[1][4] = bad;
    expectRefused(volume, std::to_string(bad));
  }
  TestVolume missing = good;
  missing.coordinates[1].clear();
  expectRefused(missing, "a missing axis");
  // The caster still accepts good coordinates.
  this->expectRight(good, "good");
}

TEST_P(IsosurfaceRectilinear, CellsThinnerThanAFloatCanTell)
{
  TestVolume volume = makeRectilinear(linear(1.0, 0.5, -0.3), { 12, 12, 12 }, Spacing::Random);
  for (int axis = 0; axis < 3; ++axis)
    volume.coordinates[axis][6] = std::nextafter(volume.coordinates[axis][5], 2.0);
  this->give(makeScene(volume, { 0.1 }));
  const IsosurfacePicture picture = this->picture(perspectiveView(imageSize(64), imageSize(64)));
  for (const float value : picture.image)
    ASSERT_TRUE(std::isfinite(value));
  EXPECT_GT(this->caster().statistics().hits, 100);
}

INKRAY_TEST_ON_DEVICES(IsosurfaceRectilinear);

} // namespace
