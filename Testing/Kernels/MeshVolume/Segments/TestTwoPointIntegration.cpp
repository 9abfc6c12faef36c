// SPDX-License-Identifier: BSD-3-Clause
// Integrals along a segment by two points, and the tables that these are taken from.
#include "MeshVolume/RayCastTest.h"
#include "Oracles/QuadraticIntegration.h"
#include "Oracles/RandomScene.h"
#include "Shading/GradientFunctions.h"
#include "Shading/ProductTable.h"
#include "Shading/StepTable.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double Log2E = 1.4426950408889634;

/// A function that is bilinear.
struct Bilinear
{
  Float4 corners[4];

  INKRAY_HD Float4 at(const ScalarPair& p) const
  {
    const float x = p.first, y = p.second;
    return mixed(mixed(corners[0], corners[1], x), mixed(corners[2], corners[3], x), y);
  }
};

TEST(TwoPointIntegration, DepthsOfBilinearFunctionsAreExact)
{
  Randomness random(5);
  for (int trial = 0; trial < 500; ++trial)
  {
    Bilinear function;
    const bool hasOneColour = random.chance(0.5);
    for (Float4& c : function.corners)
    {
      c = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, random.chance(0.3) ? 80 : 2)) };
      if (hasOneColour)
        c = { 0.2f, 0.5f, 0.9f, c.w };
    }
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    double x = float(random.real(0, 1)), y = float(random.real(0, 1)), depth = 0.0;
    std::array<double, 4> expected = { 0, 0, 0, 0 };
    ray.place = { float(x), float(y) };
    for (int segment = 1 + random.integer(8); segment > 0; --segment)
    {
      const double x1 = float(random.real(0, 1)), y1 = float(random.real(0, 1)), length = random.real(0, 0.5);
      ray.add(function, { float(x1), float(y1) }, float(length * Log2E));
      integrateQuadratic(
        {},
        [&](double t, double) {
          const double u = x + t * (x1 - x), v = y + t * (y1 - y);
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
      x = x1;
      y = y1;
    }
    const Float4 got = ray.pixel();
    EXPECT_NEAR(got.w, -std::expm1(-depth), 4e-6) << trial;
    if (hasOneColour)
    {
      EXPECT_NEAR(got.y, 0.5 * -std::expm1(-depth), 4e-6) << trial;
    }
  }
}

TEST(TwoPointIntegration, LinearColoursKeepTheirBound)
{
  for (double depth = 0.01; depth < 0.8; depth *= 1.3)
  {
    const Bilinear function = { { { 0, 0, 0, 1 }, { 1, 1, 1, 1 }, { 0, 0, 0, 1 }, { 1, 1, 1, 1 } } };
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    ray.add(function, { 1.0f, 0.0f }, float(depth * Log2E));
    // The integral of x dA with A = 1 - e^-(depth x).
    EXPECT_NEAR(ray.pixel().x, (1.0 - std::exp(-depth) * (1.0 + depth)) / depth, 9.2e-5) << depth;
  }
}

TEST(TwoPointIntegration, NotANumberIsTransparent)
{
  const std::vector<Float4> entries(16, Float4{ 1, 1, 1, 5 });
  const TableFunction table = { { entries.data(), 2, 2, 1.0f, 0.0f, nullptr } };
  TransferFunction ramp;
  ramp.knots = { { 0.0, 1, 1, 1, 5 }, { 1.0, 1, 1, 1, 5 } };
  const ProductTable made(makePieces(ramp, 0.0, 1.0), makePieces(ramp, 0.0, 1.0));
  const ProductView product = { made.cells.data(), made.factors.data(), ProductTable::numCells,
    ProductTable::numFactors };
  const float none = std::numeric_limits<float>::quiet_NaN();
  const auto through = [&](const auto& function, ScalarPair from, ScalarPair to) {
    TwoPointIntegral<ScalarPair> ray;
    ray.clear();
    ray.place = from;
    ray.add(function, to, 1.0f);
    EXPECT_EQ(ray.place.first == ray.place.first, to.first == to.first);
    return ray.pixel();
  };
  for (const float x : { 0.5f, none })
    for (const float y : { 0.5f, none })
    {
      const bool isSeen = x == x && y == y;
      for (const bool atEnd : { false, true })
      {
        const ScalarPair other = { 0.25f, 0.75f }, from = atEnd ? other : ScalarPair{ x, y },
                         to = atEnd ? ScalarPair{ x, y } : other;
        for (const Float4& pixel : { through(table, from, to), through(product, from, to) })
        {
          EXPECT_EQ(pixel.w > 0.0f, isSeen);
          EXPECT_EQ(pixel.x > 0.0f, isSeen);
        }
      }
    }
}

TEST(ProductTable, HasTheProductOfBothFunctions)
{
  Randomness random(7);
  for (int trial = 0; trial < 50; ++trial)
  {
    TransferFunction function, factor;
    double s = 0.0;
    for (int knot = 0; knot < 5; ++knot, s += random.real(0.1, 0.25))
      function.knots.push_back({ s, float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)), float(random.real(0, 3)) });
    factor.knots = { { 0.1, 0, 0, 0, float(random.real(0, 1)) }, { 0.7, 0, 0, 0, float(random.real(0, 1)) } };
    const auto pieces = makePieces(function, 0.0, 1.0), factors = makePieces(factor, 0.0, 1.0);
    const ProductTable made(pieces, factors);
    const ProductView view = { made.cells.data(), made.factors.data(), ProductTable::numCells,
      ProductTable::numFactors };
    for (int k = 0; k < 200; ++k)
    {
      const float value = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1)),
                  magnitude = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1));
      const Float4 got = view.at({ value, magnitude });
      const Float4 a = colourOf({ pieces.data(), int(pieces.size()) }, std::clamp(value, 0.0f, 1.0f));
      const float f = colourOf({ factors.data(), int(factors.size()) }, std::clamp(magnitude, 0.0f, 1.0f)).w;
      // Slopes of up to 10 and 30 a unit, of which a cell that holds a knot has a quarter of a cell.
      EXPECT_NEAR(got.x, a.x, 10.0 / ProductTable::numCells);
      EXPECT_NEAR(got.w, a.w * f, 30.0 / ProductTable::numCells + 3.0 * 1.7 / ProductTable::numFactors);
    }
  }
}

TEST(StepTable, HasTheMeansOfEqualCells)
{
  Randomness random(8);
  for (int trial = 0; trial < 50; ++trial)
  {
    // Up to the first knot and from the last one on it is constant.
    TransferFunction function;
    double s = random.chance(0.5) ? 0.0 : random.real(0.0, 0.3);
    const double last = random.chance(0.5) ? 1.0 : random.real(0.7, 1.0);
    const double step = (last - s) / 8.0;
    for (int knot = 0; knot <= 8; ++knot, s += step)
      function.knots.push_back({ s, float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)), float(random.real(0, 3)) });
    const StepTable made(makePieces(function, 0.0, 1.0));
    StepView view = made.view;
    view.cells = made.cells.data();
    ASSERT_EQ(made.cells.size(), std::size_t(StepTable::numCells) + 1);
    const double cell = 1.0 / StepTable::numCells;
    for (int k = 0; k < 200; ++k)
    {
      const float value = float(random.chance(0.1) ? random.integer(2) : random.real(-0.1, 1.1));
      const Float4 got = view.at(multiplyAdd(value, view.perScalar, view.offset));
      const Float4 c =
        colourOf({ made.pieces.data(), int(made.pieces.size()) }, std::clamp(value, 0.0f, 1.0f));
      // A place is up to half a cell from the middle of its own.
      EXPECT_NEAR(got.x, c.x, 0.55 * cell / step);
      EXPECT_NEAR(got.y, c.y, 0.55 * cell / step);
      EXPECT_NEAR(got.w, c.w, 0.55 * 3.0 * cell / step);
    }
  }
}

} // namespace
