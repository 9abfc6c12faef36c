// SPDX-License-Identifier: BSD-3-Clause
// Integrals along a segment by two points, and the tables that give their values.
#include "MeshVolume/RayCastTest.h"
#include "Oracles/QuadraticIntegration.h"
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Shading/GradientFunctions.h"
#include "Shading/StepTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double Log2E = 1.4426950408889634;

/// A bilinear function.
struct Bilinear
{
  Float4 corners[4];

  Float4 at(float x, float y) const
  {
    return mixed(mixed(corners[0], corners[1], x), mixed(corners[2], corners[3], x), y);
  }
};

/// Adds a segment between two places.
void gather(Film& ray, const Bilinear& function, const double from[2], const double to[2], double length)
{
  const auto at = [&](float share) {
    return function.at(MediumPlace::mixed(float(from[0]), float(to[0]), share),
      MediumPlace::mixed(float(from[1]), float(to[1]), share));
  };
  gatherTwoPoints(ray, at(firstPoint), at(secondPoint), 0.5f * float(length * Log2E));
}
Film begun()
{
  Film ray;
  CompositeFilm::clear(ray);
  return ray;
}

TEST(TwoPointIntegration, DepthsOfBilinearFunctionsAreExact)
{
  Randomness random(5);
  for (int trial = 0; trial < 500; ++trial)
  {
    Bilinear function;
    const bool hasOneColor = random.chance(0.5);
    for (Float4& c : function.corners)
    {
      c = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, random.chance(0.3) ? 80 : 2)) };
      if (hasOneColor)
        c = { 0.2f, 0.5f, 0.9f, c.w };
    }
    Film ray = begun();
    double from[2] = { float(random.real(0, 1)), float(random.real(0, 1)) }, depth = 0.0;
    std::array<double, 4> expected = { 0, 0, 0, 0 };
    for (int segment = 1 + random.integer(8); segment > 0; --segment)
    {
      const double to[2] = { float(random.real(0, 1)), float(random.real(0, 1)) },
                   length = random.real(0, 0.5);
      gather(ray, function, from, to, length);
      integrateQuadratic(
        {},
        [&](double t, double) {
          const double u = from[0] + t * (to[0] - from[0]), v = from[1] + t * (to[1] - from[1]);
          std::array<double, 4> value = { 0, 0, 0, 0 };
          for (int k = 0; k < 4; ++k)
          {
            const Float4& c = function.corners[k];
            const double w = (k % 2 ? u : 1 - u) * (k / 2 ? v : 1 - v);
            value = { value[0] + w * c.x, value[1] + w * c.y, value[2] + w * c.z, value[3] + w * c.w };
          }
          return value;
        },
        length, depth, expected);
      std::copy_n(to, 2, from);
    }
    EXPECT_NEAR(1.0f - ray.transmittance, -std::expm1(-depth), 4e-6) << trial;
    if (hasOneColor)
    {
      EXPECT_NEAR(ray.green, 0.5 * -std::expm1(-depth), 4e-6) << trial;
    }
  }
}

TEST(TwoPointIntegration, LinearColorsKeepTheirBound)
{
  for (double depth = 0.01; depth < 0.8; depth *= 1.3)
  {
    const Bilinear function = { { { 0, 0, 0, 1 }, { 1, 1, 1, 1 }, { 0, 0, 0, 1 }, { 1, 1, 1, 1 } } };
    const double from[2] = { 0, 0 }, to[2] = { 1, 0 };
    Film ray = begun();
    gather(ray, function, from, to, depth);
    // The closed form: the integral of x dA with A = 1 - e^(-depth x).
    EXPECT_NEAR(ray.red, (1.0 - std::exp(-depth) * (1.0 + depth)) / depth, 9.2e-5) << depth;
  }
}

/// The opacity of a segment between two vertices, in a medium of a set that has some channels at vertices.
template <unsigned Set>
float opacityOf(const Medium& medium, const StepView& steps, const float from[2], const float to[2])
{
  using Gathering = GatherMedium<Set>;
  const Gathering gathering = { { medium }, { true, steps, steps, steps } };
  typename Gathering::Integral ray;
  ray.clear();
  const auto standing = [](const float at[2]) {
    Channels<typename Gathering::Extra> c = {};
    c.value = at[0];
    for (float& other : c.others.value)
      other = at[1];
    return c;
  };
  gathering.standAt(ray, standing(from));
  gathering.gather(ray, 0, standing(to), 1.0f);
  EXPECT_EQ(ray.at.value == ray.at.value, to[0] == to[0]);
  EXPECT_EQ(ray.red > 0.0f, ray.transmittance < 1.0f);
  return 1.0f - ray.transmittance;
}

TEST(TwoPointIntegration, NotANumberIsTransparent)
{
  const std::vector<Float4> entries(16, Float4{ 1, 1, 1, 5 });
  TransferFunction ramp;
  ramp.knots = { { 0.0, 1, 1, 1, 5 }, { 1.0, 1, 1, 1, 5 } };
  const StepTable made(makeIntervals(ramp, 0.0, 1.0));
  StepView steps = made.view;
  steps.cells = made.cells.data();
  Medium byFunction = {}, byTable = {};
  byFunction.factors.count = 1;
  byTable.colorSource = ColorSource::Table;
  byTable.table = { entries.data(), 2, 2, 1.0f, 0.0f, nullptr };
  Medium ofOpacity = {};
  ofOpacity.opacitySource = OpacitySource::Vertices;
  const float none = std::numeric_limits<float>::quiet_NaN();
  for (const float x : { 0.5f, none })
    for (const float y : { 0.5f, none })
      for (const bool atEnd : { false, true })
      {
        const float other[2] = { 0.25f, 0.75f }, one[2] = { x, y };
        const float *const from = atEnd ? other : one, *const to = atEnd ? one : other;
        const bool isSeen = x == x && y == y;
        EXPECT_EQ(opacityOf<medium_kernel::gradients>(byFunction, steps, from, to) > 0.0f, isSeen);
        EXPECT_EQ(opacityOf<medium_kernel::vertexOpacity>(ofOpacity, steps, from, to) > 0.0f, isSeen);
        EXPECT_EQ(opacityOf<medium_kernel::table>(byTable, steps, from, to) > 0.0f, isSeen);
      }
}

TEST(StepTable, HasTheMeansOfEqualCells)
{
  Randomness random(8);
  for (int trial = 0; trial < 50; ++trial)
  {
    // The function is constant up to the first knot and from the last knot on.
    TransferFunction function;
    double s = random.chance(0.5) ? 0.0 : random.real(0.0, 0.3);
    const double last = random.chance(0.5) ? 1.0 : random.real(0.7, 1.0);
    const double step = (last - s) / 8.0;
    for (int knot = 0; knot <= 8; ++knot, s += step)
      function.knots.push_back({ s, float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)), float(random.real(0, 3)) });
    const StepTable made(makeIntervals(function, 0.0, 1.0));
    StepView view = made.view;
    view.cells = made.cells.data();
    ASSERT_EQ(made.cells.size(), std::size_t(StepTable::numCells) + 1);
    const double cell = 1.0 / StepTable::numCells;
    for (int k = 0; k < 200; ++k)
    {
      const float value = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1));
      const Float4 got = view.at(value);
      const Float4 c =
        colorOf({ made.pieces.data(), int(made.pieces.size()) }, std::clamp(value, 0.0f, 1.0f));
      // A value is up to half a cell away from the middle of its cell.
      EXPECT_NEAR(got.x, c.x, 0.55 * cell / step);
      EXPECT_NEAR(got.y, c.y, 0.55 * cell / step);
      EXPECT_NEAR(got.w, c.w, 0.55 * 3.0 * cell / step);
    }
  }
}

/// If a function has no opacity at its first or last knot, the table is transparent there and beyond,
/// wherever the knot is.
TEST(StepTable, IsTransparentWhereAnEndIs)
{
  Randomness random(9);
  for (int trial = 0; trial < 50; ++trial)
  {
    const double low = random.chance(0.5) ? 0.0 : random.real(0.0, 0.3);
    const double high = random.chance(0.5) ? 1.0 : random.real(0.7, 1.0);
    TransferFunction function;
    function.knots.push_back({ low, 1, 1, 1, 0 });
    function.knots.push_back({ random.real(0.35, 0.65), 1, 1, 1, float(random.real(1, 1000)) });
    function.knots.push_back({ high, 1, 1, 1, 0 });
    const StepTable made(makeIntervals(function, 0.0, 1.0));
    StepView view = made.view;
    view.cells = made.cells.data();
    for (const double value : { -1.0, 0.0, low, low * random.real(0, 1), high, 1.0, 2.0 })
      EXPECT_EQ(view.at(float(value)).w, 0.0f) << value << " of " << low << " to " << high;
    EXPECT_GT(view.at(0.5f).w, 0.0f);
  }
}

/// RunPlace::factorAt is exactly zero at a knot with factor zero, for any width and slope of the piece.
TEST(RunPlace, IsNoFactorAtAKnotOfZero)
{
  Randomness random(10);
  for (int trial = 0; trial < 200; ++trial)
  {
    const double width = std::pow(10.0, random.real(-3, 0));
    const float most = float(std::pow(10.0, random.real(-3, 3)));
    for (const bool rises : { false, true })
    {
      GradientOpacity opacity;
      opacity.knots = { { 0.0, rises ? 0.0f : most }, { width, rises ? most : 0.0f } };
      const std::vector<FunctionInterval> pieces = makeFactors(opacity, 1.0);
      // The ramp lies between constant pieces.
      const auto ramp = std::find_if(pieces.begin(), pieces.end(),
        [](const FunctionInterval& piece) { return piece.attenuationSlope != 0.0f; });
      ASSERT_NE(ramp, pieces.end());
      RunPlace place;
      place.enter({ pieces.data(), int(pieces.size()) }, int(ramp - pieces.begin()), 0.0f);
      EXPECT_EQ(place.factorAt(rises ? -place.half : place.half), 0.0f) << width << " " << most;
      EXPECT_GT(place.factorAt(0.0f), 0.0f) << width << " " << most;
    }
  }
}

} // namespace
