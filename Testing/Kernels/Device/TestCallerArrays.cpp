// SPDX-License-Identifier: BSD-3-Clause
// A caller's arrays reach a backend in two ways: staged from the host, or read by kernels. Both give the same
// numbers, bit for bit. Both run on the CPU here.
#include "Device/CallerArrays.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/NormalizedFieldImpl.h"
#include "MeshVolume/RayCastTest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double Infinity = std::numeric_limits<double>::infinity();

class CallerArrays : public ::testing::Test
{
protected:
  /// Compares the ranges and the normalized values of a field by both readers.
  void expectSame(const Field& field, std::int64_t numEntries, const char* what)
  {
    std::vector<float> staged(numEntries), read(numEntries);
    FiniteRange stagedRange;
    const auto normalize = [&](const auto& reader, const auto& entries, std::vector<float>& to) {
      const FiniteRange range = reader.range(numEntries, entries);
      const double scale = range.high > range.low ? 1.0 / (range.high - range.low) : 1.0;
      reader.fill(to.data(), numEntries,
        NormalizedEntries<std::decay_t<decltype(entries)>>{ entries, range.low, scale, 1e12 });
      return range;
    };
    visitEntries(field, [&](const auto& entries) {
      stagedRange = normalize(HostReader<HostBackend>{ this->Backend, false }, entries, staged);
    });
    const FieldEntries<AnyNumbers> any(field, { field.values, field.type }, field.tupleOf);
    const FiniteRange readRange = normalize(DeviceReader<HostBackend>{ this->Backend }, any, read);
    EXPECT_EQ(stagedRange.low, readRange.low) << what;
    EXPECT_EQ(stagedRange.high, readRange.high) << what;
    EXPECT_EQ(stagedRange.notFinite, readRange.notFinite) << what;
    EXPECT_EQ(std::memcmp(staged.data(), read.data(), staged.size() * sizeof(float)), 0) << what;
  }
  template <class T>
  void expectType(ValueType type, const char* what)
  {
    std::vector<T> values;
    for (int i = 0; i < 3 * 700; ++i)
      values.push_back(static_cast<T>(std::numeric_limits<T>::max() * std::fmod(0.6180339887 * i, 1.0)));
    values[77] = std::numeric_limits<T>::lowest();
    Field field;
    field.values = values.data();
    field.type = type;
    field.numTuples = 700;
    field.numComponents = 3;
    for (field.component = -1; field.component < 3; ++field.component)
      this->expectSame(field, 700, what);
    // Some indices lie outside of the array.
    std::vector<std::int64_t> tupleOf;
    for (std::int64_t i = 0; i < 900; ++i)
      tupleOf.push_back((31 * i) % 720 - 10);
    field.tupleOf = tupleOf.data();
    field.component = 2;
    this->expectSame(field, 900, what);
  }
  HostBackend Backend;
};

TEST_F(CallerArrays, EveryType)
{
  this->expectType<std::int8_t>(ValueType::Int8, "int8");
  this->expectType<std::uint8_t>(ValueType::UInt8, "uint8");
  this->expectType<std::int16_t>(ValueType::Int16, "int16");
  this->expectType<std::uint16_t>(ValueType::UInt16, "uint16");
  this->expectType<std::int32_t>(ValueType::Int32, "int32");
  this->expectType<std::uint32_t>(ValueType::UInt32, "uint32");
  this->expectType<std::int64_t>(ValueType::Int64, "int64");
  this->expectType<std::uint64_t>(ValueType::UInt64, "uint64");
  this->expectType<float>(ValueType::Float32, "float");
  this->expectType<double>(ValueType::Float64, "double");
}

TEST_F(CallerArrays, RangesOfFewNumbers)
{
  const std::vector<std::vector<double>> cases = { { notANumber }, { Infinity, -Infinity }, { 0.0 }, { -0.0 },
    { -3.0, notANumber, -5.0 }, { 1e308, -1e308, Infinity }, { 5e-324, -5e-324 }, { 2.0, 2.0 } };
  for (const std::vector<double>& values : cases)
  {
    Field field;
    field.values = values.data();
    field.type = ValueType::Float64;
    field.numTuples = static_cast<std::int64_t>(values.size());
    this->expectSame(field, field.numTuples, ("from " + std::to_string(values[0])).c_str());
  }
}

TEST_F(CallerArrays, ManyMoreNumbersThanThreads)
{
  // The lowest and the highest value are found wherever they are.
  constexpr std::int64_t n = 1000003;
  std::vector<float> values(n, 1.5f);
  for (const std::int64_t lowest : { std::int64_t(0), std::int64_t(131072), n - 1 })
  {
    values[lowest] = -7.0f;
    values[n / 2] = 9.0f;
    Field field;
    field.values = values.data();
    field.numTuples = n;
    this->expectSame(field, n, "one of many");
    values[lowest] = 1.5f;
  }
}

/// Give an array that is said to be on a device and is not. The error names the array, on machines with and
/// without a device, and the ray caster goes on.
TEST(CallerArraysOnNoDevice, AreRefused)
{
  const auto caster = LookedCaster::create(DeviceKind::CPU);
  OracleScene scene = singleTet();
  scene.transferFunction = constantFunction(1.0f);
  giveScene(*caster, scene);
  const auto expectRefused = [&](const char* words, const auto& give) {
    try
    {
      give();
      ADD_FAILURE() << words << ": no error";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("CUDA"), std::string::npos) << error.what();
    }
  };
  Field field = scalarInput(scene);
  field.memory = MemorySpace::Cuda;
  expectRefused("the array of values is", [&] { caster->setScalars(field); });
  expectRefused("the array of values for the opacity", [&] { caster->setOpacityScalars(field); });
  expectRefused("the array of threshold values", [&] { caster->setThresholdScalars(field); });
  const Camera camera = perspectiveView(16, 16);
  caster->render(camera, {}); // with the data from before
  TetMeshInput mesh = meshInput(scene);
  mesh.pointMemory = MemorySpace::Cuda;
  expectRefused("the array of points", [&] { caster->setMesh(mesh); });
  mesh = meshInput(scene);
  mesh.connectivityMemory = MemorySpace::Cuda;
  expectRefused("the array of point ids", [&] { caster->setMesh(mesh); });
  giveScene(*caster, scene);
  caster->render(camera, {});
}

} // namespace
