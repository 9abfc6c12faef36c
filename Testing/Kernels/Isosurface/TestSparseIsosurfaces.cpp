// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces cast with fewer rays than pixels: their edges are those of the whole picture.
#include "Isosurface/IsosurfaceTest.h"
#include "Oracles/SparseOracle.h"

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int Factor = 3, Small = 100, Size = Factor * Small;
constexpr SparseRays Unlimited = { Small, Small, std::int64_t(Size) * Size };

class SparseIsosurfaces : public IsosurfaceTest
{
protected:
  SparsePictureOf cast(const IsosurfaceFrameOptions& options, const SparseRays& sparse)
  {
    IsosurfaceFrameOptions with = options;
    with.sparse = sparse;
    this->caster().render(perspectiveView(Size, Size), with);
    const std::size_t pixels = std::size_t(Size) * Size;
    SparsePictureOf picture;
    picture.image.assign(this->caster().image(), this->caster().image() + 4 * pixels);
    picture.depth.assign(this->caster().depth(), this->caster().depth() + pixels);
    picture.report = this->caster().sparseReport();
    return picture;
  }

  void expectSharp(const IsosurfaceFrameOptions& options, const std::string& what, double mostError = 0.3)
  {
    const SparsePictureOf whole = this->cast(options, {});
    const SparsePictureOf blurred = this->cast(options, { Small, Small, 0 });
    const SparsePictureOf sharp = this->cast(options, Unlimited);
    const SparsePictureOf again = this->cast(options, {});
    expectSparse(whole, blurred, sharp, mostError, what);
    EXPECT_EQ(again.image, whole.image) << what << ": a whole picture after sparse ones";
    EXPECT_EQ(again.depth, whole.depth) << what;
  }
};

TEST_P(SparseIsosurfaces, EdgesAreSharpWithEachMethod)
{
  const TestVolume volume = makeVolume(sphere(), { 20, 20, 20 });
  for (const bool isOpaque : { true, false })
  {
    const IsosurfaceScene scene = makeScene(volume, { 0.2, 0.6 });
    this->give(isOpaque ? scene : translucent(scene));
    for (const NamedMethod& method : allMethods())
    {
      IsosurfaceFrameOptions options;
      method.choose(options);
      this->expectSharp(options, std::string(method.name) + (isOpaque ? "" : ", translucent"), 0.4);
    }
    IsosurfaceFrameOptions options;
    for (const RaysAtATime rays : { RaysAtATime::One, RaysAtATime::Four })
    {
      options.methods.raysAtATime = rays;
      this->expectSharp(options, "rays in packets or not", 0.4);
    }
  }
}

TEST_P(SparseIsosurfaces, EdgesOfOpaqueThingsAreSharp)
{
  const TestVolume volume = makeVolume(sphere(), { 20, 20, 20 });
  this->give(translucent(makeScene(volume, { 0.2, 0.6 })));
  const std::vector<float> stops = discOfStops(Size);
  IsosurfaceFrameOptions options;
  options.opaqueDepth = stops.data();
  this->expectSharp(options, "an opaque disc in front", 0.4);
}

TEST_P(SparseIsosurfaces, RaysAreCounted)
{
  const TestVolume volume = makeVolume(sphere(), { 20, 20, 20 });
  this->give(makeScene(volume, { 0.2 }));
  this->cast({}, { Small, Small, 0 });
  const std::int64_t small = this->caster().statistics().rays;
  this->cast({}, {});
  const std::int64_t whole = this->caster().statistics().rays;
  EXPECT_NEAR(static_cast<double>(small), static_cast<double>(whole) / (Factor * Factor),
    0.02 * static_cast<double>(whole));
  const SparsePictureOf sharp = this->cast({}, Unlimited);
  EXPECT_GT(this->caster().statistics().rays, small + sharp.report.singleRays / 4);
  EXPECT_LE(this->caster().statistics().rays, small + sharp.report.singleRays);
}

INKRAY_TEST_ON_DEVICES(SparseIsosurfaces);

} // namespace
