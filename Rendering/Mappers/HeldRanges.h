// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/HeldRange.h"
#include "Shading/Isosurface.h"

#include <vector>

struct RayCastArray;

/// The ranges that kernels hold the values of arrays relative to (Core/HeldRange.h).
namespace HeldRanges
{

/// The range for an array. `byFunctions` is the range that functions show of it, empty where none does, and
/// `surfaces` are isosurfaces of it.
inkray::FiniteRange Find(const RayCastArray& array, const inkray::FiniteRange& byFunctions,
  const std::vector<inkray::Isosurface>& surfaces = {});

/// Whether `held` is the range of the array's own values, the kernels' default.
bool IsOwn(const RayCastArray& array, const inkray::FiniteRange& held);

} // namespace HeldRanges
