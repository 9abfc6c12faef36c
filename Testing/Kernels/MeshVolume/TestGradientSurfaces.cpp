// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces and slices in volumes with gradient opacity or a two-dimensional transfer function, compared
// with the double-precision brute-force caster.
#include "../../Seeds.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// For values from 0 to 1 in a mesh of size 2, whose gradients have magnitudes of up to about 2.
OracleGradientFunctions steepParts()
{
  return { { { { 0.1, 0.3f }, { 0.3, 0.0f }, { 0.4, 0.0f }, { 0.7, 1.0f }, { 0.9, 0.2f }, { 0.9, 1.5f },
             { 1.4, 0.4f } } },
    {} };
}
OracleGradientFunctions table(int columns, int rows)
{
  TransferFunction2D table;
  table.columns = columns;
  table.rows = rows;
  table.values[0] = 0.1;
  table.values[1] = 0.9;
  table.magnitudes[0] = 0.1;
  table.magnitudes[1] = 1.4;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
    {
      const double x = (column + 0.5) / columns, y = (row + 0.5) / rows;
      table.entries.push_back({ float(x), float(y), float(0.5 + 0.5 * std::sin(7 * x + 5 * y)),
        float(std::max(0.0, 3.0 * std::sin(6 * x - 4 * y))) });
    }
  return { {}, table };
}

/// A volume with three surfaces, one of them opaque, and three slices.
MeshScene gradientScene(
  const OracleScene& mesh, const OracleGradientFunctions& functions, const VolumeShade& shade)
{
  MeshScene scene = withSurfaces(mesh, false);
  scene.surfaces[2].opacity = 1.0f;
  scene.transferFunction = translucentFunction();
  scene.slices = { { { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, 0.3 }, { { 0.1, 3.0, 0.2 }, -0.4 } };
  scene.sliceOpacity = 0.4;
  scene.lights = shade.lights;
  scene.material = shade.material;
  scene.smooth = shade.gradients == Gradients::Smooth;
  scene.gradientFunctions = functions;
  return scene;
}

class GradientSurfaces : public MeshSurfaceTest
{
protected:
  /// Expects the scene's picture, and a different picture without the functions.
  void expectBoth(MeshScene scene, const Camera& camera, const std::string& what)
  {
    this->expectScene(scene, camera, {}, what);
    const std::vector<float> with = this->picture(camera, optionsOf(scene));
    scene.gradientFunctions = {};
    this->give(scene);
    EXPECT_NE(with, this->picture(camera, optionsOf(scene))) << what;
  }
};

TEST_P(GradientSurfaces, WithAndWithoutLight)
{
  const int size = imageSize(56);
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
    for (const bool lit : { false, true })
    {
      MeshScene scene = gradientScene(nonConvexMesh(), steepParts(), lit ? coloredLights() : shade);
      scene.smooth = shade.gradients == Gradients::Smooth;
      scene.shade = lit;
      const std::string what = std::string(scene.smooth ? "smooth" : "per cell") + (lit ? ", lit" : "");
      this->expectBoth(scene, perspectiveView(size, size), what);
      scene.lights = headlight().lights;
      this->expectScene(scene, parallelView(size, size), {}, what + ", parallel");
    }
}

TEST_P(GradientSurfaces, InTables)
{
  const int size = imageSize(56);
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
  {
    MeshScene scene = gradientScene(nonConvexMesh(), table(9, 7), shade);
    const std::string what = scene.smooth ? "smooth" : "per cell";
    this->expectBoth(scene, perspectiveView(size, size), what);
    scene.slices.clear();
    this->expectScene(scene, parallelView(size, size), {}, what + ", without slices");
    // With a table, only slices need the transfer function.
    scene.transferFunction = {};
    this->Caster = LookedCaster::create(this->GetParam());
    this->expectScene(scene, parallelView(size, size), {}, what + ", without transfer function");
  }
}

TEST_P(GradientSurfaces, CutOpen)
{
  const int size = imageSize(56);
  for (const VolumeShade& shade : { headlight(), perCell(coloredLights()) })
    for (const OracleGradientFunctions& functions : { steepParts(), table(9, 7) })
      for (const bool lit : { false, true })
      {
        MeshScene scene = gradientScene(nonConvexMesh(), functions, shade);
        if (lit && !functions.table.entries.empty())
          continue;
        scene.shade = lit;
        scene.clippingPlanes = { { { 0.0, 0.2, -1.0 }, -0.6 } };
        scene.cropBox.on = true;
        scene.cropBox.keepsOutside = true;
        for (double& x : scene.cropBox.origin)
          x = -0.3;
        this->expectScene(scene, perspectiveView(size, size), {}, "by a plane and a box");
      }
}

TEST_P(GradientSurfaces, MoreThanAreKept)
{
  // A ray through sixty surfaces pauses, and restores its whole state when it continues.
  const int size = imageSize(40);
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
    for (const OracleGradientFunctions& functions : { steepParts(), table(9, 7) })
    {
      MeshScene scene = gradientScene(nonConvexMesh(), functions, shade);
      scene.shade = functions.table.entries.empty();
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

TEST_P(GradientSurfaces, PicksAreOfTheVolumeThatIsSeen)
{
  // A constant factor acts like a transfer function with less attenuation, and a table of one row like a
  // transfer function.
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
    for (const bool byTable : { false, true })
    {
      MeshScene scene = gradientScene(convexMesh(), {}, shade);
      for (Isosurface& surface : scene.surfaces)
        surface.opacity = 0.1f;
      scene.slices.clear();
      if (byTable)
        scene.gradientFunctions = table(6, 1);
      else
        scene.gradientFunctions.opacity = { { { 0.3, 0.4f } } };
      const auto picked = [&] {
        this->give(scene);
        this->caster().pick(camera, optionsOf(scene), 0.3f);
        const std::uint32_t* const tets = this->caster().pickedTets();
        return std::vector<std::uint32_t>(
          tets, tets + static_cast<std::size_t>(camera.width) * camera.height);
      };
      const std::vector<std::uint32_t> withFunctions = picked();
      if (byTable)
      {
        scene.transferFunction.knots.clear();
        for (int column = 0; column < 6; ++column)
        {
          const auto& e = scene.gradientFunctions.table.entries[static_cast<std::size_t>(column)];
          scene.transferFunction.knots.push_back(
            { 0.1 + 0.16 * column, e.red, e.green, e.blue, e.attenuation });
        }
      }
      else
        for (TransferFunctionKnot& knot : scene.transferFunction.knots)
          knot.attenuation *= 0.4f;
      scene.gradientFunctions = {};
      const std::vector<std::uint32_t> without = picked();
      std::size_t seen = 0, others = 0;
      for (std::size_t i = 0; i < without.size(); ++i)
      {
        seen += without[i] != noCell;
        others += without[i] != withFunctions[i];
      }
      EXPECT_GT(seen, without.size() / 20);
      EXPECT_LE(others, without.size() / 400); // rounding decides about these
    }
}

TEST_P(GradientSurfaces, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 50 : 8;
  int covered = 0;
  for (const std::uint32_t seed : seedsOf("GradientSurfaces", fixed, fixed))
  {
    Randomness random(seed);
    VolumeShade shade = random.chance(0.5) ? headlight() : coloredLights();
    shade.gradients = random.chance(0.6) ? Gradients::Smooth : Gradients::PerCell;
    const bool hasTable = random.chance(0.5);
    MeshScene scene = gradientScene(randomMesh(random, seed),
      hasTable ? table(1 + random.integer(9), 1 + random.integer(9)) : steepParts(), shade);
    scene.transferFunction = randomFunction(random);
    scene.shade = !hasTable && random.chance(0.5);
    scene.surfaces[2].opacity = random.chance(0.5) ? 1.0f : 0.5f;
    for (Isosurface& surface : scene.surfaces)
      surface.value += random.real(-0.08, 0.08);
    if (random.chance(0.3))
      scene.slices.clear();
    else if (random.chance(0.3))
      scene.surfaces.clear();
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

INKRAY_TEST_ON_DEVICES(GradientSurfaces);

} // namespace
