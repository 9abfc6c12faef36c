// SPDX-License-Identifier: BSD-3-Clause
// Parts of media: optical depths, visible values, and the cells that a ray meets.
#include "Oracles/Randomness.h"
#include "Renderers/PathTracer/Media.h"
#include "Renderers/PathTracer/PathGeometry.h"
#include "Renderers/PathTracer/VolumeMedium.h"

#include "Device/HostBackend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TransferFunction randomFunction(Randomness& random)
{
  TransferFunction f;
  double s = -0.2;
  const int n = 1 + random.integer(12);
  for (int i = 0; i < n; ++i)
  {
    s += random.chance(0.2) ? 0.0 : random.real(0.0, 0.3);
    f.knots.push_back({ s, static_cast<float>(random.real(0, 1)), static_cast<float>(random.real(0, 1)),
      static_cast<float>(random.real(0, 1)),
      random.chance(0.4) ? 0.0f : static_cast<float>(random.real(0, 10)) });
  }
  return f;
}

TEST(OpticalDepths, AreThoseOfTheIntegralWithLight)
{
  Randomness random(1);
  for (int trial = 0; trial < 300; ++trial)
  {
    const std::vector<FunctionInterval> pieces = makeIntervals(randomFunction(random), 0.0, 1.0);
    const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
    RayIntegral light;
    OpticalDepth depth;
    light.clear();
    depth.clear();
    const auto first = static_cast<float>(random.real(0, 1));
    light.standAt(first);
    depth.standAt(first);
    for (int i = 0; i < 20; ++i)
    {
      const float s =
        random.chance(0.1) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random.real(0, 1));
      const auto length = static_cast<float>(random.real(0, 0.05));
      light.add(view, s, length);
      depth.add(view, s, length);
    }
    light.end(view);
    ASSERT_NEAR(std::exp2(-depth.depth), light.transmittance, 2e-6f) << trial;
  }
}

TEST(VisibleValues, AreThoseWithOpacity)
{
  Randomness random(2);
  for (int trial = 0; trial < 300; ++trial)
  {
    const TransferFunction f = randomFunction(random);
    const std::vector<FunctionInterval> pieces = makeIntervals(f, 0.0, 1.0);
    const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
    const std::vector<MinMax<float>> intervals = findVisibleValues(f.knots, 0.0, 1.0);
    const VisibleValues visible = { intervals.data(), static_cast<std::int32_t>(intervals.size()) };
    for (int i = 0; i < 100; ++i)
    {
      const auto s = static_cast<float>(random.real(0, 1));
      const std::size_t last = f.knots.size() - 1;
      std::size_t k = 0; // knots below s
      while (k <= last && f.knots[k].scalar <= double(s))
        ++k;
      const float below = f.knots[k > 0 ? k - 1 : 0].attenuation,
                  above = f.knots[std::min(k, last)].attenuation;
      ASSERT_EQ(holdsSurface(visible, MinMax<float>{ s, s }), below > 0 || above > 0) << trial << ": " << s;
      ASSERT_TRUE(below > 0 || above > 0 || std::abs(colorOf(view, s).w) < 1e-5f) << trial << ": " << s;
    }
    ASSERT_FALSE(holdsSurface(visible, emptyRange<float>()));
  }
  // Values outside of a ramp are transparent, and values inside are not.
  const TransferFunction ramp = { { { 10, 1, 1, 1, 0 }, { 20, 1, 1, 1, 1 }, { 30, 1, 1, 1, 0 } } };
  const std::vector<MinMax<float>> intervals = findVisibleValues(ramp.knots, 10.0, 2.0);
  ASSERT_EQ(intervals.size(), 1u);
  const VisibleValues visible = { intervals.data(), 1 };
  const auto isSeen = [&](float low, float high) {
    return holdsSurface(visible, MinMax<float>{ low, high });
  };
  EXPECT_FALSE(isSeen(-5, 0));
  EXPECT_TRUE(isSeen(-5, 1e-6f));
  EXPECT_TRUE(isSeen(20, 20));
  EXPECT_FALSE(isSeen(40, 50));
  EXPECT_TRUE(isSeen(39.9f, 50));
  EXPECT_TRUE(isSeen(-5, 50));
}

TEST(VisibleValues, HoldTheUpperSideOfAJump)
{
  // A value at the jump has the opacity of the upper side.
  const TransferFunction step = { { { 0, 1, 1, 1, 0 }, { 1, 1, 1, 1, 0 }, { 1, 1, 1, 1, 3 },
    { 2, 1, 1, 1, 3 }, { 2, 1, 1, 1, 0 }, { 3, 1, 1, 1, 0 } } };
  const std::vector<MinMax<float>> intervals = findVisibleValues(step.knots, 0.0, 1.0);
  const VisibleValues visible = { intervals.data(), static_cast<std::int32_t>(intervals.size()) };
  const std::vector<FunctionInterval> pieces = makeIntervals(step, 0.0, 1.0);
  const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
  EXPECT_GT(colorOf(view, 1.0f).w, 2.9f);
  EXPECT_TRUE(holdsSurface(visible, MinMax<float>{ 0, 1 }));
  EXPECT_TRUE(holdsSurface(visible, MinMax<float>{ 1, 1 }));
  EXPECT_TRUE(holdsSurface(visible, MinMax<float>{ 1.9f, 1.9f }));
  EXPECT_FALSE(holdsSurface(visible, MinMax<float>{ 0, 0.99f }));
  EXPECT_FALSE(holdsSurface(visible, MinMax<float>{ 2.01f, 3 }));
}

TEST(Cubics, AreAsStraightAsTheirPiecesSay)
{
  Randomness random(3);
  double worst = 0.0;
  for (int trial = 0; trial < 20000; ++trial)
  {
    float b[4];
    const double size = std::pow(10.0, random.real(-4, 0));
    for (float& x : b)
      x = static_cast<float>(random.real(0, size));
    const int n = piecesOfCubic(b);
    ASSERT_GE(n, 1);
    ASSERT_LE(n, maxPiecesOfCell);
    const Cubic f = cubicOfBernstein(b);
    double most = 0.0;
    for (int i = 0; i <= 64; ++i)
    {
      const float x = static_cast<float>(i) / 64;
      const float from = std::floor(std::min(x, 0.9999f) * static_cast<float>(n)) / static_cast<float>(n),
                  to = from + 1.0f / static_cast<float>(n);
      const float share = (x - from) * static_cast<float>(n);
      const float straight = (1 - share) * evaluate(f, from) + share * evaluate(f, to);
      most = std::max(most, std::abs(static_cast<double>(straight - evaluate(f, x))));
    }
    if (n < maxPiecesOfCell)
    {
      ASSERT_LE(most, 1.01 * static_cast<double>(errorOfPieces) + 1e-6);
    }
    worst = std::max(worst, most);
  }
  EXPECT_LT(worst, 0.02);
  RecordProperty("worst", std::to_string(worst));
}

/// A sink that records the segments of a march.
struct Told
{
  struct Segment
  {
    float from, to, s0, s1;
  };
  std::vector<Segment> segments;
  float t = 0, s = 0;
  int runs = 0;

  void enter(float at, float scalar)
  {
    t = at;
    s = scalar;
    ++runs;
  }
  bool to(float at, float scalar)
  {
    segments.push_back({ t, at, s, scalar });
    t = at;
    s = scalar;
    return true;
  }
  void leave() {}
  /// Return the scalar at a parameter of the ray, or -1 outside of all segments.
  double at(double place) const
  {
    for (const Segment& segment : segments)
    {
      const double from = double(segment.from), share = (place - from) / (double(segment.to) - from);
      if (share >= 0 && share <= 1)
        return double(segment.s0) + share * (double(segment.s1) - double(segment.s0));
    }
    return -1;
  }
};

/// Return the trilinear interpolant of values at n points, at parameter t of a ray.
double interpolant(
  const std::int64_t (&n)[3], const std::vector<float>& values, const ScenePath& path, double t)
{
  const float origin[3] = { path.origin.x, path.origin.y, path.origin.z };
  const float direction[3] = { path.direction.x, path.direction.y, path.direction.z };
  std::int64_t cell[3];
  double x[3], sum = 0.0;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double p = std::clamp(double(origin[axis]) + t * double(direction[axis]), 0.0, double(n[axis] - 1));
    cell[axis] = std::min<std::int64_t>(static_cast<std::int64_t>(p), n[axis] - 2);
    x[axis] = p - double(cell[axis]);
  }
  for (int k = 0; k < 8; ++k)
  {
    double weight = 1.0;
    for (int axis = 0; axis < 3; ++axis)
      weight *= (k >> axis & 1) != 0 ? x[axis] : 1 - x[axis];
    sum += weight *
      double(values[static_cast<std::size_t>(
        cell[0] + (k & 1) + n[0] * (cell[1] + (k >> 1 & 1) + n[1] * (cell[2] + (k >> 2))))]);
  }
  return sum;
}

using EvenGeometry = OneIsosurface;

TEST(GridMedia, TellAllCellsInOrder)
{
  HostBackend backend;
  Randomness random(4);
  for (int trial = 0; trial < 40; ++trial)
  {
    const std::int64_t n[3] = { 2 + random.integer(50), 2 + random.integer(40), 2 + random.integer(30) };
    std::vector<float> values(static_cast<std::size_t>(n[0] * n[1] * n[2]));
    // Most values are low, so that bricks are left out.
    for (float& v : values)
      v = static_cast<float>(random.chance(0.002) ? random.real(0.5, 1) : random.real(0, 0.4));
    VolumeInput in;
    std::copy_n(n, 3, in.dimensions);
    in.scalars.values = values.data();
    in.scalars.numTuples = static_cast<std::int64_t>(values.size());
    BrickedVolume<HostBackend> volume;
    const VolumeReport report = volume.setVolume(backend, in);
    VolumeMedium<HostBackend> medium;
    QuantizedField<HostBackend> kept;
    kept.take(backend, in.scalars, in.scalars.numTuples);
    const bool isAll = trial % 2 == 0;
    medium.set({ { { 0.4, 1, 1, 1, isAll ? 1.0f : 0.0f }, { 1.0, 1, 1, 1, 1 } } }, report.range, kept);
    medium.update(backend, volume);
    GridMediumView view{};
    volume.describe(view.grid);
    medium.describe(view);
    view.values.values = { values.data(), TaggedValues::Float };
    view.values.strideY = n[0];
    view.values.strideZ = n[0] * n[1];
    view.toGrid[0] = view.toGrid[5] = view.toGrid[10] = 1;
    for (int r = 0; r < 20; ++r)
    {
      const Vector d = random.direction();
      ScenePath path = {};
      path.direction = { static_cast<float>(d[0]), static_cast<float>(d[1]), static_cast<float>(d[2]) };
      const float middle[3] = { static_cast<float>(random.real(0, double(n[0] - 1))),
        static_cast<float>(random.real(0, double(n[1] - 1))),
        static_cast<float>(random.real(0, double(n[2] - 1))) };
      path.origin = { middle[0] - 100 * path.direction.x, middle[1] - 100 * path.direction.y,
        middle[2] - 100 * path.direction.z };
      path.begin = r % 3 == 0 ? 97.0f : 0.0f;
      path.end = r % 4 == 0 ? 104.0f : 1000.0f;
      Told told;
      marchMedium<EvenGeometry>(view, path, told);
      double length = 0.0;
      float reached = path.begin;
      for (const Told::Segment& s : told.segments)
      {
        ASSERT_LE(reached, s.from);
        ASSERT_LT(s.from, s.to);
        ASSERT_LE(s.to, path.end);
        reached = s.to;
        length += static_cast<double>(s.to) - static_cast<double>(s.from);
      }
      float begin = path.begin, end = path.end;
      const bool meets = mediumInterval<EvenGeometry>(view, path, begin, end);
      if (isAll)
      {
        ASSERT_TRUE(meets);
        ASSERT_NEAR(length, end - begin, 1e-3) << "trial " << trial << ", ray " << r;
        ASSERT_EQ(told.runs, 1);
      }
      else
      {
        ASSERT_LE(length, meets ? double(end) - double(begin) + 1e-3 : 0.0);
      }
      // Visible places of the ray lie in a segment, with the interpolant as their scalar.
      for (int i = 0; meets && i < 200; ++i)
      {
        const double t = double(begin) + (double(end) - double(begin)) * (i + 0.5) / 200;
        const double v = interpolant(n, values, path, t);
        if (!isAll && v < 0.401)
          continue;
        const double scalar = (v - report.range[0]) / (report.range[1] - report.range[0]);
        ASSERT_NEAR(told.at(t), scalar, 0.02) << "trial " << trial << ", ray " << r << ", t " << t;
      }
    }
  }
}

TEST(GridMedia, PassLeavesThatHaveBecomeTransparent)
{
  HostBackend backend;
  const std::int64_t n = 40;
  std::vector<float> values(static_cast<std::size_t>(n * n * n), 0.0f);
  values[static_cast<std::size_t>(20 + n * (20 + n * 20))] = 1.0f;
  VolumeInput in;
  std::fill_n(in.dimensions, 3, n);
  in.scalars.values = values.data();
  in.scalars.numTuples = static_cast<std::int64_t>(values.size());
  BrickedVolume<HostBackend> volume;
  const VolumeReport report = volume.setVolume(backend, in);
  QuantizedField<HostBackend> kept;
  kept.take(backend, in.scalars, in.scalars.numTuples);
  VolumeMedium<HostBackend> medium;
  GridMediumView view{};
  volume.describe(view.grid);
  for (const bool isAll : { true, false })
  {
    medium.set({ { { 0.4, 1, 1, 1, isAll ? 1.0f : 0.0f }, { 1.0, 1, 1, 1, 1 } } }, report.range, kept);
    medium.update(backend, volume);
    medium.describe(view);
    for (int leaf = 0; leaf < 27; ++leaf)
      ASSERT_EQ(view.grid.leafMasks[leaf] != 0, isAll || leaf == 13) << leaf;
  }
}

} // namespace
