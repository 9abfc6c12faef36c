// SPDX-License-Identifier: BSD-3-Clause
// Meshes that several devices draw, each some rows, give the pictures of one device, bit for bit. If there
// are not enough devices, one device named twice stands for two.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Looks/LookedCaster.h"
#include "MeshVolume/Merged/Together.h"
#include "Oracles/CompositedScene.h"
#include "Renderers/MeshVolume/Devices/DeviceShares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MultiDevice : public RayCastTest
{
protected:
  std::vector<DeviceId> devices(int count) const
  {
    std::vector<DeviceId> all;
    for (int d = 0; d < count; ++d)
      all.push_back({ this->GetParam(), d % std::max(1, numCudaDevices()) });
    return all;
  }
  std::unique_ptr<LookedCaster> create(int count) const
  {
    return LookedCaster::onDevices(this->devices(count));
  }
};

/// Colors, and depths if there are any.
std::vector<float> pictureOf(const LookedCaster& caster, const Camera& camera)
{
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  std::vector<float> picture(caster.image(), caster.image() + 4 * pixels);
  if (caster.depth())
    picture.insert(picture.end(), caster.depth(), caster.depth() + pixels);
  return picture;
}

TEST_P(MultiDevice, SeedsAreThePicturesOfOne)
{
  int shared = 0;
  for (const std::uint32_t seed : seedsOf("MultiDevice", imageSize(2) == 2 ? 150 : 20, 150))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    const CompositedScene scene = randomCompositedScene(random, seed, camera);
    const auto several = this->create(2 + random.integer(2));
    this->Caster = LookedCaster::create(this->devices(1).front());
    scene.giveTo(*several);
    scene.giveTo(this->caster());
    FrameOptions options = scene.options;
    options.methods.listBuilder = random.chance(0.5) ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
    for (int frame = 0; frame < 2; ++frame) // with different shares, perhaps
    {
      several->render(camera, options);
      this->caster().render(camera, options);
      EXPECT_TRUE(pictureOf(*several, camera) == pictureOf(this->caster(), camera)) << "seed " << seed;
      EXPECT_EQ(several->numRays(), this->caster().numRays()) << "seed " << seed;
      EXPECT_EQ(several->statistics().listEntries, this->caster().statistics().listEntries);
    }
    const std::vector<DeviceWork> work = several->deviceWork();
    double shares = 0;
    for (const DeviceWork& own : work)
    {
      EXPECT_EQ(own.problem, "");
      shares += own.share;
    }
    EXPECT_NEAR(shares, 1, 1e-12);
    shared += work[1].share > 0;
  }
  EXPECT_GT(shared, 0);
}

TEST_P(MultiDevice, PicksAndCountsWithTheFirst)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const auto several = this->create(2);
  giveScene(*several, mesh);
  giveScene(this->caster(), mesh);
  const Camera camera = perspectiveView(48, 48);
  several->pick(camera, {}, 0.1f);
  this->caster().pick(camera, {}, 0.1f);
  EXPECT_TRUE(
    std::equal(several->pickedTets(), several->pickedTets() + 48 * 48, this->caster().pickedTets()));

  const auto other = this->create(2);
  giveScene(*other, mesh);
  Camera beside = camera;
  beside.meshToEye[3] += 0.3;
  Together ofSeveral(this->GetParam()), ofOne(this->GetParam());
  ofSeveral.draw({ { several.get(), camera, {} }, { other.get(), beside, {} } });
  const std::unique_ptr<LookedCaster> alone = LookedCaster::create(this->devices(1).front());
  giveScene(*alone, mesh);
  ofOne.draw({ { &this->caster(), camera, {} }, { alone.get(), beside, {} } });
  EXPECT_TRUE(std::equal(ofOne.image(), ofOne.image() + 4 * 48 * 48, ofSeveral.image()));
}

// A frame without rays: with neither volume nor surface, or with a camera that sees nothing.
TEST_P(MultiDevice, ShowNothingTogether)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const auto several = this->create(2);
  giveScene(*several, mesh);
  const Camera camera = perspectiveView(40, 70);
  Camera singular = camera;
  std::fill(singular.meshToEye, singular.meshToEye + 12, 0.0);
  FrameOptions nothing;
  nothing.drawVolume = false;
  const std::vector<float> empty(4 * 40 * 70, 0.0f);
  several->render(camera, nothing);
  EXPECT_TRUE(pictureOf(*several, camera) == empty);
  several->render(camera, {});
  EXPECT_FALSE(pictureOf(*several, camera) == empty);
  several->render(singular, {});
  EXPECT_TRUE(pictureOf(*several, camera) == empty);
}

TEST_P(MultiDevice, AbortWithTheFirst)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const auto several = this->create(2);
  giveScene(*several, mesh);
  const Camera camera = perspectiveView(48, 48);
  FrameOptions options;
  options.abortCheck = [] { return true; };
  EXPECT_THROW(several->render(camera, options), Aborted);
  several->render(camera, {});
  giveScene(this->caster(), mesh);
  this->caster().render(camera, {});
  EXPECT_TRUE(pictureOf(*several, camera) == pictureOf(this->caster(), camera));
}

TEST_P(MultiDevice, AreGivenUpWhenTheyFail)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  giveScene(this->caster(), mesh);
  // Draw two pictures in turn: the memory that a picture reuses holds the other picture.
  const Camera cameras[2] = { perspectiveView(48, 48), parallelView(48, 48) };
  std::vector<std::vector<float>> expected;
  for (const Camera& camera : cameras)
  {
    this->caster().render(camera, {});
    expected.push_back(pictureOf(this->caster(), camera));
  }
  int ofFirst = 0, ofOther = 0, inFrames = 0;
  std::int64_t made = 1;
  for (std::int64_t failing = 1; failing <= made; ++failing)
  {
    const std::size_t which = failing % 2;
    const auto several = this->create(2);
    MemoryBudget::failAllocation(failing);
    try
    {
      giveScene(*several, mesh);
      const bool isWhole = several->deviceWork()[1].problem.empty();
      several->render(cameras[which], {});
      const DeviceWork other = several->deviceWork()[1];
      if (!other.problem.empty())
      {
        ++ofOther;
        inFrames += isWhole;
        EXPECT_NE(other.problem.find("bytes"), std::string::npos) << other.problem;
        EXPECT_EQ(other.share, 0);
      }
      EXPECT_TRUE(pictureOf(*several, cameras[which]) == expected[which]) << failing;
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

TEST_P(MultiDevice, SayWhatIsWrong)
{
  EXPECT_THROW(LookedCaster::onDevices({}), InvalidInput);
  const auto several = this->create(2);
  EXPECT_THROW(several->render(perspectiveView(16, 16), {}), InvalidInput);
  EXPECT_THROW(several->setTransferFunction({}), InvalidInput);
  EXPECT_EQ(several->deviceWork()[1].problem, "");
  EXPECT_NE(several->deviceName().find(" + "), std::string::npos);
  if (this->GetParam() == DeviceKind::CPU)
    return;
  EXPECT_THROW(LookedCaster::onDevices({ { DeviceKind::CUDA, 0 }, { DeviceKind::CPU, 0 } }), InvalidInput);
  const auto missing = LookedCaster::onDevices({ { DeviceKind::CUDA, 0 }, { DeviceKind::CUDA, 1000 } });
  EXPECT_NE(missing->deviceWork()[1].problem.find("number"), std::string::npos)
    << missing->deviceWork()[1].problem;
}

INKRAY_TEST_ON_DEVICES(MultiDevice);

TEST(DeviceShares, AreEvenBands)
{
  const std::vector<RowBands> bands = DeviceShares(2).bands(5 * DeviceShares::bandHeight - 1);
  EXPECT_EQ(bands[0].drawn, (std::vector<std::uint32_t>{ 2, 0, 4 })) << "from the middle on";
  EXPECT_EQ(bands[1].drawn, (std::vector<std::uint32_t>{ 1, 3 }));
}

TEST(DeviceShares, FollowTheTimes)
{
  // Three devices; the second takes twice as long per row.
  DeviceShares shares(3);
  const std::vector<double> cost = { 1, 2, 1 };
  for (int frame = 0; frame < 20; ++frame)
  {
    std::vector<double> times(3);
    for (std::size_t d = 0; d < 3; ++d)
      times[d] = cost[d] * shares.share(d);
    shares.addTimes(times);
  }
  EXPECT_NEAR(shares.share(0), 0.4, 0.02);
  EXPECT_NEAR(shares.share(1), 0.2, 0.02);
  const double before = shares.share(0);
  shares.addTimes({ 1.0, 1.05, 1.0 });
  EXPECT_EQ(shares.share(0), before) << "small differences";
  shares.drop(1);
  EXPECT_EQ(shares.share(1), 0);
  EXPECT_NEAR(shares.share(0) + shares.share(2), 1, 1e-12);
  std::size_t numBands = 0;
  for (const RowBands& own : shares.bands(1024))
    numBands += own.drawn.size();
  EXPECT_EQ(numBands, 1024u / DeviceShares::bandHeight);
  EXPECT_TRUE(shares.bands(1024)[1].drawn.empty());
}

TEST(DeviceShares, GoHalfwayAndKeepALeastPart)
{
  DeviceShares shares(2);
  shares.addTimes({ 1, 3 }); // equal times would need shares of three quarters and one quarter
  EXPECT_NEAR(shares.share(0), 0.5 * (0.5 + 0.75), 1e-12);
  for (const double unknown : { 0.0, std::nan("") })
    shares.addTimes({ 1, unknown });
  EXPECT_NEAR(shares.share(0), 0.625, 1e-12) << "nothing follows from such times";
  for (int frame = 0; frame < 50; ++frame)
    shares.addTimes({ 1, 1e6 });
  EXPECT_NEAR(shares.share(1), 0.02, 0.001) << "so that it is measured again";
  EXPECT_NEAR(shares.share(0) + shares.share(1), 1, 1e-12);
}

} // namespace
