// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Figures of a run for inkray-bench, beside the tables that programs print: one JSON object a line, in the
/// file that --json names. Each is written as soon as it is known, so that a run which ends early keeps its
/// figures.
#include <string>
#include <utility>
#include <vector>

namespace inkray::bench
{

/// What a figure is about, for example { { "system", "ours-tile" }, { "tile", "8x8" } }.
using Of = std::vector<std::pair<std::string, std::string>>;

/// From now on figures are appended to this file. Throws std::runtime_error when it cannot be written.
void recordInto(const std::string& path);

/// Records the device on which the figures are measured.
void recordDevice(const std::string& name);

/// Records a figure: `what` as "cast", with its unit as "ms"; "" for a count. A value that is not finite is
/// left out.
void record(const std::string& what, double value, const std::string& unit, const Of& of = {});

/// Returns a number as it stands in an Of: as short as it can be.
std::string text(double value);

} // namespace inkray::bench
