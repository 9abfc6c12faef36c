// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/HeldRange.h"
#include "Shading/Isosurface.h"

#include <vector>

struct RayCastArray;

/// What values of arrays are held relative to in the kernels.
namespace HeldRanges
{

/// The range for an array of which functions show a range, empty where none does, and isosurfaces show their
/// values.
inkray::FiniteRange Find(const RayCastArray& array, const inkray::FiniteRange& byFunctions,
  const std::vector<inkray::Isosurface>& surfaces = {});

/// Whether that is the range of the array, which callers need not name then.
bool IsOwn(const RayCastArray& array, const inkray::FiniteRange& held);

} // namespace HeldRanges
