// SPDX-License-Identifier: BSD-3-Clause
// Values of any magnitude beside the visible ones. Hidden values do not count. In cells between a visible
// value and a huge one, the picture is that of the linear interpolant. Frames are random, by seed, with every
// feature of a frame.
#include "../../Seeds.h"
#include "MeshVolume/Merged/Together.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "MeshVolume/RandomFrame.h"
#include "Oracles/Fillers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

using namespace inkray;
using namespace inkray::testing;
using namespace inkray::testing::frames;

namespace
{

class HeldValues : public MeshSurfaceTest
{
protected:
  /// For each tet, whether it has a marked point, or is itself marked if `perCell`.
  static std::vector<char> tetsWith(const OracleScene& scene, const std::vector<char>& marked, bool perCell)
  {
    std::vector<char> found(scene.tets.size() / 4, 0);
    for (std::size_t t = 0; t < found.size(); ++t)
      for (std::size_t v = 4 * t; v < 4 * t + 4; ++v)
        found[t] = found[t] || marked[perCell ? t : static_cast<std::size_t>(scene.tets[v])];
    return found;
  }
  static void fill(std::vector<double>& values, const std::vector<char>& marked, Randomness& random)
  {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (marked[i])
        values[i] = randomFiller(random);
  }
  std::vector<float> draw(const FrameScene& scene, const Camera& camera, const FrameOptions& options)
  {
    this->give(scene);
    giveFrame(this->caster(), scene);
    return this->picture(camera, options);
  }
  /// Makes the caster store values relative to the visible range.
  void hold(const FrameScene& scene)
  {
    const FiniteRange shown = shownBy(scene.transferFunction), opaque = shownBy(scene.opacityFunction);
    this->caster().setWholeRange(shown.low, shown.high);
    this->caster().setWholeOpacityRange(opaque.low, opaque.high);
  }
  /// Expects that the caster, which stores the values of `scene` relative to the visible range, shows
  /// `drawn`.
  void expectShown(const OracleScene& scene, const OracleScene& drawn, const Camera& camera,
    const FrameOptions& options, const std::string& what)
  {
    const std::vector<double> reference = BruteForceTetCaster(drawn, camera).image();
    const FiniteRange held = heldBy(scene.scalars, scene.transferFunction);
    this->caster().setWholeRange(held.low, held.high);
    giveScene(this->caster(), scene);
    const Difference d = difference(this->picture(camera, options).data(), reference);
    this->caster().setWholeRange(1.0, -1.0);
    EXPECT_LT(d.maximum, MaximumError) << what << ", pixel " << d.worstPixel << " of " << camera.width
                                       << " x " << camera.height << (scene.perCell ? ", cells" : ", points")
                                       << (options.faceTest == FaceTest::OnDemandVDFI ? ", planes" : "")
                                       << (options.methods.generalMedium ? ", general" : "");
    this->Pixels += static_cast<int>(reference.size() / 4);
    for (std::size_t i = 3; i < reference.size(); i += 4)
      this->Covered += reference[i] > 0.0;
  }
  int Covered = 0, Pixels = 0;
};

TEST_P(HeldValues, WhatIsHiddenDoesNotCount)
{
  for (const std::uint32_t seed : seedsOf("HeldValuesHidden", imageSize(2) == 2 ? 120 : 10, 30))
  {
    Randomness random(seed);
    Levels levels = randomLevels(random);
    // Smooth gradients are means over all cells around a point, visible or hidden.
    levels[Normals] = levels[Cut] = 0;
    FrameScene scene = makeScene(levels, random);
    const bool perCell = !scene.cellValues.empty();
    std::vector<char> cells(scene.tets.size() / 4), points(scene.points.size() / 3);
    for (char& c : cells)
      c = random.chance(0.1);
    for (char& p : points)
      p = random.chance(0.1);
    const std::vector<char> ofPoints = tetsWith(scene, points, false);
    for (std::size_t t = 0; t < cells.size(); ++t)
      scene.hidden.push_back(cells[t] || ofPoints[t]);

    const int size = imageSize(24);
    const Vector eye = random.direction();
    const Camera camera = perspectiveCamera(
      { 3.5 * eye[0], 3.5 * eye[1], 3.5 * eye[2] }, { 0.03, -0.02, 0.01 }, 34.0, 0.5, 12.0, size, size);
    FrameOptions options;
    options.blend = scene.blend;
    std::copy_n(scene.averageRange, 2, options.averageRange);
    options.faceTest = levels[Exit] == 0 ? FaceTest::EdgeFunction : FaceTest::OnDemandVDFI;
    options.methods.generalMedium = levels[Method] == 1;
    options = optionsOf(scene, options);
    this->hold(scene); // because sums depend on the range relative to which values are stored
    const std::vector<float> wanted = this->draw(scene, camera, options);

    FrameScene filled = scene;
    fill(filled.scalars, points, random);
    if (perCell)
      fill(filled.cellValues, cells, random);
    if (!scene.opacities.empty())
      fill(filled.opacities, scene.areOpacitiesPerCell ? cells : points, random);
    const std::vector<float> image = this->draw(filled, camera, options);
    this->caster().setWholeRange(1.0, -1.0);
    this->caster().setWholeOpacityRange(1.0, -1.0);
    double most = 0.0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
    {
      most = std::max(most, std::abs(double(image[i]) - wanted[i]));
      this->Covered += i % 4 == 3 && wanted[i] > 0.0f;
    }
    this->Pixels += size * size;
    EXPECT_LT(most, 2.0 / 255.0) << "seed " << seed << ": " << describe(levels);
  }
  EXPECT_GT(this->Covered, this->Pixels / 4);
}

TEST_P(HeldValues, BesideWhatIsShown)
{
  for (const std::uint32_t seed : seedsOf("HeldValuesShown", imageSize(2) == 2 ? 120 : 10, 30))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    scene.perCell = random.chance(0.3);
    if (scene.perCell)
    {
      scene.scalars.resize(scene.tets.size() / 4);
      for (double& scalar : scene.scalars)
        scalar = random.real(0, 1);
      keepOffSteps(scene.transferFunction, scene.scalars);
    }
    OracleScene drawn = scene;
    drawn.scalars = addFillers(scene.scalars, scene.transferFunction, random);
    const Camera camera = randomCamera(random);
    FrameOptions options;
    options.faceTest = random.chance(0.3) ? FaceTest::OnDemandVDFI : FaceTest::EdgeFunction;
    options.methods.generalMedium = random.chance(0.3);
    this->expectShown(scene, drawn, camera, options, "seed " + std::to_string(seed));
  }
  EXPECT_GT(this->Covered, this->Pixels / 4);
}

// All points of many cells have one value, up to rounding, which lies far beyond the function.
TEST_P(HeldValues, PlateausFarFromTheFunction)
{
  for (const std::uint32_t seed : seedsOf("HeldPlateaus", imageSize(2) == 2 ? 120 : 10, 30))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    const double plateau = std::pow(10.0, random.real(3.0, 7.0)) * (random.chance(0.5) ? 1.0 : -1.0);
    const double share = random.real(0.3, 0.9);
    for (double& value : scene.scalars)
      if (random.chance(share))
        value = plateau * (1.0 + random.real(-2e-7, 2e-7));
    const Camera camera = randomCamera(random);
    FrameOptions options;
    options.methods.generalMedium = random.chance(0.3);
    this->expectShown(
      scene, scene, camera, options, "seed " + std::to_string(seed) + ", plateau " + std::to_string(plateau));
  }
  EXPECT_GT(this->Covered, this->Pixels / 4);
}

// Volumes that overlap, each with fill values in cells that a threshold hides.
TEST_P(HeldValues, HiddenInMergedVolumes)
{
  double covered = 0.0;
  for (const std::uint32_t seed : seedsOf("HeldValuesMerged", imageSize(2) == 2 ? 40 : 6, 20))
  {
    Randomness random(seed);
    const int size = imageSize(32);
    const Camera camera = perspectiveView(size, size);
    Camera moved = camera;
    moved.meshToEye[3] += 0.3;
    const std::unique_ptr<LookedCaster> other = LookedCaster::create(this->GetParam());
    std::vector<float> pictures[2];
    HiddenFillers scenes[2] = { HiddenFillers(random, seed), HiddenFillers(random, seed + 1000) };
    for (const bool filled : { false, true })
    {
      scenes[0].giveTo(this->caster(), filled);
      scenes[1].giveTo(*other, filled);
      Together together(this->GetParam());
      together.draw({ { &this->caster(), camera, {} }, { other.get(), moved, {} } });
      const float* const image = together.image();
      pictures[filled].assign(image, image + std::ptrdiff_t(4) * size * size);
    }
    double most = 0.0;
    for (std::size_t i = 0; i < pictures[0].size(); ++i)
    {
      most = std::max(most, std::abs(double(pictures[1][i]) - pictures[0][i]));
      covered += i % 4 == 3 ? pictures[0][i] / (40.0 * size * size) : 0.0;
    }
    EXPECT_LT(most, MaximumError) << "seed " << seed;
    this->Caster = LookedCaster::create(this->GetParam());
  }
  EXPECT_GT(covered, 0.005);
}

// Cell and point values at the ends of the range, next to the colors for values below and above, in three
// blend modes.
TEST_P(HeldValues, TheEndsAreInside)
{
  TransferFunction function = { { { 2.0, 0.0f, 1.0f, 0.0f, 1.0f }, { 2.0, 1.0f, 0.0f, 0.0f, 1.0f },
    { 5.0, 0.0f, 0.0f, 1.0f, 1.0f }, { 5.0, 0.0f, 1.0f, 0.0f, 1.0f } } };
  function.upperEnds = { 5.0 };
  const Camera camera = perspectiveView(imageSize(24), imageSize(24));
  for (const bool perCell : { false, true })
    for (const double value : { 2.0, 5.0 })
      for (const int others : { 0, 1, 2 }) // values outside the ends: none, above, below
        for (const BlendMode blend : { BlendMode::Composite, BlendMode::Maximum, BlendMode::Minimum })
        {
          OracleScene scene = twoTets(Contact::Face);
          scene.perCell = perCell;
          scene.scalars.assign(perCell ? 2 : 5, value);
          if (others > 0)
            scene.scalars[perCell ? 1 : 4] = others == 1 ? 9.0 : -4.0;
          scene.transferFunction = function;
          giveScene(this->caster(), scene);
          FrameOptions options;
          options.blend = blend;
          const std::vector<float> image = this->picture(camera, options);
          float green = 0.0f, seen = 0.0f, wanted = 0.0f;
          for (std::size_t i = 0; i < image.size(); i += 4)
          {
            green = std::max(green, image[i + 1]);
            seen = std::max(seen, image[i + 3]);
            wanted = std::max(wanted, image[value == 2.0 ? i : i + 2]);
          }
          EXPECT_GT(seen, 0.1f);
          const bool isHidden =
            others == (blend == BlendMode::Maximum ? 1 : 2) && blend != BlendMode::Composite;
          if (!isHidden)
          {
            EXPECT_GT(wanted, 0.1f) << value << " of " << (perCell ? "cells" : "points") << ", " << others
                                    << ", " << static_cast<int>(blend);
          }
          if (others == 0)
          {
            EXPECT_EQ(green, 0.0f) << value << " of " << (perCell ? "cells" : "points") << ", "
                                   << static_cast<int>(blend);
          }
        }
}

// A logarithmic map resolves its lowest decade as well as its highest.
TEST_P(HeldValues, ManyDecades)
{
  for (const std::uint32_t seed : seedsOf("HeldValuesDecades", 8, 4))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    const double first = random.real(-25.0, 0.0), decades = random.real(8.0, 18.0);
    for (double& scalar : scene.scalars)
      scalar = std::pow(10.0, first + random.real(0.0, decades));
    for (int k = 0; k <= 40; ++k)
      scene.transferFunction.knots.push_back({ std::pow(10.0, first + decades * k / 40.0), 0.025f * float(k),
        k % 2 ? 0.8f : 0.1f, 1.0f - 0.025f * float(k), k % 3 ? 0.7f : 1.2f });
    const Camera camera = randomCamera(random);
    const std::vector<double> reference = BruteForceTetCaster(scene, camera).image();
    giveScene(this->caster(), scene);
    const std::vector<float> image = this->picture(camera);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError) << "seed " << seed << ", pixel " << d.worstPixel << ", " << decades;
  }
}

INKRAY_TEST_ON_DEVICES(HeldValues);

} // namespace
