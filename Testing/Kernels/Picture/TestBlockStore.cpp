// SPDX-License-Identifier: BSD-3-Clause
// Blocks of data that are neither a mesh nor a grid. The tests ask which blocks a camera sees, and where.
// They ask which blocks a store has in memory, for any order, sizes and limit.
#include "Picture/BlockStore.h"

#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Oracles/Matrices.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// The blocks of a bar along the x axis, from -8 to 8, each two units long. Their numbers grow with x.
constexpr std::size_t numBlocks = 8;
AxisBox blockOfBar(std::size_t block)
{
  AxisBox box;
  box.low[0] = 2.0 * double(block) - 8;
  box.high[0] = box.low[0] + 2;
  for (int axis = 1; axis < 3; ++axis)
  {
    box.low[axis] = -1;
    box.high[axis] = 1;
  }
  return box;
}

std::vector<SeenBlock> seen(const Camera& camera, bool fromAbove = true)
{
  std::vector<std::size_t> order(numBlocks);
  std::iota(order.begin(), order.end(), std::size_t(0));
  if (fromAbove)
    std::reverse(order.begin(), order.end());
  return seenBlocks(order, blockOfBar, camera);
}

// The bar is seen along its axis: each block lies behind one more block.
TEST(SeenBlocks, CountWhatLiesBefore)
{
  const std::vector<SeenBlock> along =
    seen(parallelCamera({ 30, 1e-3, 2e-3 }, { 0, 0, 0 }, 9, 0.5, 60.0, 128, 128));
  ASSERT_EQ(along.size(), numBlocks);
  for (std::size_t i = 0; i < along.size(); ++i)
  {
    EXPECT_NEAR(along[i].layer, static_cast<double>(i), 0.1) << i;
    EXPECT_EQ(along[i].block, numBlocks - 1 - i) << "as they were given";
  }
  for (const SeenBlock& block : seen(parallelCamera({ 1e-3, 30, 2e-3 }, { 0, 0, 0 }, 9, 0.5, 60.0, 128, 128)))
  {
    EXPECT_LT(block.layer, 0.7) << "beside one another, but for their edges";
  }
}

TEST(SeenBlocks, LieInTheirRectangles)
{
  // One end of the bar is seen, at 20 pixels per unit of length. Cameras of tests are turned so that up is
  // (0.1, 1).
  const std::vector<SeenBlock> all =
    seen(parallelCamera({ 4.5, 0, 30 }, { 4.5, 0, 0 }, 3, 0.5, 60.0, 120, 120));
  std::size_t numInView = 0;
  for (std::size_t k = 0; k < numBlocks; ++k)
  {
    const AxisBox box = blockOfBar(k);
    const double unit = 20 / std::sqrt(1.01), left = box.low[0] - 4.5, right = box.high[0] - 4.5;
    const double low[2] = { 60 + unit * (left - 0.1 * box.high[1]), 60 + unit * (0.1 * left + box.low[1]) };
    const double high[2] = { 60 + unit * (right - 0.1 * box.low[1]),
      60 + unit * (0.1 * right + box.high[1]) };
    const auto own = std::find_if(all.begin(), all.end(), [k](const SeenBlock& b) { return b.block == k; });
    if (high[0] < 0 || low[0] > 120)
    {
      EXPECT_EQ(own, all.end()) << k;
      continue;
    }
    ++numInView;
    ASSERT_NE(own, all.end()) << k;
    const BoxPixels& pixels = own->pixels;
    EXPECT_NEAR(pixels.x, std::clamp(low[0], 0.0, 119.0), 2.1) << k;
    EXPECT_NEAR(pixels.x + pixels.width, std::clamp(high[0], 1.0, 120.0), 3.1) << k;
    EXPECT_NEAR(pixels.y, low[1], 2.1) << k;
    EXPECT_NEAR(pixels.y + pixels.height, high[1], 3.1) << k;
  }
  EXPECT_GT(numInView, 1u);
  EXPECT_LT(numInView, numBlocks);
}

TEST(SeenBlocks, ThatReachBehindTheEyeMayBeAnywhere)
{
  // The eye is above a block and looks along the bar. The block covers the lower edge of the picture, which
  // no corner does.
  const AxisBox box = blockOfBar(0);
  const double x = box.low[0] + 0.1 * (box.high[0] - box.low[0]), y = box.high[1] + 0.5;
  for (const SeenBlock& block :
    seen(perspectiveCamera({ x, y, 0 }, { x + 10, y, 0 }, 90, 0.01, 60.0, 64, 48), false))
  {
    const BoxPixels& pixels = block.pixels;
    EXPECT_EQ(pixels.y == 0 && pixels.width == 64 && pixels.height == 48, block.block == 0) << block.block;
  }
  EXPECT_TRUE(seen(perspectiveCamera({ 0, 30, 0 }, { 0, 60, 1 }, 30, 0.5, 60.0, 64, 48)).empty());
}

TEST(PictureTimings, AddUp)
{
  PictureTimings all = { 1, 2, 3, 4 };
  all += { 10, 20, 30, 40 };
  EXPECT_EQ(std::vector<double>({ all.camera, all.lists, all.cast, all.present }),
    std::vector<double>({ 11, 22, 33, 44 }));
}

/// Blocks that are only numbers of bytes, in a budget with a limit.
class Numbers : public BlockSource
{
public:
  Numbers(std::vector<std::size_t> bytes, std::size_t limit, bool loadsAhead)
    : Budget(limit)
    , Bytes(std::move(bytes))
    , Loaded(this->Bytes.size())
    , LoadsAhead(loadsAhead)
  {
  }

  std::size_t numBlocks() const override { return this->Bytes.size(); }
  bool isLoaded(std::size_t block) const override { return this->Loaded[block]; }
  std::size_t bytes(std::size_t block) const override { return this->Bytes[block]; }
  bool loadsAhead() const override { return this->LoadsAhead; }
  void load(std::size_t block) override
  {
    EXPECT_FALSE(this->Loaded[block]);
    const std::size_t spare = std::exchange(this->SpareBytes, 0);
    this->Budget.remove(spare);
    this->Budget.require(this->Bytes[block]);
    this->Budget.add(this->Bytes[block]);
    this->Loaded[block] = true;
    this->Sent += this->Bytes[block];
  }
  void drop(std::size_t block) override
  {
    ASSERT_TRUE(this->Loaded[block]);
    EXPECT_EQ(this->SpareBytes, 0u);
    this->Loaded[block] = false;
    this->SpareBytes = this->Bytes[block];
    this->Dropped.push_back(block);
  }
  bool releaseSpare() override
  {
    this->Budget.remove(this->SpareBytes);
    return std::exchange(this->SpareBytes, 0) > 0;
  }

  MemoryBudget Budget;
  std::vector<std::size_t> Bytes, Dropped;
  std::vector<bool> Loaded;
  bool LoadsAhead;
  std::size_t SpareBytes = 0, Sent = 0;
};

std::vector<SeenBlock> inOrder(const std::vector<std::size_t>& order)
{
  std::vector<SeenBlock> blocks;
  for (const std::size_t block : order)
    blocks.push_back({ block, {}, double(blocks.size()) });
  return blocks;
}

constexpr double all = std::numeric_limits<double>::infinity();

// Frames of any blocks in any order: each block is drawn once, in its turn, while it is in memory. The bytes
// sent are counted. A frame like the one before sends only the blocks that had no room.
TEST(BlockStore, DrawsEachBlockInItsTurn)
{
  std::size_t numDropped = 0, numAhead = 0;
  for (const std::uint32_t seed : seedsOf("BlockStore", 200, 200))
  {
    Randomness random(seed);
    std::vector<std::size_t> bytes(static_cast<std::size_t>(1 + random.integer(20)));
    for (std::size_t& own : bytes)
      own = 50 + static_cast<std::size_t>(random.integer(50));
    const std::size_t sum = std::accumulate(bytes.begin(), bytes.end(), std::size_t(0));
    const std::size_t limit =
      std::max<std::size_t>(100, static_cast<std::size_t>(random.real(0, 1.2) * double(sum)));
    Numbers numbers(bytes, limit, random.chance(0.5));
    BlockStore store(numbers, numbers.Budget);
    std::vector<std::size_t> order(bytes.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    for (int frame = 0; frame < 4; ++frame)
    {
      if (frame != 1)
        for (std::size_t i = 1; i < order.size(); ++i)
          std::swap(order[i], order[static_cast<std::size_t>(random.integer(static_cast<int>(i) + 1))]);
      const std::string what = "seed " + std::to_string(seed) + ", frame " + std::to_string(frame);
      const std::vector<bool> before = numbers.Loaded;
      const std::size_t sentBefore = numbers.Sent;
      std::size_t next = 0;
      store.beginFrame(0);
      double left = all;
      store.draw(inOrder(order), left,
        { [](const SeenBlock&) { return true; },
          [&](std::size_t turn) {
            EXPECT_EQ(turn, next++) << what;
            EXPECT_TRUE(numbers.Loaded[order[turn]]) << what;
            numAhead +=
              turn + 1 < order.size() && numbers.Loaded[order[turn + 1]] && !before[order[turn + 1]];
          } });
      EXPECT_EQ(next, order.size()) << what;
      EXPECT_LE(numbers.Budget.peak(), limit) << what;
      const BlocksReport report = store.report();
      EXPECT_EQ(report.pieces, static_cast<int>(order.size())) << what;
      EXPECT_EQ(report.cast, report.pieces) << what;
      EXPECT_EQ(report.leftOut, 0) << what;
      EXPECT_EQ(report.resident, std::count(numbers.Loaded.begin(), numbers.Loaded.end(), true)) << what;
      EXPECT_EQ(report.bytesSent, numbers.Sent - sentBefore) << what;
      if (sum <= limit)
      {
        EXPECT_EQ(report.bytesSent, frame == 0 ? sum : 0) << what;
      }
      else if (frame == 1 && limit >= 300)
      {
        EXPECT_LT(report.bytesSent, sum) << what << ": the first has stayed";
      }
    }
    numDropped += numbers.Dropped.size();
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numDropped, 1000u);
    EXPECT_GT(numAhead, 100u);
  }
}

TEST(BlockStore, DropsTheBlockWhoseTurnIsFarthest)
{
  Numbers numbers({ 10, 10, 10, 10 }, 30, false);
  BlockStore store(numbers, numbers.Budget);
  const auto draw = [&](const std::vector<std::size_t>& order) {
    numbers.Dropped.clear();
    store.beginFrame(0);
    double left = all;
    store.draw(inOrder(order), left, { [](const SeenBlock&) { return true; }, [](std::size_t) {} });
    return numbers.Dropped;
  };
  using Blocks = std::vector<std::size_t>;
  EXPECT_EQ(draw({ 0, 1, 2 }), Blocks());
  EXPECT_EQ(draw({ 3, 0, 1 }), Blocks{ 2 }) << "which is not seen";
  EXPECT_EQ(draw({ 3, 0, 1, 2 }), Blocks{ 1 }) << "which was drawn last";
  EXPECT_EQ(draw({ 3, 0, 1, 2 }), Blocks{ 0 });
}

TEST(BlockStore, LeavesOutWhatIsHiddenAndWhatWouldBeTooLate)
{
  Numbers numbers({ 10, 10, 10, 10, 10, 10 }, 1000, true);
  BlockStore store(numbers, numbers.Budget);
  std::vector<std::size_t> drawn;
  const auto draw = [&](double bytes, std::size_t hidden) {
    drawn.clear();
    store.beginFrame(0);
    const std::vector<SeenBlock> seen = inOrder({ 0, 1, 2, 3, 4, 5 });
    store.draw(seen, bytes,
      { [hidden](const SeenBlock& block) { return block.block != hidden; },
        [&](std::size_t turn) { drawn.push_back(seen[turn].block); } });
    return bytes;
  };
  using Blocks = std::vector<std::size_t>;
  EXPECT_EQ(draw(25, BlockStore::none), 5);
  EXPECT_EQ(drawn, (Blocks{ 0, 1 })) << "what lies before the others";
  EXPECT_EQ(store.report().leftOut, 4);
  draw(10, 1);
  EXPECT_EQ(drawn, (Blocks{ 0, 2 }));
  EXPECT_EQ(store.report().leftOut, 3) << "what is hidden is not left out";
  draw(all, 4);
  EXPECT_EQ(drawn, (Blocks{ 0, 1, 2, 3, 5 }));
  EXPECT_FALSE(numbers.Loaded[4]);
}

TEST(BlockStore, MakesRoomForWorkAndForAPictureOfOthers)
{
  Numbers numbers({ 30, 30, 30 }, 100, true);
  BlockStore store(numbers, numbers.Budget);
  store.useInOrder(0);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_TRUE(store.load(k));
  store.withMemory(1, [&] { numbers.Budget.require(40); });
  EXPECT_EQ(numbers.Dropped, std::vector<std::size_t>{ 2 }) << "and not the one that is kept, nor the next";
  EXPECT_THROW(store.withMemory(1, [&] { numbers.Budget.require(80); }), OutOfMemory);
  EXPECT_TRUE(numbers.Loaded[1]) << "which is all that has stayed";
  EXPECT_EQ(numbers.Budget.used(), 30u);

  store.load(0);
  store.beginFrame(50);
  EXPECT_EQ(numbers.Budget.used(), 80u) << "one of two blocks, and the picture";
  EXPECT_THROW(store.beginFrame(101), OutOfMemory);
  EXPECT_EQ(numbers.Budget.used(), 0u);
  store.beginFrame(10);
  store.useInOrder(0);
  EXPECT_TRUE(store.load(0) && store.load(1) && store.load(2));
  store.beginFrame(0);
  EXPECT_EQ(numbers.Budget.used(), 90u) << "the memory is the blocks' again";
}

TEST(BlockStore, LoadsAheadInThePlaceOfFartherBlocksAlone)
{
  Numbers numbers({ 10, 10, 10 }, 20, true);
  BlockStore store(numbers, numbers.Budget);
  store.useInOrder(0);
  store.load(0);
  store.load(1);
  EXPECT_FALSE(store.load(2, 0)) << "1 comes before it";
  EXPECT_TRUE(numbers.Loaded[0] && numbers.Loaded[1]);
  store.useInOrder(1);
  EXPECT_TRUE(store.load(2, 1));
  EXPECT_EQ(numbers.Dropped, std::vector<std::size_t>{ 0 });
}

} // namespace
