// SPDX-License-Identifier: BSD-3-Clause
// Prefix sums and compactions of the papers' streams on one backend. The test file of each backend includes
// this.
#pragma once
#include "CompactionBaselines.h"
#include "CriticalPoints.h"
#include "Device/Device.h"
#include "ExtractMesh.h"
#include "Streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace inkray::laboratory::testing
{

/// The lowest bit decides.
struct IsOdd
{
  INKRAY_HD bool operator()(std::uint32_t item) const { return (item & 1) != 0; }
};

template <class Backend>
class StreamsTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    memory_ = std::make_unique<Backend>();
  }
  Backend& backend() { return *memory_; }

  using Words = std::vector<std::uint32_t>;

  static Words drawn(std::size_t n, std::uint32_t bound, unsigned seed)
  {
    std::mt19937 random(seed);
    Words words(n);
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random() % bound);
    return words;
  }

  Buffer<std::uint32_t, Backend> sent(const Words& words)
  {
    Buffer<std::uint32_t, Backend> buffer(this->backend(), static_cast<std::int64_t>(words.size()));
    this->backend().copyFromHost(buffer.data(), words.data(), words.size() * sizeof words[0]);
    return buffer;
  }
  Words got(const std::uint32_t* from, std::size_t n)
  {
    Words words(n);
    if (n > 0)
      this->backend().copyToHost(words.data(), from, n * sizeof words[0]);
    return words;
  }

  /// Checks each method, whatever the number of processors, in blocks of each size.
  void sumsAreRight()
  {
    for (const std::uint32_t block : { 1u, 2u, 16u, 256u, 2048u })
      for (const std::int64_t processors : { 1, 7, 100, 100000 })
      {
        Streams<Backend> streams(this->backend(), processors);
        const Words data = drawn(3 * 2048, 1000, block);
        const auto in = sent(data);
        Buffer<std::uint32_t, Backend> out(this->backend(), in.size());
        Words inBlocks(data.size()), all(data.size());
        for (std::size_t i = 0; i < data.size(); ++i)
        {
          inBlocks[i] = data[i] + (i % block > 0 ? inBlocks[i - 1] : 0);
          all[i] = data[i] + (i > 0 ? all[i - 1] : 0);
        }
        for (const PrefixSum method : allPrefixSums)
        {
          SCOPED_TRACE(std::string(prefixSumName(method)) + " " + std::to_string(block) + " " +
            std::to_string(processors));
          streams.sumInBlocks(method, in.data(), in.size(), block, out.data());
          EXPECT_EQ(got(out.data(), data.size()), inBlocks);
          if (block == 1)
            continue;
          streams.sum(method, in.data(), in.size(), block, out.data());
          EXPECT_EQ(got(out.data(), data.size()), all);
        }
      }
  }

  /// Returns the items that a compaction keeps, as many as the count that it gives.
  template <class Compact>
  Words kept(const Words& items, const Compact& compact)
  {
    const auto in = sent(items);
    Buffer<std::uint32_t, Backend> out(this->backend(), in.size());
    Buffer<std::uint64_t, Backend> count(this->backend(), 1);
    const std::uint64_t wrong = ~std::uint64_t(0);
    this->backend().copyFromHost(count.data(), &wrong, sizeof wrong);
    compact(in.data(), in.size(), out.data(), count.data());
    const std::uint64_t found = this->backend().read(count.data());
    EXPECT_LE(found, items.size());
    return got(out.data(), std::min<std::size_t>(found, items.size()));
  }

  void compactionsKeepWhatIsValid()
  {
    Streams<Backend> streams(this->backend());
    for (const std::size_t n : { 1, 2, 16, 1000, 4096, 5001 })
      for (const unsigned share : { 0u, 1u, 50u, 99u, 100u })
      {
        SCOPED_TRACE(std::to_string(n) + " items, " + std::to_string(share) + " % valid");
        Words items = drawn(n, 1u << 30, share + 1);
        std::mt19937 random(share);
        for (std::uint32_t& item : items)
          item = 2 * item + (random() % 100 < share);
        Words valid;
        std::copy_if(items.begin(), items.end(), std::back_inserter(valid), IsOdd());
        for (const PrefixSum method : allPrefixSums)
        {
          EXPECT_EQ(kept(items,
                      [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                        streams.scatter(method, in, size, IsOdd(), 64, out, count);
                      }),
            valid);
          for (const std::uint32_t block : { 0u, 16u, 256u })
          {
            Words jumped = kept(items, [&](const auto* in, std::int64_t size, auto* out, auto* count) {
              streams.jump(method, in, size, IsOdd(), block, out, count);
            });
            std::sort(jumped.begin(), jumped.end());
            Words sorted = valid;
            std::sort(sorted.begin(), sorted.end());
            EXPECT_EQ(jumped, sorted) << block;
          }
        }
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      streams.sort(in, size, IsOdd(), out, count);
                    }),
          valid);
      }
  }

  /// Scan and scatter, private arrays and HistoPyramids: all keep the order.
  void baselinesKeepWhatIsValid()
  {
    CompactionBaselines<Backend> baselines(this->backend());
    for (const std::size_t n : { 1, 4, 255, 1024, 1025, 5001, 70000 })
      for (const unsigned share : { 0u, 1u, 50u, 99u, 100u })
      {
        SCOPED_TRACE(std::to_string(n) + " items, " + std::to_string(share) + " % valid");
        Words items = drawn(n, 1u << 30, share + 1);
        std::mt19937 random(share + 7);
        for (std::uint32_t& item : items)
          item = 2 * item + (random() % 100 < share);
        Words valid;
        std::copy_if(items.begin(), items.end(), std::back_inserter(valid), IsOdd());
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.scanAndScatter(in, size, IsOdd(), out, count);
                    }),
          valid);
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.privateArrays(in, size, IsOdd(), out, count);
                    }),
          valid);
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.histoPyramid(in, size, IsOdd(), out, count);
                    }),
          valid);
      }
  }

  using Triangle = std::array<std::array<float, 3>, 3>;

  /// Returns the triangles of a mesh, sorted, because no order is promised.
  std::vector<Triangle> triangles(const ExtractedTriangle* from, std::int64_t count)
  {
    static_assert(sizeof(Triangle) == sizeof(ExtractedTriangle), "nine numbers");
    std::vector<Triangle> all(static_cast<std::size_t>(count));
    if (count > 0)
      this->backend().copyToHost(all.data(), from, all.size() * sizeof all[0]);
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Makes the mesh of a field of `size` points a side, whose outermost points are below, in both ways.
  /// Expects two triangles at each edge, which go along it in opposite directions. Expects one vertex on each
  /// edge of the tetrahedra that crosses the isovalue. Returns the volume within.
  double closedMesh(const std::vector<float>& values, int size, float isovalue)
  {
    Buffer<float, Backend> field(this->backend(), static_cast<std::int64_t>(values.size()));
    this->backend().copyFromHost(field.data(), values.data(), values.size() * sizeof values[0]);
    const MarchTets march = { { field.data(), { size, size, size } }, isovalue };
    MeshExtractor<Backend> extractor(this->backend());
    const std::int64_t count = extractor.append(march);
    const std::vector<Triangle> mesh = this->triangles(extractor.triangles(), count);
    EXPECT_EQ(this->triangles(extractor.triangles(), extractor.countScanEmit(march)), mesh);

    std::map<std::array<std::array<float, 3>, 2>, int> edges;
    std::set<std::array<float, 3>> vertices;
    double volume = 0;
    for (const Triangle& t : mesh)
    {
      for (std::size_t k = 0; k < 3; ++k)
      {
        vertices.insert(t[k]);
        ++edges[{ t[k], t[(k + 1) % 3] }];
      }
      const auto at = [&](std::size_t k, std::size_t axis) { return static_cast<double>(t[k][axis]); };
      for (std::size_t x = 0; x < 3; ++x)
      {
        const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
        volume += at(0, x) * (at(1, y) * at(2, z) - at(1, z) * at(2, y)) / 6;
      }
    }
    for (const auto& [edge, times] : edges)
    {
      EXPECT_EQ(times, 1);
      EXPECT_EQ(edges.count({ edge[1], edge[0] }), 1u);
    }
    std::size_t crossings = 0;
    const auto isWithin = [&](int x, int y, int z) {
      return values[static_cast<std::size_t>((z * size + y) * size + x)] >= isovalue;
    };
    for (int z = 0; z < size; ++z)
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
          for (int to = 1; to < 8; ++to)
          {
            const int a = x + (to & 1), b = y + (to >> 1 & 1), c = z + (to >> 2);
            crossings += a < size && b < size && c < size && isWithin(x, y, z) != isWithin(a, b, c);
          }
    EXPECT_EQ(vertices.size(), crossings);
    return volume;
  }

  void extractedMeshesAreClosed()
  {
    const int size = 25;
    std::mt19937 random(9);
    std::vector<float> ball, noise;
    for (int i = 0; i < size * size * size; ++i)
    {
      const int place[3] = { i % size, i / size % size, i / size / size };
      float square = 0;
      bool isInner = true;
      for (const int x : place)
      {
        const float d = static_cast<float>(x) - 11.8f;
        square += d * d;
        isInner = isInner && x > 0 && x + 1 < size;
      }
      ball.push_back(10.0f - std::sqrt(square));
      noise.push_back(isInner ? static_cast<float>(random() % 65536) / 65536 : 0.0f);
    }
    const double within = 4 * 3.14159265 / 3 * 1000;
    EXPECT_NEAR(this->closedMesh(ball, size, 0.0f), within, 0.01 * within);
    for (const float isovalue : { 0.1f, 0.5f, 0.9f, 2.0f })
    {
      SCOPED_TRACE(isovalue);
      const double share = this->closedMesh(noise, size, isovalue) / (22.0 * 22 * 22);
      EXPECT_TRUE(isovalue > 1 ? share == 0 : share > 0) << share;
    }
  }

  /// Returns the critical points of a field, found in both ways, in order.
  std::vector<CriticalPoint> critical(const std::vector<float>& values, int width, int height, int depth)
  {
    Buffer<float, Backend> field(this->backend(), static_cast<std::int64_t>(values.size()));
    this->backend().copyFromHost(field.data(), values.data(), values.size() * sizeof values[0]);
    const FindCritical find = { { field.data(), { width, height, depth } } };
    CriticalPoints<Backend> all(this->backend());
    const auto taken = [&](std::int64_t count) {
      std::vector<CriticalPoint> points(static_cast<std::size_t>(count));
      if (count > 0)
        this->backend().copyToHost(points.data(), all.points(), points.size() * sizeof points[0]);
      return points;
    };
    std::vector<CriticalPoint> appended = taken(all.append(find));
    std::sort(appended.begin(), appended.end(),
      [](const CriticalPoint& a, const CriticalPoint& b) { return a.point < b.point; });
    const std::vector<CriticalPoint> scattered = taken(all.markScanScatter(find));
    EXPECT_EQ(appended.size(), scattered.size());
    for (std::size_t i = 0; i < appended.size() && i < scattered.size(); ++i)
    {
      EXPECT_EQ(appended[i].point, scattered[i].point);
      EXPECT_EQ(appended[i].lower, scattered[i].lower);
      EXPECT_EQ(appended[i].higher, scattered[i].higher);
    }
    return appended;
  }

  /// With the outermost points lowest, and taken for one point, the field is on a sphere of three dimensions.
  /// Its Euler characteristic is 0: over all points, the parts above less the parts below add up to 0
  /// (Banchoff 1970). The one outer point, a minimum, has 1 of them.
  void criticalPointsAddUp()
  {
    std::mt19937 random(4);
    const int sizes[][3] = { { 3, 3, 3 }, { 4, 3, 6 }, { 17, 20, 9 }, { 40, 33, 31 } };
    for (const auto& size : sizes)
      for (const unsigned levels : { 1u, 3u, 65536u }) // with few levels most values are equal
      {
        std::vector<float> values;
        std::vector<std::size_t> inner;
        for (int z = 0; z < size[2]; ++z)
          for (int y = 0; y < size[1]; ++y)
            for (int x = 0; x < size[0]; ++x)
            {
              const int place[3] = { x, y, z };
              bool isInner = true;
              for (int axis = 0; axis < 3; ++axis)
                isInner = isInner && place[axis] > 0 && place[axis] + 1 < size[axis];
              if (isInner)
                inner.push_back(values.size());
              values.push_back(isInner ? 1.0f + static_cast<float>(random() % levels) : 0.0f);
            }
        const std::vector<CriticalPoint> found = this->critical(values, size[0], size[1], size[2]);
        long sum = 0;
        std::vector<std::size_t> maxima, expected;
        for (const CriticalPoint& c : found)
        {
          sum += c.higher - c.lower;
          if (c.higher == 0)
            maxima.push_back(c.point);
        }
        EXPECT_EQ(sum, -1) << size[0] << " x " << size[1] << " x " << size[2] << ", " << levels;
        // Compare the maxima with their definition.
        const std::ptrdiff_t strides[3] = { 1, size[0], std::ptrdiff_t(size[0]) * size[1] };
        for (const std::size_t i : inner)
        {
          bool isHighest = true;
          for (int axes = 1; axes < 8; ++axes)
          {
            std::ptrdiff_t step = 0;
            for (int axis = 0; axis < 3; ++axis)
              step += (axes >> axis & 1) != 0 ? strides[axis] : 0;
            isHighest = isHighest && values[i + static_cast<std::size_t>(step)] < values[i] &&
              values[i - static_cast<std::size_t>(step)] <= values[i];
          }
          if (isHighest)
            expected.push_back(i);
        }
        EXPECT_EQ(maxima, expected);
      }
  }

  /// The items that compaction by Jumping Jack keeps, in its order, and the steps of its searches.
  struct Searches
  {
    Words kept;
    std::uint32_t longest = 0;
    std::uint64_t all = 0;
  };
  Searches searches(const Words& items, std::uint32_t block)
  {
    Streams<Backend> streams(this->backend());
    Buffer<std::uint32_t, Backend> longest(this->backend(), 1);
    Buffer<std::uint64_t, Backend> all(this->backend(), 1);
    this->backend().zero(longest.data(), longest.bytes());
    this->backend().zero(all.data(), all.bytes());
    streams.countSteps(longest.data(), all.data());
    Searches found;
    found.kept = kept(items, [&](const auto* in, std::int64_t size, auto* out, auto* count) {
      streams.jump(PrefixSum::BalancedTree, in, size, IsOdd(), block, out, count);
    });
    found.longest = this->backend().read(longest.data());
    found.all = this->backend().read(all.data());
    return found;
  }

  /// The one valid element in the middle takes s - 1 steps. All together never take more than s - v.
  void jumpingJackAtItsWorst()
  {
    const std::size_t size = 4096;
    Words items(size, 0);
    items[size / 2] = 7;
    const Searches worst = searches(items, 0);
    EXPECT_EQ(worst.kept, Words{ 7 });
    EXPECT_EQ(worst.longest, size - 1);
    EXPECT_EQ(worst.all, size - 1);
    // Blocks bound the steps.
    const Searches inBlocks = searches(items, 64);
    EXPECT_EQ(inBlocks.kept, Words{ 7 });
    EXPECT_LT(inBlocks.longest, 64u);
    const Words drawnItems = drawn(size, 1000, 5);
    const auto numValid =
      static_cast<std::size_t>(std::count_if(drawnItems.begin(), drawnItems.end(), IsOdd()));
    const Searches half = searches(drawnItems, 0);
    EXPECT_EQ(half.kept.size(), numValid);
    EXPECT_LE(half.all, size - numValid);
    EXPECT_GT(half.all, 0u);
  }

  /// The stream of the paper's figure 7, and what its search finds: places 0, 3 and 4 search, with 2, 7 and 1
  /// steps.
  void figure7()
  {
    const std::string data = ".ab..cd...e..f..";
    Words odd;
    for (const char letter : data)
      odd.push_back(letter == '.' ? 0 : 2 * static_cast<std::uint32_t>(letter) + 1);
    const Searches found = searches(odd, 0);
    std::string letters;
    for (const std::uint32_t item : found.kept)
      letters += static_cast<char>(item / 2);
    EXPECT_EQ(letters, "dabefc");
    EXPECT_EQ(found.longest, 7u);
    EXPECT_EQ(found.all, 10u);
  }

  std::unique_ptr<Backend> memory_;
};

TYPED_TEST_SUITE_P(StreamsTest);

TYPED_TEST_P(StreamsTest, SumsAreRight)
{
  this->sumsAreRight();
}

TYPED_TEST_P(StreamsTest, CompactionsKeepWhatIsValid)
{
  this->compactionsKeepWhatIsValid();
}

TYPED_TEST_P(StreamsTest, BaselinesKeepWhatIsValid)
{
  this->baselinesKeepWhatIsValid();
}

TYPED_TEST_P(StreamsTest, ExtractedMeshesAreClosed)
{
  this->extractedMeshesAreClosed();
}

TYPED_TEST_P(StreamsTest, CriticalPointsAddUp)
{
  this->criticalPointsAddUp();
}

TYPED_TEST_P(StreamsTest, FindWhatFigure7Finds)
{
  this->figure7();
}

TYPED_TEST_P(StreamsTest, CountJumpingJackAtItsWorst)
{
  this->jumpingJackAtItsWorst();
}

REGISTER_TYPED_TEST_SUITE_P(StreamsTest, SumsAreRight, CompactionsKeepWhatIsValid, BaselinesKeepWhatIsValid,
  ExtractedMeshesAreClosed, CriticalPointsAddUp, FindWhatFigure7Finds, CountJumpingJackAtItsWorst);

} // namespace inkray::laboratory::testing
