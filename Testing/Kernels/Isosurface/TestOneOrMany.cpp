// SPDX-License-Identifier: BSD-3-Clause
// Functions for one ray or many: each lane of a packet has the bits that the same function has for one ray.
#define INKRAY_LANES 4
#include "Core/VectorLanes.h"
#include "Geometry/RegularGrid/Dda.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "Geometry/RegularGrid/VoxelCubic.h"
#include "Oracles/Randomness.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <limits>

using namespace inkray;
using namespace inkray::testing;
using namespace inkray::vector_lanes;

namespace
{

using Many = inkray::vector_lanes::Floats;

constexpr int Trials = 3000;

float number(Randomness& random, double low = -1.0, double high = 1.0)
{
  return static_cast<float>(random.real(low, high));
}

/// A struct with random numbers in every lane of each member.
template <class Struct>
Struct numbers(Randomness& random, double low = -1.0, double high = 1.0)
{
  Struct result = {};
  for (std::size_t k = 0; k < sizeof result / sizeof(float); ++k)
  {
    const float x = number(random, low, high);
    memcpy(reinterpret_cast<char*>(&result) + k * sizeof x, &x, sizeof x);
  }
  return result;
}

/// NaN is the same as another NaN: its sign and its bits are those of either operand.
void expectSame(float many, float one)
{
  EXPECT_TRUE(bitsOf(many) == bitsOf(one) || (many != many && one != one)) << many << " for " << one;
}
void expectSame(std::int32_t many, bool one)
{
  EXPECT_EQ(many, one ? -1 : 0);
}

TEST(OneOrMany, NumbersOfEachKindHaveTheSameBitsInALane)
{
  const float infinity = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  const float all[] = { 0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, -2.5f, 1e-42f, -3e38f, 127.9f, -140.0f,
    infinity, -infinity, nan };
  for (const float x : all)
    for (const float y : all)
    {
      const Many a = { x, y, y, x }, b = { y, x, y, x }, c = { 1.0f, x, y, -0.0f };
      for (int lane = 0; lane < lanes; ++lane)
      {
        expectSame(minimum(a, b)[lane], minimum(a[lane], b[lane]));
        expectSame(maximum(a, b)[lane], maximum(a[lane], b[lane]));
        expectSame(multiplyAdd(a, b, c)[lane], multiplyAdd(a[lane], b[lane], c[lane]));
        expectSame(saturate(a)[lane], saturate(a[lane]));
        expectSame(magnitude(a)[lane], magnitude(a[lane]));
        expectSame(squareRoot(a)[lane], squareRoot(a[lane]));
        expectSame(reciprocal(a)[lane], reciprocal(a[lane]));
        if (std::abs(a[lane]) < 1e9f)
        {
          // A negative number is rounded down, too; of 0 the sign may differ.
          EXPECT_EQ(roundDown(a)[lane], roundDown(a[lane]));
          EXPECT_EQ(toInt(a)[lane], toInt(a[lane]));
        }
      }
    }
  EXPECT_TRUE(any(Mask{ 0, 0, -1, 0 }));
  EXPECT_FALSE(any(Mask{}));
}

TEST(OneOrMany, CubicsAreMadeAndSolvedInTheSameWay)
{
  int solved = 0;
  for (int trial = 0; trial < Trials; ++trial)
  {
    Randomness random(freshSeed() + static_cast<unsigned>(trial));
    const auto corners = numbers<CellCornersOf<Many>>(random);
    struct Place
    {
      Many p[3];
    };
    const auto from = numbers<Place>(random, 0.0, 1.0), to = numbers<Place>(random, 0.0, 1.0);
    Many b[4], gradient[3], low = {}, high = {};
    restrictToSegment(corners, from.p, to.p, b);
    cellGradient(corners, from.p, gradient);
    const Many value = interpolateCell(corners, from.p);
    const auto f = cubicOfBernstein(b);
    const Mask hasRoots = rootsOfSlope(f, low, high), crosses = (b[0] < 0.0f) != (b[3] < 0.0f);
    const Many root = solveMonotone(f, b[0] < b[3], Many{}, allOf<Many>(1.0f), b[0], b[3], crosses);
    for (int lane = 0; lane < lanes; ++lane)
    {
      const auto cell = oneOf<CellCorners>(corners, lane);
      float begin[3], end[3], one[4], slopes[3], itsLow = 0.0f, itsHigh = 0.0f;
      for (int axis = 0; axis < 3; ++axis)
      {
        begin[axis] = from.p[axis][lane];
        end[axis] = to.p[axis][lane];
      }
      restrictToSegment(cell, begin, end, one);
      for (int k = 0; k < 4; ++k)
        expectSame(b[k][lane], one[k]);
      cellGradient(cell, begin, slopes);
      for (int axis = 0; axis < 3; ++axis)
        expectSame(gradient[axis][lane], slopes[axis]);
      expectSame(value[lane], interpolateCell(cell, begin));
      const Cubic cubic = cubicOfBernstein(one);
      const bool exist = rootsOfSlope(cubic, itsLow, itsHigh);
      expectSame(hasRoots[lane], exist);
      if (exist)
      {
        expectSame(low[lane], itsLow);
        expectSame(high[lane], itsHigh);
      }
      if (crosses[lane])
      {
        expectSame(root[lane], solveMonotone(cubic, one[0] < one[3], 0.0f, 1.0f, one[0], one[3]));
        ++solved;
      }
    }
  }
  EXPECT_GT(solved, Trials / 2);
}

TEST(OneOrMany, BoxesAreWalkedAndBoundedInTheSameWay)
{
  int steps = 0;
  for (int trial = 0; trial < Trials; ++trial)
  {
    Randomness random(freshSeed() + static_cast<unsigned>(trial));
    RayOf<Many> rays;
    Many low[3], last[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      setAxis(rays, axis, numbers<Many>(random, -2.0, 18.0), numbers<Many>(random));
      low[axis] = allOf<Many>(static_cast<float>(4 * random.integer(3)));
      last[axis] = allOf<Many>(static_cast<float>(random.integer(4)));
    }
    rays.begin = rays.end = Many{};
    // At times where a ray meets a plane, or just before: which box it is in is then for the plane to say.
    const Many plane = low[trial % 3] + 4.0f;
    const Many t = random.chance(0.3)
      ? numbers<Many>(random, 0.0, 10.0)
      : planeParameter(rays, trial % 3, plane) * (random.chance(0.5) ? 1.0f : 1.0f - 6e-8f);
    Dda<4, Many> walks;
    walks.enter(rays, low, last, t);
    Mask here = numbers<Many>(random) > -0.5f;
    Many at = t;
    const Many end = t + 20.0f;
    for (int step = 0; step < 6; ++step)
    {
      const auto before = walks;
      const Many was = at;
      const Mask goesOn = walks.step(rays, at, end, UniformAxes(), here);
      for (int lane = 0; lane < lanes; ++lane)
      {
        const Ray ray = oneOf<Ray>(rays, lane);
        Dda<4> walk = oneOf<Dda<4>>(before, lane);
        if (step == 0)
        {
          const float its[3] = { low[0][lane], low[1][lane], low[2][lane] },
                      most[3] = { last[0][lane], last[1][lane], last[2][lane] };
          Dda<4> entered = {};
          entered.enter(ray, its, most, t[lane]);
          ASSERT_EQ(memcmp(&entered, &walk, sizeof walk), 0) << "trial " << trial;
        }
        float to = was[lane];
        const bool inside = here[lane] && walk.step(ray, to, end[lane]);
        const auto same = oneOf<Dda<4>>(walks, lane);
        ASSERT_EQ(memcmp(&same, &walk, sizeof walk), 0) << "trial " << trial;
        expectSame(goesOn[lane], inside);
        expectSame(at[lane], to);
        steps += inside ? 1 : 0;
      }
      here = goesOn;
    }

    SurfaceList surfaces = {};
    surfaces.count = 1;
    surfaces.first = number(random);
    LinearBoundsOf<Many> bounds = numbers<LinearBoundsOf<Many>>(random);
    Many begin = Many{}, until = allOf<Many>(5.0f);
    const Mask meets = clipToBounds<true>(bounds, surfaces, rays, low, begin, until);
    for (int lane = 0; lane < lanes; ++lane)
    {
      const float corner[3] = { low[0][lane], low[1][lane], low[2][lane] };
      float its = 0.0f, most = 5.0f;
      expectSame(meets[lane],
        clipToBounds<true>(
          oneOf<LinearBounds>(bounds, lane), surfaces, oneOf<Ray>(rays, lane), corner, its, most));
      expectSame(begin[lane], its);
      expectSame(until[lane], most);
    }
  }
  EXPECT_GT(steps, Trials);
}

} // namespace
