// SPDX-License-Identifier: BSD-3-Clause
// The ways to make a frame agree: face tests, list builders, early termination, opaque depth, step counting,
// abort, devices.
#include "Core/Errors.h"
#include "RayCastTest.h"

#include <cmath>
#include <numeric>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class Methods : public RayCastTest
{
protected:
  void SetUp() override
  {
    RayCastTest::SetUp();
    if (!::testing::Test::IsSkipped())
    {
      this->Scene = nonConvexMesh();
      this->Scene.transferFunction = translucentFunction();
      giveScene(this->caster(), this->Scene);
    }
  }
  OracleScene Scene;
};

TEST_P(Methods, FaceTestsAgree)
{
  for (const Camera& camera :
    { perspectiveView(imageSize(96), imageSize(80)), parallelView(imageSize(80), imageSize(96)) })
  {
    const std::vector<double> reference = BruteForceTetCaster(this->Scene, camera).image();
    for (const FaceTest faceTest : { FaceTest::EdgeFunction, FaceTest::OnDemandVDFI })
    {
      FrameOptions options;
      options.faceTest = faceTest;
      this->expectMatches(
        reference, camera, options, faceTest == FaceTest::EdgeFunction ? "edge functions" : "VDFI");
    }
  }
}

TEST_P(Methods, ListBuildersGiveEqualPictures)
{
  this->caster().setCountSteps(true); // covered rays are counted with the steps
  const int size = imageSize(96);
  const Camera cameras[] = { perspectiveView(size, size), parallelView(size, size),
    perspectiveCamera(insideCavity(), { 1, 1, 1 }, 100.0, 1e-3, 10.0, size, size),
    perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0, 0, 0 }, 34.0, 4.9, 20.0, size, size) };
  for (const Camera& camera : cameras)
  {
    FrameOptions options;
    options.listBuilder = ListBuilder::CountScanFill;
    const std::vector<float> fill = this->picture(camera, options);
    const TetRayCastStatistics fillStatistics = this->caster().statistics();
    options.listBuilder = ListBuilder::SortByPixel;
    const std::vector<float> sort = this->picture(camera, options);
    const TetRayCastStatistics sortStatistics = this->caster().statistics();
    EXPECT_EQ(fill, sort);
    EXPECT_EQ(fillStatistics.listEntries, sortStatistics.listEntries);
    EXPECT_EQ(fillStatistics.coveredRays, sortStatistics.coveredRays);
    EXPECT_GT(fillStatistics.listEntries, fillStatistics.coveredRays);
    EXPECT_GT(fillStatistics.coveredRays, 0);
  }
}

TEST_P(Methods, OneFaceOverTheWholePicture)
{
  // A face of a few tets covers every pixel, many times over: large faces are split, and no list is cut.
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  this->caster().setCountSteps(true);
  const Camera camera =
    perspectiveCamera({ 0.05, 0.0, 1.2 }, { 0.05, 0.0, 0.0 }, 12.0, 0.1, 5.0, imageSize(400), imageSize(300));
  for (const ListBuilder builder : { ListBuilder::CountScanFill, ListBuilder::SortByPixel })
  {
    FrameOptions options;
    options.listBuilder = builder;
    this->expectExact(scene, camera, options, "one tet");
    EXPECT_EQ(this->caster().statistics().coveredRays, std::int64_t(camera.width) * camera.height);
  }
}

TEST_P(Methods, EarlyTerminationStaysWithinItsThreshold)
{
  this->Scene.transferFunction = opaqueFunction();
  this->caster().setTransferFunction(this->Scene.transferFunction);
  this->caster().setCountSteps(true);
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  const std::vector<double> reference = BruteForceTetCaster(this->Scene, camera).image();
  this->expectMatches(reference, camera, {}, "never early");
  const std::int64_t allSteps = this->caster().statistics().steps;
  EXPECT_GT(allSteps, camera.width * camera.height);
  std::int64_t steps = allSteps;
  for (const float threshold : { 0.001f, 0.01f, 0.1f })
  {
    FrameOptions options;
    options.earlyTermination = threshold;
    const std::vector<float> image = this->picture(camera, options);
    // What is left out is at most the threshold times the brightest colour.
    EXPECT_LE(difference(image.data(), reference).maximum, threshold + MaximumRmse) << threshold;
    EXPECT_LE(this->caster().statistics().steps, steps);
    steps = this->caster().statistics().steps;
    EXPECT_EQ(this->caster().statistics().failedRays, 0);
  }
  EXPECT_LT(steps, allSteps * 3 / 4) << "an opaque mesh must end rays early";
}

TEST_P(Methods, OpaqueDepthSavesSteps)
{
  this->caster().setCountSteps(true);
  const Camera camera = perspectiveView(64, 64);
  this->picture(camera);
  const std::int64_t allSteps = this->caster().statistics().steps;
  const std::vector<float> nothing(64 * 64, 1.0f), wall(64 * 64, 0.0f);
  FrameOptions options;
  options.opaqueDepth = nothing.data();
  this->picture(camera, options);
  EXPECT_EQ(this->caster().statistics().steps, allSteps);
  options.opaqueDepth = wall.data();
  const std::vector<float> empty = this->picture(camera, options);
  EXPECT_LT(this->caster().statistics().steps, allSteps / 100);
  EXPECT_EQ(*std::max_element(empty.begin(), empty.end()), 0.0f);
}

TEST_P(Methods, CountingStepsChangesNothingElse)
{
  const Camera camera = perspectiveView(64, 64);
  const std::vector<float> plain = this->picture(camera);
  this->caster().setCountSteps(true);
  EXPECT_EQ(this->picture(camera), plain);
  // A tet is visited by few rays twice; the sum over rays of tets hit is what the reference would clip.
  EXPECT_GT(this->caster().statistics().steps, this->caster().statistics().coveredRays);
  this->caster().setCountSteps(false);
  EXPECT_EQ(this->picture(camera), plain);
}

TEST_P(Methods, RenderOnDeviceIsTheSamePicture)
{
  const Camera camera = perspectiveView(64, 48);
  const std::vector<float> image = this->picture(camera);
  this->caster().renderOnDevice(camera, {});
  if (this->GetParam() == DeviceKind::CPU)
  {
    EXPECT_EQ(this->caster().deviceImage(), nullptr);
    EXPECT_EQ(std::vector<float>(this->caster().image(), this->caster().image() + image.size()), image);
  }
  else
  {
    EXPECT_NE(this->caster().deviceImage(), nullptr);
  }
}

TEST_P(Methods, AbortLeavesAUsableRayCaster)
{
  const Camera camera = perspectiveView(64, 64);
  const std::vector<float> image = this->picture(camera);
  FrameOptions options;
  int asked = 0;
  options.abortCheck = [&asked] { return ++asked > 0; };
  EXPECT_THROW(this->picture(camera, options), Aborted);
  EXPECT_GT(asked, 0);
  options.abortCheck = [] { return false; };
  EXPECT_EQ(this->picture(camera, options), image);
}

TEST_P(Methods, PicturesRepeat)
{
  const Camera camera = perspectiveView(96, 96);
  const std::vector<float> first = this->picture(camera);
  for (int frame = 0; frame < 5; ++frame)
  {
    EXPECT_EQ(this->picture(camera), first);
  }
}

class Agreement : public Methods
{
};

TEST_P(Agreement, WithTheCPU)
{
  const auto cpu = TetRayCaster::create(DeviceKind::CPU);
  giveScene(*cpu, this->Scene);
  const int size = 256;
  for (const Camera& camera : { perspectiveView(size, size), parallelView(size, size),
         perspectiveCamera(insideCavity(), { 1, 1, 1 }, 100.0, 1e-3, 10.0, size, size) })
  {
    cpu->render(camera, {});
    const std::vector<double> reference(cpu->image(), cpu->image() + 4 * size * size);
    EXPECT_LT(difference(this->picture(camera).data(), reference).maximum, 1.0 / 255.0);
    EXPECT_EQ(this->caster().statistics().listEntries, cpu->statistics().listEntries);
  }
}

INKRAY_TEST_ON_DEVICES(Methods);
INSTANTIATE_TEST_SUITE_P(CUDA, Agreement, ::testing::Values(DeviceKind::CUDA));

} // namespace
