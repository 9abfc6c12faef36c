// SPDX-License-Identifier: BSD-3-Clause
// Hits, normals, colors and depth buffers of every kind of volume and from every kind of camera, against the
// double-precision reference.
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceExactness : public IsosurfaceTest
{
};

TEST_P(IsosurfaceExactness, EveryFunction)
{
  const struct
  {
    const char* name;
    VolumeFunction function;
    GridIndex dimensions;
    double isovalue;
  } cases[] = { { "sphere", sphere(), { 65, 65, 65 }, 0.0 }, { "gyroid", gyroid(), { 49, 49, 49 }, 0.13 },
    { "Marschner-Lobb", marschnerLobb(), { 41, 41, 41 }, 0.0 }, { "sheet", sheet(), { 40, 40, 40 }, 0.1 },
    { "noise", noise(), { 24, 24, 24 }, 0.21 }, { "checkerboard", checkerboard(), { 18, 18, 18 }, 0.05 },
    { "linear", linear(0.6, -0.3, 0.8), { 20, 20, 20 }, 0.02 },
    { "plane on voxel faces", axisPlane(2), { 20, 20, 20 }, 0.0 } };
  const int size = imageSize(96);
  for (const auto& c : cases)
  {
    const TestVolume volume = makeVolume(c.function, c.dimensions);
    const IsosurfaceScene scene = makeScene(volume, { c.isovalue });
    this->give(scene);
    this->expectMatches(scene, perspectiveView(size, size), {}, std::string(c.name) + ", perspective");
    this->expectMatches(scene, parallelView(size, size), {}, std::string(c.name) + ", parallel");
  }
}

TEST_P(IsosurfaceExactness, ThinSheetsHaveNoHoles)
{
  // The value reaches the isovalue only within two percent of a voxel around the layer's points; steps of any
  // fixed length miss it.
  const TestVolume volume = makeVolume(sheet(), { 33, 33, 33 });
  const IsosurfaceScene scene = makeScene(volume, { 0.96 });
  const int size = imageSize(128);
  this->expectExact(scene, perspectiveView(size, size), {}, "perspective");
  this->expectMatches(scene, parallelView(size, size), {}, "parallel");
}

TEST_P(IsosurfaceExactness, EveryDimension)
{
  const GridIndex dimensions[] = { { 2, 2, 2 }, { 3, 2, 17 }, { 2, 2, 33 }, { 17, 17, 17 }, { 16, 16, 16 },
    { 18, 33, 5 }, { 49, 3, 34 }, { 2, 70, 2 }, { 100, 2, 3 }, { 35, 52, 20 } };
  const int size = imageSize(64);
  for (const GridIndex& n : dimensions)
  {
    const std::string what =
      std::to_string(n[0]) + " x " + std::to_string(n[1]) + " x " + std::to_string(n[2]);
    TestVolume volume = makeVolume(noise(7), n);
    this->expectExact(makeScene(volume, { 0.1 }), perspectiveView(size, size), {}, what);
    volume.indexToMesh = skewedPlacement(n);
    this->expectExact(makeScene(volume, { -0.2 }), parallelView(size, size), {}, what + ", skewed");
  }
}

TEST_P(IsosurfaceExactness, Placement)
{
  // Anisotropic spacing, rotated direction, mirrored axes, an origin far away, and very small and very large
  // units.
  const GridIndex n = { 30, 21, 26 };
  TestVolume volume = makeVolume(gyroid(), n);
  const Matrix centered = volume.indexToMesh;
  const int size = imageSize(64);
  const std::pair<const char*, Matrix> placements[] = { { "skewed", skewedPlacement(n) },
    { "mirrored", multiply(scaling(-1, 1, 1), centered) },
    { "flat voxels", multiply(rotation({ 1, 1, 0 }, 30.0), multiply(scaling(1, 1, 0.05), centered)) },
    { "long voxels", multiply(rotation({ 0, 1, 3 }, 70.0), multiply(scaling(0.1, 1, 0.4), centered)) } };
  for (const auto& [name, placement] : placements)
  {
    volume.indexToMesh = placement;
    this->expectExact(makeScene(volume, { 0.13 }), perspectiveView(size, size), {}, name);
    this->expectExact(
      makeScene(volume, { 0.13 }), parallelView(size, size), {}, std::string(name) + ", parallel");
  }
  for (const double unit : { 1e5, 1e-5 })
  {
    const Matrix view = multiply(
      lookAt({ 2.9 * unit, 2.1 * unit, 3.7 * unit }, { 0, 0, 0 }, { 0, 1, 0 }), scaling(unit, unit, unit));
    volume.indexToMesh = centered;
    this->expectExact(makeScene(volume, { 0.13 }),
      makeCamera(view, frustum(-0.15 * unit, 0.15 * unit, -0.15 * unit, 0.15 * unit, 0.5 * unit, 20.0 * unit),
        size, size),
      {}, "unit " + std::to_string(unit));
  }
  // The volume is a million lengths from the origin; the camera brings it back.
  volume.indexToMesh = multiply(translation(2e6, -1e6, 5e5), centered);
  const Matrix view =
    multiply(lookAt({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, { 0, 1, 0 }), translation(-2e6, 1e6, -5e5));
  this->expectExact(makeScene(volume, { 0.13 }),
    makeCamera(view, frustum(-0.15, 0.15, -0.15, 0.15, 0.5, 20.0), size, size), {}, "far from the origin");
}

TEST_P(IsosurfaceExactness, NothingToSee)
{
  const int size = imageSize(48);
  for (const double value : { -0.5, 0.25, 1.0 })
  {
    // A constant is on one side of every isovalue, even of its own value.
    const TestVolume volume = makeVolume(constant(0.25), { 19, 20, 18 });
    this->give(makeScene(volume, { value }));
    this->expectEmpty(perspectiveView(size, size), {}, "constant");
  }
  const TestVolume volume = makeVolume(sphere(), { 20, 20, 20 });
  for (const double value : { 5.0, -5.0, 1e300, -1e300 })
  {
    this->give(makeScene(volume, { value }));
    this->expectEmpty(perspectiveView(size, size), {}, "isovalue out of range");
    EXPECT_EQ(this->caster().statistics().activeLeaves, 0);
  }
  // The camera looks away from the volume.
  this->give(makeScene(volume, { 0.0 }));
  this->expectEmpty(
    perspectiveCamera({ 0, 0, 4 }, { 0, 0, 9 }, 30.0, 0.1, 20.0, size, size), {}, "behind the camera");
  EXPECT_EQ(this->caster().statistics().rays, 0);
}

/// Returns the lowest and highest value among the drawn cells, by the reference.
std::pair<double, double> rangeDrawn(const TestVolume& volume)
{
  const BruteForceIsosurface oracle(makeScene(volume, { 0.0 }), perspectiveView(4, 4));
  std::pair<double, double> range = { INFINITY, -INFINITY };
  for (std::int64_t k = 0; k + 1 < oracle.count()[2]; ++k)
    for (std::int64_t j = 0; j + 1 < oracle.count()[1]; ++j)
      for (std::int64_t i = 0; i + 1 < oracle.count()[0]; ++i)
        for (int c = 0; c < 8 && !oracle.isEmpty(i, j, k); ++c)
        {
          const double v = oracle.value(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
          range = { std::min(range.first, v), std::max(range.second, v) };
        }
  return range;
}

TEST_P(IsosurfaceExactness, Report)
{
  TestVolume volume = makeVolume(noise(3), { 20, 33, 18 });
  volume.scalars.set(0, 0, -100.0); // is drawn, and so extends the range
  volume.scalars.set(19, 0, std::nan(""));
  volume.scalars.set(20 * 33 * 18 - 1, 0, INFINITY);
  volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 0);
  volume.cellFlags[5] = volume.cellFlags[700] = 1;
  volume.hiddenCellBits = 1;
  VolumeReport report = this->caster().setVolume(volume.input());
  EXPECT_EQ(std::vector<std::int64_t>(report.dimensions, report.dimensions + 3),
    (std::vector<std::int64_t>{ 20, 33, 18 }));
  EXPECT_EQ(
    std::vector<std::int64_t>(report.leaves, report.leaves + 3), (std::vector<std::int64_t>{ 2, 2, 2 }));
  EXPECT_EQ(report.numNonFinite, 2);
  EXPECT_EQ(report.numHiddenCells, 2);
  EXPECT_FLOAT_EQ(static_cast<float>(report.range[0]), -100.0f);
  EXPECT_FLOAT_EQ(static_cast<float>(report.range[1]), static_cast<float>(rangeDrawn(volume).second));
  // The range ignores a value that only undrawn cells have.
  volume.cellFlags[0] = 1;
  report = this->caster().setVolume(volume.input());
  EXPECT_FLOAT_EQ(static_cast<float>(report.range[0]), static_cast<float>(rangeDrawn(volume).first));
  EXPECT_FLOAT_EQ(static_cast<float>(report.range[1]), static_cast<float>(rangeDrawn(volume).second));
  EXPECT_EQ(report.numHiddenCells, 3);
  // Cell values have one entry less along each side.
  volume = makeVolume(noise(3), { 18, 34, 19 }, { ValueType::Float32, Association::Cells });
  report = this->caster().setVolume(volume.input());
  EXPECT_EQ(std::vector<std::int64_t>(report.dimensions, report.dimensions + 3),
    (std::vector<std::int64_t>{ 17, 33, 18 }));
  EXPECT_EQ(
    std::vector<std::int64_t>(report.leaves, report.leaves + 3), (std::vector<std::int64_t>{ 1, 2, 2 }));
}

INKRAY_TEST_ON_DEVICES(IsosurfaceExactness);

} // namespace
