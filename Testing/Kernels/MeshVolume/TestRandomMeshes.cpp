// SPDX-License-Identifier: BSD-3-Clause
// Small random meshes, transfer functions, cameras, opaque geometry and face tests, compared with the
// double-precision brute-force caster. Each case is one seed.
#include "../../Seeds.h"
#include "Oracles/RandomScene.h"

using namespace inkray;
using namespace inkray::testing;

namespace
{

class RandomMeshes : public RayCastTest
{
protected:
  void checkSeed(std::uint32_t seed)
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    scene.perCell = random.chance(0.3);
    if (scene.perCell)
    {
      scene.scalars.resize(scene.tets.size() / 4);
      for (double& scalar : scene.scalars)
        scalar = random.real(0, 1);
      keepOffSteps(scene.transferFunction, scene.scalars);
    }
    const Camera camera = randomCamera(random);
    FrameOptions options;
    options.faceTest = random.chance(0.3) ? FaceTest::OnDemandVDFI : FaceTest::EdgeFunction;
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    if (!opaque.empty())
      options.opaqueDepth = opaque.data();
    const std::vector<double> reference = BruteForceTetCaster(scene, camera).image(options.opaqueDepth);
    giveScene(this->caster(), scene);
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", pixel " << d.worstPixel << " of " << camera.width << " x " << camera.height;
    EXPECT_LT(d.rmse, MaximumRmse) << "seed " << seed;
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << "seed " << seed;
    for (std::size_t i = 3; i < reference.size(); i += 4)
      this->Covered += reference[i] > 0.0;
  }
  std::int64_t Covered = 0;
};

TEST_P(RandomMeshes, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 150 : 20;
  const std::vector<std::uint32_t> seeds = seedsOf("RandomMeshes", fixed, fixed);
  for (const std::uint32_t seed : seeds)
    this->checkSeed(seed);
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * static_cast<std::int64_t>(seeds.size()));
  }
}

INKRAY_TEST_ON_DEVICES(RandomMeshes);

} // namespace
