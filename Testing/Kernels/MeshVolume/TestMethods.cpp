// SPDX-License-Identifier: BSD-3-Clause
// Ways to make a frame, beside those of the table of frames: face tests, early termination, opaque depth,
// step counting, abort, devices.
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
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
      // If no ray is aligned with the mesh, the plane test loses few rays, and edge functions lose none.
      const std::int64_t lost = this->caster().statistics().recastRays;
      EXPECT_LE(lost, faceTest == FaceTest::EdgeFunction ? 0 : camera.width * camera.height / 1000);
    }
  }
}

/// Covered rays are counted together with the steps.
FrameOptions countingSteps()
{
  FrameOptions options;
  options.methods.countSteps = true;
  return options;
}

TEST_P(Methods, OneFaceOverTheWholePicture)
{
  // A face of a few tets covers every pixel many times: large faces are split, and no list is truncated.
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const Camera camera =
    perspectiveCamera({ 0.05, 0.0, 1.2 }, { 0.05, 0.0, 0.0 }, 12.0, 0.1, 5.0, imageSize(400), imageSize(300));
  for (const ListBuilder builder : { ListBuilder::CountScanFill, ListBuilder::SortByPixel })
  {
    FrameOptions options = countingSteps();
    options.methods.listBuilder = builder;
    this->expectExact(scene, camera, options, "one tet");
    EXPECT_EQ(this->caster().statistics().coveredRays, std::int64_t(camera.width) * camera.height);
  }
}

TEST_P(Methods, EarlyTerminationStaysWithinItsThreshold)
{
  this->Scene.transferFunction = opaqueFunction();
  this->caster().setTransferFunction(this->Scene.transferFunction);
  const Camera camera = perspectiveView(imageSize(96), imageSize(96));
  const std::vector<double> reference = BruteForceTetCaster(this->Scene, camera).image();
  this->expectMatches(reference, camera, countingSteps(), "never early");
  const std::int64_t allSteps = this->caster().statistics().steps;
  EXPECT_GT(allSteps, camera.width * camera.height);
  std::int64_t steps = allSteps;
  for (const float threshold : { 0.001f, 0.01f, 0.1f })
  {
    FrameOptions options = countingSteps();
    options.earlyTermination = threshold;
    const std::vector<float> image = this->picture(camera, options);
    // Early termination leaves out at most the threshold times the brightest color.
    EXPECT_LE(difference(image.data(), reference).maximum, threshold + MaximumRmse) << threshold;
    EXPECT_LE(this->caster().statistics().steps, steps);
    steps = this->caster().statistics().steps;
    EXPECT_EQ(this->caster().statistics().failedRays, 0);
  }
  EXPECT_LT(steps, allSteps * 3 / 4) << "an opaque mesh must end rays early";
}

TEST_P(Methods, OpaqueDepthSavesSteps)
{
  const Camera camera = perspectiveView(64, 64);
  FrameOptions options = countingSteps();
  this->picture(camera, options);
  const std::int64_t allSteps = this->caster().statistics().steps;
  EXPECT_GT(allSteps, 64 * 64);
  const std::vector<float> nothing(64 * 64, 1.0f), wall(64 * 64, 0.0f);
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
  EXPECT_EQ(this->caster().statistics().steps, 0);
  EXPECT_EQ(this->caster().statistics().coveredRays, 0);
  EXPECT_EQ(this->picture(camera, countingSteps()), plain);
  // Few rays visit a tet twice. The sum over rays of tets hit is the number of segments that the reference
  // clips.
  EXPECT_GT(this->caster().statistics().steps, this->caster().statistics().coveredRays);
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
  // One check stops at once, and others stop later while the frame is drawn. Each check is obeyed: the frame
  // throws, and the check is not asked much longer.
  FrameOptions options;
  int asked = 0, aborts = 0;
  for (int stopAt = 1; stopAt <= 3; ++stopAt)
  {
    asked = 0;
    options.abortCheck = [&asked, stopAt] { return ++asked >= stopAt; };
    try
    {
      this->picture(camera, options);
      EXPECT_LT(asked, stopAt) << "the check said stop and the frame went on";
    }
    catch (const Aborted&)
    {
      ++aborts;
      EXPECT_EQ(asked, stopAt) << "asked again after it had said stop";
    }
  }
  EXPECT_GE(aborts, 2) << "a frame asks more than once";
  // A check that never stops is asked, and changes nothing.
  asked = 0;
  options.abortCheck = [&asked] {
    ++asked;
    return false;
  };
  EXPECT_EQ(this->picture(camera, options), image);
  EXPECT_GT(asked, 1);
  EXPECT_EQ(this->picture(camera), image);
}

class Agreement : public Methods
{
};

TEST_P(Agreement, WithTheCPU)
{
  const auto cpu = LookedCaster::create(DeviceKind::CPU);
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
