// SPDX-License-Identifier: BSD-3-Clause
// All kernels of the path tracer draw the same picture, and their counters agree with the paths.
#include "Oracles/MediumReference.h"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTracerTest.h"

#include "Laboratory/Paths/TiledPaths.h"
#include "Renderers/PathTracer/PathState.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class PathKernels : public PathTracerTest
{
protected:
  void expectSame(const PathPicture& a, const PathPicture& b, const std::string& what)
  {
    ASSERT_EQ(a.image.size(), b.image.size()) << what;
    EXPECT_EQ(std::memcmp(a.image.data(), b.image.data(), a.image.size() * sizeof(float)), 0) << what;
    EXPECT_EQ(a.depth, b.depth) << what;
  }
  /// Expect the same picture of the scene from all kernels. `compared`: also from the loops of the papers.
  /// `inParts`: also if each launch is for a part of the picture.
  void expectOnePicture(const Camera& camera, PathFrameOptions options, const std::string& what,
    bool inParts = false, bool compared = false)
  {
    options.kernel = PathKernel::Naive;
    const PathPicture first = this->picture(camera, options);
    EXPECT_GT(first.mean(3), 0.1) << what;
    EXPECT_GT(first.mean(0), 0.01) << what;
    for (const NamedPathLoop& loop : allPathLoops(compared))
    {
      options.kernel = loop.kernel;
      options.methods.loop = loop.loop;
      this->tracer().restart();
      this->expectSame(this->picture(camera, options), first, what + ", " + loop.name);
      EXPECT_EQ(this->tracer().statistics().kernel, loop.kernel);
      if (inParts)
      {
        // Parts end within rows of tiles, and the second sample follows all parts of the first.
        options.methods.pathsOfLaunch = 1100;
        this->tracer().restart();
        this->expectSame(this->picture(camera, options), first, what + " in parts, " + loop.name);
        options.methods.pathsOfLaunch = 0;
      }
      EXPECT_EQ(this->tracer().numSamples(), options.samples);
    }
    options.kernel = PathKernel::Sorted;
    options.methods.loop = nullptr;
    options.methods.sortByOrigin = true;
    this->tracer().restart();
    this->expectSame(this->picture(camera, options), first, what + ", sorted by origin");
    // Timing the bounces does not change the picture either.
    options.kernel = PathKernel::InKernel;
    options.methods.bounceTimes = true;
    this->tracer().restart();
    this->expectSame(this->picture(camera, options), first, what + ", bounces timed");
    EXPECT_EQ(this->tracer().timings().bounces.size(), static_cast<std::size_t>(options.bounces) + 1);
    // Nine samples are the same picture by one render, and by two renders with different kernels.
    this->tracer().restart();
    options = {};
    options.samples = 5;
    this->picture(camera, options);
    options.samples = 4;
    options.kernel = PathKernel::Queued;
    const PathPicture sum = this->picture(camera, options);
    EXPECT_EQ(this->tracer().numSamples(), 9);
    this->tracer().restart();
    options.samples = 9;
    options.kernel = PathKernel::InKernel;
    this->expectSame(this->picture(camera, options), sum, what + ", samples in two parts");
  }
  void addFloor(std::int32_t material)
  {
    QuadMesh floor;
    floor.add({ Vector{ -3, -1, 3 }, { 3, -1, 3 }, { 3, -1, -3 }, { -3, -1, -3 } }, { 0.8f, 0.7f, 0.6f });
    this->tracer().addTriangles(floor.input(material));
  }

  const BallVolume Ball{ 33 };
  const Camera Wide = frontCamera(61, 43);
};

TEST_P(PathKernels, TraceOneIsosurface)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0, { 0.9f, 0.8f, 0.7f });
  this->tracer().setLights({ distantLight({ -1, -1, -1 }, 0.5f) });
  this->expectOnePicture(this->Wide, samples(2), "one ball", true, true);
}

TEST_P(PathKernels, TraceTriangles)
{
  this->addFloor(0);
  this->addFloor(1);
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glossy });
  this->expectOnePicture(this->Wide, samples(3), "triangles", true, true);
}

TEST_P(PathKernels, TraceAllMaterials)
{
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glossy, PathMaterialKind::Glass,
    PathMaterialKind::Chrome });
  this->addFloor(0);
  this->addBall(this->Ball, { -0.7, 0, 0 }, 0.5, 1);
  this->addBall(this->Ball, { 0.7, 0, 0 }, 0.5, 2, { 1, 0.9f, 0.8f });
  this->addBall(this->Ball, { 0, 0, -0.8 }, 0.6, 3, { 0.9f, 0.9f, 0.5f }, 0.6f);
  PathFrameOptions options = samples(2);
  options.smoothNormals = true;
  options.lensRadius = 0.1f;
  options.focalDepth = 4;
  options.showEnvironment = true;
  this->expectOnePicture(this->Wide, options, "all materials", true);
}

TEST_P(PathKernels, TraceRectilinearGrids)
{
  BallVolume ball(25);
  ball.makeRectilinear();
  this->addBall(ball, { 0, 0.2, 0 }, 1, 0, { 0.6f, 0.6f, 0.6f });
  this->addFloor(0);
  this->expectOnePicture(this->Wide, samples(2), "a rectilinear grid");
  this->addBall(this->Ball, { 1.2, -0.3, 0 }, 0.6, 0, { 0.6f, 0.6f, 0.9f });
  this->expectOnePicture(this->Wide, samples(2), "a rectilinear grid and an even one");
  this->tracer().clearScene();
  this->addBall(ball, { 0, 0.2, 0 }, 1, 0, { 0.6f, 0.6f, 0.6f });
  this->addFloor(0);
  // With planes at even places, the picture is that of an even grid, except for paths that rounding
  // separates.
  PathFrameOptions options = samples(256, 2);
  const PathPicture rectilinear = this->picture(this->Wide, options);
  this->tracer().clearScene();
  const BallVolume evenBall(25); // its values are used in place, so it must outlive the picture
  this->addBall(evenBall, { 0, 0.2, 0 }, 1, 0, { 0.6f, 0.6f, 0.6f });
  this->addFloor(0);
  const PathPicture even = this->picture(this->Wide, options);
  EXPECT_NEAR(even.mean(0), rectilinear.mean(0), 2e-3);
  EXPECT_NEAR(even.mean(3), rectilinear.mean(3), 1e-3);
}

TEST_P(PathKernels, TraceMedia)
{
  // Two media overlap, with surfaces in and behind them.
  MediumGrid haze = boxMedium({ 20, 20, 20 }, { -1.5, -1, -1.5 }, { 1.5, 0.5, 1.5 }, 0);
  for (std::size_t i = 0; i < haze.values.size(); ++i)
    haze.values[i] = static_cast<float>(i * i % 97);
  haze.function.knots = { { 20, 1, 0.8f, 0.6f, 0 }, { 96, 0.5f, 0.6f, 1, 1.5f } };
  this->addFloor(0);
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glass });
  const char* const names[] = { "media", "an even and a rectilinear medium", "rectilinear media" };
  for (int kind = 0; kind < 3; ++kind)
  {
    this->tracer().clearScene();
    BallVolume ball(25);
    if (kind > 0)
      ball.makeRectilinear();
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int i = 0; i < 20 && kind == 2; ++i)
        haze.coordinates[axis].push_back(i);
    this->addFloor(0);
    const int fog = this->addBall(ball, { 0.3, 0, 0 }, 1, 1, { 0.9f, 0.9f, 0.9f }, 0.8f);
    this->tracer().setTransferFunction(fog, { { { -0.1, 0, 0, 1, 0 }, { 0.5, 0, 1, 0, 2 } } });
    this->tracer().setTransferFunction(this->tracer().addVolume(haze.input()), haze.function);
    this->tracer().setLights({ distantLight({ -1, -1, -1 }, 0.5f) });
    PathFrameOptions options = samples(2);
    options.lensRadius = 0.05f;
    options.focalDepth = 4;
    this->expectOnePicture(this->Wide, options, names[kind]);
  }
}

TEST_P(PathKernels, TraceMeshes)
{
  PathTestMesh mesh = PathTestMesh::ball(8);
  mesh.move({ 0.6, 0.2, 0 }, 0.7);
  PathSurface outer, inner;
  outer.opacity = 0.6f;
  outer.material = 1;
  inner.value = 0.4;
  inner.color[2] = 0.3f;
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glossy, PathMaterialKind::Glass });
  BallVolume rectilinear(25);
  rectilinear.makeRectilinear();
  const char* const names[] = { "a mesh", "a mesh and an image", "a mesh and a rectilinear grid",
    "a mesh and both" };
  for (int kind = 0; kind < 4; ++kind)
  {
    this->tracer().clearScene();
    this->addFloor(0);
    if (kind > 0)
      this->addBall(kind == 1 ? this->Ball : rectilinear, { -0.7, 0, 0 }, 0.6, 2);
    if (kind == 3)
      this->addBall(this->Ball, { -0.3, 0.6, 0 }, 0.4, 0);
    const int number = this->tracer().addMesh(mesh.input());
    this->tracer().setMeshValues(number, mesh.field());
    this->tracer().setMeshIsosurfaces(number, { outer, inner });
    this->expectOnePicture(this->Wide, samples(2), names[kind]);
    this->tracer().setMeshTransferFunction(number, { { { -0.2, 0, 0, 1, 0 }, { 0.5, 0.5f, 1, 0.5f, 2 } } });
    this->expectOnePicture(this->Wide, samples(2), std::string(names[kind]) + " as a medium");
  }
}

TEST_P(PathKernels, CountPathsAndWarps)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  this->addBall(this->Ball, { 0, -11, 0 }, 10, 0);
  PathFrameOptions options = samples(2, 5);
  options.methods.loop = comparedPathLoop(ComparedPathLoop::Counted);
  const Camera camera = frontCamera(64, 64, 3);
  const PathPicture with = this->picture(camera, options);
  const PathStatistics s = this->tracer().statistics();
  ASSERT_EQ(s.livePaths.size(), 6u);
  EXPECT_EQ(s.samples, 2);
  EXPECT_EQ(s.livePaths[0], 64 * 64);
  EXPECT_EQ(s.warps[0], 128);
  for (std::size_t b = 0; b < 6; ++b)
  {
    EXPECT_EQ(s.compactWarps[b], (s.livePaths[b] + 31) / 32);
    EXPECT_LE(s.compactWarps[b], s.tiledWarps[b]);
    EXPECT_LE(s.tiledWarps[b], s.warps[b]);
    EXPECT_LE(s.warps[b], s.livePaths[b]);
    EXPECT_LE(s.livePaths[b], b == 0 ? 64 * 64 : s.livePaths[b - 1]);
  }
  EXPECT_GT(s.livePaths[2], 0);
  EXPECT_LT(s.livePaths[2], 64 * 64 / 2); // the scene is open, so many paths leave it
  options.methods.loop = nullptr;
  this->tracer().restart();
  this->expectSame(this->picture(camera, options), with, "without counters");
  EXPECT_TRUE(this->tracer().statistics().livePaths.empty());
}

TEST_P(PathKernels, TimeBouncesOfLoopsWithoutCompaction)
{
  this->addFloor(0);
  PathFrameOptions options = samples(1, 3);
  options.methods.loop = comparedPathLoop(ComparedPathLoop::Uncompacted);
  options.methods.bounceTimes = true;
  this->picture(this->Wide, options);
  EXPECT_EQ(this->tracer().timings().bounces.size(), 4u);
}

TEST_P(PathKernels, AreDearerForNothing)
{
  this->addFloor(0);
  PathFrameOptions options = samples(2, 3);
  const PathPicture plain = this->picture(this->Wide, options);
  for (const bool isCompacted : { false, true })
    for (const std::uint32_t numShares : { 0u, 1u, 1000u })
    {
      options.methods.loop = dearerPathLoop(isCompacted, 50, numShares);
      this->tracer().restart();
      this->expectSame(this->picture(this->Wide, options), plain, isCompacted ? "whole frame" : "naive");
    }
}

TEST_P(PathKernels, RefuseComparedLoopsForOtherScenes)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  this->addFloor(0);
  PathFrameOptions options = samples(1);
  options.methods.loop = comparedPathLoop(ComparedPathLoop::TiledShared);
  EXPECT_NE(refusal([&] { this->picture(this->Wide, options); }).find("triangles alone"), std::string::npos);
  options.methods.loop = nullptr; // the tracer still works after the error
  EXPECT_GT(this->picture(this->Wide, options).mean(3), 0.1);
  EXPECT_EQ(this->tracer().numSamples(), 1);
}

TEST_P(PathKernels, SeedsChangeTheNoiseAndNothingElse)
{
  this->addFloor(0);
  this->tracer().setLights({ distantLight({ 0, -1, 0 }, 1) });
  PathFrameOptions options = samples(64, 1);
  const PathPicture a = this->picture(this->Wide, options);
  options.seed = 1;
  const PathPicture b = this->picture(this->Wide, options);
  EXPECT_EQ(this->tracer().numSamples(), 64);
  EXPECT_NE(a.image, b.image);
  EXPECT_NEAR(a.mean(0), b.mean(0), 0.02 * a.mean(0));
}

TEST_P(PathKernels, StopWhenTheyAreAskedTo)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  PathFrameOptions options = samples(4);
  const PathPicture whole = this->picture(this->Wide, options);
  std::vector<double> shares;
  options.progress = [&](double share) { shares.push_back(share); };
  this->tracer().restart();
  this->expectSame(this->picture(this->Wide, options), whole, "with an observer");
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
  int calls = 0; // a device calls abortCheck between launches
  options.abortCheck = [&] { return ++calls > 1; };
  EXPECT_THROW(this->tracer().render(this->Wide, options), Aborted);
  EXPECT_EQ(this->tracer().numSamples(), 4) << "those before stay";
  // abortCheck is also called between parts of a sample.
  options.samples = 1;
  options.methods.pathsOfLaunch = 512;
  options.launchMilliseconds = 0;
  int asked = 0;
  options.abortCheck = [&] { return ++asked < 0; };
  options.progress = nullptr;
  this->tracer().render(this->Wide, options);
  EXPECT_GE(asked, 7); // 8 x 6 tiles of 64 paths, 8 tiles at a time
  options.abortCheck = [left = 5]() mutable { return --left <= 0; };
  this->tracer().restart();
  EXPECT_THROW(this->tracer().render(this->Wide, options), Aborted);
  EXPECT_EQ(this->tracer().numSamples(), 0);
  options.samples = 4;
  options.abortCheck = nullptr;
  this->expectSame(this->picture(this->Wide, options), whole, "after an abort");
}

// After an abort at any place, each kernel continues the samples that are left, to the same picture as
// without the abort.
TEST_P(PathKernels, GoOnAfterAnAbort)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  const std::size_t pixels = static_cast<std::size_t>(this->Wide.width) * this->Wide.height;
  for (const PathKernel kernel : { PathKernel::Naive, PathKernel::InKernel, PathKernel::WholeFrame,
         PathKernel::Sorted, PathKernel::Queued })
  {
    SCOPED_TRACE(static_cast<int>(kernel));
    PathFrameOptions options = samples(6);
    options.kernel = kernel;
    options.methods.pathsOfLaunch = 512;
    options.launchMilliseconds = 0;
    this->tracer().restart();
    const PathPicture six = this->picture(this->Wide, options);
    options.samples = 3;
    this->tracer().restart();
    const PathPicture three = this->picture(this->Wide, options);
    const auto now = [&] {
      const float *const image = this->tracer().image(), *const depth = this->tracer().depth();
      return image && depth ? PathPicture{ { image, image + 4 * pixels }, { depth, depth + pixels } }
                            : PathPicture();
    };
    int aborted = 0;
    bool isDone = false;
    for (int last = 1; last < 400 && !isDone; last += 1 + last / 2)
    {
      SCOPED_TRACE(last);
      options.abortCheck = [left = last]() mutable { return --left < 0; };
      try
      {
        this->tracer().render(this->Wide, options);
        isDone = true; // the kernel calls abortCheck less often
      }
      catch (const Aborted&)
      {
        ++aborted;
        ASSERT_EQ(this->tracer().numSamples(), 3);
        this->expectSame(now(), three, "as before");
      }
    }
    EXPECT_GE(aborted, 2);
    options.abortCheck = nullptr;
    if (!isDone)
      this->tracer().render(this->Wide, options);
    EXPECT_EQ(this->tracer().numSamples(), 6);
    this->expectSame(now(), six, "three more");
  }
}

TEST(PathStates, AreAsSmallAsTheyAreSaidToBe)
{
  EXPECT_EQ(sizeof(PathState), 32u);
  const PathState state = beginPath(77, 123456);
  EXPECT_EQ(sampleOf(state), 123456u);
  EXPECT_EQ(bouncesOf(state), 0);
}

INKRAY_PATHS_ON_DEVICES(PathKernels);

} // namespace
