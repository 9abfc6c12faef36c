// SPDX-License-Identifier: BSD-3-Clause
// Colors that are not looked up along the ray, compared with the double-precision brute-force caster:
// categories, and direct colors.
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

/// A scene of categories or direct colors, with separate opacity values if it has any.
struct ColorScene : OracleScene
{
  std::vector<std::array<double, 3>> colors; // of points, or of tets if perCell; empty: categories
  std::vector<double> opacities;
  bool opacityPerCell = false;
  TransferFunction opacityFunction;
};

double attenuationAt(const TransferFunction& function, double s)
{
  return valueInPiece(function, s, s)[3];
}

/// The color and attenuation of scalar `s` in a function of categories: the color of the category with this
/// scalar, or the color of all other scalars.
std::array<double, 4> categoryColor(const TransferFunction& function, double s)
{
  const double attenuation = attenuationAt(function, s);
  for (const TransferFunctionCategory& c : function.categories)
    if (c.scalar == s)
      return { c.red, c.green, c.blue, attenuation };
  return { function.otherColor[0], function.otherColor[1], function.otherColor[2], attenuation };
}

std::vector<double> colorImage(const ColorScene& scene, const Camera& camera, const float* opaqueDepth)
{
  const BruteForceTetCaster oracle(scene, camera);
  const bool separate = !scene.opacities.empty();
  std::array<std::vector<double>, 3> channels;
  for (const auto& color : scene.colors)
    for (std::size_t c = 0; c < 3; ++c)
      channels[c].push_back(color[c]);
  const auto pixel = [&](const std::vector<OracleSegment>& segments) {
    std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
    double depth = 0.0;
    for (const OracleSegment& segment : segments)
    {
      const auto ids = &scene.tets[4 * segment.tet];
      const double length = segment.end - segment.begin;
      std::array<double, 2> o = { 0.0, 0.0 };
      if (separate)
      {
        if (!oracle.isFinite(scene.opacities, scene.opacityPerCell, segment.tet))
          continue;
        o = oracle.ends(scene.opacities, scene.opacityPerCell, segment);
      }
      if (!scene.colors.empty())
      {
        std::array<std::array<double, 2>, 3> ends;
        for (std::size_t c = 0; c < 3; ++c)
        {
          ends[c] = oracle.ends(channels[c], scene.perCell, segment);
          if (!oracle.isFinite(channels[c], scene.perCell, segment.tet))
            ends[0][0] = NaN;
        }
        if (std::isnan(ends[0][0]))
          continue;
        std::vector<double> cuts;
        appendCuts(scene.opacityFunction, o[0], o[1], cuts);
        integrateBetweenCuts(
          cuts,
          [&](double t, double m) {
            const auto mix = [t](const std::array<double, 2>& e) { return e[0] + t * (e[1] - e[0]); };
            const double middle = o[0] + m * (o[1] - o[0]);
            return std::array<double, 4>{ mix(ends[0]), mix(ends[1]), mix(ends[2]),
              valueInPiece(scene.opacityFunction, middle, mix(o))[3] };
          },
          length, depth, rgba);
        continue;
      }
      if (!oracle.isFinite(scene.scalars, scene.perCell, segment.tet))
        continue;
      // Cut wherever two weights are equal: between neighboring cuts, one weight is the largest.
      std::vector<double> cuts;
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < a; ++b)
        {
          const double d0 = segment.beginWeights[a] - segment.beginWeights[b];
          const double d1 = segment.endWeights[a] - segment.endWeights[b];
          if ((d0 < 0.0) != (d1 < 0.0))
            cuts.push_back(d0 / (d0 - d1));
        }
      // The opacity of a cell with a single color is piecewise linear.
      const bool isLinear = scene.perCell && separate && !scene.opacityPerCell;
      if (isLinear)
        appendCuts(scene.opacityFunction, o[0], o[1], cuts);
      integrateBetweenCuts(
        cuts,
        [&](double t, double m) {
          int nearest = 0;
          const auto weight = [&](int v) {
            return segment.beginWeights[v] + m * (segment.endWeights[v] - segment.beginWeights[v]);
          };
          for (int v = 1; v < 4; ++v)
            nearest = weight(v) > weight(nearest) ? v : nearest;
          const auto point = static_cast<std::size_t>(ids[nearest]);
          auto value =
            categoryColor(scene.transferFunction, scene.scalars[scene.perCell ? segment.tet : point]);
          if (isLinear)
            value[3] =
              valueInPiece(scene.opacityFunction, o[0] + m * (o[1] - o[0]), o[0] + t * (o[1] - o[0]))[3];
          else if (separate)
            value[3] = attenuationAt(
              scene.opacityFunction, scene.opacities[scene.opacityPerCell ? segment.tet : point]);
          return value;
        },
        length, depth, rgba);
    }
    rgba[3] = -std::expm1(-depth);
    return rgba;
  };
  return oracle.image(pixel, opaqueDepth);
}

class Colors : public RayCastTest
{
protected:
  void give(const ColorScene& scene)
  {
    giveMesh(this->caster(), scene);
    if (scene.colors.empty())
    {
      giveScalars(this->caster(), scene);
      this->caster().setTransferFunction(scene.transferFunction);
    }
    else
      this->caster().setColors(this->colors(scene), 2.0);
    if (!scene.opacities.empty())
    {
      Field field;
      field.values = scene.opacities.data();
      field.type = ValueType::Float64;
      field.numTuples = static_cast<std::int64_t>(scene.opacities.size());
      field.association = scene.opacityPerCell ? Association::Cells : Association::Points;
      this->caster().setOpacityScalars(field);
      this->caster().setOpacityFunction(scene.opacityFunction);
    }
  }
  /// Colors from 0 to 2, with a fourth component that must be ignored.
  Field colors(const ColorScene& scene)
  {
    this->Tuples.clear();
    for (const auto& color : scene.colors)
      this->Tuples.insert(this->Tuples.end(), { 2.0 * color[0], 2.0 * color[1], 2.0 * color[2], NaN });
    Field field;
    field.values = this->Tuples.data();
    field.type = ValueType::Float64;
    field.numTuples = static_cast<std::int64_t>(scene.colors.size());
    field.numComponents = 4;
    field.association = scene.perCell ? Association::Cells : Association::Points;
    return field;
  }
  void check(const ColorScene& scene, const Camera& camera, const std::string& what,
    const float* opaqueDepth = nullptr)
  {
    const std::vector<double> reference = colorImage(scene, camera, opaqueDepth);
    FrameOptions options;
    options.opaqueDepth = opaqueDepth;
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError) << what << ", pixel " << d.worstPixel << " of " << camera.width;
    EXPECT_LT(d.rmse, MaximumRmse) << what;
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << what;
    for (std::size_t i = 3; i < reference.size(); i += 4)
      this->Covered += reference[i] > 0.0;
  }

  /// Five categories that the values use, and one that no value has.
  static TransferFunction categories()
  {
    TransferFunction function = { { { 0.0, 0.5f, 0.5f, 0.5f, 0.2f }, { 20.0, 0.5f, 0.5f, 0.5f, 3.0f } } };
    function.isCategorical = true;
    function.categories = { { 7.0, 1.0f, 0.0f, 0.0f }, { 3.0, 0.0f, 1.0f, 0.0f }, { 12.0, 0.0f, 0.0f, 1.0f },
      { 20.0, 1.0f, 1.0f, 0.0f }, { 0.0, 0.0f, 1.0f, 1.0f }, { 1e6, 9.0f, 9.0f, 9.0f } };
    function.otherColor[0] = 0.6f;
    function.otherColor[1] = 0.1f;
    function.otherColor[2] = 0.6f;
    return function;
  }
  static double category(std::size_t i)
  {
    const double values[] = { 0.0, 3.0, 7.0, 12.0, 20.0, 5.0 };
    return values[(i * 2654435761u >> 7) % 6];
  }
  static ColorScene categorical(OracleScene mesh, bool perCell)
  {
    ColorScene scene;
    static_cast<OracleScene&>(scene) = std::move(mesh);
    scene.perCell = perCell;
    scene.scalars.assign(perCell ? scene.tets.size() / 4 : scene.points.size() / 3, 0.0);
    for (std::size_t i = 0; i < scene.scalars.size(); ++i)
      scene.scalars[i] = category(i);
    scene.transferFunction = categories();
    return scene;
  }
  std::vector<double> Tuples;
  std::int64_t Covered = 0;
};

TEST_P(Colors, CategoriesOfPointsAndCells)
{
  for (const bool perCell : { false, true })
    for (const auto& make : { nonConvexMesh, kuhnMesh, singleTet })
    {
      const ColorScene scene = categorical(make(), perCell);
      this->give(scene);
      for (const Camera& camera :
        { perspectiveView(imageSize(64), imageSize(64)), parallelView(imageSize(64), imageSize(64)) })
        this->check(scene, camera, perCell ? "cells" : "points");
    }
}

TEST_P(Colors, CategoriesBehindAClippingPlane)
{
  // A clipping plane across the view acts like a farther near plane; rays pass the part in front of it.
  const int size = imageSize(80);
  const ColorScene scene = categorical(nonConvexMesh(), false);
  this->give(scene);
  const Vector eye = { -3.1, 1.9, 2.6 }, target = { 0.02, 0.01, -0.03 };
  const Vector way = minus(target, eye);
  const double distance = norm(way);
  const Camera nearer = parallelCamera(eye, target, 1.7, distance, 20.0, size, size);
  FrameOptions options;
  const double along = (way[0] * target[0] + way[1] * target[1] + way[2] * target[2]) / distance;
  options.clippingPlanes = { { { way[0] / distance, way[1] / distance, way[2] / distance }, along } };
  const std::vector<double> reference = colorImage(scene, nearer, nullptr);
  const Difference d = difference(this->picture(parallelView(size, size), options).data(), reference);
  EXPECT_LT(d.maximum, MaximumError) << "pixel " << d.worstPixel << " of " << size;
  EXPECT_LT(d.rmse, MaximumRmse);
}

TEST_P(Colors, SeeingACategoryBetweenTwoOthersIsImpossible)
{
  // The points have the values 0 and 20 only: the colors of 3, 7 and 12 must not appear.
  ColorScene scene = categorical(nonConvexMesh(), false);
  for (double& s : scene.scalars)
    s = s < 7.0 ? 0.0 : 20.0;
  for (TransferFunctionKnot& knot : scene.transferFunction.knots)
    knot.attenuation = 500.0f;
  this->give(scene);
  const std::vector<float> image = this->picture(perspectiveView(imageSize(96), imageSize(96)));
  int both[2] = { 0, 0 };
  for (std::size_t i = 0; i < image.size(); i += 4)
  {
    if (image[i + 3] < 0.999f)
      continue;
    // Cyan, yellow, or a mixture of the surface with what is close behind it.
    EXPECT_NEAR(image[i] + image[i + 2], 1.0f, 1e-3f);
    EXPECT_NEAR(image[i + 1], 1.0f, 1e-3f);
    ++both[image[i] > 0.5f];
  }
  EXPECT_GT(both[0], 100);
  EXPECT_GT(both[1], 100);
}

TEST_P(Colors, ValuesThatAreColors)
{
  for (const bool perCell : { false, true })
    for (const bool opacityPerCell : { false, true })
    {
      ColorScene scene;
      static_cast<OracleScene&>(scene) = nonConvexMesh();
      scene.perCell = perCell;
      const std::size_t n = perCell ? scene.tets.size() / 4 : scene.points.size() / 3;
      for (std::size_t i = 0; i < n; ++i)
        scene.colors.push_back({ std::fmod(0.37 * double(i), 1.0), std::fmod(0.61 * double(i), 1.0),
          i % 31 == 3 ? NaN : std::fmod(0.13 * double(i), 1.0) });
      scene.scalars.assign(n, 0.0);
      scene.opacityPerCell = opacityPerCell;
      const std::size_t m = opacityPerCell ? scene.tets.size() / 4 : scene.points.size() / 3;
      for (std::size_t i = 0; i < m; ++i)
        scene.opacities.push_back(i % 41 == 3 ? NaN : std::fmod(0.29 * double(i), 1.0));
      scene.opacityFunction = translucentFunction();
      this->give(scene);
      const std::string what =
        std::string(perCell ? "cells" : "points") + (opacityPerCell ? ", opacity of cells" : "");
      for (const Camera& camera :
        { perspectiveView(imageSize(64), imageSize(64)), parallelView(imageSize(64), imageSize(64)) })
        this->check(scene, camera, what);
    }
}

TEST_P(Colors, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 120 : 20;
  for (const std::uint32_t seed : seedsOf("Colors", fixed, fixed))
  {
    Randomness random(seed);
    ColorScene scene = categorical(randomMesh(random, seed), random.chance(0.3));
    if (random.chance(0.4))
      for (std::size_t i = 0; i < scene.scalars.size(); ++i)
        scene.colors.push_back(
          { random.real(0, 1), random.real(0, 1), random.chance(0.01) ? NaN : random.real(0, 1) });
    for (double& s : scene.scalars)
      s = random.chance(0.01) ? NaN : s;
    if (!scene.colors.empty() || random.chance(0.3))
    {
      scene.opacityPerCell = random.chance(0.5);
      scene.opacities.resize(scene.opacityPerCell ? scene.tets.size() / 4 : scene.points.size() / 3);
      for (double& o : scene.opacities)
        o = random.chance(0.01) ? NaN : random.real(0, 1);
      scene.opacityFunction = randomFunction(random);
      // With the nearest point's opacity, a NaN makes only the surroundings of its point transparent. It is
      // replaced here.
      if (scene.colors.empty())
        for (double& o : scene.opacities)
          o = std::isnan(o) ? 0.5 : o;
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    this->give(scene);
    this->check(scene, camera,
      "seed " + std::to_string(seed) + (scene.colors.empty() ? ", categories" : ", colors") +
        (scene.perCell ? " of cells" : "") +
        (scene.opacities.empty()   ? ""
            : scene.opacityPerCell ? ", opacity of cells"
                                   : ", opacity of points"),
      opaque.empty() ? nullptr : opaque.data());
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * fixed);
  }
}

TEST_P(Colors, ComeAndGo)
{
  ColorScene first = categorical(nonConvexMesh(), false);
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  this->give(first);
  this->check(first, camera, "categories");
  OracleScene plain = nonConvexMesh();
  plain.transferFunction = translucentFunction();
  giveScalars(this->caster(), plain);
  this->caster().setTransferFunction(plain.transferFunction);
  this->expectExact(plain, camera, {}, "values of a scale");
  giveScalars(this->caster(), first);
  this->caster().setTransferFunction(first.transferFunction);
  this->check(first, camera, "categories again");
}

TEST_P(Colors, RefuseNonsense)
{
  ColorScene scene = categorical(nonConvexMesh(), false);
  scene.colors.assign(scene.points.size() / 3, { 0.5, 0.5, 0.5 });
  Field field = this->colors(scene);
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "no mesh";
  giveMesh(this->caster(), scene);
  EXPECT_THROW(this->caster().setColors(field, 0.0), InvalidInput) << "full is 0";
  field.numComponents = 2;
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "two components";
  field = this->colors(scene);
  field.numTuples -= 1;
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "too short";
  field = this->colors(scene);
  this->caster().setColors(field, 2.0);
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << "no opacity";
  TransferFunction broken = categories();
  broken.categories.push_back({ NaN, 0.0f, 0.0f, 0.0f });
  EXPECT_THROW(this->caster().setTransferFunction(broken), InvalidInput) << "a category that is none";
  scene.opacities.assign(scene.points.size() / 3, 0.5);
  scene.opacityFunction = translucentFunction();
  this->give(scene);
  FrameOptions options;
  options.blend = BlendMode::Maximum;
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput) << "extremes of colors";
  this->check(scene, camera, "after refusals");
}

INKRAY_TEST_ON_DEVICES(Colors);

} // namespace
