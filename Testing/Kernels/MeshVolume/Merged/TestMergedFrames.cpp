// SPDX-License-Identifier: BSD-3-Clause
// Meshes in one picture whose frames have light, gradient functions, an opacity array, categories, colors or
// a color for NaN, against the double-precision merge.
#include "../../../Seeds.h"
#include "MeshVolume/Frames/RandomFrame.h"
#include "MeshVolume/Merged/MergedMeshesTest.h"
#include "MeshVolume/Pieces/PiecesTest.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace inkray;
using namespace inkray::testing;
using namespace inkray::testing::frames;

namespace
{

/// A mesh in a picture of several: its frame, and its reference.
struct Member
{
  Levels levels;
  FrameScene frame;
  std::unique_ptr<OracleMedium> medium;
};

class MergedFrames : public MergedMeshes
{
protected:
  /// Random levels of a frame that can be merged: only composited ones.
  static Levels randomMergedLevels(Randomness& random, bool hasSurfaces)
  {
    Levels levels = randomLevels(random);
    levels[Blend] = 0;
    levels[Surfaces] = hasSurfaces ? levels[Surfaces] : 0;
    obeyRules(levels);
    return levels;
  }

  /// Makes random meshes at random places, and gives them to casters.
  void make(Randomness& random, bool hasSurfaces)
  {
    members_.clear();
    scenes_.clear();
    camera_ = randomCamera(random);
    camera_.width = std::min(camera_.width, 20);
    camera_.height = std::min(camera_.height, 20);
    for (int k = 2 + random.integer(3); k > 0; --k)
    {
      auto member = std::make_unique<Member>();
      member->levels = randomMergedLevels(random, hasSurfaces);
      FrameScene& frame = member->frame;
      frame = makeScene(member->levels, random);
      const double size = random.real(0.4, 1.2);
      const Matrix moved =
        translation(random.real(-0.6, 0.6), random.real(-0.6, 0.6), random.real(-0.6, 0.6));
      const Matrix turned = rotation(random.direction(), random.real(0, 360));
      MergedScene scene;
      scene.camera = cameraOf(camera_, multiply(moved, multiply(turned, scaling(size, size, size))));
      scene.mesh = frame;
      scene.planes = frame.clippingPlanes;
      scene.box = frame.cropBox;
      scene.drawn = frame;
      member->medium = makeFrameVolume(frame, scene.camera);
      scene.frame = &frame;
      scene.medium = member->medium.get();
      scenes_.push_back(scene);
      members_.push_back(std::move(member));
    }
    this->giveAll();
    opaque_ = randomOpaqueDepth(random, camera_);
  }
  void giveAll()
  {
    this->give(scenes_);
    for (std::size_t k = 0; k < scenes_.size(); ++k)
      giveFrame(*this->Casters[k], members_[k]->frame);
  }
  const float* opaque() const { return opaque_.empty() ? nullptr : opaque_.data(); }
  std::string what(std::uint32_t seed) const
  {
    std::string text = "seed " + std::to_string(seed);
    for (const auto& member : members_)
      text += "\n  " + describe(member->levels);
    return text;
  }
  /// Expects the same picture in random orders of the meshes.
  void expectNoOrder(Randomness& random, const std::vector<float>& image, std::uint32_t seed)
  {
    std::vector<std::size_t> order = inOrder(scenes_);
    for (int round = 0; round < 2; ++round)
    {
      for (std::size_t k = order.size() - 1; k > 0; --k)
        std::swap(order[k], order[static_cast<std::size_t>(random.integer(static_cast<int>(k) + 1))]);
      ASSERT_EQ(this->merged(scenes_, order, this->opaque()), image) << "seed " << seed;
    }
  }

  std::vector<std::unique_ptr<Member>> members_;
  std::vector<MergedScene> scenes_;
  Camera camera_ = {};
  std::vector<float> opaque_;
};

TEST_P(MergedFrames, Seeds)
{
  double covered = 0;
  std::set<std::pair<int, int>> met;
  for (const std::uint32_t seed : seedsOf("MergedFrames", imageSize(2) == 2 ? 120 : 15, 120))
  {
    Randomness random(seed);
    this->make(random, false);
    const std::vector<float> image = this->merged(scenes_, inOrder(scenes_), this->opaque());
    expectNear(image, mergedImage(scenes_, this->opaque()), this->what(seed));
    for (std::size_t i = 3; i < image.size(); i += 4)
      covered += image[i] > 0;
    for (const auto& member : members_)
      for (int f = 0; f < numFeatures; ++f)
        met.insert({ f, member->levels[f] });
    this->expectNoOrder(random, image, seed);
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(covered, 1000);
    for (const Feature f : { Values, Opacity, Functions, Light, Normals, Missing, Cut, Projection })
      for (int level = 0; level < numLevels[f]; ++level)
        EXPECT_TRUE(met.count({ f, level })) << f << " " << level;
  }
}

TEST_P(MergedFrames, SurfacesOfSeeds)
{
  std::set<std::pair<int, bool>> met;
  for (const std::uint32_t seed : seedsOf("MergedFramesWithSurfaces", imageSize(2) == 2 ? 60 : 10, 60))
  {
    Randomness random(seed);
    this->make(random, true);
    const std::vector<float> image = this->merged(scenes_, inOrder(scenes_), this->opaque());
    const int moved = this->expectSurfacesNear(image, scenes_, this->opaque(), this->what(seed));
    EXPECT_LE(moved, 2 + camera_.width * camera_.height / 50) << "seed " << seed;
    for (const auto& member : members_)
      met.insert({ member->levels[Values], !member->frame.slices.empty() });
    this->expectNoOrder(random, image, seed);
  }
  if (runsAllSeeds())
  {
    for (int values = 0; values < numLevels[Values]; ++values)
      EXPECT_TRUE(met.count({ values, true })) << "slices of " << values;
  }
}

TEST_P(MergedFrames, PiecesOfSeedsHaveThePictureOfTheWholes)
{
  int numPieces = 0;
  std::set<int> met;
  for (const std::uint32_t seed : seedsOf("MergedFramesInPieces", imageSize(2) == 2 ? 15 : 5, 15))
  {
    Randomness random(seed);
    this->make(random, random.chance(0.5));
    const std::vector<float> whole = this->merged(scenes_, inOrder(scenes_), this->opaque());
    for (std::size_t k = 0; k < scenes_.size(); ++k)
      if (k == 0 || random.chance(0.3))
        this->Casters[k] = LookedCaster::inPieces(
          this->GetParam(), MemoryBudget::noLimit, bytesOf(scenes_[k].mesh, random.real(2, 6)));
    this->giveAll();
    std::vector<std::size_t> order = inOrder(scenes_);
    for (int round = 0; round < 2; ++round)
    {
      const std::vector<float> image = this->merged(scenes_, order, this->opaque());
      int wrong = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
        wrong += std::abs(image[i] - whole[i]) > 1.0f / 255;
      // Rounding decides whether a surface at a wall is met in one picture and not in the other.
      EXPECT_LE(wrong, 4) << this->what(seed);
      std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    for (std::size_t k = 0; k < scenes_.size(); ++k)
      if (this->Casters[k]->isInPieces())
      {
        numPieces += this->Casters[k]->piecesReport().pieces;
        met.insert(members_[k]->levels[Values]);
      }
    this->Casters.clear();
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 50);
    EXPECT_EQ(met.size(), static_cast<std::size_t>(numLevels[Values]));
  }
}

/// Slices of direct colors are drawn where there are colors, even where the values for gradients are missing.
/// Slices of direct colors and of categories are the same in their own picture, with a volume and without.
TEST_P(MergedFrames, SlicesByVerticesAreAsInTheirOwnPicture)
{
  for (const int values : { 2, 4 })
    for (const bool drawsVolume : { true, false })
    {
      const std::string what = std::to_string(values) + " " + std::to_string(drawsVolume);
      Randomness random(7);
      Levels levels = {};
      levels[Values] = values;
      levels[Surfaces] = 2;
      obeyRules(levels);
      FrameScene frame = makeScene(levels, random);
      for (std::size_t p = 0; p < frame.scalars.size() && values == 4; p += 3)
        frame.scalars[p] = std::nan("");
      frame.drawVolume = drawsVolume;
      frame.slices = { { { 0.48, 0.36, 0.8 }, 0.11 } }; // across the view
      frame.sliceOpacity = 0.9;
      MergedScene scene;
      scene.camera = perspectiveView(32, 32);
      scene.mesh = frame;
      scene.drawn = frame;
      const std::vector<MergedScene> one = { scene };
      this->give(one);
      LookedCaster& caster = *this->Casters.front();
      giveFrame(caster, frame);
      const std::vector<float> image = this->merged(one, inOrder(one));
      caster.render(scene.camera, optionsOf(scene));
      int others = 0, sliced = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
        others += std::abs(image[i] - caster.image()[i]) > 1.0f / 255;
      EXPECT_LE(others, values == 2 ? 8 : 0) << what << ", at borders of categories";
      for (std::size_t i = 3; i < image.size(); i += 4)
        sliced += image[i] > 0.89f;
      EXPECT_GT(sliced, 450) << what << ", all of the plane in the mesh";
    }
}

INKRAY_TEST_ON_DEVICES(MergedFrames);

} // namespace
