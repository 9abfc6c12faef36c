// SPDX-License-Identifier: BSD-3-Clause
// Ranks have translucent surfaces anywhere in a volume that they draw together. The picture is compared with
// all objects along each ray in double precision. Each rank is a thread.
#include "CasterWithPolygons.h"
#include "RankExchange.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "Seeds.h"
#include "ThreadRanks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace
{

constexpr int Width = 6, Height = 5;
constexpr std::size_t Pixels = static_cast<std::size_t>(Width) * Height;

using Box = std::array<double, 6>;
using Vector = std::array<double, 3>;
using Color = std::array<double, 4>; // premultiplied color, and opacity

/// A camera on the z axis of the world. The data before it are turned, stretched and moved. World and eye
/// coordinates are the same.
struct View
{
  bool IsParallel = false;
  double Near = 1, Far = 9;
  std::array<double, 9> Linear = {}; // from data to eye
  Vector Moved = {};

  explicit View(std::mt19937& random)
  {
    const auto draw = [&random](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    this->IsParallel = draw(0, 1) < 0.3;
    // A rotation by a unit quaternion, after a scaling along the axes.
    std::array<double, 4> q;
    std::generate(q.begin(), q.end(), [&] { return draw(-1, 1); });
    const double norm = std::sqrt(std::inner_product(q.begin(), q.end(), q.begin(), 1e-12));
    const double a = q[0] / norm, b = q[1] / norm, c = q[2] / norm, d = q[3] / norm;
    const double turn[9] = { a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
      2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b), 2 * (b * d - a * c),
      2 * (c * d + a * b), a * a - b * b - c * c + d * d };
    const double stretch[3] = { draw(0.5, 2), draw(0.5, 2), draw(0.5, 2) };
    for (std::size_t i = 0; i < 9; ++i)
    {
      this->Linear[i] = turn[i] * stretch[i % 3];
    }
    this->Moved = { draw(-0.5, 0.5), draw(-0.5, 0.5), draw(-6, -3) };
  }

  inkray::Camera MakeCamera() const
  {
    inkray::Camera camera;
    camera.width = Width;
    camera.height = Height;
    for (std::size_t i = 0; i < 3; ++i)
    {
      std::copy_n(this->Linear.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, camera.meshToEye + 4 * i);
      camera.meshToEye[4 * i + 3] = this->Moved[i];
    }
    double* const p = camera.eyeToClip;
    const double depth = this->Far - this->Near;
    p[10] = this->IsParallel ? -2 / depth : -(this->Far + this->Near) / depth;
    p[11] = this->IsParallel ? -(this->Far + this->Near) / depth : -2 * this->Far * this->Near / depth;
    p[14] = this->IsParallel ? 0 : -1;
    p[15] = this->IsParallel ? 1 : 0;
    if (this->IsParallel)
    {
      p[0] = p[5] = 0.5;
    }
    return camera;
  }

  /// The point on a pixel's ray at a distance along the view, in data coordinates.
  Vector PointAt(std::size_t pixel, double distance) const
  {
    const std::size_t column = pixel % Width, row = pixel / Width;
    const double x = 2 * (static_cast<double>(column) + 0.5) / Width - 1;
    const double y = 2 * (static_cast<double>(row) + 0.5) / Height - 1;
    const double scale = this->IsParallel ? 2 : distance;
    const Vector eye = { x * scale, y * scale, -distance };
    return this->ToData({ eye[0] - this->Moved[0], eye[1] - this->Moved[1], eye[2] - this->Moved[2] });
  }
  /// The eye, or the direction to it in parallel projection, in data coordinates.
  Vector EyeInData() const
  {
    return this->IsParallel ? this->ToData({ 0, 0, 1 })
                            : this->ToData({ -this->Moved[0], -this->Moved[1], -this->Moved[2] });
  }
  double WindowDepth(double distance) const
  {
    return this->IsParallel ? (distance - this->Near) / (this->Far - this->Near)
                            : this->Far / (this->Far - this->Near) * (1 - this->Near / distance);
  }

private:
  Vector ToData(const Vector& v) const
  {
    // Columns are orthogonal: the inverse is the transpose, divided by the columns' squares.
    Vector out;
    for (std::size_t column = 0; column < 3; ++column)
    {
      double dot = 0, square = 0;
      for (std::size_t row = 0; row < 3; ++row)
      {
        dot += this->Linear[3 * row + column] * v[row];
        square += this->Linear[3 * row + column] * this->Linear[3 * row + column];
      }
      out[column] = dot / square;
    }
    return out;
  }
};

/// Cuts a box into `number` boxes of ranks and appends the ranks in the order of sight, the nearest first.
void Cut(const Box& box, std::size_t first, std::size_t number, const View& view, std::mt19937& random,
  std::vector<Box>& boxes, std::vector<int>& order)
{
  if (number == 1)
  {
    boxes[first] = box;
    order.push_back(static_cast<int>(first));
    return;
  }
  const std::size_t low = 2 * (random() % 3), below = 1 + random() % (number - 1);
  const double wall =
    box[low] + std::uniform_real_distribution<double>(0.2, 0.8)(random) * (box[low + 1] - box[low]);
  Box lower = box, upper = box;
  lower[low + 1] = upper[low] = wall;
  const double eye = view.EyeInData()[low / 2];
  if (view.IsParallel ? eye < 0 : eye < wall)
  {
    Cut(lower, first, below, view, random, boxes, order);
    Cut(upper, first + below, number - below, view, random, boxes, order);
  }
  else
  {
    Cut(upper, first + below, number - below, view, random, boxes, order);
    Cut(lower, first, below, view, random, boxes, order);
  }
}

/// The objects that a rank draws: a uniform volume in a part of its box, and surface fragments.
struct RankData
{
  bool HasVolume = true;
  Vector Hue = {};
  double Attenuation = 0; // per window depth, as a ray's length is known here only in window depths
  Box Inside = {};
  struct Surface
  {
    std::size_t Pixel;
    double Depth;
    Color Shown;
  };
  std::vector<Surface> Surfaces;
};

/// A span of a ray, in window depths.
struct Stretch
{
  double First = 1, Last = 0;
};

Stretch FindStretch(const View& view, const Box& box, std::size_t pixel)
{
  const Vector from = view.PointAt(pixel, view.Near), to = view.PointAt(pixel, view.Far);
  double first = 0, last = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double a = (box[2 * axis] - from[axis]) / (to[axis] - from[axis]);
    const double b = (box[2 * axis + 1] - from[axis]) / (to[axis] - from[axis]);
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  if (first >= last)
  {
    return {};
  }
  const auto depthAt = [&](double share) {
    return view.WindowDepth(view.Near + share * (view.Far - view.Near));
  };
  return { depthAt(first), depthAt(last) };
}

void AddBehind(Color& sum, const Color& behind)
{
  const double through = 1 - sum[3];
  std::transform(sum.begin(), sum.end(), behind.begin(), sum.begin(),
    [through](double a, double b) { return a + through * b; });
}

Color OfVolume(const RankData& rank, const Stretch& stretch, double first, double last)
{
  const double length = std::min(stretch.Last, last) - std::max(stretch.First, first);
  const double opacity = length > 0 ? 1 - std::exp(-rank.Attenuation * length) : 0;
  return { opacity * rank.Hue[0], opacity * rank.Hue[1], opacity * rank.Hue[2], opacity };
}

/// The color of all objects on a pixel's ray up to the depth `end`, in order of depth.
Color OfAll(const std::vector<RankData>& ranks, const View& view, std::size_t pixel, double end)
{
  struct Event
  {
    double Depth;
    const RankData::Surface* Shown;
  };
  std::vector<Event> events = { { 0, nullptr }, { end, nullptr } };
  std::vector<Stretch> stretches;
  for (const RankData& rank : ranks)
  {
    stretches.push_back(rank.HasVolume ? FindStretch(view, rank.Inside, pixel) : Stretch());
    for (const double depth : { stretches.back().First, stretches.back().Last })
    {
      events.push_back({ std::min(depth, end), nullptr });
    }
    for (const RankData::Surface& surface : rank.Surfaces)
    {
      if (surface.Pixel == pixel && surface.Depth < end)
      {
        events.push_back({ surface.Depth, &surface });
      }
    }
  }
  std::stable_sort(
    events.begin(), events.end(), [](const Event& a, const Event& b) { return a.Depth < b.Depth; });
  Color sum = { 0, 0, 0, 0 };
  for (std::size_t i = 0; i < events.size(); ++i)
  {
    if (events[i].Shown)
    {
      AddBehind(sum, events[i].Shown->Shown);
    }
    for (std::size_t rank = 0; rank < ranks.size() && i + 1 < events.size(); ++rank)
    {
      AddBehind(sum, OfVolume(ranks[rank], stretches[rank], events[i].Depth, events[i + 1].Depth));
    }
  }
  return sum;
}

/// Casts rays through a rank's volume up to the given depths.
class UniformCaster
{
public:
  UniformCaster(const RankData& rank, const View& view)
    : Rank(rank)
    , Seen(view)
  {
  }
  void render(const inkray::Camera&, const inkray::FrameOptions& options)
  {
    for (std::size_t i = 0; i < Pixels; ++i)
    {
      const double end = options.opaqueDepth ? options.opaqueDepth[i] : 1;
      const Color color = this->Rank.HasVolume
        ? OfVolume(this->Rank, FindStretch(this->Seen, this->Rank.Inside, i), 0, end)
        : Color{ 0, 0, 0, 0 };
      std::transform(color.begin(), color.end(), this->Image.begin() + static_cast<std::ptrdiff_t>(4 * i),
        [](double value) { return static_cast<float>(value); });
    }
  }
  const float* GetImage() const { return this->Image.data(); }

private:
  const RankData& Rank;
  const View& Seen;
  std::array<float, 4 * Pixels> Image = {};
};

/// The picture that a rank shows; empty if another rank shows it.
std::vector<float> Draw(
  World& world, int rank, const RankData& data, const View& view, const std::vector<float>& window)
{
  ThreadRank ranks(world, rank);
  RankExchange films;
  films.Begin(&ranks, inkray::filmOf(inkray::BlendMode::Composite), nullptr);
  RankExchange::Offer offer;
  offer.HasData = data.HasVolume;
  offer.HasOpaque = !window.empty();
  offer.Size[0] = Width;
  offer.Size[1] = Height;
  std::vector<float> shown;
  if (films.Agree(offer, true).IsAny)
  {
    inkray::FrameOptions options;
    options.opaqueDepth = films.ShareWindows(window.empty() ? nullptr : window.data());
    SurfaceFragments fragments;
    for (const RankData::Surface& surface : data.Surfaces)
    {
      std::vector<inkray::Float4> colors(Pixels);
      std::vector<float> depths(Pixels, 1.0f);
      const Color& c = surface.Shown;
      colors[surface.Pixel] = { static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2]),
        static_cast<float>(c[3]) };
      depths[surface.Pixel] = static_cast<float>(surface.Depth);
      fragments.Add(Width, colors, depths, options.opaqueDepth);
    }
    const SurfaceFragments& own = films.ShareFragments(view.MakeCamera(), fragments);
    UniformCaster caster(data, view);
    const auto pictureOf = [&caster](bool) { return RayCastPicture{ caster.GetImage() }; };
    CasterWithPolygons<UniformCaster, decltype(pictureOf), SurfaceFragments> with(caster, own, pictureOf);
    with.render(view.MakeCamera(), options);
    const std::vector<float>& all = films.ShareSurfaces(with.GetPicture().Rgba);
    shown = films.Shows() ? all : shown;
  }
  films.End();
  return shown;
}

TEST(RankFragments, LieInTheirDepthInAVolumeThatIsTurnedBeforeThem)
{
  int inside = 0, outside = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("RankFragments", 60, 60))
  {
    std::mt19937 random(seed);
    const auto draw = [&random](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    const View view(random);
    World world(1 + static_cast<int>(random() % 9));
    const auto number = static_cast<std::size_t>(world.Ranks);
    world.Boxes.resize(number);
    Cut({ -1, 1, -0.8, 1, -1, 0.9 }, 0, number, view, random, world.Boxes, world.PartsOrder);
    world.Order.resize(number);
    std::iota(world.Order.begin(), world.Order.end(), 0);
    std::shuffle(world.Order.begin(), world.Order.end(), random);
    std::vector<RankData> ranks(number);
    for (std::size_t rank = 0; rank < number; ++rank)
    {
      RankData& data = ranks[rank];
      const Box& box = world.Boxes[rank];
      data.HasVolume = draw(0, 1) < 0.85;
      data.Attenuation = draw(1, 40);
      std::generate(data.Hue.begin(), data.Hue.end(), [&] { return draw(0, 1); });
      for (std::size_t low = 0; low < 6; low += 2)
      {
        data.Inside[low] = box[low] + (draw(0, 1) < 0.5 ? 0.1 * (box[low + 1] - box[low]) : 0);
        data.Inside[low + 1] = box[low + 1];
      }
      for (std::size_t i = random() % 3 == 0 ? 0 : random() % 40; i > 0; --i)
      {
        const double opacity = draw(0, 1);
        RankData::Surface surface = { random() % Pixels, static_cast<float>(view.WindowDepth(draw(2.5, 7))),
          { opacity * draw(0, 1), opacity * draw(0, 1), opacity * draw(0, 1), opacity } };
        const auto inPixel = std::count_if(data.Surfaces.begin(), data.Surfaces.end(),
          [&surface](const RankData::Surface& other) { return other.Pixel == surface.Pixel; });
        if (inPixel < SurfaceFragments::MostLayers / 4)
        {
          data.Surfaces.push_back(surface);
        }
      }
    }
    std::vector<float> window;
    if (seed % 2 == 0)
    {
      window.resize(Pixels);
      std::generate(window.begin(), window.end(),
        [&] { return draw(0, 1) < 0.3 ? static_cast<float>(draw(0.3, 1)) : 1.0f; });
    }
    // Pixels with more surfaces than there are layers are not compared.
    std::vector<int> layers(Pixels, 0);
    for (const RankData& data : ranks)
    {
      for (const RankData::Surface& surface : data.Surfaces)
      {
        ++layers[surface.Pixel];
        const bool isIn = std::any_of(ranks.begin(), ranks.end(), [&](const RankData& other) {
          const Stretch stretch = FindStretch(view, other.Inside, surface.Pixel);
          return other.HasVolume && stretch.First < surface.Depth && surface.Depth < stretch.Last;
        });
        ++(isIn ? inside : outside);
      }
    }

    std::vector<std::vector<float>> shown(number);
    std::vector<std::thread> threads;
    threads.reserve(number);
    for (std::size_t rank = 0; rank < number; ++rank)
    {
      // Only the first rank has opaque objects in its window.
      threads.emplace_back([&, rank] {
        shown[rank] =
          Draw(world, static_cast<int>(rank), ranks[rank], view, rank == 0 ? window : std::vector<float>());
      });
    }
    std::for_each(threads.begin(), threads.end(), [](std::thread& thread) { thread.join(); });
    EXPECT_TRUE(world.Mail.empty()) << "all that was sent was received";
    if (std::none_of(ranks.begin(), ranks.end(), [](const RankData& data) { return data.HasVolume; }))
    {
      continue;
    }
    const std::vector<float>& picture = shown[static_cast<std::size_t>(world.Order.front())];
    ASSERT_EQ(picture.size(), 4 * Pixels) << "seed " << seed;
    for (std::size_t i = 0; i < Pixels; ++i)
    {
      const Color whole = OfAll(ranks, view, i, window.empty() ? 1.0 : window[i]);
      for (std::size_t c = 0; layers[i] <= SurfaceFragments::MostLayers && c < 4; ++c)
      {
        ASSERT_NEAR(picture[4 * i + c], whole[c], 1e-5)
          << "seed " << seed << ", " << world.Ranks << " ranks, pixel " << i;
      }
    }
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(outside, 100);
}

TEST(RankFragments, AreThoseOfTheLayersThatACasterHasFound)
{
  // Two pixels with three layers: the first pixel has three surfaces, the second has one. Missing layers are
  // infinite.
  constexpr float none = HUGE_VALF;
  const std::vector<float> depths = { 2, 4, 3, none, 4, 3 };
  std::vector<inkray::Float4> colors;
  for (std::size_t i = 0; i < depths.size(); ++i)
  {
    const float value = 0.1f * static_cast<float>(i + 1);
    colors.push_back({ value, value, value, value });
  }
  inkray::Camera camera;
  camera.eyeToClip[10] = -10.0 / 8;
  camera.eyeToClip[11] = -2.0 * 9 / 8;
  camera.eyeToClip[14] = -1;
  camera.eyeToClip[15] = 0;
  SurfaceFragments fragments;
  fragments.Add(2, 1, { colors.data(), depths.data(), 3, inkray::makeWindowDepth(camera) });
  ASSERT_EQ(fragments.GetAll().size(), 4u);
  fragments.Sort(2, 1);
  ASSERT_EQ(fragments.GetNumberOfLayers(), 3);
  for (int layer = 0; layer < 3; ++layer)
  {
    std::vector<inkray::Float4> shown;
    std::vector<float> at;
    fragments.Sample(layer, 2, 1, shown, at);
    EXPECT_NEAR(at[0], 9.0 / 8 * (1 - 1.0 / (layer + 2)), 1e-6);
    EXPECT_FLOAT_EQ(shown[0].y, 0.1f * static_cast<float>(2 * layer + 1));
    EXPECT_NEAR(at[1], layer == 0 ? 9.0 / 8 * (1 - 1.0 / 4) : 1.0, 1e-6);
    EXPECT_FLOAT_EQ(shown[1].w, layer == 0 ? 0.2f : 0.0f);
  }
}

TEST(RankFragments, BeyondThoseThatAreKeptApartAreBlendedIntoTheLast)
{
  SurfaceFragments fragments;
  const std::vector<inkray::Float4> colors(2, { 0.1f, 0.0f, 0.05f, 0.2f });
  for (int i = 0; i < SurfaceFragments::MostLayers + 3; ++i)
  {
    // Only the first pixel has all surfaces, in an order that differs from depth; the second has one.
    const float depth = 0.04f * static_cast<float>((7 * i) % (SurfaceFragments::MostLayers + 3) + 1);
    fragments.Add(2, colors, { depth, i == 4 ? depth : 1.0f }, nullptr);
  }
  fragments.Sort(2, 1);
  ASSERT_EQ(fragments.GetNumberOfLayers(), SurfaceFragments::MostLayers);
  for (int layer = 0; layer < SurfaceFragments::MostLayers; ++layer)
  {
    std::vector<inkray::Float4> shown;
    std::vector<float> at;
    fragments.Sample(layer, 2, 1, shown, at);
    EXPECT_FLOAT_EQ(at[0], 0.04f * static_cast<float>(layer + 1));
    EXPECT_EQ(at[1] < 1, layer == 0);
    const double opacity = layer + 1 < SurfaceFragments::MostLayers ? 0.2 : 1 - std::pow(0.8, 4);
    EXPECT_NEAR(shown[0].w, opacity, 1e-6);
    EXPECT_NEAR(shown[0].x, 0.5 * opacity, 1e-6);
  }
}

} // namespace
