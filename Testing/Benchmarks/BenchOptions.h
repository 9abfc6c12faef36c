// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Options that several benchmarks have on their command lines: the device, the number of CPU threads, and
/// the file for figures.
#include "CommandLine.h"
#include "Device/Device.h"
#include "Record.h"

#include <tbb/global_control.h>

#include <memory>

namespace inkray::bench
{

/// Adds --device.
inline void addDevice(CLI::App& app, DeviceKind& device)
{
  generator::addChoice<DeviceKind>(app, "--device", device,
    { { "auto", DeviceKind::Auto }, { "cuda", DeviceKind::CUDA }, { "cpu", DeviceKind::CPU } },
    "Where; auto is CUDA where there is a device");
}

/// Returns a check that an option names a transfer function of BenchSupport.h.
inline CLI::IsMember isTransferFunction()
{
  return CLI::IsMember(
    { "translucent", "opaque", "ramp", "rainbow", "rainbow-256", "peaks", "four-peaks", "opacity-peaks" });
}

/// Adds --json.
inline void addJson(CLI::App& app)
{
  app.add_option_function<std::string>(
    "--json", recordInto, "Append each figure to this file, a JSON object a line");
}

/// Limits the CPU threads to so many for as long as the result lives; 0: all.
inline std::unique_ptr<tbb::global_control> limitThreads(int threads)
{
  return threads > 0 ? std::make_unique<tbb::global_control>(
                         tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads))
                     : nullptr;
}

} // namespace inkray::bench
