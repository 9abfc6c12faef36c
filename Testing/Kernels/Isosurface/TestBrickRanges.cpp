// SPDX-License-Identifier: BSD-3-Clause
// Tests ranges of a grid part's bricks against a look at each cell.
#include "Core/Errors.h"
#include "Geometry/RegularGrid/BrickRanges.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A volume of random values, some of them NaN or infinite, with some points and cells hidden.
struct Piece
{
  Piece(const GridIndex& points, Association association, double holes)
    : atCells(association == Association::Cells)
    , volume(makeVolume(noise(7), points, { ValueType::Float64, association, 3, 1 }))
  {
    const GridIndex count = volume.count();
    for (int axis = 0; axis < 3; ++axis)
      cells[static_cast<std::size_t>(axis)] = count[static_cast<std::size_t>(axis)] - 1;
    for (std::int64_t i = 0; i < count[0] * count[1] * count[2]; ++i)
      values.push_back(hashNumber(1, i) < holes ? std::numeric_limits<double>::quiet_NaN()
          : hashNumber(2, i) < holes            ? std::numeric_limits<double>::infinity()
                                     : 1e6 + 1e-3 * hashNumber(3, i)); // needs more digits than a float has
    for (std::size_t i = 0; i < values.size(); ++i)
      volume.scalars.set(static_cast<std::int64_t>(i), 1, values[i]);
    if (holes == 0.0)
      return;
    volume.hiddenCellBits = volume.ghostCellBits = 32;
    for (std::int64_t i = 0; i < volume.numCells(); ++i)
      volume.cellFlags.push_back(hashNumber(4, i) < holes ? 32 : 0);
  }
  bool isHidden(const GridIndex& cell) const
  {
    bool hidden = false;
    for (int k = 0; k < (atCells ? 8 : 1) && !volume.cellFlags.empty(); ++k)
      hidden = hidden ||
        volume.cellFlags[static_cast<std::size_t>(cell[0] + (k & 1) +
          (volume.dimensions[0] - 1) *
            (cell[1] + (k >> 1 & 1) + (volume.dimensions[1] - 1) * (cell[2] + (k >> 2))))] != 0;
    return hidden;
  }
  /// Returns the range of the cells in a brick. The brick is counted in the whole grid.
  MinMax<double> rangeOf(const BrickSelection& bricks, const GridIndex& brick) const
  {
    MinMax<double> range = { 1e300, -1e300 };
    GridIndex cell;
    for (cell[2] = 0; cell[2] < cells[2]; ++cell[2])
      for (cell[1] = 0; cell[1] < cells[1]; ++cell[1])
        for (cell[0] = 0; cell[0] < cells[0]; ++cell[0])
        {
          bool counts = !this->isHidden(cell);
          for (std::size_t axis = 0; axis < 3; ++axis)
            counts = counts && (cell[axis] + bricks.offset[axis]) / bricks.size == brick[axis];
          MinMax<double> ofCell = { 1e300, -1e300 };
          for (int k = 0; k < 8 && counts; ++k)
          {
            const double v = values[static_cast<std::size_t>(cell[0] + (k & 1) +
              (cells[0] + 1) * (cell[1] + (k >> 1 & 1) + (cells[1] + 1) * (cell[2] + (k >> 2))))];
            counts = std::isfinite(v);
            ofCell = { std::min(ofCell.low, v), std::max(ofCell.high, v) };
          }
          if (counts)
            range = { std::min(range.low, ofCell.low), std::max(range.high, ofCell.high) };
        }
    return range;
  }

  bool atCells;
  TestVolume volume;
  GridIndex cells;
  std::vector<double> values;
};

TEST(BrickRanges, AsEachCellSays)
{
  int empty = 0, filled = 0;
  for (const Association association : { Association::Points, Association::Cells })
    for (const double holes : { 0.0, 0.02, 0.3 })
    {
      const Piece piece({ 14, 11, 9 }, association, holes);
      // A brick that lies in the part only partly, or not at all, counts only the cells that lie in the part.
      for (const BrickSelection& bricks : { BrickSelection{ 4, { 0, 0, 0 }, { 4, 3, 2 }, { 0, 0, 0 } },
             BrickSelection{ 1, { 3, 0, 5 }, { 2, 9, 3 }, { 0, 0, 0 } },
             BrickSelection{ 5, { 1, 2, 0 }, { 4, 2, 3 }, { 9, 13, 2 } },
             BrickSelection{ 16, { 0, 0, 0 }, { 3, 2, 2 }, { 15, 16, 17 } } })
      {
        const std::int64_t* const n = bricks.count;
        std::vector<MinMax<double>> ranges(static_cast<std::size_t>(n[0] * n[1] * n[2]), { 77, 77 });
        findBrickRanges(piece.volume.input(), bricks, ranges.data());
        for (std::int64_t i = 0; i < n[0] * n[1] * n[2]; ++i)
        {
          const GridIndex brick = { bricks.first[0] + i % n[0], bricks.first[1] + i / n[0] % n[1],
            bricks.first[2] + i / n[0] / n[1] };
          const MinMax<double> expected = piece.rangeOf(bricks, brick), found = ranges[std::size_t(i)];
          SCOPED_TRACE(::testing::Message() << "size " << bricks.size << ", brick " << i << ", " << holes);
          if (expected.low > expected.high)
          {
            EXPECT_GT(found.low, found.high);
            ++empty;
            continue;
          }
          EXPECT_EQ(found.low, expected.low);
          EXPECT_EQ(found.high, expected.high);
          ++filled;
        }
      }
    }
  EXPECT_GT(empty, 20);
  EXPECT_GT(filled, 200);
}

TEST(BrickRanges, ArraysThatAreTooShortAreRefused)
{
  const TestVolume volume = makeVolume(noise(7), { 4, 5, 6 });
  const BrickSelection bricks = { 4, { 0, 0, 0 }, { 1, 1, 1 }, { 0, 0, 0 } };
  MinMax<double> range;
  VolumeInput input = volume.input();
  EXPECT_NO_THROW(findBrickRanges(input, bricks, &range));
  input.scalars.numTuples = 4 * 5 * 6 - 1;
  EXPECT_THROW(findBrickRanges(input, bricks, &range), InvalidInput);
  input.scalars.values = nullptr;
  EXPECT_THROW(findBrickRanges(input, bricks, &range), InvalidInput);
}

} // namespace
