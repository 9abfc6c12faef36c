// SPDX-License-Identifier: BSD-3-Clause
// Parts that the tests of failing allocations of all ray casters share: each allocation fails in turn.
#pragma once
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Core/FieldValues.h"
#include "Device/Device.h"
#include "Device/MemoryBudget.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

using Picture = std::vector<float>;

/// The calls that are made to a ray caster, in order. Each adds the images that it draws to the picture.
template <class Caster>
using Calls = std::vector<std::function<void(Caster&, Picture&)>>;

/// The result of all calls.
struct Outcome
{
  Picture picture;
  std::size_t bytes = 0;
  std::int64_t allocations = 0; ///< how many were made
  int failures = 0;             ///< calls that ran out of memory
};

/// Makes the calls; a call that runs out of memory is made again. The `failing`-th allocation fails; none
/// with 0.
template <class Caster>
Outcome perform(DeviceKind kind, const Calls<Caster>& calls, std::int64_t failing)
{
  Outcome outcome;
  std::unique_ptr<Caster> caster;
  const auto withSecondTry = [&](const auto& call) {
    try
    {
      call();
    }
    catch (const OutOfMemory& error)
    {
      ++outcome.failures;
      EXPECT_GT(error.asked, 0u);
      EXPECT_NE(std::string(error.what()).find(std::to_string(error.asked) + " bytes"), std::string::npos)
        << error.what();
      call();
    }
  };
  MemoryBudget::failAllocation(failing);
  withSecondTry([&] { caster = Caster::create(kind); });
  for (const auto& call : calls)
  {
    withSecondTry([&] {
      const std::size_t before = outcome.picture.size();
      try
      {
        call(*caster, outcome.picture);
      }
      catch (...)
      {
        outcome.picture.resize(before);
        throw;
      }
    });
  }
  outcome.allocations = MemoryBudget::failAllocation(0);
  outcome.bytes = bytesOf(*caster);
  return outcome;
}

template <class Caster>
void expectToSurvive(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  ASSERT_EQ(good.failures, 0);
  ASSERT_GT(good.allocations, 10);
  // Each round takes seconds under some tools. With such a tool, only one allocation in eleven fails; which
  // ones differs from run to run.
  const std::int64_t step = runsAllSeeds() ? 1 : 11;
  for (std::int64_t failing = 1 + freshSeed() % step; failing <= good.allocations; failing += step)
  {
    SCOPED_TRACE("allocation " + std::to_string(failing) + " of " + std::to_string(good.allocations));
    Outcome outcome;
    ASSERT_NO_THROW(outcome = perform<Caster>(kind, calls, failing));
    EXPECT_EQ(outcome.failures, 1);
    EXPECT_EQ(outcome.picture, good.picture);
    EXPECT_LE(outcome.bytes, good.bytes);
    if (::testing::Test::HasFailure())
      return;
  }
  ::testing::Test::RecordProperty("allocations", std::to_string(good.allocations));
}

/// Each allocation fails in turn, and the failed call is not repeated: later calls either work or throw an
/// error with a message. Then all calls are repeated from the first one. They give the picture of a ray
/// caster that never failed.
template <class Caster>
void expectToGoOn(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  const std::int64_t step = runsAllSeeds() ? 1 : 11;
  for (std::int64_t failing = 1 + freshSeed() % step; failing <= good.allocations; failing += step)
  {
    SCOPED_TRACE("allocation " + std::to_string(failing) + " of " + std::to_string(good.allocations));
    MemoryBudget::failAllocation(0);
    std::unique_ptr<Caster> caster = Caster::create(kind);
    MemoryBudget::failAllocation(failing);
    Picture ignored, picture;
    for (const auto& call : calls)
    {
      try
      {
        call(*caster, ignored);
      }
      catch (const OutOfMemory&)
      {
      }
      catch (const InvalidInput&)
      {
      }
    }
    MemoryBudget::failAllocation(0);
    ASSERT_NO_THROW({
      for (const auto& call : calls)
        call(*caster, picture);
    });
    ASSERT_EQ(picture, good.picture);
  }
}

/// With a limit of half the memory that the calls hold in the end, one call is refused with the figures. The
/// memory held stays within the limit. With a limit of more than enough, the picture is the one without a
/// limit.
template <class Caster>
void expectToKeepTheLimit(DeviceKind kind, const Calls<Caster>& calls)
{
  const Outcome good = perform<Caster>(kind, calls, 0);
  const DeviceId device = requireDevice(kind).id;
  const std::size_t limit = good.bytes / 2;
  std::unique_ptr<Caster> caster = Caster::create(device, limit);
  Picture picture;
  int refusals = 0;
  for (const auto& call : calls)
  {
    try
    {
      call(*caster, picture);
    }
    catch (const OutOfMemory& error)
    {
      ++refusals;
      const std::string message = error.what();
      EXPECT_GT(error.asked, error.free);
      EXPECT_NE(message.find(std::to_string(error.asked) + " bytes were asked for"), std::string::npos);
      EXPECT_NE(
        message.find(std::to_string(limit - error.free) + " of " + std::to_string(limit)), std::string::npos)
        << message;
    }
    catch (const InvalidInput&)
    {
      EXPECT_GT(refusals, 0) << "only for the data that were refused";
    }
    EXPECT_LE(bytesOf(*caster), limit);
  }
  EXPECT_GT(refusals, 0);

  caster = Caster::create(device, 64 * good.bytes);
  picture.clear();
  for (const auto& call : calls)
    call(*caster, picture);
  EXPECT_EQ(picture, good.picture);
}

/// Tests that run on each device, and skip where there is none.
class FailingAllocations : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }
  void TearDown() override { MemoryBudget::failAllocation(0); }
};

inline void add(Picture& picture, const float* values, std::size_t count)
{
  picture.insert(picture.end(), values, values + count);
}

constexpr int Edge = 20;
constexpr std::size_t Pixels = Edge * Edge;

/// Returns `count` values from 0 to 1, for tets or points.
inline std::vector<float> ramp(std::size_t count)
{
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(i % 17) / 16.0f;
  return values;
}
inline Field fieldOf(const std::vector<float>& values, Association association, int components = 1)
{
  Field field;
  field.values = values.data();
  field.numComponents = components;
  field.numTuples = static_cast<std::int64_t>(values.size()) / components;
  field.association = association;
  return field;
}

} // namespace inkray::testing
