// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Frames/RandomFrame.h"

#include "MeshVolume/RayCastTest.h"
#include "Oracles/PointGradients.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inkray::testing::frames
{

const int numLevels[numFeatures] = { 3, 6, 3, 3, 3, 3, 2, 3, 7, 5, 5, 2, 3, 2, 2, 2, 2 };
const char* const levelNames[numFeatures] = { "convex, non-convex, disconnected",
  "points, cells, categories, cell categories, colors, cell colors", "from 0 to 1, from 100 to 140, tiny",
  "no opacity, opacity of points, opacity of cells", "no gradients, gradient opacity, table",
  "no light, gray light, colored light", "per cell, smooth", "none missing, missing hidden, missing shown",
  "no surfaces, isosurfaces, slices, both, isosurfaces alone, slices alone, sixty isosurfaces",
  "composite, maximum, minimum, average, additive", "no cut, planes, box, threshold, all cuts",
  "perspective, parallel", "outside, inside, between near and far planes", "in place, stretched and mirrored",
  "no obstacle, obstacle", "edge functions, planes", "fastest, general" };

namespace
{

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

std::size_t countOf(const FrameScene& scene, bool perCell)
{
  return perCell ? scene.tets.size() / 4 : scene.points.size() / 3;
}
std::vector<double> valuesOf(const FrameScene& scene, bool perCell, Randomness& random)
{
  std::vector<double> values(countOf(scene, perCell));
  for (double& v : values)
    v = random.real(0, 1);
  return values;
}

OracleScene makeMesh(int shape, Randomness& random)
{
  generator::MeshOptions mesh;
  for (int& cells : mesh.cells)
    cells = shape > 0 ? 6 : 1 + random.integer(4);
  mesh.seed = static_cast<std::uint32_t>(random.integer(1 << 20));
  mesh.cut = random.chance(0.5) ? generator::Cut::Center : generator::Cut::Kuhn;
  mesh.order = random.chance(0.5) ? generator::Order::Random : generator::Order::Lattice;
  mesh.shape = shape == 0 ? generator::Shape::Convex
    : shape == 1          ? generator::Shape::NonConvex
                          : generator::Shape::Disconnected;
  return fromGenerator(mesh);
}

/// A random function; few have many knots.
TransferFunction makeFunction(Randomness& random)
{
  if (random.chance(0.8))
    return randomFunction(random);
  TransferFunction function;
  const int knots = 20 + random.integer(40);
  for (int k = 0; k < knots; ++k)
  {
    const auto number = [&] { return static_cast<float>(random.real(0, 1)); };
    function.knots.push_back({ (k + 0.5) / knots, number(), number(), number(), 2.0f * number() });
  }
  return function;
}

void makeCategories(FrameScene& scene, bool perCell, Randomness& random)
{
  std::vector<double>& values = perCell ? scene.cellValues : scene.scalars;
  for (double& v : values)
    v = std::round(4.0 * v) / 4.0;
  // The function has knots at both ends of the range, so categories equal the values to the bit of a float.
  values.front() = 0.0;
  values[1] = 1.0;
  scene.transferFunction.isCategorical = true;
  for (const double v : { 0.0, 0.25, 0.75, 1.0 })
    scene.transferFunction.categories.push_back(
      { v, static_cast<float>(random.real(0, 1)), static_cast<float>(v), 0.5f });
  scene.transferFunction.otherColor[2] = 0.9f;
}

void makeGradientFunctions(FrameScene& scene, bool isTable, Randomness& random)
{
  double largest = 0.0;
  for (const Vector& g : scene.smooth ? pointGradients(scene) : tetGradients(scene))
    largest = std::max(largest, norm(g));
  if (!isTable)
  {
    double magnitude = random.real(0.0, 0.3) * largest;
    for (int knot = 1 + random.integer(5); knot > 0; --knot)
    {
      scene.gradientFunctions.opacity.knots.push_back(
        { magnitude, static_cast<float>(random.chance(0.2) ? 0.0 : random.real(0, 1.2)) });
      magnitude += random.chance(0.2) ? 0.0 : random.real(0.02, 0.4) * largest;
    }
    return;
  }
  TransferFunction2D& table = scene.gradientFunctions.table;
  table.columns = 1 + random.integer(9);
  table.rows = 1 + random.integer(9);
  table.values[0] = random.real(-0.3, 0.3);
  table.values[1] = random.real(0.5, 1.2);
  table.magnitudes[0] = random.real(0.0, 0.2) * largest;
  table.magnitudes[1] = random.real(0.3, 1.1) * largest + 1e-3;
  for (int e = 0; e < table.columns * table.rows; ++e)
  {
    const auto number = [&] { return static_cast<float>(random.real(0, 1)); };
    table.entries.push_back({ number(), number(), number(), 3.0f * number() });
  }
}

void makeMissing(FrameScene& scene, bool perCell, Randomness& random)
{
  std::vector<double>& values = perCell ? scene.cellValues : scene.scalars;
  const std::size_t count = countOf(scene, perCell);
  for (std::size_t k = 0; k < 1 + count / 60; ++k)
  {
    const auto at = static_cast<std::size_t>(random.integer(static_cast<int>(count)));
    if (!scene.colors.empty())
      scene.colors[at][static_cast<std::size_t>(random.integer(3))] = nan;
    else
      values[at] = random.chance(0.7) ? nan : random.chance(0.5) ? infinity : -infinity;
  }
}

void makeSurfaces(FrameScene& scene, int level, Randomness& random)
{
  const int isosurfaces = level == 6         ? 60
    : level == 1 || level == 3 || level == 4 ? 1 + random.integer(4)
                                             : 0;
  for (int s = 0; s < isosurfaces; ++s)
  {
    Isosurface surface;
    surface.value = level == 6 ? 0.02 + 0.0161 * s : random.real(0.05, 0.95);
    for (float& c : surface.color)
      c = static_cast<float>(random.real(0, 1));
    surface.opacity = level == 6 ? 0.03f
      : random.chance(0.3)       ? 1.0f
                                 : static_cast<float>(random.real(0.05, 0.95));
    scene.surfaces.push_back(surface);
  }
  if (level == 6 && random.chance(0.5))
    scene.surfaces[30 + static_cast<std::size_t>(random.integer(30))].opacity = 1.0f;
  for (int s = level == 2 || level == 3 || level == 5 ? 1 + random.integer(4) : 0; s > 0; --s)
  {
    const Vector normal = random.direction();
    scene.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.5, 0.5) });
  }
  scene.sliceOpacity = random.chance(0.2) ? 1.0 : static_cast<float>(random.real(0.1, 0.9));
  scene.drawVolume = level != 4 && level != 5;
}

void makeCuts(FrameScene& scene, int level, Randomness& random)
{
  for (int n = level == 1 || level == 4 ? 1 + random.integer(3) : 0; n > 0; --n)
  {
    const Vector normal = random.direction();
    scene.clippingPlanes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.7, 0.1) });
  }
  if (level == 2 || level == 4)
  {
    scene.cropBox.on = true;
    scene.cropBox.keepsOutside = random.chance(0.6);
    const Matrix turn = rotation(random.direction(), random.real(0, 180));
    for (int edge = 0; edge < 3; ++edge)
    {
      const double size = random.real(0.4, 1.5);
      for (int axis = 0; axis < 3; ++axis)
      {
        scene.cropBox.edges[edge][axis] = size * turn[static_cast<std::size_t>(4 * axis + edge)];
        scene.cropBox.origin[axis] -= random.real(0.3, 0.7) * scene.cropBox.edges[edge][axis];
      }
    }
  }
  for (std::size_t t = 0; level > 2 && t < scene.tets.size() / 4; ++t)
    scene.hidden.push_back(random.chance(0.2) ? 1 : 0);
}

/// Scalar s of the scene, and of all its functions, becomes offset + factor * s.
void changeUnits(FrameScene& scene, double offset, double factor)
{
  const auto change = [=](double& value) { value = offset + factor * value; };
  std::for_each(scene.scalars.begin(), scene.scalars.end(), change);
  std::for_each(scene.cellValues.begin(), scene.cellValues.end(), change);
  for (TransferFunctionKnot& knot : scene.transferFunction.knots)
    change(knot.scalar);
  for (Isosurface& surface : scene.surfaces)
    change(surface.value);
  std::for_each(scene.averageRange, scene.averageRange + 2, change);
  std::for_each(scene.gradientFunctions.table.values, scene.gradientFunctions.table.values + 2, change);
  for (double& magnitude : scene.gradientFunctions.table.magnitudes)
    magnitude *= factor;
  for (auto& knot : scene.gradientFunctions.opacity.knots)
    knot.magnitude *= factor;
}

/// Whether the gradient at a point of a drawn tet is 0 up to rounding, for values from 0 to 1.
bool hasPointWithoutDirection(const FrameScene& scene)
{
  const std::vector<Vector> gradients = pointGradients(scene);
  const auto isFinite = [&](std::int64_t p) {
    return std::isfinite(scene.scalars[static_cast<std::size_t>(p)]);
  };
  for (std::size_t t = 0; t < scene.tets.size(); t += 4)
    if (std::all_of(&scene.tets[t], &scene.tets[t] + 4, isFinite))
      for (std::size_t v = t; v < t + 4; ++v)
        if (norm(gradients[static_cast<std::size_t>(scene.tets[v])]) < 1e-3)
          return true;
  return false;
}

FrameScene makeOnce(const Levels& levels, Randomness& random)
{
  FrameScene scene{ makeMesh(levels[Shape], random) };
  scene.transferFunction = makeFunction(random);
  const int values = levels[Values];
  const bool perCell = values == 1 || values == 3 || values == 5;
  if (values == 1 || values == 3)
    scene.cellValues = valuesOf(scene, true, random);
  else if (values == 0 && random.chance(0.3))
    scene.scalars = valuesOf(scene, false, random);
  if (values == 2 || values == 3)
    makeCategories(scene, perCell, random);
  keepOffSteps(scene.transferFunction, scene.cellValues);
  if (values >= 4)
  {
    scene.areColorsPerCell = perCell;
    scene.colors.resize(countOf(scene, perCell));
    for (auto& color : scene.colors)
      color = { random.real(0, 1), random.real(0, 1), random.real(0, 1) };
  }
  if (levels[Opacity] > 0)
  {
    scene.areOpacitiesPerCell = levels[Opacity] == 2;
    scene.opacities = valuesOf(scene, scene.areOpacitiesPerCell, random);
    scene.opacityFunction = makeFunction(random);
    keepOffSteps(scene.opacityFunction, scene.opacities);
    // With the nearest point's opacity, NaN makes only the surroundings of its point transparent. Films count
    // a cell whose opacity is NaN as transparent.
    if (values != 2 && levels[Missing] > 0 && (levels[Blend] == 0 || levels[Opacity] == 1))
      scene.opacities[static_cast<std::size_t>(random.integer(static_cast<int>(scene.opacities.size())))] =
        nan;
  }
  scene.shade = levels[Light] > 0;
  const VolumeShade shade = levels[Light] == 2 ? coloredLights() : headlight();
  scene.material = shade.material;
  scene.lights = shade.lights;
  if (levels[Light] == 2 && random.chance(0.7))
    for (SurfaceLight& light : scene.lights)
      for (int c = 0; c < 3; ++c)
      {
        light.specular[c] = static_cast<float>(random.real(0, 1));
        light.diffuse[c] = random.chance(0.5) ? 0.8f : light.diffuse[c];
      }
  scene.smooth = levels[Normals] == 1;
  if (levels[Missing] > 0)
    makeMissing(scene, perCell, random);
  if (levels[Missing] == 2)
    scene.missing = { 0.9f, 0.2f, 0.6f, random.chance(0.2) ? 50.0f : 1.5f };
  if (levels[Functions] > 0)
    makeGradientFunctions(scene, levels[Functions] == 2, random);
  makeSurfaces(scene, levels[Surfaces], random);
  scene.blend = static_cast<BlendMode>(levels[Blend]);
  if (scene.blend == BlendMode::Average && random.chance(0.7))
  {
    scene.averageRange[0] = random.real(0.0, 0.4);
    scene.averageRange[1] = random.real(0.6, 1.0);
  }
  makeCuts(scene, levels[Cut], random);
  return scene;
}

} // namespace

void obeyRules(Levels& levels)
{
  const bool areColors = levels[Values] >= 4, areCategories = levels[Values] == 2 || levels[Values] == 3;
  if (areColors && (levels[Blend] == 1 || levels[Blend] == 2))
    levels[Blend] += 2; // colors have no order
  if (areColors && levels[Functions] == 2)
    levels[Functions] = 1; // colors have no value to look up in a table
  if (areColors && levels[Opacity] == 0)
    levels[Opacity] = 1; // colors have no opacity
  if (areCategories)
    levels[Units] = 0; // categories equal values to the bit
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
  FrameScene scene = makeOnce(levels, random);
  // Where gradients of neighboring cells cancel, as they do for few distinct values, rounding alone decides
  // the light.
  const bool isSensitive = scene.smooth && (scene.shade || !scene.surfaces.empty());
  for (int k = 0; k < 20 && isSensitive && hasPointWithoutDirection(scene); ++k)
    scene = makeOnce(levels, random);
  scene.smooth = scene.smooth && !(isSensitive && hasPointWithoutDirection(scene));
  if (levels[Units] > 0)
    changeUnits(scene, levels[Units] == 1 ? 100.0 : -3e-9, levels[Units] == 1 ? 40.0 : 1e-9);
  return scene;
}

Camera makeCamera(const Levels& levels, Randomness& random, int size)
{
  const int width = size / 2 + random.integer(size - size / 2) + 1;
  const int height = size / 2 + random.integer(size - size / 2) + 1;
  const bool isInside = levels[Eye] == 1, isBetween = levels[Eye] == 2;
  const double away = isInside ? random.real(0.05, 0.7) : random.real(2.5, 4.5);
  Vector eye = random.direction();
  for (double& x : eye)
    x *= away;
  const Vector target = { random.real(-0.2, 0.2), random.real(-0.2, 0.2), random.real(-0.2, 0.2) };
  const double near = isInside ? 1e-3 : isBetween ? away - 0.3 : 0.5;
  const double far = isBetween ? away + random.real(0.1, 0.8) : 12.0;
  Camera camera = levels[Projection] == 0
    ? perspectiveCamera(eye, target, isInside ? random.real(50, 130) : 34.0, near, far, width, height)
    : parallelCamera(eye, target, random.real(0.6, 1.3), near, far, width, height);
  if (levels[Place] == 1)
  {
    Matrix view;
    std::copy_n(camera.meshToEye, 16, view.begin());
    const Matrix placed =
      multiply(view, multiply(rotation(random.direction(), random.real(0, 360)), scaling(-0.8, 1.0, 1.2)));
    std::copy(placed.begin(), placed.end(), camera.meshToEye);
  }
  return camera;
}

FrameOptions makeOptions(const Levels& levels, const FrameScene& scene)
{
  FrameOptions options;
  options.blend = scene.blend;
  std::copy_n(scene.averageRange, 2, options.averageRange);
  options.faceTest = levels[Exit] == 0 ? FaceTest::EdgeFunction : FaceTest::OnDemandVDFI;
  options.methods.generalMedium = levels[Method] == 1;
  return options;
}

void giveColors(LookedCaster& caster, const FrameScene& scene)
{
  Field colors = fieldOf({}, scene.areColorsPerCell);
  colors.values = scene.colors.data();
  colors.numTuples = static_cast<std::int64_t>(scene.colors.size());
  colors.numComponents = 3;
  caster.setColors(colors, 1.0);
}

void giveFrame(LookedCaster& caster, const FrameScene& scene)
{
  if (!scene.colors.empty())
  {
    giveColors(caster, scene);
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

} // namespace inkray::testing::frames
