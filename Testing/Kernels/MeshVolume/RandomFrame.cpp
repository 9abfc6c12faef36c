// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/RandomFrame.h"

#include "MeshVolume/RayCastTest.h"
#include "Oracles/PointGradients.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inkray::testing::frames
{

const int numLevels[numFeatures] = { 6, 3, 3, 3, 2, 3, 5, 5, 4, 2, 2, 2 };
const char* const levelNames[numFeatures] = {
  "points, cells, categories, cell categories, colors, cell colors", "none, points, cells",
  "none, gradient opacity, table", "none, gray, colored", "per cell, smooth", "none, hidden, shown",
  "none, isosurfaces, slices, both, slices alone", "composite, maximum, minimum, average, additive",
  "none, plane, box, threshold", "perspective, parallel", "edge functions, planes", "fastest, general"
};

namespace
{

std::vector<double> valuesOf(const FrameScene& scene, bool perCell, Randomness& random)
{
  std::vector<double> values(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
  for (double& v : values)
    v = random.real(0, 1);
  return values;
}

} // namespace

void obeyRules(Levels& levels)
{
  const bool areColors = levels[Values] >= 4;
  if (areColors && (levels[Blend] == 1 || levels[Blend] == 2))
    levels[Blend] += 2; // colors have no order
  if (areColors && levels[Functions] == 2)
    levels[Functions] = 1; // colors have no value to look up in a table
  if (areColors && levels[Opacity] == 0)
    levels[Opacity] = 1; // colors have no opacity
}

std::string describe(const Levels& levels)
{
  std::string text;
  for (int f = 0; f < numFeatures; ++f)
  {
    std::string names = levelNames[f];
    for (int level = 0; level < levels[f]; ++level)
      names.erase(0, names.find(", ") + 2);
    text += (f ? "; " : "") + names.substr(0, names.find(", "));
  }
  return text;
}

Levels randomLevels(Randomness& random)
{
  Levels levels;
  for (int f = 0; f < numFeatures; ++f)
    levels[f] = random.integer(numLevels[f]);
  obeyRules(levels);
  return levels;
}

FrameScene makeScene(const Levels& levels, Randomness& random)
{
  generator::MeshOptions mesh;
  for (int& cells : mesh.cells)
    cells = 2 + random.integer(3);
  mesh.seed = static_cast<std::uint32_t>(random.integer(1 << 20));
  mesh.cut = random.chance(0.5) ? generator::Cut::Center : generator::Cut::Kuhn;
  mesh.shape = generator::Shape::Convex;
  FrameScene scene{ fromGenerator(mesh) };
  scene.transferFunction = randomFunction(random);
  const int values = levels[Values];
  const bool perCell = values == 1 || values == 3 || values == 5, areColors = values >= 4;
  const bool areCategories = values == 2 || values == 3;
  const auto categorise = [](std::vector<double>& of) {
    for (double& v : of)
      v = std::round(4.0 * v) / 4.0;
  };
  if (values == 1 || values == 3)
    scene.cellValues = valuesOf(scene, true, random);
  if (areCategories)
  {
    categorise(perCell ? scene.cellValues : scene.scalars);
    // The function has knots at both ends of the range, so categories equal the values to the bit of a float.
    auto& range = perCell ? scene.cellValues : scene.scalars;
    range[0] = 0.0;
    range[1] = 1.0;
    scene.transferFunction.isCategorical = true;
    for (const double v : { 0.0, 0.25, 0.75, 1.0 })
      scene.transferFunction.categories.push_back(
        { v, static_cast<float>(random.real(0, 1)), static_cast<float>(v), 0.5f });
    scene.transferFunction.otherColor[2] = 0.9f;
  }
  if (areColors)
  {
    scene.areColorsPerCell = perCell;
    scene.colors.resize(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
    for (auto& color : scene.colors)
      color = { random.real(0, 1), random.real(0, 1), random.real(0, 1) };
  }
  if (levels[Opacity] > 0)
  {
    scene.areOpacitiesPerCell = levels[Opacity] == 2;
    scene.opacities = valuesOf(scene, scene.areOpacitiesPerCell, random);
    scene.opacityFunction = randomFunction(random);
  }
  if (levels[Functions] == 1)
    scene.gradientFunctions.opacity = { { { 0.2, 0.1f }, { 0.7, 1.5f }, { 0.7, 0.4f }, { 1.6, 1.0f } } };
  else if (levels[Functions] == 2)
  {
    TransferFunction2D& table = scene.gradientFunctions.table;
    table.columns = 5;
    table.rows = 4;
    table.magnitudes[1] = 1.5;
    for (int e = 0; e < 20; ++e)
      table.entries.push_back({ static_cast<float>(random.real(0, 1)), static_cast<float>(random.real(0, 1)),
        0.4f, static_cast<float>(random.real(0, 3)) });
  }
  scene.shade = levels[Light] > 0;
  const VolumeShade shade = levels[Light] == 2 ? coloredLights() : headlight();
  scene.material = shade.material;
  scene.lights = shade.lights;
  scene.smooth = levels[Normals] == 1;
  if (levels[Missing] > 0)
  {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < 2; ++k)
      if (areColors)
        scene.colors[scene.colors.size() / 3 + static_cast<std::size_t>(k)][1] = nan;
      else
      {
        auto& of = perCell ? scene.cellValues : scene.scalars;
        of[of.size() / 3 + static_cast<std::size_t>(k)] = nan;
      }
    if (levels[Missing] == 2)
      scene.missing = { 0.9f, 0.2f, 0.6f, 1.5f };
  }
  if (levels[Surfaces] & 1)
    for (const double value : { 0.37, 0.61 })
    {
      Isosurface surface;
      surface.value = value;
      surface.opacity = value > 0.5 ? 1.0f : 0.4f;
      scene.surfaces.push_back(surface);
    }
  scene.drawVolume = levels[Surfaces] != 4;
  if (levels[Surfaces] & 2 || !scene.drawVolume)
  {
    scene.slices.push_back({ { 0.3, 0.8, -0.52 }, 0.11 });
    scene.sliceOpacity = 0.55;
  }
  scene.blend = static_cast<BlendMode>(levels[Blend]);
  if (scene.blend == BlendMode::Average)
  {
    scene.averageRange[0] = 0.2;
    scene.averageRange[1] = 0.8;
  }
  if (levels[Cut] == 1)
    scene.clippingPlanes.push_back({ { 0.6, -0.48, 0.64 }, -0.2 });
  else if (levels[Cut] == 2)
  {
    scene.cropBox.on = scene.cropBox.keepsOutside = true;
    for (double& x : scene.cropBox.origin)
      x = -0.31;
    for (int axis = 0; axis < 3; ++axis)
      scene.cropBox.edges[axis][axis] = 0.8;
  }
  else if (levels[Cut] == 3)
    for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
      scene.hidden.push_back(random.chance(0.2) ? 1 : 0);
  return scene;
}

void giveFrame(LookedCaster& caster, const FrameScene& scene)
{
  if (!scene.colors.empty())
  {
    Field colors = fieldOf({}, scene.areColorsPerCell);
    colors.values = scene.colors.data();
    colors.numTuples = static_cast<std::int64_t>(scene.colors.size());
    colors.numComponents = 3;
    caster.setColors(colors, 1.0);
    caster.setGradientScalars(fieldOf(scene.scalars, false));
  }
  else if (!scene.cellValues.empty())
  {
    caster.setScalars(fieldOf(scene.cellValues, true));
    caster.setGradientScalars(fieldOf(scene.scalars, false));
  }
  caster.dropOpacityScalars();
  if (!scene.opacities.empty())
  {
    caster.setOpacityScalars(fieldOf(scene.opacities, scene.areOpacitiesPerCell));
    caster.setOpacityFunction(scene.opacityFunction);
  }
  if (!scene.hidden.empty())
  {
    const std::vector<double> seen(scene.hidden.begin(), scene.hidden.end());
    caster.setThresholdScalars(fieldOf(seen, true));
    caster.setThreshold(-0.5, 0.5);
  }
}

bool hasPointWithoutDirection(const FrameScene& scene)
{
  const std::vector<Vector> gradients = pointGradients(scene);
  const auto isFinite = [&](std::int64_t p) {
    return std::isfinite(scene.scalars[static_cast<std::size_t>(p)]);
  };
  for (std::size_t t = 0; t < scene.tets.size(); t += 4)
    if (std::all_of(&scene.tets[t], &scene.tets[t] + 4, isFinite))
      for (std::size_t v = t; v < t + 4; ++v)
        if (norm(gradients[static_cast<std::size_t>(scene.tets[v])]) < 1e-3) // for values from 0 to 1
          return true;
  return false;
}

} // namespace inkray::testing::frames
