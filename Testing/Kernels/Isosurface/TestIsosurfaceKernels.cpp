// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the isosurface pipelines, called by name on a small scene whose answers are known in closed
// form.
#include "Compaction/LayersTest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Expects a pixel after both layers: 0.5 and 0.25 of the color, with the hit on the first layer at height
/// 20.25.
void expectBothLayers(const Float4& color, float depth, const Float4& hit)
{
  EXPECT_FLOAT_EQ(color.x, 0.75f * 0.25f);
  EXPECT_FLOAT_EQ(color.y, 0.75f * 0.5f);
  EXPECT_FLOAT_EQ(color.z, 0.75f * 0.75f);
  EXPECT_FLOAT_EQ(color.w, 0.75f);
  EXPECT_EQ(depth, 1.0f); // no opaque surface ended the ray
  EXPECT_NEAR(hit.x, 82.0 - 20.25, 1e-4);
  EXPECT_NEAR(hit.y, 0.0, 1e-6);
  EXPECT_NEAR(hit.z, 0.0, 1e-6);
  EXPECT_NEAR(hit.w, 1.0, 1e-6); // values rise toward the eye
}

TEST_F(Layers, StagesOfOneRay)
{
  const std::uint32_t number = this->rayOf(7, 5);
  const IsosurfaceImage image = Scene.image();
  const RayStates states = Scene.states();
  std::uint32_t out = 0, other = 0;

  // Generation: the pixel is empty. The ray begins where it enters the grid, with the root on its stack.
  ASSERT_TRUE((GenerateRays<>{ &Scene.scene, states, image }(number, out)));
  EXPECT_EQ(out, number);
  EXPECT_EQ(Scene.color[at(7, 5)].w, 0.0f);
  EXPECT_EQ(Scene.depth[at(7, 5)], 1.0f);
  EXPECT_TRUE(std::isinf(Scene.hits[at(7, 5)].x));
  EXPECT_EQ(Scene.sizes[number], 1);
  EXPECT_EQ(Scene.stacks[number], Scene.nodes[1].ref);
  EXPECT_NEAR(depthAt(Scene.scene.camera, Scene.progress[number].t), 50.0f, 1e-4);
  EXPECT_LT(Scene.progress[number].surfaceClass, 0);

  // The ray meets the upper layer, then nothing more in that leaf, then the lower layer.
  const RayList list = { &number, nullptr, nullptr };
  const struct
  {
    int leaf;
    double height; ///< 0: no crossing
  } rounds[] = { { 1, 20.25 }, { 1, 0.0 }, { 0, 7.5 } };
  float opacity = 0.0f;
  for (const auto& round : rounds)
  {
    ASSERT_TRUE((TraverseBVH<>{ &Scene.scene, states, list }(0, out)));
    EXPECT_EQ(out, number);
    GlobalStack stack = openStack(states, number);
    ASSERT_TRUE(isLeafRef(stack.top()));
    int leaf[3];
    leafOfRef(stack.top(), leaf);
    EXPECT_EQ(leaf[0], 0); // x = 15
    EXPECT_EQ(leaf[1], 0);
    EXPECT_EQ(leaf[2], round.leaf);
    const unsigned where =
      IntersectLeaf<false, VolumeView<float>>{ &Scene.scene, Scene.volume, states, list }(0, out, other);
    if (round.height == 0.0)
    {
      ASSERT_EQ(where, 2u);
      EXPECT_EQ(other, number);
      continue;
    }
    ASSERT_EQ(where, 1u);
    EXPECT_EQ(out, number);
    EXPECT_NEAR(depthAt(Scene.scene.camera, Scene.crossings[number].x), 82.0 - round.height, 1e-4);
    EXPECT_EQ(Scene.surfaces[number], round.leaf);
    EXPECT_NEAR(Scene.crossings[number].w, 1.0, 1e-5); // the gradient
    ASSERT_TRUE((ShadeHits<>{ &Scene.scene, states, image, &number }(0, out)));
    EXPECT_EQ(out, number);
    opacity += 0.5f * (1.0f - opacity);
    EXPECT_FLOAT_EQ(Scene.color[at(7, 5)].w, opacity);
  }
  expectBothLayers(Scene.color[at(7, 5)], Scene.depth[at(7, 5)], Scene.hits[at(7, 5)]);

  // Nothing lies behind both layers: the ray leaves the leaf with an empty stack.
  ASSERT_TRUE((TraverseBVH<>{ &Scene.scene, states, list }(0, out)));
  EXPECT_EQ(
    (IntersectLeaf<false, VolumeView<float>>{ &Scene.scene, Scene.volume, states, list }(0, out, other)), 0u);
}

TEST_F(Layers, WholeRaysInOneKernel)
{
  const SceneByValue scene = { Scene.scene };
  const auto check = [&](const char* name) {
    SCOPED_TRACE(name);
    for (int j = 0; j < Height; ++j)
      for (int i = 0; i < Width; ++i)
        expectBothLayers(Scene.color[at(i, j)], Scene.depth[at(i, j)], Scene.hits[at(i, j)]);
  };
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
  check("CastIsosurfaces");
  this->clearWithGarbage();
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastByKdJump<false, VolumeView<float>>{ scene, Scene.volume, Scene.image(), Scene.tree.data() }(number);
  check("CastByKdJump");
}

TEST_F(LayersWithoutSurface, WholeRaysLeavePixelsEmpty)
{
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastIsosurfaces<false, VolumeView<float>>{ { Scene.scene }, Scene.volume, Scene.image() }(number);
  this->expectEmptyPixels();
  this->clearWithGarbage();
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastIsosurfaces<true, VolumeView<float>>{ { Scene.scene }, Scene.volume, Scene.image() }(number);
  this->expectEmptyPixels();
  this->clearWithGarbage();
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CastByKdJump<false, VolumeView<float>>{ { Scene.scene }, Scene.volume, Scene.image(), Scene.tree.data() }(
      number);
  this->expectEmptyPixels();
}

TEST_F(Layers, OpaqueSurfacesEndTheRay)
{
  for (SurfaceEntry& entry : Scene.entries)
    entry.opacity = 1.0f;
  for (const bool opaque : { false, true })
  {
    if (opaque) // the opaque form is for one isovalue
      Scene.scene.surfaces = { &Scene.entries[1], 1, Scene.entries[1].value };
    const SceneByValue scene = { Scene.scene };
    for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    {
      if (opaque)
        CastIsosurfaces<true, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
      else
        CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(number);
    }
    for (std::size_t pixel = 0; pixel < Scene.color.size(); ++pixel)
    {
      EXPECT_EQ(Scene.color[pixel].x, 0.25f);
      EXPECT_EQ(Scene.color[pixel].w, 1.0f);
      EXPECT_NEAR(Scene.depth[pixel], (82.0 - 20.25 - 1.0) / 99.0, 1e-6);
    }
  }
}

TEST_F(Layers, EarlyTermination)
{
  // Half of the light is left behind the upper layer.
  for (const float limit : { 0.49f, 0.51f })
  {
    Scene.scene.earlyTermination = limit;
    const SceneByValue scene = { Scene.scene };
    CastIsosurfaces<false, VolumeView<float>>{ scene, Scene.volume, Scene.image() }(this->rayOf(3, 2));
    EXPECT_FLOAT_EQ(Scene.color[at(3, 2)].w, limit > 0.5f ? 0.5f : 0.75f);
    EXPECT_EQ(Scene.depth[at(3, 2)] < 1.0f, true); // the depth is where the ray ended
    EXPECT_NEAR(Scene.depth[at(3, 2)], (82.0 - (limit > 0.5f ? 20.25 : 7.5) - 1.0) / 99.0, 1e-6);
  }
}

TEST(IsosurfaceKernels, TwoListsOneAfterTheOther)
{
  const std::uint32_t first[] = { 5, 6, 7 }, second[] = { 8, 9 };
  const std::uint64_t count = 3;
  const RayList one = { first, nullptr, nullptr }, both = { first, &count, second };
  for (std::int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(one[i], 5u + i);
  for (std::int64_t i = 0; i < 5; ++i)
    EXPECT_EQ(both[i], 5u + i);
}

TEST(IsosurfaceKernels, StacksOfRaysDoNotMeet)
{
  // Three rays take turns; each takes back its own entries, in the order of a stack.
  std::vector<std::uint32_t> items(3 * 4, 99);
  GlobalStack stacks[3] = { { items.data(), 3, 0 }, { items.data() + 1, 3, 0 }, { items.data() + 2, 3, 0 } };
  for (std::uint32_t round = 0; round < 4; ++round)
    for (std::uint32_t ray = 0; ray < 3; ++ray)
    {
      EXPECT_EQ(stacks[ray].empty(), round == 0);
      stacks[ray].push(10 * ray + round);
      EXPECT_EQ(stacks[ray].top(), 10 * ray + round);
    }
  for (std::uint32_t round = 4; round-- > 0;)
    for (std::uint32_t ray = 0; ray < 3; ++ray)
      EXPECT_EQ(stacks[ray].pop(), 10 * ray + round);
  for (const GlobalStack& stack : stacks)
    EXPECT_TRUE(stack.empty());
}

TEST_F(Layers, Counts)
{
  std::uint64_t rays = 0, leaves = 0, shown = 0, numbers = 0;
  for (std::int64_t number = 0; number < Scene.numRays(); ++number)
    CountRays{ { Scene.scene }, &rays }(number);
  EXPECT_EQ(rays, std::uint64_t(Width) * Height);
  const std::int64_t slots = std::int64_t(1) << Scene.scene.layout.depth;
  for (std::int64_t slot = 0; slot < slots; ++slot)
    CountLeaves{ Scene.nodes.data(), slots, &leaves }(slot);
  EXPECT_EQ(leaves, 3u * 2u * 2u); // both layers of leaves hold a surface
  const Float4 color[4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0.1f }, { 1, 1, 1, 0 }, { 0, 0, 0, 1 } };
  for (std::int64_t i = 0; i < 4; ++i)
    CountHits{ color, &shown }(i);
  EXPECT_EQ(shown, 2u);
  const float values[5] = { 1, INFINITY, -INFINITY, NAN, -3e38f };
  for (std::int64_t i = 0; i < 5; ++i)
    CountNonFinite{ values, &numbers }(i);
  EXPECT_EQ(numbers, 3u);
}

} // namespace
