// SPDX-License-Identifier: BSD-3-Clause
// Light on surfaces agrees with closed forms, and with a path tracer in double precision.
#include "PathTracer/PathTracerTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class PathLight : public PathTracerTest
{
protected:
  void expectReference(const ReferenceBox& box);

  const BallVolume Ball{ 49 };
};

/// Return the mean of the pixels that a surface fills.
double filledMean(const PathPicture& p, int channel)
{
  double sum = 0.0;
  int n = 0;
  for (std::size_t i = 0; i < p.depth.size(); ++i)
    if (p.image[4 * i + 3] == 1.0f)
    {
      sum += static_cast<double>(p.image[4 * i + static_cast<std::size_t>(channel)]);
      ++n;
    }
  EXPECT_GT(n, 20);
  return sum / n;
}

TEST_P(PathLight, WhiteFurnaceIsWhite)
{
  // A ball of albedo 1 in uniform light from everywhere is as bright as its surroundings. Glossy material and
  // car paint absorb some light; no material adds light. The light is a constant, or an image that is
  // sampled.
  Environment white, image;
  image.kind = Environment::Kind::Image;
  image.width = 16;
  image.height = 8;
  image.rgb.assign(3 * 16 * 8, 1.0f);
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glossy, PathMaterialKind::Glass,
    PathMaterialKind::Chrome, PathMaterialKind::CarPaint });
  for (const bool isImage : { false, true })
    for (const int material : { 0, 1, 2, 3, 4 })
    {
      this->tracer().clearScene();
      this->tracer().setEnvironment(isImage ? image : white);
      this->addBall(this->Ball, { 0.3, -0.2, 0 }, 1, material);
      const PathPicture p = this->picture(frontCamera(24, 24), samples(isImage ? 256 : 64, 64));
      const double mean = filledMean(p, 0);
      EXPECT_LE(mean, 1.005) << "material " << material;
      EXPECT_GE(mean, material == 4 ? 0.75 : material == 1 ? 0.85 : 0.995) << "material " << material;
      // Glass is left out: at its rim, facets meet at angles and hold some light for more than any number of
      // bounces.
      for (std::size_t i = 0; i < p.depth.size() && material % 3 == 0 && !isImage; ++i)
        ASSERT_NEAR(p.image[4 * i], p.image[4 * i + 3], 0.005) << "pixel " << i << ", material " << material;
    }
}

TEST_P(PathLight, ClosedBoxesGiveNoMoreThanTheyGet)
{
  // White walls lose light only through a small opening, and add none.
  QuadMesh box;
  const Color white = { 1, 1, 1 };
  box.add({ Vector{ -1, -1, -1 }, { -1, -1, 1 }, { 1, -1, 1 }, { 1, -1, -1 } }, white);
  box.add({ Vector{ -1, 1, -1 }, { 1, 1, -1 }, { 1, 1, 1 }, { -1, 1, 1 } }, white);
  box.add({ Vector{ -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 } }, white);
  box.add({ Vector{ -1, -1, -1 }, { -1, 1, -1 }, { -1, 1, 1 }, { -1, -1, 1 } }, white);
  box.add({ Vector{ 1, -1, -1 }, { 1, -1, 1 }, { 1, 1, 1 }, { 1, 1, -1 } }, white);
  this->tracer().addTriangles(box.input());
  this->addBall(this->Ball, { 0, 0, -0.2 }, 0.6, 0);
  double before = 0.0;
  for (const int bounces : { 0, 2, 8, 64 })
  {
    const double mean = filledMean(this->picture(frontCamera(24, 24), samples(64, bounces)), 1);
    EXPECT_LE(mean, 1.01) << bounces << " bounces"; // four deviations of the mean
    EXPECT_GT(mean, before - 0.005) << bounces << " bounces";
    before = mean;
  }
  EXPECT_GT(before, 0.98);
}

TEST_P(PathLight, DiffuseBallUnderAGradientSky)
{
  // The cosine-weighted mean of d . up over a hemisphere is two thirds of normal . up.
  Environment sky;
  sky.kind = Environment::Kind::Gradient;
  const double top[3] = { 0.2, 0.6, 1.5 }, bottom[3] = { 1.0, 0.5, 0.1 }, albedo = 0.7;
  std::copy_n(top, 3, sky.color);
  std::copy_n(bottom, 3, sky.bottom);
  this->tracer().setEnvironment(sky);
  const float a = static_cast<float>(albedo);
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0, { a, a, a });
  PathFrameOptions options = samples(4096);
  options.smoothNormals = true;
  const int size = 8;
  const double edge = 400 * std::tan(0.2 * 3.14159265358979 / 180); // of the picture, at the ball
  const Camera camera = makeCamera(lookAt({ 0, 0, 400 }, { 0, 0, 0 }, { 0, 1, 0 }),
    frustum(-edge / 40, edge / 40, -edge / 40, edge / 40, 10, 1000), size, size);
  const PathPicture p = this->picture(camera, options);
  double error = 0.0, sum = 0.0;
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i)
    {
      // The rays are almost parallel.
      const double x = (2 * (i + 0.5) / size - 1) * edge, y = (2 * (j + 0.5) / size - 1) * edge;
      if (std::hypot(x, y) > 0.75)
        continue;
      for (int c = 0; c < 3; ++c)
      {
        const double expected = albedo * (bottom[c] + (top[c] - bottom[c]) * (0.5 + y / 3));
        const double found = static_cast<double>(p.image[static_cast<std::size_t>(4 * (size * j + i) + c)]);
        error += (found - expected) * (found - expected);
        sum += expected * expected;
      }
    }
  EXPECT_LT(std::sqrt(error / sum), 0.01);
}

TEST_P(PathLight, DiffuseBallInTheLightOfAnImage)
{
  // The expected irradiance is a sum over the image in double precision.
  Environment sky;
  sky.kind = Environment::Kind::Image;
  sky.width = 32;
  sky.height = 16;
  for (int i = 0; i < 32 * 16; ++i)
    for (int c = 0; c < 3; ++c)
      sky.rgb.push_back(i == 32 * 11 + 22 ? 150.0f : 0.02f * static_cast<float>(i % 9 + c));
  this->tracer().setEnvironment(sky);
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  PathFrameOptions options = samples(4096, 0);
  options.smoothNormals = true;
  const Camera camera = perspectiveCamera({ 0, 0, 400 }, { 0, 0, 0 }, 0.02, 10, 1000, 2, 2);
  const PathPicture p = this->picture(camera, options);
  const double pi = 3.14159265358979;
  double expected = 0.0;
  const int fine = 8;
  for (int row = 0; row < 16 * fine; ++row)
    for (int column = 0; column < 32 * fine; ++column)
    {
      const double elevation = ((row + 0.5) / (16 * fine) - 0.5) * pi;
      const double azimuth = (2 * (column + 0.5) / (32 * fine) - 1) * pi;
      // front is right x up = z
      const double cosine = std::cos(elevation) * std::sin(azimuth);
      const double area = std::cos(elevation) * pi / (16 * fine) * 2 * pi / (32 * fine);
      const auto at = static_cast<std::size_t>(3 * (row / fine * 32 + column / fine));
      expected += std::max(0.0, cosine) * area * static_cast<double>(sky.rgb[at]) / pi;
    }
  EXPECT_NEAR(p.mean(0) / expected, 1.0, 0.01);
}

TEST_P(PathLight, DistantLightIsAsBrightAsPhongs)
{
  this->setLight(0);
  QuadMesh wall;
  wall.add({ Vector{ -5, -5, 0 }, { 5, -5, 0 }, { 5, 5, 0 }, { -5, 5, 0 } }, { 1, 1, 1 });
  this->tracer().addTriangles(wall.input());
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 0.8f) });
  EXPECT_NEAR(this->picture(frontCamera(8, 8), samples(4)).mean(0), 0.8, 1e-3);
  this->tracer().setLights({ distantLight({ 0, 1.7320508, -1 }, 0.8f) });
  EXPECT_NEAR(this->picture(frontCamera(8, 8), samples(4)).mean(0), 0.4, 1e-3);
  // A light behind the wall adds nothing, and two lights add up.
  this->tracer().setLights({ distantLight({ 0, 0, 1 }, 0.8f) });
  EXPECT_EQ(this->picture(frontCamera(8, 8), samples(4)).mean(0), 0.0);
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 0.5f), distantLight({ 0, 0, -1 }, 0.25f) });
  EXPECT_NEAR(this->picture(frontCamera(8, 8), samples(1024)).mean(0), 0.75, 0.01);
  // A lamp at the eye, with a cone, is at distance 4 from the wall's middle.
  SurfaceLight lamp;
  lamp.positional = true;
  lamp.attenuation[0] = 0;
  lamp.attenuation[2] = 1;
  lamp.coneCosine = 0.99f;
  this->tracer().setLights({ lamp });
  const PathPicture p = this->picture(frontCamera(9, 9), samples(16));
  EXPECT_NEAR(p.image[4 * 40], 1.0 / 16, 1e-3);
  EXPECT_EQ(p.image[0], 0.0f);
}

TEST_P(PathLight, TranslucentSurfacesLetThroughWhatTheySay)
{
  // Two crossings of a ball of opacity 0.5: a quarter of the rays find nothing.
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0, { 1, 1, 1 }, 0.5f);
  const PathPicture p =
    this->picture(perspectiveCamera({ 0, 0, 400 }, { 0, 0, 0 }, 0.1, 10, 1000, 16, 16), samples(64, 64));
  EXPECT_NEAR(p.mean(3), 0.75, 0.02);
  EXPECT_NEAR(p.mean(0) / p.mean(3), 1.0, 0.02); // white is still white
  EXPECT_EQ(p.depth[100], 1.0f);
}

/// Compare the tracer's picture of a box with the reference's.
void PathLight::expectReference(const ReferenceBox& box)
{
  // Pixels of both pictures are estimates. Their differences, divided by the deviations, must be distributed
  // like those of estimates of the same number.
  const int size = 12, batches = 24, perBatch = 40;
  const Camera camera = frontCamera(size, size);
  box.give(this->tracer(), camera);
  std::vector<double> sum(size * size * 3), square(size * size * 3);
  for (int b = 0; b < batches; ++b)
  {
    PathFrameOptions options = samples(perBatch, 3);
    options.smoothNormals = true;
    options.seed = static_cast<std::uint32_t>(b);
    const PathPicture p = this->picture(camera, options);
    for (std::size_t i = 0; i < sum.size(); ++i)
    {
      const auto x = static_cast<double>(p.image[i / 3 * 4 + i % 3]);
      sum[i] += x;
      square[i] += x * x;
    }
  }
  double chi = 0.0, worst = 0.0, difference = 0.0, total = 0.0;
  int n = 0;
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i)
    {
      const PathReference::Estimate e = box.reference.pixel(camera, i, j, 3000, 5);
      for (std::size_t c = 0; c < 3; ++c)
      {
        const auto at = static_cast<std::size_t>(3 * (size * j + i)) + c;
        const double mean = sum[at] / batches;
        const double variance =
          std::max(0.0, square[at] / batches - mean * mean) / (batches - 1) + e.variance[c];
        const double z = (mean - e.mean[c]) / std::sqrt(variance + 1e-8);
        chi += z * z;
        worst = std::max(worst, std::abs(z));
        difference += mean - e.mean[c];
        total += e.mean[c];
        ++n;
      }
    }
  // The channels of a pixel are correlated, and deviations are estimates themselves: 432 differences are
  // worth about a hundred independent ones.
  EXPECT_LT(chi / n, 1.4);
  EXPECT_GT(chi / n, 0.6);
  EXPECT_LT(worst, 6.0);
  EXPECT_LT(std::abs(difference / total), 0.006);
  RecordProperty("chi", std::to_string(chi / n));
  RecordProperty("difference", std::to_string(difference / total));
}

TEST_P(PathLight, BoxAgreesWithTheReference)
{
  this->expectReference(ReferenceBox());
}

TEST_P(PathLight, BoxWithCarPaintAgreesWithTheReference)
{
  this->expectReference(ReferenceBox(ReferenceBox::Grids::Even, true));
}

TEST_P(PathLight, BoxOfEvenAndRectilinearGridsAgreesWithTheReference)
{
  this->expectReference(ReferenceBox(ReferenceBox::Grids::Mixed));
}

INKRAY_PATHS_ON_DEVICES(PathLight);

} // namespace
