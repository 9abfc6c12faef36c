// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HostPages.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// A block of a grid as a separate grid, with the points around the block that central differences need.
class GridPart
{
public:
  GridPart() = default;
  /// Copies the block's flags and blank points. The coordinates of the whole, which has no scalars but their
  /// association, must exist as long as the part.
  GridPart(const VolumeInput& whole, const GridBlock& block);

  VolumeInput input() const; ///< without scalars
  /// The block's tuples of a field of the whole, which is in host memory. They are in `copy`.
  Field cut(const Field& field, std::vector<char>& copy) const;
  PagedVector<std::uint32_t> cells() const; ///< the ids that the part's cells have in the whole

private:
  /// Copy a box of an array of the whole grid: values of its cells, or of its points (one more along each
  /// axis).
  void copy(const void* from, std::size_t size, bool ofPoints, std::vector<char>& to) const;

  VolumeInput input_;
  std::int64_t first_[3] = { 0, 0, 0 }, wholeCells_[3] = { 0, 0, 0 };
  std::vector<char> pointFlags_, cellFlags_;
  std::vector<std::uint32_t> blankPoints_;
};

/// The boxes of a grid's blocks, in coordinates in which its planes are perpendicular to the axes and ascend.
struct GridFrameOfBoxes
{
  GridWalls walls;   ///< walls between blocks
  double toMesh[16]; ///< maps these coordinates to those of the caller; row-major, affine

  GridFrameOfBoxes() = default;
  /// For blocks of `side` cells along each side.
  GridFrameOfBoxes(const VolumeInput& grid, std::int64_t side);
};

} // namespace inkray
