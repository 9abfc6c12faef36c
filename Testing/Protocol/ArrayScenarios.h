// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "CompactionScenarios.h"

namespace protocol
{

/// The array forms of look-back and collate, and the out-of-kernel algorithms that are written against a
/// context: Horn, Jumping Jack, its hole fill, Chag.
const std::vector<Scenario>& arrayScenarios();

/// ChainedScan.h
const Scenario& chainedScanScenario();

} // namespace protocol
