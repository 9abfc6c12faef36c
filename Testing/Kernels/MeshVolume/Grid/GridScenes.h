// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Films/BlendTest.h"
#include "MeshVolume/Grid/RandomGrid.h"

#include <algorithm>
#include <vector>

namespace inkray::testing
{

/// Colors, and depths if there are any.
inline std::vector<float> pictureOf(const GridRayCaster& caster, const Camera& camera)
{
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
  std::vector<float> picture(caster.image(), caster.image() + 4 * pixels);
  if (caster.depth())
    picture.insert(picture.end(), caster.depth(), caster.depth() + pixels);
  return picture;
}

/// A random scene with all features of grids, and options for it.
inline GridVolumeScene randomGridScene(Randomness& random, FrameOptions& options)
{
  GridVolumeScene scene = randomScene(random, true);
  const ValueType type = scene.volume.scalars.type;
  const double unit = scaledValue(type, 1.0) - scaledValue(type, 0.0);
  Storage storage;
  storage.association = scene.volume.scalars.association;
  const auto number = [](
                        const GridIndex& p, const GridIndex&) { return double((p[0] + 2 * p[2]) % 3) - 1.0; };
  if (random.chance(0.3))
    scene.gradientOpacity.knots = { { 0.0, 0.1f }, { 1.5 * unit, 1.0f } };
  if (random.chance(0.3))
  {
    scene.opacity = makeArray(number, scene.volume.dimensions, storage);
    scene.opacityFunction = functionOver(random, ValueType::Float32);
  }
  if (random.chance(0.3))
  {
    scene.threshold = makeArray(number, scene.volume.dimensions, storage);
    scene.bounds = { -1.0, 0.5 };
  }
  if (random.chance(0.4) && !scene.volume.areCellsConstant)
  {
    scene.surfaces.resize(1);
    scene.surfaces[0].value = scaledValue(type, random.real(-0.5, 0.5));
    scene.surfaces[0].opacity = random.chance(0.5) ? 1.0f : 0.5f;
  }
  if (random.chance(0.3))
    options.slices.push_back({ { 0.3, 0.5, 0.8 }, random.real(-0.3, 0.3) });
  if (random.chance(0.4))
  {
    options.blend = randomBlend(random);
    options.keepsFilms = random.chance(0.5);
    for (TransferFunctionKnot& knot : scene.function.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
  }
  options.drawVolume = options.keepsFilms || random.chance(0.8);
  options.shade = random.chance(0.4);
  options.methods.countSteps = true;
  scene.lights.resize(1);
  scene.material.diffuse = 0.6f;
  cutAtRandom(random, options);
  if (!scene.surfaces.empty() && random.chance(0.5))
    colorSurfaces(random, scene);
  return scene;
}

} // namespace inkray::testing
