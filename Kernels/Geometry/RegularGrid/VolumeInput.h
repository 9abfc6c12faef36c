// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// A regular or rectilinear grid with one scalar array of the caller, x fastest. On the CPU, an array of one
/// component of uint8, uint16 or float in host memory is used in place: it must outlive the volume,
/// unchanged. All other arrays of values are copied. Arrays other than the values are in host memory.
///
/// Values at the points are interpolated between them. Cell values lie at the cells' centers: the interpolant
/// is trilinear between the centers, so a surface ends half a cell before the grid's border. Or, for volumes
/// alone, each cell has its own value everywhere (`areCellsConstant`).
///
/// A cell draws nothing if one of its eight values is not finite, if one of its points is hidden, or if it is
/// hidden itself. With cell values, a cell of the interpolant (between eight cell centers) draws nothing if
/// one of its eight cells is hidden by `hiddenCellBits` or has a hidden point. Ghost cells hide it only as
/// its lowest corner, so that pieces with one layer of ghost cells share it without drawing it twice.
struct VolumeInput
{
  std::int64_t dimensions[3] = { 0, 0, 0 }; ///< grid points along x, y, z; at least 2 each
  /// Maps index coordinates (0 .. dimensions - 1) to Camera::meshToEye's input coordinates; row-major affine.
  /// For VTK it consists of origin, spacing, direction and the extent's lower corner.
  double indexToMesh[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  /// For a rectilinear grid, the coordinates of the grid points along each axis, `dimensions` of them, all
  /// ascending or all descending. They may repeat: cells between equal coordinates have no width, and draw
  /// nothing. indexToMesh takes these coordinates instead of index coordinates. Null along all axes: the grid
  /// is even. They are copied.
  const double* coordinates[3] = { nullptr, nullptr, nullptr };
  Field scalars;                 ///< without tupleOf: entry i of the grid has tuple i
  bool areCellsConstant = false; ///< a cell value fills its cell; no meaning for values at the points
  /// The constant cells are the places around the points of the caller's grid. That grid has one cell fewer
  /// along each axis, and picks return its cells.
  bool areCellsOfPoints = false;

  const std::uint8_t* pointFlags = nullptr; ///< one byte for each point; null: no point is hidden
  std::uint8_t hiddenPointBits = 0;         ///< a point is hidden if (flag & hiddenPointBits) != 0
  const std::uint8_t* cellFlags = nullptr;  ///< one byte for each cell; null: no cell is hidden
  std::uint8_t hiddenCellBits = 0;          ///< a cell is hidden if (flag & hiddenCellBits) != 0
  std::uint8_t ghostCellBits = 0; ///< a cell belongs to a neighboring piece if (flag & ghostCellBits) != 0:
                                  ///< with point values it is not drawn
  /// The blank points of a part of a grid, taken from the whole grid's HiddenCells: a point at the part's
  /// border has cells outside of the part. Null: blank points follow from the flags.
  const std::vector<std::uint32_t>* blankPoints = nullptr;

  /// The number of the cells along an axis that picks return.
  std::int64_t cellsAlong(int axis) const { return dimensions[axis] - (areCellsOfPoints ? 2 : 1); }
  /// Whether the interpolant's cells lie between the centers of the grid's cells.
  bool isDual() const { return scalars.association == Association::Cells && !areCellsConstant; }
  /// The number of values along an axis, less the number of the interpolant's cells: 1 if values lie at their
  /// corners, 0 if values fill them.
  int valuesBeyondCells() const
  {
    return scalars.association == Association::Cells && areCellsConstant ? 0 : 1;
  }
};

/// Findings of setVolume.
struct VolumeReport
{
  std::int64_t dimensions[3] = { 0, 0, 0 }; ///< of the interpolated grid: one less along each axis for cell
                                            ///< values, unless cells are constant
  std::int64_t leaves[3] = { 0, 0, 0 };     ///< leaves of 16 x 16 x 16 cells
  double range[2] = { 1, -1 };              ///< of the values of drawn cells; low > high: there are none
  std::int64_t numNonFinite = 0;            ///< values that are NaN or infinite
  std::int64_t numHiddenCells = 0;          ///< cells of the interpolant that flags hide
};

} // namespace inkray
