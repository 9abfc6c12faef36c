// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray::testing
{

inline Field fieldOf(const std::vector<double>& values, Association association)
{
  Field field;
  field.values = values.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(values.size());
  field.association = association;
  return field;
}

inline std::vector<double> randomValues(Randomness& random, std::size_t count)
{
  std::vector<double> values(count);
  for (double& value : values)
    value = random.chance(0.01) ? std::nan("") : random.real(0, 1);
  return values;
}

/// A mesh with everything that a caster gets, and the options of a frame.
struct CompositedScene
{
  OracleScene mesh;
  FrameOptions options;
  std::vector<float> opaqueDepth;
  std::vector<double> opacity, threshold, gradients, colors;
  std::vector<Isosurface> surfaces;
  bool hasGradientOpacity = false;

  void giveTo(LookedCaster& caster) const
  {
    const std::size_t numPoints = mesh.points.size() / 3;
    giveScene(caster, mesh);
    if (!gradients.empty())
      caster.setGradientScalars(fieldOf(gradients, Association::Points));
    if (opacity.empty())
      caster.dropOpacityScalars();
    else
    {
      caster.setOpacityScalars(
        fieldOf(opacity, opacity.size() == numPoints ? Association::Points : Association::Cells));
      caster.setOpacityFunction(translucentFunction());
    }
    if (threshold.empty())
      caster.dropThresholdScalars();
    else
    {
      caster.setThresholdScalars(fieldOf(threshold, Association::Cells));
      caster.setThreshold(0.2, 2.0);
    }
    caster.setIsosurfaces(surfaces);
    GradientOpacity function;
    if (hasGradientOpacity)
      function.knots = { { 0.0, 0.2f }, { 3.0, 1.0f } };
    caster.setGradientOpacity(function);
    SurfaceLight light;
    light.direction[0] = 0.4f;
    light.direction[1] = 0.3f;
    light.direction[2] = 0.8f;
    caster.setLights({ light });
  }
};

/// A random scene in blend mode Composite.
inline CompositedScene randomCompositedScene(Randomness& random, std::uint32_t seed, const Camera& camera)
{
  CompositedScene scene;
  scene.mesh = randomMesh(random, seed);
  scene.mesh.transferFunction = randomFunction(random);
  scene.mesh.perCell = random.chance(0.3);
  const std::size_t numPoints = scene.mesh.points.size() / 3, numTets = scene.mesh.tets.size() / 4;
  if (scene.mesh.perCell)
    scene.mesh.scalars = randomValues(random, numTets);
  keepOffSteps(scene.mesh.transferFunction, scene.mesh.scalars);
  FrameOptions& options = scene.options;
  if (random.chance(0.3))
    options.gradients = Gradients::Smooth;
  const bool isLit = random.chance(0.3), hasSurfaces = random.chance(0.3);
  scene.hasGradientOpacity = random.chance(0.2);
  options.shade = isLit;
  if (hasSurfaces)
  {
    scene.surfaces.resize(1 + static_cast<std::size_t>(random.integer(2)));
    for (Isosurface& surface : scene.surfaces)
    {
      surface.value = random.real(0.2, 0.8);
      surface.opacity = random.chance(0.5) ? 1.0f : 0.5f;
    }
    options.drawVolume = random.chance(0.7);
  }
  if (scene.mesh.perCell && (isLit || hasSurfaces || scene.hasGradientOpacity))
  {
    scene.gradients.resize(numPoints);
    for (std::size_t i = 0; i < numPoints; ++i)
      scene.gradients[i] = std::sin(2 * scene.mesh.points[3 * i]) + scene.mesh.points[3 * i + 1];
  }
  if (random.chance(0.2))
    scene.opacity = randomValues(random, random.chance(0.5) ? numPoints : numTets);
  if (random.chance(0.2))
    scene.threshold = randomValues(random, numTets);
  if (random.chance(0.2))
  {
    const Vector normal = random.direction();
    options.clippingPlanes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.4, 0.2) });
  }
  if (random.chance(0.2))
  {
    options.cropBox.on = true;
    options.cropBox.keepsOutside = random.chance(0.5);
    for (int axis = 0; axis < 3; ++axis)
    {
      options.cropBox.origin[axis] = random.real(-0.7, 0.0);
      options.cropBox.edges[axis][axis] = random.real(0.3, 1.2);
    }
  }
  if (random.chance(0.1))
  {
    const Vector normal = random.direction();
    options.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.3, 0.3) });
    options.sliceOpacity = random.chance(0.5) ? 1.0f : 0.4f;
  }
  scene.opaqueDepth = randomOpaqueDepth(random, camera);
  options.opaqueDepth = scene.opaqueDepth.empty() ? nullptr : scene.opaqueDepth.data();
  options.earlyTermination = random.chance(0.5) ? 0.001f : 0.0f;
  return scene;
}

} // namespace inkray::testing
