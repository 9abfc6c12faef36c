// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"
#include "Shading/TwoPointIntegration.h"

#include <vector>

namespace inkray
{

/// What StepView looks up: means of a function over equal cells, of which the first and the last are half as
/// long as the others, and transparent where the function is at that end.
struct StepTable
{
  static constexpr int numCells = 4096;
  std::vector<Float4> cells;
  std::vector<TransferFunctionPiece> pieces; ///< the function
  StepView view{};                           ///< without the array

  StepTable() = default;
  /// Of a function of normalised scalars.
  explicit StepTable(std::vector<TransferFunctionPiece> function);
};

} // namespace inkray
