// SPDX-License-Identifier: BSD-3-Clause
// Arrays as the kernels read them: the type in which values are kept, what stays in place, and what is
// counted. A value that is kept and restored is the same value.
#include "../../Seeds.h"
#include "Device/HostBackend.h"
#include "Geometry/RegularGrid/QuantizedField.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace inkray;
using namespace inkray::testing;

namespace
{

using Field32 = QuantizedField<HostBackend>;

/// Returns entry i of a field as a number.
double keptAt(const Field32& field, std::int64_t i)
{
  switch (field.type)
  {
    case Field32::UInt8:
      return static_cast<const std::uint8_t*>(field.values)[i];
    case Field32::UInt16:
      return static_cast<const std::uint16_t*>(field.values)[i];
    default:
      return static_cast<const float*>(field.values)[i];
  }
}

constexpr GridIndex Dimensions = { 7, 5, 3 };
constexpr std::int64_t Count = 7 * 5 * 3;

TEST(QuantizedField, TypesAndValues)
{
  const struct
  {
    ValueType type;
    Field32::Type kept;
    std::size_t bytes; ///< the field's own bytes: 0 where the values are read in place
  } cases[] = { { ValueType::UInt8, Field32::UInt8, 0 }, { ValueType::Int8, Field32::UInt8, Count },
    { ValueType::UInt16, Field32::UInt16, 0 }, { ValueType::Int16, Field32::UInt16, 2 * Count },
    { ValueType::Float32, Field32::Float32, 0 }, { ValueType::Float64, Field32::Float32, 4 * Count },
    { ValueType::Int32, Field32::Float32, 4 * Count }, { ValueType::UInt32, Field32::Float32, 4 * Count },
    { ValueType::Int64, Field32::Float32, 4 * Count }, { ValueType::UInt64, Field32::Float32, 4 * Count } };
  HostBackend backend;
  Field32 field;
  for (const auto& c : cases)
  {
    const TestArray array = makeArray(noise(3), Dimensions, { c.type });
    field.release();
    field.take(backend, array.values(), Count);
    SCOPED_TRACE(static_cast<int>(c.type));
    EXPECT_EQ(field.type, c.kept);
    EXPECT_EQ(field.count, Count);
    EXPECT_EQ(field.bytes(), c.bytes);
    EXPECT_EQ(field.values == array.bytes.data(), c.bytes == 0);
    for (std::int64_t i = 0; i < Count; ++i)
    {
      const double value =
        storedValue(c.type, noise(3)({ i % 7, i / 7 % 5, i / 35 }, Dimensions)); // the value in the array
      // A float keeps 24 bits of the range; integers of one and two bytes are exact.
      const double error = c.kept == Field32::Float32 ? 1e-7 * std::abs(1.0 / field.scale) : 0.0;
      ASSERT_NEAR(field.restore(keptAt(field, i)), value, error) << i;
      ASSERT_EQ(static_cast<double>(field.keep(value)), keptAt(field, i)) << i;
    }
  }
}

Field fieldOf(const std::vector<double>& values)
{
  Field field;
  field.values = values.data();
  field.numTuples = static_cast<std::int64_t>(values.size());
  field.type = ValueType::Float64;
  field.numComponents = 1;
  field.component = 0;
  return field;
}

TEST(QuantizedField, SmallDifferencesOfLargeValuesStay)
{
  std::vector<double> values;
  for (int i = 0; i < 100; ++i)
    values.push_back(1e6 + 1e-4 * i);
  Field in = fieldOf(values);
  HostBackend backend;
  Field32 field;
  field.take(backend, in, 100);
  // The middle of the range is 0. The scale is the power of two that puts the ends between 0.5 and 1.
  EXPECT_NEAR(field.offset, 1e6 + 0.5 * 99e-4, 1e-9);
  int exponent = 0;
  EXPECT_EQ(std::frexp(field.scale, &exponent), 0.5);
  for (int i = 0; i < 100; ++i)
    EXPECT_NEAR(keptAt(field, i), (i - 49.5) * 1e-4 * field.scale, 1e-7);
  EXPECT_TRUE(keptAt(field, 99) >= 0.5 && keptAt(field, 99) <= 1.0) << keptAt(field, 99);
}

TEST(QuantizedField, SmallValuesBesideHugeOnes)
{
  for (const std::uint32_t seed : seedsOf("QuantizedField", 30, 30))
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    const double size = std::pow(10.0, 6.0 * share(random) - 2.0);
    std::vector<double> values;
    for (int i = 0; i < 100; ++i)
      values.push_back(size * share(random));
    for (int i = 0; i < 100; i += 7) // fill values of either sign
      values[static_cast<std::size_t>(i)] =
        std::pow(10.0, 3.0 + 300.0 * share(random) * share(random)) * (i % 2 ? 1 : -1);
    HostBackend backend;
    Field32 field;
    field.take(backend, fieldOf(values), 100);
    for (int i = 0; i < 100; ++i)
    {
      const double value = values[static_cast<std::size_t>(i)];
      EXPECT_TRUE(std::isfinite(keptAt(field, i)));
      if (i % 7 != 0)
      {
        EXPECT_NEAR(field.restore(keptAt(field, i)), value, 1.3e-7 * std::abs(value)) << "seed " << seed;
        EXPECT_EQ(static_cast<double>(field.keep(value)), keptAt(field, i)) << "seed " << seed;
      }
    }
  }
}

TEST(QuantizedField, ComponentsAndMagnitude)
{
  const std::vector<float> values = { 3, 4, 12, -6, 8, 0, 1, 2, 2 };
  Field in;
  in.values = values.data();
  in.numTuples = 3;
  in.type = ValueType::Float32;
  in.numComponents = 3;
  HostBackend backend;
  Field32 field;
  for (in.component = 0; in.component < 3; ++in.component)
  {
    field.take(backend, in, 3);
    EXPECT_EQ(field.bytes(), 3 * sizeof(float));
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(field.restore(keptAt(field, i)), values[static_cast<std::size_t>(3 * i + in.component)]);
  }
  in.component = -1;
  field.take(backend, in, 3);
  EXPECT_NEAR(field.restore(keptAt(field, 0)), 13.0, 1e-6);
  EXPECT_NEAR(field.restore(keptAt(field, 1)), 10.0, 1e-6);
  EXPECT_NEAR(field.restore(keptAt(field, 2)), 3.0, 1e-6);
  // The norm of one component is the component itself, sign included.
  const std::vector<float> single = { -2, 5 };
  in.values = single.data();
  in.numTuples = 2;
  in.numComponents = 1;
  field.take(backend, in, 2);
  EXPECT_EQ(field.restore(keptAt(field, 0)), -2.0);
}

TEST(QuantizedField, NumbersThatAreNone)
{
  const double none = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> values = { none, 2, infinite, 4, -infinite, 3 };
  Field in = fieldOf(values);
  HostBackend backend;
  Field32 field;
  field.take(backend, in, 6);
  ASSERT_TRUE(field.nonFiniteCounted);
  EXPECT_EQ(field.numNonFinite, 3);
  EXPECT_EQ(field.offset, 0.0); // 0 is not far from the finite values
  EXPECT_TRUE(std::isnan(keptAt(field, 0)));
  EXPECT_TRUE(std::isinf(keptAt(field, 2)));
  EXPECT_EQ(keptAt(field, 3), 0.5); // a scale of 1/8
  // With one repeated value, or no finite value at all, the scale stays finite.
  const std::vector<double> same = { 7, 7 }, nothing = { none, none };
  for (const std::vector<double>* array : { &same, &nothing })
  {
    in.values = array->data();
    in.numTuples = 2;
    field.take(backend, in, 2);
    EXPECT_TRUE(std::isfinite(field.scale) && field.scale != 0.0);
  }
}

TEST(QuantizedField, WhatIsRefused)
{
  const std::vector<float> values(12, 1.0f);
  Field in;
  in.values = values.data();
  in.numTuples = 4;
  in.numComponents = 3;
  HostBackend backend;
  Field32 field;
  for (const int component : { -2, 3, 99 })
  {
    in.component = component;
    EXPECT_THROW(field.take(backend, in, 4), InvalidInput) << component;
  }
  in.component = 0;
  in.numComponents = 0;
  EXPECT_THROW(field.take(backend, in, 4), InvalidInput);
  in.numComponents = 1;
  EXPECT_NO_THROW(field.take(backend, in, 4));
  EXPECT_THROW(field.take(backend, in, 5), InvalidInput) << "too few tuples";
  const std::int64_t order[4] = { 3, 2, 1, 0 };
  in.tupleOf = order;
  EXPECT_THROW(field.take(backend, in, 4), InvalidInput) << "another order";
  in.tupleOf = nullptr;
  in.values = nullptr;
  EXPECT_THROW(field.take(backend, in, 4), InvalidInput);
}

} // namespace
