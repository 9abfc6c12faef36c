// SPDX-License-Identifier: BSD-3-Clause
// Light on a surface: the function by itself, against the same formula in double.
#include "Oracles/Grid/BruteForceIsosurface.h"
#include "Oracles/Randomness.h"
#include "Renderers/Isosurface/ShadeSurface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

using FrameScene = inkray::IsosurfaceScene; // of the kernels, not of the reference

Float3 floats(const Vector& v)
{
  return { static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]) };
}

SurfaceMaterial randomMaterial(Randomness& random)
{
  SurfaceMaterial material;
  material.ambient = static_cast<float>(random.real(0, 0.4));
  material.diffuse = static_cast<float>(random.real(0, 0.8));
  material.specular = random.chance(0.3) ? 0.0f : static_cast<float>(random.real(0, 0.6));
  material.specularPower = static_cast<float>(random.real(1, 40));
  for (float& channel : material.specularColor)
    channel = static_cast<float>(random.real(0, 1));
  return material;
}

SurfaceLight randomLight(Randomness& random)
{
  SurfaceLight light;
  const Vector direction = random.direction();
  for (int axis = 0; axis < 3; ++axis)
  {
    light.direction[axis] = static_cast<float>(direction[axis]);
    light.position[axis] = static_cast<float>(random.real(-4, 4));
    light.diffuse[axis] = static_cast<float>(random.real(0, 1));
    light.specular[axis] = static_cast<float>(random.real(0, 1));
    light.attenuation[axis] = static_cast<float>(random.real(0.1, 1));
  }
  light.positional = random.chance(0.6);
  if (random.chance(0.5))
  {
    light.coneCosine = static_cast<float>(random.real(0.0, 0.9));
    light.exponent = static_cast<float>(random.real(0, 10));
  }
  return light;
}

TEST(ShadeSurface, LightsAndMaterials)
{
  double largest = 0.0;
  int lit = 0;
  for (unsigned seed = 0; seed < 3000; ++seed)
  {
    Randomness random(seed);
    FrameScene scene = {};
    scene.material = randomMaterial(random);
    std::vector<SurfaceLight> lights(static_cast<std::size_t>(random.integer(5)));
    for (SurfaceLight& light : lights)
      light = randomLight(random);
    if (seed % 7 == 0)
    {
      // The headlight has a short form.
      lights.resize(1);
      lights[0].positional = false;
      lights[0].direction[0] = lights[0].direction[1] = 0.0f;
      lights[0].direction[2] = -1.0f;
    }
    scene.numLights = static_cast<std::int32_t>(lights.size());
    std::copy(lights.begin(), lights.end(), scene.lights);
    const Vector point = { random.real(-2, 2), random.real(-2, 2), random.real(-9, -1) },
                 normal = random.direction();
    const double length = norm(point);
    const Vector direction = { point[0] / length, point[1] / length, point[2] / length };
    const std::array<double, 3> base = { random.real(0, 1), random.real(0, 1), random.real(0, 1) };
    // Rounding decides at the rim of a cone, and where the surface is seen edge on.
    bool onRim = std::abs(dot(normal, direction)) < 1e-5;
    for (const SurfaceLight& light : lights)
    {
      const Vector to = { point[0] - light.position[0], point[1] - light.position[1],
        point[2] - light.position[2] };
      const double cosine =
        (to[0] * light.direction[0] + to[1] * light.direction[1] + to[2] * light.direction[2]) / norm(to);
      onRim =
        onRim || (light.positional && std::abs(cosine - light.coneCosine) < 1e-5 * (1.0 + light.exponent));
    }
    if (onRim)
      continue;
    const auto expected = shadeSurface(scene.material, lights, base, point, normal, direction);
    const Float3 shaded = shadePhong(scene.material, scene.lights, scene.numLights,
      floats({ base[0], base[1], base[2] }), floats(point), floats(direction), floats(normal));
    ASSERT_NEAR(shaded.x, expected[0], 2e-5) << "seed " << seed;
    ASSERT_NEAR(shaded.y, expected[1], 2e-5) << "seed " << seed;
    ASSERT_NEAR(shaded.z, expected[2], 2e-5) << "seed " << seed;
    largest = std::max(largest, expected[0]);
    lit += expected[0] > scene.material.ambient * base[0] + 0.05;
  }
  EXPECT_GT(lit, 500);
  EXPECT_EQ(largest, 1.0); // bright light is cut off
}

TEST(ShadeSurface, AFaintHighlightShows)
{
  FrameScene scene = {};
  scene.material.ambient = scene.material.diffuse = 0.0f;
  scene.material.specular = 0.0005f;
  scene.material.specularPower = 1.0f;
  // Seen and lit along the normal, the surface has all of the highlight. The second light is near the
  // headlight but has no short form.
  for (const bool headlight : { true, false })
  {
    scene.numLights = 1;
    scene.lights[0].positional = false;
    scene.lights[0].direction[0] = headlight ? 0.0f : 1e-4f;
    scene.lights[0].direction[1] = 0.0f;
    scene.lights[0].direction[2] = -1.0f;
    const Float3 shaded = shadePhong(scene.material, scene.lights, scene.numLights, { 0.5f, 0.5f, 0.5f },
      { 0, 0, -3 }, { 0, 0, -1 }, { 0, 0, 1 });
    EXPECT_NEAR(shaded.x, 0.0005f * scene.material.specularColor[0], 1e-7f) << headlight;
    EXPECT_NEAR(shaded.y, 0.0005f * scene.material.specularColor[1], 1e-7f) << headlight;
    EXPECT_GT(shaded.z, 0.0004f) << headlight;
  }
}

TEST(ShadeSurface, CloseToBlackAndWhite)
{
  FrameScene scene = {};
  scene.material.ambient = 1.0f;
  scene.material.diffuse = 0.0f;
  for (const float base : { 0.0f, 1e-6f, 0.0005f, 0.9995f, 1.0f })
  {
    const Float3 shaded = shadePhong(scene.material, scene.lights, scene.numLights, { base, base, base },
      { 0, 0, -1 }, { 0, 0, -1 }, { 0, 0, 1 });
    EXPECT_EQ(shaded.x, base);
    EXPECT_EQ(shaded.z, base);
  }
}

TEST(ShadeSurface, WithoutAGradientItFacesTheEye)
{
  Randomness random(5);
  FrameScene scene = {};
  scene.material = randomMaterial(random);
  scene.numLights = 1;
  scene.lights[0] = randomLight(random);
  const Float3 point = { 1, 2, -2 }, direction = { 1.0f / 3, 2.0f / 3, -2.0f / 3 };
  const Float3 none = shadePhong(scene.material, scene.lights, scene.numLights, { 0.5f, 0.4f, 0.3f }, point,
                 direction, { 0, 0, 0 }),
               facing = shadePhong(scene.material, scene.lights, scene.numLights, { 0.5f, 0.4f, 0.3f }, point,
                 direction, { -1.0f / 3, -2.0f / 3, 2.0f / 3 }),
               away = shadePhong(scene.material, scene.lights, scene.numLights, { 0.5f, 0.4f, 0.3f }, point,
                 direction, { 1.0f / 3, 2.0f / 3, -2.0f / 3 });
  EXPECT_NEAR(none.x, facing.x, 1e-6);
  EXPECT_NEAR(none.z, facing.z, 1e-6);
  EXPECT_NEAR(away.y, facing.y, 1e-6); // both sides of a surface look alike
}

TEST(ShadeSurface, NormalsOfGradients)
{
  for (unsigned seed = 0; seed < 500; ++seed)
  {
    Randomness random(seed);
    FrameScene scene = {};
    double m[9];
    for (int i = 0; i < 9; ++i)
    {
      m[i] = random.real(-1, 1);
      scene.camera.normalToEye[i] = static_cast<float>(m[i]);
    }
    const Vector g = random.direction();
    const Vector expected = { m[0] * g[0] + m[1] * g[1] + m[2] * g[2],
      m[3] * g[0] + m[4] * g[1] + m[5] * g[2], m[6] * g[0] + m[7] * g[1] + m[8] * g[2] };
    const double length = norm(expected);
    if (length < 0.05)
      continue;
    // Test gradients as large and as small as floats go.
    for (const double scale : { 1.0, 1e-30, 1e30 })
    {
      const float gradient[3] = { static_cast<float>(scale * g[0]), static_cast<float>(scale * g[1]),
        static_cast<float>(scale * g[2]) };
      const Float3 normal = normalInEye(scene.camera, gradient);
      EXPECT_NEAR(normal.x, expected[0] / length, 1e-5) << "seed " << seed;
      EXPECT_NEAR(normal.y, expected[1] / length, 1e-5) << "seed " << seed;
      EXPECT_NEAR(normal.z, expected[2] / length, 1e-5) << "seed " << seed;
    }
    const float zero[3] = { 0, 0, 0 };
    const Float3 none = normalInEye(scene.camera, zero);
    EXPECT_EQ(none.x, 0.0f);
    EXPECT_EQ(none.y, 0.0f);
    EXPECT_EQ(none.z, 0.0f);
  }
}

} // namespace
