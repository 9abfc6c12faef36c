// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"
#include "Shading/TwoPointIntegration.h"

#include <vector>

namespace inkray
{

/// The table of a StepView: means of a function over equal cells. The first and the last cell are half as
/// long as the others. They are transparent if the function is transparent at that end.
struct StepTable
{
  static constexpr int numCells = 4096;
  std::vector<Float4> cells;
  std::vector<FunctionInterval> pieces; ///< the original function
  StepView view{};                      ///< without the array

  StepTable() = default;
  /// Make a table of a function of normalized scalars.
  explicit StepTable(std::vector<FunctionInterval> function);
};

} // namespace inkray
