// SPDX-License-Identifier: BSD-3-Clause
// Grids that several devices draw, each some rows, give the pictures of one device, bit for bit. If there are
// not enough devices, one device named several times stands for several.
#include "Core/Errors.h"
#include "MeshVolume/Grid/GridScenes.h"
#include "MeshVolume/Merged/Together.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

class GridsOnDevices : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    one_ = GridRayCaster::create(this->GetParam());
  }
  std::unique_ptr<GridRayCaster> create(int count) const
  {
    std::vector<DeviceId> all;
    for (int d = 0; d < count; ++d)
      all.push_back({ this->GetParam(), d % std::max(1, numCudaDevices()) });
    return GridRayCaster::createOnDevices(all);
  }
  /// A scene that covers much of the picture, and a camera.
  static GridVolumeScene denseScene()
  {
    GridVolumeScene scene;
    scene.volume = makeVolume(
      [](const GridIndex& p, const GridIndex& n) { return double(p[0] + p[1] * p[2]) / double(n[0]) / 4.0; },
      { 12, 11, 10 }, Storage());
    scene.function.knots = { { 0.0, 0.2f, 0.5f, 0.9f, 0.3f }, { 4.0, 1.0f, 0.4f, 0.1f, 1.5f } };
    return scene;
  }

  std::unique_ptr<GridRayCaster> one_;
};
INKRAY_TEST_ON_DEVICES(GridsOnDevices);

TEST_P(GridsOnDevices, SeedsAreThePicturesOfOne)
{
  int shared = 0, covered = 0, withDepths = 0;
  for (const std::uint32_t seed : seedsOf("GridsOnDevices", imageSize(2) == 2 ? 120 : 24, 60))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.height = 17 + random.integer(40); // two bands and more
    FrameOptions options;
    const GridVolumeScene scene = randomGridScene(random, options);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    const auto several = this->create(2 + random.integer(2));
    scene.giveTo(*several);
    scene.giveTo(*one_);
    for (int frame = 0; frame < 2; ++frame) // with different shares, perhaps
    {
      several->render(camera, options);
      one_->render(camera, options);
      EXPECT_TRUE(pictureOf(*several, camera) == pictureOf(*one_, camera)) << "seed " << seed;
      EXPECT_EQ(several->numRays(), one_->numRays()) << "seed " << seed;
      EXPECT_EQ(several->statistics().steps, one_->statistics().steps) << "seed " << seed;
    }
    covered += one_->statistics().coveredRays > 0;
    withDepths += one_->depth() != nullptr;
    double shares = 0;
    for (const DeviceWork& own : several->deviceWork())
    {
      EXPECT_EQ(own.problem, "");
      shares += own.share;
    }
    EXPECT_NEAR(shares, 1, 1e-12);
    shared += several->deviceWork()[1].share > 0;

    if (options.keepsFilms)
    {
      const std::vector<float> films = pictureOf(*one_, camera);
      options.keepsFilms = false;
      several->developFilms(films.data(), camera.width, camera.height, options);
      one_->developFilms(films.data(), camera.width, camera.height, options);
      EXPECT_TRUE(pictureOf(*several, camera) == pictureOf(*one_, camera)) << "films of seed " << seed;
    }
    const PickedCells picked = several->source(camera, options)->pick({}, PickRequest{ 0.1f });
    EXPECT_EQ(picked.cells, one_->source(camera, options)->pick({}, PickRequest{ 0.1f }).cells);
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(shared, 0);
    EXPECT_GT(covered, 0);
    EXPECT_GT(withDepths, 0);
  }
}

TEST_P(GridsOnDevices, MergeWithOthers)
{
  const GridVolumeScene scene = denseScene();
  const Camera camera = perspectiveView(40, 40);
  const auto picture = RayPicture::create({ this->GetParam(), 0 });
  const auto several = this->create(3), other = this->create(2);
  const auto alone = GridRayCaster::create(this->GetParam());
  std::vector<std::vector<float>> drawn;
  for (const auto& [first, second] : { std::pair{ several.get(), other.get() }, { one_.get(), alone.get() } })
  {
    scene.giveTo(*first);
    scene.giveTo(*second);
    FrameOptions cropped;
    cropped.clippingPlanes.push_back({ { 1.0, 0.0, 0.0 }, 0.1 });
    const auto a = first->source(camera, {}), b = second->source(camera, cropped);
    picture->draw({ a.get(), b.get() }, {}, false);
    drawn.emplace_back(picture->view().image, picture->view().image + 4 * 40 * 40);
    EXPECT_GT(first->numRays(), 0);
  }
  EXPECT_TRUE(drawn[0] == drawn[1]);
  EXPECT_EQ(several->numRays(), one_->numRays());
}

TEST_P(GridsOnDevices, AreGivenUpWhenTheyFail)
{
  GridVolumeScene scene = denseScene();
  scene.surfaces.resize(1);
  scene.surfaces[0].value = 1.0;
  scene.surfaces[0].opacity = 0.5f;
  scene.giveTo(*one_);
  const Camera camera = perspectiveView(40, 40);
  one_->render(camera, {});
  const std::vector<float> expected = pictureOf(*one_, camera);
  int ofFirst = 0, ofOther = 0, inFrames = 0;
  std::int64_t made = 1;
  for (std::int64_t failing = 1; failing <= made; ++failing)
  {
    const auto several = this->create(2);
    MemoryBudget::failAllocation(failing);
    try
    {
      scene.giveTo(*several);
      const bool isWhole = several->deviceWork()[1].problem.empty();
      several->render(camera, {});
      const DeviceWork other = several->deviceWork()[1];
      if (!other.problem.empty())
      {
        ++ofOther;
        inFrames += isWhole;
        EXPECT_NE(other.problem.find("bytes"), std::string::npos) << other.problem;
        EXPECT_EQ(other.share, 0);
      }
      EXPECT_TRUE(pictureOf(*several, camera) == expected) << failing;
    }
    catch (const OutOfMemory&)
    {
      ++ofFirst;
    }
    made = std::max(made, MemoryBudget::failAllocation(0));
  }
  EXPECT_GT(inFrames, 1);
  EXPECT_GT(ofFirst, 3);
  EXPECT_GT(ofOther, 3);
}

TEST_P(GridsOnDevices, SayWhatIsWrong)
{
  EXPECT_THROW(GridRayCaster::createOnDevices({}), InvalidInput);
  const auto several = this->create(2);
  EXPECT_THROW(several->render(perspectiveView(16, 16), {}), InvalidInput);
  MeshLook look;
  look.fields.values = ShownField();
  EXPECT_THROW(several->update(look), InvalidInput);
  EXPECT_EQ(several->deviceWork()[1].problem, "");
  EXPECT_NE(several->deviceName().find(" + "), std::string::npos);
}

} // namespace inkray::testing
