// SPDX-License-Identifier: BSD-3-Clause
// Light on volumes that use several arrays: separate opacity values, categories and direct colors, compared
// with the double-precision brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Oracles/RandomScene.h"
#include "Oracles/VolumeLightOracle.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// A lit scene of values, categories or direct colors, with separate opacity values if it has any.
struct LitScene : OracleScene
{
  std::vector<std::array<double, 3>> colors; // direct colors, which replace values
  std::vector<double> opacities;
  bool opacityPerCell = false;
  TransferFunction opacityFunction;
  std::vector<double> gradientValues; // values of points that give gradients if the scene's own have none
  VolumeShade shade;

  bool isNearest() const
  {
    return this->colors.empty() && this->transferFunction.isCategorical && !this->perCell;
  }
};

std::vector<double> litImage(const LitScene& scene, const Camera& camera, const float* opaqueDepth)
{
  // The places where the light is computed, and the values whose gradients it uses.
  OracleScene lit = scene;
  lit.perCell = false;
  if (scene.perCell || !scene.colors.empty())
    lit.scalars = scene.gradientValues;
  const bool atCentroids = scene.shade.gradients == Gradients::PerCell || scene.perCell || scene.isNearest();
  const bool litAtPoints = !atCentroids && !scene.colors.empty();
  const auto light =
    atCentroids ? lightAtCentroids(lit, camera, scene.shade) : lightOnMesh(lit, camera, scene.shade);
  const BruteForceTetCaster oracle(scene, camera);
  const bool separate = !scene.opacities.empty();
  std::array<std::vector<double>, 3> channels;
  for (std::size_t i = 0; i < scene.colors.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      channels[c].push_back(
        litAtPoints ? scene.colors[i][c] * light[i][c] + light[i][3 + c] : scene.colors[i][c]);

  const auto pixel = [&](const std::vector<OracleSegment>& segments) {
    std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
    double depth = 0.0;
    for (const OracleSegment& segment : segments)
    {
      const std::int64_t* const ids = &scene.tets[4 * segment.tet];
      std::vector<double> cuts;
      std::array<double, 2> o = { 0.0, 0.0 }, s = { 0.0, 0.0 };
      std::array<std::array<double, 2>, 3> color = {};
      bool isFinite = !separate || oracle.isFinite(scene.opacities, scene.opacityPerCell, segment.tet);
      if (separate)
      {
        o = oracle.ends(scene.opacities, scene.opacityPerCell, segment);
        if (!scene.isNearest())
          appendCuts(scene.opacityFunction, o[0], o[1], cuts);
      }
      for (std::size_t c = 0; c < 3 && !scene.colors.empty(); ++c)
      {
        color[c] = oracle.ends(channels[c], scene.perCell, segment);
        isFinite = isFinite && oracle.isFinite(channels[c], scene.perCell, segment.tet);
      }
      if (scene.colors.empty())
      {
        isFinite = isFinite && oracle.isFinite(scene.scalars, scene.perCell, segment.tet);
        s = oracle.ends(scene.scalars, scene.perCell, segment);
        if (scene.isNearest())
          for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = 0; b < a; ++b)
            {
              const double d0 = segment.beginWeights[a] - segment.beginWeights[b];
              const double d1 = segment.endWeights[a] - segment.endWeights[b];
              if ((d0 < 0.0) != (d1 < 0.0))
                cuts.push_back(d0 / (d0 - d1));
            }
        else if (!scene.perCell)
          appendCuts(scene.transferFunction, s[0], s[1], cuts);
      }
      if (!isFinite)
        continue;

      std::array<std::array<double, 6>, 2> on;
      if (litAtPoints)
        on[0] = on[1] = { 1, 1, 1, 0, 0, 0 };
      else if (atCentroids)
        on[0] = on[1] = light[segment.tet];
      else
      {
        on = lightAtEnds(lit, scene.shade, light, segment);
        for (int k = 1; k < 24; ++k) // color times light is not linear
          cuts.push_back(k / 24.0);
      }
      const auto mix = [](const std::array<double, 2>& e, double t) { return e[0] + t * (e[1] - e[0]); };
      integrateBetweenCuts(
        cuts,
        [&](double t, double m) {
          std::size_t point = 0;
          if (scene.isNearest())
          {
            std::size_t nearest = 0;
            const auto weight = [&](std::size_t v) {
              return mix({ segment.beginWeights[v], segment.endWeights[v] }, m);
            };
            for (std::size_t v = 1; v < 4; ++v)
              nearest = weight(v) > weight(nearest) ? v : nearest;
            point = static_cast<std::size_t>(ids[nearest]);
          }
          std::array<double, 4> value = { mix(color[0], t), mix(color[1], t), mix(color[2], t), 0.0 };
          if (scene.colors.empty() && scene.transferFunction.isCategorical)
          {
            const double category = scene.scalars[scene.perCell ? segment.tet : point];
            const TransferFunction& f = scene.transferFunction;
            value = { f.otherColor[0], f.otherColor[1], f.otherColor[2],
              valueInPiece(f, category, category)[3] };
            for (const TransferFunctionCategory& c : f.categories)
              if (c.scalar == category)
                value = { c.red, c.green, c.blue, value[3] };
          }
          else if (scene.colors.empty())
            value = valueInPiece(scene.transferFunction, mix(s, m), mix(s, t));
          if (separate && scene.isNearest())
          {
            const double own = scene.opacities[scene.opacityPerCell ? segment.tet : point];
            value[3] = valueInPiece(scene.opacityFunction, own, own)[3];
          }
          else if (separate)
            value[3] = valueInPiece(scene.opacityFunction, mix(o, m), mix(o, t))[3];
          for (std::size_t c = 0; c < 3; ++c)
            value[c] = value[c] * mix({ on[0][c], on[1][c] }, t) + mix({ on[0][3 + c], on[1][3 + c] }, t);
          return value;
        },
        segment.end - segment.begin, depth, rgba);
    }
    rgba[3] = -std::expm1(-depth);
    return rgba;
  };
  return oracle.image(pixel, opaqueDepth);
}

class LitColors : public RayCastTest
{
protected:
  FrameOptions give(const LitScene& scene)
  {
    giveMesh(this->caster(), scene);
    if (scene.colors.empty())
    {
      giveScalars(this->caster(), scene);
      this->caster().setTransferFunction(scene.transferFunction);
    }
    else
    {
      std::vector<double> tuples;
      for (const auto& color : scene.colors)
        tuples.insert(tuples.end(), color.begin(), color.end());
      this->caster().setColors(fieldOf(tuples, scene.perCell, 3), 1.0);
    }
    if (scene.perCell || !scene.colors.empty())
      this->caster().setGradientScalars(fieldOf(scene.gradientValues, false));
    if (!scene.opacities.empty())
    {
      this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.opacityPerCell));
      this->caster().setOpacityFunction(scene.opacityFunction);
    }
    this->caster().setLights(scene.shade.lights);
    this->caster().setMaterial(scene.shade.material);
    FrameOptions options;
    options.shade = true;
    options.gradients = scene.shade.gradients;
    return options;
  }
  /// Expects the lit picture, which must differ from the unlit one.
  void check(const LitScene& scene, const Camera& camera, const std::string& what)
  {
    FrameOptions options = this->give(scene);
    this->expectMatches(litImage(scene, camera, nullptr), camera, options, what);
    const std::vector<float> lit = this->picture(camera, options);
    options.shade = false;
    EXPECT_NE(lit, this->picture(camera, options)) << what;
  }

  static TransferFunction categories()
  {
    TransferFunction function = { { { 0.0, 0.5f, 0.5f, 0.5f, 0.3f }, { 20.0, 0.5f, 0.5f, 0.5f, 3.0f } } };
    function.isCategorical = true;
    function.categories = { { 7.0, 1.0f, 0.0f, 0.0f }, { 3.0, 0.0f, 1.0f, 0.0f },
      { 20.0, 1.0f, 1.0f, 0.0f } };
    function.otherColor[0] = 0.6f;
    function.otherColor[1] = 0.1f;
    function.otherColor[2] = 0.6f;
    return function;
  }
  enum Kind
  {
    Values,
    Categories,
    Colors
  };
  /// A scene of values, categories or colors on a mesh, whose own values give the gradients if these have
  /// none. Opacity comes from points (0), from cells (1) or from the same values (-1).
  static LitScene make(const OracleScene& mesh, Kind kind, bool perCell, int opacity)
  {
    LitScene scene;
    static_cast<OracleScene&>(scene) = mesh;
    scene.gradientValues = mesh.scalars;
    scene.perCell = perCell;
    const auto count = [&](bool cells) { return cells ? scene.tets.size() / 4 : scene.points.size() / 3; };
    const auto spread = [](std::size_t i, double by) { return std::fmod(by * static_cast<double>(i), 1.0); };
    scene.transferFunction = kind == Categories ? categories() : translucentFunction();
    const double numbers[] = { 0.0, 3.0, 7.0, 20.0, 5.0 };
    if (perCell || kind != Values)
      scene.scalars.clear();
    for (std::size_t i = 0; i < count(perCell); ++i)
    {
      if (kind == Categories)
        scene.scalars.push_back(numbers[(i * 2654435761u >> 7) % 5]);
      else if (perCell && kind == Values)
        scene.scalars.push_back(spread(i, 0.618));
      else if (kind == Colors)
      {
        scene.scalars.push_back(0.0);
        scene.colors.push_back({ spread(i, 0.37), spread(i, 0.61), i % 31 == 3 ? NaN : spread(i, 0.13) });
      }
    }
    scene.opacityPerCell = opacity == 1;
    for (std::size_t i = 0; opacity >= 0 && i < count(opacity == 1); ++i)
      scene.opacities.push_back(spread(i, 0.29));
    scene.opacityFunction = translucentFunction();
    return scene;
  }
};

std::string nameOf(int kind, bool perCell, int opacity, const VolumeShade& shade)
{
  const char* const kinds[] = { "values", "categories", "colors" };
  return std::string(kinds[kind]) + (perCell ? " of cells" : " of points") +
    (opacity < 0  ? ""
        : opacity ? ", opacity of cells"
                  : ", opacity of points") +
    (shade.lights.size() == 1 ? ", headlight" : ", colored lights") +
    (shade.gradients == Gradients::Smooth ? ", smooth" : ", per cell");
}

TEST_P(LitColors, OfPointsAndCells)
{
  const int size = imageSize(32);
  const OracleScene mesh = nonConvexMesh();
  for (const Kind kind : { Values, Categories, Colors })
    for (const bool ofCells : { false, true })
      for (const int opacity : { -1, 0, 1 })
      {
        if (kind == Colors && opacity < 0)
          continue; // colors have no opacity of their own
        LitScene scene = make(mesh, kind, ofCells, opacity);
        for (const VolumeShade& shade :
          { headlight(), coloredLights(), perCell(headlight()), perCell(coloredLights()) })
        {
          scene.shade = shade;
          const bool other = shade.lights.size() > 1;
          this->check(scene, other ? parallelView(size, size) : perspectiveView(size, size),
            nameOf(kind, ofCells, opacity, shade));
        }
      }
}

TEST_P(LitColors, CutOpenAndFromWithin)
{
  // Cells cut by a plane that acts like a farther near plane, and rays that begin inside the mesh.
  const int size = imageSize(32);
  const Vector eye = { -3.1, 1.9, 2.6 }, target = { 0.02, 0.01, -0.03 };
  const Vector way = minus(target, eye);
  const double distance = norm(way);
  const double along = (way[0] * target[0] + way[1] * target[1] + way[2] * target[2]) / distance;
  for (const Kind kind : { Values, Categories, Colors })
    for (const int opacity : { 0, 1 })
      for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
      {
        LitScene scene = make(nonConvexMesh(), kind, false, opacity);
        scene.shade = shade;
        FrameOptions options = this->give(scene);
        const std::string what = nameOf(kind, false, opacity, shade);
        this->expectMatches(
          litImage(scene,
            perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
            nullptr),
          perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
          options, what + ", inside");
        const Camera nearer = parallelCamera(eye, target, 1.7, distance, 20.0, size, size);
        options.clippingPlanes = { { { way[0] / distance, way[1] / distance, way[2] / distance }, along } };
        const std::vector<double> reference = litImage(scene, nearer, nullptr);
        const Difference d = difference(
          this->picture(parallelCamera(eye, target, 1.7, 0.5, 20.0, size, size), options).data(), reference);
        EXPECT_LT(d.maximum, MaximumError) << what << ", cut, pixel " << d.worstPixel;
      }
}

TEST_P(LitColors, ColorsWithoutGradientsAreNotLit)
{
  LitScene scene = make(convexMesh(), Colors, false, 0);
  scene.shade = headlight();
  FrameOptions options = this->give(scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  const std::vector<float> lit = this->picture(camera, options);
  std::vector<double> tuples;
  for (const auto& color : scene.colors)
    tuples.insert(tuples.end(), color.begin(), color.end());
  this->caster().setColors(fieldOf(tuples, false, 3), 1.0);
  const std::vector<float> unlit = this->picture(camera, options);
  EXPECT_NE(lit, unlit);
  options.shade = false;
  EXPECT_EQ(unlit, this->picture(camera, options));
}

TEST_P(LitColors, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 60 : 12;
  for (const std::uint32_t seed : seedsOf("LitColors", fixed, fixed))
  {
    Randomness random(seed);
    const OracleScene mesh = randomMesh(random, seed);
    const Kind kind = random.chance(0.5) ? Values : random.chance(0.5) ? Categories : Colors;
    const bool ofCells = random.chance(0.3);
    const int opacity = kind == Categories && random.chance(0.3) ? -1 : random.integer(2);
    LitScene scene = make(mesh, kind, ofCells, opacity);
    if (kind != Categories)
      scene.transferFunction = randomFunction(random);
    scene.opacityFunction = randomFunction(random);
    if (kind == Values)
      for (double& value : scene.scalars)
        value = random.chance(0.01) ? NaN : value;
    // Opacities of the nearest point must have no NaN.
    if (kind != Categories)
      for (double& value : scene.opacities)
        value = random.chance(0.01) ? NaN : random.real(0, 1);
    scene.shade = random.chance(0.5) ? headlight() : coloredLights();
    scene.shade.gradients = random.chance(0.6) ? Gradients::Smooth : Gradients::PerCell;
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options = this->give(scene);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<double> reference = litImage(scene, camera, options.opaqueDepth);
    const Difference d = difference(this->picture(camera, options).data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", " << nameOf(kind, ofCells, opacity, scene.shade) << ", pixel " << d.worstPixel;
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << "seed " << seed;
  }
}

INKRAY_TEST_ON_DEVICES(LitColors);

} // namespace
