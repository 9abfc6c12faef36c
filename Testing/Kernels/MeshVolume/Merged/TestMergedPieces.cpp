// SPDX-License-Identifier: BSD-3-Clause
// Meshes in blocks that overlap other meshes, against the whole meshes in one picture.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Merged/MergedMeshesTest.h"
#include "MeshVolume/Merged/RandomMergedScene.h"
#include "MeshVolume/Pieces/PiecesTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MergedPieces : public MergedMeshes
{
protected:
  /// Makes casters for the meshes that are given next: each in the given number of blocks, or as a whole if
  /// it is 1.
  void prepare(const std::vector<MergedScene>& scenes, const std::vector<double>& numPieces)
  {
    this->Casters.clear();
    for (std::size_t k = 0; k < scenes.size(); ++k)
    {
      if (numPieces[k] > 1)
        this->Casters.push_back(LookedCaster::inPieces(
          this->GetParam(), MemoryBudget::noLimit, bytesOf(scenes[k].mesh, numPieces[k])));
      else
        this->Casters.push_back(LookedCaster::create(this->GetParam()));
    }
  }
  int countPieces() const
  {
    int count = 0;
    for (const auto& caster : this->Casters)
      if (caster->isInPieces())
        count += caster->piecesReport().pieces;
    return count;
  }
};

// One or two of several meshes are in blocks at different places, with cuts and surfaces. The picture must
// equal that of the whole meshes, whichever mesh casts.
TEST_P(MergedPieces, HaveThePictureOfTheWholes)
{
  int numPieces = 0, far = 0, withDepths = 0;
  double shared = 0;
  std::size_t pixels = 0;
  for (const std::uint32_t seed : seedsOf("MergedPieces", imageSize(2) == 2 ? 60 : 8, 25))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    std::vector<MergedScene> scenes;
    for (int k = 2 + random.integer(2); k > 0; --k)
    {
      scenes.push_back(randomMember(random, seed + 1000u * static_cast<std::uint32_t>(k), camera));
      if (random.chance(0.3))
        addSurfaces(random, scenes.back());
    }
    // Some meshes are in the same coordinates.
    if (random.chance(0.3))
      for (MergedScene& scene : scenes)
        scene.camera = scenes.front().camera;
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    std::vector<double> counts(scenes.size(), 1.0);
    this->prepare(scenes, counts);
    const std::vector<float> whole = this->merged(scenes, depth), depths = this->Depths;
    counts[static_cast<std::size_t>(random.integer(static_cast<int>(scenes.size())))] = random.real(2, 6);
    if (random.chance(0.3))
      counts.front() = random.real(2, 4);
    this->prepare(scenes, counts);
    this->give(scenes);
    numPieces += this->countPieces();
    std::vector<std::size_t> order = inOrder(scenes);
    for (std::size_t round = 0; round < scenes.size(); ++round)
    {
      const std::vector<float> image = this->merged(scenes, order, depth);
      const std::string what = "seed " + std::to_string(seed) + ", order " + std::to_string(round);
      int wrong = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
      {
        const float difference = std::abs(image[i] - whole[i]);
        far += difference > 0.1f / 255;
        wrong += difference > 1.0f / 255;
      }
      // Rounding decides whether a surface at a wall is met in one picture and not in the other.
      EXPECT_LE(wrong, 4) << what;
      ASSERT_EQ(this->Depths.empty(), depths.empty()) << what;
      int others = 0;
      for (std::size_t i = 0; i < depths.size(); ++i)
        others += std::abs(this->Depths[i] - depths[i]) > 1e-4f && image[4 * i + 3] < 0.999f;
      EXPECT_LE(others, static_cast<int>(depths.size()) / 100) << what;
      std::rotate(order.begin(), order.begin() + 1, order.end());
      pixels += image.size() / 4;
    }
    for (std::size_t i = 3; i < whole.size(); i += 4)
      shared += whole[i] > 0;
    withDepths += !depths.empty();
  }
  EXPECT_LT(static_cast<double>(far), 0.005 * static_cast<double>(pixels));
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 150);
    EXPECT_GT(shared, 1000);
    EXPECT_GT(withDepths, 5);
  }
}

TEST_P(MergedPieces, ProgressGrowsFromPieceToPiece)
{
  const Camera camera = perspectiveView(16, 16);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(translucentFunction(), camera, translation(0.4, 0, 0)) };
  this->prepare(scenes, { 4, 3 });
  this->give(scenes);
  std::vector<double> shares;
  FrameOptions options;
  options.progress = [&shares](double share) { shares.push_back(share); };
  this->draw({ { this->Casters[0].get(), scenes[0].camera, options },
    { this->Casters[1].get(), scenes[1].camera, {} } });
  ASSERT_GT(shares.size(), 4u);
  for (std::size_t i = 1; i < shares.size(); ++i)
    EXPECT_GT(shares[i], shares[i - 1]) << i;
  EXPECT_LE(shares.back(), 1.0);
}

// As many rays meet the blocks as meet the whole mesh. The mesh counts the memory of the view's picture in
// place of a picture of its own.
TEST_P(MergedPieces, CountTheirRaysAndThePictureOfAll)
{
  const Camera camera = perspectiveView(70, 60);
  const std::size_t pixels = numPixels(camera);
  const std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(translucentFunction(), camera, translation(0.4, 0, 0)) };
  std::vector<std::int64_t> rays;
  for (const std::vector<double>& numPieces : { std::vector<double>{ 1, 1 }, { 4, 1 }, { 3, 4 } })
  {
    this->prepare(scenes, numPieces);
    this->merged(scenes);
    for (std::size_t k = 0; k < scenes.size(); ++k)
    {
      if (rays.size() <= k)
        rays.push_back(this->Casters[k]->numRays());
      EXPECT_EQ(this->Casters[k]->numRays(), rays[k]) << k << " of " << this->countPieces() << " pieces";
      EXPECT_GT(rays[k], 100);
    }
  }
  LookedCaster& pieces = *this->Casters.front();
  ASSERT_TRUE(pieces.isInPieces());
  const auto frame = [&] { return pieces.memory().frame; };
  const std::size_t shared = frame();
  const auto visit = [&](std::size_t pictureBytes) {
    PictureOptions options;
    options.pictureBytes = pictureBytes;
    pieces.source(camera, {})
      ->visitBlocks(options, {}, { [] { return true; }, [](RaySource&, const BoxInView&) {}, [] {} });
    return frame();
  };
  const std::size_t alone = visit(0);
  EXPECT_GE(shared, alone + 36 * pixels) << "two pictures of colors, and where rays end";
  EXPECT_EQ(visit(12345), alone + 12345);
  pieces.render(camera, {});
  const std::size_t own = frame();
  EXPECT_GE(own, alone + 19 * pixels);
  EXPECT_GE(own, visit(0) + 19 * pixels) << "a picture of its own is released, but a byte a pixel for rays";
}

// Memory that the picture of all meshes takes is not available for blocks.
TEST_P(MergedPieces, MakeRoomForThePictureOfAll)
{
  const std::size_t limit = 6'000'000;
  const auto pieces = LookedCaster::inPieces(this->GetParam(), limit);
  giveScene(*pieces, largeMesh(100'000));
  const Camera camera = perspectiveView(40, 40);
  pieces->render(camera, {});
  const auto visit = [&](std::size_t pictureBytes) {
    PictureOptions options;
    options.pictureBytes = pictureBytes;
    pieces->source(camera, {})
      ->visitBlocks(options, {}, { [] { return true; }, [](RaySource&, const BoxInView&) {}, [] {} });
    const TetRayCastMemory memory = pieces->memory();
    EXPECT_LE(memory.resident + memory.frame, limit) << pictureBytes;
    EXPECT_GE(memory.frame, pictureBytes);
    return pieces->piecesReport().resident;
  };
  const int all = visit(0);
  EXPECT_GT(all, 2);
  EXPECT_LT(visit(limit / 3), all);
  EXPECT_THROW(visit(limit), OutOfMemory);
  EXPECT_EQ(visit(0), all);
}

TEST_P(MergedPieces, SayWhatTheyCannotDo)
{
  const Camera camera = perspectiveView(16, 16);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(translucentFunction(), camera, translation(0.4, 0, 0)) };
  this->prepare(scenes, { 4, 1 });
  EXPECT_FALSE(canMerge(*this->Casters.front(), camera, {})) << "before a mesh";
  this->give(scenes);
  EXPECT_GT(this->countPieces(), 1);
  EXPECT_TRUE(canMerge(*this->Casters.front(), camera, {}));
  FrameOptions options;
  options.blend = BlendMode::Maximum;
  EXPECT_FALSE(canMerge(*this->Casters.front(), camera, options));
  EXPECT_THROW(this->draw({ { this->Casters.front().get(), camera, options } }), InvalidInput);
  EXPECT_THROW(this->draw({ { this->Casters.back().get(), camera, {} },
                 { this->Casters.front().get(), camera, options } }),
    InvalidInput);
  // The next picture of a single mesh shows only that mesh.
  const std::vector<float> both = this->merged(scenes, { 1, 0 });
  LookedCaster& whole = *this->Casters.back();
  whole.render(scenes.back().camera, {});
  EXPECT_FALSE(std::equal(both.begin(), both.end(), whole.image()));
}

INKRAY_TEST_ON_DEVICES(MergedPieces);

} // namespace
