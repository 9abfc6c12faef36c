// SPDX-License-Identifier: BSD-3-Clause
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class TransferFunctions : public RayCastTest
{
protected:
  void SetUp() override
  {
    RayCastTest::SetUp();
    if (!::testing::Test::IsSkipped())
    {
      this->Scene = nonConvexMesh();
      giveMesh(this->caster(), this->Scene);
      giveScalars(this->caster(), this->Scene);
    }
  }
  void expectExactWith(const TransferFunction& function, const std::string& what)
  {
    this->Scene.transferFunction = function;
    this->caster().setTransferFunction(function);
    this->expectExact(this->Scene, perspectiveView(imageSize(72), imageSize(72)), {}, what);
    this->expectExact(this->Scene, parallelView(imageSize(48), imageSize(48)), {}, what + ", parallel");
  }
  OracleScene Scene;
};

TEST_P(TransferFunctions, OpaqueAndTranslucent)
{
  this->expectExactWith(translucentFunction(), "translucent");
  this->expectExactWith(opaqueFunction(), "opaque");
  this->expectExactWith(constantFunction(1e-3f), "thin");
  this->expectExactWith(constantFunction(1e5f), "solid");
}

TEST_P(TransferFunctions, Steep)
{
  // From clear to nearly opaque within a small part of one tet's range.
  for (const double width : { 1e-2, 1e-3, 1e-4 })
  {
    this->expectExactWith({ { { 0.5, 0.1f, 0.2f, 0.9f, 0.0f }, { 0.5 + width, 0.9f, 0.6f, 0.1f, 50.0f } } },
      "rise over " + std::to_string(width));
    this->expectExactWith({ { { 0.5, 0.9f, 0.6f, 0.1f, 20.0f }, { 0.5 + width, 0.1f, 0.2f, 0.9f, 0.01f } } },
      "fall over " + std::to_string(width));
  }
}

TEST_P(TransferFunctions, Jumps)
{
  this->expectExactWith(
    { { { 0.0, 0.1f, 0.2f, 0.9f, 0.2f }, { 0.4, 0.1f, 0.2f, 0.9f, 0.2f }, { 0.4, 0.9f, 0.1f, 0.1f, 3.0f },
      { 0.6, 0.9f, 0.8f, 0.1f, 1.0f }, { 0.6, 0.2f, 0.9f, 0.3f, 0.0f }, { 1.0, 0.2f, 0.9f, 0.3f, 2.0f } } },
    "two jumps");
  // The isosurface that a jump to opaque makes.
  this->expectExactWith({ { { 0.0, 0.0f, 0.0f, 1.0f, 0.1f }, { 0.5, 0.0f, 0.0f, 1.0f, 0.1f },
                          { 0.5, 1.0f, 0.5f, 0.0f, 1e4f }, { 1.0, 1.0f, 0.5f, 0.0f, 1e4f } } },
    "isosurface");
}

TEST_P(TransferFunctions, ThreeKnotsAtOneScalar)
{
  // The middle one of three knots has no width and no effect.
  this->expectExactWith(
    { { { 0.0, 0.1f, 0.2f, 0.9f, 0.5f }, { 0.5, 0.1f, 0.2f, 0.9f, 0.5f }, { 0.5, 0.0f, 1.0f, 0.0f, 100.0f },
      { 0.5, 0.9f, 0.1f, 0.1f, 1.5f }, { 1.0, 0.9f, 0.1f, 0.1f, 1.5f } } },
    "three at one");
}

TEST_P(TransferFunctions, OneKnot)
{
  this->expectExactWith({ { { 0.5, 0.3f, 0.6f, 0.9f, 0.8f } } }, "one knot");
}

TEST_P(TransferFunctions, ThousandKnots)
{
  TransferFunction function;
  for (int k = 0; k < 1000; ++k)
  {
    const float wave = static_cast<float>(0.5 + 0.5 * std::sin(0.7 * k)),
                slow = static_cast<float>(0.5 + 0.5 * std::cos(0.013 * k));
    function.knots.push_back({ k / 999.0, wave, slow, 1.0f - wave, 2.0f * wave * slow });
  }
  this->expectExactWith(function, "1000 knots");
}

TEST_P(TransferFunctions, NarrowPieces)
{
  // Spikes far thinner than a tet's range of scalars (about 0.1): sampling would miss them, but integration
  // must not.
  TransferFunction function = { { { 0.0, 0.2f, 0.2f, 0.2f, 0.05f } } };
  for (const double at : { 0.31, 0.42, 0.55, 0.68 })
  {
    const float hue = static_cast<float>(at);
    function.knots.push_back({ at - 1e-4, 0.2f, 0.2f, 0.2f, 0.05f });
    function.knots.push_back({ at, 1.0f - hue, hue, 0.8f, 500.0f });
    function.knots.push_back({ at + 1e-4, 0.2f, 0.2f, 0.2f, 0.05f });
  }
  function.knots.push_back({ 1.0, 0.2f, 0.2f, 0.2f, 0.05f });
  this->expectExactWith(function, "spikes");
}

TEST_P(TransferFunctions, ScalarsBeyondTheKnots)
{
  this->expectExactWith(
    { { { 0.45, 0.1f, 0.2f, 0.9f, 0.3f }, { 0.5, 0.9f, 0.4f, 0.1f, 2.0f } } }, "knots within the data");
  this->expectExactWith(
    { { { 5.0, 0.1f, 0.2f, 0.9f, 0.3f }, { 6.0, 0.9f, 0.4f, 0.1f, 2.0f } } }, "data below all knots");
  this->expectExactWith(
    { { { -6.0, 0.1f, 0.2f, 0.9f, 0.3f }, { -5.0, 0.9f, 0.4f, 0.1f, 2.0f } } }, "data above all knots");
  this->expectExactWith(
    { { { -1e6, 0.1f, 0.2f, 0.9f, 0.3f }, { 1e6, 0.9f, 0.4f, 0.1f, 2.0f } } }, "knots far beyond the data");
}

TEST_P(TransferFunctions, TransparentDrawsNothing)
{
  this->caster().setTransferFunction(
    { { { 0.0, 1.0f, 1.0f, 1.0f, 0.0f }, { 1.0, 1.0f, 1.0f, 1.0f, 0.0f } } });
  const std::vector<float> image = this->picture(perspectiveView(32, 32));
  EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f);
  EXPECT_EQ(this->caster().statistics().failedRays, 0);
}

TEST_P(TransferFunctions, RefusesNonsense)
{
  const double infinity = std::numeric_limits<double>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(this->caster().setTransferFunction({}), InvalidInput);
  EXPECT_THROW(
    this->caster().setTransferFunction({ { { 1.0, 0, 0, 0, 1 }, { 0.0, 0, 0, 0, 1 } } }), InvalidInput);
  EXPECT_THROW(
    this->caster().setTransferFunction({ { { 0.0, 0, 0, 0, 1 }, { infinity, 0, 0, 0, 1 } } }), InvalidInput);
  EXPECT_THROW(
    this->caster().setTransferFunction({ { { 0.0, nan, 0, 0, 1 }, { 1.0, 0, 0, 0, 1 } } }), InvalidInput);
  EXPECT_THROW(
    this->caster().setTransferFunction({ { { 0.0, 0, 0, 0, nan }, { 1.0, 0, 0, 0, 1 } } }), InvalidInput);
  // The caster is still usable.
  this->expectExactWith(translucentFunction(), "after refusals");
}

INKRAY_TEST_ON_DEVICES(TransferFunctions);

} // namespace
