// SPDX-License-Identifier: BSD-3-Clause
// Volumes in the memory of a CUDA device give the same picture as from the host, bit for bit, whatever
// happens to the memory afterwards.
#include "Device/DeviceMemory.h"
#include "Geometry/RegularGrid/BrickRanges.h"
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceDeviceArrays : public IsosurfaceTest
{
protected:
  void SetUp() override
  {
    IsosurfaceTest::SetUp();
    if (!::testing::Test::IsSkipped() && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }
  /// Compares pictures and reports from both memories. Returns how much memory the ray caster holds for the
  /// volume from the device.
  std::size_t expectSameFrom(const TestVolume& volume, const std::vector<double>& isovalues,
    const std::string& what, DeviceMemoryKind kind = DeviceMemoryKind::Device)
  {
    const Camera camera = perspectiveView(40, 40);
    this->give(makeScene(volume, isovalues));
    const VolumeReport host = this->caster().setVolume(volume.input());
    const IsosurfacePicture fromHost = this->picture(camera);
    std::int64_t hits = 0;
    for (const IsosurfaceHit& hit : fromHost.hits)
      hits += std::isfinite(hit.depth) ? 1 : 0;
    EXPECT_GT(hits, 0) << what << ": an empty picture";

    const TestVolume other = makeVolume(noise(9), { 6, 6, 6 });
    this->caster().setVolume(other.input());
    DeviceCopies copies(kind);
    VolumeInput input = volume.input();
    input.scalars = copies.of(input.scalars);
    const VolumeReport device = this->caster().setVolume(input);
    EXPECT_EQ(host.range[0], device.range[0]) << what;
    EXPECT_EQ(host.range[1], device.range[1]) << what;
    EXPECT_EQ(host.numNonFinite, device.numNonFinite) << what;
    EXPECT_EQ(host.numHiddenCells, device.numHiddenCells) << what;
    expectSame(fromHost, this->picture(camera), what);
    const std::size_t held = this->caster().memory().volume;
    this->caster().setVolume(other.input()); // before the memory is freed
    return held;
  }
  const GridIndex Dimensions = { 21, 19, 23 };
};

constexpr ValueType allTypes[] = { ValueType::Int8, ValueType::UInt8, ValueType::Int16, ValueType::UInt16,
  ValueType::Int32, ValueType::UInt32, ValueType::Int64, ValueType::UInt64, ValueType::Float32,
  ValueType::Float64 };

TEST_P(IsosurfaceDeviceArrays, EveryType)
{
  for (const ValueType type : allTypes)
    for (const Association association : { Association::Points, Association::Cells })
      for (const int component : { 0, 2, -1 })
      {
        const int numComponents = component == 0 ? 1 : 3;
        const TestVolume volume =
          makeVolume(gyroid(), this->Dimensions, { type, association, numComponents, component });
        const std::string what = "type " + std::to_string(static_cast<int>(type)) +
          (association == Association::Cells ? " of cells, component " : " of points, component ") +
          std::to_string(component);
        const double isovalue =
          component < 0 ? std::abs(scaledValue(type, 0.45)) * std::sqrt(3.0) : scaledValue(type, 0.1);
        const std::size_t held = this->expectSameFrom(volume, { isovalue }, what);
        EXPECT_GT(held, 0u) << what << ": used in place";
      }
}

TEST_P(IsosurfaceDeviceArrays, EveryKindOfMemory)
{
  const TestVolume volume = makeVolume(gyroid(), this->Dimensions);
  for (const DeviceMemoryKind kind :
    { DeviceMemoryKind::Device, DeviceMemoryKind::Pool, DeviceMemoryKind::Managed, DeviceMemoryKind::Pinned })
    this->expectSameFrom(volume, { 0.1 }, "memory " + std::to_string(static_cast<int>(kind)), kind);
}

TEST_P(IsosurfaceDeviceArrays, ValuesThatNeedCare)
{
  // Values that are not finite, hidden, or far too large for sums, and on planes of their own.
  TestVolume volume = makeVolume(gyroid(), this->Dimensions);
  volume.scalars.set(volume.numPoints() / 2, 0, std::numeric_limits<double>::quiet_NaN());
  volume.scalars.set(volume.numPoints() / 3, 0, std::numeric_limits<double>::infinity());
  volume.pointFlags.assign(static_cast<std::size_t>(volume.numPoints()), 0);
  volume.pointFlags[static_cast<std::size_t>(volume.numPoints() / 4)] = 2;
  volume.hiddenPointBits = 2;
  this->expectSameFrom(volume, { 0.1 }, "holes");

  volume = makeVolume(gyroid(), this->Dimensions);
  for (std::int64_t i = 0; i < volume.numPoints(); ++i)
    volume.scalars.set(i, 0, 3e38 * (hashNumber(7, i) - 0.5));
  this->expectSameFrom(volume, { 1e37 }, "huge values");

  for (const ValueType type : { ValueType::UInt8, ValueType::Float32, ValueType::Float64 })
  {
    volume = makeVolume(gyroid(), this->Dimensions, { type });
    for (int axis = 0; axis < 3; ++axis)
      for (std::int64_t i = 0; i < this->Dimensions[axis]; ++i)
        volume.coordinates[axis].push_back(static_cast<double>(i) + 0.3 * std::sin(static_cast<double>(i)));
    this->expectSameFrom(volume, { scaledValue(type, 0.1) }, "rectilinear");
  }
}

TEST_P(IsosurfaceDeviceArrays, Colors)
{
  const TestVolume volume = makeVolume(gyroid(), this->Dimensions);
  this->give(makeScene(volume, { 0.1 }));
  ColorTable table;
  table.rgb = { 0.9f, 0.1f, 0.2f, 0.2f, 0.8f, 0.3f, 0.1f, 0.3f, 0.9f };
  table.range[0] = -1.0;
  table.range[1] = 1.0;
  const Camera camera = perspectiveView(40, 40);
  for (const ValueType type : allTypes)
  {
    const TestArray colors = makeArray(noise(3), this->Dimensions, { type });
    table.range[0] = scaledValue(type, -1.0);
    table.range[1] = scaledValue(type, 1.0);
    this->caster().setColorValues(colors.values());
    this->caster().setColorTable(table);
    const IsosurfacePicture fromHost = this->picture(camera);
    this->caster().setColorValues(Field());
    DeviceCopies copies;
    this->caster().setColorValues(copies.of(colors.values()));
    expectSame(fromHost, this->picture(camera), "colors of type " + std::to_string(static_cast<int>(type)));
    this->caster().setColorValues(Field());
  }
}

TEST_P(IsosurfaceDeviceArrays, WhatTheDefaultStreamWritesLaterIsThere)
{
  const TestVolume before = makeVolume(noise(5), this->Dimensions),
                   volume = makeVolume(gyroid(), this->Dimensions);
  this->give(makeScene(volume, { 0.1 }));
  const IsosurfacePicture fromHost = this->picture(perspectiveView(40, 40));
  DeviceCopies copies;
  VolumeInput input = before.input();
  input.scalars = copies.of(input.scalars);
  copies.last().writeLater(volume.scalars.bytes.data());
  this->caster().setVolume(input);
  expectSame(fromHost, this->picture(perspectiveView(40, 40)), "values that were on their way");
}

TEST_P(IsosurfaceDeviceArrays, WhatIsWrittenAfterwardsIsNotDrawn)
{
  // Floats and bytes, which kernels could read in place, for values and for colors.
  for (const ValueType type : { ValueType::Float32, ValueType::UInt8 })
  {
    const TestVolume volume = makeVolume(gyroid(), this->Dimensions, { type }),
                     other = makeVolume(noise(5), this->Dimensions, { type });
    this->give(makeScene(volume, { scaledValue(type, 0.1) }));
    ColorTable table;
    table.rgb = { 0.9f, 0.1f, 0.2f, 0.1f, 0.3f, 0.9f };
    table.range[0] = scaledValue(type, -1.0);
    table.range[1] = scaledValue(type, 1.0);
    const TestArray colors = makeArray(noise(3), this->Dimensions, { type });
    this->caster().setColorValues(colors.values());
    this->caster().setColorTable(table);
    const IsosurfacePicture expected = this->picture(perspectiveView(40, 40));
    DeviceCopies copies;
    VolumeInput input = volume.input();
    input.scalars = copies.of(input.scalars);
    this->caster().setVolume(input);
    copies.last().writeLater(other.scalars.bytes.data());
    this->caster().setColorValues(copies.of(colors.values()));
    copies.last().writeLater(other.scalars.bytes.data());
    copies.last().free(); // waits for all enqueued work
    expectSame(expected, this->picture(perspectiveView(40, 40)), "values that were written over");
  }
}

TEST_P(IsosurfaceDeviceArrays, WrongAddressesAreRefused)
{
  const TestVolume volume = makeVolume(gyroid(), this->Dimensions);
  this->give(makeScene(volume, { 0.1 }));
  const IsosurfacePicture before = this->picture(perspectiveView(40, 40));
  const auto expectRefused = [&](const char* words, const auto& give) {
    try
    {
      give();
      ADD_FAILURE() << words << ": no error";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  VolumeInput input = volume.input();
  input.scalars.memory = MemorySpace::Cuda;
  expectRefused("the array of values is passed", [&] { this->caster().setVolume(input); });
  this->caster().setVolume(volume.input());
  expectRefused("values that color the surfaces", [&] { this->caster().setColorValues(input.scalars); });
  expectSame(before, this->picture(perspectiveView(40, 40)), "after wrong addresses");
  DeviceCopies copies;
  input.scalars = copies.of(volume.input().scalars);
  input.scalars.values = static_cast<const char*>(input.scalars.values) + 2;
  expectRefused("no multiple of the 4 bytes", [&] { this->caster().setVolume(input); });
}

TEST_P(IsosurfaceDeviceArrays, BricksOnTheHost)
{
  const TestVolume volume = makeVolume(gyroid(), this->Dimensions);
  const BrickSelection bricks = { 8, { 0, 0, 0 }, { 3, 3, 3 }, { 0, 0, 0 } };
  std::vector<MinMax<double>> fromHost(27), fromDevice(27);
  findBrickRanges(volume.input(), bricks, fromHost.data());
  DeviceCopies copies;
  VolumeInput input = volume.input();
  input.scalars = copies.of(input.scalars);
  findBrickRanges(input, bricks, fromDevice.data());
  for (std::size_t i = 0; i < fromHost.size(); ++i)
  {
    EXPECT_EQ(fromHost[i].low, fromDevice[i].low) << i;
    EXPECT_EQ(fromHost[i].high, fromDevice[i].high) << i;
  }
}

INKRAY_TEST_ON_DEVICES(IsosurfaceDeviceArrays);

} // namespace
