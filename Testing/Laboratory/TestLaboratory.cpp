// SPDX-License-Identifier: BSD-3-Clause
// The systems of Gu and Kim 2020 against brute force in double precision, and against each other.
#include "Core/Errors.h"
#include "Laboratory.h"
#include "MeshVolume/RayCastTest.h"
#include "RayOrder.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace inkray;
using namespace inkray::laboratory;
using namespace inkray::testing;

namespace
{

class GuKim : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    this->Systems = Laboratory::create(this->GetParam());
  }
  void give(const OracleScene& scene)
  {
    this->Systems->setMesh(meshInput(scene), scalarInput(scene));
    this->Systems->setTransferFunction(scene.transferFunction);
  }
  std::vector<float> picture(const Camera& camera, const Options& options = {})
  {
    this->Systems->render(camera, options);
    const float* const image = this->Systems->image();
    return { image, image + std::ptrdiff_t(4) * camera.width * camera.height };
  }
  static OracleScene scene(OracleScene mesh)
  {
    mesh.transferFunction = translucentFunction();
    return mesh;
  }
  std::unique_ptr<Laboratory> Systems;
};

Options of(System system, bool doubles = true)
{
  Options options;
  options.system = system;
  options.doubles = doubles;
  return options;
}

/// Returns every system whose pictures are exact.
std::vector<Options> exactSystems(bool doubles)
{
  Options pixels = of(System::OnDemand, doubles), searched = of(System::GBunykBuffer, doubles),
          hashed = searched;
  pixels.tileWidth = pixels.tileHeight = 0;
  searched.tileWidth = searched.tileHeight = hashed.tileWidth = hashed.tileHeight = 4;
  searched.isHashed = false;
  searched.numSlots = 5;
  return { of(System::OnDemand, doubles), pixels, of(System::FullVDFI, doubles), searched, hashed };
}

TEST_P(GuKim, SystemsAreExact)
{
  for (const OracleScene& mesh : { scene(nonConvexMesh()), scene(disconnectedMesh()), scene(sliverMesh()) })
  {
    this->give(mesh);
    for (const Camera& camera :
      { perspectiveView(imageSize(90), imageSize(75)), parallelView(imageSize(75), imageSize(90)) })
    {
      const std::vector<double> reference = BruteForceTetCaster(mesh, camera).image();
      for (const bool doubles : { true, false })
      {
        std::vector<Options> all = exactSystems(doubles);
        all.push_back(of(System::EdgeFunctions, doubles));
        for (const Options& options : all)
        {
          SCOPED_TRACE(static_cast<int>(options.system));
          const Difference d = difference(this->picture(camera, options).data(), reference);
          EXPECT_LT(d.rmse, MaximumRmse);
          EXPECT_LT(d.maximum, MaximumError) << "pixel " << d.worstPixel;
          const Statistics s = this->Systems->statistics();
          EXPECT_LE(s.lostRays, doubles ? 0 : camera.width * camera.height / 1000);
          EXPECT_GT(s.steps, camera.width * camera.height);
        }
      }
    }
  }
}

TEST_P(GuKim, EachFaceHasOneNumber)
{
  const OracleScene mesh = scene(twoTets(Contact::Face));
  this->give(mesh);
  this->picture(perspectiveView(20, 20));
  EXPECT_EQ(this->Systems->statistics().numFaces, 7);
}

TEST_P(GuKim, OrdersOfRaysGiveEqualPictures)
{
  const OracleScene mesh = scene(nonConvexMesh());
  this->give(mesh);
  const Camera camera = perspectiveView(imageSize(91), imageSize(75));
  for (const System system : { System::OnDemand, System::EdgeFunctions })
  {
    Options options = of(system);
    const std::vector<float> wanted = this->picture(camera, options);
    const std::int64_t steps = this->Systems->statistics().steps;
    EXPECT_GT(*std::max_element(wanted.begin(), wanted.end()), 0.1f);
    for (const auto& [width, height] : { std::pair(0, 0), { 8, 4 }, { 16, 8 }, { 16, 16 }, { 32, 16 } })
    {
      options.tileWidth = width;
      options.tileHeight = height;
      EXPECT_EQ(this->picture(camera, options), wanted) << width << " x " << height;
      EXPECT_EQ(this->Systems->statistics().steps, steps);
    }
  }
}

TEST(RayOrders, HaveEachPixelOnceInItsTile)
{
  for (const auto& [width, height] : { std::pair(0, 0), { 8, 4 }, { 32, 16 } })
  {
    const RayOrder order = { 91, 75, width, height };
    std::vector<int> seen(91 * 75, 0);
    for (std::int64_t n = 0; n < order.count(); ++n)
    {
      int x, y;
      if (!order.pixel(n, x, y))
        continue;
      ++seen[static_cast<std::size_t>(y * 91 + x)];
      if (width > 0)
      {
        EXPECT_EQ(y / height * order.tilesAcross() + x / width, n / (width * height));
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 91 * 75);
  }
}

TEST_P(GuKim, BuffersSaveVdfiAndChangeNothing)
{
  const OracleScene mesh = scene(nonConvexMesh());
  this->give(mesh);
  const Camera camera = perspectiveView(imageSize(91), imageSize(75));
  const std::vector<float> wanted = this->picture(camera);
  EXPECT_EQ(this->picture(camera, of(System::FullVDFI)), wanted);
  EXPECT_GT(this->Systems->statistics().vdfiBytes, this->Systems->statistics().meshBytes);
  for (const bool isHashed : { false, true })
  {
    std::int64_t asked = 0, hits = 0;
    for (const int slots : { 4, 16, 64, 256 })
    {
      Options options = of(System::GBunykBuffer);
      options.tileWidth = options.tileHeight = 4;
      options.isHashed = isHashed;
      options.numSlots = slots;
      EXPECT_EQ(this->picture(camera, options), wanted);
      const Statistics s = this->Systems->statistics();
      EXPECT_GT(s.hits, hits) << slots;
      if (asked > 0)
      {
        EXPECT_EQ(s.hits + s.misses, asked);
      }
      asked = s.hits + s.misses;
      hits = s.hits;
    }
    // The rays of a tile meet the same faces.
    EXPECT_GT(hits, asked / 4);
  }
}

TEST_P(GuKim, ListsOfTheCpuGiveEqualPictures)
{
  const OracleScene mesh = scene(nonConvexMesh());
  this->give(mesh);
  for (const Camera& camera :
    { perspectiveView(imageSize(91), imageSize(75)), parallelView(imageSize(75), imageSize(91)) })
    for (const bool doubles : { true, false })
    {
      Options options = of(System::OnDemand, doubles);
      const std::vector<float> wanted = this->picture(camera, options);
      const std::int64_t entries = this->Systems->statistics().entries;
      EXPECT_EQ(this->Systems->timings().transfer, 0);
      for (const Lists lists : { Lists::Arrays, Lists::Linked })
      {
        options.lists = lists;
        const std::vector<float> image = this->picture(camera, options);
        // The CPU rounds projected vertices otherwise.
        const std::vector<double> reference(wanted.begin(), wanted.end());
        EXPECT_LT(difference(image.data(), reference).maximum,
          this->GetParam() == DeviceKind::CPU ? 1e-30 : MaximumRmse);
        EXPECT_EQ(this->Systems->statistics().entries, entries);
        EXPECT_GT(this->Systems->timings().transfer, 0);
      }
    }
}

TEST_P(GuKim, VisibleFacesOfAConvexMeshAreExact)
{
  const OracleScene mesh = scene(convexMesh());
  this->give(mesh);
  for (const Camera& camera :
    { perspectiveView(imageSize(90), imageSize(75)), parallelView(imageSize(75), imageSize(90)) })
  {
    const std::vector<double> reference = BruteForceTetCaster(mesh, camera).image();
    const Difference d = difference(this->picture(camera, of(System::VisibleFaces)).data(), reference);
    EXPECT_LT(d.maximum, MaximumError) << "pixel " << d.worstPixel;
    EXPECT_GT(this->Systems->statistics().hits, 0);
  }
}

/// Visible faces are wrong only where a ray comes back into the mesh.
TEST_P(GuKim, VisibleFacesErrOnlyWhereRaysEnterTwice)
{
  const OracleScene mesh = scene(nonConvexMesh());
  this->give(mesh);
  const Camera camera = perspectiveView(imageSize(90), imageSize(75));
  const BruteForceTetCaster oracle(mesh, camera);
  const std::vector<double> reference = oracle.image();
  const std::vector<float> image = this->picture(camera, of(System::VisibleFaces));
  int wrong = 0, twice = 0;
  for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
  {
    double end = 1e30;
    bool entersTwice = false;
    for (const OracleSegment& s : oracle.segments(pixel % camera.width, pixel / camera.width))
    {
      entersTwice = entersTwice || s.begin > end + 1e-9;
      end = end == 1e30 ? s.end : std::max(end, s.end);
    }
    double worst = 0;
    for (int c = 0; c < 4; ++c)
      worst = std::max(worst,
        std::abs(image[static_cast<std::size_t>(4 * pixel + c)] -
          reference[static_cast<std::size_t>(4 * pixel + c)]));
    twice += entersTwice;
    wrong += worst > MaximumError;
    EXPECT_TRUE(entersTwice || worst < MaximumError) << pixel;
  }
  EXPECT_GT(twice, camera.width * camera.height / 70); // a picture may be small
  EXPECT_LE(wrong, twice);
}

TEST_P(GuKim, EarlyTerminationStaysWithinItsThreshold)
{
  OracleScene mesh = scene(nonConvexMesh());
  mesh.transferFunction = opaqueFunction();
  this->give(mesh);
  const Camera camera = perspectiveView(imageSize(90), imageSize(75));
  const std::vector<float> all = this->picture(camera);
  const std::vector<double> reference(all.begin(), all.end());
  const std::int64_t steps = this->Systems->statistics().steps;
  for (Options options : exactSystems(true))
  {
    options.earlyTermination = 0.01f;
    EXPECT_LE(difference(this->picture(camera, options).data(), reference).maximum, 0.01 + MaximumRmse);
    EXPECT_LT(this->Systems->statistics().steps, steps * 3 / 4);
  }
}

TEST_P(GuKim, RefusesWhatSystemsHaveNot)
{
  this->give(scene(singleTet()));
  const Camera camera = perspectiveView(20, 20);
  Options tiles = of(System::OnDemand), buffer = of(System::GBunykBuffer), lists = of(System::VisibleFaces);
  tiles.tileWidth = 64;
  tiles.tileHeight = 64;
  EXPECT_THROW(this->Systems->render(camera, tiles), InvalidInput);
  tiles.tileWidth = 0;
  EXPECT_THROW(this->Systems->render(camera, tiles), InvalidInput);
  buffer.numSlots = 0;
  EXPECT_THROW(this->Systems->render(camera, buffer), InvalidInput);
  buffer.numSlots = 4;
  buffer.tileWidth = buffer.tileHeight = 0;
  EXPECT_THROW(this->Systems->render(camera, buffer), InvalidInput);
  lists.lists = Lists::Arrays;
  EXPECT_THROW(this->Systems->render(camera, lists), InvalidInput);
  EXPECT_THROW(Laboratory::create(this->GetParam())->render(camera, {}), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(GuKim);

} // namespace
