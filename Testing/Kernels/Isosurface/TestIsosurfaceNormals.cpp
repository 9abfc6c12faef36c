// SPDX-License-Identifier: BSD-3-Clause
// Smooth normals: central differences give the gradient at the points; it is interpolated at the hit.
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace inkray;
using namespace inkray::testing;

namespace
{

IsosurfaceFrameOptions smooth()
{
  IsosurfaceFrameOptions options;
  options.smoothNormals = true;
  return options;
}

class IsosurfaceNormals : public IsosurfaceTest
{
protected:
  void expectSmooth(const TestVolume& volume, const std::string& what)
  {
    const double value = scaledValue(volume.scalars.type, 0.12);
    const int size = 56; // also under sanitizers: the thinnest volumes are a few pixels wide
    this->expectExact(makeScene(volume, { value }), perspectiveView(size, size), smooth(), what);
    this->expectMatches(
      makeScene(volume, { value }), parallelView(size, size), smooth(), what + ", parallel");
  }
  /// Returns the largest angle, in degrees, between normals of a picture and the gradient of a function of
  /// mesh coordinates. Only hits for which `counts` is true are compared.
  template <class Gradient, class Counts>
  double largestAngle(const Camera& camera, const IsosurfacePicture& picture, const Gradient& gradientAt,
    const Counts& counts, int& numCounted)
  {
    const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
    double largest = 0.0;
    for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
    {
      const IsosurfaceHit& hit = picture.hits[static_cast<std::size_t>(pixel)];
      if (!std::isfinite(hit.depth))
        continue;
      const auto [near, far] = pixelRay(camera, clipToEye, pixel % camera.width, pixel / camera.width);
      const double s = (-hit.depth - near[2]) / (far[2] - near[2]);
      const Vector eye = { near[0] + s * (far[0] - near[0]), near[1] + s * (far[1] - near[1]), -hit.depth };
      const auto mesh = transform(eyeToMesh.data(), eye);
      const Vector p = { mesh[0], mesh[1], mesh[2] };
      if (!counts(p))
        continue;
      ++numCounted;
      // Covectors transform by the transposed inverse.
      const Vector g = gradientAt(p);
      const double* m = eyeToMesh.data();
      const Vector n = { m[0] * g[0] + m[4] * g[1] + m[8] * g[2], m[1] * g[0] + m[5] * g[1] + m[9] * g[2],
        m[2] * g[0] + m[6] * g[1] + m[10] * g[2] };
      const Vector ours = { hit.normal[0], hit.normal[1], hit.normal[2] };
      largest = std::max(largest, std::atan2(norm(cross(ours, n)), dot(ours, n)) * 57.29577951308232);
    }
    return largest;
  }
};

TEST_P(IsosurfaceNormals, AreTheReferencesForEveryType)
{
  for (const ValueType type :
    { ValueType::Int8, ValueType::UInt8, ValueType::Int16, ValueType::UInt16, ValueType::Int32,
      ValueType::UInt32, ValueType::Int64, ValueType::UInt64, ValueType::Float32, ValueType::Float64 })
    for (const Association association : { Association::Points, Association::Cells })
    {
      const std::string what = "type " + std::to_string(static_cast<int>(type)) +
        (association == Association::Cells ? ", cells" : ", points");
      this->expectSmooth(makeVolume(noise(31), { 22, 19, 35 }, { type, association }), what);
      this->expectSmooth(makeVolume(gyroid(), { 22, 19, 35 }, { type, association }), what + ", gyroid");
    }
}

TEST_P(IsosurfaceNormals, AtBordersAndInThinVolumes)
{
  for (const GridIndex& dimensions :
    { GridIndex{ 2, 2, 2 }, GridIndex{ 2, 9, 3 }, GridIndex{ 40, 2, 3 }, GridIndex{ 3, 3, 33 } })
    this->expectSmooth(makeVolume(linear(1.0, 0.4, -0.3), dimensions),
      std::to_string(dimensions[0]) + " x " + std::to_string(dimensions[1]) + " x " +
        std::to_string(dimensions[2]));
  TestVolume skewed = makeVolume(noise(5), { 17, 33, 20 });
  skewed.indexToMesh = skewedPlacement(skewed.dimensions);
  this->expectSmooth(skewed, "skewed");
}

TEST_P(IsosurfaceNormals, NextToHiddenCells)
{
  for (const Association association : { Association::Points, Association::Cells })
    for (const bool blocks : { false, true })
    {
      TestVolume volume = makeVolume(gyroid(), { 30, 26, 21 }, { ValueType::Float32, association });
      std::mt19937 random(11);
      volume.pointFlags.assign(static_cast<std::size_t>(volume.numPoints()), 0);
      volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 0);
      volume.hiddenPointBits = 2;
      volume.hiddenCellBits = 32;
      volume.ghostCellBits = 1;
      // Hide scattered cells, or whole regions in which the values are rubbish.
      for (std::size_t i = 0; i < volume.pointFlags.size() && !blocks; ++i)
        volume.pointFlags[i] = random() % 200 == 0 ? 2 : 0;
      for (std::int64_t i = 0; i < volume.numCells(); ++i)
      {
        const std::int64_t x = i % 29, y = i / 29 % 25, z = i / (29 * 25);
        const bool hidden = blocks ? (x / 7 + y / 7 + z / 7) % 3 == 0 : random() % 60 == 0;
        volume.cellFlags[static_cast<std::size_t>(i)] = hidden ? 32 : random() % 90 == 0 ? 1 : 0;
        if (hidden && association == Association::Cells)
          volume.scalars.set(i, 0, 1e6);
      }
      for (std::int64_t p = 0; p < volume.numPoints() && blocks && association == Association::Points; ++p)
      {
        const std::int64_t x = p % 30, y = p / 30 % 26, z = p / (30 * 26);
        bool inside = true; // whether only hidden cells surround it
        for (int c = 0; c < 8; ++c)
        {
          const std::int64_t i = x - (c & 1), j = y - (c >> 1 & 1), k = z - (c >> 2);
          if (std::min({ i, j, k }) >= 0 && i < 29 && j < 25 && k < 20)
            inside = inside && volume.cellFlags[static_cast<std::size_t>(i + 29 * (j + 25 * k))] == 32;
        }
        if (inside)
          volume.scalars.set(p, 0, 1e6);
      }
      const int size = imageSize(64);
      this->expectExact(makeScene(volume, { 0.1 }), perspectiveView(size, size), smooth(),
        std::string(blocks ? "blocks" : "scattered") +
          (association == Association::Cells ? ", cells" : ", points"));
    }
}

TEST_P(IsosurfaceNormals, NextToValuesThatAreNotFinite)
{
  TestVolume volume = makeVolume(gyroid(), { 30, 26, 21 });
  for (int i = 0; i < 60; ++i)
    volume.scalars.set(static_cast<std::int64_t>(hashNumber(3, i) * static_cast<double>(volume.numPoints())),
      0, i % 2 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity());
  this->expectExact(
    makeScene(volume, { 0.1 }), perspectiveView(imageSize(64), imageSize(64)), smooth(), "NaN");
}

TEST_P(IsosurfaceNormals, OfQuadraticsAreExact)
{
  // The central differences of x^2 are 2 x at the points. Interpolation between the points gives 2 x as well.
  const GridIndex dimensions = { 24, 24, 24 };
  const TestVolume volume = makeVolume(
    [](const GridIndex& index, const GridIndex& count) {
      double sum = 0.0;
      for (int a = 0; a < 3; ++a)
      {
        const double x = static_cast<double>(index[a]) / (static_cast<double>(count[a]) - 1.0) - 0.5;
        sum += (a + 1.0) * x * x;
      }
      return sum;
    },
    dimensions);
  this->give(makeScene(volume, { 0.3 }));
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  const double cell = 2.0 / 23.0;
  const auto gradient = [](const Vector& p) { return Vector{ p[0], 2.0 * p[1], 3.0 * p[2] }; };
  const auto isInside = [&](const Vector& p) {
    return std::max({ std::abs(p[0]), std::abs(p[1]), std::abs(p[2]) }) < 1.0 - 1.01 * cell;
  };
  int counted = 0;
  EXPECT_LT(this->largestAngle(camera, this->picture(camera, smooth()), gradient, isInside, counted), 0.02);
  EXPECT_GT(counted, camera.width * camera.height / 10);
  // The interpolant's own gradient jumps from cell to cell.
  EXPECT_GT(this->largestAngle(camera, this->picture(camera), gradient, isInside, counted), 1.0);
}

TEST_P(IsosurfaceNormals, OnlyNormalsAndColorsChange)
{
  const TestVolume volume = makeVolume(noise(9), { 25, 30, 22 });
  this->give(translucent(makeScene(volume, { 0.1, 0.4 })));
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  const IsosurfacePicture own = this->picture(camera), by = this->picture(camera, smooth());
  EXPECT_EQ(own.depth, by.depth);
  std::size_t different = 0;
  for (std::size_t pixel = 0; pixel < own.depth.size(); ++pixel)
  {
    EXPECT_EQ(own.image[4 * pixel + 3], by.image[4 * pixel + 3]);
    EXPECT_EQ(own.hits[pixel].depth, by.hits[pixel].depth);
    different +=
      std::isfinite(own.hits[pixel].depth) && own.hits[pixel].normal[0] != by.hits[pixel].normal[0];
  }
  EXPECT_GT(different, own.depth.size() / 4);
}

TEST_P(IsosurfaceNormals, AreTheSameInEveryPipeline)
{
  const TestVolume volume = makeVolume(noise(17), { 30, 37, 41 }, { ValueType::UInt8 });
  const double value = scaledValue(ValueType::UInt8, 0.2);
  for (const bool one : { true, false })
  {
    this->give(one ? makeScene(volume, { value }) : translucent(makeScene(volume, { value, value + 31 })));
    const Camera camera = perspectiveView(imageSize(64), imageSize(64));
    IsosurfaceFrameOptions options = smooth();
    options.pipeline = IsosurfacePipeline::SingleKernel;
    const IsosurfacePicture single = this->picture(camera, options);
    for (const NamedMethod& method : allMethods())
    {
      method.choose(options);
      expectSame(single, this->picture(camera, options), method.name);
    }
  }
}

INKRAY_TEST_ON_DEVICES(IsosurfaceNormals);

} // namespace
