// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/SurfaceScene.h"

#include <vector>

namespace inkray
{

/// The pieces of a transfer function that end at isovalues, too.
struct SurfacePieces
{
  std::vector<TransferFunctionPiece> pieces;
  std::vector<SurfacePiece> ends; ///< of each

  /// `entries`: normalised isovalues in ascending order, none of them twice.
  SurfacePieces(const std::vector<TransferFunctionPiece>& whole, const std::vector<SurfaceEntry>& entries);

private:
  void add(const TransferFunctionPiece& whole, float low, float high, std::int32_t below, bool isBent);
};

} // namespace inkray
