// SPDX-License-Identifier: BSD-3-Clause
// Meshes with cells hidden by a threshold on separate values, compared with the double-precision brute-force
// caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MeshThreshold : public MeshSurfaceTest
{
protected:
  static constexpr double None = std::numeric_limits<double>::quiet_NaN();

  static MeshScene scene()
  {
    MeshScene scene = withSurfaces(nonConvexMesh(), false);
    scene.transferFunction = translucentFunction();
    return scene;
  }
  /// Hides what ParaView's Threshold removes: a cell, or a cell with a point, that is outside the bounds.
  static void hide(MeshScene& scene, const std::vector<double>& values, bool perCell, double low, double high)
  {
    const auto within = [&](double value) { return low <= value && value <= high; };
    scene.hidden.assign(scene.tets.size() / 4, 0);
    for (std::size_t t = 0; t < scene.hidden.size(); ++t)
      for (std::size_t v = 0; v < 4; ++v)
        scene.hidden[t] |= !within(values[perCell ? t : static_cast<std::size_t>(scene.tets[4 * t + v])]);
  }
  /// Whole numbers from 0 to 9, with a few missing values.
  static std::vector<double> values(std::size_t count)
  {
    Randomness random(7);
    std::vector<double> values(count);
    for (double& value : values)
      value = random.chance(0.05) ? None : random.integer(10);
    return values;
  }
};

TEST_P(MeshThreshold, ValuesOfCellsAndPoints)
{
  const int size = imageSize(64);
  for (const bool perCell : { true, false })
    for (const bool surfaces : { true, false })
    {
      MeshScene scene = MeshThreshold::scene();
      if (!surfaces)
        scene.surfaces.clear();
      const std::vector<double> values =
        MeshThreshold::values(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
      this->give(scene);
      this->caster().setThresholdScalars(fieldOf(values, perCell));
      // The bounds equal values of cells, and such cells are kept.
      for (const auto& [low, high] : { std::pair{ 2.0, 8.0 }, { 0.0, 6.0 }, { 3.0, 9.0 } })
      {
        this->caster().setThreshold(low, high);
        hide(scene, values, perCell, low, high);
        const SurfaceComparison found = this->compare(scene, perspectiveView(size, size), {});
        EXPECT_EQ(found.wrong, 0) << found.problem << "; " << perCell << surfaces << low;
        EXPECT_LE(found.shifted, 2 + found.pixels / 200);
        EXPECT_GT(found.covered, found.pixels / 20);
      }
    }
}

TEST_P(MeshThreshold, AllNothingAndGone)
{
  const int size = imageSize(32);
  const Camera camera = perspectiveView(size, size);
  MeshScene scene = MeshThreshold::scene();
  scene.surfaces.clear();
  this->give(scene);
  const std::vector<float> whole = this->picture(camera);
  const std::vector<double> values(scene.tets.size() / 4, 5.0);
  this->caster().setThresholdScalars(fieldOf(values, true));
  const std::vector<float> unbounded = this->picture(camera);
  EXPECT_LT(difference(unbounded.data(), std::vector<double>(whole.begin(), whole.end())).maximum, 1e-6);
  this->caster().setThreshold(5.5, 6.0);
  EXPECT_EQ(this->picture(camera), std::vector<float>(whole.size(), 0.0f));
  this->caster().dropThresholdScalars();
  EXPECT_EQ(this->picture(camera), whole);
  // Another mesh does not have these values.
  this->caster().setThresholdScalars(fieldOf(values, true));
  this->give(scene);
  EXPECT_EQ(this->picture(camera), whole);
}

/// A tet is visible if both ends of its range are within the bounds. Tets of a cut cell may be hidden
/// although their own points are within.
TEST_P(MeshThreshold, RangesOfCells)
{
  const int size = imageSize(64);
  MeshScene scene = MeshThreshold::scene();
  scene.surfaces.clear();
  const std::vector<double> least = MeshThreshold::values(scene.tets.size() / 4);
  std::vector<double> greatest = least;
  for (std::size_t t = 0; t < greatest.size(); ++t)
    greatest[t] += static_cast<double>(t % 4);
  this->give(scene);
  this->caster().setThresholdRanges(fieldOf(least, true), fieldOf(greatest, true));
  for (const auto& [low, high] : { std::pair{ 2.0, 8.0 }, { 0.0, 6.0 }, { 3.0, 12.0 } })
  {
    this->caster().setThreshold(low, high);
    for (std::size_t t = 0; t < greatest.size(); ++t)
      scene.hidden.resize(greatest.size()), scene.hidden[t] = !(least[t] >= low && greatest[t] <= high);
    const SurfaceComparison found = this->compare(scene, perspectiveView(size, size), {});
    EXPECT_EQ(found.wrong, 0) << found.problem << "; " << low;
    EXPECT_LE(found.shifted, 2 + found.pixels / 200);
    EXPECT_GT(found.covered, found.pixels / 20);
  }
  // One value per cell replaces the ranges.
  this->caster().setThresholdScalars(fieldOf(least, true));
  this->caster().setThreshold(2.0, 8.0);
  hide(scene, least, true, 2.0, 8.0);
  EXPECT_EQ(this->compare(scene, perspectiveView(size, size), {}).wrong, 0);
}

TEST_P(MeshThreshold, BadInput)
{
  const std::vector<double> one = { 1.0 };
  EXPECT_THROW(this->caster().setThresholdScalars(fieldOf(one, true)), InvalidInput) << "before a mesh";
  MeshScene scene(singleTet());
  scene.transferFunction = translucentFunction();
  this->give(scene);
  EXPECT_THROW(this->caster().setThresholdScalars(fieldOf(one, false)), InvalidInput) << "too few";
  EXPECT_THROW(this->caster().setThresholdRanges(fieldOf(one, true), fieldOf(one, false)), InvalidInput);
  const std::vector<float> whole = this->picture(perspectiveView(8, 8));
  this->expectScene(scene, perspectiveView(8, 8), {}, "nothing is hidden by what was refused");
  EXPECT_THROW(this->caster().setThreshold(2.0, 1.0), InvalidInput);
  EXPECT_THROW(this->caster().setThreshold(None, 1.0), InvalidInput);
  EXPECT_THROW(this->caster().setThreshold(0.0, None), InvalidInput);
  const double infinite = std::numeric_limits<double>::infinity();
  this->caster().setThresholdScalars(fieldOf(one, true));
  this->caster().setThreshold(-infinite, infinite);
  EXPECT_EQ(this->picture(perspectiveView(8, 8)), whole);
  this->caster().setThreshold(-infinite, 0.5);
  const std::vector<float> hidden = this->picture(perspectiveView(8, 8));
  EXPECT_EQ(hidden, std::vector<float>(hidden.size(), 0.0f));
}

INKRAY_TEST_ON_DEVICES(MeshThreshold);

} // namespace
