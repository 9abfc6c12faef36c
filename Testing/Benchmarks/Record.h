// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Figures of a run for inkray-bench, beside the tables that programs print: one JSON object a line, in the
/// file that --json names. Each is there as soon as it is known, so that a run which ends early keeps what it
/// has.
#include <string>
#include <utility>
#include <vector>

namespace inkray::bench
{

/// What a figure is of, for example { { "system", "ours-tile" }, { "tile", "8x8" } }.
using Of = std::vector<std::pair<std::string, std::string>>;

/// From now on figures are appended to this file. Throws std::runtime_error when it cannot be written.
void recordInto(const std::string& path);

/// The device that figures are of.
void recordDevice(const std::string& name);

/// A figure: `what` as "cast", with its unit as "ms"; "" for a count. One that is no finite number is none.
void record(const std::string& what, double value, const std::string& unit, const Of& of = {});

/// A number as it stands in an Of: as short as it can be.
std::string text(double value);

} // namespace inkray::bench
