// SPDX-License-Identifier: BSD-3-Clause
// Meshes and values in the memory of a CUDA device give the same picture as from the host, bit for bit. The
// ray caster on CUDA reads them in place; the one on the CPU copies them. The host cannot read memory of
// cudaMalloc, so a detour through the host on CUDA would fail.
#include "Core/Errors.h"
#include "Device/DeviceMemory.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

class DeviceArrays : public RayCastTest
{
protected:
  void SetUp() override
  {
    RayCastTest::SetUp();
    if (::testing::Test::IsSkipped())
      return;
    if (!cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    this->Scene = nonConvexMesh();
    this->Scene.transferFunction = translucentFunction();
    giveScene(this->caster(), this->Scene);
  }
  Camera camera() { return perspectiveView(imageSize(64), imageSize(64)); }

  /// A picture, and what is known of the values that it shows.
  struct Drawn
  {
    std::vector<float> image;
    double range[2];
    std::int64_t notFinite;
  };
  Drawn draw(const FrameOptions& options = {})
  {
    Drawn drawn = { this->picture(this->camera(), options), {}, 0 };
    this->caster().scalarRange(drawn.range);
    drawn.notFinite = this->caster().numNonFiniteScalars();
    return drawn;
  }
  static void expectSame(const Drawn& host, const Drawn& device, const std::string& what)
  {
    float most = 0.0f;
    for (const float x : host.image)
      most = std::max(most, x);
    EXPECT_GT(most, 0.0f) << what << ": an empty picture";
    EXPECT_EQ(std::memcmp(host.image.data(), device.image.data(), host.image.size() * sizeof(float)), 0)
      << what;
    EXPECT_EQ(host.range[0], device.range[0]) << what;
    EXPECT_EQ(host.range[1], device.range[1]) << what;
    EXPECT_EQ(host.notFinite, device.notFinite) << what;
  }
  /// Expects the same picture after give(field) for the field from the host and from the device. In between,
  /// other values are given.
  void expectSameFrom(const Field& field, const std::function<void(const Field&)>& give,
    const std::string& what, const FrameOptions& options = {},
    DeviceMemoryKind kind = DeviceMemoryKind::Device)
  {
    give(field);
    const Drawn host = this->draw(options);
    const std::vector<std::uint8_t> zeros(1 << 23); // large enough for values of any type
    Field other = field;
    other.values = zeros.data();
    ASSERT_LE(other.numTuples * other.numComponents * 8, std::int64_t(zeros.size())) << what;
    give(other);
    DeviceCopies copies(kind);
    give(copies.of(field));
    expectSame(host, this->draw(options), what);
  }
  void giveValues(const Field& field) { this->caster().setScalars(field); }

  /// Checks values of type T at points and in cells, each component and the magnitude.
  template <class T>
  void expectType(ValueType type, const char* name)
  {
    for (const Association association : { Association::Points, Association::Cells })
    {
      const std::size_t n =
        association == Association::Cells ? this->Scene.tets.size() / 4 : this->Scene.points.size() / 3;
      std::vector<T> values;
      for (std::size_t i = 0; i < 3 * n; ++i)
        values.push_back(static_cast<T>(100.0 * std::fmod(0.6180339887 * static_cast<double>(i), 1.0)));
      if (!std::numeric_limits<T>::is_integer)
        values[3 * (n / 2) + 1] = static_cast<T>(NaN);
      Field field;
      field.values = values.data();
      field.type = type;
      field.numTuples = static_cast<std::int64_t>(n);
      field.association = association;
      this->caster().setTransferFunction(scaledFunction(translucentFunction(), 0.0, 100.0));
      const auto give = [this](const Field& f) { this->giveValues(f); };
      const std::string where = association == Association::Cells ? "cells" : "points";
      field.numComponents = 1;
      this->expectSameFrom(field, give, std::string(name) + ", " + where);
      field.numComponents = 3;
      for (field.component = -1; field.component < 3; ++field.component)
        this->expectSameFrom(
          field, give, std::string(name) + ", " + where + ", component " + std::to_string(field.component));
    }
  }
  OracleScene Scene;
};

TEST_P(DeviceArrays, EveryTypeOfValues)
{
  // Check three components of a small mesh.
  this->Scene = kuhnMesh();
  this->Scene.tets.resize(4 * std::min<std::size_t>(this->Scene.tets.size() / 4, 40000));
  this->Scene.transferFunction = translucentFunction();
  giveScene(this->caster(), this->Scene);
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

TEST_P(DeviceArrays, EveryKindOfMemory)
{
  const auto give = [this](const Field& f) { this->giveValues(f); };
  const Field field = scalarInput(this->Scene);
  this->expectSameFrom(field, give, "cudaMalloc", {}, DeviceMemoryKind::Device);
  this->expectSameFrom(field, give, "cudaMallocAsync", {}, DeviceMemoryKind::Pool);
  this->expectSameFrom(field, give, "managed", {}, DeviceMemoryKind::Managed);
  this->expectSameFrom(field, give, "page-locked", {}, DeviceMemoryKind::Pinned);
}

TEST_P(DeviceArrays, TuplesOfEntries)
{
  std::vector<double> tuples;
  std::vector<std::int64_t> tupleOf;
  for (std::size_t t = 0; t < this->Scene.tets.size() / 4; ++t)
  {
    if (t % 5 == 0)
      tuples.push_back(std::fmod(0.6180339887 * static_cast<double>(t), 1.0));
    tupleOf.push_back(t % 97 == 3 ? -1 : static_cast<std::int64_t>(t / 5));
  }
  Field field;
  field.values = tuples.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(tuples.size());
  field.association = Association::Cells;
  field.tupleOf = tupleOf.data();
  this->expectSameFrom(
    field, [this](const Field& f) { this->giveValues(f); }, "tuples of tets");
}

TEST_P(DeviceArrays, PointsAndTets)
{
  const Drawn reference = this->draw();
  TetMeshReport report = this->caster().setMesh(meshInput(this->Scene));
  const auto expectMesh = [&](const TetMeshInput& mesh, const std::string& what) {
    for (int arrays = 0; arrays < 4; ++arrays)
    {
      DeviceCopies copies;
      const TetMeshReport found = this->caster().setMesh(copies.of(mesh, arrays & 1, arrays & 2));
      EXPECT_EQ(found.summary(), report.summary()) << what;
      EXPECT_EQ(found.numTets, report.numTets) << what;
      EXPECT_EQ(found.numBoundaryFaces, report.numBoundaryFaces) << what;
      giveScalars(this->caster(), this->Scene);
      expectSame(reference, this->draw(), what + ", arrays " + std::to_string(arrays));
    }
  };
  expectMesh(meshInput(this->Scene), "double and int64");
  TetMeshInput mesh = meshInput(this->Scene);
  const std::vector<std::int32_t> ids(this->Scene.tets.begin(), this->Scene.tets.end());
  mesh.connectivity = ids.data();
  mesh.connectivityType = ValueType::Int32;
  expectMesh(mesh, "double and int32");

  // Floats give other points; points and tets that cannot be drawn are found on the device as well.
  std::vector<float> points(this->Scene.points.begin(), this->Scene.points.end());
  points[30] = static_cast<float>(NaN);
  std::vector<std::int64_t> tets = this->Scene.tets;
  tets[4] = -1;
  tets[9] = tets[8];
  tets[12] = static_cast<std::int64_t>(points.size());
  mesh.points = points.data();
  mesh.pointType = ValueType::Float32;
  mesh.connectivity = tets.data();
  mesh.connectivityType = ValueType::Int64;
  report = this->caster().setMesh(mesh);
  EXPECT_NE(report.summary(), "");
  giveScalars(this->caster(), this->Scene);
  const Drawn others = this->draw();
  for (int arrays = 1; arrays < 4; ++arrays)
  {
    DeviceCopies copies;
    EXPECT_EQ(this->caster().setMesh(copies.of(mesh, arrays & 1, arrays & 2)).summary(), report.summary());
    giveScalars(this->caster(), this->Scene);
    expectSame(others, this->draw(), "floats, some of them bad, arrays " + std::to_string(arrays));
  }
}

TEST_P(DeviceArrays, Colors)
{
  const std::size_t n = this->Scene.points.size() / 3, cells = this->Scene.tets.size() / 4;
  this->caster().setOpacityScalars(scalarInput(this->Scene));
  this->caster().setOpacityFunction(translucentFunction());
  for (const Association association : { Association::Points, Association::Cells })
  {
    const std::size_t count = association == Association::Cells ? cells : n;
    std::vector<float> floats;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < 3 * count; ++i)
    {
      floats.push_back(static_cast<float>(1.2 * std::fmod(0.6180339887 * static_cast<double>(i), 1.0) - 0.1));
      bytes.push_back(static_cast<std::uint8_t>(255.0f * std::clamp(floats.back(), 0.0f, 1.0f)));
    }
    floats[3 * (count / 3)] = static_cast<float>(NaN);
    Field field;
    field.values = floats.data();
    field.numTuples = static_cast<std::int64_t>(count);
    field.numComponents = 3;
    field.association = association;
    this->expectSameFrom(
      field, [this](const Field& f) { this->caster().setColors(f, 1.0); }, "float colors");
    field.values = bytes.data();
    field.type = ValueType::UInt8;
    this->expectSameFrom(
      field, [this](const Field& f) { this->caster().setColors(f, 255.0); }, "byte colors");
  }
}

TEST_P(DeviceArrays, OtherValues)
{
  Field field = scalarInput(this->Scene);
  std::vector<double> turned = this->Scene.scalars;
  std::reverse(turned.begin(), turned.end());
  field.values = turned.data();

  this->caster().setOpacityFunction(translucentFunction());
  this->expectSameFrom(
    field, [this](const Field& f) { this->caster().setOpacityScalars(f); }, "opacity");
  this->caster().dropOpacityScalars();

  this->caster().setThreshold(0.3, 0.7);
  this->expectSameFrom(
    field, [this](const Field& f) { this->caster().setThresholdScalars(f); }, "threshold");
  std::vector<double> least, greatest;
  for (std::size_t t = 0; t < this->Scene.tets.size() / 4; ++t)
  {
    least.push_back(std::fmod(0.6180339887 * static_cast<double>(t), 1.0));
    greatest.push_back(least.back() + 0.1);
  }
  Field low = field, high = field;
  low.values = least.data();
  high.values = greatest.data();
  low.numTuples = high.numTuples = static_cast<std::int64_t>(least.size());
  low.association = high.association = Association::Cells;
  this->caster().setThresholdRanges(low, high);
  const Drawn ranges = this->draw();
  this->caster().dropThresholdScalars();
  DeviceCopies copies;
  this->caster().setThresholdRanges(copies.of(low), copies.of(high));
  expectSame(ranges, this->draw(), "threshold of ranges");
  this->caster().dropThresholdScalars();

  this->caster().setIsosurfaces({ { 0.4, { 0.9f, 0.8f, 0.2f }, 1.0f, false } });
  ColorTable table;
  table.rgb = { 0.9f, 0.1f, 0.2f, 0.2f, 0.8f, 0.3f, 0.1f, 0.3f, 0.9f };
  this->caster().setSurfaceColors(table);
  this->expectSameFrom(
    field, [this](const Field& f) { this->caster().setSurfaceColorScalars(f); }, "surface colors");
  this->caster().dropSurfaceColorScalars();
  this->caster().setIsosurfaces({});

  // The gradient of the other values lights the values of cells.
  this->caster().setScalars(low);
  FrameOptions options;
  options.shade = true;
  SurfaceLight light;
  this->caster().setLights({ light });
  this->expectSameFrom(
    field, [this](const Field& f) { this->caster().setGradientScalars(f); }, "gradients", options);
}

TEST_P(DeviceArrays, WhatTheDefaultStreamWritesLaterIsThere)
{
  const Field field = scalarInput(this->Scene);
  const Drawn host = this->draw();
  std::vector<double> before(this->Scene.scalars.size(), 0.25);
  Field other = field;
  other.values = before.data();
  DeviceCopies copies;
  const Field there = copies.of(other);
  copies.last().writeLater(this->Scene.scalars.data());
  this->caster().setScalars(there);
  expectSame(host, this->draw(), "values that were on their way");
}

TEST_P(DeviceArrays, AreReadWhenTheCallReturns)
{
  const Drawn host = this->draw();
  {
    DeviceCopies copies;
    this->caster().setMesh(copies.of(meshInput(this->Scene)));
    this->caster().setScalars(copies.of(scalarInput(this->Scene)));
  } // the arrays are freed here
  expectSame(host, this->draw(), "freed arrays");
}

TEST_P(DeviceArrays, WrongAddressesAreRefused)
{
  const Drawn before = this->draw();
  const auto expectRefused = [&](const char* what, const char* words, const auto& give) {
    try
    {
      give();
      ADD_FAILURE() << what << ": no error";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << what << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find("the array of "), std::string::npos) << what;
    }
  };
  const Field field = scalarInput(this->Scene);
  DeviceCopies copies;
  const Field good = copies.of(field);

  Field bad = field;
  bad.memory = MemorySpace::Cuda;
  expectRefused("host memory", "values is passed as memory", [&] { this->caster().setScalars(bad); });
  expectRefused("host memory", "opacity is passed as memory", [&] { this->caster().setOpacityScalars(bad); });
  bad.values = reinterpret_cast<const void*>(std::uintptr_t(0x10));
  bad.values = static_cast<const char*>(bad.values) + 8 * 1024;
  expectRefused("no memory", "is passed as memory", [&] { this->caster().setScalars(bad); });
  bad = good;
  bad.values = static_cast<const char*>(good.values) + 4;
  bad.numTuples -= 1;
  std::vector<std::int64_t> tupleOf(this->Scene.points.size() / 3, 0);
  bad.tupleOf = tupleOf.data();
  expectRefused("misaligned", "no multiple of the 8 bytes", [&] { this->caster().setScalars(bad); });
  bad = good;
  bad.numTuples = std::int64_t(1) << 33;
  expectRefused("too many", "the array of values", [&] { this->caster().setScalars(bad); });
  bad.numTuples = std::numeric_limits<std::int64_t>::max();
  expectRefused("more than any", "than any memory", [&] { this->caster().setScalars(bad); });
  expectSame(before, this->draw(), "after wrong values");

  TetMeshInput mesh = meshInput(this->Scene);
  mesh.pointMemory = MemorySpace::Cuda;
  expectRefused("points", "points is passed as memory", [&] { this->caster().setMesh(mesh); });
  mesh = meshInput(this->Scene);
  mesh.connectivityMemory = MemorySpace::Cuda;
  expectRefused("tets", "point ids of the tetrahedra is passed", [&] { this->caster().setMesh(mesh); });
  giveScene(this->caster(), this->Scene);
  expectSame(before, this->draw(), "after wrong meshes");

  copies.last().free();
  expectRefused("freed", "values is passed as memory", [&] { this->caster().setScalars(good); });
  expectSame(before, this->draw(), "after freed values");
}

INKRAY_TEST_ON_DEVICES(DeviceArrays);

} // namespace
