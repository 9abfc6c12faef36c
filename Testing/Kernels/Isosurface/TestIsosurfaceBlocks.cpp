// SPDX-License-Identifier: BSD-3-Clause
// Grids that are drawn in pieces, with memory for a few of them. The picture equals the one of the whole
// grid: bit for bit where surfaces are opaque, and within rounding where rays go on behind them.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "Isosurface/IsosurfaceTest.h"
#include "Oracles/Randomness.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceBlocks : public IsosurfaceTest
{
protected:
  /// Makes a caster whose pieces have `leavesASide` leaves a side, with a limit of memory in bytes.
  std::unique_ptr<IsosurfaceRayCaster> makePieced(std::size_t limit, int leavesASide)
  {
    return IsosurfaceRayCaster::createInBlocks(this->GetParam(), limit, leavesASide);
  }
  void checkSeed(unsigned seed);

  std::int64_t NumHits = 0, NumSent = 0, NumFewer = 0;
};

/// Expects the pictures to agree within the rounding of single precision: behind a translucent surface a ray
/// begins anew in the next piece. First crossings and their normals agree bit for bit.
void expectNearlySame(const IsosurfacePicture& whole, IsosurfacePicture pieces, const std::string& what,
  const std::function<void(const IsosurfacePicture&, const IsosurfacePicture&, const std::string&)>&
    expectSame)
{
  const auto near = [](float a, float b) { return std::abs(a - b) <= 2e-6f * std::max(1.0f, std::abs(a)); };
  for (std::size_t pixel = 0; pixel < whole.depth.size(); ++pixel)
  {
    const float* const a = &whole.image[4 * pixel];
    float* const b = &pieces.image[4 * pixel];
    if (std::equal(a, a + 4, b, near) && near(whole.depth[pixel], pieces.depth[pixel]))
    {
      std::copy_n(a, 4, b);
      pieces.depth[pixel] = whole.depth[pixel];
    }
  }
  expectSame(whole, pieces, what);
}

Camera anyCamera(Randomness& random)
{
  const int width = 1 + random.integer(60), height = 1 + random.integer(60);
  const double away = random.chance(0.3) ? random.real(0.0, 0.9) : random.real(2.0, 6.0);
  Vector eye = random.direction();
  if (random.chance(0.15))
    eye = { 0, 0, random.chance(0.5) ? 1.0 : -1.0 };
  for (double& x : eye)
    x *= away;
  const Vector target = { random.real(-0.2, 0.2), random.real(-0.2, 0.2), random.real(-0.2, 0.2) };
  const double near = away < 1.0 ? 1e-3 : random.chance(0.2) ? away - 0.3 : 0.5;
  return random.chance(0.6)
    ? perspectiveCamera(eye, target, random.real(15, away < 1.0 ? 120 : 50), near, 12.0, width, height)
    : parallelCamera(eye, target, random.real(0.2, 1.4), near, 12.0, width, height);
}

void IsosurfaceBlocks::checkSeed(unsigned seed)
{
  const std::string what = "seed " + std::to_string(seed);
  Randomness random(seed);
  Storage storage;
  storage.type = static_cast<ValueType>(random.integer(10));
  storage.association = random.chance(0.3) ? Association::Cells : Association::Points;
  storage.numComponents = random.chance(0.7) ? 1 : 1 + random.integer(3);
  storage.component = random.integer(storage.numComponents);
  GridIndex n;
  for (std::int64_t& side : n)
    side = 3 + random.integer(random.chance(0.2) ? 80 : 45);
  const int levels = 2 + random.integer(4);
  const VolumeFunction functions[] = { noise(seed), gyroid(random.real(0.5, 2.0)), sphere(), sheet(),
    linear(random.real(-1, 1), 0.6, random.real(-1, 1)), steps(seed, levels) };
  const int function = random.integer(6);
  TestVolume volume = makeVolume(functions[function], n, storage);
  const GridIndex count = volume.count();
  const std::int64_t numValues = count[0] * count[1] * count[2];
  if (random.chance(0.2))
    for (int axis = 0; axis < 3; ++axis)
    {
      double x = -1;
      for (std::int64_t i = 0; i < n[axis]; ++i, x += random.real(0.1, 2) / static_cast<double>(n[axis]))
        volume.coordinates[axis].push_back(x);
      if (random.chance(0.2))
        std::reverse(volume.coordinates[axis].begin(), volume.coordinates[axis].end());
    }
  if (!volume.coordinates[0].empty())
    volume.indexToMesh = translation(0, 0, 0);
  else if (random.chance(0.5))
    volume.indexToMesh = multiply(rotation(random.direction(), random.real(0, 180)),
      multiply(scaling(random.real(0.3, 1), random.real(0.3, 1), -random.real(0.3, 1)), volume.indexToMesh));
  if (storage.type >= ValueType::Float32 && random.chance(0.4))
    for (std::int64_t t = 0; t < numValues; ++t)
      if (random.chance(0.01))
        volume.scalars.set(t, storage.component, std::nan(""));
  if (storage.type == ValueType::Float32 && random.chance(0.05))
    volume.scalars.set(random.integer(static_cast<int>(numValues)), storage.component, 2e38);
  if (random.chance(0.3))
  {
    volume.cellFlags.resize(static_cast<std::size_t>(volume.numCells()));
    for (std::uint8_t& flag : volume.cellFlags)
      flag = static_cast<std::uint8_t>(random.chance(0.03) ? 1 + random.integer(2) : 0);
    // Hide the cells of the first third along x.
    for (std::int64_t i = 0; i < volume.numCells(); ++i)
      if (i % (n[0] - 1) < n[0] / 3)
        volume.cellFlags[static_cast<std::size_t>(i)] |= 1;
    volume.hiddenCellBits = 1;
    volume.ghostCellBits = 2;
  }
  if (random.chance(0.2))
  {
    volume.pointFlags.resize(static_cast<std::size_t>(volume.numPoints()));
    for (std::uint8_t& flag : volume.pointFlags)
      flag = random.chance(0.01) ? 1 : 0;
    volume.hiddenPointBits = 1;
  }
  std::vector<double> isovalues;
  for (int s = 1 + (random.chance(0.5) ? 0 : random.integer(4)); s > 0; --s)
    isovalues.push_back(function == 5 && random.chance(0.7)
        ? storedValue(storage.type, 2.0 * random.integer(levels) / (levels - 1) - 1.0)
        : scaledValue(storage.type, random.real(-0.8, 0.8)));
  IsosurfaceScene scene = makeScene(volume, isovalues);
  for (Isosurface& surface : scene.surfaces)
    surface.opacity = random.chance(0.5) ? 1.0f : static_cast<float>(random.real(0.1, 0.9));
  if (random.chance(0.5))
    scene.lights = mixedLights();
  TestArray colors;
  if (random.chance(0.3))
  {
    Storage own = storage;
    own.type = static_cast<ValueType>(random.integer(10));
    own.numComponents = 1;
    own.component = 0;
    colors = makeArray(gyroid(1.3), n, own);
    scene.colorValues = colors.values();
    scene.colorTable.rgb = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    scene.colorTable.range[0] = scaledValue(own.type, -1.0);
    scene.colorTable.range[1] = scaledValue(own.type, 1.0);
    if (own.type == ValueType::Float32 || random.chance(0.3))
    {
      own.type = ValueType::Float32;
      const auto seed = static_cast<std::uint64_t>(random.integer(1000));
      colors = makeArray(
        [seed](const GridIndex& index, const GridIndex&) {
          return std::floor(0x1000000 * hashNumber(seed, index[0], index[1], index[2]));
        },
        n, own);
      scene.colorValues = colors.values();
      scene.colorTable.ofColors = true;
    }
  }

  IsosurfaceFrameOptions options;
  const NamedMethod& method = allMethods()[static_cast<std::size_t>(random.integer(10))];
  if (random.chance(0.5) && method.pipeline != IsosurfacePipeline::KdJump)
    method.choose(options);
  options.smoothNormals = random.chance(0.6);
  options.earlyTermination = random.chance(0.5) ? 0.0f : 0.3f;
  if (random.chance(0.25))
    options.clippingPlanes.push_back(
      { { random.real(-1, 1), random.real(-1, 1), random.real(-1, 1) }, random.real(-0.8, 0.3) });
  if (random.chance(0.25))
  {
    options.cropping = true;
    options.croppingRegions = static_cast<unsigned>(random.integer(1 << 27));
    for (int a = 0; a < 3; ++a)
    {
      options.croppingPlanes[2 * a] = random.real(0, 0.7) * static_cast<double>(n[a] - 1);
      options.croppingPlanes[2 * a + 1] =
        options.croppingPlanes[2 * a] + random.real(0, 0.5) * static_cast<double>(n[a]);
    }
  }
  if (random.chance(0.15))
  {
    options.cropBox.on = true;
    options.cropBox.keepsOutside = random.chance(0.5);
    for (double& x : options.cropBox.origin)
      x = random.real(-0.7, 0);
  }

  const int side = 1 + random.integer(2);
  const std::size_t piece = estimateBlockBytes(
    KeptForm(), std::array<std::int64_t, 3>{ side * 16 + 3, side * 16 + 3, side * 16 + 3 }.data());
  const std::size_t fixed = std::size_t(1) << 20; // memory for the picture, bits, planes and queues
  const auto pieced = this->makePieced(fixed + (random.chance(0.3) ? 40 : 3) * piece, side);
  this->give(scene);
  give(*pieced, scene);
  for (int frame = 0; frame < 3; ++frame)
  {
    const Camera camera = anyCamera(random);
    std::vector<float> opaque;
    options.opaqueDepth = nullptr;
    if (random.chance(0.2))
    {
      opaque.resize(static_cast<std::size_t>(camera.width) * camera.height);
      for (float& depth : opaque)
        depth = random.chance(0.4) ? 1.0f : static_cast<float>(random.real(0.3, 1.0));
      options.opaqueDepth = opaque.data();
    }
    const IsosurfacePicture whole = this->picture(camera, options);
    const IsosurfacePicture pieces = this->picture(*pieced, camera, options);
    const std::string which = what + ", frame " + std::to_string(frame) + ", " + method.name;
    const bool isOpaque = std::all_of(scene.surfaces.begin(), scene.surfaces.end(),
      [](const Isosurface& surface) { return surface.opacity == 1.0f; });
    isOpaque ? expectSame(whole, pieces, which) : expectNearlySame(whole, pieces, which, expectSame);
    if (::testing::Test::HasFatalFailure())
      return;
    for (const IsosurfaceHit& hit : whole.hits)
      this->NumHits += std::isfinite(hit.depth) ? 1 : 0;
    const GridBlocksReport report = pieced->piecesReport();
    this->NumSent += report.bytesSent > 0 ? 1 : 0;
    this->NumFewer += report.cast < report.pieces ? 1 : 0;
    EXPECT_LE(report.cast, report.touched) << what;
    EXPECT_LE(report.touched, report.pieces) << what;
    // Give other surfaces of the same volume.
    if (frame == 1)
    {
      for (Isosurface& surface : scene.surfaces)
        surface.value = scaledValue(storage.type, random.real(-0.5, 0.5));
      this->caster().setIsosurfaces(scene.surfaces);
      pieced->setIsosurfaces(scene.surfaces);
    }
  }
  const VolumeReport& a = this->caster().setVolume(scene.volume);
  const VolumeReport& b = pieced->setVolume(scene.volume);
  for (int i = 0; i < 2; ++i)
  {
    EXPECT_EQ(a.range[i], b.range[i]) << what;
  }
  EXPECT_EQ(a.numNonFinite, b.numNonFinite) << what;
  EXPECT_EQ(a.numHiddenCells, b.numHiddenCells) << what;
  for (int i = 0; i < 3; ++i)
  {
    EXPECT_EQ(a.dimensions[i], b.dimensions[i]) << what;
    EXPECT_EQ(a.leaves[i], b.leaves[i]) << what;
  }
}

TEST_P(IsosurfaceBlocks, HaveThePictureOfTheWhole)
{
  const int fixed = imageSize(2) == 2 ? 200 : 40;
  const std::vector<std::uint32_t> seeds = seedsOf("IsosurfaceBlocks", fixed, fixed);
  for (const std::uint32_t seed : seeds)
  {
    this->checkSeed(seed);
    if (::testing::Test::HasFatalFailure())
      return;
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->NumHits, 100 * static_cast<std::int64_t>(seeds.size()));
    EXPECT_GT(this->NumSent, static_cast<std::int64_t>(seeds.size()));
    EXPECT_GT(this->NumFewer, static_cast<std::int64_t>(seeds.size()));
  }
}

/// A sphere in 8 x 8 x 8 leaves; its surface lies in some of them.
struct SphereInPieces
{
  TestVolume volume = makeVolume(sphere(), { 129, 129, 129 });
  IsosurfaceScene scene = makeScene(volume, { 0.0 });
  Camera camera = perspectiveCamera({ 2.1, 1.7, 2.4 }, { 0, 0, 0 }, 30, 0.5, 12, 120, 100);
};

TEST_P(IsosurfaceBlocks, AreSentWhereTheSurfaceIsSeen)
{
  SphereInPieces sphere;
  const auto pieced = this->makePieced(64 << 20, 1);
  give(*pieced, sphere.scene);
  this->give(sphere.scene);
  expectSame(this->picture(sphere.camera), this->picture(*pieced, sphere.camera), "first");
  GridBlocksReport report = pieced->piecesReport();
  EXPECT_EQ(report.pieces, 512);
  EXPECT_LT(report.touched, 300);
  EXPECT_GT(report.touched, 100);
  EXPECT_LT(report.cast, report.touched) << "the front hides the back";
  EXPECT_EQ(report.resident, report.cast);
  EXPECT_GT(report.bytesSent, 0u);
  // Every piece that is seen has stayed.
  this->picture(*pieced, sphere.camera);
  EXPECT_EQ(pieced->piecesReport().bytesSent, 0u);
  const IsosurfaceStatistics own = pieced->statistics();
  this->picture(sphere.camera);
  const IsosurfaceStatistics whole = this->caster().statistics();
  EXPECT_EQ(own.hits, whole.hits);
  EXPECT_EQ(own.rays, whole.rays);
  EXPECT_LE(own.activeLeaves, whole.activeLeaves);
  EXPECT_GT(own.activeLeaves, 50);
  // From within the sphere the eye sees its back.
  const Camera inside = perspectiveCamera({ 0, 0, 0 }, { -2.1, -1.7, -2.4 }, 70, 0.01, 12, 60, 60);
  expectSame(this->picture(inside), this->picture(*pieced, inside), "inside");
  EXPECT_GT(pieced->piecesReport().bytesSent, 0u);
  // Where no surface is, nothing is sent.
  pieced->setIsosurfaces({ { 5.0 } });
  this->picture(*pieced, inside);
  report = pieced->piecesReport();
  EXPECT_EQ(report.touched, 0);
  EXPECT_EQ(report.cast, 0);
}

TEST_P(IsosurfaceBlocks, StayWithinTheirMemory)
{
  SphereInPieces sphere;
  IsosurfaceScene scene = translucent(sphere.scene);
  this->give(scene);
  const std::size_t whole = estimateVolumeBytes(scene.volume);
  const std::size_t limit = whole / 6;
  const auto pieced = this->makePieced(limit, 2);
  give(*pieced, scene);
  for (int frame = 0; frame < 3; ++frame)
  {
    expectSame(this->picture(sphere.camera), this->picture(*pieced, sphere.camera), std::to_string(frame));
    const IsosurfaceMemory memory = pieced->memory();
    EXPECT_LE(memory.volume + memory.bricks + memory.frame, limit);
    const GridBlocksReport report = pieced->piecesReport();
    EXPECT_LT(report.resident, report.touched);
    EXPECT_GT(report.resident, 2);
    // Pieces that were cast last are cast first in the next frame when they lie in front. Of the others,
    // pieces that have stayed are not sent.
    EXPECT_GT(report.bytesSent, 0u);
    if (frame > 0)
    {
      EXPECT_LT(report.bytesSent,
        static_cast<std::size_t>(report.touched - report.resident / 2) * 35 * 35 * 35 * sizeof(float));
    }
  }
}

// Memory that the picture of several volumes takes is not available for pieces.
TEST_P(IsosurfaceBlocks, MakeRoomForThePictureOfAll)
{
  SphereInPieces sphere;
  this->give(sphere.scene);
  const std::size_t limit = estimateVolumeBytes(sphere.scene.volume) / 4;
  const auto pieced = this->makePieced(limit, 2);
  give(*pieced, sphere.scene);
  const IsosurfacePicture whole = this->picture(sphere.camera);
  IsosurfaceFrameOptions options;
  const auto resident = [&](std::size_t pictureBytes) {
    options.pictureBytes = pictureBytes;
    expectSame(whole, this->picture(*pieced, sphere.camera, options), std::to_string(pictureBytes));
    const IsosurfaceMemory memory = pieced->memory();
    EXPECT_LE(memory.volume + memory.bricks + memory.frame, limit);
    EXPECT_GE(memory.frame, pictureBytes);
    return pieced->piecesReport().resident;
  };
  const int all = resident(0);
  EXPECT_GT(all, 3);
  EXPECT_LT(resident(limit / 2), all);
  EXPECT_EQ(resident(0), all);
  PictureOptions picture;
  picture.pictureBytes = limit / 2;
  pieced->source(sphere.camera, {})->cast(picture, false);
  EXPECT_GE(pieced->memory().frame, limit / 2);
  EXPECT_LT(pieced->piecesReport().resident, all);
  options.pictureBytes = limit;
  EXPECT_THROW(pieced->render(sphere.camera, options), OutOfMemory);
}

TEST_P(IsosurfaceBlocks, SayWhenMemoryDoesNotSuffice)
{
  SphereInPieces sphere;
  const auto pieced = this->makePieced(300 << 10, 4);
  give(*pieced, sphere.scene);
  EXPECT_THROW(pieced->render(sphere.camera, {}), OutOfMemory);
  // The caster goes on when there is less to draw.
  SphereInPieces small;
  small.volume = makeVolume(inkray::testing::sphere(), { 20, 20, 20 });
  small.scene = makeScene(small.volume, { 0.0 });
  small.camera.width = small.camera.height = 40;
  give(*pieced, small.scene);
  this->give(small.scene);
  pieced->render(small.camera, {});
  EXPECT_GT(pieced->statistics().hits, 0);
}

// No ray goes from one piece to a piece before it in the order, whatever the camera, even an oblique parallel
// one.
TEST(GridWalls, OrderPiecesAlongRays)
{
  for (const std::uint32_t seed : seedsOf("GridWalls", 100, 100))
  {
    Randomness random(seed);
    GridWalls walls;
    for (std::vector<double>& along : walls.along)
      for (int k = 2 + random.integer(5); k > 0; --k)
        along.push_back((along.empty() ? random.real(-2, 0) : along.back()) + random.real(0.1, 1));
    Camera camera = anyCamera(random);
    if (camera.isParallel() && random.chance(0.7))
    {
      camera.eyeToClip[2] = camera.eyeToClip[0] * random.real(-3, 3);
      camera.eyeToClip[6] = camera.eyeToClip[5] * random.real(-3, 3);
      // Keep the grid in view.
      for (const int row : { 0, 4 })
        camera.eyeToClip[row + 3] -= camera.eyeToClip[row + 2] * camera.meshToEye[11];
    }
    const std::vector<std::size_t> order = walls.frontToBack(camera);
    ASSERT_EQ(order.size(), walls.count(0) * walls.count(1) * walls.count(2));
    std::vector<std::size_t> rank(order.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      rank[order[i]] = i;
    const Matrix clipToEye = inverse(camera.eyeToClip);
    double eyeToGrid[16];
    invertView(camera, eyeToGrid);
    for (int ray = 0; ray < 20; ++ray)
    {
      const auto [near, far] =
        pixelRay(camera, clipToEye, random.real(0, camera.width), random.real(0, camera.height), 1.0);
      std::size_t last = 0;
      for (int step = 0; step <= 400; ++step)
      {
        double inEye[3];
        for (std::size_t axis = 0; axis < 3; ++axis)
          inEye[axis] = near[axis] + (far[axis] - near[axis]) * step / 400.0;
        std::size_t piece = 0;
        for (int axis = 2; axis >= 0; --axis)
        {
          const double* const row = eyeToGrid + 4 * axis;
          const double x = row[0] * inEye[0] + row[1] * inEye[1] + row[2] * inEye[2] + row[3];
          const std::vector<double>& along = walls.along[axis];
          const auto above = std::upper_bound(along.begin(), along.end(), x) - along.begin();
          if (above == 0 || above == static_cast<std::ptrdiff_t>(along.size()))
          {
            piece = order.size();
            break;
          }
          piece = piece * walls.count(axis) + static_cast<std::size_t>(above - 1);
        }
        if (piece == order.size())
          continue;
        EXPECT_GE(rank[piece], last) << "seed " << seed;
        last = rank[piece];
        const AxisBox box = walls.boxOf(piece);
        EXPECT_LT(box.low[0], box.high[0]);
      }
    }
  }
}

TEST_P(IsosurfaceBlocks, RefuseWhatTheWholeRefuses)
{
  SphereInPieces sphere;
  const auto pieced = this->makePieced(64 << 20, 1);
  EXPECT_THROW(pieced->render(sphere.camera, {}), InvalidInput);
  VolumeInput flat = sphere.scene.volume;
  flat.dimensions[2] = 1;
  EXPECT_THROW(pieced->setVolume(flat), InvalidInput);
  VolumeInput none = sphere.scene.volume;
  none.scalars.values = nullptr;
  EXPECT_THROW(pieced->setVolume(none), InvalidInput);
  VolumeInput tooFew = sphere.scene.volume;
  --tooFew.scalars.numTuples;
  EXPECT_THROW(pieced->setVolume(tooFew), InvalidInput);
  EXPECT_THROW(pieced->render(sphere.camera, {}), InvalidInput) << "there is no volume";
  EXPECT_THROW(pieced->setColorValues(sphere.scene.volume.scalars), InvalidInput);
  give(*pieced, sphere.scene);
  EXPECT_THROW(pieced->setIsosurfaces({ { std::numeric_limits<double>::infinity() } }), InvalidInput);
  pieced->render(sphere.camera, {});
  EXPECT_GT(pieced->statistics().hits, 0);
}

// Layers of surfaces; a mesh that shares the picture is cast between them.
TEST_P(IsosurfaceBlocks, HaveTheLayersOfTheWhole)
{
  TestVolume volume = makeVolume(gyroid(1.2), { 60, 50, 40 });
  const IsosurfaceScene scene = translucent(makeScene(volume, { -0.3, 0.1, 0.5 }));
  const Camera camera = perspectiveCamera({ 2.1, 1.7, 2.4 }, { 0, 0, 0 }, 30, 0.5, 12, 50, 40);
  const auto pieced = this->makePieced(8 << 20, 1);
  this->give(scene);
  give(*pieced, scene);
  IsosurfaceFrameOptions options;
  options.layers = 3;
  expectSame(this->picture(camera, options), this->picture(*pieced, camera, options), "picture");
  const SurfaceLayers a = this->caster().hostLayers(), b = pieced->hostLayers();
  const std::size_t pixels = std::size_t(camera.width) * camera.height;
  std::size_t found = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel)
    for (int layer = 0; layer < 3; ++layer)
    {
      const std::size_t at = layer * pixels + pixel;
      ASSERT_EQ(a.depths[at], b.depths[at]) << pixel;
      if (std::isinf(a.depths[at]))
        break;
      ASSERT_EQ(std::memcmp(&a.colors[at], &b.colors[at], sizeof(Float4)), 0) << pixel;
      found += layer == 2;
    }
  EXPECT_GT(found, 100u);
}

INKRAY_TEST_ON_DEVICES(IsosurfaceBlocks);

} // namespace
