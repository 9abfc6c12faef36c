// SPDX-License-Identifier: BSD-3-Clause
// One table of frames. A row is a random scene; rows are made by seed until every two levels of two features
// have been drawn together. Each row is compared with the double-precision oracle, and then drawn in every
// other way: with other methods, in pieces, by several devices, and among other meshes.
#include "../../../Seeds.h"
#include "MeshVolume/Frames/RandomFrame.h"
#include "MeshVolume/Merged/Together.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "MeshVolume/Pieces/PiecesTest.h"

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

/// Colors, and depths if there are any.
std::vector<float> pictureOf(const LookedCaster& caster, const Camera& camera)
{
  std::vector<float> picture(caster.image(), caster.image() + 4 * numPixels(camera));
  if (caster.depth())
    picture.insert(picture.end(), caster.depth(), caster.depth() + numPixels(camera));
  return picture;
}

/// A row of the table.
struct Row
{
  Levels levels;
  FrameScene scene;
  Camera camera;
  std::vector<float> opaque;
  FrameOptions options;
  std::string what;
  std::vector<float> picture; ///< by one device, as a whole

  bool isComposite() const { return scene.blend == BlendMode::Composite; }
  bool hasSurfaces() const { return !scene.surfaces.empty() || !scene.slices.empty(); }
  bool hasFilms() const { return !this->isComposite() && scene.drawVolume; }
  /// Whether places with one extreme may have different opacities, between which rounding decides: cells that
  /// share a point, and points of one category.
  bool isTied() const
  {
    const bool areEqual = levels[Opacity] == 2 || levels[Values] == 2 || levels[Values] == 3;
    return filmOf(scene.blend).isOrdered() && levels[Opacity] > 0 && areEqual;
  }
};

class FrameTable : public MeshSurfaceTest
{
protected:
  void give(LookedCaster& caster, const Row& row) const
  {
    MeshSurfaceTest::give(caster, row.scene);
    giveFrame(caster, row.scene);
  }
  std::vector<float> draw(LookedCaster& caster, const Row& row, const FrameOptions& options) const
  {
    caster.render(row.camera, options);
    EXPECT_EQ(caster.statistics().failedRays, 0) << row.what;
    return pictureOf(caster, row.camera);
  }

  Row make(const Levels& levels, Randomness& random, std::uint32_t seed) const
  {
    Row row;
    row.levels = levels;
    row.what = "seed " + std::to_string(seed) + ": " + describe(levels);
    row.scene = makeScene(levels, random);
    row.camera = makeCamera(levels, random, imageSize(24));
    for (std::size_t pixel = 0; levels[Obstacle] == 1 && pixel < numPixels(row.camera); ++pixel)
      row.opaque.push_back(random.chance(0.5) ? 1.0f : static_cast<float>(random.real(0.0, 1.0)));
    row.options = optionsOf(row.scene, makeOptions(levels, row.scene));
    row.options.opaqueDepth = row.opaque.empty() ? nullptr : row.opaque.data();
    return row;
  }

  /// The whole mesh, by one device, as the oracle has it.
  void expectExact(Row& row)
  {
    this->give(this->caster(), row);
    const std::unique_ptr<OracleVolume> volume = makeFrameVolume(row.scene, row.camera);
    row.scene.volume = volume.get();
    const SurfaceComparison found = this->compare(row.scene, row.camera, row.options);
    row.scene.volume = nullptr;
    row.picture = pictureOf(this->caster(), row.camera);
    EXPECT_EQ(found.wrong, 0) << row.what << ": " << found.problem;
    EXPECT_LE(found.shifted, 2 + found.pixels / 50) << row.what;
    if (row.isComposite())
    {
      EXPECT_LT(found.rmse, MaximumRmse) << row.what;
    }
    shifted_ += found.shifted;
    covered_ += found.covered;
    pixels_ += found.pixels;
  }

  /// The same picture, to the bit, with rays one or several at a time, with sorted lists, and with counted
  /// steps; and rays that end early change little.
  void expectMethods(const Row& row)
  {
    for (const float early : { 0.0f, 0.05f })
    {
      FrameOptions options = row.options;
      options.earlyTermination = early;
      options.methods.countSteps = true;
      options.methods.raysAtATime = RaysAtATime::One;
      const std::vector<float> one = this->draw(this->caster(), row, options);
      const TetRayCastStatistics ofOne = this->caster().statistics();
      if (row.levels[Cut] == 0)
      {
        EXPECT_EQ(this->caster().numRays(), ofOne.coveredRays) << row.what;
      }
      if (early == 0.0f || (row.hasFilms() && !row.hasSurfaces()))
      {
        EXPECT_TRUE(one == row.picture) << row.what << ", one ray at a time, " << early;
      }
      if (options.faceTest == FaceTest::EdgeFunction)
      {
        EXPECT_EQ(ofOne.recastRays, 0) << row.what;
      }
      for (const RaysAtATime rays :
        { RaysAtATime::Four, RaysAtATime::Eight, RaysAtATime::Sixteen, RaysAtATime::Most })
      {
        options.methods.raysAtATime = rays;
        options.methods.listBuilder =
          rays == RaysAtATime::Most ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
        EXPECT_TRUE(this->draw(this->caster(), row, options) == one)
          << row.what << ", rays " << static_cast<int>(rays) << ", " << early;
        EXPECT_EQ(this->caster().statistics().steps, ofOne.steps) << row.what;
        EXPECT_EQ(this->caster().statistics().coveredRays, ofOne.coveredRays) << row.what;
        EXPECT_EQ(this->caster().statistics().listEntries, ofOne.listEntries) << row.what;
      }
      if (early == 0.0f || !row.isComposite() || row.scene.shade)
        continue;
      // A ray that ends leaves out at most this share of the brightest color.
      double most = 0.0;
      for (std::size_t i = 0; i < 4 * numPixels(row.camera); ++i)
        most = std::max(most, double(std::abs(one[i] - row.picture[i])));
      EXPECT_LE(most, early + MaximumRmse) << row.what;
    }
  }

  /// Several devices draw rows of the same picture, to the bit. If there are not enough devices, one device
  /// named twice stands for two.
  void expectOnDevices(const Row& row, Randomness& random)
  {
    std::vector<DeviceId> devices;
    for (int d = 2 + random.integer(2); d > 0; --d)
      devices.push_back({ this->GetParam(), d % std::max(1, numCudaDevices()) });
    const auto several = LookedCaster::onDevices(devices);
    this->give(*several, row);
    FrameOptions options = row.options;
    options.methods.listBuilder = random.chance(0.5) ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
    this->draw(this->caster(), row, row.options);
    for (int frame = 0; frame < 2; ++frame) // with different shares, perhaps
    {
      EXPECT_TRUE(this->draw(*several, row, options) == row.picture) << row.what << ", on devices";
      EXPECT_EQ(several->numRays(), this->caster().numRays()) << row.what;
      EXPECT_EQ(several->statistics().listEntries, this->caster().statistics().listEntries) << row.what;
    }
    double shares = 0;
    for (const DeviceWork& own : several->work())
    {
      EXPECT_EQ(own.problem, "") << row.what;
      shares += own.share;
    }
    EXPECT_NEAR(shares, 1, 1e-12);
    shared_ += several->work()[1].share > 0;
  }

  /// Pieces make the picture of the whole, which may itself be a rank's part of a mesh. A ray that grazes a
  /// cell may meet it in only one of the two pictures, and its value may be an extreme.
  void expectInPieces(const Row& row, Randomness& random)
  {
    const auto pieces = LookedCaster::inPieces(
      this->GetParam(), MemoryBudget::noLimit, bytesOf(row.scene, random.real(1.5, 10)));
    this->give(*pieces, row);
    FrameOptions options = row.options;
    if (random.chance(0.3))
      (random.chance(0.5) ? options.piece.low : options.piece.high)[random.integer(3)] =
        random.real(-0.4, 0.4);
    const std::vector<float> image = this->draw(*pieces, row, options),
                             whole = this->draw(this->caster(), row, options);
    cut_ += whole != row.picture;
    const std::string what = row.what + ", in pieces";
    if (row.isComposite() || !row.scene.drawVolume)
      far_ += PiecesTest::compare(*pieces, this->caster(), row.camera, options, what, row.scene.surfaces);
    else if (!row.isTied())
    {
      const int wrong = countWrong(image, whole, row);
      EXPECT_EQ(image.size(), whole.size()) << what;
      EXPECT_LE(wrong, 4) << what;
      grazing_ += wrong > 0;
    }
    numPieces_ += pieces->piecesReport().pieces;
    this->expectFilms(*pieces, row);
    double a[2], b[2];
    pieces->scalarRange(a);
    this->caster().scalarRange(b);
    EXPECT_EQ(a[0], b[0]) << what;
    EXPECT_EQ(a[1], b[1]) << what;
    EXPECT_EQ(pieces->numNonFiniteScalars(), this->caster().numNonFiniteScalars()) << what;
  }
  /// How many numbers of the colors differ by more than one of 255 levels.
  static int countWrong(const std::vector<float>& a, const std::vector<float>& b, const Row& row)
  {
    int wrong = 0;
    for (std::size_t i = 0; i < 4 * numPixels(row.camera); ++i)
      wrong += !(std::abs(a[i] - b[i]) <= OneLevel);
    return wrong;
  }
  /// Films that are kept develop into the picture without surfaces.
  void expectFilms(LookedCaster& caster, const Row& row) const
  {
    if (!row.hasFilms() || row.hasSurfaces())
      return;
    const std::vector<float> drawn = this->draw(caster, row, row.options);
    FrameOptions keeping = row.options;
    keeping.keepsFilms = true;
    const std::vector<float> films = this->draw(caster, row, keeping);
    caster.developFilms(films.data(), row.camera.width, row.camera.height, keeping);
    EXPECT_TRUE(std::equal(drawn.begin(), drawn.end(), caster.image())) << row.what << ", from films";
  }

  /// The picture is the same in a picture of several, alone and beside a mesh that adds nothing: it is
  /// transparent, or out of sight.
  void expectAmongOthers(const Row& row)
  {
    const bool isMerged = canMerge(this->caster(), row.camera, row.options);
    if (!isMerged && (!row.hasFilms() || row.isTied()))
      return;
    const auto other = LookedCaster::create(this->GetParam());
    this->give(*other, row);
    Member members[2] = { { &this->caster(), row.camera, row.options },
      { other.get(), row.camera, row.options } };
    members[1].options.slices.clear();
    if (isMerged)
    {
      TransferFunction clear = row.scene.transferFunction;
      for (TransferFunctionKnot& knot : clear.knots)
        knot.attenuation = 0.0f;
      other->setTransferFunction(clear);
      other->setOpacityFunction(clear);
      other->setTransferFunction2D({});
      members[1].options.missing[3] = 0.0f;
      members[1].options.drawVolume = true;
    }
    else
      members[1].camera.meshToEye[3] += 50.0;
    other->setIsosurfaces({});
    Together together(this->GetParam());
    PictureOptions whole;
    whole.opaqueDepth = row.options.opaqueDepth;
    const auto drawn = [&](const std::vector<Member>& shown) {
      isMerged ? together.draw(shown) : together.drawFilms(shown, whole);
      return std::vector<float>(together.image(), together.image() + 4 * numPixels(row.camera));
    };
    const std::vector<float> alone = drawn({ members[0] }), both = drawn({ members[0], members[1] });
    EXPECT_TRUE(drawn({ members[1], members[0] }) == both) << row.what << ", in the other order";
    // Rounding may decide whether a surface is met, and with films what a ray meets that grazes a cell.
    const int most = row.hasSurfaces() ? 8 : row.hasFilms() ? 4 : 0;
    EXPECT_LE(countWrong(alone, row.picture, row), most) << row.what << ", merged";
    EXPECT_LE(countWrong(both, row.picture, row), most) << row.what << ", beside another mesh";
    ++(isMerged ? merged_ : combined_);
  }

  void check(const Levels& levels, Randomness& random, std::uint32_t seed)
  {
    Row row = this->make(levels, random, seed);
    this->expectExact(row);
    this->expectMethods(row);
    this->expectOnDevices(row, random);
    this->expectInPieces(row, random);
    this->expectAmongOthers(row);
    EXPECT_TRUE(this->draw(this->caster(), row, row.options) == row.picture) << row.what << ", again";
  }

  int covered_ = 0, pixels_ = 0, shifted_ = 0; ///< of all rows
  int far_ = 0, grazing_ = 0, numPieces_ = 0, shared_ = 0, merged_ = 0, combined_ = 0, cut_ = 0;
};

TEST_P(FrameTable, HasOnePictureInEveryWay)
{
  int rows = 0;
  for (const std::uint32_t seed : seedsOf("FrameTable", imageSize(2) == 2 ? 6 : 1, 2))
  {
    Randomness random(seed);
    std::set<Pair> missing;
    for (int k = 0; k < 20000; ++k)
      missing.merge(pairsOf(randomLevels(random)));
    while (!missing.empty())
    {
      // Of several random rows, take the one that has most of the missing pairs.
      Levels best = {};
      std::size_t most = 0;
      for (int k = 0; k < 100; ++k)
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
        ++rows;
      }
    }
    // Most features belong to composited pictures, and most pictures have few of them.
    for (int k = 0; k < 60; ++k)
    {
      Levels levels = randomLevels(random);
      for (const Feature f : { Values, Opacity, Functions, Light, Missing, Surfaces, Cut, Method })
        levels[f] = random.chance(0.7) ? 0 : levels[f];
      levels[Blend] = 0;
      obeyRules(levels);
      this->check(levels, random, seed);
      ++rows;
    }
  }
  if (!runsAllSeeds())
    return;
  EXPECT_GT(rows, 400);
  EXPECT_GT(covered_, pixels_ / 3); // some scenes have no opacity anywhere
  EXPECT_LE(shifted_, pixels_ / 1000);
  EXPECT_LE(far_ + grazing_, pixels_ / 1000);
  EXPECT_GT(numPieces_, 5 * rows);
  EXPECT_GT(shared_, rows / 3);
  EXPECT_GT(merged_, rows / 3);
  EXPECT_GT(combined_, rows / 6);
  EXPECT_GT(cut_, rows / 6);
}

INKRAY_TEST_ON_DEVICES(FrameTable);

} // namespace
