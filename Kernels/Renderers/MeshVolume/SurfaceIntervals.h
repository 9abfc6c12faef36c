// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/SurfaceScene.h"

#include <vector>

namespace inkray
{

/// The pieces of a transfer function that also end at isovalues.
struct SurfaceIntervals
{
  std::vector<FunctionInterval> pieces;
  std::vector<SurfaceInterval> ends; ///< isovalues at the ends of each piece

  /// `entries`: normalized isovalues in ascending order, without duplicates.
  SurfaceIntervals(const std::vector<FunctionInterval>& whole, const std::vector<SurfaceEntry>& entries);

private:
  void add(const FunctionInterval& whole, float low, float high, std::int32_t below, bool isBent);
};

} // namespace inkray
