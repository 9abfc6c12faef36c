// SPDX-License-Identifier: BSD-3-Clause
// Frames in which any two features occur together, compared with the double-precision oracle. Scenes are made
// by seed until every pair of levels of two features has been drawn.
#include "../../Seeds.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "MeshVolume/RandomFrame.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace inkray;
using namespace inkray::testing;
using namespace inkray::testing::frames;

namespace
{

using Pair = std::tuple<int, int, int, int>;
std::set<Pair> pairsOf(const Levels& levels)
{
  std::set<Pair> pairs;
  for (int a = 0; a < numFeatures; ++a)
    for (int b = 0; b < a; ++b)
      pairs.insert({ a, levels[a], b, levels[b] });
  return pairs;
}

class FramePairs : public MeshSurfaceTest
{
protected:
  int covered_ = 0, pixels_ = 0; ///< of all scenes

  void check(const Levels& levels, Randomness& random, std::uint32_t seed)
  {
    FrameScene scene = makeScene(levels, random);
    // Where gradients of neighboring cells cancel, as they do for few distinct values, rounding alone decides
    // the light.
    for (int k = 0; k < 20 && scene.shade && scene.smooth && hasPointWithoutDirection(scene); ++k)
      scene = makeScene(levels, random);
    scene.smooth = scene.smooth && !(scene.shade && hasPointWithoutDirection(scene));
    const int size = imageSize(24);
    const Vector eye = random.direction();
    const Vector from = { 3.5 * eye[0], 3.5 * eye[1], 3.5 * eye[2] };
    const Camera camera = levels[Projection] == 0
      ? perspectiveCamera(from, { 0.03, -0.02, 0.01 }, 34.0, 0.5, 12.0, size, size)
      : parallelCamera(from, { 0.03, -0.02, 0.01 }, 1.1, 0.5, 12.0, size, size);
    this->give(scene);
    giveFrame(this->caster(), scene);
    const std::unique_ptr<OracleVolume> volume = makeFrameVolume(scene, camera);
    scene.volume = volume.get();
    FrameOptions options;
    options.blend = scene.blend;
    std::copy_n(scene.averageRange, 2, options.averageRange);
    options.faceTest = levels[Exit] == 0 ? FaceTest::EdgeFunction : FaceTest::OnDemandVDFI;
    options.methods.generalMedium = levels[Method] == 1;
    const SurfaceComparison found = this->compare(scene, camera, options);
    EXPECT_EQ(found.wrong, 0) << "seed " << seed << ": " << describe(levels) << ": " << found.problem;
    EXPECT_LE(found.shifted, 2 + found.pixels / 50) << "seed " << seed << ": " << describe(levels);
    covered_ += found.covered;
    pixels_ += found.pixels;
  }
};

TEST_P(FramePairs, EveryTwoFeatures)
{
  for (const std::uint32_t seed : seedsOf("FramePairs", 4, 1))
  {
    Randomness random(seed);
    std::set<Pair> missing;
    for (int k = 0; k < 20000; ++k)
      missing.merge(pairsOf(randomLevels(random)));
    int scenes = 0;
    while (!missing.empty())
    {
      // Of several random scenes, take the one that has most of the missing pairs.
      Levels best = {};
      std::size_t most = 0;
      for (int k = 0; k < 200; ++k)
      {
        const Levels levels = randomLevels(random);
        std::size_t found = 0;
        for (const Pair& pair : pairsOf(levels))
          found += missing.count(pair);
        if (found > most)
        {
          most = found;
          best = levels;
        }
      }
      for (const Pair& pair : pairsOf(best))
        missing.erase(pair);
      if (most > 0)
      {
        this->check(best, random, seed);
        ++scenes;
      }
    }
    EXPECT_GT(scenes, 25) << "seed " << seed;
  }
  EXPECT_GT(covered_, pixels_ / 3); // some scenes have no opacity anywhere
}

INKRAY_TEST_ON_DEVICES(FramePairs);

} // namespace
