// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayTypes.h"

namespace
{
[[maybe_unused]] const bool IsAdded =
  DisplayTypes::Add({ "Isosurface (Path Traced)", "PathTrace", "PathTraceIncludeVolume" });
} // namespace
