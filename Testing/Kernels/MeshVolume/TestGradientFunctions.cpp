// SPDX-License-Identifier: BSD-3-Clause
// Gradient opacity, and two-dimensional transfer functions of value and gradient magnitude, compared with the
// double-precision brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Oracles/GradientFunctionOracle.h"
#include "Oracles/PointGradients.h"
#include "Oracles/RandomScene.h"
#include "Oracles/VolumeLightOracle.h"
#include "Shading/StepTable.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// A scene whose opacity, or color and opacity, depends on gradients.
struct GradientScene
  : OracleScene
  , OracleGradientFunctions
{
  Gradients gradients = Gradients::Smooth;
  bool lit = false;
  VolumeShade shade;
};

std::vector<double> gradientImage(const GradientScene& scene, const Camera& camera, const float* opaqueDepth)
{
  const bool smooth = scene.gradients == Gradients::Smooth;
  std::vector<double> magnitudes;
  for (const Vector& g : smooth ? pointGradients(scene) : tetGradients(scene))
    magnitudes.push_back(norm(g));
  const std::vector<std::array<double, 6>> light = scene.lit
    ? lightOnMesh(scene, camera, scene.shade)
    : std::vector<std::array<double, 6>>(magnitudes.size(), { 1, 1, 1, 0, 0, 0 });
  const BruteForceTetCaster oracle(scene, camera);
  return oracle.image(
    [&](const std::vector<OracleSegment>& segments) {
      std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
      double opticalDepth = 0.0;
      for (const OracleSegment& segment : segments)
      {
        if (!oracle.isFinite(scene.scalars, false, segment.tet))
          continue;
        const auto s = oracle.ends(scene.scalars, false, segment);
        const auto m = oracle.ends(magnitudes, !smooth, segment);
        const auto lit = lightAtEnds(scene, scene.shade, light, segment);
        integrateGradientFunctions(
          scene.transferFunction, scene, s, m,
          [&](double t, std::array<double, 4>& value) {
            for (std::size_t c = 0; c < 3; ++c)
              value[c] = value[c] * (lit[0][c] + t * (lit[1][c] - lit[0][c])) + lit[0][3 + c] +
                t * (lit[1][3 + c] - lit[0][3 + c]);
          },
          segment.end - segment.begin, opticalDepth, rgba);
      }
      rgba[3] = -std::expm1(-opticalDepth);
      return rgba;
    },
    opaqueDepth);
}

class GradientFunctions : public RayCastTest
{
protected:
  FrameOptions give(const GradientScene& scene)
  {
    giveScene(this->caster(), scene);
    return this->giveFunctions(scene);
  }
  FrameOptions giveFunctions(const GradientScene& scene)
  {
    this->caster().setGradientOpacity(scene.opacity);
    this->caster().setTransferFunction2D(scene.table);
    this->caster().setLights(scene.shade.lights);
    this->caster().setMaterial(scene.shade.material);
    FrameOptions options;
    options.gradients = scene.gradients;
    options.shade = scene.lit;
    return options;
  }
  void expectScene(const GradientScene& scene, const Camera& camera, const std::string& what)
  {
    const FrameOptions options = this->give(scene);
    this->expectMatches(gradientImage(scene, camera, nullptr), camera, options, what);
  }

  /// Values from 100 to about 140, so that their units differ from the kernels'; gradients reach 60 or more.
  static GradientScene scene(Gradients gradients)
  {
    GradientScene scene;
    static_cast<OracleScene&>(scene) = nonConvexMesh();
    for (double& value : scene.scalars)
      value = 100.0 + 40.0 * value;
    scene.transferFunction = scaledFunction(translucentFunction(), 100.0, 40.0);
    scene.gradients = scene.shade.gradients = gradients;
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

  void checkSeed(std::uint32_t seed)
  {
    Randomness random(seed);
    GradientScene scene;
    static_cast<OracleScene&>(scene) = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    for (double& value : scene.scalars)
      value = random.chance(0.01) ? NaN : value;
    scene.gradients = scene.shade.gradients = random.chance(0.5) ? Gradients::Smooth : Gradients::PerCell;
    double largest = 0.0;
    for (const Vector& g : scene.gradients == Gradients::Smooth ? pointGradients(scene) : tetGradients(scene))
      largest = std::max(largest, norm(g));
    if (random.chance(0.5))
    {
      double magnitude = random.real(0.0, 0.3) * largest;
      for (int knot = 1 + random.integer(5); knot > 0; --knot)
      {
        scene.opacity.knots.push_back({ magnitude, float(random.chance(0.3) ? 0.0 : random.real(0, 1)) });
        magnitude += random.chance(0.2) ? 0.0 : random.real(0.02, 0.4) * largest;
      }
      scene.lit = random.chance(0.4);
      scene.shade = random.chance(0.5) ? headlight() : coloredLights();
      scene.shade.gradients = scene.gradients;
    }
    else
    {
      scene.table = GradientFunctions::table(1 + random.integer(9), 1 + random.integer(9));
      scene.table.values[0] = random.real(-0.3, 0.3);
      scene.table.values[1] = random.real(0.5, 1.2);
      scene.table.magnitudes[0] = random.real(0.0, 0.2) * largest;
      scene.table.magnitudes[1] = random.real(0.3, 1.1) * largest + 1e-3;
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options = this->give(scene);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<double> reference = gradientImage(scene, camera, options.opaqueDepth);
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", pixel " << d.worstPixel << " of " << camera.width << " x " << camera.height;
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << "seed " << seed;
    for (std::size_t i = 3; i < reference.size(); i += 4)
      this->Covered += reference[i] > 0.0;
  }
  std::int64_t Covered = 0;
};

TEST_P(GradientFunctions, GradientOpacityIsOfTheDatasUnits)
{
  const int size = imageSize(64);
  for (const Gradients gradients : { Gradients::Smooth, Gradients::PerCell })
  {
    GradientScene scene = this->scene(gradients);
    scene.opacity = steepParts();
    const std::string what = gradients == Gradients::Smooth ? "smooth" : "per cell";
    this->expectScene(scene, perspectiveView(size, size), what);
    double largest = 0.0;
    for (const Vector& g : gradients == Gradients::Smooth ? pointGradients(scene) : tetGradients(scene))
      largest = std::max(largest, norm(g));
    EXPECT_NEAR(this->caster().largestGradient(), largest, 1e-3 * largest) << what;
    // All knots of the function lie below, except for the last one in the coarser mesh of slow builds.
    EXPECT_GT(largest, size == 64 ? 50.0 : 32.0) << "the function tells magnitudes apart";
    this->expectScene(scene, parallelView(size, size), what + ", parallel");
    this->expectScene(scene,
      perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
      what + ", inside");
  }
}

TEST_P(GradientFunctions, TablesOfAnySize)
{
  const int size = imageSize(48);
  for (const Gradients gradients : { Gradients::Smooth, Gradients::PerCell })
    for (const auto& [columns, rows] : { std::pair(1, 1), { 2, 2 }, { 1, 7 }, { 21, 14 } })
    {
      GradientScene scene = this->scene(gradients);
      scene.table = GradientFunctions::table(columns, rows);
      const std::string what = std::to_string(columns) + " x " + std::to_string(rows) +
        (gradients == Gradients::Smooth ? ", smooth" : ", per cell");
      this->expectScene(scene, perspectiveView(size, size), what);
      if (columns > 2)
        this->expectScene(scene,
          perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
          what + ", inside");
    }
}

TEST_P(GradientFunctions, InTheLight)
{
  const int size = imageSize(64);
  for (const Gradients gradients : { Gradients::Smooth, Gradients::PerCell })
    for (const VolumeShade& shade : { headlight(), coloredLights() })
    {
      GradientScene scene = this->scene(gradients);
      scene.opacity = steepParts();
      scene.lit = true;
      scene.shade = shade;
      scene.shade.gradients = gradients;
      this->expectScene(scene, perspectiveView(size, size), "lit");
    }
}

TEST_P(GradientFunctions, OneFactorEverywhereScalesTheAttenuation)
{
  for (const Gradients gradients : { Gradients::Smooth, Gradients::PerCell })
  {
    GradientScene scene = this->scene(gradients);
    scene.opacity = { { { 7.0, 0.4f } } };
    const Camera camera = perspectiveView(imageSize(64), imageSize(64));
    const FrameOptions options = this->give(scene);
    const auto picks = this->picks(camera, options);
    for (auto& knot : scene.transferFunction.knots)
      knot.attenuation *= 0.4f;
    this->expectExact(scene, camera, options, "scaled");
    scene.opacity = {};
    this->give(scene);
    this->expectSame(picks, this->picks(camera, options));
  }
}

TEST_P(GradientFunctions, ATableOfOneRowIsATransferFunction)
{
  GradientScene scene = this->scene(Gradients::Smooth);
  scene.table = GradientFunctions::table(6, 1);
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  const FrameOptions options = this->give(scene);
  scene.transferFunction.knots.clear();
  for (int column = 0; column < 6; ++column)
  {
    const TransferFunction2DEntry& e = scene.table.entries[static_cast<std::size_t>(column)];
    scene.transferFunction.knots.push_back({ 105.0 + 6.0 * column, e.red, e.green, e.blue, e.attenuation });
  }
  this->expectExact(scene, camera, options, "one row");
  const auto picks = this->picks(camera, options);
  scene.table = {};
  this->give(scene);
  this->expectSame(picks, this->picks(camera, options));
}

TEST_P(GradientFunctions, ComeAndGo)
{
  // In any order of the calls, the last call of each kind counts. Without both functions, the picture is as
  // before.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  GradientScene scene = this->scene(Gradients::Smooth);
  giveScene(this->caster(), scene);
  this->expectExact(scene, camera, {}, "before");
  const std::size_t before = this->caster().memory().resident;
  EXPECT_EQ(this->caster().largestGradient(), 0.0);
  const auto expectNow = [&](const std::string& what) {
    const FrameOptions options = this->giveFunctions(scene);
    this->expectMatches(gradientImage(scene, camera, nullptr), camera, options, what);
  };
  scene.opacity = steepParts();
  expectNow("gradient opacity");
  // If the sample of segments allows two points per segment, the functions are also stored in equal cells.
  const std::size_t steps = 2 * (StepTable::numCells + 1) * sizeof(Float4);
  EXPECT_LE(this->caster().memory().resident, before + 16 * (scene.points.size() / 3) + steps + 4096);
  scene.gradients = scene.shade.gradients = Gradients::PerCell;
  expectNow("per cell");
  scene.table = GradientFunctions::table(5, 4);
  expectNow("table");
  scene.gradients = scene.shade.gradients = Gradients::Smooth;
  expectNow("smooth");
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
    scene.scalars[p] = 120.0 + 15.0 * std::sin(4 * scene.points[3 * p + 1]);
  giveScalars(this->caster(), scene);
  expectNow("new values");
  scene.table = {};
  expectNow("gradient opacity again");
  scene.opacity = {};
  this->giveFunctions(scene);
  this->expectExact(scene, camera, {}, "without");
}

TEST_P(GradientFunctions, ConstantValuesAndSteepCells)
{
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  GradientScene constant = this->scene(Gradients::Smooth);
  std::fill(constant.scalars.begin(), constant.scalars.end(), 118.0);
  constant.opacity = { { { 0.0, 0.5f }, { 1.0, 1.0f } } };
  this->expectScene(constant, camera, "constant");

  // A single point with a gradient thousands of times steeper does not coarsen the resolution of the others.
  GradientScene steep = this->scene(Gradients::Smooth);
  steep.transferFunction.knots.back().attenuation = 0.0f;
  steep.scalars[steep.scalars.size() / 2] = 1e4;
  steep.opacity = steepParts();
  this->expectScene(steep, camera, "steep");
}

TEST_P(GradientFunctions, RefuseNonsense)
{
  GradientScene scene = this->scene(Gradients::Smooth);
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
  scene.opacity = steepParts();
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
  options = this->giveFunctions(scene);
  this->expectMatches(gradientImage(scene, camera, nullptr), camera, options, "after all");
}

TEST_P(GradientFunctions, OfValuesOfCells)
{
  // One color and attenuation per tet, by the gradient's magnitude at its centroid.
  const int size = imageSize(40);
  for (const Gradients gradients : { Gradients::Smooth, Gradients::PerCell })
    for (const int kind : { 0, 1, 2, 3 }) // gradient opacity, the same with light, a table, a table of one
                                          // entry
    {
      const GradientScene points = this->scene(gradients);
      GradientScene cells = points;
      cells.perCell = true;
      cells.scalars.assign(cells.tets.size() / 4, 0.0);
      for (std::size_t t = 0; t < cells.scalars.size(); ++t)
        cells.scalars[t] = 100.0 + 40.0 * std::fmod(0.618 * static_cast<double>(t), 1.0);
      cells.scalars[5] = NaN;
      if (kind < 2)
        cells.opacity = steepParts();
      else
        cells.table = kind == 2 ? GradientFunctions::table(21, 14) : GradientFunctions::table(1, 1);
      cells.lit = kind == 1;
      cells.shade = coloredLights();
      cells.shade.gradients = gradients;
      const Camera camera = kind == 1 ? parallelView(size, size) : perspectiveView(size, size);
      giveScene(this->caster(), cells);
      const FrameOptions options = this->giveFunctions(cells);
      EXPECT_THROW(this->caster().render(camera, options), InvalidInput);
      this->caster().setGradientScalars(scalarInput(points));

      const bool smooth = gradients == Gradients::Smooth;
      const std::vector<Vector> known = smooth ? pointGradients(points) : tetGradients(points);
      std::vector<double> magnitudes;
      for (std::size_t t = 0; t < cells.scalars.size(); ++t)
      {
        Vector sum = { 0, 0, 0 };
        for (std::size_t v = 0; v < 4; ++v)
          for (std::size_t axis = 0; axis < 3; ++axis)
            sum[axis] += known[smooth ? static_cast<std::size_t>(cells.tets[4 * t + v]) : t][axis] / 4;
        magnitudes.push_back(norm(sum));
      }
      const auto light = lightAtCentroids(points, camera, cells.shade);
      const BruteForceTetCaster oracle(cells, camera);
      const std::vector<double> reference = oracle.image([&](const std::vector<OracleSegment>& segments) {
        std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
        double opticalDepth = 0.0;
        for (const OracleSegment& segment : segments)
        {
          const double s = cells.scalars[segment.tet], m = magnitudes[segment.tet];
          if (std::isfinite(s))
            integrateGradientFunctions(
              cells.transferFunction, cells, { s, s }, { m, m },
              [&](double, std::array<double, 4>& value) {
                for (std::size_t c = 0; cells.lit && c < 3; ++c)
                  value[c] = value[c] * light[segment.tet][c] + light[segment.tet][3 + c];
              },
              segment.end - segment.begin, opticalDepth, rgba);
        }
        rgba[3] = -std::expm1(-opticalDepth);
        return rgba;
      });
      this->expectMatches(
        reference, camera, options, std::to_string(kind) + (smooth ? ", smooth" : ", per cell"));
      const double largest = *std::max_element(magnitudes.begin(), magnitudes.end());
      EXPECT_NEAR(this->caster().largestGradient(), largest, 1e-3 * largest);

      // Other functions apply at once, and so do functions of values only.
      this->caster().setTransferFunction2D({});
      this->caster().setGradientOpacity({ { { 7.0, 0.4f } } });
      for (auto& knot : cells.transferFunction.knots)
        knot.attenuation *= 0.4f;
      FrameOptions unlit = options;
      unlit.shade = false;
      this->expectExact(cells, camera, unlit, "one factor");
      this->caster().setGradientOpacity({});
      this->caster().setTransferFunction(cells.transferFunction);
      this->expectExact(cells, camera, unlit, "without");
    }
}

TEST_P(GradientFunctions, OtherModesLeaveThemOut)
{
  GradientScene scene = this->scene(Gradients::Smooth);
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  for (const BlendMode mode :
    { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
  {
    FrameOptions options;
    options.blend = mode;
    this->giveFunctions(this->scene(Gradients::Smooth));
    const std::vector<float> without = this->picture(camera, options);
    scene.opacity = steepParts();
    scene.table = {};
    this->giveFunctions(scene);
    EXPECT_EQ(without, this->picture(camera, options));
    scene.table = GradientFunctions::table(5, 4);
    this->giveFunctions(scene);
    EXPECT_EQ(without, this->picture(camera, options));
  }
}

TEST_P(GradientFunctions, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 120 : 16;
  const std::vector<std::uint32_t> seeds = seedsOf("GradientFunctions", fixed, fixed);
  for (const std::uint32_t seed : seeds)
    this->checkSeed(seed);
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * static_cast<std::int64_t>(seeds.size()));
  }
}

INKRAY_TEST_ON_DEVICES(GradientFunctions);

} // namespace
