// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// One isovalue with its color, which is not premultiplied; entries are in ascending order of values.
struct SurfaceEntry
{
  float value; ///< in the units of the quantized field
  float red, green, blue, opacity;
  std::int32_t keepsColor = 0; ///< not 0: the surface keeps its color even if a second array colors the
                               ///< others
};

struct SurfaceList
{
  const SurfaceEntry* entries;
  std::int32_t count;
  float first; ///< the first entry's value, if it is the only one
};

} // namespace inkray
