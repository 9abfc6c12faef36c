// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces and slices in a lit volume, compared with the double-precision brute-force caster.
#include "../../Seeds.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/RandomScene.h"

#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A lit volume with three surfaces, one of them opaque, and three slices.
MeshScene litScene(const OracleScene& mesh, const VolumeShade& shade)
{
  MeshScene scene = withSurfaces(mesh, false);
  scene.surfaces[2].opacity = 1.0f;
  scene.transferFunction = translucentFunction();
  scene.slices = { { { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, 0.3 }, { { 0.1, 3.0, 0.2 }, -0.4 } };
  scene.sliceOpacity = 0.4;
  scene.lights = shade.lights;
  scene.material = shade.material;
  scene.smooth = shade.gradients == Gradients::Smooth;
  scene.shade = true;
  return scene;
}

class LitMeshSurfaces : public MeshSurfaceTest
{
};

TEST_P(LitMeshSurfaces, AndSlices)
{
  const int size = imageSize(64);
  for (const VolumeShade& shade :
    { headlight(), coloredLights(), perCell(headlight()), perCell(coloredLights()) })
    for (const Camera& camera : { perspectiveView(size, size), parallelView(size, size) })
    {
      MeshScene scene = litScene(nonConvexMesh(), shade);
      const std::string what = std::string(scene.smooth ? "smooth" : "per cell") +
        (shade.lights.size() == 1 ? ", gray" : ", colored") + (camera.isParallel() ? ", parallel" : "");
      this->expectScene(scene, camera, {}, what);
      // The picture without light must differ.
      const std::vector<float> lit = this->picture(camera, optionsOf(scene));
      scene.shade = false;
      EXPECT_NE(lit, this->picture(camera, optionsOf(scene))) << what;
      this->expectScene(scene, camera, {}, what + ", without light");
    }
}

TEST_P(LitMeshSurfaces, EitherAlone)
{
  const int size = imageSize(64);
  for (const VolumeShade& shade : { headlight(), perCell(coloredLights()) })
  {
    MeshScene scene = litScene(convexMesh(), shade);
    scene.slices.clear();
    this->expectScene(scene, perspectiveView(size, size), {}, "surfaces");
    scene = litScene(convexMesh(), shade);
    scene.surfaces.clear();
    this->expectScene(scene, perspectiveView(size, size), {}, "slices");
  }
}

TEST_P(LitMeshSurfaces, CutOpen)
{
  const int size = imageSize(64);
  for (const VolumeShade& shade : { headlight(), perCell(coloredLights()) })
  {
    MeshScene scene = litScene(nonConvexMesh(), shade);
    scene.clippingPlanes = { { { 0.0, 0.2, -1.0 }, -0.6 } };
    this->expectScene(scene, perspectiveView(size, size), {}, "by a plane");
    scene.cropBox.on = true;
    scene.cropBox.keepsOutside = true;
    for (double& x : scene.cropBox.origin)
      x = -0.3;
    this->expectScene(scene, perspectiveView(size, size), {}, "by a plane and a box");
  }
}

TEST_P(LitMeshSurfaces, MoreThanAreKept)
{
  // A ray through sixty surfaces pauses, and restores its light when it continues.
  const int size = imageSize(48);
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
  {
    MeshScene scene = litScene(nonConvexMesh(), shade);
    const Isosurface first = scene.surfaces[0];
    scene.surfaces.clear();
    for (int k = 0; k < 60; ++k)
    {
      scene.surfaces.push_back(first);
      scene.surfaces.back().value = 0.02 + 0.0161 * k;
      scene.surfaces.back().opacity = 0.03f;
    }
    this->expectScene(scene, perspectiveView(size, size), {}, scene.smooth ? "smooth" : "per cell");
  }
}

TEST_P(LitMeshSurfaces, SurfacesAloneHaveNoVolumeToLight)
{
  const int size = imageSize(48);
  MeshScene scene = litScene(convexMesh(), headlight());
  scene.drawVolume = false;
  this->expectScene(scene, perspectiveView(size, size));
}

TEST_P(LitMeshSurfaces, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 40 : 8;
  int covered = 0;
  for (const std::uint32_t seed : seedsOf("LitMeshSurfaces", fixed, fixed))
  {
    Randomness random(seed);
    MeshScene scene(randomMesh(random, seed));
    if (random.chance(0.7))
      scene = withSurfaces(scene, random.chance(0.3));
    VolumeShade shade = random.chance(0.5) ? headlight() : coloredLights();
    scene.lights = shade.lights;
    scene.material = shade.material;
    scene.smooth = random.chance(0.6);
    scene.shade = true;
    scene.transferFunction = randomFunction(random);
    for (int n = random.integer(4); n > 0 || (scene.surfaces.empty() && scene.slices.empty()); --n)
    {
      const Vector normal = random.direction();
      scene.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.6, 0.6) });
    }
    scene.sliceOpacity = random.chance(0.3) ? 1.0 : random.real(0, 1);
    for (double& value : scene.scalars)
      if (random.chance(0.01))
        value = std::numeric_limits<double>::quiet_NaN();
    covered += this->expectSeed(scene, random, seed);
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(covered, 20 * fixed);
  }
}

INKRAY_TEST_ON_DEVICES(LitMeshSurfaces);

} // namespace
