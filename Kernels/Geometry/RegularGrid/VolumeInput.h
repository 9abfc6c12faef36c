// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"

#include <cstdint>

namespace inkray
{

/// A regular or rectilinear grid with one scalar array of the caller's, x fastest. An array of one component
/// of uint8, uint16 or float in host memory is used in place on the CPU: it must then outlive the volume,
/// unchanged. All other arrays of values are copied. Arrays other than the values are in host memory.
///
/// Values at the points are interpolated between them. Cell values lie at the cells' centres: the interpolant
/// is trilinear between the centres, so that a surface ends half a cell before the grid's border.
///
/// A cell draws nothing when one of its eight values is not finite, when a point of it is hidden, or when it
/// is hidden itself. With cell values, a cell of the interpolant (between eight cell centres) draws nothing
/// when one of its eight cells is hidden by `hiddenCells` or has a hidden point; ghost cells hide it only as
/// its lowest corner, so that pieces with one layer of ghost cells share it without drawing it twice.
struct VolumeInput
{
  std::int64_t dimensions[3] = { 0, 0, 0 }; ///< grid points along x, y, z; at least 2 each
  /// Index coordinates (0 .. dimensions - 1) to the coordinates that Camera::meshToEye takes; row-major
  /// affine, for VTK: origin, spacing, direction and the extent's lower corner.
  double indexToMesh[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  /// For a rectilinear grid, the coordinates of the grid points along each axis, `dimensions` of them, all
  /// ascending or all descending. They may repeat: the cells between have no width, and draw nothing.
  /// indexToMesh takes them in place of index coordinates. Null along all axes: the grid is even. They are
  /// copied.
  const double* coordinates[3] = { nullptr, nullptr, nullptr };
  Field scalars; ///< without tupleOf: entry i of the grid has tuple i

  const std::uint8_t* pointFlags = nullptr; ///< one byte a point; null: none hidden
  std::uint8_t hiddenPointBits = 0;         ///< a point is hidden when (flag & hiddenPointBits) != 0
  const std::uint8_t* cellFlags = nullptr;  ///< one byte a cell; null: none hidden
  std::uint8_t hiddenCellBits = 0;          ///< a cell is hidden when (flag & hiddenCellBits) != 0
  std::uint8_t ghostCellBits = 0; ///< a cell belongs to a neighbouring piece when (flag & ghostCellBits) !=
                                  ///< 0: with point values it is not drawn
};

/// Findings of setVolume.
struct VolumeReport
{
  std::int64_t dimensions[3] = { 0, 0, 0 }; ///< of the interpolated grid: one less a side for cell values
  std::int64_t leaves[3] = { 0, 0, 0 };     ///< leaves of 16 x 16 x 16 cells
  double range[2] = { 1, -1 };     ///< of the values that cells to draw have; low > high when there are none
  std::int64_t numNonFinite = 0;   ///< values that are NaN or infinite
  std::int64_t numHiddenCells = 0; ///< cells of the interpolant hidden by flags
};

} // namespace inkray
