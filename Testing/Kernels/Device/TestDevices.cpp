// SPDX-License-Identifier: BSD-3-Clause
// The devices of the machine by their ordinals, and the limit of the memory of a device.
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Device/Device.h"
#include "Device/HostBackend.h"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace inkray;

namespace
{

/// Returns the message of the error when a renderer is made on a device; empty when it is made.
template <class Renderer>
std::string refusal(const DeviceId& device)
{
  try
  {
    Renderer::create(device);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}

TEST(Devices, AreListedByOrdinalAndTheCpuLast)
{
  const std::vector<DeviceInfo> all = devices();
  ASSERT_EQ(static_cast<int>(all.size()), numCudaDevices() + 1);
  for (int ordinal = 0; ordinal < numCudaDevices(); ++ordinal)
  {
    const DeviceInfo& info = all[static_cast<std::size_t>(ordinal)];
    EXPECT_EQ(info.id.kind, DeviceKind::CUDA);
    EXPECT_EQ(info.id.ordinal, ordinal);
    EXPECT_EQ(info.available, info.reason.empty());
  }
  EXPECT_EQ(all.back().id.kind, DeviceKind::CPU);
  EXPECT_TRUE(all.back().available);
}

TEST(Devices, WithAnOrdinalThatNoneHasAreRefusedInOneSentence)
{
  for (const int ordinal : { -1, numCudaDevices(), 1000 })
  {
    const DeviceId device = { DeviceKind::CUDA, ordinal };
    const DeviceInfo info = cudaDevice(ordinal);
    EXPECT_FALSE(info.available);
    EXPECT_FALSE(info.reason.empty());
    const std::string expected = "no CUDA device " + std::to_string(ordinal) + ": " + info.reason;
    EXPECT_EQ(refusal<TetRayCaster>(device), expected);
    EXPECT_EQ(refusal<IsosurfaceRayCaster>(device), expected);
    EXPECT_EQ(refusal<Havs>(device), expected);
  }
}

TEST(Devices, AreTheCpuWhereItIsNamed)
{
  const DeviceId cpu = { DeviceKind::CPU, 3 }; // the ordinal means nothing here
  EXPECT_EQ(TetRayCaster::create(cpu)->device(), DeviceKind::CPU);
  EXPECT_EQ(IsosurfaceRayCaster::create(cpu)->device(), DeviceKind::CPU);
  EXPECT_EQ(Havs::create(cpu)->device(), DeviceKind::CPU);
}

TEST(MemoryBudgets, RefuseWhatPassesTheLimitAndKeepWhatIsThere)
{
  HostBackend backend({}, 1000);
  using Bytes = Buffer<char, HostBackend>;
  Bytes first(backend, 600), second;
  try
  {
    second.reset(backend, 401);
    FAIL() << "401 bytes beside 600 of 1000";
  }
  catch (const OutOfMemory& error)
  {
    EXPECT_EQ(error.asked, 401u);
    EXPECT_EQ(error.free, 400u);
    EXPECT_NE(std::string(error.what()).find("401 bytes were asked for, and 600 of 1000 are in use"),
      std::string::npos)
      << error.what();
  }
  EXPECT_EQ(first.size(), 600);
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(backend.budget().used(), 600u);
  EXPECT_EQ(backend.budget().limit(), 1000u);
  EXPECT_EQ(backend.budget().allocations(), 1u);
  second.reset(backend, 400);
  EXPECT_EQ(backend.budget().used(), 1000u);
  first.release();
  EXPECT_EQ(backend.budget().used(), 400u);
  EXPECT_EQ(backend.budget().peak(), 1000u);
}

TEST(MemoryBudgets, HaveNoLimitUnlessTheyAreGivenOne)
{
  HostBackend backend;
  EXPECT_EQ(backend.budget().limit(), MemoryBudget::noLimit);
  backend.budget().require(MemoryBudget::noLimit);
}

} // namespace
