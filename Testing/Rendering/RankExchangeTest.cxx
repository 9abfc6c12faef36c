// SPDX-License-Identifier: BSD-3-Clause
// Pictures of several ranks are put together and compared with double precision. Each rank is a thread.
#include "RankExchange.h"
#include "Seeds.h"
#include "ThreadRanks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace
{

constexpr int Width = 7, Height = 5;
constexpr std::size_t Pixels = static_cast<std::size_t>(Width) * Height;

/// The data that a rank offers, and the pictures that it receives.
struct Part
{
  bool HasData = true, Draws = true;
  std::vector<float> Window, Depths, Surfaces, Films;
  std::vector<float> GotWindows, GotDepths, GotSurfaces, GotFilms, GotColors;
  bool Shows = false;
};

void Draw(World& world, int rank, Part& part)
{
  ThreadRank ranks(world, rank);
  RankExchange films;
  films.Begin(&ranks, inkray::filmOf(inkray::BlendMode::Additive), nullptr);
  if (part.Draws)
  {
    RankExchange::Offer offer;
    offer.HasData = part.HasData;
    offer.HasSurfaces = !part.Surfaces.empty();
    offer.HasOpaque = !part.Window.empty();
    offer.Size[0] = Width;
    offer.Size[1] = Height;
    if (films.Agree(offer, true).IsAny)
    {
      part.Shows = films.Shows();
      const auto data = [](const std::vector<float>& of) { return of.empty() ? nullptr : of.data(); };
      const auto keep = [](const float* values, std::vector<float>& in) {
        values ? in.assign(values, values + Pixels) : in.clear();
      };
      keep(films.ShareWindows(data(part.Window)), part.GotWindows);
      keep(films.ShareDepths(data(part.Depths)), part.GotDepths);
      EXPECT_TRUE(!films.HaveSurfaces() || !part.GotDepths.empty()) << "surfaces have depths";
      part.GotSurfaces = films.ShareSurfaces(data(part.Surfaces));
      part.GotFilms = films.ShareFilms(data(part.Films));
      part.GotColors = films.ShareColors(part.GotFilms.data());
    }
  }
  films.End();
}

std::vector<Part> DrawAll(World& world, std::vector<Part> parts)
{
  std::vector<std::thread> threads;
  threads.reserve(parts.size());
  for (int rank = 0; rank < world.Ranks; ++rank)
  {
    threads.emplace_back(
      [&world, &parts, rank] { Draw(world, rank, parts[static_cast<std::size_t>(rank)]); });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  EXPECT_TRUE(world.Mail.empty()) << "all that was sent was received";
  return parts;
}

TEST(RankExchange, PutsSurfacesOfAllRanksInOrder)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("RankExchange", 40, 40))
  {
    std::mt19937 random(seed);
    const auto draw = [&random] { return std::uniform_real_distribution<float>()(random); };
    World world(1 + static_cast<int>(seed % 9));
    for (int rank = 0; rank < world.Ranks; ++rank)
    {
      world.Order.push_back(rank);
    }
    std::shuffle(world.Order.begin(), world.Order.end(), random);
    std::vector<int> order = world.Order; // ranks missing from the order, or named twice, come last
    if (world.Ranks > 2 && seed % 3 == 0)
    {
      world.Order.resize(world.Order.size() - 2);
      std::sort(order.end() - 2, order.end());
    }
    std::vector<Part> parts(static_cast<std::size_t>(world.Ranks));
    for (Part& part : parts)
    {
      part.Draws = draw() < 0.85f;
      part.HasData = draw() < 0.8f;
      for (std::size_t i = 0; i < Pixels && part.HasData; ++i)
      {
        const float opacity = seed % 4 != 1 && draw() < 0.2f ? 1.0f : draw();
        part.Depths.push_back(opacity == 1.0f ? draw() : 1.0f);
        for (int c = 0; c < 4; ++c)
        {
          part.Surfaces.push_back(c < 3 ? opacity * draw() : opacity);
          part.Films.push_back(draw());
        }
      }
      if (part.HasData && draw() < 0.2f)
      {
        part.Surfaces.clear();
        part.Depths.clear();
      }
      part.Window.resize(seed % 2 == 0 && draw() < 0.7f ? Pixels : 0);
      std::generate(
        part.Window.begin(), part.Window.end(), [&draw] { return draw() < 0.5f ? draw() : 1.0f; });
    }
    const std::vector<Part> drawn = DrawAll(world, parts);

    const auto takesPart = [](const Part& part) { return part.Draws && part.HasData; };
    if (std::none_of(parts.begin(), parts.end(), takesPart))
    {
      continue;
    }
    int shown = 0, could = 0;
    for (const int rank : world.Order)
    {
      const Part& part = drawn[static_cast<std::size_t>(rank)];
      EXPECT_EQ(part.Shows, part.Draws && could == 0) << "seed " << seed << ", rank " << rank;
      could += part.Draws ? 1 : 0;
      shown += part.Shows ? 1 : 0;
    }
    EXPECT_EQ(shown, could > 0 ? 1 : 0) << "seed " << seed;
    for (const Part& part : drawn)
    {
      for (std::size_t i = 0; i < Pixels && part.Draws; ++i)
      {
        double window = 1, end = 1;
        for (const Part& other : parts)
        {
          window = other.Draws && !other.Window.empty() ? std::min<double>(window, other.Window[i]) : window;
          end = other.Draws && !other.Depths.empty() ? std::min<double>(end, other.Depths[i]) : end;
        }
        ASSERT_EQ(part.GotWindows.empty() ? 1 : part.GotWindows[i], window) << "seed " << seed;
        ASSERT_EQ(part.GotDepths.empty() ? 1 : part.GotDepths[i], std::min(window, end)) << "seed " << seed;
        for (std::size_t c = 4 * i; c < 4 * i + 4; ++c)
        {
          double over = 0, sum = 0;
          for (auto rank = order.rbegin(); rank != order.rend(); ++rank)
          {
            const Part& other = parts[static_cast<std::size_t>(*rank)];
            if (other.Draws && !other.Surfaces.empty())
            {
              over = other.Surfaces[c] + (1.0 - other.Surfaces[4 * i + 3]) * over;
            }
            sum += other.Draws && !other.Films.empty() ? other.Films[c] : 0;
          }
          ASSERT_NEAR(part.GotFilms[c], sum, 1e-5) << "seed " << seed;
          ASSERT_NEAR(part.GotColors[c], part.Shows ? sum : 0, 1e-5) << "seed " << seed;
          if (part.Shows)
          {
            ASSERT_NEAR(part.GotSurfaces[c], over, 1e-6) << "seed " << seed << ", " << world.Ranks;
          }
        }
      }
    }
  }
}

/// A picture of one part of a volume: a rectangle of pixels, some of them opaque, some empty.
std::vector<float> MakePicture(std::mt19937& random)
{
  const auto draw = [&random] { return std::uniform_real_distribution<float>()(random); };
  const auto below = [&draw](int end) { return static_cast<int>(draw() * static_cast<float>(end)); };
  std::vector<float> picture(4 * Pixels, 0.0f);
  const int left = below(Width), bottom = below(Height);
  const int right = left + below(Width - left + 1), top = bottom + below(Height - bottom + 1);
  for (int y = bottom; y < top; ++y)
  {
    for (int x = left; x < right; ++x)
    {
      const float kind = draw(), opacity = kind < 0.1f ? 1.0f : kind < 0.3f ? 0.0f : draw();
      float* const pixel = &picture[4 * (static_cast<std::size_t>(y) * Width + x)];
      std::generate(pixel, pixel + 3, [&] { return opacity * draw(); });
      pixel[3] = opacity;
    }
  }
  return picture;
}

/// Takes part in compositing a volume in blend mode Composite. A rank that fails has agreed on the picture,
/// but sends nothing.
void Composite(World& world, int rank, bool fails, Part& part)
{
  ThreadRank ranks(world, rank);
  RankExchange films;
  films.Begin(&ranks, inkray::filmOf(inkray::BlendMode::Composite), nullptr);
  if (part.Draws)
  {
    RankExchange::Offer offer;
    offer.HasData = part.HasData;
    offer.HasOpaque = !part.Window.empty();
    offer.Size[0] = Width;
    offer.Size[1] = Height;
    if (films.Agree(offer, true).IsAny)
    {
      EXPECT_TRUE(films.IsUnfinished());
      part.Shows = films.Shows();
      const float* const ends = films.ShareWindows(part.Window.empty() ? nullptr : part.Window.data());
      if (ends)
      {
        part.GotWindows.assign(ends, ends + Pixels);
      }
      if (!fails)
      {
        films.ShareFragments({}, {});
        part.GotSurfaces = films.ShareSurfaces(part.Surfaces.empty() ? nullptr : part.Surfaces.data());
        EXPECT_FALSE(films.IsUnfinished());
        EXPECT_EQ(films.ShareSurfaces(nullptr), part.GotSurfaces) << "a stage is gone through once";
      }
    }
  }
  films.End();
  EXPECT_FALSE(films.IsOn());
}

TEST(RankExchange, CompositesPicturesOfAllRanksInOrder)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("RankExchange", 60, 60))
  {
    std::mt19937 random(seed);
    const auto draw = [&random] { return std::uniform_real_distribution<float>()(random); };
    World world(1 + static_cast<int>(random() % 9));
    world.Order.resize(static_cast<std::size_t>(world.Ranks));
    std::iota(world.Order.begin(), world.Order.end(), 0);
    std::shuffle(world.Order.begin(), world.Order.end(), random);
    // The order of the parts of a turned volume differs from the order in which pictures are blended.
    std::vector<int> order = world.Order;
    if (seed % 2 == 0)
    {
      std::shuffle(order.begin(), order.end(), random);
      world.PartsOrder = order;
    }
    std::vector<Part> parts(static_cast<std::size_t>(world.Ranks));
    std::vector<bool> fails;
    const bool hasOpaque = draw() < 0.5f;
    for (Part& part : parts)
    {
      part.Draws = draw() < 0.9f;
      part.HasData = draw() < 0.8f;
      fails.push_back(draw() < 0.1f);
      if (part.HasData)
      {
        part.Surfaces = MakePicture(random);
      }
      if (hasOpaque && draw() < 0.7f)
      {
        // Opaque objects cover some pixels, or none.
        part.Window.assign(Pixels, 1.0f);
        const bool isAny = draw() < 0.7f;
        std::for_each(part.Window.begin(), part.Window.end(),
          [&](float& depth) { depth = isAny && draw() < 0.1f ? draw() : 1.0f; });
      }
    }
    std::vector<std::thread> threads;
    threads.reserve(parts.size());
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      threads.emplace_back([&world, &parts, rank, isFailing = fails[rank]] {
        Composite(world, static_cast<int>(rank), isFailing, parts[rank]);
      });
    }
    std::for_each(threads.begin(), threads.end(), [](std::thread& thread) { thread.join(); });
    EXPECT_TRUE(world.Mail.empty()) << "all that was sent was received";
    if (std::none_of(parts.begin(), parts.end(), [](const Part& part) { return part.Draws && part.HasData; }))
    {
      continue;
    }
    const auto front = std::find_if(world.Order.begin(), world.Order.end(),
      [&parts](int rank) { return parts[static_cast<std::size_t>(rank)].Draws; });
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      const Part& part = parts[rank];
      EXPECT_EQ(part.Shows, static_cast<int>(rank) == *front) << "seed " << seed;
      for (std::size_t i = 0; i < Pixels && part.Draws; ++i)
      {
        double end = 1;
        for (const Part& other : parts)
        {
          end = other.Draws && !other.Window.empty() ? std::min<double>(end, other.Window[i]) : end;
        }
        ASSERT_EQ(part.GotWindows.empty() ? 1 : part.GotWindows[i], end) << "seed " << seed;
        for (std::size_t c = 4 * i; part.Shows && !fails[rank] && c < 4 * i + 4; ++c)
        {
          double over = 0;
          for (auto behind = order.rbegin(); behind != order.rend(); ++behind)
          {
            const auto at = static_cast<std::size_t>(*behind);
            if (parts[at].Draws && parts[at].HasData && !fails[at])
            {
              over = parts[at].Surfaces[c] + (1.0 - parts[at].Surfaces[4 * i + 3]) * over;
            }
          }
          ASSERT_NEAR(part.GotSurfaces[c], over, 1e-6) << "seed " << seed << ", " << world.Ranks;
        }
      }
    }
  }
}

/// Where a rank fails while it draws the picture of several volumes, if it does.
enum Ending
{
  Casts,
  FailsBefore, ///< before the depths of its window are shared
  FailsAfter,
  FailsAtTheEnd,
  DrawsNothing
};

void Merge(World& world, int rank, Ending ending, Part& part, bool& knows)
{
  ThreadRank ranks(world, rank);
  RankExchange films;
  films.Begin(&ranks, inkray::filmOf(inkray::BlendMode::Composite), nullptr, true);
  RankExchange::Offer offer;
  offer.HasData = part.HasData;
  offer.Size[0] = Width;
  offer.Size[1] = Height;
  if (ending != DrawsNothing && films.Agree(offer, true).IsAny)
  {
    if (ending == FailsBefore)
    {
      films.Fail();
    }
    films.ShareWindows(nullptr);
    films.ShareFragments({}, {});
    if (ending == FailsAfter)
    {
      EXPECT_FALSE(films.ShareSuccess(false));
    }
    if (ending == Casts && films.ShareSuccess(true))
    {
      part.GotSurfaces = films.ShareSurfaces(part.Surfaces.empty() ? nullptr : part.Surfaces.data());
      part.Shows = films.Shows();
    }
  }
  films.End();
  knows = films.HasFailed();
}

TEST(RankExchange, PicturesOfSeveralVolumesAreDrawnByAllRanksOrNone)
{
  int failed = 0, drawn = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("RankExchange", 40, 40))
  {
    std::mt19937 random(seed);
    World world(1 + static_cast<int>(random() % 6));
    world.Order.resize(static_cast<std::size_t>(world.Ranks));
    std::iota(world.Order.begin(), world.Order.end(), 0);
    std::vector<Part> parts(static_cast<std::size_t>(world.Ranks));
    std::vector<Ending> endings;
    for (Part& part : parts)
    {
      const std::uint32_t kind = random() % 20;
      endings.push_back(kind < 3 ? static_cast<Ending>(FailsBefore + kind)
          : kind == 3            ? DrawsNothing
                                 : Casts);
      part.HasData = random() % 5 > 0;
      if (part.HasData)
      {
        part.Surfaces = MakePicture(random);
      }
    }
    std::vector<char> knows(parts.size());
    std::vector<std::thread> threads;
    threads.reserve(parts.size());
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      threads.emplace_back([&, rank] {
        bool known = false;
        Merge(world, static_cast<int>(rank), endings[rank], parts[rank], known);
        knows[rank] = known ? 1 : 0;
      });
    }
    std::for_each(threads.begin(), threads.end(), [](std::thread& thread) { thread.join(); });
    EXPECT_TRUE(world.Mail.empty());
    const bool fails = std::any_of(endings.begin(), endings.end(),
      [](Ending ending) { return ending != Casts && ending != DrawsNothing; });
    bool isAny = false;
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      isAny = isAny || (parts[rank].HasData && endings[rank] != DrawsNothing);
    }
    failed += fails && isAny ? 1 : 0;
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      ASSERT_EQ(knows[rank] != 0, fails && isAny) << "seed " << seed << ", rank " << rank;
      ASSERT_TRUE(!fails || parts[rank].GotSurfaces.empty()) << "seed " << seed << ", rank " << rank;
    }
    const auto front = std::find_if(parts.begin(), parts.end(), [](const Part& part) { return part.Shows; });
    for (std::size_t c = 0; c < 4 * Pixels && front != parts.end(); ++c)
    {
      double over = 0;
      for (std::size_t rank = parts.size(); rank-- > 0;)
      {
        if (parts[rank].HasData && endings[rank] == Casts)
        {
          over = parts[rank].Surfaces[c] + (1.0 - parts[rank].Surfaces[c / 4 * 4 + 3]) * over;
        }
      }
      ASSERT_NEAR(front->GotSurfaces[c], over, 1e-6) << "seed " << seed;
    }
    drawn += front != parts.end() ? 1 : 0;
  }
  EXPECT_GT(failed, 0);
  EXPECT_GT(drawn, 0);
}

TEST(RankExchange, EmptyPixelsDoNotTravel)
{
  World world(2);
  world.Order = { 1, 0 };
  std::vector<Part> parts(2);
  for (Part& part : parts)
  {
    part.Surfaces.assign(4 * Pixels, 0.0f);
  }
  // Three pixels of the rank behind, which lie in a block of 2 x 2.
  for (const std::size_t pixel : { Width + 3, Width + 4, 2 * Width + 4 })
  {
    parts[0].Surfaces[4 * pixel + 3] = 0.5f;
  }
  std::thread other([&world, &parts] { Composite(world, 1, false, parts[1]); });
  Composite(world, 0, false, parts[0]);
  other.join();
  EXPECT_TRUE(parts[1].Shows);
  EXPECT_EQ(parts[1].GotSurfaces, parts[0].Surfaces);
  EXPECT_EQ(world.Sent, 4 + 4 * 4) << "its corners and its pixels";
}

TEST(RankExchange, NobodyWaitsWhereNoRankHasData)
{
  World world(3);
  world.Order = { 1, 0, 2 };
  std::vector<Part> parts(3);
  for (Part& part : parts)
  {
    part.HasData = false;
  }
  for (const Part& part : DrawAll(world, parts))
  {
    EXPECT_FALSE(part.Shows);
    EXPECT_TRUE(part.GotSurfaces.empty());
  }
}

} // namespace
