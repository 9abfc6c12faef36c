// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// One isovalue with its colour, in ascending order of values. Colour is not multiplied by opacity.
struct SurfaceEntry
{
  float value; ///< in the units of the quantized field
  float red, green, blue, opacity;
  std::int32_t keepsColor = 0; ///< where a second array colours the others
};

struct SurfaceList
{
  const SurfaceEntry* entries;
  std::int32_t count;
  float first; ///< value of the first entry, where it is the only one
};

} // namespace inkray
