// SPDX-License-Identifier: BSD-3-Clause
// Transfer functions with many knots: the CPU tabulates their integrals and a GPU their colors, if that is as
// good as going from knot to knot.
#include "../../Seeds.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/RandomScene.h"
#include "Shading/FunctionColorIntegration.h"
#include "Shading/TabulatedIntegration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>

using namespace inkray;
using namespace inkray::testing;

namespace
{

using NamedFunction = std::pair<std::string, TransferFunction>;

/// A rainbow of colors.
TransferFunctionKnot rainbow(double s, double attenuation)
{
  const auto wave = [s](double phase) { return static_cast<float>(0.5 + 0.5 * std::sin(7.0 * s + phase)); };
  return { s, wave(0.0), wave(2.0), wave(4.0), static_cast<float>(attenuation) };
}

/// Five triangles over the scalars from 0 to 1, the last one the highest.
double fivePeaks(double s)
{
  const double place = std::fmod(s, 0.2) - 0.1;
  return (0.5 + std::floor(5.0 * s)) * std::max(0.0, 1.0 - std::abs(place) / 0.06);
}

/// A function with `count` intervals of equal width.
template <class Attenuation>
TransferFunction manyKnots(int count, const Attenuation& attenuation)
{
  TransferFunction function;
  for (int i = 0; i <= count; ++i)
  {
    const double s = double(i) / count;
    function.knots.push_back(rainbow(s, attenuation(s)));
  }
  return function;
}

/// Four peaks of an opacity of up to a half: its attenuation is bent, and has knots as close as a map of
/// ParaView's gets them.
TransferFunction peaksOfOpacity()
{
  TransferFunction function;
  const int count = 60;
  for (int peak = 1; peak <= 4; ++peak)
    for (int k = -count; k <= count; ++k)
    {
      const double share = std::pow(1.0 - std::abs(k) / double(count), 2.0), side = k < 0 ? -1.0 : 1.0;
      function.knots.push_back(
        rainbow(0.2 * peak + 0.02 * side * (1.0 - share), -std::log(1.0 - 0.5 * share)));
    }
  return function;
}

/// A function with a narrow triangle.
TransferFunction withSpike(double width)
{
  TransferFunction function = manyKnots(40, [](double s) { return s; });
  function.knots[10].scalar = function.knots[11].scalar - width;
  function.knots[12].scalar = function.knots[11].scalar + width;
  function.knots[11].attenuation = 100.0f;
  return function;
}

/// Functions that get a table over the scalars from 0 to 1.
std::vector<NamedFunction> tabulatedFunctions()
{
  const auto ramp = [](double s) { return 2.0 * s; };
  const TransferFunction smooth = manyKnots(40, ramp);
  TransferFunction flickering = manyKnots(31, [](double s) { return 0.5 + std::sin(6.0 * s) * 0.4; });
  for (std::size_t i = 0; i < flickering.knots.size(); i += 2)
    for (float TransferFunctionKnot::*color :
      { &TransferFunctionKnot::red, &TransferFunctionKnot::green, &TransferFunctionKnot::blue })
      flickering.knots[i].*color *= 0.98f;
  return { { "smooth", smooth }, { "five peaks", manyKnots(200, fivePeaks) },
    { "256 colors", manyKnots(255, ramp) }, { "a tenth of the range", scaledFunction(smooth, 0.45, 0.1) },
    { "beyond the range", scaledFunction(smooth, -1.5, 4.0) }, { "flickering", flickering },
    { "peaks of opacity", peaksOfOpacity() },
    { "a faint kink", manyKnots(40, [](double s) { return 2.0 * s + 0.02 * std::max(0.0, s - 0.5); }) },
    { "thin", manyKnots(40, [](double s) { return 0.01 * s; }) },
    { "dense", manyKnots(40, [](double s) { return 50.0 * s; }) },
    { "solid", manyKnots(40, [](double s) { return 1e4 * (0.1 + s); }) },
    { "clear spans", manyKnots(100, [](double s) { return std::fmod(s, 0.4) < 0.2 ? 0.0 : 3.0; }) } };
}

/// Functions that get no table.
std::vector<NamedFunction> otherFunctions()
{
  TransferFunction jumps = manyKnots(40, [](double s) { return s; });
  const TransferFunctionKnot middle = jumps.knots[20];
  jumps.knots.insert(
    jumps.knots.begin() + 20, { middle.scalar, 1.0f - middle.red, 0.0f, 0.0f, middle.attenuation });
  TransferFunction wild;
  for (int i = 0; i <= 40; ++i)
    wild.knots.push_back({ i / 40.0, 0.02f * static_cast<float>(i), static_cast<float>(i % 2),
      1.0f - 0.02f * static_cast<float>(i), 0.3f * static_cast<float>(i % 7) });
  TransferFunction huge = manyKnots(40, [](double s) { return s < 0.3 ? 1e9 * s : 1.0; });
  return { { "few", opaqueFunction() }, { "a jump", jumps }, { "a spike", withSpike(2e-3) },
    { "a narrow spike", withSpike(2e-5) }, { "to and fro", wild }, { "a billionth of the largest", huge },
    { "within a millionth", scaledFunction(manyKnots(40, [](double s) { return s; }), 0.5, 1e-6) } };
}

TransferFunctionTable tableOf(const TransferFunction& function, double low = 0.0, double high = 1.0)
{
  return makeTable(makeIntervals(function, low, 1.0 / (high - low)));
}

TEST(FunctionTables, AreMadeWhereTheyAreAsGood)
{
  for (const auto& [name, function] : tabulatedFunctions())
    EXPECT_FALSE(tableOf(function).pieces.empty()) << name;
  for (const auto& [name, function] : otherFunctions())
    EXPECT_TRUE(tableOf(function).pieces.empty()) << name;
}

TEST(FunctionTables, HaveTheFunctionAndItsIntegral)
{
  for (const auto& [name, function] : tabulatedFunctions())
  {
    const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
    const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
    const TransferFunctionTable table = makeTable(pieces);
    const TabulatedView view = table.viewOf(table.pieces.data(), table.blockOfCell.data());
    float peak = 0.0f;
    for (const TransferFunctionKnot& knot : function.knots)
      peak = std::max(peak, knot.attenuation);
    double integral[4] = {}, first[4] = {};
    const int count = 20000;
    for (int i = 0; i < count; ++i)
    {
      const double s = (i + 0.5) / count;
      const TabulatedPlace place = lookUp(view, static_cast<float>(s)),
                           end = lookUp(view, static_cast<float>(double(i + 1) / count));
      const Float4 color = colorOf(piecesView, static_cast<float>(s));
      const double channels[4] = { color.x * color.w, color.y * color.w, color.z * color.w, color.w };
      for (int c = 0; c < 4; ++c)
      {
        if (i == 0)
          first[c] = lookUp(view, 0.0f).integral[c];
        integral[c] += channels[c] * std::log(2.0) / count;
        ASSERT_NEAR(place.value[c], channels[c] * std::log(2.0), 1e-3 * peak) << name << " at " << s;
        ASSERT_NEAR(end.integral[c] - first[c], integral[c], 2e-5 * peak) << name << " at " << s;
      }
      // Long ways have the faint attenuation of one scalar.
      ASSERT_NEAR(place.value[3], channels[3] * std::log(2.0), 0.02 * channels[3] + 1e-5 * peak)
        << name << " at " << s;
    }
  }
}

/// The difference along one segment between integration from a table and from knot to knot.
double differenceAlong(
  const TabulatedView& view, const PiecewiseView& pieces, float from, float to, float length)
{
  TabulatedIntegral ray;
  ray.clear();
  ray.place = lookUp(view, from);
  ray.add(view, pieces, to, length);
  RayIntegral exact;
  exact.clear();
  exact.standAt(from);
  exact.add(pieces, to, length);
  exact.end(pieces);
  const float differences[] = { ray.red - exact.red, ray.green - exact.green, ray.blue - exact.blue,
    ray.transmittance - exact.transmittance };
  double most = 0.0;
  for (const float difference : differences)
    most = std::max(most, std::abs(static_cast<double>(difference)));
  return most;
}

TEST(FunctionTables, SegmentsOfAnyFunction)
{
  int tables = 0;
  double squares = 0.0;
  std::int64_t segments = 0;
  const int fixed = imageSize(2) == 2 ? 300 : 30;
  for (const std::uint32_t seed : seedsOf("FunctionTables", fixed, fixed))
  {
    Randomness random(seed);
    const TransferFunction function = randomFunction(random);
    const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
    const TransferFunctionTable table = makeTable(pieces);
    if (table.pieces.empty())
      continue;
    ++tables;
    const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
    const TabulatedView view = table.viewOf(table.pieces.data(), table.blockOfCell.data());
    for (int i = 0; i < 200; ++i)
    {
      // Places include both ends of the scalars, and neighborhoods of knots; some ways are short.
      const auto place = [&] {
        if (random.chance(0.1))
          return double(random.integer(2));
        const double s = random.real(0, 1);
        const int knot = random.integer(static_cast<int>(function.knots.size()));
        return random.chance(0.3) ? function.knots[static_cast<std::size_t>(knot)].scalar + 1e-3 * (s - 0.5)
                                  : s;
      };
      const double from = place(), other = place(), way = std::pow(10.0, random.real(-4.0, 0.0)),
                   to = random.chance(0.4) ? other : from + (random.chance(0.5) ? way : -way);
      const auto within = [](double s) { return static_cast<float>(std::min(1.0, std::max(0.0, s))); };
      const auto length = static_cast<float>(std::pow(10.0, random.real(-2.0, 0.8)));
      const double difference = differenceAlong(view, piecesView, within(from), within(to), length);
      ASSERT_LT(difference, 2e-2) << "seed " << seed << ", from " << from << " to " << to << ", " << length;
      squares += difference * difference;
      ++segments;
    }
  }
  // The mean of a few segments says little.
  if (runsAllSeeds() && fixed == 300)
  {
    EXPECT_GT(tables, 30);
    EXPECT_LT(std::sqrt(squares / static_cast<double>(segments)), 6e-5);
  }
}

TEST(FunctionTables, NoValueIsTransparent)
{
  const TransferFunction function = tabulatedFunctions().front().second;
  const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
  const TransferFunctionTable table = makeTable(pieces);
  const TabulatedView view = table.viewOf(table.pieces.data(), table.blockOfCell.data());
  const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  TabulatedIntegral ray;
  ray.clear();
  ray.place = lookUp(view, 0.3f);
  ray.add(view, piecesView, nan, 1.0f);
  ray.add(view, piecesView, nan, 1.0f);
  ray.add(view, piecesView, 0.5f, 1.0f);
  EXPECT_EQ(1.0f, ray.transmittance);
  EXPECT_EQ(0.0f, ray.green);
  ray.add(view, piecesView, 0.6f, 1.0f);
  EXPECT_LT(ray.transmittance, 1.0f);
  EXPECT_GT(ray.green, 0.0f);
}

FunctionColorTable functionColorTableOf(const TransferFunction& function)
{
  const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
  return makeFunctionColorTable(pieces, pieces);
}

/// Functions that get a table of colors.
std::vector<NamedFunction> functionsWithFunctionColorTables()
{
  std::vector<NamedFunction> functions = tabulatedFunctions();
  functions.erase(std::remove_if(functions.begin(), functions.end(),
                    [](const NamedFunction& f) { return functionColorTableOf(f.second).colors.empty(); }),
    functions.end());
  return functions;
}

TEST(FunctionColorTables, AreMadeWhereTheyAreAsGood)
{
  // Each knot of some functions is a kink of the opacity.
  for (const auto& [name, function] : tabulatedFunctions())
    EXPECT_EQ(
      functionColorTableOf(function).colors.empty(), name == "flickering" || name == "peaks of opacity")
      << name;
  for (const auto& [name, function] : otherFunctions())
    // For some functions, the opacity rules out a table of integrals. It is in no table here.
    if (name == "few" || name == "a jump" || name == "to and fro" || name == "within a millionth")
    {
      EXPECT_TRUE(functionColorTableOf(function).colors.empty()) << name;
    }
}

TEST(FunctionColorTables, HaveTheFunction)
{
  for (const auto& [name, function] : functionsWithFunctionColorTables())
  {
    const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
    const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
    const FunctionColorTable table = makeFunctionColorTable(pieces, pieces);
    const FunctionColorTableView view = table.viewOf(table.opacities.data(), table.colors.data());
    EXPECT_LT(table.opacities.size() + 1, pieces.size()) << name;
    float peak = 0.0f;
    for (const TransferFunctionKnot& knot : function.knots)
      peak = std::max(peak, knot.attenuation);
    for (int i = 0; i <= 5000; ++i)
    {
      const float s = static_cast<float>(i) / 5000.0f;
      const Float4 wanted = inkray::colorOf(piecesView, s), opacity = inkray::colorOf(view.opacities, s);
      const Float3 color = colorAt(view, s);
      ASSERT_NEAR(color.x, wanted.x, 6e-4) << name << " at " << s;
      ASSERT_NEAR(color.y, wanted.y, 6e-4) << name << " at " << s;
      ASSERT_NEAR(color.z, wanted.z, 6e-4) << name << " at " << s;
      ASSERT_NEAR(opacity.w, wanted.w, 1e-5 * (wanted.w + 0.1 * peak)) << name << " at " << s;
    }
  }
}

TEST(FunctionColorTables, RaysOfAnyLength)
{
  for (const auto& [name, function] : functionsWithFunctionColorTables())
  {
    const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
    const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
    const FunctionColorTable table = makeFunctionColorTable(pieces, pieces);
    const FunctionColorTableView view = table.viewOf(table.opacities.data(), table.colors.data());
    double squares = 0.0;
    int rays = 0;
    for (const std::uint32_t seed : seedsOf("FunctionColorTables", 300, 300))
    {
      Randomness random(seed);
      double s = random.real(0, 1);
      FunctionColorIntegral ray;
      ray.clear();
      ray.standAt(static_cast<float>(s));
      RayIntegral exact;
      exact.clear();
      exact.standAt(static_cast<float>(s));
      const double way = std::pow(10.0, random.real(-3.0, 0.0)),
                   length = std::pow(10.0, random.real(-3.0, 0.5)) * way;
      for (int count = 1 + random.integer(60); count > 0; --count)
      {
        s = std::min(1.0, std::max(0.0, s + way * random.real(-1.0, 1.5)));
        ray.add(view, static_cast<float>(s), static_cast<float>(length));
        exact.add(piecesView, static_cast<float>(s), static_cast<float>(length));
      }
      ray.end();
      exact.end(piecesView);
      const double difference = std::max({ std::abs(double(ray.red) - exact.red),
        std::abs(double(ray.green) - exact.green), std::abs(double(ray.blue) - exact.blue) });
      ASSERT_LT(difference, 2e-3) << name << ", seed " << seed;
      ASSERT_NEAR(ray.transmittance, exact.transmittance, 5e-5) << name << ", seed " << seed;
      squares += difference * difference;
      ++rays;
    }
    if (runsAllSeeds())
    {
      EXPECT_LT(std::sqrt(squares / rays), 2e-4) << name;
    }
  }
}

TEST(FunctionColorTables, SegmentsThatBend)
{
  int numBent = 0, numRays = 0;
  double squares = 0.0;
  for (const auto& [name, function] : functionsWithFunctionColorTables())
  {
    const std::vector<FunctionInterval> pieces = makeIntervals(function, 0.0, 1.0);
    const PiecewiseView piecesView = { pieces.data(), static_cast<int>(pieces.size()) };
    const FunctionColorTable table = makeFunctionColorTable(pieces, pieces);
    const FunctionColorTableView view = table.viewOf(table.opacities.data(), table.colors.data());
    for (const std::uint32_t seed : seedsOf("FunctionColorTables", 100, 100))
    {
      Randomness random(seed);
      double s = random.real(0, 1);
      FunctionColorIntegral ray;
      ray.clear();
      ray.standAt(static_cast<float>(s));
      RayIntegral wanted; // from knot to knot, in 64 straight parts
      wanted.clear();
      wanted.standAt(static_cast<float>(s));
      const double way = std::pow(10.0, random.real(-3.0, -1.0)),
                   length = std::pow(10.0, random.real(-3.0, 0.0));
      for (int count = 1 + random.integer(60); count > 0; --count)
      {
        // A parabola whose middle is `bump` off the chord. Its scalars stay between 0 and 1, as all scalars
        // do: beyond, the table has one color.
        const double end = std::min(1.0, std::max(0.0, s + way * random.real(-1.0, 1.5))),
                     middle = 0.5 * (s + end), control = middle + 0.6 * way * random.real(-1.0, 1.0),
                     bump = 0.5 * (std::min(1.0, std::max(0.0, control)) - middle);
        if (ray.addBent(view, static_cast<float>(end), static_cast<float>(bump),
              static_cast<float>(std::abs(bump)), static_cast<float>(length)))
          ++numBent;
        else
          for (int k = 1; k <= 64; ++k)
          {
            const double x = k / 64.0;
            ray.add(view, static_cast<float>(s + (end - s) * x + 4.0 * bump * x * (1.0 - x)),
              static_cast<float>(length / 64.0));
          }
        for (int k = 1; k <= 64; ++k)
        {
          const double x = k / 64.0;
          wanted.add(piecesView, static_cast<float>(s + (end - s) * x + 4.0 * bump * x * (1.0 - x)),
            static_cast<float>(length / 64.0));
        }
        s = end;
      }
      ray.end();
      wanted.end(piecesView);
      const double difference = std::max({ std::abs(double(ray.red) - wanted.red),
        std::abs(double(ray.green) - wanted.green), std::abs(double(ray.blue) - wanted.blue) });
      ASSERT_LT(difference, 2e-3) << name << ", seed " << seed;
      ASSERT_NEAR(ray.transmittance, wanted.transmittance, 2e-4) << name << ", seed " << seed;
      squares += difference * difference;
      ++numRays;
    }
  }
  EXPECT_GT(numBent, numRays);
  if (runsAllSeeds())
  {
    EXPECT_LT(std::sqrt(squares / numRays), 1e-4);
  }
}

TEST(FunctionColorTables, NoValueIsTransparent)
{
  const TransferFunction function = tabulatedFunctions().front().second;
  const FunctionColorTable table = functionColorTableOf(function);
  const FunctionColorTableView view = table.viewOf(table.opacities.data(), table.colors.data());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  FunctionColorIntegral ray;
  ray.clear();
  ray.standAt(0.3f);
  for (const float s : { nan, nan, 0.5f })
    ray.add(view, s, 1.0f);
  ray.end();
  EXPECT_EQ(1.0f, ray.transmittance);
  EXPECT_EQ(0.0f, ray.green);
  ray.add(view, 0.6f, 1.0f);
  ray.end();
  EXPECT_LT(ray.transmittance, 1.0f);
  EXPECT_GT(ray.green, 0.0f);
}

class TabulatedFunctions : public RayCastTest
{
protected:
  /// Expects an exact picture, and the same picture for each number of rays at a time.
  void expectExactWith(const OracleScene& scene, const Camera& camera, const std::string& what)
  {
    this->expectExact(scene, camera, {}, what);
    FrameOptions options;
    options.methods.raysAtATime = RaysAtATime::One;
    const std::vector<float> one = this->picture(camera, options);
    for (const RaysAtATime rays : { RaysAtATime::Four, RaysAtATime::Eight, RaysAtATime::Sixteen })
    {
      options.methods.raysAtATime = rays;
      EXPECT_EQ(one, this->picture(camera, options)) << what << ", " << static_cast<int>(rays);
    }
  }
};

/// A box of few tets, each of which spans much of the function.
OracleScene coarseMesh()
{
  generator::MeshOptions options;
  options.shape = generator::Shape::Convex;
  options.tets = 100;
  return fromGenerator(options);
}

TEST_P(TabulatedFunctions, PicturesAreExact)
{
  const std::pair<std::string, OracleScene> scenes[] = { { "non-convex", nonConvexMesh() },
    { "coarse", coarseMesh() }, { "one tet", singleTet() }, { "slivers", sliverMesh() },
    { "far from the origin", farFromOriginMesh() } };
  for (const auto& [sceneName, given] : scenes)
  {
    OracleScene scene = given;
    giveMesh(this->caster(), scene);
    giveScalars(this->caster(), scene);
    const Vector center = sceneName.front() == 'f' ? farOffset() : Vector{ 0.0, 0.0, 0.0 };
    const Camera perspective = perspectiveCamera({ center[0] + 2.9, center[1] + 2.1, center[2] + 3.7 },
                   { center[0] + 0.02, center[1] + 0.01, center[2] - 0.03 }, 34.0, 0.5, 20.0, imageSize(40),
                   imageSize(40)),
                 parallel = parallelCamera({ center[0] - 3.1, center[1] + 1.9, center[2] + 2.6 }, center, 1.7,
                   0.1, 20.0, imageSize(24), imageSize(24));
    for (const auto& [name, function] : tabulatedFunctions())
    {
      scene.transferFunction = function;
      this->caster().setTransferFunction(function);
      this->expectExactWith(scene, perspective, sceneName + ", " + name);
      this->expectExactWith(scene, parallel, sceneName + ", " + name + ", parallel");
    }
  }
}

TEST_P(TabulatedFunctions, WhatEndsRaysAndWhatHasNoValue)
{
  OracleScene scene = nonConvexMesh();
  for (std::size_t i = 0; i < scene.scalars.size(); i += 9)
    scene.scalars[i] = std::numeric_limits<double>::quiet_NaN();
  const int size = imageSize(48);
  std::vector<float> opaque(static_cast<std::size_t>(size) * size, 1.0f);
  for (std::size_t i = 0; i < opaque.size(); i += 3)
    opaque[i] = 0.9f + 0.0001f * static_cast<float>(i % 1000);
  giveMesh(this->caster(), scene);
  giveScalars(this->caster(), scene);
  for (const Camera& camera : { perspectiveView(size, size),
         perspectiveCamera(insideCavity(), { 1, 1, 1 }, 100.0, 1e-3, 10.0, size, size),
         perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.9, 5.4, size, size) })
    for (const auto& [name, function] : tabulatedFunctions())
    {
      scene.transferFunction = function;
      this->caster().setTransferFunction(function);
      FrameOptions options;
      options.opaqueDepth = opaque.data();
      this->expectExact(scene, camera, options, name);
      options.earlyTermination = 0.05f;
      options.methods.raysAtATime = RaysAtATime::One;
      const std::vector<float> one = this->picture(camera, options);
      for (const RaysAtATime rays : { RaysAtATime::Four, RaysAtATime::Eight, RaysAtATime::Sixteen })
      {
        options.methods.raysAtATime = rays;
        EXPECT_EQ(one, this->picture(camera, options)) << name << ", " << static_cast<int>(rays);
      }
    }
}

TEST_P(TabulatedFunctions, AreThoseFromKnotToKnot)
{
  const OracleScene scene = nonConvexMesh();
  giveMesh(this->caster(), scene);
  giveScalars(this->caster(), scene);
  const int size = imageSize(64);
  for (const auto& [name, function] : functionsWithFunctionColorTables())
  {
    this->caster().setTransferFunction(function);
    FrameOptions options;
    const std::vector<float> image = this->picture(perspectiveView(size, size), options);
    options.methods.fromKnotToKnot = true;
    const std::vector<float> exact = this->picture(perspectiveView(size, size), options);
    const Difference d = difference(image.data(), std::vector<double>(exact.begin(), exact.end()));
    EXPECT_LT(d.maximum, 3e-3) << name;
    EXPECT_LT(d.rmse, MaximumRmse) << name;
    EXPECT_GT(d.maximum, 0.0) << name << ": both are made in one way";
  }
}

TEST_P(TabulatedFunctions, AtRandom)
{
  OracleScene scene = coarseMesh();
  giveMesh(this->caster(), scene);
  giveScalars(this->caster(), scene);
  double range[2];
  this->caster().scalarRange(range);
  int tables = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
  {
    std::mt19937 random(seed);
    const auto uniform = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    // Knots at random places, some of them at the same place, with waves of color and attenuation.
    const int count = 8 + static_cast<int>(random() % 120);
    const double low = uniform(-0.3, 0.3), width = uniform(0.4, 1.0), waves = uniform(4.0, 15.0),
                 peak = std::pow(10.0, uniform(-1.0, 2.0)), clear = uniform(-0.9, 0.2);
    std::vector<double> places;
    places.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      places.push_back(i > 0 && random() % 30 == 0 ? places.back() : low + width * uniform(0.0, 1.0));
    std::sort(places.begin(), places.end());
    scene.transferFunction = {};
    for (const double s : places)
      scene.transferFunction.knots.push_back(rainbow(s, peak * std::max(0.0, std::sin(waves * s) - clear)));
    tables += tableOf(scene.transferFunction, range[0], range[1]).pieces.empty() ? 0 : 1;
    this->caster().setTransferFunction(scene.transferFunction);
    this->expectExactWith(
      scene, perspectiveView(imageSize(24), imageSize(24)), "seed " + std::to_string(seed));
  }
  EXPECT_GT(tables, 20);
}

INKRAY_TEST_ON_DEVICES(TabulatedFunctions);

} // namespace
