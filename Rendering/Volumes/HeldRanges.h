// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/HeldRange.h"
#include "Shading/Isosurface.h"

#include <vector>

struct RayCastArray;

/// The ranges to which the kernels' copies of values are relative (Core/HeldRange.h).
namespace HeldRanges
{

/// The range for an array. `byFunctions`: the range of its values that functions show; empty: none does.
/// `surfaces`: isosurfaces of the array.
inkray::FiniteRange Find(const RayCastArray& array, const inkray::FiniteRange& byFunctions,
  const std::vector<inkray::Isosurface>& surfaces = {});

/// Whether `held` is the range of the array's own values, the kernels' default.
bool IsOwn(const RayCastArray& array, const inkray::FiniteRange& held);

} // namespace HeldRanges
