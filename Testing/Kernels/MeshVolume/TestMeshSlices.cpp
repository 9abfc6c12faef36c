// SPDX-License-Identifier: BSD-3-Clause
// Slices of meshes, alone, in a volume and among isosurfaces, compared with the double-precision brute-force
// caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"

#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MeshSlices : public MeshSurfaceTest
{
protected:
  static MeshScene scene(const OracleScene& mesh)
  {
    MeshScene scene(mesh);
    scene.transferFunction = translucentFunction();
    scene.slices = { { { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, 0.3 }, { { 0.1, 3.0, 0.2 }, -0.4 } };
    return scene;
  }
};

/// A slice in the plane that cuts the mesh open is visible from both sides.
TEST_P(MeshSlices, InAClippingPlane)
{
  const int size = imageSize(48);
  MeshScene scene = MeshSlices::scene(convexMesh());
  scene.drawVolume = false;
  for (const double side : { 1.0, -1.0 })
  {
    const ClippingPlane plane = { { side * 0.6, side * 0.2, side * 0.7 }, side * 0.1 };
    scene.slices = { plane };
    scene.clippingPlanes.clear();
    this->give(scene);
    const Camera camera = perspectiveView(size, size);
    const std::vector<float> slice = this->picture(camera, optionsOf(scene));
    scene.clippingPlanes = { plane };
    const std::vector<float> cut = this->picture(camera, optionsOf(scene));
    EXPECT_LT(difference(cut.data(), std::vector<double>(slice.begin(), slice.end())).maximum, 1e-5) << side;
  }
}

/// Slices that a ray meets at one place, as along their line of intersection, all count there.
TEST_P(MeshSlices, InOnePlace)
{
  const int size = imageSize(48);
  MeshScene scene = MeshSlices::scene(convexMesh());
  const ClippingPlane plane = { { 0.6, 0.2, 0.7 }, 0.1 };
  scene.slices = { plane, { { -0.3, 0.5, 0.4 }, 0.2 }, plane };
  scene.sliceOpacity = 0.4;
  for (const bool volume : { true, false })
  {
    scene.drawVolume = volume;
    this->expectScene(scene, perspectiveView(size, size), {}, volume ? "in a volume" : "alone");
  }
}

/// The maximum number of slices behind one another. Without the last one the picture differs.
TEST_P(MeshSlices, ThirtyTwoSlices)
{
  const int size = imageSize(72);
  MeshScene scene = MeshSlices::scene(nonConvexMesh());
  scene.sliceOpacity = 0.2;
  scene.slices.clear();
  for (int i = 0; i < 32; ++i)
    scene.slices.push_back({ { 0.6, 0.2, 0.7 }, (i - 15.5) / 20 });
  for (const bool volume : { true, false })
  {
    scene.drawVolume = volume;
    this->expectScene(scene, perspectiveView(size, size), {}, volume ? "in a volume" : "alone");
  }
  const std::vector<float> all = this->picture(perspectiveView(size, size), optionsOf(scene));
  scene.slices.pop_back();
  EXPECT_NE(this->picture(perspectiveView(size, size), optionsOf(scene)), all);
}

TEST_P(MeshSlices, BadInput)
{
  MeshScene scene = MeshSlices::scene(singleTet());
  scene.transferFunction = {};
  this->give(scene);
  const Camera camera = perspectiveView(8, 8);
  FrameOptions options;
  options.drawVolume = false;
  options.slices = { { { 0, 0, 1 }, 0.1 } };
  EXPECT_THROW(this->picture(camera, options), InvalidInput) << "without a transfer function";
  scene.transferFunction = translucentFunction();
  scene.slices = options.slices;
  scene.drawVolume = false;
  this->give(scene);
  const SurfaceComparison mended = this->compare(scene, camera, {});
  EXPECT_EQ(mended.wrong, 0) << mended.problem;
  EXPECT_GT(mended.covered, 0);
  options.slices.push_back({ { 0, 0, 0 }, 1.0 });
  EXPECT_THROW(this->picture(camera, options), InvalidInput);
  options.slices.back() = { { 0, 1, 0 }, std::numeric_limits<double>::infinity() };
  EXPECT_THROW(this->picture(camera, options), InvalidInput);
  options.slices.back().distance = 0.0;
  for (const float opacity : { -0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN() })
  {
    options.sliceOpacity = opacity;
    EXPECT_THROW(this->picture(camera, options), InvalidInput) << opacity;
  }
  options.sliceOpacity = 0.5f;
  options.slices.resize(33, options.slices.front());
  EXPECT_THROW(this->picture(camera, options), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(MeshSlices);

} // namespace
