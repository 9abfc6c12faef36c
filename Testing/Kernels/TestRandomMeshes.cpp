// SPDX-License-Identifier: BSD-3-Clause
// Small random meshes, transfer functions, cameras, opaque geometry and face tests against the
// double-precision brute-force caster. Each case is one seed.
#include "../Seeds.h"
#include "Randomness.h"
#include "RayCastTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Two to six knots over the scalars of a generated mesh, some of them at one place: a step.
TransferFunction randomFunction(Randomness& random)
{
  TransferFunction function;
  double scalar = random.real(-0.3, 0.3);
  for (int knot = 2 + random.integer(5); knot > 0; --knot)
  {
    const auto color = [&] { return static_cast<float>(random.real(0, 1)); };
    const double attenuation = random.chance(0.2) ? 0.0 : random.chance(0.1) ? 60.0 : random.real(0.0, 3.0);
    function.knots.push_back({ scalar, color(), color(), color(), static_cast<float>(attenuation) });
    scalar += random.chance(0.15) ? 0.0 : random.real(0.01, 0.5);
  }
  return function;
}

class RandomMeshes : public RayCastTest
{
protected:
  void checkSeed(std::uint32_t seed)
  {
    Randomness random(seed);
    generator::MeshOptions mesh;
    for (int& cells : mesh.cells)
      cells = 1 + random.integer(7);
    mesh.seed = seed;
    mesh.cut = random.chance(0.5) ? generator::Cut::Centre : generator::Cut::Kuhn;
    mesh.order = random.chance(0.5) ? generator::Order::Random : generator::Order::Lattice;
    mesh.shape = generator::Shape::Convex;
    if (std::min({ mesh.cells[0], mesh.cells[1], mesh.cells[2] }) > 5 && random.chance(0.7))
      mesh.shape = random.chance(0.5) ? generator::Shape::NonConvex : generator::Shape::Disconnected;
    OracleScene scene = fromGenerator(mesh);
    scene.transferFunction = randomFunction(random);
    scene.perCell = random.chance(0.3);
    if (scene.perCell)
    {
      scene.scalars.resize(scene.tets.size() / 4);
      for (double& scalar : scene.scalars)
        scalar = random.real(0, 1);
    }
    // A camera around or inside; in general position, for rays along lattice planes have no reference.
    const int width = 1 + random.integer(imageSize(40)), height = 1 + random.integer(imageSize(40));
    const bool inside = random.chance(0.25);
    const double away = inside ? random.real(0.05, 0.8) : random.real(2.0, 6.0);
    Vector eye = random.direction();
    for (double& x : eye)
      x *= away;
    const Vector target = { random.real(-0.2, 0.2), random.real(-0.2, 0.2), random.real(-0.2, 0.2) };
    const double near = inside ? 1e-3 : random.chance(0.2) ? away - 0.3 : 0.5;
    const Camera camera = random.chance(0.6)
      ? perspectiveCamera(eye, target, random.real(15, inside ? 120 : 50), near, 12.0, width, height)
      : parallelCamera(eye, target, random.real(0.2, 1.4), near, 12.0, width, height);
    FrameOptions options;
    options.faceTest = random.chance(0.3) ? FaceTest::OnDemandVDFI : FaceTest::EdgeFunction;
    std::vector<float> opaque;
    if (random.chance(0.3))
    {
      for (int pixel = 0; pixel < width * height; ++pixel)
        opaque.push_back(random.chance(0.5) ? 1.0f : static_cast<float>(random.real(0.0, 1.0)));
      options.opaqueDepth = opaque.data();
    }
    const std::vector<double> reference = BruteForceTetCaster(scene, camera).image(options.opaqueDepth);
    giveScene(this->caster(), scene);
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", pixel " << d.worstPixel << " of " << width << " x " << height;
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
  EXPECT_GT(this->Covered, 50 * static_cast<std::int64_t>(seeds.size()));
}

INKRAY_TEST_ON_DEVICES(RandomMeshes);

} // namespace
