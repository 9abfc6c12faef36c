// SPDX-License-Identifier: BSD-3-Clause
// Tets without a value, drawn in their own color, compared with the double-precision brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN(),
                 Infinity = std::numeric_limits<double>::infinity();

/// A mesh with some missing values.
MeshScene withHoles(const OracleScene& mesh, bool perCell)
{
  MeshScene scene(mesh);
  scene.transferFunction = translucentFunction();
  scene.perCell = perCell;
  if (perCell)
  {
    scene.scalars.assign(scene.tets.size() / 4, 0.0);
    for (std::size_t t = 0; t < scene.scalars.size(); ++t)
      scene.scalars[t] = std::fmod(0.618 * static_cast<double>(t), 1.0);
  }
  for (std::size_t i = 0; i < scene.scalars.size(); i += 17)
    scene.scalars[i] = i % 2 ? NaN : i % 4 ? Infinity : -Infinity;
  scene.missing = { 0.9f, 0.2f, 0.6f, 1.7f };
  return scene;
}

class MissingValues : public MeshSurfaceTest
{
protected:
  void expectSeen(const MeshScene& scene, const Camera& camera, const std::string& what)
  {
    this->expectScene(scene, camera, {}, what);
    FrameOptions options = optionsOf(scene);
    const std::vector<float> seen = this->picture(camera, options);
    options.missing[3] = 0.0f;
    EXPECT_NE(seen, this->picture(camera, options)) << what;
  }
};

TEST_P(MissingValues, OfPointsAndCells)
{
  const int size = imageSize(56);
  for (const bool perCell : { false, true })
  {
    MeshScene scene = withHoles(nonConvexMesh(), perCell);
    const std::string what = perCell ? "cells" : "points";
    this->expectSeen(scene, perspectiveView(size, size), what);
    this->expectSeen(scene, parallelView(size, size), what + ", parallel");
    this->expectSeen(scene,
      perspectiveCamera({ 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, size, size),
      what + ", inside");
    scene.clippingPlanes = { { { 0.0, 0.2, -1.0 }, -0.6 } };
    scene.cropBox.on = scene.cropBox.keepsOutside = true;
    for (double& x : scene.cropBox.origin)
      x = -0.3;
    this->expectSeen(scene, perspectiveView(size, size), what + ", cut");
    scene.slices = { { { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, 0.3 } };
    scene.sliceOpacity = 0.4;
    if (!perCell)
      this->expectSeen(scene, perspectiveView(size, size), what + ", with slices");
  }
}

TEST_P(MissingValues, InTheLightAndAroundSurfaces)
{
  const int size = imageSize(56);
  for (const VolumeShade& shade :
    { headlight(), coloredLights(), perCell(headlight()), perCell(coloredLights()) })
    for (const bool lit : { false, true })
      for (const bool hasSurfaces : { false, true })
      {
        MeshScene scene = withHoles(nonConvexMesh(), false);
        if (hasSurfaces)
        {
          const MeshScene other = withSurfaces(nonConvexMesh(), false);
          scene.surfaces = other.surfaces;
          scene.surfaces[2].opacity = 1.0f;
        }
        scene.lights = shade.lights;
        scene.material = shade.material;
        scene.smooth = shade.gradients == Gradients::Smooth;
        scene.shade = lit;
        this->expectSeen(scene, perspectiveView(size, size),
          std::string(lit ? "lit" : "unlit") + (hasSurfaces ? ", surfaces" : "") +
            (scene.smooth ? ", smooth" : ", per cell"));
      }
}

TEST_P(MissingValues, AreNotLit)
{
  // With missing cells only, light changes nothing.
  MeshScene scene = withHoles(convexMesh(), true);
  const OracleScene points = convexMesh();
  std::fill(scene.scalars.begin() + 1, scene.scalars.end(), NaN);
  this->give(scene);
  this->caster().setGradientScalars(scalarInput(points));
  this->caster().setLights(headlight().lights);
  FrameOptions options = optionsOf(scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  const std::vector<float> unlit = this->picture(camera, options);
  options.shade = true;
  const std::vector<float> lit = this->picture(camera, options);
  std::size_t differences = 0;
  for (std::size_t i = 0; i < lit.size(); ++i)
    differences += lit[i] != unlit[i];
  EXPECT_LT(differences, lit.size() / 20) << "the one cell with a value";
}

TEST_P(MissingValues, ArePicked)
{
  // Dense cells without values are picked like dense cells with values.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  MeshScene scene(convexMesh());
  scene.transferFunction = constantFunction(500.0f);
  const auto picked = [&] {
    this->give(scene);
    this->caster().pick(camera, optionsOf(scene), 0.2f);
    const std::uint32_t* const tets = this->caster().pickedTets();
    return std::vector<std::uint32_t>(tets, tets + static_cast<std::size_t>(camera.width) * camera.height);
  };
  const std::vector<std::uint32_t> dense = picked();
  scene.missing = { 1.0f, 0.0f, 0.0f, 500.0f };
  for (std::size_t p = 0; p < scene.scalars.size(); p += 3)
    scene.scalars[p] = NaN;
  const std::vector<std::uint32_t> missing = picked();
  std::size_t seen = 0, others = 0;
  for (std::size_t i = 0; i < dense.size(); ++i)
  {
    seen += missing[i] != noCell;
    others += dense[i] != missing[i];
  }
  EXPECT_GT(seen, dense.size() / 10);
  EXPECT_LE(others, dense.size() / 400); // rounding decides about these
}

TEST_P(MissingValues, WithoutAnyNothingChanges)
{
  MeshScene scene(nonConvexMesh());
  scene.transferFunction = translucentFunction();
  this->give(scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  FrameOptions options = optionsOf(scene);
  const std::vector<float> without = this->picture(camera, options);
  options.missing[3] = 2.0f;
  EXPECT_EQ(without, this->picture(camera, options));
  options.missing[3] = -1.0f;
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput);
  options.missing[3] = 1.0f;
  options.missing[0] = static_cast<float>(NaN);
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput);
}

TEST_P(MissingValues, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 50 : 8;
  int covered = 0;
  for (const std::uint32_t seed : seedsOf("MissingValues", fixed, fixed))
  {
    Randomness random(seed);
    MeshScene scene(randomMesh(random, seed));
    scene.transferFunction = randomFunction(random);
    const bool perCell = random.chance(0.3);
    if (perCell)
    {
      scene.perCell = true;
      scene.scalars.resize(scene.tets.size() / 4);
      for (double& value : scene.scalars)
        value = random.real(0, 1);
      keepOffSteps(scene.transferFunction, scene.scalars);
    }
    else if (random.chance(0.5))
    {
      scene.surfaces = withSurfaces(scene, random.chance(0.3)).surfaces;
      for (Isosurface& surface : scene.surfaces)
        surface.value += random.real(-0.08, 0.08);
    }
    for (double& value : scene.scalars)
      if (random.chance(0.05))
        value = NaN;
    scene.missing = { 0.9f, 0.2f, 0.6f, float(random.chance(0.2) ? 50.0 : random.real(0.1, 3)) };
    const VolumeShade shade = random.chance(0.5) ? headlight() : coloredLights();
    scene.lights = shade.lights;
    scene.material = shade.material;
    scene.smooth = random.chance(0.5);
    scene.shade = !perCell && random.chance(0.5);
    covered += this->expectSeed(scene, random, seed);
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(covered, 20 * fixed);
  }
}

INKRAY_TEST_ON_DEVICES(MissingValues);

} // namespace
