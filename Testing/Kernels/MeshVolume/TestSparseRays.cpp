// SPDX-License-Identifier: BSD-3-Clause
// Pictures with fewer rays than pixels: pixels at jumps have their own rays, and the others are interpolated.
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/SparseOracle.h"

#include <algorithm>
#include <cstring>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Factor = 3, Small = 100, Size = Factor * Small;
constexpr SparseRays Unlimited = { Small, Small, std::int64_t(Size) * Size };

class Sparse : public MeshSurfaceTest
{
protected:
  SparsePictureOf cast(const Camera& camera, const FrameOptions& options)
  {
    this->caster().render(camera, options);
    const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
    SparsePictureOf picture;
    picture.image.assign(this->caster().image(), this->caster().image() + 4 * pixels);
    if (const float* const depth = this->caster().depth())
      picture.depth.assign(depth, depth + pixels);
    picture.report = this->caster().sparseReport();
    return picture;
  }

  /// Casts the current scene with sparse rays: close to the whole picture at edges, and equal where there are
  /// rays.
  void expectSharp(const FrameOptions& options, const std::string& what, double mostError = 0.3)
  {
    const Camera camera = perspectiveView(Size, Size);
    FrameOptions sparse = options, interpolated = options;
    sparse.sparse = interpolated.sparse = Unlimited;
    interpolated.sparse.mostSingle = 0;
    const SparsePictureOf whole = this->cast(camera, options);
    const SparsePictureOf blurred = this->cast(camera, interpolated);
    const SparsePictureOf sharp = this->cast(camera, sparse);
    const SparsePictureOf again = this->cast(camera, options);
    expectSparse(whole, blurred, sharp, mostError, what);
    EXPECT_EQ(again.image, whole.image) << what << ": a whole picture after sparse ones";
    EXPECT_EQ(again.depth, whole.depth) << what;
    EXPECT_EQ(again.report.singleRays, 0) << what;
  }
};

TEST_P(Sparse, EdgesOfVolumesAreSharp)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = opaqueFunction();
  giveScene(this->caster(), scene);
  FrameOptions options;
  this->expectSharp(options, "a mesh with a bore");
  options.methods.raysAtATime = RaysAtATime::One;
  this->expectSharp(options, "ray by ray");
  options.methods.listBuilder = ListBuilder::SortByPixel;
  this->expectSharp(options, "lists by sorting");
  options.methods = {};
  options.clippingPlanes = { { { 0.3, 0.2, 1.0 }, 0.1 } };
  this->expectSharp(options, "cut by a plane");
  options.methods.generalMedium = true;
  this->expectSharp(options, "any medium");
  options = {};
  options.shade = true;
  options.gradients = Gradients::Smooth;
  this->caster().setLights({ SurfaceLight() });
  this->expectSharp(options, "in the light");
}

TEST_P(Sparse, EdgesOfSurfacesAreSharp)
{
  OracleScene mesh = nonConvexMesh();
  mesh.transferFunction = translucentFunction();
  for (const bool isOpaque : { true, false })
  {
    MeshScene scene = withSurfaces(mesh, isOpaque);
    scene.surfaces.resize(1);
    this->give(scene);
    FrameOptions options = optionsOf(scene);
    options.gradients = Gradients::Smooth; // gradients per cell would have edges everywhere
    this->expectSharp(options, isOpaque ? "a volume with a surface" : "with a translucent surface", 0.4);
    options.drawVolume = false;
    this->expectSharp(options, isOpaque ? "a surface alone" : "a translucent surface alone", 0.4);
  }
}

TEST_P(Sparse, EdgesOfOpaqueThingsAreSharp)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const std::vector<float> stops = discOfStops(Size);
  FrameOptions options;
  options.opaqueDepth = stops.data();
  this->expectSharp(options, "an opaque disc in front", 0.35);
}

TEST_P(Sparse, ThereAreNoMoreRaysThanAllowed)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = opaqueFunction();
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(Size, Size);
  const SparsePictureOf whole = this->cast(camera, {});
  FrameOptions options;
  options.sparse = Unlimited;
  const SparsePictureOf sharp = this->cast(camera, options);
  EXPECT_GT(sharp.report.singleRays, 500);
  EXPECT_EQ(sharp.report.singleRays, sharp.report.wantedRays);
  options.sparse.mostSingle = sharp.report.wantedRays * 2 / 3;
  const SparsePictureOf fewer = this->cast(camera, options);
  EXPECT_EQ(fewer.report.wantedRays, sharp.report.wantedRays);
  EXPECT_LE(fewer.report.singleRays, options.sparse.mostSingle);
  EXPECT_GT(fewer.report.singleRays, 0);
  options.sparse.mostSingle = 0;
  const SparsePictureOf blurred = this->cast(camera, options);
  EXPECT_EQ(blurred.report.singleRays, 0);
  EXPECT_EQ(blurred.report.wantedRays, sharp.report.wantedRays);
  EXPECT_LT(errorOf(fewer, whole), 0.8 * errorOf(blurred, whole)) << "the largest differences first";
}

TEST_P(Sparse, OtherPixelsAreInterpolated)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  // Pictures whose size is no multiple of the smaller one's, and a smaller picture of one pixel.
  for (const auto& [width, height] : { std::pair<int, int>{ 50, 37 }, { 101, 66 }, { 1, 1 }, { 299, 300 } })
  {
    Camera camera = perspectiveView(Size, Size);
    camera.width = width;
    camera.height = height;
    const SparsePictureOf small = this->cast(camera, {});
    FrameOptions options;
    options.sparse = { width, height, 0 };
    const SparsePictureOf enlarged = this->cast(perspectiveView(Size, Size), options);
    expectInterpolated(enlarged, small, width, height, Size);
  }
}

TEST_P(Sparse, RaysAreCounted)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = opaqueFunction();
  giveScene(this->caster(), scene);
  this->cast(perspectiveView(Small, Small), {});
  const std::int64_t small = this->caster().numRays();
  FrameOptions options;
  options.sparse = Unlimited;
  const SparsePictureOf sharp = this->cast(perspectiveView(Size, Size), options);
  EXPECT_GT(this->caster().numRays(), small + sharp.report.singleRays / 4);
  EXPECT_LE(this->caster().numRays(), small + sharp.report.singleRays);
}

INKRAY_TEST_ON_DEVICES(Sparse);

} // namespace
