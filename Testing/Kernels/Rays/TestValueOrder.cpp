// SPDX-License-Identifier: BSD-3-Clause
// Values and gradients do not depend on the order of a grid's values in memory.
#include "Geometry/RegularGrid/CentralDifferences.h"
#include "Rays/GridKinds.h"

#include <cmath>
#include <vector>

namespace inkray::testing
{
namespace
{

/// A grid with values in rows, and the same with blocks and with rows that are counted as blocks.
struct GridInOrders
{
  std::vector<float> rows, blocks;
  std::vector<std::uint32_t> blank;
  BrickLayout layout;
  VolumeView<float> plain = {};
  OrderedView<VolumeView<float>> inRows = {}, inBlocks = {};

  explicit GridInOrders(Randomness& random)
  {
    std::int64_t cells[3], points[3], numBlocks[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      cells[axis] = 1 + random.integer(20);
      points[axis] = cells[axis] + 1;
      numBlocks[axis] = ValueOrder::numBlocks(points[axis]);
    }
    layout = makeBrickLayout(cells);
    const std::int64_t count = points[0] * points[1] * points[2];
    const bool isNoisy = random.chance(0.3);
    for (std::int64_t i = 0; i < count; ++i)
      rows.push_back(isNoisy && random.chance(0.1) ? NAN : static_cast<float>(random.real(-3.0, 3.0)));
    if (random.chance(0.3))
      for (std::int64_t i = 0; i < count; i += 32)
        blank.push_back(1u << random.integer(32));
    plain = { rows.data(), points[0], points[0] * points[1], nullptr,
      blank.empty() ? nullptr : blank.data() };
    blocks.resize(static_cast<std::size_t>(64 * numBlocks[0] * numBlocks[1] * numBlocks[2]), -100.0f);
    const PutInBlocks put{ rows.data(), blocks.data(), static_cast<int>(sizeof(float)),
      { points[0], points[1], points[2] }, { numBlocks[0], numBlocks[1] } };
    for (std::size_t i = 0; i < blocks.size() / 4; ++i)
      put(static_cast<std::int64_t>(i));
    static_cast<VolumeView<float>&>(inRows) = plain;
    static_cast<VolumeView<float>&>(inBlocks) = plain;
    inBlocks.values = blocks.data();
    inRows.order = ValueOrder::inRows(plain.strideY, plain.strideZ);
    inBlocks.order = ValueOrder::inBlocks(points);
  }
};

bool areEqual(float a, float b)
{
  return a == b || (std::isnan(a) && std::isnan(b));
}

TEST(ValueOrder, ChangesNoValueAndNoGradient)
{
  int steep = 0;
  for (const std::uint32_t seed : seedsOf("ValueOrder", 20, 20))
  {
    Randomness random(seed);
    const GridInOrders grid(random);
    for (int i = 0; i < 200; ++i)
    {
      int cell[3];
      float p[3];
      for (int axis = 0; axis < 3; ++axis)
      {
        cell[axis] = random.integer(grid.layout.cells[axis]);
        p[axis] = static_cast<float>(random.real(0.0, 1.0));
      }
      const CellCorners corners = cornersOf(grid.plain, cell);
      const Float3 expected = centralDifferencesAt(grid.plain, grid.layout, cell, p);
      steep += std::isfinite(expected.x) && expected.x != 0.0f ? 1 : 0;
      for (const auto* other : { &grid.inRows, &grid.inBlocks })
      {
        const CellCorners found = cornersOf(*other, cell);
        for (int k = 0; k < 8; ++k)
        {
          const int point[3] = { cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2) };
          ASSERT_TRUE(areEqual(found.value[k], corners.value[k])) << "seed " << seed << ", corner " << k;
          ASSERT_TRUE(areEqual(valueAt(*other, point), corners.value[k])) << "seed " << seed;
        }
        const Float3 gradient = centralDifferencesAt(*other, grid.layout, cell, p);
        ASSERT_TRUE(areEqual(gradient.x, expected.x) && areEqual(gradient.y, expected.y) &&
          areEqual(gradient.z, expected.z))
          << "seed " << seed << ", cell " << cell[0] << " " << cell[1] << " " << cell[2];
      }
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(steep, 300);
  }
}

} // namespace
} // namespace inkray::testing
