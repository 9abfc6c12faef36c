// SPDX-License-Identifier: BSD-3-Clause
// Overlapping media of images and meshes agree with the reference of merged pictures in double precision.
#include "PathTracer/PathTracerTest.h"
#include "PathTracer/RandomMedia.h"
#include "Seeds.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class PathMixedMedia : public PathTracerTest
{
protected:
  void add(const RandomMedium& member)
  {
    const OracleScene& mesh = member.scene.mesh;
    if (!member.grid.values.empty())
    {
      const int volume = this->tracer().addVolume(member.grid.input());
      return this->tracer().setTransferFunction(volume, member.grid.function);
    }
    TetMeshInput input;
    input.points = mesh.points.data();
    input.pointType = ValueType::Float64;
    input.numPoints = static_cast<std::int64_t>(mesh.points.size() / 3);
    input.connectivity = mesh.tets.data();
    input.numTets = static_cast<std::int64_t>(mesh.tets.size() / 4);
    Field field;
    field.values = mesh.scalars.data();
    field.type = ValueType::Float64;
    field.numTuples = static_cast<std::int64_t>(mesh.scalars.size());
    field.association = mesh.perCell ? Association::Cells : Association::Points;
    const int number = this->tracer().addMesh(input);
    this->tracer().setMeshTransferFunction(number, mesh.transferFunction);
    this->tracer().setMeshValues(number, field);
  }

  /// Compare rays through random media, from outside and from inside, with the reference.
  void expectMixed(int images, int meshes, std::uint32_t seed)
  {
    SCOPED_TRACE(std::to_string(images) + " images, " + std::to_string(meshes) + " meshes, seed " +
      std::to_string(seed));
    Randomness random(seed);
    std::vector<RandomMedium> members;
    for (int k = 0; k < images + meshes; ++k)
      members.push_back(k < images ? randomImageMedium(random)
                                   : randomMeshMedium(random, seed + 1000u * static_cast<std::uint32_t>(k)));
    this->tracer().clearScene();
    for (const RandomMedium& member : members)
      this->add(member);
    for (int ray = 0; ray < 12; ++ray)
    {
      SCOPED_TRACE("ray " + std::to_string(ray));
      const Vector from = random.direction();
      const double away = ray % 4 == 0 ? 0.2 : 4.0;
      const Vector eye = { away * from[0], away * from[1], away * from[2] };
      const Vector target = { random.real(-0.4, 0.4), random.real(-0.4, 0.4), random.real(-0.4, 0.4) };
      const Camera camera = perspectiveCamera(eye, target, 1e-4, 0.01, 100, 1, 1); // almost one ray
      std::vector<MergedScene> scenes;
      for (const RandomMedium& member : members)
      {
        scenes.push_back(member.scene);
        scenes.back().camera = camera;
      }
      this->tracer().render(camera, samples(1, 0));
      this->expectRay(MergedOracle(scenes), this->tracer().image());
    }
  }
  /// Compare a ray with the reference. The ray is anywhere in its pixel, which is as wide as the rounding of
  /// floats. If color or density change much there, as at the border of a mesh, the difference between the
  /// corners of the pixel is allowed.
  void expectRay(const MergedOracle& oracle, const float* found)
  {
    const std::array<double, 4> expected = oracle.ray(0, 0, 1.0);
    std::array<double, 4> low = expected, high = expected;
    for (const double x : { -0.5, 0.5 })
      for (const double y : { -0.5, 0.5 })
      {
        const std::array<double, 4> corner = oracle.ray(0, 0, 1.0, 64, Slabs::Mixed, { x, y });
        for (std::size_t c = 0; c < 4; ++c)
        {
          low[c] = std::min(low[c], corner[c]);
          high[c] = std::max(high[c], corner[c]);
        }
      }
    double spread = 0.0;
    for (std::size_t c = 0; c < 4; ++c)
    {
      EXPECT_NEAR(found[c], expected[c], 1e-4 + (high[c] - low[c])) << "channel " << c;
      spread = std::max(spread, high[c] - low[c]);
    }
    ++Rays;
    Steep += spread > 1e-4;
    Opacity += expected[3];
  }
  /// Expect that the rays have met media, and that the small limit applied to most of them.
  void TearDown() override
  {
    if (Rays == 0)
      return;
    EXPECT_GT(Opacity, 0.3 * Rays);
    EXPECT_LT(Steep, 2 + Rays / 20);
  }

  double Opacity = 0.0;
  int Rays = 0, Steep = 0;
};

TEST_P(PathMixedMedia, OfTwoAreThoseOfTheReference)
{
  for (const std::uint32_t seed : seedsOf("PathMixedMedia", 20, 40))
  {
    const int images = static_cast<int>(seed % 3);
    this->expectMixed(images, 2 - images, seed);
  }
}

TEST_P(PathMixedMedia, OfThreeAreThoseOfTheReference)
{
  for (const std::uint32_t seed : seedsOf("PathMixedMedia", 20, 40))
  {
    const int images = static_cast<int>(seed % 4);
    this->expectMixed(images, 3 - images, seed);
  }
}

TEST_P(PathMixedMedia, OfAsManyAsThereMayBeAreThoseOfTheReference)
{
  for (const std::uint32_t seed : seedsOf("PathMixedMedia", 4, 4))
    this->expectMixed(8, 8, seed);
}

INKRAY_PATHS_ON_DEVICES(PathMixedMedia);

} // namespace
