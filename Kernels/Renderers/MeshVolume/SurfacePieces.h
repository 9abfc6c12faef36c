// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/SurfaceScene.h"

#include <vector>

namespace inkray
{

/// The pieces of a transfer function that also end at isovalues.
struct SurfacePieces
{
  std::vector<TransferFunctionPiece> pieces;
  std::vector<SurfacePiece> ends; ///< of each piece

  /// `entries`: normalized isovalues in ascending order, without duplicates.
  SurfacePieces(const std::vector<TransferFunctionPiece>& whole, const std::vector<SurfaceEntry>& entries);

private:
  void add(const TransferFunctionPiece& whole, float low, float high, std::int32_t below, bool isBent);
};

} // namespace inkray
