// SPDX-License-Identifier: BSD-3-Clause
// Clipping planes and crop boxes in meshes, with and without surfaces, compared with the double-precision
// brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MeshCuts : public MeshSurfaceTest
{
protected:
  static MeshScene scene(const OracleScene& mesh, bool surfaces)
  {
    MeshScene scene = surfaces ? withSurfaces(mesh, false) : MeshScene(mesh);
    if (surfaces)
      scene.surfaces[1].opacity = 1.0f;
    scene.transferFunction = translucentFunction();
    return scene;
  }
  static CropBox turnedBox(bool keepsOutside)
  {
    CropBox box;
    box.on = true;
    box.keepsOutside = keepsOutside;
    const Matrix turn = rotation({ 0.3, 0.8, -0.5 }, 37.0);
    const double size[3] = { 1.1, 0.7, 0.9 };
    for (int edge = 0; edge < 3; ++edge)
      for (int axis = 0; axis < 3; ++axis)
      {
        box.edges[edge][axis] = size[edge] * turn[4 * axis + edge];
        box.origin[axis] -= 0.5 * box.edges[edge][axis];
      }
    return box;
  }
};

TEST_P(MeshCuts, Planes)
{
  const int size = imageSize(72);
  for (const bool surfaces : { false, true })
  {
    MeshScene scene = MeshCuts::scene(nonConvexMesh(), surfaces);
    for (const ClippingPlane& plane :
      { ClippingPlane{ { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, -0.3 }, { { 0.1, 3.0, 0.2 }, -1.4 } })
    {
      scene.clippingPlanes.push_back(plane);
      const std::string what = std::to_string(scene.clippingPlanes.size()) + " planes";
      this->expectScene(scene, perspectiveView(size, size), {}, what);
      this->expectScene(scene, parallelView(size, size), {}, what + ", parallel");
    }
  }
}

TEST_P(MeshCuts, Boxes)
{
  const int size = imageSize(72);
  for (const bool surfaces : { false, true })
    for (const bool outside : { false, true })
    {
      MeshScene scene = MeshCuts::scene(nonConvexMesh(), surfaces);
      scene.cropBox = turnedBox(outside);
      const std::string what = outside ? "outside" : "inside";
      this->expectScene(scene, perspectiveView(size, size), {}, what);
      this->expectScene(scene, parallelView(size, size), {}, what + ", parallel");
      scene.clippingPlanes = { { { 0.4, -0.3, 0.8 }, -0.1 } };
      this->expectScene(scene, perspectiveView(size, size), {}, what + ", and a plane");
      // The eye is inside the box.
      this->expectScene(scene,
        perspectiveCamera({ 0.1, 0.05, 0.0 }, { 0.9, 0.2, -0.4 }, 100.0, 1e-3, 12.0, size, size), {},
        what + ", from within");
    }
}

/// A cell that reaches from before a removed box to behind it is seen twice.
TEST_P(MeshCuts, BoxWithinOneCell)
{
  const int size = imageSize(64);
  MeshScene scene(singleTet());
  for (std::size_t v = 0; v < 4; ++v)
    scene.scalars[v] = 0.1 + 0.25 * static_cast<double>(v);
  scene.transferFunction = translucentFunction();
  Vector middle = { 0, 0, 0 };
  for (std::size_t p = 0; p < 12; ++p)
    middle[p % 3] += 0.25 * scene.points[p];
  scene.cropBox.on = scene.cropBox.keepsOutside = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    scene.cropBox.origin[axis] = middle[axis] - 0.1;
    scene.cropBox.edges[axis][axis] = 0.2;
  }
  const Camera camera = perspectiveCamera(
    { middle[0] + 2.0, middle[1] + 1.0, middle[2] + 1.5 }, middle, 25.0, 0.5, 12.0, size, size);
  this->expectScene(scene, camera, {}, "volume");
  Isosurface surface;
  surface.opacity = 0.5f;
  for (const double value : { 0.3, 0.45, 0.6 })
  {
    surface.value = value;
    scene.surfaces.push_back(surface);
  }
  this->expectScene(scene, camera, {}, "surfaces");
  scene.perCell = true;
  scene.scalars = { 0.5 };
  scene.surfaces.clear();
  this->expectScene(scene, camera, {}, "value of the cell");
}

/// Planes that cut away no part of the mesh, and planes that cut away the whole mesh.
TEST_P(MeshCuts, NothingAndAll)
{
  const int size = imageSize(32);
  const Camera camera = perspectiveView(size, size);
  MeshScene scene = MeshCuts::scene(convexMesh(), true);
  this->give(scene);
  const std::vector<float> whole = this->picture(camera);
  const std::vector<double> reference(whole.begin(), whole.end());
  FrameOptions options;
  options.clippingPlanes = { { { 0.0, 0.0, 1.0 }, -9.0 } };
  EXPECT_LT(difference(this->picture(camera, options).data(), reference).maximum, 1e-6);
  options.clippingPlanes.push_back({ { 0.0, 0.0, -1.0 }, 9.0 });
  const std::vector<float> empty = this->picture(camera, options);
  EXPECT_EQ(empty, std::vector<float>(empty.size(), 0.0f));
  for (int pixel = 0; pixel < size * size; ++pixel)
    ASSERT_EQ(this->caster().depth()[pixel], 1.0f);
  options = {};
  options.cropBox.on = options.cropBox.keepsOutside = true;
  options.cropBox.origin[0] = 40.0;
  EXPECT_LT(difference(this->picture(camera, options).data(), reference).maximum, 1e-6);
}

/// The maximum number of planes, nearly all of them tangent to a ball; also with a box.
TEST_P(MeshCuts, ThirtyTwoPlanes)
{
  const int size = imageSize(72);
  for (const bool surfaces : { false, true })
  {
    MeshScene scene = MeshCuts::scene(nonConvexMesh(), surfaces);
    for (int i = 0; i < 31; ++i)
    {
      const double z = (2 * i + 1) / 31.0 - 1, angle = 2.4 * i, across = std::sqrt(1 - z * z);
      scene.clippingPlanes.push_back({ { across * std::cos(angle), across * std::sin(angle), z }, -0.7 });
    }
    scene.clippingPlanes.push_back({ { -0.55, -0.4, -0.7 }, -0.5 }); // in front of the eye
    this->expectScene(scene, perspectiveView(size, size), {}, "32 planes");
    // The last plane counts too.
    const std::vector<float> all = this->picture(perspectiveView(size, size), optionsOf(scene));
    scene.clippingPlanes.pop_back();
    EXPECT_NE(this->picture(perspectiveView(size, size), optionsOf(scene)), all);
    scene.clippingPlanes.push_back({ { 0.4, -0.3, 0.8 }, 0.1 });
    scene.cropBox = turnedBox(false);
    this->expectScene(scene, perspectiveView(size, size), {}, "32 planes and a box");
  }
}

TEST_P(MeshCuts, BadInput)
{
  MeshScene scene = MeshCuts::scene(singleTet(), false);
  this->give(scene);
  const Camera camera = perspectiveView(8, 8);
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  for (const ClippingPlane& plane : { ClippingPlane{ { 0, 0, 0 }, 1.0 }, { { nan, 0, 1 }, 0.0 },
         { { 0, infinite, 1 }, 0.0 }, { { 0, 0, 1 }, nan } })
  {
    FrameOptions options;
    options.clippingPlanes = { plane };
    EXPECT_THROW(this->picture(camera, options), InvalidInput);
  }
  FrameOptions many;
  many.clippingPlanes.resize(33, { { 0, 0, 1 }, -9.0 });
  EXPECT_THROW(this->picture(camera, many), InvalidInput);
  many.cropBox.on = true;
  EXPECT_THROW(this->picture(camera, many), InvalidInput) << "a box does not change that";
  FrameOptions flat;
  flat.cropBox.on = true;
  flat.cropBox.edges[2][2] = 0.0;
  EXPECT_THROW(this->picture(camera, flat), InvalidInput);
  flat.cropBox.edges[2][2] = nan;
  EXPECT_THROW(this->picture(camera, flat), InvalidInput);
  flat.cropBox.edges[2][2] = 1.0;
  flat.cropBox.origin[1] = infinite;
  EXPECT_THROW(this->picture(camera, flat), InvalidInput);
}

TEST_P(MeshCuts, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 120 : 15;
  int covered = 0;
  for (const std::uint32_t seed : seedsOf("MeshCuts", fixed, fixed))
  {
    Randomness random(seed);
    MeshScene scene = MeshCuts::scene(randomMesh(random, seed), random.chance(0.5));
    scene.drawVolume = scene.surfaces.empty() || random.chance(0.5);
    scene.perCell = scene.surfaces.empty() && random.chance(0.4);
    if (scene.perCell)
    {
      scene.scalars.resize(scene.tets.size() / 4);
      for (double& scalar : scene.scalars)
        scalar = random.real(0, 1);
    }
    for (int n = random.integer(4); n > 0; --n)
    {
      const Vector normal = random.direction();
      scene.clippingPlanes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.7, 0.3) });
    }
    scene.cropBox.on = random.chance(0.6);
    scene.cropBox.keepsOutside = random.chance(0.6);
    const Matrix turn = rotation(random.direction(), random.real(0, 180));
    for (int edge = 0; edge < 3; ++edge)
    {
      const double size = random.real(0.1, 1.5);
      for (int axis = 0; axis < 3; ++axis)
      {
        scene.cropBox.edges[edge][axis] = size * turn[4 * axis + edge];
        scene.cropBox.origin[axis] -= random.real(0.3, 0.7) * scene.cropBox.edges[edge][axis];
      }
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options;
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    this->give(scene);
    const SurfaceComparison found = this->compare(scene, camera, options);
    EXPECT_EQ(found.wrong, 0) << "seed " << seed << ": " << found.problem;
    EXPECT_LE(found.shifted, 2 + found.pixels / 200) << "seed " << seed;
    covered += found.covered;
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(covered, 20 * fixed);
  }
}

INKRAY_TEST_ON_DEVICES(MeshCuts);

} // namespace
