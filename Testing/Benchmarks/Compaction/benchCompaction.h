// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The cases of bench_compaction: each is a closure that runs one compaction on the device and returns the
/// time by the device's clock. benchCompaction.cpp hands them to Google Benchmark; benchCompaction.cu makes
/// them, as CUDA where there is a compiler for it.
#include "Device/Device.h"
#include "Laboratory/Compaction/ComparedMethod.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace inkray::bench
{

/// The command line; bench_compaction --help explains each option.
struct CompactionSettings
{
  bool select = false, rays = false, density = false, passes = false, extract = false;
  DeviceKind device = DeviceKind::Auto;
  std::int64_t items = 0; ///< 0: the default of the measurement
  std::int64_t smallest = std::int64_t(1) << 20;
  double kept = 0.5;
  int repeats = 7;
  std::vector<ComparedMethod> methods; ///< of --select; none: all
};

struct CompactionCase
{
  std::string measurement; ///< select, rays, density, density-within, sums, stages, streams or extract
  std::string method;      ///< a row of the measurement's table
  std::int64_t items = 0;
  double kept = 0; ///< share of the items that are valid; rays: number of those that hit
  int block = 0;   ///< items a block, where the method has a choice
  /// Returns the milliseconds of one run. Equal rounds have equal input, whatever the case.
  std::function<double(int round)> milliseconds;
};

/// The cases that the settings ask for, on one device. Outputs have been checked against a reference on the
/// host. A wrong output throws std::runtime_error with the method's name.
struct CompactionCases
{
  std::string device;
  std::vector<CompactionCase> cases;
};
CompactionCases makeCases(const CompactionSettings& settings);

} // namespace inkray::bench
