// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Merged/RandomMergedScene.h"

#include "MeshVolume/Merged/MergedMeshesTest.h"

#include <cmath>

namespace inkray::testing
{

void addSurfaces(Randomness& random, MergedScene& scene)
{
  MeshScene& drawn = scene.drawn;
  for (int s = scene.mesh.perCell ? 0 : random.integer(5); s > 0; --s)
  {
    Isosurface surface;
    surface.value = random.real(0.05, 0.95);
    for (float& c : surface.color)
      c = static_cast<float>(random.real(0, 1));
    surface.opacity = random.chance(0.2) ? 1.0f : static_cast<float>(random.real(0.05, 0.95));
    drawn.surfaces.push_back(surface);
  }
  for (int s = random.integer(3); s > 0; --s)
  {
    const Vector normal = random.direction();
    drawn.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.3, 0.3) });
  }
  drawn.sliceOpacity = random.chance(0.3) ? 1.0 : static_cast<float>(random.real(0.1, 0.9));
  drawn.drawVolume = random.chance(0.7) || (drawn.surfaces.empty() && drawn.slices.empty());
  drawn.smooth = random.chance(0.5);
  drawn.lights.resize(static_cast<std::size_t>(random.integer(3)));
  for (SurfaceLight& light : drawn.lights)
  {
    const Vector d = random.direction();
    for (int axis = 0; axis < 3; ++axis)
      light.direction[axis] = static_cast<float>(d[static_cast<std::size_t>(axis)]);
  }
  drawn.material.ambient = static_cast<float>(random.real(0, 0.4));
  drawn.material.specular = static_cast<float>(random.real(0, 0.4));
}

MergedScene randomMember(Randomness& random, std::uint32_t seed, const Camera& camera)
{
  MergedScene scene;
  scene.mesh = randomMesh(random, seed);
  scene.mesh.transferFunction = randomFunction(random);
  scene.mesh.perCell = random.chance(0.3);
  if (scene.mesh.perCell)
  {
    scene.mesh.scalars.resize(scene.mesh.tets.size() / 4);
    for (double& scalar : scene.mesh.scalars)
      scalar = random.real(0, 1);
    keepOffSteps(scene.mesh.transferFunction, scene.mesh.scalars);
  }
  for (double& scalar : scene.mesh.scalars)
    scalar = random.chance(0.01) ? std::nan("") : scalar;
  const double size = random.real(0.4, 1.2);
  const Matrix moved = translation(random.real(-0.6, 0.6), random.real(-0.6, 0.6), random.real(-0.6, 0.6)),
               turned = rotation(random.direction(), random.real(0, 360)),
               scaled = scaling(size, size * random.real(0.5, 1.5), size);
  scene.camera = cameraOf(camera, multiply(moved, multiply(turned, scaled)));
  if (random.chance(0.2))
  {
    const Vector normal = random.direction();
    scene.planes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.4, 0.2) });
  }
  if (random.chance(0.2))
  {
    scene.threshold.resize(scene.mesh.tets.size() / 4);
    for (double& value : scene.threshold)
      value = random.real(0, 1);
  }
  if (random.chance(0.2))
  {
    scene.box.on = true;
    scene.box.keepsOutside = random.chance(0.6);
    for (int axis = 0; axis < 3; ++axis)
    {
      scene.box.origin[axis] = random.real(-0.7, 0.0);
      scene.box.edges[axis][axis] = random.real(0.3, 1.2);
    }
  }
  return scene;
}

} // namespace inkray::testing
