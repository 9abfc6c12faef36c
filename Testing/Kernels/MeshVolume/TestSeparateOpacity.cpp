// SPDX-License-Identifier: BSD-3-Clause
// Color from one array and opacity from another, each of points or cells, compared with the double-precision
// brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// A scene with separate opacity values.
struct SeparateScene : OracleScene
{
  std::vector<double> opacities;
  bool opacityPerCell = false;
  TransferFunction opacityFunction;
};

std::vector<double> separateImage(const SeparateScene& scene, const Camera& camera, const float* opaqueDepth)
{
  const BruteForceTetCaster oracle(scene, camera);
  return oracle.image(
    [&](const std::vector<OracleSegment>& segments) {
      std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
      double opticalDepth = 0.0;
      for (const OracleSegment& segment : segments)
      {
        if (!oracle.isFinite(scene.scalars, scene.perCell, segment.tet) ||
          !oracle.isFinite(scene.opacities, scene.opacityPerCell, segment.tet))
          continue;
        const auto s = oracle.ends(scene.scalars, scene.perCell, segment);
        const auto o = oracle.ends(scene.opacities, scene.opacityPerCell, segment);
        std::vector<double> cuts;
        appendCuts(scene.transferFunction, s[0], s[1], cuts);
        appendCuts(scene.opacityFunction, o[0], o[1], cuts);
        const auto at = [&](const TransferFunction& f, const std::array<double, 2>& x, double t, double m) {
          return valueInPiece(f, x[0] + m * (x[1] - x[0]), x[0] + t * (x[1] - x[0]));
        };
        integrateBetweenCuts(
          cuts,
          [&](double t, double m) {
            auto value = at(scene.transferFunction, s, t, m);
            value[3] = at(scene.opacityFunction, o, t, m)[3];
            return value;
          },
          segment.end - segment.begin, opticalDepth, rgba);
      }
      rgba[3] = -std::expm1(-opticalDepth);
      return rgba;
    },
    opaqueDepth);
}

class SeparateOpacity : public RayCastTest
{
protected:
  void give(const SeparateScene& scene)
  {
    giveScene(this->caster(), scene);
    this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.opacityPerCell));
    this->caster().setOpacityFunction(scene.opacityFunction);
  }
  void expectSeparate(const SeparateScene& scene, const Camera& camera, const std::string& what)
  {
    this->expectMatches(separateImage(scene, camera, nullptr), camera, {}, what);
  }

  /// Values of points or cells that are unrelated to the mesh's own.
  static std::vector<double> otherValues(const SeparateScene& scene, bool perCell)
  {
    std::vector<double> values(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = perCell
        ? 100.0 + 40.0 * std::fmod(0.6180339887 * static_cast<double>(i), 1.0)
        : 120.0 + 20.0 * std::sin(3.0 * scene.points[3 * i] + 2.0 * scene.points[3 * i + 1]);
    return values;
  }
  static SeparateScene scene(bool perCell, bool opacityPerCell)
  {
    SeparateScene scene;
    static_cast<OracleScene&>(scene) = nonConvexMesh();
    scene.transferFunction = translucentFunction();
    if (perCell)
    {
      scene.perCell = true;
      scene.scalars = otherValues(scene, true);
      scene.transferFunction = scaledFunction(translucentFunction(), 100.0, 40.0);
    }
    scene.opacityPerCell = opacityPerCell;
    scene.opacities = otherValues(scene, opacityPerCell);
    scene.opacityFunction = { { { 105.0, 9.0f, 9.0f, 9.0f, 0.0f }, { 112.0, 9.0f, 9.0f, 9.0f, 2.0f },
      { 118.0, 9.0f, 9.0f, 9.0f, 0.1f }, { 118.0, 9.0f, 9.0f, 9.0f, 4.0f }, { 130.0, 9.0f, 9.0f, 9.0f, 0.0f },
      { 139.0, 9.0f, 9.0f, 9.0f, 8.0f } } };
    return scene;
  }

  void checkSeed(std::uint32_t seed)
  {
    Randomness random(seed);
    SeparateScene scene;
    static_cast<OracleScene&>(scene) = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    scene.opacityFunction = randomFunction(random);
    const auto values = [&](bool perCell, std::vector<double>& of) {
      of.resize(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
      for (double& value : of)
        value = random.chance(0.01) ? NaN : random.real(0, 1);
    };
    scene.perCell = random.chance(0.5);
    if (scene.perCell || random.chance(0.5))
      values(scene.perCell, scene.scalars);
    scene.opacityPerCell = random.chance(0.5);
    values(scene.opacityPerCell, scene.opacities);
    keepOffSteps(scene.transferFunction, scene.scalars);
    keepOffSteps(scene.opacityFunction, scene.opacities);
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options;
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    this->give(scene);
    const std::vector<double> reference = separateImage(scene, camera, options.opaqueDepth);
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

TEST_P(SeparateOpacity, PointsAndCells)
{
  for (const bool perCell : { false, true })
  {
    for (const bool opacityPerCell : { false, true })
    {
      const SeparateScene scene = this->scene(perCell, opacityPerCell);
      this->give(scene);
      const std::string what = std::string(perCell ? "color of cells" : "color of points") +
        (opacityPerCell ? ", opacity of cells" : ", opacity of points");
      this->expectSeparate(scene, perspectiveView(imageSize(64), imageSize(64)), what);
      this->expectSeparate(scene, parallelView(imageSize(64), imageSize(64)), what + ", parallel");
      this->expectSeparate(scene,
        perspectiveCamera(
          { 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, imageSize(48), imageSize(48)),
        what + ", inside");
    }
  }
}

TEST_P(SeparateOpacity, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 150 : 20;
  const std::vector<std::uint32_t> seeds = seedsOf("SeparateOpacity", fixed, fixed);
  for (const std::uint32_t seed : seeds)
    this->checkSeed(seed);
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * static_cast<std::int64_t>(seeds.size()));
  }
}

TEST_P(SeparateOpacity, TheSameValuesTwiceAreOneArray)
{
  SeparateScene scene = this->scene(false, false);
  scene.opacities = scene.scalars;
  scene.opacityFunction = scene.transferFunction;
  this->give(scene);
  this->expectExact(scene, perspectiveView(imageSize(64), imageSize(64)), {}, "twice the same");
}

TEST_P(SeparateOpacity, ComesAndGoes)
{
  // In any order of the calls, the last call of each kind counts. Without opacity values, the picture is that
  // of one array again.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  SeparateScene first = this->scene(false, false), second = this->scene(true, true);
  giveMesh(this->caster(), first);
  this->caster().setOpacityFunction(first.opacityFunction);
  this->caster().setOpacityScalars(fieldOf(first.opacities, first.opacityPerCell));
  this->caster().setTransferFunction(first.transferFunction);
  giveScalars(this->caster(), first);
  this->expectSeparate(first, camera, "opacity first");

  giveScalars(this->caster(), second);
  this->caster().setTransferFunction(second.transferFunction);
  SeparateScene mixed = second;
  mixed.opacities = first.opacities;
  mixed.opacityPerCell = false;
  this->expectSeparate(mixed, camera, "colors of cells came");
  this->caster().setOpacityScalars(fieldOf(second.opacities, second.opacityPerCell));
  this->expectSeparate(second, camera, "opacity of cells came");
  double range[2];
  this->caster().opacityScalarRange(range);
  EXPECT_NEAR(range[0], 100.0, 0.1);
  EXPECT_NEAR(range[1], 140.0, 0.1);

  this->caster().dropOpacityScalars();
  this->expectExact(second, camera, {}, "dropped");
  this->caster().opacityScalarRange(range);
  EXPECT_GT(range[0], range[1]);
  giveMesh(this->caster(), first);
  giveScalars(this->caster(), first);
  this->caster().setTransferFunction(first.transferFunction);
  this->expectExact(first, camera, {}, "a new mesh");
}

TEST_P(SeparateOpacity, RefusesNonsense)
{
  SeparateScene scene = this->scene(false, false);
  EXPECT_THROW(this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.opacityPerCell)), InvalidInput)
    << "no mesh";
  giveScene(this->caster(), scene);
  Field field = fieldOf(scene.opacities, scene.opacityPerCell);
  field.numTuples -= 1;
  EXPECT_THROW(this->caster().setOpacityScalars(field), InvalidInput) << "fewer values than points";
  field = fieldOf(scene.opacities, scene.opacityPerCell);
  field.component = 1;
  EXPECT_THROW(this->caster().setOpacityScalars(field), InvalidInput) << "no such component";
  EXPECT_THROW(this->caster().setOpacityFunction({}), InvalidInput) << "no knots";
  this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.opacityPerCell));
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << "no opacity function";
  this->caster().setOpacityFunction(scene.opacityFunction);
  this->expectSeparate(scene, camera, "after refusals");
}

INKRAY_TEST_ON_DEVICES(SeparateOpacity);

} // namespace
