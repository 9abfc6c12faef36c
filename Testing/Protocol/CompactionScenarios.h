// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Executor.h"

#include <ostream>
#include <vector>

namespace protocol
{

/// An algorithm under test. `run` draws a case from the executor's dice (block size, items a thread, one or
/// two outputs, tiles, blocks, launches in a row, densities, room in the queue), runs it and reports a wrong
/// result as the executor's failure.
struct Scenario
{
  const char* name;
  int seeds; ///< of the clean test
  void (*run)(Executor& executor);
};

/// For GoogleTest: tests are named by their algorithm.
inline void PrintTo(const Scenario& scenario, std::ostream* stream)
{
  *stream << scenario.name;
}

/// InKCompactLookBack, InKCompact, InKCollate and BlockAppend.
const std::vector<Scenario>& compactionScenarios();

/// BrickTreeBlock.
Scenario brickTreeScenario();

/// KdLargeBlock and KdSmallBlock.
const std::vector<Scenario>& kdTreeScenarios();

} // namespace protocol
