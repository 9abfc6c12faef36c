// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/FieldValues.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Shading/Isosurface.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// Isosurfaces in ascending order. Throws InvalidInput for values that are not finite.
inline std::vector<Isosurface> sortedSurfaces(std::vector<Isosurface> surfaces)
{
  for (const Isosurface& surface : surfaces)
    if (!std::isfinite(surface.value))
      throw InvalidInput("an isovalue is infinite or not a number; give it a finite value");
  std::stable_sort(surfaces.begin(), surfaces.end(),
    [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
  return surfaces;
}

/// The isovalues within a range, as scalars (value - low) * scale, in double precision; of equal ones the
/// first.
inline std::vector<SurfaceEntry> entriesWithin(
  const std::vector<Isosurface>& sorted, const FiniteRange& range, double low, double scale)
{
  std::vector<SurfaceEntry> entries;
  for (const Isosurface& s : sorted)
  {
    if (!(s.value > range.low && s.value <= range.high))
      continue;
    const auto value = static_cast<float>((s.value - low) * scale);
    if (entries.empty() || value > entries.back().value)
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
  }
  return entries;
}

} // namespace inkray
