// SPDX-License-Identifier: BSD-3-Clause
// The functions of one cell and of the walk through cells, by themselves, against the same computation in
// double.
#include "Geometry/RegularGrid/Dda.h"
#include "Geometry/RegularGrid/VoxelCubic.h"
#include "Oracles/Grid/GridRays.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Trials = 2000;

double between(double low, double high, int trial, int number)
{
  return low + (high - low) * hashNumber(21, trial, number);
}

/// Returns a cell whose corners lie between -1 and 1, times `scale`.
CellCorners randomCell(int trial, float scale = 1.0f)
{
  CellCorners cell;
  for (int k = 0; k < 8; ++k)
    cell.value[k] = scale * static_cast<float>(between(-1.0, 1.0, trial, k));
  return cell;
}

/// Computes the trilinear interpolant in double.
double trilinear(const CellCorners& cell, const double p[3])
{
  double sum = 0.0;
  for (int k = 0; k < 8; ++k)
    sum +=
      cell.value[k] * (k & 1 ? p[0] : 1.0 - p[0]) * (k & 2 ? p[1] : 1.0 - p[1]) * (k & 4 ? p[2] : 1.0 - p[2]);
  return sum;
}

/// Computes a cubic in Bernstein form, in double.
double bernstein(const float b[4], double s)
{
  const double r = 1.0 - s;
  return b[0] * r * r * r + 3.0 * b[1] * r * r * s + 3.0 * b[2] * r * s * s + b[3] * s * s * s;
}

TEST(VoxelCubic, CornersAreLoadedInTheOrderOfTheirBits)
{
  // The values of a grid of 5 x 4 x 3 points tell where the points are.
  std::vector<std::uint16_t> values;
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x)
        values.push_back(static_cast<std::uint16_t>(x + 10 * y + 100 * z));
  const CellCorners cell = loadCorners(values.data() + 2 + 5 * 1 + 20 * 1, 5, 20);
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(
      cell.value[k], static_cast<float>(2 + (k & 1) + 10 * (1 + (k >> 1 & 1)) + 100 * (1 + (k >> 2))));
  const CellCorners relative = relativeTo(cell, 112.5f);
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(relative.value[k], cell.value[k] - 112.5f);
}

TEST(VoxelCubic, InterpolantOfACell)
{
  for (int trial = 0; trial < Trials; ++trial)
  {
    const CellCorners cell = randomCell(trial);
    float p[3];
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = static_cast<float>(between(0.0, 1.0, trial, 10 + axis));
    const double q[3] = { p[0], p[1], p[2] };
    EXPECT_NEAR(interpolateCell(cell, p), trilinear(cell, q), 4e-7);
  }
}

TEST(VoxelCubic, InterpolationKeepsEndsAndSigns)
{
  for (int trial = 0; trial < Trials; ++trial)
  {
    const CellCorners cell = randomCell(trial);
    for (int k = 0; k < 8; ++k)
    {
      const float corner[3] = { static_cast<float>(k & 1), static_cast<float>(k >> 1 & 1),
        static_cast<float>(k >> 2) };
      EXPECT_EQ(interpolateCell(cell, corner), cell.value[k]);
    }
    // Two values have one sign, and one is far smaller: no point between them has the other sign.
    const float a = std::abs(cell.value[0]), b = 1e-9f * std::abs(cell.value[1]),
                t = static_cast<float>(between(0.0, 1.0, trial, 9));
    EXPECT_GE(interpolate(a, b, t), 0.0f);
    EXPECT_GE(interpolate(b, a, t), 0.0f);
    EXPECT_LE(interpolate(-a, -b, t), 0.0f);
    EXPECT_LE(interpolate(-b, -a, t), 0.0f);
  }
}

TEST(VoxelCubic, CubicAlongASegment)
{
  for (int trial = 0; trial < Trials; ++trial)
  {
    const CellCorners cell = randomCell(trial);
    float from[3], to[3], b[4];
    for (int axis = 0; axis < 3; ++axis)
    {
      from[axis] = static_cast<float>(between(0.0, 1.0, trial, 10 + axis));
      to[axis] = static_cast<float>(between(0.0, 1.0, trial, 20 + axis));
    }
    restrictToSegment(cell, from, to, b);
    EXPECT_EQ(b[0], interpolateCell(cell, from));
    EXPECT_EQ(b[3], interpolateCell(cell, to));
    const Cubic f = cubicOfBernstein(b);
    for (const float s : { 0.0f, 0.17f, 0.5f, 0.83f, 1.0f })
    {
      double p[3];
      for (int axis = 0; axis < 3; ++axis)
        p[axis] = from[axis] + double(s) * (double(to[axis]) - from[axis]);
      EXPECT_NEAR(bernstein(b, s), trilinear(cell, p), 1e-6);
      EXPECT_NEAR(evaluate(f, s), bernstein(b, s), 3e-6);
      const double h = 1e-4;
      EXPECT_NEAR(slope(f, s), (bernstein(b, s + h) - bernstein(b, s - h)) / (2.0 * h), 2e-5);
    }
  }
}

TEST(VoxelCubic, TurningPoints)
{
  for (const float scale : { 1.0f, -1.0f, 1e30f, 1e-30f })
  {
    // The derivatives are 6 (s - 0.25) (s - 0.75), 2 (s - 0.25), (s - 0.25) (s - 1.5), and one without a
    // root.
    float s[2];
    ASSERT_EQ(turningPoints({ 0, scale * 1.125f, scale * -3.0f, scale * 2.0f }, s), 2);
    EXPECT_NEAR(s[0], 0.25f, 1e-6f);
    EXPECT_NEAR(s[1], 0.75f, 1e-6f);
    ASSERT_EQ(turningPoints({ 0, scale * -0.5f, scale, 0 }, s), 1);
    EXPECT_NEAR(s[0], 0.25f, 1e-6f);
    ASSERT_EQ(turningPoints({ 0, scale * 0.375f, scale * -0.875f, scale * (1.0f / 3.0f) }, s), 1);
    EXPECT_NEAR(s[0], 0.25f, 1e-6f);
    EXPECT_EQ(turningPoints({ 0, scale, scale, scale }, s), 0);
    EXPECT_EQ(turningPoints({ scale, scale, 0, 0 }, s), 0);
  }
  float s[2];
  EXPECT_EQ(turningPoints({ 1, 0, 0, 0 }, s), 0);
  // A turning point at the very end does not count; a saddle does not turn.
  EXPECT_EQ(turningPoints({ 0, 0, 1, 0 }, s), 0);
  EXPECT_EQ(turningPoints({ 0, -2, 1, 0 }, s), 0);
  EXPECT_EQ(turningPoints({ 0, 0.75f, -1.5f, 1.0f }, s), 0);
  // Turning points are near to one another, then near to the ends. The derivatives are 3 (s - 0.49) (s -
  // 0.51) and 3 (s - 2^-12) (s - 1 + 2^-12).
  ASSERT_EQ(turningPoints({ 0, 3.0f * 0.49f * 0.51f, -1.5f, 1.0f }, s), 2);
  EXPECT_NEAR(s[0], 0.49f, 1e-5f);
  EXPECT_NEAR(s[1], 0.51f, 1e-5f);
  const float near = 0x1p-12f;
  ASSERT_EQ(turningPoints({ 0, 3.0f * near * (1.0f - near), -1.5f, 1.0f }, s), 2);
  EXPECT_NEAR(s[0], near, 1e-6f);
  EXPECT_NEAR(s[1], 1.0f - near, 1e-6f);
  // The cubic is nearly linear: the second root is far away, and the first loses no digits.
  ASSERT_EQ(turningPoints({ 0, -0.5f, 1.0f, 1e-6f }, s), 1);
  EXPECT_NEAR(s[0], 0.25f, 1e-6f);
}

TEST(VoxelCubic, RootOfAMonotonePiece)
{
  for (int trial = 0; trial < Trials; ++trial)
  {
    // A cubic that rises or falls throughout, with a known root.
    const double root = between(0.02, 0.98, trial, 0), square = between(0.0, 3.0, trial, 1),
                 middle = between(-0.5, 1.5, trial, 2), linear = between(0.2, 2.0, trial, 3);
    const double sign = trial % 2 ? 1.0 : -1.0;
    // sign (square ((s - middle)^3 - (root - middle)^3) + linear (s - root))
    const auto value = [&](double s) {
      return sign * (square * (std::pow(s - middle, 3) - std::pow(root - middle, 3)) + linear * (s - root));
    };
    const Cubic f = { static_cast<float>(value(0.0)),
      static_cast<float>(sign * (3.0 * square * middle * middle + linear)),
      static_cast<float>(sign * -3.0 * square * middle), static_cast<float>(sign * square) };
    const float s = solveMonotone(
      f, sign > 0.0, 0.0f, 1.0f, static_cast<float>(value(0.0)), static_cast<float>(value(1.0)));
    EXPECT_NEAR(s, root, 2e-5) << trial;
  }
}

TEST(VoxelCubic, FirstChangeOfSide)
{
  int changing = 0, inside = 0;
  for (int trial = 0; trial < Trials; ++trial)
  {
    float b[4];
    for (int k = 0; k < 4; ++k)
      b[k] = static_cast<float>(between(-1.0, 1.0, trial, k) + (trial % 3 ? 0.4 : 0.0));
    const bool above = b[0] >= 0.0f;
    // Sample the curve in small steps. Rounding decides where it nearly touches zero.
    constexpr int steps = 4000;
    double nearest = 1e30, first = -1.0;
    for (int i = 1; i < steps; ++i)
    {
      const double v = bernstein(b, double(i) / steps), before = bernstein(b, double(i - 1) / steps),
                   after = bernstein(b, double(i + 1) / steps);
      if ((v - before) * (after - v) <= 0.0)
        nearest = std::min(nearest, std::abs(v));
    }
    for (int i = 1; i <= steps && first < 0.0; ++i)
      first = (bernstein(b, double(i) / steps) >= 0.0) != above ? double(i) / steps : -1.0;
    if (nearest < 1e-4)
      continue;
    ASSERT_EQ(changesSide(b, above), first >= 0.0) << trial;
    if (first < 0.0)
      continue;
    ++changing;
    inside += (b[3] >= 0.0f) == above; // the curve changes its side and comes back
    const double found = firstChange(b, above);
    EXPECT_GE(found, first - 1.0 / steps - 1e-5) << trial;
    EXPECT_LE(found, first + 1e-5) << trial;
  }
  EXPECT_GT(changing, Trials / 3);
  EXPECT_GT(inside, Trials / 100);
}

TEST(VoxelCubic, ACurveThatStaysOnItsSide)
{
  // Above means not below: zero is above, so a curve that ends at zero has changed its side.
  const float rising[4] = { -1, -0.5f, -0.25f, 0 }, falling[4] = { 1, 0.5f, 0.25f, 0 },
              far[4] = { 1, 2, 3, 1 };
  EXPECT_TRUE(changesSide(rising, false));
  EXPECT_FALSE(changesSide(falling, true));
  EXPECT_FALSE(changesSide(far, true));
  // Some coefficients lie on the other side, but the curve does not.
  const float dip[4] = { 1, -0.3f, -0.3f, 1 };
  EXPECT_GT(bernstein(dip, 0.5), 0.0);
  EXPECT_FALSE(changesSide(dip, true));
}

TEST(VoxelCubic, ClassesOfValues)
{
  const SurfaceEntry entries[3] = { { -1, 0, 0, 0, 1 }, { 2, 0, 0, 0, 1 }, { 2.5f, 0, 0, 0, 1 } };
  const SurfaceList surfaces = { entries, 3, entries[0].value };
  const std::pair<float, int> expected[] = { { -5.0f, 0 }, { -1.0f, 1 }, { 1.9f, 1 }, { 2.0f, 2 },
    { 2.2f, 2 }, { 2.5f, 3 }, { 9.0f, 3 } };
  for (const auto& [value, count] : expected)
  {
    EXPECT_EQ(surfaceClass<false>(surfaces, value), count) << value;
    EXPECT_EQ(surfaceClass<true>(surfaces, value), count > 0 ? 1 : 0) << value;
  }
}

TEST(VoxelCubic, GradientOfACell)
{
  for (int trial = 0; trial < Trials; ++trial)
  {
    const CellCorners cell = randomCell(trial);
    float p[3], gradient[3];
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = static_cast<float>(between(0.0, 1.0, trial, 10 + axis));
    cellGradient(cell, p, gradient);
    for (int axis = 0; axis < 3; ++axis)
    {
      // The interpolant is linear along each axis: the difference of the ends is the derivative.
      double low[3] = { p[0], p[1], p[2] }, high[3] = { p[0], p[1], p[2] };
      low[axis] = 0.0;
      high[axis] = 1.0;
      EXPECT_NEAR(gradient[axis], trilinear(cell, high) - trilinear(cell, low), 1e-6);
    }
  }
}

/// Returns the boxes of a block that a ray meets for longer than rounding, in order, by a look at each of the
/// 64.
template <int Size>
std::vector<int> boxesOnTheWay(const Ray& ray, const float corner[3], const float last[3], double from)
{
  std::vector<std::pair<double, int>> met;
  for (int place = 0; place < 64; ++place)
  {
    double begin = from, end = 1e30;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis)
    {
      const int box = place >> 2 * axis & 3;
      inside = inside && box <= static_cast<int>(last[axis]);
      const double low = (corner[axis] + double(Size) * box - ray.origin[axis]) / ray.direction[axis],
                   high = (corner[axis] + double(Size) * (box + 1) - ray.origin[axis]) / ray.direction[axis];
      begin = std::max(begin, std::min(low, high));
      end = std::min(end, std::max(low, high));
    }
    if (inside && end - begin > 1e-3)
      met.push_back({ begin, place });
  }
  std::sort(met.begin(), met.end());
  std::vector<int> places;
  for (const auto& box : met)
    places.push_back(box.second);
  return places;
}

template <int Size>
void checkDda()
{
  int steps = 0;
  for (int trial = 0; trial < Trials; ++trial)
  {
    // Place a block somewhere. The end of the volume may cut off some of its boxes; the ray passes the
    // remaining boxes.
    float corner[3], last[3];
    Vector from, to;
    for (int axis = 0; axis < 3; ++axis)
    {
      corner[axis] = static_cast<float>(4 * Size * static_cast<int>(between(0, 4, trial, axis)));
      last[axis] = trial % 4 ? 3.0f : static_cast<float>(static_cast<int>(between(0, 4, trial, 10 + axis)));
      const double low = corner[axis], high = corner[axis] + Size * (last[axis] + 1.0);
      from[axis] = between(low, high, trial, 20 + axis);
      to[axis] = between(low, high, trial, 30 + axis);
    }
    const GridIndex cells = { 4000, 4000, 4000 };
    const Ray ray = rayBetween(from, to, cells);
    // Rounding decides where rays nearly along a plane meet it.
    if (std::min({ std::abs(ray.direction[0]), std::abs(ray.direction[1]), std::abs(ray.direction[2]) }) <
      0.05f)
      continue;
    // The span of the ray in the block: from somewhere inside to the end of the boxes.
    double begin = ray.begin, end = ray.end;
    for (int axis = 0; axis < 3; ++axis)
    {
      const double low = (corner[axis] - ray.origin[axis]) / ray.direction[axis],
                   high = (corner[axis] + Size * (last[axis] + 1.0) - ray.origin[axis]) / ray.direction[axis];
      begin = std::max(begin, std::min(low, high));
      end = std::min(end, std::max(low, high));
    }
    if (trial % 2)
      begin += 0.3 * (end - begin);
    Dda<Size> walk;
    auto t = static_cast<float>(begin);
    walk.enter(ray, corner, last, t);
    std::vector<int> found;
    double entered = begin;
    for (bool inside = true; inside && found.size() < 100;)
    {
      const int place = walk.place;
      for (int axis = 0; axis < 3; ++axis)
      {
        ASSERT_EQ(walk.corner(ray, axis), corner[axis] + static_cast<float>(Size * (place >> 2 * axis & 3)));
        ASSERT_EQ(
          walk.entryPlane(ray, axis) + (isForward(ray, axis) ? 1.0f : -1.0f) * Size, walk.plane[axis]);
      }
      const double left = walk.exit();
      if (std::min(left, end) - entered > 1e-3)
        found.push_back(place);
      inside = walk.step(ray, t, static_cast<float>(end) - 5e-4f);
      ASSERT_GE(t, static_cast<float>(entered));
      entered = t;
      ++steps;
    }
    ASSERT_EQ(found, (boxesOnTheWay<Size>(ray, corner, last, begin))) << "trial " << trial;
  }
  EXPECT_GT(steps, 3 * Trials);
}

TEST(Dda, BoxesInTheOrderOfTheRay)
{
  checkDda<1>();
  checkDda<4>();
}

TEST(Dda, BitsOfAMask)
{
  for (int place = 0; place < 64; ++place)
    for (int other = 0; other < 64; ++other)
      EXPECT_EQ(hasBit(std::uint64_t(1) << place, other), place == other);
}

} // namespace
