// SPDX-License-Identifier: BSD-3-Clause
// The reference itself, compared with closed forms before anything is compared with it.
#include "MeshVolume/RayCastTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

std::array<double, 4> integrated(const TransferFunction& function, double s0, double s1, double length)
{
  double opticalDepth = 0.0;
  std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
  integrateSegment(function, s0, s1, length, opticalDepth, rgba);
  rgba[3] = 1.0 - std::exp(-opticalDepth);
  return rgba;
}

} // namespace

TEST(Oracle, ConstantAttenuation)
{
  const auto rgba = integrated(constantFunction(0.7f), 0.2, 0.9, 2.0);
  const double alpha = 1.0 - std::exp(-double(0.7f) * 2.0);
  EXPECT_NEAR(rgba[0], double(0.8f) * alpha, 1e-12);
  EXPECT_NEAR(rgba[2], double(0.2f) * alpha, 1e-12);
  EXPECT_NEAR(rgba[3], alpha, 1e-12);
}

TEST(Oracle, LinearAttenuationOfOneColorIsItsAlpha)
{
  // For any attenuation, a single color gives color times alpha; here up to optical depths of 4e4, rising and
  // falling.
  const TransferFunction function = { { { 0.0, 1.0f, 1.0f, 1.0f, 0.0f }, { 1.0, 1.0f, 1.0f, 1.0f, 8.0f } } };
  for (const double length : { 1e-3, 0.5, 3.0, 1e4 })
  {
    for (const bool rising : { true, false })
    {
      const auto rgba = integrated(function, rising ? 0.0 : 1.0, rising ? 1.0 : 0.0, length);
      EXPECT_NEAR(rgba[3], 1.0 - std::exp(-4.0 * length), 1e-12);
      EXPECT_NEAR(rgba[0], rgba[3], 1e-11);
    }
  }
}

TEST(Oracle, LinearColorHasItsClosedForm)
{
  // Color x over [0, 1] with attenuation t: the integral of x t exp(-t x) is (1 - exp(-t)) / t - exp(-t).
  const TransferFunction function = { { { 0.0, 0.0f, 0.5f, 1.0f, 3.0f }, { 1.0, 1.0f, 0.5f, 0.0f, 3.0f } } };
  const auto rgba = integrated(function, 0.0, 1.0, 1.0);
  EXPECT_NEAR(rgba[0], (1.0 - std::exp(-3.0)) / 3.0 - std::exp(-3.0), 1e-12);
  EXPECT_NEAR(rgba[0] + rgba[2], rgba[3], 1e-12);
}

TEST(Oracle, CutsAtKnotsAndJumps)
{
  // Zero below 0.5 and a constant red above, with a jump: half of the length counts. Beyond the last knot,
  // its value holds.
  const TransferFunction function = { { { 0.0, 0.0f, 1.0f, 0.0f, 0.0f }, { 0.5, 0.0f, 1.0f, 0.0f, 0.0f },
    { 0.5, 1.0f, 0.0f, 0.0f, 2.0f }, { 0.75, 1.0f, 0.0f, 0.0f, 2.0f } } };
  const auto rgba = integrated(function, 1.5, -0.5, 4.0);
  EXPECT_NEAR(rgba[3], 1.0 - std::exp(-4.0), 1e-12);
  EXPECT_NEAR(rgba[0], rgba[3], 1e-12);
  EXPECT_EQ(rgba[1], 0.0);
}

TEST(Oracle, BoxOfTetsIsABox)
{
  // The field is linear in the whole lattice, which has no jitter. So every ray through the box has the color
  // of one segment, in closed form, whatever tets it meets.
  for (const auto cut : { generator::Cut::Center, generator::Cut::Kuhn })
  {
    OracleScene scene = alignedLattice(cut);
    scene.transferFunction = scaledFunction(translucentFunction(), -6.0, 12.0);
    for (const Camera& camera : { perspectiveView(24, 24), parallelView(24, 24) })
    {
      const std::vector<double> image = BruteForceTetCaster(scene, camera).image();
      const std::vector<double> box = linearBoxImage(scene.transferFunction, camera).rgba;
      for (std::size_t i = 0; i < box.size(); ++i)
      {
        ASSERT_NEAR(image[i], box[i], 1e-9) << "pixel " << i / 4;
      }
    }
  }
}

TEST(Oracle, NearPlaneAndOpaqueDepthCutTheRay)
{
  OracleScene scene = alignedLattice(generator::Cut::Kuhn);
  scene.transferFunction = constantFunction(0.5f);
  // The view is along -z from z = 3: near plane at z = 0.5, opaque geometry at z = -0.25.
  const Camera camera =
    makeCamera(translation(0, 0, -3), orthographic(-0.47, 0.53, -0.52, 0.45, 2.5, 10.5), 3, 3);
  const double depth = (3.25 - 2.5) / 8.0;
  EXPECT_NEAR(BruteForceTetCaster(scene, camera).ray(1, 0, depth)[3], 1.0 - std::exp(-0.5 * 0.75), 1e-12);
  EXPECT_NEAR(BruteForceTetCaster(scene, camera).ray(1, 0)[3], 1.0 - std::exp(-0.5 * 1.5), 1e-12);
}

TEST(Oracle, TestMeshesAreWhatTheyClaim)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = constantFunction(5.0f);
  // From inside the cavity, a short ray meets nothing; a ray through the whole mesh meets cells.
  const Vector eye = insideCavity();
  EXPECT_EQ(
    BruteForceTetCaster(scene, perspectiveCamera(eye, { 1, 1, 1 }, 5.0, 1e-3, 2e-2, 1, 1)).ray(0, 0)[3], 0.0);
  EXPECT_GT(
    BruteForceTetCaster(scene, perspectiveCamera(eye, { 1, 1, 1 }, 5.0, 1e-3, 9.0, 1, 1)).ray(0, 0)[3], 0.9);
}
