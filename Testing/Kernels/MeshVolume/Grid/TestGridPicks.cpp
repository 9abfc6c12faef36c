// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "MeshVolume/Films/BlendTest.h"
#include "MeshVolume/Grid/RandomGrid.h"
#include "Picture/PickPicture.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

/// Picks in volumes of grids.
class GridPicks : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    grid_ = GridRayCaster::create(this->GetParam());
    mesh_ = LookedCaster::create(this->GetParam());
  }
  std::unique_ptr<GridRayCaster> grid_;
  std::unique_ptr<LookedCaster> mesh_;
};
INKRAY_TEST_ON_DEVICES(GridPicks);

// Where a field is linear, the picked cell contains the picked tet: six tets make a cell.
TEST_P(GridPicks, AreThoseOfMeshes)
{
  int numPicked = 0;
  for (const std::uint32_t seed : seedsOf("GridPicks", 16, 8))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    GridVolumeScene scene = linearScene(random);
    FrameOptions options;
    if (random.chance(0.4))
    {
      options.blend = randomBlend(random);
      for (TransferFunctionKnot& knot : scene.function.knots)
        knot.attenuation = std::min(knot.attenuation, 1.0f);
    }
    if (random.chance(0.3))
    {
      scene.surfaces.resize(1);
      scene.surfaces[0].value = scaledValue(scene.volume.scalars.type, random.real(-0.3, 0.3));
      scene.surfaces[0].opacity = random.chance(0.5) ? 1.0f : 0.5f;
    }
    cutAtRandom(random, options);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 20);
    camera.height = std::min(camera.height, 20);
    scene.giveTo(*grid_);
    giveTo(*mesh_, scene);
    mesh_->setIsosurfaces(scene.surfaces);
    const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
    const std::vector<std::uint8_t> asked(numPixels, 1);
    const PickRequest request = { static_cast<float>(random.real(0.1, 0.9)), asked.data(), 0.5f };
    const PickedCells inGrid = grid_->source(camera, options)->pick({}, request);
    const PickedCells inMesh = mesh_->pick(camera, options, request);
    ASSERT_EQ(inGrid.cells.size(), numPixels) << what;
    int numOther = 0, numMet = 0;
    for (std::size_t i = 0; i < numPixels; ++i)
    {
      const std::uint32_t wanted = inMesh.cells[i] == noCell ? noCell : inMesh.cells[i] / 6;
      numMet += wanted != noCell;
      // Depths in a cell depend on how it is cut.
      const bool isSame = inGrid.cells[i] == wanted && std::abs(inGrid.light[i] - inMesh.light[i]) < 4e-3f;
      numOther += !isSame;
      // A cell may add most although none of its tets does: rays that pick by shares need not agree.
      const bool isByShare = options.blend == BlendMode::Composite ? 1.0f - inMesh.light[i] < request.opacity
                                                                   : filmOf(options.blend).isSummed();
      if (isByShare)
        numOther -= !isSame && inGrid.cells[i] != noCell && wanted != noCell;
    }
    numPicked += numMet;
    EXPECT_LE(numOther, 2 + numMet / 25) << what << ", " << numMet << " picked";
    for (const std::uint32_t cell : inGrid.visible)
      EXPECT_LT(std::int64_t(cell), scene.volume.numCells()) << what;
  }
  EXPECT_GT(numPicked, runsAllSeeds() ? 500 : 0);
}

// Cells have numbers of 32 bits, of which one means that no cell was picked.
TEST(PickPicture, RefusesMoreCellsThanHaveANumber)
{
  HostBackend backend;
  PickPicture<HostBackend> picks(backend);
  int numCasts = 0;
  const auto pickAmong = [&](std::int64_t numCells) {
    picks.draw(
      1, numCells, { 0.5f }, {}, false, [](const auto& work) { work(); },
      [&](const WorkObserver&) { ++numCasts; });
  };
  const std::int64_t most = (std::int64_t(1) << 32) - 2;
  pickAmong(most);
  EXPECT_EQ(numCasts, 1);
  EXPECT_THROW(pickAmong(most + 1), InvalidInput);
  EXPECT_THROW(pickAmong(std::int64_t(2047) * 2047 * 2047), InvalidInput);
  EXPECT_EQ(numCasts, 1);
}

// A grid of opaque values of cells: the first place that a ray meets is nearest to the center of one cell. If
// the cells are those of points, it lies in a cell between their centers, or beside one.
TEST_P(GridPicks, NameCellsByTheirCenters)
{
  for (const std::uint32_t seed : seedsOf("GridCellPicks", 6, 4))
  {
    Randomness random(seed);
    GridVolumeScene scene;
    GridIndex dimensions;
    for (std::int64_t& n : dimensions)
      n = 3 + random.integer(5);
    Storage storage;
    storage.association = Association::Cells;
    scene.volume = makeVolume(noise(seed), dimensions, storage);
    scene.volume.areCellsConstant = seed % 3 > 0;
    scene.volume.areCellsOfPoints = seed % 3 > 1;
    const int beyond = scene.volume.areCellsOfPoints ? 2 : 1;
    scene.function.knots = { { -2.0, 1, 0, 0, 1e6f }, { 2.0, 0, 1, 0, 1e6f } };
    const Camera camera = perspectiveCamera({ 3.0, 2.0, 2.5 }, { 0, 0, 0 }, 40.0, 0.5, 12.0, 16, 16);
    scene.giveTo(*grid_);
    const PickedCells found = grid_->source(camera, {})->pick({}, { 0.5f });
    const Matrix clipToEye = inverse(camera.eyeToClip);
    const Matrix toGrid = inverse(multiply(
      [&] {
        Matrix m;
        std::copy_n(camera.meshToEye, 16, m.begin());
        return m;
      }(),
      scene.volume.indexToMesh)
                                    .data());
    int numMet = 0, numOther = 0;
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 16; ++i)
      {
        const std::size_t pixel = static_cast<std::size_t>(i + 16 * j);
        if (found.cells[pixel] == noCell)
          continue;
        ++numMet;
        // The place of the pick, in units of cells from the corner of the grid.
        const auto [near, there] = pixelRay(camera, clipToEye, i, j, double(found.depths[pixel]));
        const std::array<double, 4> p = transform(toGrid.data(), there);
        std::int64_t id = 0, stride = 1;
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
          const std::int64_t cells = dimensions[axis] - beyond;
          const auto at = static_cast<std::int64_t>(std::floor(p[axis] - 0.5 * (beyond - 1)));
          id += stride * std::clamp<std::int64_t>(at, 0, cells - 1);
          stride *= cells;
        }
        numOther += found.cells[pixel] != static_cast<std::uint32_t>(id);
      }
    EXPECT_GT(numMet, 15) << "seed " << seed;
    EXPECT_LE(numOther, numMet / 10) << "seed " << seed;
  }
}

} // namespace inkray::testing
