// SPDX-License-Identifier: BSD-3-Clause
#include "Rays/GridKinds.h"

namespace inkray::testing
{
namespace
{
template <class Kind>
class SparseGrids : public ::testing::Test
{
};
TYPED_TEST_SUITE(SparseGrids, GridTypes);

// A ray through a grid in which some sub-bricks draw nothing has the spans of the whole grid that lie in the
// other sub-bricks.
TYPED_TEST(SparseGrids, HaveTheSpansOfTheirBricks)
{
  int checked = 0, left = 0;
  for (const std::uint32_t seed : seedsOf("SparseGrids", 24, 24))
  {
    const TypeParam kind(seed);
    Randomness random(seed + 5);
    std::vector<std::uint64_t> masks(kind.numLeaves());
    const double share = random.real(0.0, 0.6);
    // Often nothing is drawn in all leaves before one, or in a whole group.
    std::size_t empty = random.chance(0.5) ? 0 : static_cast<std::size_t>(random.integer(int(masks.size())));
    for (std::uint64_t& mask : masks)
    {
      if (empty > 0)
      {
        --empty;
        continue;
      }
      mask = random.chance(share) ? ~std::uint64_t(0) : 0;
      for (int k = 0; k < 64 && !random.chance(0.3); ++k)
        mask |= std::uint64_t(random.chance(share)) << k;
    }
    const TypeParam sparse = kind.withMasks(masks);
    for (int i = 0; i < kind.numRays(); ++i)
    {
      const std::string what = "seed " + std::to_string(seed) + ", ray " + std::to_string(i);
      std::vector<RaySpan> expected;
      for (const RaySpan& span : allSpans(kind.walk(i)))
        if (!sparse.isMasked(span.cell))
          expected.push_back(span);
        else
          ++left;
      const std::vector<RaySpan> found = allSpans(sparse.walk(i));
      ASSERT_EQ(found.size(), expected.size()) << what;
      for (std::size_t k = 0; k < found.size(); ++k, ++checked)
        ASSERT_TRUE(areSame(found[k], expected[k])) << what;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(checked, 300);
    EXPECT_GT(left, 300);
  }
}
} // namespace
} // namespace inkray::testing
