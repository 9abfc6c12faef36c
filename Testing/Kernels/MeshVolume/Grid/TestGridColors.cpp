// SPDX-License-Identifier: BSD-3-Clause
// Volumes of grids whose components are colors, compared with many samples in each cell in double precision,
// and drawn in blocks, on several devices and in pictures of several volumes.
#include "Core/Errors.h"
#include "MeshVolume/Grid/GridScenes.h"
#include "MeshVolume/Merged/Together.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

class GridColorVolumes : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    caster_ = GridRayCaster::create(this->GetParam());
  }
  static Camera cameraOf(Randomness& random)
  {
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    return camera;
  }
  /// A scene of smooth colors with any other features, and options for it.
  static GridVolumeScene anyScene(Randomness& random, FrameOptions& options)
  {
    GridVolumeScene scene = randomScene(random, true);
    useColors(random, scene, true);
    const double unit = scene.full;
    if (random.chance(0.3))
      scene.gradientOpacity.knots = { { 0.0, 0.2f }, { 1.0 * unit, 1.0f }, { 3.0 * unit, 0.5f } };
    if (random.chance(0.3))
    {
      Storage storage;
      storage.association = scene.volume.scalars.association;
      scene.threshold =
        makeArray([](const GridIndex& p, const GridIndex&) { return double((p[0] + 2 * p[2]) % 3) - 1.0; },
          scene.volume.dimensions, storage);
      scene.bounds = { -1.0, 0.5 };
    }
    options.shade = random.chance(0.4);
    scene.lights.resize(1);
    scene.material.ambient = 0.2f;
    scene.material.diffuse = 0.6f;
    scene.material.specular = 0.2f;
    scene.material.specularPower = 4.0f;
    cutAtRandom(random, options);
    if (random.chance(0.3))
      options.slices.push_back({ { 0.3, 0.5, 0.8 }, random.real(-0.3, 0.3) });
    options.drawVolume = options.slices.empty() || random.chance(0.8);
    return scene;
  }
  /// Make points without a color or without an opacity.
  static void loseValues(Randomness& random, GridVolumeScene& scene)
  {
    TestArray& colors = scene.volume.scalars;
    const bool isReal = colors.type == ValueType::Float32 || colors.type == ValueType::Float64;
    for (std::int64_t i = 0; i < scene.volume.numCells() / 20 && isReal; ++i)
    {
      const GridIndex n = scene.volume.count();
      const std::int64_t at = random.integer(static_cast<int>(n[0] * n[1] * n[2]));
      // The opacity keeps its numbers in a half of the points.
      const int c = random.integer(colors.numComponents);
      colors.set(at, c, std::numeric_limits<double>::quiet_NaN());
      if (random.chance(0.5))
        scene.opacity.set(at, c, std::numeric_limits<double>::quiet_NaN());
    }
  }
  void expectExact(const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options,
    double mean, double most, const std::string& what)
  {
    scene.giveTo(*caster_);
    caster_->render(camera, options);
    const BruteForceGridCaster reference(scene, camera, options);
    double square = 0.0;
    int numbers = 0, numOther = 0;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        double met = 0.0;
        const std::array<double, 4> wanted = reference.pixel(i, j, 400, &met);
        covered_ += wanted[3] > 0.0;
        if (met > 0.0 && met < 0.01)
          continue;
        const float* const found = caster_->image() + 4 * (i + j * camera.width);
        double worst = 0.0;
        for (std::size_t c = 0; c < 4; ++c, ++numbers)
        {
          const double difference = std::abs(double(found[c]) - wanted[c]);
          square += difference * difference;
          worst = difference <= worst ? worst : difference;
        }
        numOther += !(worst <= most);
      }
    EXPECT_EQ(numOther, 0) << what;
    EXPECT_LE(std::sqrt(square / std::max(1, numbers)), mean) << what;
  }
  static std::vector<float> drawn(
    GridRayCaster& caster, const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options)
  {
    scene.giveTo(caster);
    caster.render(camera, options);
    return pictureOf(caster, camera);
  }
  /// Expects two pictures within a level of 255, but for a few numbers.
  static void expectAlike(
    const std::vector<float>& a, const std::vector<float>& b, double share, const std::string& what)
  {
    ASSERT_EQ(a.size(), b.size()) << what;
    std::size_t numOther = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      numOther += !(std::abs(double(a[i]) - double(b[i])) <= 1.0 / 255);
    EXPECT_LE(double(numOther), share * double(a.size())) << what;
  }

  std::unique_ptr<GridRayCaster> caster_;
  std::int64_t covered_ = 0;
};
INKRAY_TEST_ON_DEVICES(GridColorVolumes);

TEST_P(GridColorVolumes, AreIntegratedWithTheirOpacity)
{
  for (const std::uint32_t seed : seedsOf("GridColors", 24, 8))
  {
    Randomness random(seed);
    const bool isSmooth = random.chance(0.6);
    GridVolumeScene scene = randomScene(random, isSmooth);
    useColors(random, scene, isSmooth);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    this->expectExact(scene, camera, options, 1e-3, 0.012, "seed " + std::to_string(seed));
    EXPECT_EQ(caster_->valueRange().low, 0.0);
    EXPECT_EQ(caster_->valueRange().high, 1.0);
    EXPECT_GE(caster_->opacityRange().high, 0.0);
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 1000 : 0);
}

// Rays go through the values of the opacity. Where these are constant, colors alone bend in a cell.
TEST_P(GridColorVolumes, BendWhereTheOpacityDoesNot)
{
  for (const std::uint32_t seed : seedsOf("GridColorBends", 12, 6))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, false);
    scene.volume.areCellsConstant = false;
    scene.volume.cellFlags.clear();
    useColors(random, scene, false);
    const std::int64_t number = scene.opacity.values().numTuples;
    for (int c = 0; c < scene.opacity.numComponents; ++c)
      for (std::int64_t i = 0; i < number; ++i)
        scene.opacity.set(i, c, 0.5 * scene.full);
    for (TransferFunctionKnot& knot : scene.opacityFunction.knots)
      knot.attenuation = 1.0f;
    this->expectExact(scene, cameraOf(random), {}, 2e-4, 2e-3, "seed " + std::to_string(seed));
  }
}

TEST_P(GridColorVolumes, AreSummed)
{
  for (const std::uint32_t seed : seedsOf("GridColorSums", 16, 6))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    useColors(random, scene, true);
    for (TransferFunctionKnot& knot : scene.opacityFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    options.blend = random.chance(0.5) ? BlendMode::Average : BlendMode::Additive;
    cutAtRandom(random, options);
    this->expectExact(scene, camera, options, 1e-3, 0.012, "seed " + std::to_string(seed));
    options.blend = random.chance(0.5) ? BlendMode::Maximum : BlendMode::Minimum;
    EXPECT_THROW(caster_->render(camera, options), InvalidInput) << "colors have no order";
  }
}

TEST_P(GridColorVolumes, UseLightGradientsSlicesAndAThreshold)
{
  for (const std::uint32_t seed : seedsOf("GridColorMedia", 24, 8))
  {
    Randomness random(seed);
    FrameOptions options;
    const GridVolumeScene scene = anyScene(random, options);
    this->expectExact(scene, cameraOf(random), options, 4e-3, 0.1, "seed " + std::to_string(seed));
  }
}

// A cell with a point that has no color is missing; without an opacity, a cell is transparent.
TEST_P(GridColorVolumes, HaveCellsWithoutAColor)
{
  for (const std::uint32_t seed : seedsOf("GridColorsMissing", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    useColors(random, scene, true);
    loseValues(random, scene);
    FrameOptions options;
    if (random.chance(0.5))
    {
      options.missing[0] = 1.0f;
      options.missing[3] = 1.5f;
    }
    this->expectExact(scene, cameraOf(random), options, 2e-3, 0.02, "seed " + std::to_string(seed));
  }
}

TEST_P(GridColorVolumes, AreTheSameInBlocksAndOnDevices)
{
  for (const std::uint32_t seed : seedsOf("GridColorsInBlocks", 30, 15))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    FrameOptions options;
    GridVolumeScene scene = anyScene(random, options);
    if (random.chance(0.3))
    {
      loseValues(random, scene);
      options.missing[3] = 1.5f;
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> whole = drawn(*caster_, scene, camera, options);
    const auto blocks = GridRayCaster::createInBlocks({ this->GetParam(), 0 }, MemoryBudget::noLimit, 1);
    expectAlike(drawn(*blocks, scene, camera, options), whole, 1.0 / 200, what + ", in blocks");
    EXPECT_EQ(blocks->valueRange().high, caster_->valueRange().high) << what;
    EXPECT_FLOAT_EQ(
      static_cast<float>(blocks->opacityRange().high), static_cast<float>(caster_->opacityRange().high))
      << what;
    const auto several = GridRayCaster::createOnDevices(
      { { this->GetParam(), 0 }, { this->GetParam(), numCudaDevices() > 1 ? 1 : 0 } });
    EXPECT_TRUE(drawn(*several, scene, camera, options) == whole) << what << ", on devices";
  }
}

// The picture of a single source equals that of its caster.
TEST_P(GridColorVolumes, AreWalkedThrough)
{
  const std::unique_ptr<RayPicture> picture = RayPicture::create({ this->GetParam(), 0 });
  for (const std::uint32_t seed : seedsOf("GridColorWalks", 24, 12))
  {
    Randomness random(seed);
    FrameOptions options;
    GridVolumeScene scene = anyScene(random, options);
    options.slices.clear();
    options.drawVolume = true;
    options.shade = false; // light is found more often in a picture of one grid
    if (random.chance(0.3))
    {
      loseValues(random, scene);
      options.missing[3] = 1.5f;
    }
    const Camera camera = cameraOf(random);
    const std::vector<float> alone = drawn(*caster_, scene, camera, options);
    const std::unique_ptr<RaySource> source = caster_->source(camera, options);
    picture->draw({ source.get() }, {}, false);
    const float* const image = picture->view().image;
    expectAlike({ image, image + 4 * static_cast<std::size_t>(camera.width) * camera.height }, alone,
      1.0 / 200, "seed " + std::to_string(seed));
  }
}

// Colors of bytes take four bytes a point beside their opacity.
TEST_P(GridColorVolumes, AreSmall)
{
  GridVolumeScene scene;
  Storage storage;
  storage.type = ValueType::UInt8;
  storage.numComponents = 4;
  storage.component = 3;
  scene.volume = makeVolume(constant(0.5), { 40, 40, 40 }, storage);
  scene.function = opaqueFunction();
  const Camera camera = perspectiveView(8, 8);
  drawn(*caster_, scene, camera, {});
  const std::size_t before = caster_->memory().resident;
  scene.full = 255.0;
  scene.opacity = scene.volume.scalars;
  scene.opacityFunction = opaqueFunction();
  drawn(*caster_, scene, camera, {});
  EXPECT_LE(caster_->memory().resident, before + 4 * 64000 + 4096);
}

TEST_P(GridColorVolumes, SayWhatIsWrong)
{
  Randomness random(1);
  GridVolumeScene scene = randomScene(random, true);
  useColors(random, scene, true);
  const Camera camera = perspectiveView(16, 16);
  const std::vector<float> good = drawn(*caster_, scene, camera, {});
  const auto refused = [&](MeshLook look, const char* why) {
    for (const bool inBlocks : { false, true })
    {
      const auto caster = inBlocks
        ? GridRayCaster::createInBlocks({ this->GetParam(), 0 }, MemoryBudget::noLimit, 1)
        : GridRayCaster::create(this->GetParam());
      caster->setGrid(scene.volume.input());
      const auto draw = [&] {
        caster->update(look);
        caster->render(camera, {});
      };
      EXPECT_THROW(draw(), InvalidInput) << why;
      EXPECT_EQ(drawn(*caster, scene, camera, {}).size(), good.size()) << why;
    }
  };
  MeshLook look;
  ShownField colors;
  static_cast<Field&>(colors) = scene.volume.input().scalars;
  colors.full = scene.full;
  look.fields.values = colors;
  look.style.opacityFunction = scene.opacityFunction;
  refused(look, "no opacity");
  HeldField opacity;
  static_cast<Field&>(opacity) = scene.opacity.values();
  look.fields.opacity = opacity;
  MeshLook wrong = look;
  colors.full = -1.0;
  wrong.fields.values = colors;
  refused(wrong, "a negative full color");
  colors.full = scene.full;
  colors.numTuples = 1;
  wrong.fields.values = colors;
  refused(wrong, "too few colors");
  wrong = look;
  opacity.association = opacity.association == Association::Cells ? Association::Points : Association::Cells;
  wrong.fields.opacity = opacity;
  refused(wrong, "an opacity elsewhere");
  wrong = look;
  wrong.style.isosurfaces = std::vector<Isosurface>(1);
  refused(wrong, "isosurfaces");
  wrong = look;
  wrong.style.opacityFunction.reset();
  refused(wrong, "no opacity function");

  // Other values take the place of colors, and colors theirs.
  GridVolumeScene values = scene;
  values.full = 0.0;
  values.opacity = TestArray();
  values.function = scene.opacityFunction;
  const auto other = GridRayCaster::create(this->GetParam());
  const std::vector<float> ofValues = drawn(*other, values, camera, {});
  EXPECT_NE(ofValues, good);
  EXPECT_EQ(drawn(*caster_, values, camera, {}), ofValues);
  EXPECT_EQ(drawn(*other, scene, camera, {}), good);
  // The same grid with the same opacity.
  caster_->setGrid(scene.volume.input());
  look.style.function = scene.opacityFunction;
  caster_->update(look);
  caster_->render(camera, {});
  EXPECT_EQ(pictureOf(*caster_, camera), good);
  ShownField red = look.fields.values.get();
  red.full = 0.0;
  const Revised<ShownField> before = look.fields.values;
  look.fields.values = red;
  caster_->update(look);
  caster_->render(camera, {});
  EXPECT_NE(pictureOf(*caster_, camera), good) << "a value with an opacity of its own";
  look.fields.values = before;
  caster_->update(look);
  caster_->render(camera, {});
  EXPECT_EQ(pictureOf(*caster_, camera), good);
}

} // namespace inkray::testing
