// SPDX-License-Identifier: BSD-3-Clause
// Grids that are drawn block by block give the pictures of the whole.
#include "Core/Errors.h"
#include "MeshVolume/Grid/GridScenes.h"
#include "MeshVolume/Merged/Together.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace inkray::testing
{

class GridsInBlocks : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    whole_ = GridRayCaster::create(this->GetParam());
  }
  std::unique_ptr<GridRayCaster> create(std::size_t memoryLimit = MemoryBudget::noLimit) const
  {
    return GridRayCaster::createInBlocks({ this->GetParam(), 0 }, memoryLimit, 1);
  }
  /// Expects the picture of the whole, within a level of 255. A four hundredth of the numbers may differ, or
  /// one pixel in a small picture: rays run along a border, or light bends sharply.
  void expectWhole(
    const GridRayCaster& blocks, const Camera& camera, const std::string& what, bool areFilms = false)
  {
    const std::vector<float> a = pictureOf(blocks, camera), b = pictureOf(*whole_, camera);
    ASSERT_EQ(a.size(), b.size()) << what;
    std::size_t numOther = 0;
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
      // Where a film has gathered nothing, its value has no meaning.
      const std::size_t alpha = std::min(i / 4 * 4 + 3, b.size() - 1);
      const bool isEmpty = areFilms && a[alpha] == 0.0f && b[alpha] == 0.0f;
      const double difference = isEmpty ? 0.0 : std::abs(double(a[i]) - double(b[i]));
      worst = std::max(worst, difference);
      numOther += !(difference <= 1.0 / 255);
      covered_ += b[i] > 0.0f;
    }
    EXPECT_LE(numOther, std::max<std::size_t>(5, a.size() / 400)) << what << ", at most " << worst;
  }

  std::unique_ptr<GridRayCaster> whole_;
  std::size_t covered_ = 0;
};
INKRAY_TEST_ON_DEVICES(GridsInBlocks);

TEST_P(GridsInBlocks, SeedsAreThePicturesOfTheWhole)
{
  int cut = 0;
  for (const std::uint32_t seed : seedsOf("GridsInBlocks", imageSize(2) == 2 ? 120 : 24, 60))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    FrameOptions options;
    const GridVolumeScene scene = randomGridScene(random, options);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    const auto blocks = this->create();
    scene.giveTo(*blocks);
    scene.giveTo(*whole_);
    blocks->render(camera, options);
    whole_->render(camera, options);
    cut += blocks->piecesReport().pieces > 1;
    this->expectWhole(*blocks, camera, what, options.keepsFilms);
    EXPECT_EQ(blocks->valueRange().low, whole_->valueRange().low) << what;
    EXPECT_EQ(blocks->valueRange().high, whole_->valueRange().high) << what;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 20);
    EXPECT_GT(covered_, 0u);
  }
}

// Numbers at which a function jumps, in flat parts of an array, have the same color in all blocks, which
// round them differently. A jump may be a ramp too steep for floats.
TEST_P(GridsInBlocks, EqualValuesAtJumpsHaveOneColor)
{
  int cut = 0;
  for (const std::uint32_t seed : seedsOf("GridsInBlocksJumps", imageSize(2) == 2 ? 60 : 12, 30))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    Storage storage;
    storage.type = static_cast<ValueType>(random.integer(static_cast<int>(ValueType::Float64) + 1));
    storage.association = random.chance(0.3) ? Association::Cells : Association::Points;
    // Stairs along a direction, whose steps are several points wide.
    const int levels = 5 + random.integer(4);
    const auto stairs = [levels](const Vector& way) {
      return [levels, way](const GridIndex& p, const GridIndex& n) {
        double at = 0.0, most = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
          at += std::abs(way[axis]) * double(p[axis]) / double(n[axis]);
          most += std::abs(way[axis]);
        }
        return 2.0 * std::floor(levels * at / most) / levels - 0.9;
      };
    };
    const double steep =
      random.chance(0.3) ? 0.0 : 1e-8 * (scaledValue(storage.type, 1.0) - scaledValue(storage.type, 0.0));
    // Jumps at all numbers of an array, between dense parts and thin ones.
    const auto jumps = [&random, steep](const TestArray& array) {
      std::set<double> numbers;
      visitEntries(array.values(), [&](const auto& entries) {
        for (std::int64_t i = 0; i < array.values().numTuples; ++i)
          numbers.insert(static_cast<double>(entries(i)));
      });
      TransferFunction function;
      bool isDense = random.chance(0.5);
      const auto add = [&](double at) {
        const auto color = [&] { return static_cast<float>(random.real(0.0, 1.0)); };
        function.knots.push_back({ at, color(), color(), color(), isDense ? 2.0f : 0.1f });
      };
      numbers.erase(numbers.begin()); // scalars near 0 resolve any ramp
      for (const double at : numbers)
      {
        add(at - steep);
        isDense = !isDense;
        add(at + steep);
      }
      return function;
    };
    const GridIndex dimensions = { 20 + random.integer(30), 20 + random.integer(30), 4 + random.integer(30) };
    GridVolumeScene scene;
    scene.volume = makeVolume(stairs(random.direction()), dimensions, storage);
    scene.function = jumps(scene.volume.scalars);
    if (random.chance(0.5))
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::int64_t k = 0; k < dimensions[axis]; ++k)
          scene.volume.coordinates[axis].push_back(double(k) + random.real(0.0, 0.5));
    if (random.chance(0.3))
    {
      scene.opacity = makeArray(stairs(random.direction()), dimensions, storage);
      scene.opacityFunction = jumps(scene.opacity);
    }
    FrameOptions options;
    const RaysAtATime rays[] = { RaysAtATime::Most, RaysAtATime::One, RaysAtATime::Four, RaysAtATime::Eight };
    options.methods.raysAtATime = rays[random.integer(4)];
    const auto blocks = this->create();
    scene.giveTo(*blocks);
    scene.giveTo(*whole_);
    blocks->render(camera, options);
    whole_->render(camera, options);
    cut += blocks->piecesReport().pieces > 1;
    this->expectWhole(*blocks, camera, what);
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 20);
    EXPECT_GT(covered_, 0u);
  }
}

// Points at the border of a block are blank if all their cells in the whole are hidden, also those outside
// of the block.
TEST_P(GridsInBlocks, HiddenCellsLeaveTheLightOfTheWhole)
{
  int cut = 0;
  for (const std::uint32_t seed : seedsOf("GridsInBlocksHidden", imageSize(2) == 2 ? 40 : 8, 20))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    FrameOptions options;
    options.shade = true;
    GridVolumeScene scene;
    Storage storage;
    storage.type = random.chance(0.5) ? ValueType::Float32 : ValueType::UInt8;
    storage.association = random.chance(0.3) ? Association::Cells : Association::Points;
    const double a = random.real(6.0, 16.0), b = random.real(6.0, 16.0);
    const GridIndex dimensions = { 20 + random.integer(30), 20 + random.integer(30), 4 + random.integer(30) };
    scene.volume = makeVolume(
      [a, b](const GridIndex& p, const GridIndex& n) {
        return std::sin(a * double(p[0]) / double(n[0])) * std::cos(b * double(p[1] + p[2]) / double(n[1]));
      },
      dimensions, storage);
    scene.function = functionOver(random, storage.type);
    // Surfaces behind a medium that lets no light through may have depths or not.
    for (TransferFunctionKnot& knot : scene.function.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    if (random.chance(0.5))
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::int64_t k = 0; k < dimensions[axis]; ++k)
          scene.volume.coordinates[axis].push_back(double(k) + random.real(0.0, 0.5));
    const double share = random.real(0.5, 0.8);
    scene.volume.hiddenCellBits = 1;
    for (std::int64_t k = 0; k < scene.volume.numCells(); ++k)
      scene.volume.cellFlags.push_back(random.chance(share) ? 1 : 0);
    scene.surfaces.resize(random.chance(0.5) ? 1 : 0);
    for (Isosurface& surface : scene.surfaces)
      surface.value = scaledValue(storage.type, random.real(-0.5, 0.5));
    scene.lights.resize(1);
    const auto blocks = this->create();
    scene.giveTo(*blocks);
    scene.giveTo(*whole_);
    blocks->render(camera, options);
    whole_->render(camera, options);
    cut += blocks->piecesReport().pieces > 1;
    this->expectWhole(*blocks, camera, what);
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 15);
    EXPECT_GT(covered_, 0u);
  }
}

TEST_P(GridsInBlocks, FilmsPicksAndMergedPicturesAreThoseOfTheWhole)
{
  const auto picture = RayPicture::create({ this->GetParam(), 0 });
  int cut = 0, numPicked = 0, numOther = 0;
  for (const std::uint32_t seed : seedsOf("GridsInBlocksMerged", imageSize(2) == 2 ? 60 : 12, 30))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    FrameOptions options;
    const GridVolumeScene scene = randomGridScene(random, options);
    const auto blocks = this->create();
    scene.giveTo(*blocks);
    scene.giveTo(*whole_);
    const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
    const std::vector<std::uint8_t> asked(numPixels, 1);
    const PickRequest request = { static_cast<float>(random.real(0.1, 0.9)), asked.data(), 0.3f };
    FrameOptions seen = options;
    seen.keepsFilms = false;
    const PickedCells found = blocks->source(camera, seen)->pick({}, request),
                      wanted = whole_->source(camera, seen)->pick({}, request);
    ASSERT_EQ(found.cells.size(), wanted.cells.size()) << what;
    const bool isSum = options.blend == BlendMode::Additive || options.blend == BlendMode::Average;
    for (std::size_t i = 0; i < numPixels; ++i)
    {
      numPicked += wanted.cells[i] != noCell;
      // In a sum, many cells may add the same.
      numOther +=
        isSum ? (found.cells[i] == noCell) != (wanted.cells[i] == noCell) : found.cells[i] != wanted.cells[i];
    }
    if (options.keepsFilms)
    {
      whole_->render(camera, options);
      const std::vector<float> films(whole_->image(), whole_->image() + 4 * numPixels);
      blocks->developFilms(films.data(), camera.width, camera.height, seen);
      whole_->developFilms(films.data(), camera.width, camera.height, seen);
      this->expectWhole(*blocks, camera, what + ", films");
    }
    if (!filmOf(options.blend).isComposite || !whole_->source(camera, seen)->canBeWalked())
      continue;
    cut += blocks->piecesReport().pieces > 1;
    // Together with a mesh that overlaps the grid.
    OracleScene mesh = randomMesh(random, seed);
    mesh.transferFunction = randomFunction(random);
    const auto other = LookedCaster::create(this->GetParam());
    giveScene(*other, mesh);
    std::vector<std::vector<float>> drawn;
    for (GridRayCaster* const grid : { blocks.get(), whole_.get() })
    {
      const auto a = grid->source(camera, seen), b = other->source(camera, {});
      picture->draw({ a.get(), b.get() }, {}, false);
      drawn.emplace_back(picture->view().image, picture->view().image + 4 * numPixels);
      EXPECT_GE(grid->numRays(), 0) << what;
    }
    std::size_t off = 0;
    for (std::size_t i = 0; i < drawn[0].size(); ++i)
      off += !(std::abs(double(drawn[0][i]) - double(drawn[1][i])) <= 1.0 / 255);
    EXPECT_LE(off, drawn[0].size() / 200) << what << ", merged";
    EXPECT_NEAR(double(blocks->numRays()), double(whole_->numRays()), 0.01 * double(numPixels) + 1) << what;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 3);
    EXPECT_GT(numPicked, 0);
  }
  // A few pick another cell that adds as much to the pixel.
  EXPECT_LE(numOther, numPicked / 50 + (runsAllSeeds() ? 0 : 3));
}

TEST_P(GridsInBlocks, FitInLittleMemory)
{
  Randomness random(3);
  GridVolumeScene scene;
  Storage storage;
  storage.type = ValueType::Float64; // copied on all devices
  scene.volume = makeVolume(
    [](const GridIndex& p, const GridIndex& n) {
      return std::sin(6.0 * double(p[0]) / double(n[0])) * std::cos(5.0 * double(p[1] + p[2]) / double(n[1]));
    },
    { 60, 50, 40 }, storage);
  scene.function = functionOver(random, storage.type);
  const Camera camera = perspectiveView(32, 32);
  scene.giveTo(*whole_);
  whole_->render(camera, {});
  int withFewer = 0, failed = 0;
  for (std::size_t limit = std::size_t(1) << 23; failed == 0 && limit > 1024; limit -= limit / 4)
  {
    try
    {
      const auto blocks = this->create(limit);
      scene.giveTo(*blocks);
      blocks->render(camera, {});
      this->expectWhole(*blocks, camera, std::to_string(limit) + " bytes");
      const PiecesReport report = blocks->piecesReport();
      EXPECT_EQ(report.pieces, 4 * 4 * 3);
      EXPECT_LE(report.peakBytes, limit);
      withFewer += report.resident < report.pieces;
    }
    catch (const OutOfMemory&)
    {
      ++failed;
    }
  }
  EXPECT_GT(withFewer, 2);
  EXPECT_EQ(failed, 1);
}

// Blocks are not sent if their values are transparent and they have no isosurface.
TEST_P(GridsInBlocks, ThatShowNothingAreNotSent)
{
  GridVolumeScene scene;
  Storage storage;
  storage.type = ValueType::Float64;
  scene.volume = makeVolume(
    [](const GridIndex& p, const GridIndex&) {
      return p[0] < 3 && p[1] < 20 && p[2] < 3 ? std::nan("") : 1e6 + double(p[0] + p[1] + p[2]);
    },
    { 65, 49, 33 }, storage);
  const Camera camera = perspectiveView(32, 32);
  FrameOptions options;
  const auto expectSent = [&](int least, int most, const std::string& what) {
    const auto blocks = this->create();
    scene.giveTo(*blocks);
    scene.giveTo(*whole_);
    blocks->render(camera, options);
    whole_->render(camera, options);
    this->expectWhole(*blocks, camera, what);
    const PiecesReport report = blocks->piecesReport();
    EXPECT_EQ(report.pieces, 4 * 3 * 2) << what;
    EXPECT_TRUE(report.cast >= least && report.cast <= most) << what << ": " << report.cast;
    EXPECT_LE(report.resident, most + 1) << what << ", and the first, which checks the values";
  };
  const auto rise = [](double from, double to) {
    return TransferFunction{ { { 1e6 - 1, 1, 0.5f, 0.2f, 0 }, { from, 1, 0.5f, 0.2f, 0 },
      { to, 0.2f, 1, 0.5f, 2 } } };
  };
  scene.function = rise(1e6 + 120, 1e6 + 144); // values at the far corner
  expectSent(1, 4, "a corner");
  scene.function = rise(1e6 + 144, 1e6 + 150);
  expectSent(0, 1, "nothing");
  scene.surfaces.resize(1);
  scene.surfaces[0].value = 1e6 + 140.5;
  expectSent(1, 1, "an isosurface");
  options.drawVolume = false;
  scene.function = rise(1e6, 1e6 + 1);
  expectSent(1, 1, "an isosurface alone");
  options.drawVolume = true;
  expectSent(5, 24, "everything");
  scene.surfaces.clear();
  scene.function = rise(1e6 + 144, 1e6 + 150);
  options.missing[3] = 3.0f;
  options.missing[0] = 1.0f;
  expectSent(2, 24, "values that are missing");
  options.missing[3] = 0.0f;
  options.blend = BlendMode::Maximum;
  expectSent(5, 24, "a film counts transparent values");
}

TEST_P(GridsInBlocks, SayWhatIsWrong)
{
  const auto blocks = this->create();
  const Camera camera = perspectiveView(16, 16);
  EXPECT_THROW(blocks->render(camera, {}), InvalidInput);
  MeshLook look;
  look.fields.values = ShownField();
  EXPECT_THROW(blocks->update(look), InvalidInput) << "values before an image";
  Randomness random(1);
  FrameOptions options;
  const GridVolumeScene scene = randomGridScene(random, options);
  blocks->setGrid(scene.volume.input());
  ShownField colors;
  static_cast<Field&>(colors) = scene.volume.input().scalars;
  colors.full = 1.0;
  look.fields.values = colors;
  EXPECT_THROW(blocks->update(look), InvalidInput) << "direct colors";
  EXPECT_THROW(blocks->render(camera, {}), InvalidInput);
  scene.giveTo(*blocks);
  scene.giveTo(*whole_);
  blocks->render(camera, options);
  whole_->render(camera, options);
  this->expectWhole(*blocks, camera, "after errors");
}

} // namespace inkray::testing
