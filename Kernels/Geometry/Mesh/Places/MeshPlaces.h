// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The number of a point's place while a mesh is set up: noPlace for a point that no tet uses, firstPlace for
/// the first place, and so on.
constexpr std::uint8_t noPlace = 0, firstPlace = 1;

/// A part of a mesh whose distance from the rest is large for its size. Its vertices are consecutive in the
/// mesh. Their coordinates are relative to the part, p' = (p - center) * scale in [-1, 1]^3, so that the
/// distance costs them no digits.
struct MeshPlace
{
  double center[3];
  double scale;
  float ratio; ///< scale of this place / scale of the whole mesh
  std::uint32_t firstVertex;
};

/// The places of a mesh. Most meshes have one place.
struct MeshPlaces
{
  const MeshPlace* places; ///< in the order of their vertices
  std::int32_t count;

  INKRAY_HD std::int32_t of(std::uint32_t vertex) const
  {
    std::int32_t place = 0;
    while (place + 1 < count && vertex >= places[place + 1].firstVertex)
      ++place;
    return place;
  }
  INKRAY_HD float ratioOf(std::uint32_t vertex) const
  {
    return count > 1 ? places[this->of(vertex)].ratio : 1.0f;
  }
};

} // namespace inkray
