// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Films/BlendTest.h"
#include "MeshVolume/Grid/RandomGrid.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace inkray::testing
{

/// Volumes of grids, compared with many samples in each cell in double precision.
class GridVolumes : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    caster_ = GridRayCaster::create(this->GetParam());
  }

  /// Expects each channel within `most` of the reference, and the root of the mean square of all differences
  /// within `mean`. Rays that meet less than a hundredth of a cell do not count, since rounding decides
  /// whether they meet the cell.
  void expectExact(const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options,
    double mean, double most, const std::string& what)
  {
    scene.giveTo(*caster_);
    caster_->render(camera, options);
    const BruteForceGridCaster reference(scene, camera, options);
    double square = 0.0, worst = 0.0;
    int numbers = 0;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        double met = 0.0;
        const std::array<double, 4> wanted = reference.pixel(i, j, samplesInACell, &met);
        covered_ += met > 0.0;
        if (met > 0.0 && met < 0.01)
          continue;
        const float* const found = caster_->image() + 4 * (i + j * camera.width);
        for (std::size_t c = 0; c < 4; ++c, ++numbers)
        {
          const double difference = std::abs(double(found[c]) - wanted[c]);
          square += difference * difference;
          if (!(difference <= worst))
            worst = difference;
          ASSERT_LE(difference, most) << what << ", pixel " << i << " " << j << ", channel " << c << ": "
                                      << found[c] << " for " << wanted[c];
        }
      }
    EXPECT_LE(std::sqrt(square / std::max(1, numbers)), mean) << what;
  }
  /// Expects the pictures of surfaces: at most one of a thousand pixels may be off, whose rays touch a
  /// surface or a border. A ray may meet a surface twice between two samples: then there are more of them.
  /// Where a surface begins or turns away just beside the ray, rounding decides, and the pixel may be that of
  /// a ray beside it.
  void expectSurfaces(
    const GridVolumeScene& scene, const Camera& camera, const FrameOptions& options, const std::string& what)
  {
    scene.giveTo(*caster_);
    caster_->render(camera, options);
    const FiniteRange range = caster_->valueRange();
    GridVolumeScene lower = scene, upper = scene;
    for (std::size_t k = 0; k < scene.surfaces.size(); ++k)
    {
      lower.surfaces[k].value -= 1e-6 * (range.high - range.low);
      upper.surfaces[k].value += 1e-6 * (range.high - range.low);
    }
    const BruteForceGridCaster reference(scene, camera, options), ofLower(lower, camera, options),
      ofUpper(upper, camera, options);
    int numMet = 0, numOther = 0;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        const float* const found = caster_->image() + 4 * (i + j * camera.width);
        const auto isNear = [&](const BruteForceGridCaster& oracle, double right, double up, int samples,
                              double* met) {
          const std::array<double, 4> wanted = oracle.pixel(i + right, j + up, samples, met);
          return std::equal(wanted.begin(), wanted.end(), found,
            [](double a, float b) { return std::abs(double(b) - a) < 0.02; });
        };
        double met = 0.0;
        bool isGood = isNear(reference, 0.0, 0.0, samplesInACell, &met);
        if (!(met > 0.01))
          continue;
        ++numMet;
        const int more = 50 * samplesInACell;
        for (const BruteForceGridCaster* oracle : { &ofLower, &ofUpper })
          isGood = isGood || isNear(*oracle, 0.0, 0.0, more, nullptr);
        for (const double right : { 0.0, beside, -beside })
          for (const double up : { right, -right })
            isGood = isGood || isNear(reference, right, up, more, nullptr);
        numOther += !isGood;
      }
    covered_ += numMet;
    EXPECT_LE(numOther, numMet / 1000) << what;
  }
  static Camera cameraOf(Randomness& random)
  {
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    return camera;
  }

  static constexpr int samplesInACell = 400;
  static constexpr double beside = 1e-3; ///< in pixels
  std::unique_ptr<GridRayCaster> caster_;
  std::int64_t covered_ = 0;
};
INKRAY_TEST_ON_DEVICES(GridVolumes);

TEST_P(GridVolumes, ComposeFunctionsOfAnyGrid)
{
  for (const std::uint32_t seed : seedsOf("GridVolumes", 24, 8))
  {
    Randomness random(seed);
    const GridVolumeScene scene = randomScene(random, random.chance(0.5));
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    options.methods.generalMedium = random.chance(0.3);
    const RaysAtATime rays[] = { RaysAtATime::One, RaysAtATime::Four, RaysAtATime::Eight, RaysAtATime::Most };
    options.methods.raysAtATime = rays[random.integer(4)];
    options.methods.fromKnotToKnot = random.chance(0.5);
    this->expectExact(scene, camera, options, 7e-4, 0.012, "seed " + std::to_string(seed));
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 1000 : 0);
}

// Sums are relative to the range of all finite values, like those of meshes.
TEST_P(GridVolumes, CountHiddenValuesInTheRange)
{
  for (const ValueType type : { ValueType::Float32, ValueType::Float64, ValueType::UInt8, ValueType::Int16 })
  {
    GridVolumeScene scene;
    Storage storage;
    storage.type = type;
    scene.volume = makeVolume(
      [type](const GridIndex& p, const GridIndex& n) {
        return static_cast<double>(p[0] + n[0] * (p[1] + n[1] * p[2])) / 64.0;
      },
      { 4, 4, 4 }, storage);
    scene.function = opaqueFunction();
    scene.giveTo(*caster_);
    const FiniteRange all = caster_->valueRange();
    EXPECT_LT(all.low, all.high);
    scene.volume.hiddenCellBits = 1;
    scene.volume.cellFlags.assign(27, 0);
    std::fill_n(scene.volume.cellFlags.begin(), 9, std::uint8_t(1));
    scene.giveTo(*caster_);
    EXPECT_EQ(caster_->valueRange().low, all.low);
    EXPECT_EQ(caster_->valueRange().high, all.high);
    scene.volume.cellFlags.assign(27, 1);
    scene.giveTo(*caster_);
    EXPECT_EQ(caster_->valueRange().low, all.low) << "every cell is hidden";
  }
}

TEST_P(GridVolumes, ShowExtremesAndSums)
{
  for (const std::uint32_t seed : seedsOf("GridFilms", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    for (TransferFunctionKnot& knot : scene.function.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    options.blend = randomBlend(random);
    cutAtRandom(random, options);
    this->expectExact(scene, camera, options, 7e-4, 0.012, "seed " + std::to_string(seed));
  }
}

TEST_P(GridVolumes, UseGradientsLightAndASecondArray)
{
  for (const std::uint32_t seed : seedsOf("GridMedia", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    const ValueType type = scene.volume.scalars.type;
    const double unit = scaledValue(type, 1.0) - scaledValue(type, 0.0);
    if (random.chance(0.3))
    {
      TransferFunction2D& table = scene.table;
      table.columns = 2 + random.integer(3);
      table.rows = 2 + random.integer(3);
      table.values[0] = scaledValue(type, -1.0);
      table.values[1] = scaledValue(type, 1.0);
      table.magnitudes[1] = 4.0 * unit;
      for (int k = table.columns * table.rows; k > 0; --k)
        table.entries.push_back(
          { static_cast<float>(random.real(0, 1)), static_cast<float>(random.real(0, 1)),
            static_cast<float>(random.real(0, 1)), static_cast<float>(random.real(0, 2)) });
      if (random.chance(0.5)) // it needs no other function
      {
        scene.function.knots.clear();
        caster_ = GridRayCaster::create(this->GetParam());
      }
    }
    else
    {
      if (random.chance(0.4))
        scene.gradientOpacity.knots = { { 0.0, 0.1f }, { 1.5 * unit, 1.0f }, { 3.0 * unit, 0.5f } };
      if (random.chance(0.4))
      {
        Storage storage;
        storage.association = scene.volume.scalars.association;
        const std::uint32_t of = seed;
        scene.opacity = makeArray(
          [of](const GridIndex& p, const GridIndex& n) {
            return std::sin(2.0 + of % 5 + 3.0 * double(p[0]) / double(n[0])) *
              std::cos(2.0 * double(p[1]) / double(n[1]));
          },
          scene.volume.dimensions, storage);
        scene.opacityFunction = functionOver(random, ValueType::Float32);
      }
    }
    options.shade = random.chance(0.6);
    scene.material.ambient = 0.2f;
    scene.material.diffuse = 0.5f;
    scene.material.specular = 0.2f;
    scene.material.specularPower = 4.0f;
    scene.lights.resize(static_cast<std::size_t>(random.integer(3)));
    for (SurfaceLight& light : scene.lights)
    {
      const Vector d = random.direction();
      std::copy(d.begin(), d.end(), light.direction);
      const bool isColored = random.chance(0.3);
      for (int c = 0; c < 3; ++c)
        light.diffuse[c] = light.specular[c] = isColored ? 0.2f + 0.1f * static_cast<float>(c) : 0.4f;
    }
    this->expectExact(scene, camera, options, 4e-3, 0.1, "seed " + std::to_string(seed));
  }
}

// An array for the opacity that is refused leaves the earlier one.
TEST_P(GridVolumes, KeepTheirOpacityWhenAnotherIsRefused)
{
  int numOther = 0;
  for (unsigned seed = 1; seed <= 8; ++seed)
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    Storage storage;
    storage.association = scene.volume.scalars.association;
    scene.opacity = makeArray([](const GridIndex& p, const GridIndex&) { return double(p[0] % 3); },
      scene.volume.dimensions, storage);
    const Camera camera = cameraOf(random);
    caster_->setGrid(scene.volume.input());
    MeshLook look;
    ShownField shown;
    static_cast<Field&>(shown) = scene.volume.input().scalars;
    look.fields.values = shown;
    look.style.function = scene.function;
    const auto picture = [&](const MeshLook& of) {
      caster_->update(of);
      caster_->render(camera, {});
      const float* const image = caster_->image();
      return std::vector<float>(image, image + 4 * static_cast<std::size_t>(camera.width) * camera.height);
    };
    const std::vector<float> alone = picture(look);
    HeldField held;
    static_cast<Field&>(held) = scene.opacity.values();
    look.fields.opacity = held;
    look.style.opacityFunction = functionOver(random, ValueType::Float32);
    const std::vector<float> before = picture(look);
    numOther += alone != before;
    MeshLook wrong = look;
    held.association = held.association == Association::Cells ? Association::Points : Association::Cells;
    wrong.fields.opacity = held;
    EXPECT_THROW(caster_->update(wrong), InvalidInput) << seed;
    EXPECT_EQ(picture(look), before) << seed;
  }
  EXPECT_GT(numOther, 3);
}

// A GPU has values in blocks if there is memory to copy them, and in rows otherwise.
TEST_P(GridVolumes, HaveOnePictureWithAnyLimitOfMemory)
{
  for (const std::uint32_t seed : seedsOf("GridVolumesAndMemory", 4, 4))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    while (scene.volume.numPoints() < 2000)
      scene = randomScene(random, true);
    const Camera camera = cameraOf(random);
    const auto size = 4 * static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    scene.giveTo(*caster_);
    caster_->render(camera, {});
    int drawn = 0, failed = 0;
    for (std::size_t limit = 1024; drawn < 8 && limit < std::size_t(1) << 30; limit += limit / 16)
    {
      try
      {
        const auto limited = GridRayCaster::create({ this->GetParam(), 0 }, limit);
        scene.giveTo(*limited);
        limited->render(camera, {});
        ++drawn;
        ASSERT_TRUE(std::equal(limited->image(), limited->image() + size, caster_->image()))
          << "seed " << seed << ", " << limit << " bytes";
      }
      catch (const OutOfMemory&)
      {
        ++failed;
      }
    }
    EXPECT_EQ(drawn, 8) << "seed " << seed;
    EXPECT_GT(failed, 8) << "seed " << seed;
  }
}

TEST_P(GridVolumes, HideCellsByAThresholdAndShowMissingValues)
{
  for (const std::uint32_t seed : seedsOf("GridCells", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    TestVolume& volume = scene.volume;
    if (volume.scalars.type == ValueType::Float32 || volume.scalars.type == ValueType::Float64)
    {
      for (int k = random.integer(8); k > 0; --k)
        volume.scalars.set(
          random.integer(static_cast<int>(volume.scalars.values().numTuples)), 0, std::nan(""));
      if (random.chance(0.7))
        std::copy_n(std::array<float, 4>{ 0.9f, 0.2f, 0.1f, 2.0f }.begin(), 4, options.missing);
    }
    if (random.chance(0.7))
    {
      Storage storage;
      storage.association = volume.scalars.association;
      storage.type = random.chance(0.5) ? ValueType::UInt8 : ValueType::Float64;
      const double a = random.real(1.0, 5.0), b = random.real(1.0, 5.0);
      scene.threshold = makeArray(
        [a, b](const GridIndex& p, const GridIndex& n) {
          return std::sin(a * double(p[0]) / double(n[0])) * std::cos(b * double(p[2]) / double(n[2]));
        },
        volume.dimensions, storage);
      scene.bounds = { scaledValue(storage.type, random.real(-1.0, 0.2)),
        scaledValue(storage.type, random.real(0.3, 1.0)) };
    }
    if (random.chance(0.3))
      options.blend = randomBlend(random);
    for (TransferFunctionKnot& knot : scene.function.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    this->expectExact(scene, camera, options, 1e-3, 0.02, "seed " + std::to_string(seed));
  }
}

/// One to three isosurfaces, and light for them.
void addSurfaces(Randomness& random, GridVolumeScene& scene)
{
  if (scene.volume.areCellsConstant)
    return;
  for (int k = random.integer(3); k >= 0; --k)
  {
    Isosurface surface;
    surface.value = scaledValue(scene.volume.scalars.type, random.real(-0.7, 0.7));
    surface.opacity = random.chance(0.3) ? 1.0f : static_cast<float>(random.real(0.1, 0.9));
    for (float& channel : surface.color)
      channel = static_cast<float>(random.real(0, 1));
    scene.surfaces.push_back(surface);
  }
  std::sort(scene.surfaces.begin(), scene.surfaces.end(),
    [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
  scene.lights.resize(1);
  scene.material.ambient = 0.3f;
  scene.material.diffuse = 0.6f;
  scene.material.specular = 0.0f;
}

TEST_P(GridVolumes, ShowIsosurfacesAndSlices)
{
  for (const std::uint32_t seed : seedsOf("GridSurfaces", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    if (random.chance(0.3))
    {
      options.blend = randomBlend(random);
      for (TransferFunctionKnot& knot : scene.function.knots)
        knot.attenuation = std::min(knot.attenuation, 1.0f);
    }
    options.drawVolume = random.chance(0.7);
    addSurfaces(random, scene);
    if (random.chance(0.3))
    {
      const Vector normal = random.direction();
      options.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.4, 0.4) });
      options.sliceOpacity = 0.6f;
    }
    this->expectSurfaces(scene, camera, options, "seed " + std::to_string(seed));
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 1000 : 0);
}

TEST_P(GridVolumes, ColorIsosurfacesByASecondArray)
{
  for (const std::uint32_t seed : seedsOf("GridSurfaceColors", 24, 8))
  {
    Randomness random(seed);
    GridVolumeScene scene = randomScene(random, true);
    const Camera camera = cameraOf(random);
    FrameOptions options;
    cutAtRandom(random, options);
    options.drawVolume = random.chance(0.5);
    addSurfaces(random, scene);
    colorSurfaces(random, scene);
    this->expectSurfaces(scene, camera, options, "seed " + std::to_string(seed));
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 1000 : 0);
}

// Values that color isosurfaces come and go with their table, and bad ones are refused.
TEST_P(GridVolumes, TakeAndRefuseColorsOfIsosurfaces)
{
  GridVolumeScene scene;
  scene.volume = makeVolume(
    [](const GridIndex& p, const GridIndex& n) { return double(p[0] + p[1] + p[2]) / double(n[0]) - 1.5; },
    { 9, 8, 7 });
  scene.surfaces.resize(1);
  FrameOptions options;
  options.drawVolume = false;
  const Camera camera = perspectiveView(24, 24);
  const auto picture = [&](const MeshLook& look) {
    caster_->update(look);
    caster_->render(camera, options);
    const float* const image = caster_->image();
    return std::vector<float>(image, image + 4 * 24 * 24);
  };
  MeshLook look;
  look.fields.surfaceValues = scene.volume.scalars.values();
  EXPECT_THROW(caster_->update(look), InvalidInput) << "before an image";
  caster_->setGrid(scene.volume.input());
  ShownField shown;
  static_cast<Field&>(shown) = scene.volume.input().scalars;
  look = MeshLook();
  look.fields.values = shown;
  look.style.isosurfaces = scene.surfaces;
  const std::vector<float> alone = picture(look);
  const std::size_t bytes = caster_->memory().resident;
  Storage storage;
  storage.type = ValueType::Float64;
  const TestArray second =
    makeArray([](const GridIndex& p, const GridIndex&) { return double(p[1]); }, { 9, 8, 7 }, storage);
  look.fields.surfaceValues = second.values();
  EXPECT_THROW(picture(look), InvalidInput) << "no table";
  ColorTable table;
  look.giveTo(*caster_, look.style.surfaceColors, [&] {
    table.rgb = { 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f };
    table.range[1] = 7.0;
    return table;
  }());
  const std::vector<float> colored = picture(look);
  EXPECT_NE(colored, alone);
  EXPECT_GT(caster_->memory().resident, bytes);
  ColorTable bad = table;
  bad.rgb.pop_back();
  EXPECT_THROW(look.giveTo(*caster_, look.style.surfaceColors, bad), InvalidInput) << "entries";
  bad = table;
  bad.range[0] = std::nan("");
  EXPECT_THROW(look.giveTo(*caster_, look.style.surfaceColors, bad), InvalidInput) << "range";
  Field few = second.values();
  --few.numTuples;
  EXPECT_THROW(look.giveTo(*caster_, look.fields.surfaceValues, few), InvalidInput) << "too few";
  Field ofCells = second.values();
  ofCells.association = Association::Cells;
  EXPECT_THROW(look.giveTo(*caster_, look.fields.surfaceValues, ofCells), InvalidInput) << "elsewhere";
  EXPECT_EQ(picture(look), colored);
  look.fields.surfaceValues.reset();
  EXPECT_EQ(picture(look), alone);
}

} // namespace inkray::testing
