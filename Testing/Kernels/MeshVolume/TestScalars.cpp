// SPDX-License-Identifier: BSD-3-Clause
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN(),
                 Infinity = std::numeric_limits<double>::infinity();

class Scalars : public RayCastTest
{
protected:
  void SetUp() override
  {
    RayCastTest::SetUp();
    if (!::testing::Test::IsSkipped())
    {
      this->Scene = nonConvexMesh();
      this->Scene.transferFunction = translucentFunction();
      giveScene(this->caster(), this->Scene);
    }
  }
  Camera camera() { return perspectiveView(imageSize(64), imageSize(64)); }

  /// Expects exact pictures of values of type T over [low, high], compared with the values as stored in T.
  /// The transfer function is scaled to that range.
  template <typename T>
  void expectType(ValueType type, double low, double high, const char* name)
  {
    OracleScene scene = this->Scene;
    std::vector<T> values;
    for (double& s : scene.scalars)
    {
      values.push_back(static_cast<T>(low + std::clamp(s, 0.0, 1.0) * (high - low)));
      s = static_cast<double>(values.back());
    }
    scene.transferFunction = scaledFunction(translucentFunction(), low, high - low);
    Field input;
    input.values = values.data();
    input.type = type;
    input.numTuples = static_cast<std::int64_t>(values.size());
    this->caster().setScalars(input);
    this->caster().setTransferFunction(scene.transferFunction);
    double range[2];
    this->caster().scalarRange(range);
    const auto [least, most] = std::minmax_element(scene.scalars.begin(), scene.scalars.end());
    EXPECT_NEAR(range[0], *least, 1e-6 * (high - low)) << name;
    EXPECT_NEAR(range[1], *most, 1e-6 * (high - low)) << name;
    this->expectExact(scene, this->camera(), {}, name);
  }
  OracleScene Scene;
};

TEST_P(Scalars, EveryType)
{
  this->expectType<std::int8_t>(ValueType::Int8, -100, 120, "int8");
  this->expectType<std::uint8_t>(ValueType::UInt8, 3, 250, "uint8");
  this->expectType<std::int16_t>(ValueType::Int16, -30000, 32000, "int16");
  this->expectType<std::uint16_t>(ValueType::UInt16, 100, 65000, "uint16");
  this->expectType<std::int32_t>(ValueType::Int32, -2e9, 2e9, "int32");
  this->expectType<std::uint32_t>(ValueType::UInt32, 1e9, 4e9, "uint32");
  this->expectType<std::int64_t>(ValueType::Int64, -9e15, 9e15, "int64");
  this->expectType<std::uint64_t>(ValueType::UInt64, 1e10, 1.8e19, "uint64");
  this->expectType<float>(ValueType::Float32, -0.2, 1.7, "float");
  this->expectType<double>(ValueType::Float64, -0.2, 1.7, "double");
}

TEST_P(Scalars, SmallDifferencesOfLargeValues)
{
  this->expectType<double>(ValueType::Float64, 1e6, 1e6 + 1e-3, "1e6 + 1e-3 x");
  this->expectType<double>(ValueType::Float64, -3e9 - 1.0, -3e9, "-3e9 - x");
  this->expectType<std::int64_t>(ValueType::Int64, 4e12, 4e12 + 1000, "4e12 + 1000 x");
}

TEST_P(Scalars, VeryLargeAndVerySmallRanges)
{
  this->expectType<double>(ValueType::Float64, -1e300, 1e300, "1e300");
  this->expectType<double>(ValueType::Float64, 0.0, 1e-300, "1e-300");
  this->expectType<float>(ValueType::Float32, 0.0, 3e38, "3e38");
}

TEST_P(Scalars, CellValuesAreConstantInEachTet)
{
  OracleScene scene = this->Scene;
  scene.perCell = true;
  scene.scalars.clear();
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
  {
    scene.scalars.push_back(std::fmod(0.6180339887 * static_cast<double>(t), 1.0));
  }
  giveScalars(this->caster(), scene);
  this->expectExact(scene, this->camera(), {}, "cell values");
  this->expectExact(scene, parallelView(imageSize(64), imageSize(64)), {}, "cell values, parallel");

  // The same through a table of tuples: cells of the user's grid that were cut into several tets.
  std::vector<double> tuples;
  std::vector<std::int64_t> tupleOfTet;
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
  {
    if (t % 6 == 0)
    {
      tuples.push_back(scene.scalars[t]);
    }
    tupleOfTet.push_back(static_cast<std::int64_t>(t / 6));
    scene.scalars[t] = tuples.back();
  }
  Field input = scalarInput(scene);
  input.values = tuples.data();
  input.numTuples = static_cast<std::int64_t>(tuples.size());
  input.tupleOf = tupleOfTet.data();
  this->caster().setScalars(input);
  this->expectExact(scene, this->camera(), {}, "tuples");
  EXPECT_EQ(this->caster().numNonFiniteScalars(), 0);

  // Tets that name a tuple outside the array have no value: the first before the array, the first after it,
  // and two whose addresses would be far outside its memory. They are transparent, like NaN.
  const auto numTuples = static_cast<std::int64_t>(tuples.size());
  std::size_t tet = 3;
  for (const std::int64_t outside : { std::int64_t(-1), numTuples, std::numeric_limits<std::int64_t>::min(),
         std::numeric_limits<std::int64_t>::max() })
  {
    tupleOfTet[tet] = outside;
    scene.scalars[tet] = NaN;
    tet += 11;
  }
  this->caster().setScalars(input);
  EXPECT_EQ(this->caster().numNonFiniteScalars(), 4);
  this->expectExact(scene, this->camera(), {}, "tuples out of range");

  // The last tuple is inside.
  std::fill(tupleOfTet.begin(), tupleOfTet.end(), numTuples - 1);
  std::fill(scene.scalars.begin(), scene.scalars.end(), tuples.back());
  this->caster().setScalars(input);
  EXPECT_EQ(this->caster().numNonFiniteScalars(), 0);
  this->expectExact(scene, this->camera(), {}, "the last tuple for all");
}

TEST_P(Scalars, ComponentAndMagnitude)
{
  std::vector<float> vectors;
  for (const double s : this->Scene.scalars)
  {
    vectors.insert(vectors.end(),
      { static_cast<float>(s), static_cast<float>(0.9 - s * s),
        static_cast<float>(0.5 * std::sin(9.0 * s)) });
  }
  Field input;
  input.values = vectors.data();
  input.numTuples = static_cast<std::int64_t>(this->Scene.scalars.size());
  input.numComponents = 3;
  for (int component = -1; component < 3; ++component)
  {
    for (std::size_t p = 0; p < this->Scene.scalars.size(); ++p)
    {
      const float* v = &vectors[3 * p];
      this->Scene.scalars[p] = component >= 0
        ? double(v[component])
        : std::sqrt(double(v[0]) * v[0] + double(v[1]) * v[1] + double(v[2]) * v[2]);
    }
    input.component = component;
    this->caster().setScalars(input);
    this->expectExact(this->Scene, this->camera(), {}, "component " + std::to_string(component));
  }

  // A single component is used directly, also if negative, as it needs no norm.
  for (double& s : this->Scene.scalars)
  {
    s -= 0.5;
  }
  this->Scene.transferFunction = scaledFunction(translucentFunction(), -0.5, 1.0);
  this->caster().setTransferFunction(this->Scene.transferFunction);
  input = scalarInput(this->Scene);
  input.component = -1;
  this->caster().setScalars(input);
  this->expectExact(this->Scene, this->camera(), {}, "the norm of one component");
}

TEST_P(Scalars, NaNMakesTheTetsItTouchesTransparent)
{
  for (const double bad : { NaN, Infinity, -Infinity })
  {
    OracleScene scene = this->Scene;
    std::int64_t count = 0;
    for (std::size_t p = 11; p < scene.scalars.size(); p += 97)
    {
      scene.scalars[p] = bad;
      ++count;
    }
    giveScalars(this->caster(), scene);
    EXPECT_EQ(this->caster().numNonFiniteScalars(), count);
    double range[2];
    this->caster().scalarRange(range);
    EXPECT_TRUE(std::isfinite(range[0]) && std::isfinite(range[1]) && range[0] < range[1]);
    this->expectExact(scene, this->camera(), {}, "value " + std::to_string(bad));
    this->expectExact(
      scene, parallelView(imageSize(64), imageSize(64)), {}, "value " + std::to_string(bad) + ", parallel");
  }
}

TEST_P(Scalars, NaNInCells)
{
  OracleScene scene = this->Scene;
  scene.perCell = true;
  scene.scalars.assign(scene.tets.size() / 4, 0.6);
  for (std::size_t t = 0; t < scene.scalars.size(); t += 5)
  {
    scene.scalars[t] = NaN;
  }
  giveScalars(this->caster(), scene);
  EXPECT_EQ(this->caster().numNonFiniteScalars(), static_cast<std::int64_t>((scene.scalars.size() + 4) / 5));
  this->expectExact(scene, this->camera(), {}, "every fifth cell");
}

TEST_P(Scalars, AllNaNDrawsNothing)
{
  const std::vector<double> bad(this->Scene.scalars.size(), NaN);
  this->Scene.scalars = bad;
  giveScalars(this->caster(), this->Scene);
  double range[2];
  this->caster().scalarRange(range);
  EXPECT_GT(range[0], range[1]);
  EXPECT_EQ(this->caster().numNonFiniteScalars(), static_cast<std::int64_t>(bad.size()));
  const std::vector<float> image = this->picture(this->camera());
  EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f);
  EXPECT_EQ(*std::min_element(image.begin(), image.end()), 0.0f);
  EXPECT_EQ(this->caster().statistics().failedRays, 0);
}

TEST_P(Scalars, ConstantValue)
{
  for (const double value : { 0.3, -0.5, 0.52, 7e5 })
  {
    this->Scene.scalars.assign(this->Scene.scalars.size(), value);
    this->Scene.transferFunction = scaledFunction(translucentFunction(), value - 0.4, 1.0);
    giveScalars(this->caster(), this->Scene);
    this->caster().setTransferFunction(this->Scene.transferFunction);
    this->expectExact(this->Scene, this->camera(), {}, "constant " + std::to_string(value));
  }
}

TEST_P(Scalars, RefusesNonsense)
{
  Field input = scalarInput(this->Scene);
  input.numTuples -= 1;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "fewer values than points";
  input = scalarInput(this->Scene);
  input.values = nullptr;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "no values";
  input = scalarInput(this->Scene);
  input.component = 1;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "component out of range";
  input.component = -2;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "no such component";
  input = scalarInput(this->Scene);
  input.numComponents = 0;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "no components";
  input = scalarInput(this->Scene);
  input.association = Association::Cells;
  EXPECT_THROW(this->caster().setScalars(input), InvalidInput) << "fewer values than cells";
  giveScalars(this->caster(), this->Scene);
  this->expectExact(this->Scene, this->camera(), {}, "after refusals");
}

INKRAY_TEST_ON_DEVICES(Scalars);

} // namespace
