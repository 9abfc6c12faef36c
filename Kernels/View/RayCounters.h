// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// Counters that rays add to, on the device.
struct RayCounters
{
  std::uint64_t steps, coveredRays, failedRays, recastRays;
};

} // namespace inkray
