// SPDX-License-Identifier: BSD-3-Clause
// Blend modes other than Composite: pictures of one mesh.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Films/BlendTest.h"

#include <cmath>
#include <utility>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN(),
                 Infinity = std::numeric_limits<double>::infinity();

class BlendModes : public BlendTest
{
};

TEST_P(BlendModes, ExtremesToAMillionthOfTheRange)
{
  for (const auto& make : { convexMesh, nonConvexMesh, disconnectedMesh, singleTet })
  {
    for (const OracleScene& scene : { ramp(make()), ramp(perCell(make())) })
    {
      giveScene(this->caster(), scene);
      for (const BlendMode mode : Extremes)
      {
        this->expectBlended(
          scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 1e-6, "perspective");
        this->expectBlended(scene, parallelView(imageSize(64), imageSize(64)), { mode }, 1e-6, "parallel");
      }
    }
  }
  EXPECT_GT(this->Covered, 10000 / (imageSize(2) == 2 ? 1 : 4));
}

TEST_P(BlendModes, ColorAndOpacityOfTheExtreme)
{
  // The opacity of an extreme does not depend on a length, and is at most 1.
  for (OracleScene scene : { nonConvexMesh(), perCell(nonConvexMesh()) })
  {
    scene.transferFunction = translucentFunction();
    giveScene(this->caster(), scene);
    for (const BlendMode mode : Extremes)
      this->expectBlended(
        scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 1e-4, "translucent");
  }
}

TEST_P(BlendModes, SumsAreIntegrals)
{
  for (OracleScene scene : { nonConvexMesh(), perCell(nonConvexMesh()), singleTet() })
  {
    scene.transferFunction = { { { 0.1, 0.0f, 0.0f, 0.0f, 0.0f }, { 0.4, 0.0f, 0.0f, 0.0f, 0.6f },
      { 0.4, 0.0f, 0.0f, 0.0f, 0.2f }, { 0.9, 0.0f, 0.0f, 0.0f, 0.9f } } };
    giveScene(this->caster(), scene);
    for (const Camera& camera :
      { perspectiveView(imageSize(64), imageSize(64)), parallelView(imageSize(64), imageSize(64)),
        perspectiveCamera(
          { 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, imageSize(48), imageSize(48)) })
    {
      for (const BlendMode mode : Sums)
        this->expectBlended(scene, camera, { mode }, 2e-4, "whole range");
      this->expectBlended(scene, camera, { BlendMode::Average, 0.33, 0.55 }, 5e-3, "part of the range");
      this->expectBlended(scene, camera, { BlendMode::Average, 5.0, 6.0 }, 1e-4, "none of the range");
    }
  }
}

TEST_P(BlendModes, ValuesThatAreNotFiniteDoNotCount)
{
  for (OracleScene scene : { ramp(nonConvexMesh()), ramp(perCell(nonConvexMesh())) })
  {
    for (std::size_t i = 5; i < scene.scalars.size(); i += 17)
      scene.scalars[i] = NaN;
    giveScene(this->caster(), scene);
    for (const BlendMode mode : Blends)
      this->expectBlended(scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 2e-4, "NaN");
    scene.scalars.assign(scene.scalars.size(), NaN);
    giveScalars(this->caster(), scene);
    for (const BlendMode mode : Blends)
    {
      FrameOptions options;
      options.blend = mode;
      const std::vector<float> image = this->picture(perspectiveView(imageSize(64), imageSize(64)), options);
      EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f) << name(mode);
    }
  }
}

TEST_P(BlendModes, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 150 : 20;
  for (const std::uint32_t seed : seedsOf("BlendModes", fixed, fixed))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    for (TransferFunctionKnot& knot : scene.transferFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    scene.perCell = random.chance(0.4);
    if (scene.perCell || random.chance(0.3))
    {
      scene.scalars.resize(scene.perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
      for (double& scalar : scene.scalars)
        scalar = random.chance(0.02) ? NaN : random.real(0, 1);
      keepOffSteps(scene.transferFunction, scene.scalars);
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    giveScene(this->caster(), scene);
    Blend blend = { randomBlend(random) };
    if (random.chance(0.3))
      blend = { BlendMode::Average, random.real(0.0, 0.4), random.real(0.6, 1.0) };
    // At a step of the function, rounding of an extreme could change its whole color: only sums use steps.
    if (filmOf(blend.mode).isOrdered())
      scene = ramp(scene);
    this->caster().setTransferFunction(scene.transferFunction);
    this->expectBlended(scene, camera, blend, filmOf(blend.mode).isSummed() ? 1e-2 : 2e-6,
      "seed " + std::to_string(seed), opaque.empty() ? nullptr : opaque.data());
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * fixed);
  }
}

TEST_P(BlendModes, NothingEndsARayEarly)
{
  OracleScene scene = ramp(nonConvexMesh());
  giveScene(this->caster(), scene);
  FrameOptions options;
  options.blend = BlendMode::Maximum;
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  const std::vector<float> whole = this->picture(camera, options);
  options.earlyTermination = 0.1f;
  EXPECT_EQ(this->picture(camera, options), whole);
}

TEST_P(BlendModes, RefusesAnEmptyRange)
{
  giveScene(this->caster(), ramp(singleTet()));
  for (const auto& range : { std::pair{ 1.0, 0.0 }, std::pair{ NaN, 1.0 }, std::pair{ 0.0, NaN } })
  {
    FrameOptions options;
    options.blend = BlendMode::Average;
    options.averageRange[0] = range.first;
    options.averageRange[1] = range.second;
    EXPECT_THROW(this->caster().render(perspectiveView(16, 16), options), InvalidInput);
  }
  this->expectBlended(ramp(singleTet()), perspectiveView(32, 32), { BlendMode::Average }, 1e-3, "after that");
}

INKRAY_TEST_ON_DEVICES(BlendModes);

} // namespace
