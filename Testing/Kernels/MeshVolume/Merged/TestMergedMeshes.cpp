// SPDX-License-Identifier: BSD-3-Clause
// Several meshes in one picture, which may overlap, against a double-precision merge with thin slabs. The
// order of the meshes must not change a bit.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Merged/MergedMeshesTest.h"
#include "MeshVolume/Merged/RandomMergedScene.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TEST_P(MergedMeshes, Seeds)
{
  double shared = 0;
  for (const std::uint32_t seed : seedsOf("MergedMeshes", imageSize(2) == 2 ? 120 : 15, 120))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    std::vector<MergedScene> scenes;
    for (int k = 2 + random.integer(5); k > 0; --k)
      scenes.push_back(randomMember(random, seed + 1000u * static_cast<std::uint32_t>(k), camera));
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<float> image = this->merged(scenes, depth);
    expectNear(image, mergedImage(scenes, depth), "seed " + std::to_string(seed));
    for (std::size_t i = 3; i < image.size(); i += 4)
      shared += image[i] > 0;

    // Draw the meshes in random orders.
    std::vector<std::size_t> order = inOrder(scenes);
    for (int round = 0; round < 3; ++round)
    {
      for (std::size_t k = order.size() - 1; k > 0; --k)
        std::swap(order[k], order[static_cast<std::size_t>(random.integer(static_cast<int>(k) + 1))]);
      ASSERT_EQ(this->merged(scenes, order, depth), image) << "seed " << seed;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(shared, 1000);
  }
}

TEST_P(MergedMeshes, PlainPairsOfSeeds)
{
  for (const std::uint32_t seed : seedsOf("MergedPairs", imageSize(2) == 2 ? 60 : 10, 60))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    std::vector<MergedScene> scenes;
    for (std::uint32_t k = 1; k <= 2; ++k)
    {
      const MergedScene member = randomMember(random, seed + 1000u * k, camera);
      MergedScene plain;
      plain.mesh = member.mesh;
      plain.camera = member.camera;
      if (plain.mesh.perCell)
      {
        plain.mesh.perCell = false;
        plain.mesh.scalars.resize(plain.mesh.points.size() / 3);
        for (double& scalar : plain.mesh.scalars)
          scalar = random.real(0, 1);
      }
      scenes.push_back(std::move(plain));
    }
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<double> reference = mergedImage(scenes, depth);
    this->give(scenes);
    for (const PairWalks walks : { PairWalks::InRegisters, PairWalks::InQueues })
    {
      this->Walks = walks;
      const std::vector<float> image = this->merged(scenes, { 0, 1 }, depth);
      expectNear(image, reference, "seed " + std::to_string(seed));
      ASSERT_EQ(this->merged(scenes, { 1, 0 }, depth), image) << "seed " << seed;
    }
  }
}

TEST_P(MergedMeshes, SurfacesOfSeeds)
{
  int met = 0, opaqueOnes = 0;
  for (const std::uint32_t seed : seedsOf("MergedSurfaces", imageSize(2) == 2 ? 120 : 15, 120))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 20);
    camera.height = std::min(camera.height, 20);
    std::vector<MergedScene> scenes;
    for (int k = 2 + random.integer(3); k > 0; --k)
    {
      scenes.push_back(randomMember(random, seed + 1000u * static_cast<std::uint32_t>(k), camera));
      addSurfaces(random, scenes.back());
    }
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<float> image = this->merged(scenes, depth), depths = this->Depths;
    const int moved = this->expectSurfacesNear(image, scenes, depth, "seed " + std::to_string(seed));
    EXPECT_LE(moved, 2 + camera.width * camera.height / 50) << "seed " << seed;
    met += !depths.empty();
    opaqueOnes += std::any_of(depths.begin(), depths.end(), [](float d) { return d < 1.0f; });

    std::vector<std::size_t> order = inOrder(scenes);
    for (int round = 0; round < 2; ++round)
    {
      std::rotate(order.begin(), order.begin() + 1, order.end());
      ASSERT_EQ(this->merged(scenes, order, depth), image) << "seed " << seed;
      ASSERT_EQ(this->Depths, depths) << "seed " << seed;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(met, 10);
    EXPECT_GT(opaqueOnes, 5);
  }
}

TEST_P(MergedMeshes, WhatIsMixedIsTheLimitOfThinSlabs)
{
  const Camera camera = perspectiveView(24, 24);
  const std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(scaledFunction(translucentFunction(), 0.5, 0.5), camera, rotation({ 0, 0, 1 }, 30)),
    cube(constantFunction(2.0f), camera, translation(0.4, 0, 0)) };
  const std::vector<float> image = this->merged(scenes);
  expectNear(image, mergedImage(scenes), "mixed");
  const auto distance = [&](int slabs) {
    return difference(image.data(), mergedImage(scenes, nullptr, slabs, Slabs::Alternate)).maximum;
  };
  EXPECT_LT(distance(2000), 2e-3);
  EXPECT_LT(distance(2000), 0.2 * distance(100)) << "thinner slabs are nearer";
}

TEST_P(MergedMeshes, EqualMeshesAreOneOfAllTheirAttenuation)
{
  const Camera camera = parallelView(32, 32);
  for (const std::size_t count : { std::size_t(2), std::size_t(8) })
  {
    TransferFunction thin = translucentFunction(), all = thin;
    for (auto& knot : all.knots)
      knot.attenuation *= static_cast<float>(count);
    const std::vector<MergedScene> scenes(count, cube(thin, camera, translation(0, 0, 0)));
    MergedScene one = scenes.front();
    one.mesh.transferFunction = all;
    const std::vector<float> image = this->merged(scenes);
    expectNear(image, BruteForceTetCaster(one.mesh, camera).image(), std::to_string(count));
  }
}

TEST_P(MergedMeshes, OneMeshAndMeshesThatAreApartAreAsTheyWere)
{
  const Camera camera = perspectiveView(48, 48);
  const std::vector<MergedScene> one = { cube(translucentFunction(), camera, translation(0, 0, 0)) };
  const std::vector<float> alone = this->merged(one);
  giveScene(this->caster(), one[0].mesh);
  const std::vector<float> single = this->picture(camera);
  EXPECT_LT(difference(alone.data(), { single.begin(), single.end() }).maximum, 1e-4);

  // If one mesh lies behind the other, the two separate pictures, blended, are the picture of both.
  std::vector<MergedScene> two = { cube(opaqueFunction(), camera, scaling(0.4, 0.4, 0.4)),
    cube(translucentFunction(), camera, multiply(translation(0.7, 0.5, 0.9), scaling(0.3, 0.3, 0.3))) };
  const std::vector<float> image = this->merged(two);
  std::vector<std::vector<float>> pictures;
  for (const MergedScene& scene : two)
  {
    giveScene(this->caster(), scene.mesh);
    pictures.push_back(this->picture(scene.camera));
  }
  std::vector<double> blended(image.size());
  double both = 0;
  for (std::size_t i = 0; i < image.size(); ++i)
  {
    const float through = 1.0f - pictures[1][i | 3u];
    blended[i] = pictures[1][i] + through * pictures[0][i];
    both += i % 4 == 3 && pictures[0][i] > 0.5f && pictures[1][i] > 0.1f;
  }
  EXPECT_GT(both, 20);
  EXPECT_LT(difference(image.data(), blended).maximum, 1e-4);
}

/// A mesh that also holds moved copies of itself, whose cells overlap.
OracleScene withCopies(const OracleScene& mesh, int copies)
{
  OracleScene all = mesh;
  const auto numPoints = static_cast<std::int64_t>(mesh.points.size() / 3);
  for (int k = 1; k <= copies; ++k)
  {
    for (const double p : mesh.points)
      all.points.push_back((1.0 - 0.02 * k) * p + 0.01 * k);
    for (const std::int64_t id : mesh.tets)
      all.tets.push_back(id + k * numPoints);
    all.scalars.insert(all.scalars.end(), mesh.scalars.begin(), mesh.scalars.end());
  }
  return all;
}

TEST_P(MergedMeshes, CellsOfOneMeshThatOverlapAreAllSeen)
{
  const Camera camera = perspectiveView(32, 32);
  MergedScene twice = cube(translucentFunction(), camera, translation(0, 0, 0));
  twice.mesh = withCopies(twice.mesh, 1);
  const std::vector<float> merged = this->merged({ twice });
  giveScene(this->caster(), twice.mesh);
  const std::vector<float> single = this->picture(camera);
  EXPECT_LT(difference(merged.data(), { single.begin(), single.end() }).maximum, 1e-4);
}

TEST_P(MergedMeshes, CellsThatOverlapAreAllSeenBesideAnotherMesh)
{
  // A ray meets cells of the first mesh again, in front of the place where it has passed the second mesh.
  const Camera camera = perspectiveView(32, 32);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(constantFunction(0.4f), camera, rotation({ 0, 0, 1 }, 30)) };
  scenes[0].mesh = withCopies(scenes[0].mesh, 2);
  this->Walks = PairWalks::InQueues;
  const std::vector<float> inQueues = this->merged(scenes);
  this->Walks = PairWalks::InRegisters;
  const std::vector<float> inRegisters = this->merged(scenes);
  EXPECT_LT(difference(inRegisters.data(), { inQueues.begin(), inQueues.end() }).maximum, 1e-4);
  EXPECT_EQ(this->merged(scenes, { 1, 0 }), inRegisters);
}

TEST_P(MergedMeshes, ListsThatWereTooSmallAreMadeAgain)
{
  const Camera camera = perspectiveView(96, 96);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(constantFunction(0.1f), camera, translation(0, 0.1, 0)) };
  scenes[1].mesh = withCopies(scenes[1].mesh, 15);
  const std::vector<float> first = this->merged(scenes), second = this->merged(scenes, { 1, 0 });
  this->Casters[1]->render(scenes[1].camera, {});
  EXPECT_GT(this->Casters[1]->statistics().listEntries, 1 << 16) << "more than lists have at first";
  EXPECT_EQ(this->merged(scenes, { 0, 1 }), first);
  EXPECT_EQ(second, first);
}

TEST_P(MergedMeshes, RaysStopEarlyWhereTheyMay)
{
  const Camera camera = perspectiveView(16, 16);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(opaqueFunction(), camera, rotation({ 1, 0, 0 }, 20)) };
  const std::vector<float> whole = this->merged(scenes);
  FrameOptions options;
  options.earlyTermination = 0.05f;
  options.methods.countSteps = true;
  std::vector<Member> members = { { this->Casters[0].get(), camera, options },
    { this->Casters[1].get(), scenes[1].camera, options } };
  const std::vector<float> image = this->draw(members);
  const auto fewer = this->together().picture().statistics().steps;
  EXPECT_LT(difference(image.data(), { whole.begin(), whole.end() }).maximum, 0.051);
  members[1].options.earlyTermination = 0; // the least value of all sources counts
  this->draw(members);
  EXPECT_LT(fewer, this->together().picture().statistics().steps);
  EXPECT_GT(this->together().picture().statistics().coveredRays, 100);

  // The same casters draw pictures of their own again.
  const std::vector<double> reference = BruteForceTetCaster(scenes[1].mesh, scenes[1].camera).image();
  this->Casters[1]->render(scenes[1].camera, {});
  EXPECT_LT(difference(this->Casters[1]->image(), reference).maximum, MaximumError);
}

TEST_P(MergedMeshes, WhatCannotBeMergedIsRefused)
{
  const Camera camera = perspectiveView(16, 16);
  const std::vector<MergedScene> scenes(2, cube(translucentFunction(), camera, translation(0, 0, 0)));
  this->merged(scenes);
  LookedCaster &first = *this->Casters[0], &second = *this->Casters[1];
  const auto throws = [&](const FrameOptions& options, std::vector<Member> others) {
    others.push_back({ &first, camera, options });
    EXPECT_THROW(this->draw(others), InvalidInput);
    first.render(camera, {}); // the caster must still draw
  };
  FrameOptions nothing, maximum, average;
  nothing.drawVolume = false;
  maximum.blend = BlendMode::Maximum;
  average.blend = BlendMode::Average;
  for (const FrameOptions& options : { nothing, maximum, average })
  {
    EXPECT_FALSE(canMerge(first, camera, options));
    throws(options, {});
    throws({}, { { &second, camera, options } });
  }
  EXPECT_TRUE(canMerge(first, camera, {}));
  throws({}, { { &first, camera, {} } });
  EXPECT_THROW(this->draw({ { &first, camera, {} } }, { nullptr }), InvalidInput);
  EXPECT_THROW(this->together().picture().draw({}, {}), InvalidInput);
  throws({}, { { &second, perspectiveView(16, 17), {} } });
  std::vector<std::unique_ptr<LookedCaster>> many;
  std::vector<Member> others;
  for (int k = 0; k < RayPicture::mostSources; ++k)
  {
    many.push_back(LookedCaster::create(this->GetParam()));
    giveScene(*many.back(), scenes[0].mesh);
    others.push_back({ many.back().get(), camera, {} });
  }
  this->draw(others);
  throws({}, others);
}

TEST_P(MergedMeshes, SurfacesInOnePlaceAreThoseOfBothMeshes)
{
  // Two meshes have the same isosurface: together they hide as much as two surfaces do, in any order.
  const Camera camera = perspectiveView(32, 32);
  std::vector<MergedScene> scenes(2, cube(constantFunction(0.1f), camera, translation(0, 0, 0)));
  for (std::size_t k = 0; k < 2; ++k)
  {
    Isosurface surface;
    surface.value = 0.5;
    surface.opacity = k == 0 ? 0.5f : 0.25f;
    std::fill_n(surface.color, 3, 0.0f);
    surface.color[k] = 1.0f;
    scenes[k].drawn.surfaces = { surface };
    scenes[k].drawn.drawVolume = false;
  }
  const std::vector<float> image = this->merged(scenes);
  int both = 0;
  for (std::size_t i = 0; i < image.size(); i += 4)
    if (image[i + 3] > 0)
    {
      // A ray may meet both surfaces several times, one pair behind the other.
      const double through = 1 - image[i + 3], pairs = std::round(std::log(through) / std::log(0.375));
      const double seen = (1 - through) / (1 - 0.375);
      EXPECT_NEAR(through, std::pow(0.375, pairs), 1e-5);
      EXPECT_NEAR(image[i], seen * 0.75 * 0.5, 1e-5) << "behind the one that hides less";
      EXPECT_NEAR(image[i + 1], seen * 0.25, 1e-5);
      ++both;
    }
  EXPECT_GT(both, 50);
  EXPECT_EQ(this->merged(scenes, { 1, 0 }), image);
}

TEST_P(MergedMeshes, MoreSurfacesThanAreKept)
{
  const Camera camera = perspectiveView(24, 24);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(constantFunction(0.2f), camera, rotation({ 0, 1, 0 }, 40)) };
  for (MergedScene& scene : scenes)
    for (int k = 0; k < 40; ++k)
    {
      Isosurface surface;
      surface.value = 0.02 + 0.0241 * k;
      surface.opacity = 0.03f;
      surface.color[k % 3] = 0.1f;
      scene.drawn.surfaces.push_back(surface);
    }
  const std::vector<float> image = this->merged(scenes);
  EXPECT_LE(this->expectSurfacesNear(image, scenes, nullptr, "many"), 10);
  EXPECT_EQ(this->merged(scenes, { 1, 0 }), image);
}

TEST_P(MergedMeshes, AMeshThatNoCameraSeesIsLeftOut)
{
  const Camera camera = perspectiveView(24, 24);
  std::vector<MergedScene> scenes(2, cube(translucentFunction(), camera, translation(0, 0, 0)));
  const std::vector<float> alone = this->merged({ scenes[0] });
  std::fill_n(scenes[1].camera.meshToEye, 16, 0.0);
  EXPECT_EQ(this->merged(scenes), alone);
}

INKRAY_TEST_ON_DEVICES(MergedMeshes);

} // namespace
