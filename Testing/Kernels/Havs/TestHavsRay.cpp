// SPDX-License-Identifier: BSD-3-Clause
// The parts of HAVS by themselves, and a frame's work that no picture shows.
#include "Havs/HavsTest.h"
#include "Renderers/Havs/CastHavs.h"

#include <cmath>
#include <cstdint>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr float Ln2 = 0.69314718f;

/// Returns the color and opacity of a ray from depth `from` to depth `to`, between two fragments at depths 0
/// and 2. `behindFirst` is the tet behind the first fragment, `beforeSecond` the tet before the second. Tet 0
/// is red with an attenuation of 1; tet 1 is green with an attenuation of 3.
Float4 between(std::uint32_t behindFirst, std::uint32_t beforeSecond, float from = 0.0f, float to = 2.0f)
{
  const Float4 colors[] = { { 1, 0, 0, 1 }, { 0, 1, 0, 3 } };
  const HavsCellValues values = { colors };
  FaceHit first, second;
  first.depth = 0.0f;
  first.behind = behindFirst;
  second.depth = 2.0f;
  second.before = beforeSecond;
  RayIntegral light;
  light.clear();
  values.add(light, first, second, from, to, 1.0f / Ln2);
  return light.pixel();
}

void expectColor(const Float4& seen, double red, double green, double opacity)
{
  EXPECT_NEAR(seen.x, red, 1e-5);
  EXPECT_NEAR(seen.y, green, 1e-5);
  EXPECT_EQ(seen.z, 0.0f);
  EXPECT_NEAR(seen.w, opacity, 1e-5);
}

TEST(HavsCellValues, ATetHasItsWay)
{
  expectColor(between(0, 0), 1 - std::exp(-2.0), 0, 1 - std::exp(-2.0));
  expectColor(between(1, 1, 0.5f, 1.0f), 0, 1 - std::exp(-1.5), 1 - std::exp(-1.5));
}

TEST(HavsCellValues, WhereFacesAreMissingEachTetHasHalfOfTheWayInItsOrder)
{
  const double red = 1 - std::exp(-1.0), green = std::exp(-1.0) * (1 - std::exp(-3.0));
  expectColor(between(0, 1), red, green, 1 - std::exp(-4.0));
  const double front = 1 - std::exp(-3.0), rest = std::exp(-3.0) * (1 - std::exp(-1.0));
  expectColor(between(1, 0), rest, front, 1 - std::exp(-4.0));
}

TEST(HavsCellValues, OfATetAndTheOutsideTheTetHasAll)
{
  expectColor(between(0, noTet), 1 - std::exp(-2.0), 0, 1 - std::exp(-2.0));
  expectColor(between(noTet, 1), 0, 1 - std::exp(-6.0), 1 - std::exp(-6.0));
  expectColor(between(noTet, noTet), 0, 0, 0);
}

/// Returns the late fragments of a ray through three tets, with a buffer of 2. The ray meets the face between
/// the first two tets last. That face lies `inFront` before the face between the second and the third tet.
template <class Values>
std::uint32_t lateOf(const Values& values, float inFront)
{
  HavsRay<Values, 2> ray(values, 0.0f, 10.0f, 1.0f, 0.0f);
  const auto meet = [&](float depth, std::uint32_t before, std::uint32_t behind) {
    FaceHit hit;
    hit.depth = depth;
    hit.before = before;
    hit.behind = behind;
    ray.arrive(values.entry(hit, { 1, 0, 0 }, 0.5f, 0.5f, 0.5f));
  };
  meet(1.0f, noTet, 0);
  meet(2.0f, 1, 2);
  meet(3.0f, 2, noTet);
  meet(2.0f - inFront, 0, 1);
  ray.finish();
  return ray.counts.late;
}

TEST(HavsRay, AFaceJustBehindItsPlaceIsLateWhereCellsHaveTheValues)
{
  // The second tet was given half of the first tet's way, which is wrong for values of cells. Values at
  // points are the same on both sides of a face, so nothing is lost.
  const Float4 colors[3] = {};
  const HavsCellValues cells = { colors };
  const std::vector<FunctionInterval> pieces = makeIntervals(constantFunction(1.0f), 0.0, 1.0);
  const HavsPointValues points = { { pieces.data(), static_cast<int>(pieces.size()) } };
  for (const float inFront : { 1e-5f, 5e-7f })
  {
    EXPECT_EQ(lateOf(cells, inFront), 1u) << inFront;
    EXPECT_EQ(lateOf(points, inFront), 0u) << inFront;
  }
  EXPECT_EQ(lateOf(cells, 0.5f), 1u);
  EXPECT_EQ(lateOf(points, 0.5f), 1u);
}

class HavsWork : public HavsTest
{
protected:
  /// Returns the entries in the lists of all tiles for a thin tet through the middle of the image, along a
  /// direction.
  std::int64_t entries(double x, double y)
  {
    const double thin = 0.004, middle = 0.06; // so that it lies within one row of tiles
    OracleScene needle;
    needle.points = { -x, -y, 0, x, y, 0, -thin * y, thin * x, thin, thin * y, -thin * x, thin };
    for (std::size_t p = 0; p < needle.points.size(); ++p)
      needle.points[p] += p % 3 == 2 ? 0.0 : middle;
    needle.tets = { 0, 1, 2, 3 };
    needle.scalars = { 0, 1, 0.5, 0.5 };
    needle.transferFunction = translucentFunction();
    this->give(needle);
    this->picture(parallelCamera({ 0, 0, 5 }, { 0, 0, 0 }, 1.0, 0.5, 20.0, 64, 64));
    return this->havs().statistics().tileEntries;
  }
};

/// The box around a diagonal needle holds all tiles, but a face is listed only in the tiles near it.
TEST_P(HavsWork, FacesAreListedInTheTilesThatTheyAreNear)
{
  const std::int64_t across = this->entries(0.9, 0.0), diagonal = this->entries(0.9, 0.9);
  EXPECT_GE(across, 4 * 3) << "four faces through all tiles of a row";
  EXPECT_LE(diagonal, 4 * across);
}

INKRAY_TEST_ON_DEVICES(HavsWork);

} // namespace
