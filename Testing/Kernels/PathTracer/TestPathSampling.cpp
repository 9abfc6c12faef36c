// SPDX-License-Identifier: BSD-3-Clause
// Sampling of paths: random numbers, directions to environments and from materials, and the packing of
// numbers in a path's state.
#include "Core/CounterRandom.h"
#include "Core/Errors.h"
#include "Core/PackedNumbers.h"
#include "Core/ScrambledSobol.h"
#include "Shading/EnvironmentView.h"
#include "Shading/Scattering.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace inkray;

namespace
{

using Engine = std::mt19937_64;

float uniform(Engine& engine)
{
  return static_cast<float>(engine() >> 40) * 0x1p-24f;
}

Float3 anyDirection(Engine& engine)
{
  for (;;)
  {
    const Float3 d = { 2 * uniform(engine) - 1, 2 * uniform(engine) - 1, 2 * uniform(engine) - 1 };
    const float square = dot(d, d);
    if (square > 0.01f && square <= 1.0f)
      return normalized(d);
  }
}

TEST(Philox, GivesThePublishedWords)
{
  const auto expect = [](const UInt4& words, const UInt4& known) {
    EXPECT_EQ(words.x, known.x);
    EXPECT_EQ(words.y, known.y);
    EXPECT_EQ(words.z, known.z);
    EXPECT_EQ(words.w, known.w);
  };
  expect(philox({ 0, 0, 0, 0 }, 0, 0), { 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u });
  constexpr std::uint32_t all = 0xffffffffu;
  expect(philox({ all, all, all, all }, all, all), { 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu });
  expect(philox({ 0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u }, 0xa4093822u, 0x299f31d0u),
    { 0xd16cfe09u, 0x94fdcceBu, 0x5001e420u, 0x24126ea1u });
  EXPECT_LT(unitFloat(all), 1.0f);
  EXPECT_EQ(unitFloat(0), 0.0f);
}

TEST(ScrambledSobol, PutsOnePointInEachBox)
{
  // Of 2^k points from a multiple of 2^k on, one lies in each box of area 2^-k, for all shapes of boxes.
  Engine engine(11);
  for (int trial = 0; trial < 20; ++trial)
  {
    const auto order = static_cast<std::uint32_t>(engine()), seedX = static_cast<std::uint32_t>(engine()),
               seedY = static_cast<std::uint32_t>(engine());
    for (const int k : { 1, 4, 6, 9 })
    {
      const std::uint32_t n = 1u << k, first = n * static_cast<std::uint32_t>(engine() % 5000);
      for (int bits = 0; bits <= k; ++bits)
      {
        std::vector<int> count(n, 0);
        for (std::uint32_t i = 0; i < n; ++i)
        {
          const SobolPoint p = scrambledSobol(first + i, order, seedX, seedY);
          const std::uint64_t x = static_cast<std::uint64_t>(p.x) << bits >> 32;
          const std::uint64_t y = static_cast<std::uint64_t>(p.y) << (k - bits) >> 32;
          ++count[static_cast<std::size_t>(y << bits | x)];
        }
        for (const int c : count)
          ASSERT_EQ(c, 1);
      }
    }
  }
}

TEST(ScrambledSobol, IsEvenOverSeeds)
{
  // One point of many sequences has the right mean and variance, and is independent in both coordinates and
  // of another sequence.
  Engine engine(12);
  const int n = 200000;
  for (const std::uint32_t index : { 0u, 1u, 77u })
  {
    double x = 0, y = 0, xx = 0, xy = 0, xz = 0;
    for (int i = 0; i < n; ++i)
    {
      const auto word = [&] { return static_cast<std::uint32_t>(engine()); };
      const SobolPoint p = scrambledSobol(index, word(), word(), word());
      const SobolPoint q = scrambledSobol(index, word(), word(), word());
      const double u = p.x * 0x1p-32 - 0.5, v = p.y * 0x1p-32 - 0.5, w = q.x * 0x1p-32 - 0.5;
      x += u;
      y += v;
      xx += u * u;
      xy += u * v;
      xz += u * w;
    }
    EXPECT_NEAR(x / n, 0.0, 0.004);
    EXPECT_NEAR(y / n, 0.0, 0.004);
    EXPECT_NEAR(xx / n, 1.0 / 12, 0.002);
    EXPECT_NEAR(xy / n, 0.0, 0.002);
    EXPECT_NEAR(xz / n, 0.0, 0.002);
  }
}

TEST(PackedNumbers, RoundToNearest)
{
  EXPECT_EQ(unpackPositive(packPositive(1.0f)), 1.0f);
  EXPECT_EQ(unpackPositive(packPositive(0.0f)), 0.0f);
  EXPECT_EQ(unpackPositive(packPositive(NAN)), 0.0f);
  EXPECT_EQ(unpackPositive(packPositive(-1.0f)), 0.0f);
  EXPECT_EQ(unpackPositive(packPositive(1e-6f)), 0.0f);
  EXPECT_EQ(unpackPositive(packPositive(INFINITY)), 131040.0f);
  Engine engine(1);
  double bias = 0.0;
  for (int i = 0; i < 20000; ++i)
  {
    const float x = std::exp2(30.0f * uniform(engine) - 13.0f);
    const double share = static_cast<double>(unpackPositive(packPositive(x))) / static_cast<double>(x) - 1.0;
    ASSERT_LE(std::abs(share), 1.0 / 4095) << x;
    bias += share;
    const Float3 d = anyDirection(engine), e = unpackDirection(packDirection(d));
    ASSERT_NEAR(dot(e, e), 1.0f, 1e-6f);
    ASSERT_LT(std::hypot(d.x - e.x, d.y - e.y, d.z - e.z), 7e-5f);
  }
  EXPECT_LT(std::abs(bias / 20000), 1e-5);
  for (const Float3& axis : { Float3{ 0, 0, 1 }, Float3{ 0, 0, -1 }, Float3{ -1, 0, 0 }, Float3{ 0, 1, 0 } })
    EXPECT_NEAR(dot(axis, unpackDirection(packDirection(axis))), 1.0f, 1e-6f);
}

Environment brightCorner(bool black = false)
{
  Environment e;
  e.kind = Environment::Kind::Image;
  e.width = 12;
  e.height = 7;
  for (int i = 0; i < 12 * 7; ++i)
    for (int c = 0; c < 3; ++c)
      e.rgb.push_back(black ? 0.0f
          : i == 40         ? 200.0f
          : i % 5 == 0      ? 0.0f
                            : 0.1f * static_cast<float>(1 + i % 7 + c));
  e.strength = 2.0f;
  e.up[0] = 0.0f, e.up[1] = 0.6f, e.up[2] = 0.8f;
  e.right[0] = 0.0f, e.right[1] = -0.8f, e.right[2] = 0.6f;
  return e;
}

/// An environment with its tables on the host.
struct HostEnvironment
{
  explicit HostEnvironment(const Environment& e)
    : tables(makeEnvironmentTables(e))
    , view(makeEnvironmentView(e))
  {
    view.pixels = tables.pixels.data();
    view.aliases = tables.aliases.data();
  }
  EnvironmentTables tables;
  EnvironmentView view;
};

TEST(Environments, DrawByTheirDensity)
{
  Environment gradient;
  gradient.kind = Environment::Kind::Gradient;
  gradient.bottom[0] = 0.1f;
  for (const Environment& environment : { Environment(), gradient, brightCorner(), brightCorner(true) })
  {
    const HostEnvironment host(environment);
    Engine engine(7);
    const Float3 normal = normalized({ 0.3f, -0.5f, 0.7f });
    // The mean of light over density is the light of all directions, and the integral of the density is 1.
    const int n = 400000;
    double drawn = 0.0, drawnSquare = 0.0, direct = 0.0, directSquare = 0.0, whole = 0.0, wholeSquare = 0.0;
    for (int i = 0; i < n; ++i)
    {
      const EnvironmentSample s = drawEnvironment(host.view, normal, static_cast<std::uint32_t>(engine()),
        static_cast<std::uint32_t>(engine()), uniform(engine), uniform(engine));
      ASSERT_GT(s.density, 0.0f);
      ASSERT_NEAR(dot(s.direction, s.direction), 1.0f, 1e-5f);
      float density;
      const Float3 radiance = environmentRadiance(host.view, s.direction, normal, density);
      // In an image, rounding may move a direction on the border of two pixels to the other pixel.
      if (environment.kind != Environment::Kind::Image)
      {
        ASSERT_NEAR(density, s.density, 1e-3f * s.density);
        ASSERT_EQ(radiance.x, s.radiance.x);
      }
      const double cosine = std::max(0.0f, dot(normal, s.direction));
      const double x = cosine * static_cast<double>(s.radiance.x / s.density);
      drawn += x;
      drawnSquare += x * x;
      const Float3 d = anyDirection(engine);
      const Float3 light = environmentRadiance(host.view, d, normal, density);
      const double y = 4 * 3.14159265358979 * std::max(0.0f, dot(normal, d)) * static_cast<double>(light.x);
      direct += y;
      directSquare += y * y;
      const double z = 4 * 3.14159265358979 * static_cast<double>(density);
      whole += z;
      wholeSquare += z * z;
    }
    const auto deviation = [n](double sum, double square) {
      return std::sqrt(std::max(0.0, square / n - sum / n * (sum / n)) / n);
    };
    EXPECT_NEAR(
      drawn / n, direct / n, 5 * (deviation(drawn, drawnSquare) + deviation(direct, directSquare)) + 1e-5);
    EXPECT_NEAR(whole / n, 1.0, 5 * deviation(whole, wholeSquare) + 1e-5);
  }
}

TEST(Environments, ShowAnImageAsVtkDoes)
{
  // The image has a bright pixel in the third of four columns, which begins at +right, in the upper row.
  Environment e;
  e.kind = Environment::Kind::Image;
  e.width = 4;
  e.height = 2;
  e.rgb.assign(24, 0.0f);
  e.rgb[3 * (4 + 2)] = 1.0f;
  const HostEnvironment host(e);
  float density;
  EXPECT_EQ(environmentRadiance(host.view, normalized({ 1, 0.5f, -0.01f }), { 0, 0, 1 }, density).x, 0.0f);
  EXPECT_EQ(environmentRadiance(host.view, normalized({ 1, 0.5f, 0.01f }), { 0, 0, 1 }, density).x, 1.0f);
  EXPECT_EQ(environmentRadiance(host.view, normalized({ 1, -0.5f, 0.01f }), { 0, 0, 1 }, density).x, 0.0f);
  EXPECT_EQ(environmentRadiance(host.view, normalized({ 0.01f, 0.5f, 1 }), { 0, 0, 1 }, density).x, 1.0f);
  EXPECT_EQ(environmentRadiance(host.view, normalized({ -0.01f, 0.5f, 1 }), { 0, 0, 1 }, density).x, 0.0f);
}

class ScatteringWithALobe : public ::testing::TestWithParam<PathMaterialKind>
{
};
INSTANTIATE_TEST_SUITE_P(
  Scattering, ScatteringWithALobe, ::testing::Values(PathMaterialKind::Glossy, PathMaterialKind::CarPaint));

TEST_P(ScatteringWithALobe, KeepsEnergyAndAgreesWithItsDensity)
{
  for (const float shininess : { 1.0f, 10.0f, 300.0f, 10000.0f })
    for (const float reflectance : { 0.0f, 0.04f, 0.5f, 1.0f })
      for (const float cosOut : { 0.02f, 0.3f, 0.8f, 1.0f })
      {
        PathMaterial material;
        material.kind = this->GetParam();
        material.shininess = shininess;
        material.reflectance = reflectance;
        const Float3 normal = { 0, 0, 1 }, out = { std::sqrt(1 - cosOut * cosOut), 0, cosOut };
        const Float3 color = { 1.0f, 0.5f, 0.0f };
        Engine engine(3);
        const int n = 20000;
        double albedo = 0.0, square = 0.0;
        for (int i = 0; i < n; ++i)
        {
          ScatteredRay ray;
          if (!drawScattering(
                material, color, normal, out, false, uniform(engine), uniform(engine), uniform(engine), ray))
            continue;
          ASSERT_GT(ray.density, 0.0f);
          ASSERT_GT(ray.direction.z, 0.0f);
          ASSERT_FALSE(ray.isThrough);
          const Scattered s = evaluateScattering(material, color, normal, out, ray.direction);
          ASSERT_NEAR(s.value.x / s.density, ray.weight.x, 1e-4f * ray.weight.x);
          albedo += static_cast<double>(ray.weight.x);
          square += static_cast<double>(ray.weight.x) * static_cast<double>(ray.weight.x);
        }
        albedo /= n;
        const double deviation = std::sqrt(std::max(0.0, square / n - albedo * albedo) / n);
        EXPECT_LE(albedo, 1.0 + 4 * deviation + 1e-5)
          << "shininess " << shininess << ", reflectance " << reflectance << ", cosine " << cosOut;
        EXPECT_GT(albedo, 0.28) << "shininess " << shininess << ", reflectance " << reflectance << ", cosine "
                                << cosOut;
        // Reciprocity: exchanging out and in does not change the scattering.
        for (int i = 0; i < 50; ++i)
        {
          Float3 in = anyDirection(engine);
          in.z = std::abs(in.z) + 0.01f;
          in = normalized(in);
          const float there = evaluateScattering(material, color, normal, out, in).value.x / in.z;
          const float back = evaluateScattering(material, color, normal, in, out).value.x / out.z;
          EXPECT_NEAR(there, back, 2e-3f * std::max(there, 1e-3f));
        }
      }
}

TEST_P(ScatteringWithALobe, IsSampledAsQuadratureHasIt)
{
  // The integral of the density over the hemisphere is the share of draws that stay above the surface. The
  // mean weight of all draws is the albedo.
  for (const float shininess : { 1.0f, 20.0f, 200.0f })
    for (const float cosOut : { 0.15f, 0.6f, 1.0f })
    {
      SCOPED_TRACE(std::to_string(shininess) + ", cosine " + std::to_string(cosOut));
      PathMaterial material;
      material.kind = this->GetParam();
      material.shininess = shininess;
      material.reflectance = 0.3f;
      const Float3 normal = { 0, 0, 1 }, out = { std::sqrt(1 - cosOut * cosOut), 0, cosOut };
      const Float3 color = { 0.9f, 0.5f, 0.1f };
      double drawn = 0, density = 0, sampled[3] = {}, albedo[3] = {};
      const int n = 200000, rows = 400, columns = 800;
      Engine engine(4);
      for (int i = 0; i < n; ++i)
      {
        ScatteredRay ray;
        if (!drawScattering(
              material, color, normal, out, false, uniform(engine), uniform(engine), uniform(engine), ray))
          continue;
        drawn += 1.0 / n;
        sampled[0] += static_cast<double>(ray.weight.x) / n;
        sampled[1] += static_cast<double>(ray.weight.y) / n;
        sampled[2] += static_cast<double>(ray.weight.z) / n;
      }
      const double solidAngle = 2 * static_cast<double>(pi) / (rows * columns); // of cells even in z
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
          const float z = (static_cast<float>(row) + 0.5f) / rows, r = std::sqrt(1 - z * z);
          const float angle = 2 * pi * (static_cast<float>(column) + 0.5f) / columns;
          const Scattered s =
            evaluateScattering(material, color, normal, out, { r * std::cos(angle), r * std::sin(angle), z });
          density += solidAngle * static_cast<double>(s.density);
          albedo[0] += solidAngle * static_cast<double>(s.value.x);
          albedo[1] += solidAngle * static_cast<double>(s.value.y);
          albedo[2] += solidAngle * static_cast<double>(s.value.z);
        }
      EXPECT_NEAR(drawn, density, 0.005);
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(sampled[c], albedo[c], 0.01) << c;
        EXPECT_LE(albedo[c], 1.0) << c;
      }
    }
}

TEST(Scattering, RefractsBySnellsLaw)
{
  PathMaterial glass;
  glass.kind = PathMaterialKind::Glass;
  const Float3 normal = { 0, 0, 1 }, out = normalized({ 0.6f, 0.0f, 0.8f }), white = { 1, 1, 1 };
  ScatteredRay ray;
  ASSERT_TRUE(drawScattering(glass, white, normal, out, false, 0.9f, 0.0f, 0.0f, ray));
  EXPECT_TRUE(ray.isThrough);
  EXPECT_NEAR(ray.direction.x, -0.6f / 1.5f, 1e-5f);
  EXPECT_LT(ray.direction.z, 0.0f);
  ASSERT_TRUE(drawScattering(glass, white, normal, out, true, 0.99f, 0.0f, 0.0f, ray)); // 0.6 x 1.5 < 1
  EXPECT_NEAR(ray.direction.x, -0.9f, 1e-5f);
  // Beyond the critical angle all light is reflected.
  const Float3 flat = normalized({ 0.8f, 0.0f, 0.6f });
  ASSERT_TRUE(drawScattering(glass, white, normal, flat, true, 0.999f, 0.0f, 0.0f, ray));
  EXPECT_FALSE(ray.isThrough);
  EXPECT_NEAR(ray.direction.x, -0.8f, 1e-5f);
  // At normal incidence, a share of ((n - 1) / (n + 1))^2 is reflected.
  float through;
  EXPECT_NEAR(fresnel(1.0f, 1 / 1.5f, through), 0.04f, 1e-6f);
}

TEST(Environments, RefusesWhatIsNone)
{
  const auto refused = [](const Environment& e) { EXPECT_THROW(checkEnvironment(e), InvalidInput); };
  Environment e = brightCorner();
  checkEnvironment(e);
  e.rgb.pop_back();
  refused(e);
  e = brightCorner();
  e.rgb[5] = NAN;
  refused(e);
  e = brightCorner();
  e.rgb[5] = -1.0f;
  refused(e);
  e = brightCorner();
  e.width = 0;
  refused(e);
  e = Environment();
  e.color[1] = INFINITY;
  refused(e);
  e = Environment();
  e.strength = -1.0f;
  refused(e);
  e = Environment();
  e.right[1] = 1.0f;
  refused(e);
  e = Environment();
  e.up[1] = 0.0f;
  refused(e);
}

} // namespace
