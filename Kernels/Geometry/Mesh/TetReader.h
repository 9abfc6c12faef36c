// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/MeshArrays.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Reads the caller's arrays of a mesh in host memory; InvalidInput for types that a mesh cannot have. Types
/// are checked at each access, which waits for memory anyway. So code that uses the reader is compiled once,
/// not for each pair of types.
class TetReader
{
public:
  explicit TetReader(const TetMeshInput& mesh)
    : numPoints(mesh.numPoints)
    , points_(mesh.points)
    , ids_(mesh.connectivity)
  {
    visitPoints(
      points_, mesh.pointType, [this](const auto* p) { areDouble_ = sizeof(*p) == sizeof(double); });
    visitIds(ids_, mesh.connectivityType, [this](const auto* id) { areWide_ = sizeof(*id) == 8; });
  }

  const std::int64_t numPoints;

  std::uint64_t corner(std::uint32_t tet, int c) const
  {
    const std::int64_t i = 4 * std::int64_t(tet) + c;
    return static_cast<std::uint64_t>(
      areWide_ ? static_cast<const std::int64_t*>(ids_)[i] : static_cast<const std::int32_t*>(ids_)[i]);
  }
  double coordinate(std::uint64_t point, int axis) const
  {
    const std::uint64_t i = 3 * point + static_cast<std::uint64_t>(axis);
    return areDouble_ ? static_cast<const double*>(points_)[i]
                      : static_cast<double>(static_cast<const float*>(points_)[i]);
  }
  /// The least and the greatest coordinate of a tet along an axis.
  void extent(std::uint32_t tet, int axis, double& low, double& high) const
  {
    const double x[4] = { this->coordinate(this->corner(tet, 0), axis),
      this->coordinate(this->corner(tet, 1), axis), this->coordinate(this->corner(tet, 2), axis),
      this->coordinate(this->corner(tet, 3), axis) };
    low = std::min({ x[0], x[1], x[2], x[3] });
    high = std::max({ x[0], x[1], x[2], x[3] });
  }

private:
  const void* const points_;
  const void* const ids_;
  bool areDouble_ = false, areWide_ = false;
};

} // namespace inkray
