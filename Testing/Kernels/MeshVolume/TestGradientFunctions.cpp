// SPDX-License-Identifier: BSD-3-Clause
// Gradient opacity, and two-dimensional transfer functions of value and gradient magnitude, compared with the
// double-precision brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/Frames/FrameTest.h"
#include "Oracles/PointGradients.h"
#include "Shading/StepTable.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

class GradientFunctions : public FrameTest
{
protected:
  /// Gives the functions of a scene whose mesh and values the caster has.
  FrameOptions giveFunctions(const FrameScene& scene)
  {
    this->caster().setGradientOpacity(scene.gradientFunctions.opacity);
    this->caster().setTransferFunction2D(scene.gradientFunctions.table);
    return optionsOf(scene);
  }

  /// Values from 100 to about 140, so that their units differ from the kernels'; gradients reach 60 or more.
  static FrameScene scene(bool smooth)
  {
    FrameScene scene{ nonConvexMesh() };
    for (double& value : scene.scalars)
      value = 100.0 + 40.0 * value;
    scene.transferFunction = scaledFunction(translucentFunction(), 100.0, 40.0);
    scene.smooth = smooth;
    return scene;
  }
  static GradientOpacity steepParts()
  {
    return { { { 5.0, 0.05f }, { 15.0, 0.0f }, { 25.0, 1.0f }, { 32.0, 0.2f }, { 32.0, 1.5f },
      { 50.0, 0.3f } } };
  }
  static TransferFunction2D table(int columns, int rows)
  {
    TransferFunction2D table;
    table.columns = columns;
    table.rows = rows;
    table.values[0] = 105.0; // some values lie outside
    table.values[1] = 135.0;
    table.magnitudes[0] = 5.0;
    table.magnitudes[1] = 50.0;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
      {
        const double x = (column + 0.5) / columns, y = (row + 0.5) / rows;
        table.entries.push_back({ float(x), float(y), float(0.5 + 0.5 * std::sin(7 * x + 5 * y)),
          float(std::max(0.0, 3.0 * std::sin(6 * x - 4 * y))) });
      }
    return table;
  }

  /// The picked tet of each pixel.
  std::vector<std::uint32_t> picks(const Camera& camera, const FrameOptions& options)
  {
    this->caster().pick(camera, options, 0.2f);
    const std::uint32_t* const tets = this->caster().pickedTets();
    return { tets, tets + static_cast<std::ptrdiff_t>(camera.width) * camera.height };
  }
  /// Expects the same picks, except where rounding decides.
  void expectSame(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)
  {
    std::size_t picked = 0, others = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
      picked += a[i] != noCell;
      others += a[i] != b[i];
    }
    EXPECT_GT(picked, a.size() / 20);
    EXPECT_LE(others, a.size() / 400);
  }
};

TEST_P(GradientFunctions, GradientOpacityIsOfTheDatasUnits)
{
  const int size = imageSize(64);
  for (const bool smooth : { true, false })
  {
    FrameScene scene = this->scene(smooth);
    scene.gradientFunctions.opacity = steepParts();
    const std::string what = smooth ? "smooth" : "per cell";
    this->expectFrame(scene, perspectiveView(size, size), what);
    double largest = 0.0;
    for (const Vector& g : smooth ? pointGradients(scene) : tetGradients(scene))
      largest = std::max(largest, norm(g));
    EXPECT_NEAR(this->caster().largestGradient(), largest, 1e-3 * largest) << what;
    // All knots of the function lie below, except for the last one in the coarser mesh of slow builds.
    EXPECT_GT(largest, size == 64 ? 50.0 : 32.0) << "the function tells magnitudes apart";
    this->expectFrame(scene, parallelView(size, size), what + ", parallel");
    this->expectFrame(scene,
      perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
      what + ", inside");
  }
}

TEST_P(GradientFunctions, OneFactorEverywhereScalesTheAttenuation)
{
  for (const bool smooth : { true, false })
  {
    FrameScene scene = this->scene(smooth);
    scene.gradientFunctions.opacity = { { { 7.0, 0.4f } } };
    const Camera camera = perspectiveView(imageSize(64), imageSize(64));
    this->give(scene);
    const FrameOptions options = optionsOf(scene);
    const auto picks = this->picks(camera, options);
    for (auto& knot : scene.transferFunction.knots)
      knot.attenuation *= 0.4f;
    this->expectExact(scene, camera, options, "scaled");
    scene.gradientFunctions.opacity = {};
    this->give(scene);
    this->expectSame(picks, this->picks(camera, options));
  }
}

TEST_P(GradientFunctions, ATableOfOneRowIsATransferFunction)
{
  FrameScene scene = this->scene(true);
  scene.gradientFunctions.table = GradientFunctions::table(6, 1);
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  this->give(scene);
  const FrameOptions options = optionsOf(scene);
  scene.transferFunction.knots.clear();
  for (int column = 0; column < 6; ++column)
  {
    const TransferFunction2DEntry& e =
      scene.gradientFunctions.table.entries[static_cast<std::size_t>(column)];
    scene.transferFunction.knots.push_back({ 105.0 + 6.0 * column, e.red, e.green, e.blue, e.attenuation });
  }
  this->expectExact(scene, camera, options, "one row");
  const auto picks = this->picks(camera, options);
  scene.gradientFunctions.table = {};
  this->give(scene);
  this->expectSame(picks, this->picks(camera, options));
}

TEST_P(GradientFunctions, ComeAndGo)
{
  // In any order of the calls, the last call of each kind counts. Without both functions, the picture is as
  // before.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  FrameScene scene = this->scene(true);
  giveScene(this->caster(), scene);
  this->expectExact(scene, camera, {}, "before");
  const std::size_t before = this->caster().memory().resident;
  EXPECT_EQ(this->caster().largestGradient(), 0.0);
  const auto expectNow = [&](const std::string& what) {
    this->giveFunctions(scene);
    this->expectDrawn(scene, camera, what);
  };
  scene.gradientFunctions.opacity = steepParts();
  expectNow("gradient opacity");
  // If the sample of segments allows two points per segment, the functions are also stored in equal cells.
  const std::size_t steps = 2 * (StepTable::numCells + 1) * sizeof(Float4);
  EXPECT_LE(this->caster().memory().resident, before + 16 * (scene.points.size() / 3) + steps + 4096);
  scene.smooth = false;
  expectNow("per cell");
  scene.gradientFunctions.table = GradientFunctions::table(5, 4);
  expectNow("table");
  scene.smooth = true;
  expectNow("smooth");
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
    scene.scalars[p] = 120.0 + 15.0 * std::sin(4 * scene.points[3 * p + 1]);
  giveScalars(this->caster(), scene);
  expectNow("new values");
  scene.gradientFunctions.table = {};
  expectNow("gradient opacity again");
  scene.gradientFunctions.opacity = {};
  this->giveFunctions(scene);
  this->expectExact(scene, camera, {}, "without");
}

TEST_P(GradientFunctions, ConstantValuesAndSteepCells)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  FrameScene constant = this->scene(true);
  std::fill(constant.scalars.begin(), constant.scalars.end(), 118.0);
  constant.gradientFunctions.opacity = { { { 0.0, 0.5f }, { 1.0, 1.0f } } };
  this->expectFrame(constant, camera, "constant");

  // A single point with a gradient thousands of times steeper does not coarsen the resolution of the others.
  FrameScene steep = this->scene(true);
  steep.transferFunction.knots.back().attenuation = 0.0f;
  steep.scalars[steep.scalars.size() / 2] = 1e4;
  steep.gradientFunctions.opacity = steepParts();
  this->expectFrame(steep, camera, "steep");
}

TEST_P(GradientFunctions, RefuseNonsense)
{
  FrameScene scene = this->scene(true);
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(this->caster().setGradientOpacity({ { { 2.0, 1.0f }, { 1.0, 1.0f } } }), InvalidInput);
  EXPECT_THROW(this->caster().setGradientOpacity({ { { NaN, 1.0f } } }), InvalidInput);
  EXPECT_THROW(this->caster().setGradientOpacity({ { { inf, 1.0f } } }), InvalidInput);
  TransferFunction2D table = GradientFunctions::table(3, 2);
  table.rows = 3;
  EXPECT_THROW(this->caster().setTransferFunction2D(table), InvalidInput) << "fewer entries";
  table = GradientFunctions::table(3, 2);
  table.magnitudes[1] = table.magnitudes[0];
  EXPECT_THROW(this->caster().setTransferFunction2D(table), InvalidInput) << "no range";
  table = GradientFunctions::table(3, 2);
  table.values[1] = inf;
  EXPECT_THROW(this->caster().setTransferFunction2D(table), InvalidInput) << "infinite range";
  table = GradientFunctions::table(3, 2);
  table.entries[4].green = static_cast<float>(NaN);
  EXPECT_THROW(this->caster().setTransferFunction2D(table), InvalidInput) << "not finite";
  this->expectExact(scene, camera, {}, "after refusals");

  // Settings that cannot be drawn together are refused while both are set, and drawn when one is removed.
  scene.gradientFunctions.opacity = steepParts();
  this->giveFunctions(scene);
  FrameOptions options;
  options.drawVolume = false;
  options.slices.push_back({ { 0, 0, 1 }, 0.0 });
  this->caster().render(camera, options);
  const std::vector<double> perCell(scene.tets.size() / 4, 120.0);
  OracleScene cells = scene;
  cells.perCell = true;
  cells.scalars = perCell;
  giveScalars(this->caster(), cells);
  EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << "values of cells without gradients";
  giveScalars(this->caster(), scene);
  this->caster().setOpacityScalars(scalarInput(scene));
  this->caster().setOpacityFunction(scene.transferFunction);
  this->caster().render(camera, {});
  this->caster().dropOpacityScalars();
  this->giveFunctions(scene);
  this->expectDrawn(scene, camera, "after all");
}

INKRAY_TEST_ON_DEVICES(GradientFunctions);

} // namespace
