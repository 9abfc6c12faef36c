// SPDX-License-Identifier: BSD-3-Clause
// Linear bounds of sub-bricks: the bounds hold, and a ray that skips by them meets the same surfaces. The
// kernels are called as plain functions.
#include "../../Seeds.h"
#include "Geometry/RegularGrid/BrickKernels.h"
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "Oracles/Grid/GridRays.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

enum class Field
{
  Smooth,
  Bumpy,
  Noise,
  Steps, ///< few values, many of them equal to the isovalues
  Holes, ///< NaN and infinite values
  Faint  ///< differences far below the values
};
constexpr Field AllFields[] = { Field::Smooth, Field::Bumpy, Field::Noise, Field::Steps, Field::Holes,
  Field::Faint };
constexpr GridIndex CellCounts[] = { { 1, 1, 1 }, { 3, 17, 5 }, { 16, 16, 16 }, { 33, 20, 18 }, { 70, 6, 31 },
  { 3000, 5, 9 } };

double valueOf(Field field, std::int64_t i, std::int64_t j, std::int64_t k)
{
  const double x = 0.11 * double(i), y = 0.13 * double(j), z = 0.09 * double(k);
  const double smooth = std::sin(x) * std::cos(y) + std::sin(y) * std::cos(z) + std::sin(z) * std::cos(x);
  const double random = hashNumber(11, i, j, k);
  switch (field)
  {
    case Field::Smooth:
      return smooth;
    case Field::Bumpy:
      return smooth + 0.2 * random;
    case Field::Noise:
      return 3.0 * random - 1.5;
    case Field::Steps:
      return 0.25 * std::floor(4.0 * smooth + random);
    case Field::Holes:
      return random < 0.01 ? std::numeric_limits<double>::quiet_NaN()
        : random > 0.99    ? std::numeric_limits<double>::infinity()
                           : smooth;
    case Field::Faint:
      return 1000.0 + 0.01 * smooth;
  }
  return 0.0;
}

std::vector<double> isovaluesOf(Field field)
{
  return field == Field::Faint ? std::vector<double>{ 999.995, 1000.0, 1000.004 }
                               : std::vector<double>{ -0.5, 0.0, 0.6 };
}

/// A volume with its bounds, and surfaces in it.
template <class T>
struct Volume
{
  BrickLayout layout;
  GridIndex cells;
  std::vector<T> values;
  VolumeView<T> view;
  std::vector<LinearBounds> bounds, none;
  std::vector<SurfaceEntry> entries;
  BrickedGrid scene = {};

  Volume(const GridIndex& numCells, Field field, double scale, double shift)
    : layout(makeBrickLayout(numCells.data()))
    , cells(numCells)
  {
    for (std::int64_t k = 0; k <= cells[2]; ++k)
      for (std::int64_t j = 0; j <= cells[1]; ++j)
        for (std::int64_t i = 0; i <= cells[0]; ++i)
          values.push_back(static_cast<T>(scale * valueOf(field, i, j, k) + shift));
    view = { values.data(), cells[0] + 1, (cells[0] + 1) * (cells[1] + 1), nullptr };
    bounds.resize(static_cast<std::size_t>(
      std::int64_t(layout.leaves[0]) * layout.leaves[1] * layout.leaves[2] * subBricksPerLeaf));
    none.assign(bounds.size(), noBounds());
    for (std::size_t i = 0; i < bounds.size(); ++i)
      FindLinearBounds<T>{ layout, view, bounds.data() }(static_cast<std::int64_t>(i));
    for (const double value : isovaluesOf(field))
      entries.push_back({ static_cast<float>(scale * value + shift), 1.0f, 1.0f, 1.0f, 0.5f });
    scene.layout = layout;
    scene.strideY = view.strideY;
    scene.strideZ = view.strideZ;
  }

  void choose(int first, int count)
  {
    scene.surfaces = { entries.data() + first, count, entries[static_cast<std::size_t>(first)].value };
  }

  /// Returns all crossings of the ray, leaf by leaf in the order of leafIndex.
  template <bool Single>
  std::vector<std::array<float, 5>> crossings(const Ray& ray, bool bounded)
  {
    scene.bounds = (bounded ? bounds : none).data();
    std::vector<std::array<float, 5>> all;
    int leaf[3];
    for (leaf[2] = 0; leaf[2] < layout.leaves[2]; ++leaf[2])
      for (leaf[1] = 0; leaf[1] < layout.leaves[1]; ++leaf[1])
        for (leaf[0] = 0; leaf[0] < layout.leaves[0]; ++leaf[0])
        {
          RayProgress progress = { ray.begin, -1 };
          SurfaceCrossing crossing = {};
          for (int n = 0; n < 1000 &&
               intersectLeaf<Single, false>(
                 scene, view, ray, leafRef(leaf), ~std::uint64_t(0), progress, crossing);
               ++n)
            all.push_back({ crossing.t, float(crossing.surface), crossing.gradient[0], crossing.gradient[1],
              crossing.gradient[2] });
        }
    return all;
  }
};

/// Returns a ray between two points on opposite sides of the volume.
Ray rayThrough(const GridIndex& cells, std::uint32_t seed)
{
  Vector start, target;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto n = static_cast<double>(cells[static_cast<std::size_t>(axis)]);
    double from = hashNumber(seed, axis, 1) * n, to = hashNumber(seed, axis, 2) * n;
    if (axis == static_cast<int>(seed % 3))
    {
      from = seed % 2 != 0 ? -2.0 : n + 2.0;
      to = n - from;
    }
    // Some rays lie in planes of the grid, and some run almost along an axis.
    if (seed % 5 == 1 && axis != static_cast<int>(seed % 3))
      from = to = std::floor(from);
    if (seed % 5 == 2 && axis != static_cast<int>(seed % 3))
      to = from + 1e-4;
    start[axis] = from;
    target[axis] = to;
  }
  return rayBetween(start, target, cells);
}

template <class T>
void checkBounds(double scale, double shift, bool holes)
{
  for (const Field field : AllFields)
    for (const GridIndex& cells : CellCounts)
    {
      if (field == Field::Holes && !holes)
        continue;
      const Volume<T> volume(cells, field, scale, shift);
      std::int64_t bounded = 0;
      for (int trial = 0; trial < 4000; ++trial)
      {
        // Take a point of a cell, and the bounds of its sub-brick.
        int cell[3], leaf[3];
        double p[3];
        std::int64_t at = 0;
        int sub = 0;
        for (int axis = 0; axis < 3; ++axis)
        {
          cell[axis] =
            static_cast<int>(hashNumber(3, trial, axis) * double(cells[static_cast<std::size_t>(axis)]));
          p[axis] = std::min(1.0, std::max(0.0, 1.2 * hashNumber(4, trial, axis) - 0.1));
          leaf[axis] = cell[axis] / leafSize;
          sub += cell[axis] % leafSize / subBrickSize << 2 * axis;
        }
        at = cell[0] + cell[1] * volume.view.strideY + cell[2] * volume.view.strideZ;
        const LinearBounds& bounds =
          volume.bounds[static_cast<std::size_t>(leafIndex(volume.layout, leaf) * subBricksPerLeaf + sub)];
        float gradient[3];
        gradientOf(bounds, gradient);
        double value = 0.0, linear = 0.0;
        for (int c = 0; c < 8; ++c)
        {
          const double weight =
            (c & 1 ? p[0] : 1 - p[0]) * (c & 2 ? p[1] : 1 - p[1]) * (c & 4 ? p[2] : 1 - p[2]);
          value += weight *
            double(volume.values[static_cast<std::size_t>(
              at + (c & 1) + (c >> 1 & 1) * volume.view.strideY + (c >> 2) * volume.view.strideZ)]);
        }
        for (int axis = 0; axis < 3; ++axis)
          linear += double(gradient[axis]) * (cell[axis] % subBrickSize + p[axis]);
        if (!std::isfinite(value))
          continue;
        EXPECT_LE(double(bounds.low), value - linear);
        EXPECT_GE(double(bounds.high), value - linear);
        bounded += std::isfinite(bounds.low) ? 1 : 0;
      }
      EXPECT_GT(bounded, field == Field::Holes ? 0 : 3999);
    }
}

TEST(LinearBounds, HoldEverywhereInTheSubBrick)
{
  checkBounds<float>(1.0, 0.0, true);
  checkBounds<float>(1e30, 0.0, true);
  checkBounds<float>(1e-30, 0.0, true);
  checkBounds<std::uint16_t>(40.0, 500.0, false);
  checkBounds<std::uint8_t>(0.04, 60.0, false);
}

TEST(LinearBounds, AreTightWhereTheFieldIsSmooth)
{
  const Volume<float> volume({ 64, 64, 64 }, Field::Smooth, 1.0, 0.0);
  for (const LinearBounds& bounds : volume.bounds)
  {
    // Second derivatives are at most 0.034 per squared cell along each axis and 0.017 across. The points of
    // the sub-brick are at most two cells from its middle.
    EXPECT_LT(bounds.high - bounds.low, 0.5f);
  }
}

TEST(LinearBounds, WhereSomethingIsNotFiniteTheyExcludeNothing)
{
  const Volume<float> volume({ 16, 16, 16 }, Field::Holes, 1.0, 0.0);
  int without = 0;
  for (int sub = 0; sub < subBricksPerLeaf; ++sub)
  {
    bool finite = true;
    for (int k = 0; k <= 4; ++k)
      for (int j = 0; j <= 4; ++j)
        for (int i = 0; i <= 4; ++i)
          finite = finite &&
            std::isfinite(volume.values[static_cast<std::size_t>(
              4 * (sub & 3) + i + 17 * (4 * (sub >> 2 & 3) + j + 17 * (4 * (sub >> 4) + k)))]);
    EXPECT_EQ(std::isfinite(volume.bounds[static_cast<std::size_t>(sub)].low), finite);
    without += finite ? 0 : 1;
  }
  EXPECT_GT(without, 5);
  EXPECT_LT(without, 64);
}

TEST(LinearBounds, OfTheLargestNumbersThatFloatsHave)
{
  // Use one sub-brick. Its values alternate equally far above and below zero: there is no slope, and the
  // bounds lie twice as far apart.
  const std::int64_t cells[3] = { 4, 4, 4 };
  const auto boundsOf = [&](const auto& valueAt) {
    std::vector<float> values;
    for (int k = 0; k <= 4; ++k)
      for (int j = 0; j <= 4; ++j)
        for (int i = 0; i <= 4; ++i)
          values.push_back(valueAt(i, j, k));
    std::vector<LinearBounds> bounds(subBricksPerLeaf);
    const VolumeView<float> view = { values.data(), 5, 25, nullptr };
    FindLinearBounds<float>{ makeBrickLayout(cells), view, bounds.data() }(0);
    return bounds[0];
  };
  for (const float most : { 0x1p126f, 0x1.8p126f, 0x1.2p127f, 0x1.cp127f })
  {
    const LinearBounds bounds = boundsOf([=](int i, int j, int k) { return (i + j + k) % 2 ? most : -most; });
    const bool fits = most < 0x1p127f;
    EXPECT_EQ(bounds.gradientXY, 0u) << most;
    EXPECT_EQ(bounds.gradientZ, 0u) << most;
    EXPECT_EQ(std::isfinite(bounds.low), fits) << most;
    EXPECT_EQ(std::isfinite(bounds.high), fits) << most;
    EXPECT_LE(bounds.low, -most);
    EXPECT_GE(bounds.high, most);
  }
  // Test slopes that no float holds, and slopes whose sums no float holds.
  for (const float most : { 3e38f, 1.2e38f })
  {
    const LinearBounds bounds = boundsOf([=](int i, int j, int k) {
      const int sum = most > 2e38f ? 3 * i : i + j + k;
      return most * (static_cast<float>(sum) / 6.0f - 1.0f);
    });
    float gradient[3];
    gradientOf(bounds, gradient);
    EXPECT_FALSE(std::isnan(bounds.low) || std::isnan(bounds.high)) << most;
    for (int corner = 0; corner < 8; ++corner)
    {
      double linear = 0.0;
      int sum = 0;
      for (int axis = 0; axis < 3; ++axis)
        if (corner >> axis & 1)
        {
          linear += 4.0 * double(gradient[axis]);
          sum += most > 2e38f ? (axis == 0 ? 12 : 0) : 4;
        }
      const double value = double(most) * (sum / 6.0 - 1.0);
      EXPECT_LE(double(bounds.low), value - linear) << most << ", corner " << corner;
      EXPECT_GE(double(bounds.high), value - linear) << most << ", corner " << corner;
    }
  }
}

template <class T>
void checkCrossings(double scale, double shift, bool holes)
{
  std::size_t met = 0, cast = 0;
  for (const Field field : AllFields)
    for (const GridIndex& cells : CellCounts)
    {
      if (field == Field::Holes && !holes)
        continue;
      Volume<T> volume(cells, field, scale, shift);
      const int rays = cells[0] > 1000 ? 40 : 300;
      for (const std::uint32_t seed : seedsOf("LinearBounds", rays, rays))
      {
        const Ray ray = rayThrough(cells, seed);
        if (!(ray.begin <= ray.end))
          continue;
        volume.choose(1, 1);
        const auto single = volume.template crossings<true>(ray, true);
        EXPECT_EQ(single, volume.template crossings<true>(ray, false)) << "seed " << seed;
        volume.choose(0, 3);
        const auto several = volume.template crossings<false>(ray, true);
        EXPECT_EQ(several, volume.template crossings<false>(ray, false)) << "seed " << seed;
        met += single.size() + several.size();
        ++cast;
      }
    }
  if (runsAllSeeds())
  {
    EXPECT_GT(met, cast / 2);
  }
}

TEST(LinearBounds, CrossingsAreTheSameWithAndWithoutThem)
{
  checkCrossings<float>(1.0, 0.0, true);
  checkCrossings<float>(1e30, 0.0, true);
  checkCrossings<std::uint16_t>(40.0, 500.0, false);
  checkCrossings<std::uint8_t>(0.04, 60.0, false);
}

} // namespace
