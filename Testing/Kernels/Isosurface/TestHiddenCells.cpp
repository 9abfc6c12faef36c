// SPDX-License-Identifier: BSD-3-Clause
// The cells that flags of a grid hide: bits and their number, against what VolumeInput says of flags, cell by
// cell.
#include "Geometry/RegularGrid/HiddenCells.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr std::uint8_t HiddenPoint = 2, HiddenCell = 32, GhostCell = 1, Other = 4;

/// A grid with flags for its points and its cells.
struct FlaggedGrid
{
  FlaggedGrid(const GridIndex& numPoints, Association association)
    : points(numPoints)
    , pointFlags(static_cast<std::size_t>(points[0] * points[1] * points[2]), Other)
    , cellFlags(static_cast<std::size_t>((points[0] - 1) * (points[1] - 1) * (points[2] - 1)), Other)
  {
    for (std::size_t axis = 0; axis < 3; ++axis)
      volume.dimensions[axis] = points[axis];
    volume.scalars.association = association;
    volume.pointFlags = pointFlags.data();
    volume.cellFlags = cellFlags.data();
    volume.hiddenPointBits = HiddenPoint;
    volume.hiddenCellBits = HiddenCell;
    volume.ghostCellBits = GhostCell;
    interpolantCells(volume, cells);
  }
  HiddenCells find() const { return findHiddenCells(volume, cells); }

  bool cellHas(const GridIndex& c, std::uint8_t bits) const
  {
    return (cellFlags[static_cast<std::size_t>(c[0] + (points[0] - 1) * (c[1] + (points[1] - 1) * c[2]))] &
             bits) != 0;
  }
  bool pointIsHidden(const GridIndex& p) const
  {
    return (pointFlags[static_cast<std::size_t>(p[0] + points[0] * (p[1] + points[1] * p[2]))] &
             HiddenPoint) != 0;
  }
  /// Whether a grid cell is hidden, by its own flag or by one of its points.
  bool gridCellIsHidden(const GridIndex& c) const
  {
    bool hidden = this->cellHas(c, HiddenCell);
    for (int k = 0; k < 8; ++k)
      hidden = hidden || this->pointIsHidden({ c[0] + (k & 1), c[1] + (k >> 1 & 1), c[2] + (k >> 2) });
    return hidden;
  }
  /// Whether a cell of the interpolant is hidden, without counting ghost cells.
  bool isBlank(const GridIndex& c) const
  {
    bool hidden = this->gridCellIsHidden(c);
    for (int k = 1; k < 8 && volume.scalars.association == Association::Cells; ++k)
      hidden = hidden || this->gridCellIsHidden({ c[0] + (k & 1), c[1] + (k >> 1 & 1), c[2] + (k >> 2) });
    return hidden;
  }
  bool isBlankPoint(const GridIndex& p) const
  {
    for (int k = 0; k < 8; ++k)
    {
      const GridIndex c = { p[0] - (k & 1), p[1] - (k >> 1 & 1), p[2] - (k >> 2) };
      if (c[0] >= 0 && c[1] >= 0 && c[2] >= 0 && c[0] < cells[0] && c[1] < cells[1] && c[2] < cells[2] &&
        !this->isBlank(c))
        return false;
    }
    return true;
  }
  void expectAsEachCellSays() const
  {
    const HiddenCells found = this->find();
    const auto expectBits = [](const std::vector<std::uint32_t>& words, const GridIndex& size,
                              const auto& isSet) {
      std::vector<std::uint32_t> expected(static_cast<std::size_t>((size[0] * size[1] * size[2] + 31) / 32));
      std::int64_t i = 0, count = 0;
      for (std::int64_t z = 0; z < size[2]; ++z)
        for (std::int64_t y = 0; y < size[1]; ++y)
          for (std::int64_t x = 0; x < size[0]; ++x, ++i)
            if (isSet(GridIndex{ x, y, z }))
            {
              expected[static_cast<std::size_t>(i / 32)] |= 1u << (i % 32);
              ++count;
            }
      EXPECT_EQ(words, count == 0 ? std::vector<std::uint32_t>() : expected);
      return count;
    };
    EXPECT_EQ(found.count, expectBits(found.cells, { cells[0], cells[1], cells[2] }, [&](const GridIndex& c) {
      return this->cellHas(c, GhostCell) || this->isBlank(c);
    }));
    expectBits(found.blankPoints, { cells[0] + 1, cells[1] + 1, cells[2] + 1 },
      [&](const GridIndex& p) { return this->isBlankPoint(p); });
  }

  GridIndex points;
  std::vector<std::uint8_t> pointFlags, cellFlags;
  VolumeInput volume;
  std::int64_t cells[3];
};

TEST(HiddenCells, AsEachCellSays)
{
  for (const Association association : { Association::Points, Association::Cells })
    for (const GridIndex& points : { GridIndex{ 3, 3, 3 }, { 9, 5, 3 }, { 33, 5, 9 }, { 20, 31, 14 } })
      for (const double share : { 0.002, 0.05, 0.4 })
        for (int kinds = 0; kinds < 8; ++kinds) // bits: which kinds of flags are set
        {
          FlaggedGrid grid(points, association);
          for (std::size_t i = 0; i < grid.pointFlags.size(); ++i)
            if (kinds & 1 && hashNumber(1, i) < share)
              grid.pointFlags[i] |= HiddenPoint;
          for (std::size_t i = 0; i < grid.cellFlags.size(); ++i)
          {
            if (kinds & 2 && hashNumber(2, i) < share)
              grid.cellFlags[i] |= HiddenCell;
            if (kinds & 4 && hashNumber(3, i) < share)
              grid.cellFlags[i] |= GhostCell;
          }
          SCOPED_TRACE(::testing::Message() << points[0] << " x " << points[1] << " x " << points[2]
                                            << " points, " << share << ", kinds " << kinds);
          grid.expectAsEachCellSays();
        }
}

TEST(HiddenCells, LargeGridsAreCountedOnce)
{
  // The grid has so many cells that several tasks share them: each task must count only its part.
  FlaggedGrid grid({ 101, 81, 91 }, Association::Points);
  const std::int64_t numCells = 100 * 80 * 90;
  grid.cellFlags.assign(grid.cellFlags.size(), HiddenCell);
  HiddenCells found = grid.find();
  EXPECT_EQ(found.count, numCells);
  EXPECT_EQ(found.cells, std::vector<std::uint32_t>(static_cast<std::size_t>(numCells / 32), 0xffffffffu));
  grid.cellFlags.assign(grid.cellFlags.size(), Other);
  for (std::size_t i = 0; i < grid.cellFlags.size(); i += 32)
    grid.cellFlags[i] = HiddenCell;
  found = grid.find();
  EXPECT_EQ(found.count, numCells / 32);
  EXPECT_EQ(found.cells, std::vector<std::uint32_t>(static_cast<std::size_t>(numCells / 32), 1u));
}

TEST(HiddenCells, WithoutFlags)
{
  FlaggedGrid grid({ 5, 6, 7 }, Association::Points);
  grid.volume.pointFlags = grid.volume.cellFlags = nullptr;
  const HiddenCells found = grid.find();
  EXPECT_EQ(found.count, 0);
  EXPECT_TRUE(found.cells.empty());
  EXPECT_TRUE(found.blankPoints.empty());
}

} // namespace
