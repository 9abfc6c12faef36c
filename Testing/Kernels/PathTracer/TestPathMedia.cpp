// SPDX-License-Identifier: BSD-3-Clause
// Volumes as media agree with closed forms, and with integration in double precision.
#include "Oracles/MediumReference.h"
#include "Oracles/Randomness.h"
#include "PathTracer/PathTracerTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Return a function with the same color and attenuation for all values.
TransferFunction constantFunction(const Color& color, float attenuation)
{
  return { { { 0.0, color[0], color[1], color[2], attenuation } } };
}

class PathMedia : public PathTracerTest
{
protected:
  int addMedium(const MediumGrid& medium)
  {
    const int volume = this->tracer().addVolume(medium.input());
    this->tracer().setTransferFunction(volume, medium.function);
    return volume;
  }
  /// Draw one pixel, which is so narrow that it is one ray, and return its color and opacity.
  std::array<float, 4> ray(const Vector& eye, const Vector& target, PathFrameOptions options = samples(1))
  {
    this->tracer().render(perspectiveCamera(eye, target, 1e-4, 0.01, 1000, 1, 1), options);
    const float* const p = this->tracer().image();
    return { p[0], p[1], p[2], p[3] };
  }
  /// Compare `count` rays through a cube around the origin with the reference. Returns the largest difference
  /// of a channel.
  double worstOfRays(const std::vector<const MediumGrid*>& media, int count, unsigned seed, double spread)
  {
    Randomness random(seed);
    double worst = 0.0, opacity = 0.0;
    for (int i = 0; i < count; ++i)
    {
      const Vector from = random.direction();
      const Vector eye = { 4 * from[0], 4 * from[1], 4 * from[2] };
      const Vector target = { random.real(-spread, spread), random.real(-spread, spread),
        random.real(-spread, spread) };
      const Vector way = minus(target, eye);
      const auto found = this->ray(eye, target);
      const auto expected = integrateMedia(media, eye, way, 0.0, 2.0, 40000);
      opacity += expected[3];
      for (std::size_t c = 0; c < 4; ++c)
        worst = std::max(worst, std::abs(static_cast<double>(found[c]) - expected[c]));
    }
    EXPECT_GT(opacity, 0.1 * count); // the rays have met media
    return worst;
  }
};

/// Return a medium of constant values in a box of 2 x 1 x 3 around the origin.
MediumGrid constantBox(const Color& color, float attenuation, float value = 7)
{
  MediumGrid box = boxMedium({ 21, 5, 40 }, { -1, -0.5, -1.5 }, { 1, 0.5, 1.5 }, value);
  box.function = constantFunction(color, attenuation);
  return box;
}

TEST_P(PathMedia, ConstantBoxesAreThoseOfTheClosedForm)
{
  for (const float attenuation : { 0.0f, 0.02f, 0.7f, 9.0f, 5000.0f })
  {
    this->tracer().clearScene();
    const MediumGrid box = constantBox({ 0.9f, 0.5f, 2.0f }, attenuation);
    this->addMedium(box);
    struct
    {
      Vector eye, target;
      double length;
    } const rays[] = { { { 0.1, 0.2, 8 }, { 0.1, 0.2, 0 }, 3.0 }, { { 0, 7, 0.3 }, { 0, 0, 0.3 }, 1.0 },
      { { 4, 0, 3 }, { 0, 0, -1 }, 1.5 * std::sqrt(2.0) }, { { 0.2, 0.1, 0.5 }, { 0.2, 0.1, -9 }, 1.99 },
      { { 3, 3, 8 }, { 3, 3, 0 }, 0.0 } };
    for (const auto& r : rays)
    {
      const double opacity = 1 - std::exp(-static_cast<double>(attenuation) * r.length);
      const auto p = this->ray(r.eye, r.target);
      EXPECT_NEAR(p[3], opacity, 2e-5) << attenuation << ", " << r.length;
      EXPECT_NEAR(p[0], 0.9 * opacity, 2e-5) << attenuation << ", " << r.length;
      EXPECT_NEAR(p[1], 0.5 * opacity, 2e-5) << attenuation << ", " << r.length;
      EXPECT_NEAR(p[2], 2.0 * opacity, 4e-5) << attenuation << ", " << r.length;
      EXPECT_EQ(this->tracer().depth()[0], 1.0f);
      // In front of an environment of 0.25.
      PathFrameOptions options = samples(1);
      options.showEnvironment = true;
      this->setLight(0.25f);
      const auto q = this->ray(r.eye, r.target, options);
      EXPECT_EQ(q[3], 1.0f);
      EXPECT_NEAR(q[1], 0.5 * opacity + 0.25 * (1 - opacity), 2e-5) << attenuation << ", " << r.length;
    }
  }
}

TEST_P(PathMedia, LengthsAreTheWorlds)
{
  // The same medium, a thousand times as large and as thin, far away.
  MediumGrid box = boxMedium(
    { 9, 9, 9 }, { 4e6 - 1000, -7e6 - 1000, 1e6 - 1000 }, { 4e6 + 1000, -7e6 + 1000, 1e6 + 1000 }, 1);
  box.function = constantFunction({ 1, 1, 1 }, 0.7e-3f);
  this->addMedium(box);
  const Camera camera =
    perspectiveCamera({ 4e6, -7e6, 1e6 + 5000 }, { 4e6, -7e6, 1e6 }, 1e-3, 100, 1e5, 1, 1);
  EXPECT_NEAR(this->picture(camera, samples(1)).image[3], 1 - std::exp(-1.4), 1e-4);
  // The same in a parallel projection.
  const Camera parallel = parallelCamera({ 4e6, -7e6, 1e6 + 5000 }, { 4e6, -7e6, 1e6 }, 100, 100, 1e5, 4, 4);
  EXPECT_NEAR(this->picture(parallel, samples(1)).mean(3), 1 - std::exp(-1.4), 1e-4);
}

TEST_P(PathMedia, GivingWhatTheyTakeTheyCannotBeSeen)
{
  // Media of any density and shape emit a radiance of 1 in front of an environment of 1. Balls in the media
  // reflect all light. Every pixel is 1.
  Randomness random(3);
  MediumGrid cloud = boxMedium({ 20, 20, 20 }, { -1.2, -1.2, -1.2 }, { 1.2, 1.2, 1.2 }, 0);
  for (float& v : cloud.values)
    v = static_cast<float>(random.real(0, 1));
  cloud.function.knots = { { 0.3, 1, 1, 1, 0 }, { 0.6, 1, 1, 1, 3 }, { 1, 1, 1, 1, 0.5f } };
  MediumGrid other = constantBox({ 1, 1, 1 }, 0.8f);
  this->addMedium(cloud);
  this->addMedium(other);
  const Camera camera = frontCamera(24, 24);
  PathFrameOptions options = samples(4);
  options.showEnvironment = true;
  const PathPicture empty = this->picture(camera, options);
  for (const float x : empty.image)
    ASSERT_NEAR(x, 1.0f, 0.0005f);
  options.showEnvironment = false;
  const PathPicture alone = this->picture(camera, options);
  EXPECT_GT(alone.mean(3), 0.2);
  for (std::size_t i = 0; i < alone.image.size(); ++i)
    ASSERT_NEAR(alone.image[i], alone.image[i / 4 * 4 + 3], 0.0005f);
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Chrome, PathMaterialKind::Glass });
  const BallVolume ball(33);
  this->addBall(ball, { -0.5, 0, 0 }, 0.4, 0);
  this->addBall(ball, { 0.5, 0, 0 }, 0.4, 1);
  options = samples(128, 64);
  options.showEnvironment = true;
  const PathPicture full = this->picture(camera, options);
  EXPECT_NEAR(full.mean(1), 1.0, 0.002);
  // The only noise is from the weights of light sampling.
  for (const float x : full.image)
    ASSERT_NEAR(x, 1.0f, 0.15f);
}

TEST_P(PathMedia, SlabsShadeAFloor)
{
  // A light like the sun shines through an absorbing slab onto a floor. The camera looks from below the slab.
  this->setLight(0);
  QuadMesh floor;
  floor.add({ Vector{ -20, 0, 20 }, { 20, 0, 20 }, { 20, 0, -20 }, { -20, 0, -20 } }, { 1, 1, 1 });
  this->tracer().addTriangles(floor.input());
  MediumGrid slab = boxMedium({ 8, 3, 8 }, { -30, 1, -30 }, { 30, 1.5, 30 }, 1);
  slab.function = constantFunction({ 0, 0, 0 }, 1.6f);
  const Camera camera = perspectiveCamera({ 0, 0.9, 3 }, { 0, 0, 0 }, 20, 0.01, 100, 12, 12);
  for (const bool hasSlab : { false, true })
  {
    const int volume = hasSlab ? this->addMedium(slab) : -1;
    for (const double angle : { 0.0, 30.0, 60.0 })
    {
      const double a = angle * 3.14159265358979 / 180, cosine = std::cos(a);
      SurfaceLight light = distantLight({ 0, -1, 0 }, 0.8f);
      // Convert the direction from world to eye coordinates.
      const double* const m = camera.meshToEye;
      for (int i = 0; i < 3; ++i)
        light.direction[i] = static_cast<float>(m[4 * i] * std::sin(a) - m[4 * i + 1] * cosine);
      this->tracer().setLights({ light });
      const double expected = 0.8 * cosine * (hasSlab ? std::exp(-0.8 / cosine) : 1.0);
      const PathPicture p = this->picture(camera, samples(4, 0));
      for (std::size_t i = 0; i < p.image.size(); ++i)
        ASSERT_NEAR(p.image[i], i % 4 == 3 ? 1.0 : expected, 1e-3) << angle << " degrees";
    }
    // The part of the slab behind a lamp within it absorbs none of the lamp's light.
    SurfaceLight lamp;
    lamp.positional = true;
    const auto inEye = transform(camera.meshToEye, { 0, 1.25, 0 });
    for (int i = 0; i < 3; ++i)
      lamp.position[i] = static_cast<float>(inEye[static_cast<std::size_t>(i)]);
    this->tracer().setLights({ lamp });
    const Camera spot = perspectiveCamera({ 0, 0.9, 0 }, { 0, 0, 0 }, 0.1, 0.01, 100, 4, 4);
    const auto again = transform(spot.meshToEye, { 0, 1.25, 0 });
    for (int i = 0; i < 3; ++i)
      lamp.position[i] = static_cast<float>(again[static_cast<std::size_t>(i)]);
    this->tracer().setLights({ lamp });
    EXPECT_NEAR(this->picture(spot, samples(1, 0)).image[0], hasSlab ? std::exp(-0.4) : 1.0, 1e-3);
    if (hasSlab)
    {
      // Without its function the slab is gone.
      this->tracer().removeTransferFunction(volume);
      EXPECT_NEAR(this->picture(spot, samples(1, 0)).image[0], 1.0, 1e-3);
    }
  }
}

TEST_P(PathMedia, WhatTheyEmitLightsSurfaces)
{
  // An almost opaque, glowing block lights a floor below it after one bounce. The expected light is the
  // block's radiance times the form factor of a rectangle above a point (a sum of arcs along its four edges).
  this->setLight(0);
  QuadMesh floor;
  floor.add({ Vector{ -20, 0, 20 }, { 20, 0, 20 }, { 20, 0, -20 }, { -20, 0, -20 } }, { 0.5f, 0.5f, 0.5f });
  this->tracer().addTriangles(floor.input());
  MediumGrid block = boxMedium({ 5, 5, 5 }, { -1.5, 1, -1 }, { 1.5, 9, 1 }, 1);
  block.function = constantFunction({ 2.0f, 1.0f, 0.0f }, 1e4f);
  this->addMedium(block);
  const Camera camera = perspectiveCamera({ 0, 0.5, 0 }, { 0, 0, 0 }, 2, 0.01, 100, 8, 8);
  const PathPicture p = this->picture(camera, samples(256, 1));
  const auto corner = [](double a, double b) { // sides of a quarter of the rectangle, over its height
    const double x = a / std::sqrt(1 + a * a), y = b / std::sqrt(1 + b * b);
    return (x * std::atan(b / std::sqrt(1 + a * a)) + y * std::atan(a / std::sqrt(1 + b * b))) /
      (2 * 3.14159265358979);
  };
  const double factor = 4 * corner(1.5, 1.0);
  EXPECT_NEAR(p.mean(0), 0.5 * 2.0 * factor, 0.006);
  EXPECT_NEAR(p.mean(1), 0.5 * factor, 0.004);
  EXPECT_EQ(p.mean(2), 0.0);
  EXPECT_EQ(p.mean(3), 1.0);
  // Without a bounce, a medium does not light surfaces.
  EXPECT_EQ(this->picture(camera, samples(4, 0)).mean(0), 0.0);
}

/// Return a medium of white noise if `isNoise`, otherwise of waves that are much longer than a cell.
MediumGrid randomMedium(unsigned seed, bool isNoise, const std::array<std::int64_t, 3>& points)
{
  Randomness random(seed);
  MediumGrid grid = boxMedium(points, { -1, -1, -1 }, { 1, 1, 1 }, 0);
  const double f[3] = { random.real(2, 5), random.real(2, 5), random.real(2, 5) };
  for (std::int64_t k = 0; k < points[2]; ++k)
    for (std::int64_t j = 0; j < points[1]; ++j)
      for (std::int64_t i = 0; i < points[0]; ++i)
      {
        const double x = 2.0 * static_cast<double>(i) / static_cast<double>(points[0] - 1) - 1,
                     y = 2.0 * static_cast<double>(j) / static_cast<double>(points[1] - 1) - 1,
                     z = 2.0 * static_cast<double>(k) / static_cast<double>(points[2] - 1) - 1;
        grid.value(i, j, k) = static_cast<float>(isNoise
            ? random.real(0, 1)
            : 0.5 + 0.5 * std::sin(f[0] * x + y) * std::cos(f[1] * y - z) * std::cos(f[2] * z + x));
      }
  // Turn, shear and shift the grid a little.
  const Matrix turn = rotation(random.direction(), random.real(0, 360));
  Matrix shear = scaling(0.9, 0.8, 1);
  shear[1] = 0.2;
  grid.indexToWorld = multiply(multiply(turn, shear), grid.indexToWorld);
  for (std::size_t row = 0; row < 3; ++row)
    grid.indexToWorld[4 * row + 3] += random.real(-0.2, 0.2);
  return grid;
}

TransferFunction smoothFunction()
{
  return { { { 0.1, 1, 0.2f, 0.1f, 0.1f }, { 0.5, 0.3f, 1, 0.2f, 1.0f }, { 0.9, 0.1f, 0.4f, 1, 4.0f } } };
}
/// Return a function of shells, some with jumps, that is transparent between them.
TransferFunction shellFunction()
{
  return { { { 0.3, 1, 0, 0, 0 }, { 0.32, 1, 0.5f, 0, 30 }, { 0.34, 1, 1, 0, 0 }, { 0.55, 0, 1, 0, 0 },
    { 0.55, 0, 1, 0.3f, 6 }, { 0.6, 0, 0.5f, 1, 6 }, { 0.6, 0, 0, 1, 0 }, { 0.9, 0, 0, 1, 0 },
    { 0.95, 1, 1, 1, 100 } } };
}

TEST_P(PathMedia, FieldsAgreeWithIntegrationInDouble)
{
  // If a ray just touches a value at which opacity jumps, an error of 5e-4 of the scalar changes its color.
  struct
  {
    bool isNoise, hasShells;
    double limit;
  } const kinds[] = { { false, false, 1e-3 }, { false, true, 1e-2 }, { true, false, 2e-3 },
    { true, true, 1e-2 } };
  int number = 0;
  for (const auto& kind : kinds)
  {
    this->tracer().clearScene();
    MediumGrid medium = randomMedium(11, kind.isNoise, { 41, 33, 26 });
    medium.function = kind.hasShells ? shellFunction() : smoothFunction();
    this->addMedium(medium);
    const double worst = this->worstOfRays({ &medium }, 40, 5, 0.6);
    EXPECT_LT(worst, kind.limit) << "noise " << kind.isNoise << ", shells " << kind.hasShells;
    this->RecordProperty("worst" + std::to_string(number++), std::to_string(worst));
  }
}

TEST_P(PathMedia, HolesAreTransparent)
{
  MediumGrid medium = randomMedium(4, false, { 30, 25, 37 });
  medium.function = smoothFunction();
  Randomness random(9);
  medium.cellFlags.assign(29 * 24 * 36, 0);
  for (auto& flag : medium.cellFlags)
    flag = random.chance(0.1) ? 1 : 0;
  for (float& v : medium.values)
    if (random.chance(0.01))
      v =
        random.chance(0.5) ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  this->addMedium(medium);
  EXPECT_LT(this->worstOfRays({ &medium }, 40, 6, 0.6), 2e-3);
}

TEST_P(PathMedia, OverlapsAreMixed)
{
  // Two media overlap, and a box overlaps a part of them.
  MediumGrid first = randomMedium(21, false, { 31, 33, 26 }),
             second = randomMedium(22, false, { 20, 20, 64 });
  first.function = smoothFunction();
  second.function = { { { 0, 0, 0, 1, 0 }, { 1, 0.2f, 1, 1, 5 } } };
  MediumGrid box = constantBox({ 1, 1, 0 }, 1.5f);
  this->addMedium(first);
  this->addMedium(second);
  const double two = this->worstOfRays({ &first, &second }, 40, 7, 0.6);
  EXPECT_LT(two, 1e-3);
  this->addMedium(box);
  const double three = this->worstOfRays({ &first, &second, &box }, 40, 8, 0.6);
  EXPECT_LT(three, 1e-3);
  // Thin shells overlap with a cloud.
  second.function = shellFunction();
  this->tracer().setTransferFunction(1, second.function);
  const double shells = this->worstOfRays({ &first, &second, &box }, 40, 8, 0.6);
  EXPECT_LT(shells, 1e-2);
  this->RecordProperty("two", std::to_string(two));
  this->RecordProperty("three", std::to_string(three));
  this->RecordProperty("shells", std::to_string(shells));
}

TEST_P(PathMedia, ConstantOverlapsAreThoseOfTheClosedForm)
{
  // Along the ray, red goes from z = 3 to -1, and blue from z = 1 to -3.
  MediumGrid red = boxMedium({ 9, 9, 9 }, { -2, -2, -1 }, { 2, 2, 3 }, 1);
  MediumGrid blue = boxMedium({ 17, 5, 6 }, { -2, -2, -3 }, { 2, 2, 1 }, 1);
  const double r = 0.3, b = 0.9;
  red.function = constantFunction({ 1, 0, 0 }, 0.3f);
  blue.function = constantFunction({ 0, 0, 1 }, 0.9f);
  this->addMedium(red);
  this->addMedium(blue);
  const auto p = this->ray({ 0.3, 0.2, 9 }, { 0.3, 0.2, 0 });
  const double first = std::exp(-2 * r), both = std::exp(-2 * (r + b));
  EXPECT_NEAR(p[0], 1 - first + first * (1 - both) * r / (r + b), 2e-5);
  EXPECT_NEAR(p[2], first * (1 - both) * b / (r + b) + first * both * (1 - std::exp(-2 * b)), 2e-5);
  EXPECT_NEAR(p[3], 1 - std::exp(-4 * (r + b)), 2e-5);
  // The order in which media are given does not matter.
  this->tracer().clearScene();
  this->addMedium(blue);
  this->addMedium(red);
  const auto q = this->ray({ 0.3, 0.2, 9 }, { 0.3, 0.2, 0 });
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_NEAR(p[c], q[c], 1e-6);
}

TEST_P(PathMedia, RectilinearGridsAreAsEvenOnes)
{
  MediumGrid even = randomMedium(31, false, { 27, 30, 22 });
  even.function = shellFunction();
  MediumGrid rectilinear = even;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t i = 0; i < even.points[axis]; ++i)
      rectilinear.coordinates[axis].push_back(static_cast<double>(i));
  const Camera camera = frontCamera(40, 40);
  this->addMedium(even);
  const PathPicture a = this->picture(camera, samples(4));
  this->tracer().clearScene();
  this->addMedium(rectilinear);
  const PathPicture b = this->picture(camera, samples(4));
  EXPECT_GT(a.mean(3), 0.1);
  for (std::size_t i = 0; i < a.image.size(); ++i)
    ASSERT_NEAR(a.image[i], b.image[i], 2e-3f);
  // The planes may be anywhere.
  Randomness random(2);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 1; i + 1 < rectilinear.coordinates[axis].size(); ++i)
      rectilinear.coordinates[axis][i] += random.real(-0.4, 0.4);
  rectilinear.function = smoothFunction();
  this->tracer().clearScene();
  this->addMedium(rectilinear);
  EXPECT_LT(this->worstOfRays({ &rectilinear }, 40, 5, 0.6), 1e-3);
  // An even and a rectilinear grid overlap in one scene.
  even.function = { { { 0, 0, 0, 1, 0 }, { 1, 0.2f, 1, 1, 5 } } };
  this->addMedium(even);
  EXPECT_LT(this->worstOfRays({ &rectilinear, &even }, 40, 5, 0.6), 1e-3);
}

TEST_P(PathMedia, ValuesMayBeOfAnyType)
{
  // The same field as 16-bit integers, and as doubles with a large offset.
  MediumGrid grid = randomMedium(41, false, { 24, 24, 24 });
  for (float& v : grid.values)
    v = std::round(v * 4000.0f);
  grid.function.knots = { { 1200, 1, 0.5f, 0, 0 }, { 1300, 1, 0.5f, 0, 8 }, { 3900, 0, 0.5f, 1, 1 } };
  const Camera camera = frontCamera(32, 32);
  this->addMedium(grid);
  const PathPicture expected = this->picture(camera, samples(2));
  EXPECT_GT(expected.mean(3), 0.1);
  const auto expectSame = [&](const char* what) {
    const PathPicture p = this->picture(camera, samples(2));
    for (std::size_t i = 0; i < p.image.size(); ++i)
      ASSERT_NEAR(p.image[i], expected.image[i], 2e-4f) << what;
  };
  std::vector<std::int16_t> shorts;
  std::vector<double> doubles;
  for (const float v : grid.values)
  {
    shorts.push_back(static_cast<std::int16_t>(v));
    doubles.push_back(1e9 + static_cast<double>(v));
  }
  VolumeInput input = grid.input();
  input.scalars.values = shorts.data();
  input.scalars.type = ValueType::Int16;
  this->tracer().clearScene();
  this->tracer().setTransferFunction(this->tracer().addVolume(input), grid.function);
  expectSame("Int16");
  input.scalars.values = doubles.data();
  input.scalars.type = ValueType::Float64;
  for (auto& knot : grid.function.knots)
    knot.scalar += 1e9;
  this->tracer().clearScene();
  this->tracer().setTransferFunction(this->tracer().addVolume(input), grid.function);
  expectSame("Float64");
}

TEST_P(PathMedia, OthersAndSurfacesStandInThem)
{
  // Opaque geometry of other renderers, and then a wall, stand halfway through the medium.
  const MediumGrid box = constantBox({ 1, 1, 1 }, 0.4f);
  const int volume = this->addMedium(box);
  const Camera camera = parallelCamera({ 0, 0, 5 }, { 0, 0, 0 }, 0.2, 1, 11, 8, 8);
  std::vector<float> depth(64, 0.4f); // at z = 0
  PathFrameOptions options = samples(2);
  options.opaqueDepth = depth.data();
  for (const bool shows : { false, true })
  {
    options.showEnvironment = shows;
    EXPECT_NEAR(this->picture(camera, options).mean(3), 1 - std::exp(-0.4 * 1.5), 1e-4);
    EXPECT_NEAR(this->picture(camera, options).mean(0), 1 - std::exp(-0.4 * 1.5), 1e-4);
  }
  this->setLight(0);
  QuadMesh wall;
  wall.add({ Vector{ -5, -5, 0 }, { 5, -5, 0 }, { 5, 5, 0 }, { -5, 5, 0 } }, { 1, 1, 1 });
  this->tracer().addTriangles(wall.input());
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 1.0f) });
  const PathPicture p = this->picture(camera, samples(2, 0));
  const double through = std::exp(-0.4 * 1.5);
  EXPECT_NEAR(p.mean(0), 1 - through + through * through, 1e-3);
  EXPECT_EQ(p.mean(3), 1.0);
  EXPECT_NEAR(p.depth[9], 0.4f, 1e-5f);
  // A volume can have isosurfaces beside its medium. (All its values are above this isovalue.)
  PathSurface surface;
  surface.value = 3;
  this->tracer().setIsosurfaces(volume, { surface });
  EXPECT_NEAR(this->picture(camera, samples(2, 0)).mean(0), p.mean(0), 1e-6);
}

TEST_P(PathMedia, ChangesBeginThePictureAnew)
{
  const MediumGrid box = constantBox({ 1, 1, 1 }, 0.4f);
  const int volume = this->addMedium(box);
  const Camera camera = frontCamera(8, 8);
  const auto samplesNow = [&] {
    this->tracer().render(camera, samples(2));
    return this->tracer().numSamples();
  };
  EXPECT_EQ(samplesNow(), 2);
  EXPECT_EQ(samplesNow(), 4);
  const double before = this->picture(camera, samples(2)).mean(3);
  this->tracer().setTransferFunction(volume, constantFunction({ 1, 1, 1 }, 0.8f));
  EXPECT_EQ(samplesNow(), 2);
  EXPECT_GT(this->picture(camera, samples(2)).mean(3), before + 0.01);
  this->tracer().removeTransferFunction(volume);
  EXPECT_EQ(samplesNow(), 2);
  EXPECT_EQ(this->picture(camera, samples(2)).mean(3), 0.0);
  // The function makes all values of the volume transparent.
  this->tracer().setTransferFunction(volume, constantFunction({ 1, 1, 1 }, 0.0f));
  EXPECT_EQ(this->picture(camera, samples(2)).mean(3), 0.0);
  this->tracer().setTransferFunction(volume, { { { 7, 1, 1, 1, 0 }, { 8, 1, 1, 1, 5 } } });
  EXPECT_EQ(this->picture(camera, samples(2)).mean(3), 0.0);
}

TEST_P(PathMedia, StopWhenTheyAreAskedTo)
{
  MediumGrid medium = randomMedium(4, false, { 30, 25, 37 });
  medium.function = smoothFunction();
  this->addMedium(medium);
  const Camera camera = frontCamera(32, 32);
  PathFrameOptions options = samples(4);
  const PathPicture whole = this->picture(camera, options);
  int calls = 0;
  options.abortCheck = [&] { return ++calls > 1; };
  this->tracer().restart();
  EXPECT_THROW(this->tracer().render(camera, options), Aborted);
  EXPECT_EQ(this->tracer().numSamples(), 0);
  options.abortCheck = nullptr;
  EXPECT_EQ(this->picture(camera, options).image, whole.image);
}

TEST_P(PathMedia, RefuseWhatCannotBeDrawn)
{
  PathTracer& t = this->tracer();
  const auto expectRefused = [&](const char* words, const auto& call) {
    EXPECT_NE(refusal(call).find(words), std::string::npos) << refusal(call);
  };
  const TransferFunction good = constantFunction({ 1, 1, 1 }, 1.0f);
  expectRefused("no volume 0", [&] { t.setTransferFunction(0, good); });
  expectRefused("no volume 3", [&] { t.removeTransferFunction(3); });
  const MediumGrid box = constantBox({ 1, 1, 1 }, 0.4f);
  VolumeInput input = box.input();
  input.scalars.values = nullptr;
  expectRefused("no array", [&] { t.addVolume(input); });
  const int volume = this->addMedium(box);
  expectRefused("has no points", [&] { t.setTransferFunction(volume, {}); });
  expectRefused("not sorted", [&] {
    t.setTransferFunction(volume, { { { 2, 1, 1, 1, 0 }, { 1, 1, 1, 1, 5 } } });
  });
  // A unit distance of 0 or NaN makes attenuation not finite.
  for (const float bad : { std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN() })
  {
    expectRefused("not finite", [&] { t.setTransferFunction(volume, constantFunction({ 1, 1, 1 }, bad)); });
    expectRefused("not finite", [&] { t.setTransferFunction(volume, constantFunction({ 1, bad, 1 }, 1)); });
  }
  expectRefused("below 0", [&] { t.setTransferFunction(volume, constantFunction({ -1, 1, 1 }, 1)); });
  TransferFunction categories = good;
  categories.isCategorical = true;
  expectRefused("categories", [&] { t.setTransferFunction(volume, categories); });
  // The volume has kept its earlier function. A negative attenuation counts as 0.
  EXPECT_NEAR(this->ray({ 0, 0, 8 }, { 0, 0, 0 })[3], 1 - std::exp(-1.2), 1e-4);
  t.setTransferFunction(volume, constantFunction({ 1, 1, 1 }, -1));
  EXPECT_EQ(this->ray({ 0, 0, 8 }, { 0, 0, 0 })[3], 0.0f);
  // A volume whose values are all NaN is invisible.
  t.clearScene();
  MediumGrid nothing = box;
  std::fill(nothing.values.begin(), nothing.values.end(), std::numeric_limits<float>::quiet_NaN());
  this->addMedium(nothing);
  EXPECT_EQ(this->ray({ 0, 0, 8 }, { 0, 0, 0 })[3], 0.0f);
}

INKRAY_PATHS_ON_DEVICES(PathMedia);

} // namespace
