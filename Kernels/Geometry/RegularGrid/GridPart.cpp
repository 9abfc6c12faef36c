// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/GridPart.h"

#include "Device/CallerArrays.h"
#include "Geometry/RegularGrid/GridPlanes.h"
#include "Geometry/RegularGrid/HiddenCells.h"

#include <algorithm>
#include <cstring>

namespace inkray
{

GridPart::GridPart(const VolumeInput& whole, const GridBlock& block)
  : input_(whole)
{
  // Values of cells lie between planes of points, of which there is one more along each axis.
  const std::int64_t more = whole.scalars.association == Association::Cells ? 1 : 0;
  std::int64_t points[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    first_[axis] = block.firstPoint[axis];
    wholeCells_[axis] = whole.dimensions[axis] - 1;
    points[axis] = whole.dimensions[axis] - more;
    input_.dimensions[axis] = block.points[axis] + more;
    if (whole.coordinates[axis])
      input_.coordinates[axis] += first_[axis];
  }
  const bool isEven = !whole.coordinates[0] && !whole.coordinates[1] && !whole.coordinates[2];
  for (int row = 0; row < 3 && isEven; ++row)
    for (int axis = 0; axis < 3; ++axis)
      input_.indexToMesh[4 * row + 3] += whole.indexToMesh[4 * row + axis] * double(first_[axis]);
  if (whole.pointFlags)
    this->copy(whole.pointFlags, 1, true, pointFlags_);
  if (whole.cellFlags)
    this->copy(whole.cellFlags, 1, false, cellFlags_);
  if (whole.blankPoints && !whole.blankPoints->empty())
    blankPoints_ = bitsOfPiece(*whole.blankPoints, points, block, 0);
}

void GridPart::copy(const void* from, std::size_t size, bool ofPoints, std::vector<char>& to) const
{
  const std::int64_t less = ofPoints ? 0 : 1, more = ofPoints ? 1 : 0;
  const std::int64_t nx = input_.dimensions[0] - less, ny = input_.dimensions[1] - less,
                     nz = input_.dimensions[2] - less;
  const std::size_t row = static_cast<std::size_t>(nx) * size;
  to.resize(row * static_cast<std::size_t>(ny * nz));
  char* at = to.data();
  for (std::int64_t z = 0; z < nz; ++z)
    for (std::int64_t y = 0; y < ny; ++y, at += row)
    {
      const std::int64_t tuple =
        first_[0] + (wholeCells_[0] + more) * (first_[1] + y + (wholeCells_[1] + more) * (first_[2] + z));
      std::memcpy(at, static_cast<const char*>(from) + static_cast<std::size_t>(tuple) * size, row);
    }
}

VolumeInput GridPart::input() const
{
  VolumeInput input = input_;
  if (!pointFlags_.empty())
    input.pointFlags = reinterpret_cast<const std::uint8_t*>(pointFlags_.data());
  if (!cellFlags_.empty())
    input.cellFlags = reinterpret_cast<const std::uint8_t*>(cellFlags_.data());
  if (input.blankPoints)
    input.blankPoints = &blankPoints_;
  return input;
}

Field GridPart::cut(const Field& field, std::vector<char>& copy) const
{
  Field own = field;
  if (!field.values || field.association != input_.scalars.association)
    return own; // refused
  const std::size_t size = sizeOf(field.type) * static_cast<std::size_t>(field.numComponents);
  this->copy(field.values, size, field.association == Association::Points, copy);
  own.values = copy.data();
  own.numTuples = static_cast<std::int64_t>(copy.size() / size);
  return own;
}

PagedVector<std::uint32_t> GridPart::cells() const
{
  const std::int64_t n[3] = { input_.cellsAlong(0), input_.cellsAlong(1), input_.cellsAlong(2) };
  const std::int64_t less = input_.areCellsOfPoints ? 1 : 0, nx = wholeCells_[0] - less,
                     ny = wholeCells_[1] - less;
  PagedVector<std::uint32_t> ids;
  ids.reserve(static_cast<std::size_t>(n[0] * n[1] * n[2]));
  for (std::int64_t z = 0; z < n[2]; ++z)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t x = 0; x < n[0]; ++x)
        ids.push_back(
          static_cast<std::uint32_t>(first_[0] + x + nx * (first_[1] + y + ny * (first_[2] + z))));
  return ids;
}

GridFrameOfBoxes::GridFrameOfBoxes(const VolumeInput& grid, std::int64_t side)
{
  std::copy_n(grid.indexToMesh, 16, toMesh);
  const bool isEven = !grid.coordinates[0] && !grid.coordinates[1] && !grid.coordinates[2];
  std::int64_t cells[3];
  interpolantCells(grid, cells);
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::vector<double> places = isEven ? std::vector<double>() : planesOf(grid, axis);
    const double atCells = grid.isDual() ? 0.5 : 0.0;
    const bool descends = !isEven && places.front() > places.back();
    for (std::int64_t cell = 0;; cell += side)
    {
      const std::int64_t plane = std::min(cell, cells[axis]);
      const double place = isEven ? double(plane) + atCells : places[static_cast<std::size_t>(plane)];
      walls.along[axis].push_back(descends ? -place : place);
      if (plane == cells[axis])
        break;
    }
    for (int row = 0; row < 3 && descends; ++row)
      toMesh[4 * row + axis] = -toMesh[4 * row + axis];
  }
}

} // namespace inkray
