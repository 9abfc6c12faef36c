// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/TwoPointIntegration.h"

#include <vector>

namespace inkray
{

/// What ProductView looks up.
struct ProductTable
{
  static constexpr int numCells = 1024, numFactors = 256;
  std::vector<Float4> cells;
  std::vector<UInt2> factors;

  ProductTable() = default;
  /// Of pieces of both functions, which makePieces and makeFactors have made.
  ProductTable(
    const std::vector<TransferFunctionPiece>& values, const std::vector<TransferFunctionPiece>& factors);
};

} // namespace inkray
