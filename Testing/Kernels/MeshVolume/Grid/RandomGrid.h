// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Oracles/Grid/BruteForceGridCaster.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <cstdint>

namespace inkray::testing
{

/// A random grid of any kind, with values of about 0 to 1 in the units of its type.
inline TestVolume randomGrid(Randomness& random, const Storage& storage, bool isSmooth)
{
  GridIndex dimensions;
  for (std::int64_t& n : dimensions)
    n = 3 + random.integer(random.chance(0.2) ? 40 : 7);
  const double a = random.real(1.0, 5.0), b = random.real(1.0, 5.0), c = random.real(1.0, 5.0);
  const std::uint32_t seed = static_cast<std::uint32_t>(random.integer(1000));
  const VolumeFunction function = [=](const GridIndex& p, const GridIndex& n) {
    if (!isSmooth)
      return 2.0 * hashNumber(seed, p[0], p[1], p[2]) - 1.0;
    const auto x = [&](std::size_t axis) { return double(p[axis]) / double(n[axis]); };
    return std::sin(a * x(0) + 0.3) * std::cos(b * x(1)) * std::sin(c * x(2) + 0.7);
  };
  TestVolume volume = makeVolume(function, dimensions, storage);
  if (random.chance(0.4))
    volume.indexToMesh = skewedPlacement(dimensions);
  if (random.chance(0.3))
  {
    // A rectilinear grid in the place of the even one.
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      double at = 0.0;
      for (std::int64_t k = 0; k < dimensions[axis]; ++k, at += random.real(0.4, 1.6))
        volume.coordinates[axis].push_back(at);
      if (random.chance(0.3))
        for (double& x : volume.coordinates[axis])
          x = at - x;
    }
  }
  if (storage.association == Association::Points && random.chance(0.3))
  {
    volume.hiddenCellBits = 1;
    for (std::int64_t k = 0; k < volume.numCells(); ++k)
      volume.cellFlags.push_back(random.chance(0.1) ? 1 : 0);
  }
  return volume;
}

/// A function of random knots over the values of a type, kept between its steps.
inline TransferFunction functionOver(Randomness& random, ValueType type)
{
  TransferFunction function = randomFunction(random);
  for (TransferFunctionKnot& knot : function.knots)
    knot.scalar = scaledValue(type, 2.0 * knot.scalar - 1.0);
  return function;
}

/// Make the cells of a scene constant. Some are hidden, and their values may be categories. They may be the
/// cells of points.
inline void makeCellsConstant(Randomness& random, GridVolumeScene& scene)
{
  TestVolume& volume = scene.volume;
  volume.areCellsConstant = true;
  volume.areCellsOfPoints = random.chance(0.4);
  if (random.chance(0.3))
  {
    volume.hiddenCellBits = 1;
    for (std::int64_t k = 0; k < volume.numCells(); ++k)
      volume.cellFlags.push_back(random.chance(0.1) ? 1 : 0);
  }
  if (random.chance(0.5))
    return;
  TransferFunction& function = scene.function;
  function.isCategorical = true;
  const auto color = [&random] { return static_cast<float>(random.real(0, 1)); };
  for (float& channel : function.otherColor)
    channel = color();
  // Nine values, which are a whole number of steps apart in any type.
  const double step = scaledValue(volume.scalars.type, 0.125) - scaledValue(volume.scalars.type, 0.0),
               unit = step > 1.0 ? std::floor(step) : step;
  std::vector<double> values;
  visitEntries(volume.scalars.values(), [&](const auto& value) {
    for (std::int64_t i = 0; i < volume.numCells(); ++i)
      values.push_back(unit * std::round(static_cast<double>(value(i)) / unit));
  });
  for (std::size_t i = 0; i < values.size(); ++i)
    volume.scalars.set(static_cast<std::int64_t>(i), 0, values[i]);
  for (int k = random.integer(6); k >= 0; --k)
  {
    const double value = values[static_cast<std::size_t>(random.integer(static_cast<int>(values.size())))];
    function.categories.push_back({ value, color(), color(), color() });
  }
}

inline GridVolumeScene randomScene(Randomness& random, bool isSmooth)
{
  const ValueType types[] = { ValueType::Float32, ValueType::Float64, ValueType::UInt8, ValueType::UInt16,
    ValueType::Int16 };
  Storage storage;
  storage.type = types[random.integer(5)];
  storage.association = random.chance(0.3) ? Association::Cells : Association::Points;
  GridVolumeScene scene;
  scene.volume = randomGrid(random, storage, isSmooth);
  scene.function = functionOver(random, storage.type);
  if (storage.association == Association::Cells && random.chance(0.5))
    makeCellsConstant(random, scene);
  return scene;
}

/// Color the isosurfaces of a scene by a second array of any type: a wave through the grid, or direct colors.
/// Some of the numbers may be missing, and surfaces may keep their colors.
inline void colorSurfaces(Randomness& random, GridVolumeScene& scene)
{
  const ValueType types[] = { ValueType::Float32, ValueType::Float64, ValueType::UInt8, ValueType::Int16 };
  Storage storage;
  storage.type = types[random.integer(4)];
  storage.association = scene.volume.scalars.association;
  scene.colors.ofColors = random.chance(0.3);
  const bool hasGaps = storage.type == ValueType::Float32 && random.chance(0.3);
  const double a = random.real(0.3, 2.0), b = random.real(0.3, 2.0);
  scene.colorValues = makeArray(
    [=](const GridIndex& p, const GridIndex&) {
      return hasGaps && (3 * p[0] + 5 * p[1] + 7 * p[2]) % 31 == 0
        ? std::nan("")
        : std::sin(a * double(p[0] - p[1])) * std::cos(b * double(p[2]));
    },
    scene.volume.dimensions, storage);
  scene.colors.range[0] = scaledValue(storage.type, -0.6);
  scene.colors.range[1] = scaledValue(storage.type, 0.7);
  for (int k = 3 * (1 + random.integer(5)); k > 0; --k)
    scene.colors.rgb.push_back(static_cast<float>(random.real(0.0, 1.0)));
  for (float& channel : scene.colors.nanColor)
    channel = static_cast<float>(random.real(0.0, 1.0));
  if (scene.colors.ofColors)
  {
    storage.type = ValueType::Float32;
    const auto seed = static_cast<std::uint32_t>(random.integer(1000));
    scene.colorValues =
      makeArray([seed](const GridIndex& p,
                  const GridIndex&) { return std::floor(16777216.0 * hashNumber(seed, p[0], p[1], p[2])); },
        scene.volume.dimensions, storage);
  }
  for (Isosurface& surface : scene.surfaces)
    surface.keepsColor = random.chance(0.2);
}

/// Replace the values of a scene by direct colors, whose fourth component or length gives the opacity.
inline void useColors(Randomness& random, GridVolumeScene& scene, bool isSmooth)
{
  const ValueType types[] = { ValueType::UInt8, ValueType::UInt8, ValueType::Int32, ValueType::Float32,
    ValueType::Float64 };
  Storage storage;
  storage.type = types[random.integer(5)];
  storage.association = scene.volume.scalars.association;
  storage.numComponents = 3 + random.integer(2);
  const bool isReal = storage.type == ValueType::Float32 || storage.type == ValueType::Float64;
  scene.full = isReal ? 1.0 : 255.0;
  TestArray& colors = scene.volume.scalars;
  colors = makeArray(constant(0.0), scene.volume.dimensions, storage);
  const GridIndex n = scene.volume.count();
  const auto seed = static_cast<std::uint32_t>(random.integer(1000));
  for (int c = 0; c < storage.numComponents; ++c)
  {
    const double a = random.real(1.0, 5.0), b = random.real(1.0, 5.0), d = random.real(0.0, 3.0);
    for (std::int64_t i = 0; i < n[0] * n[1] * n[2]; ++i)
    {
      const GridIndex p = { i % n[0], i / n[0] % n[1], i / n[0] / n[1] };
      const auto x = [&](std::size_t axis) { return double(p[axis]) / double(n[axis]); };
      const double share = isSmooth ? 0.5 + 0.5 * std::sin(a * x(0) + d) * std::cos(b * x(1) - d * x(2))
                                    : hashNumber(seed + static_cast<std::uint32_t>(c), p[0], p[1], p[2]);
      colors.set(i, c, isReal ? 1.2 * share - 0.1 : std::floor(255.99 * share));
    }
  }
  scene.opacity = colors;
  scene.opacity.component = storage.numComponents == 4 ? 3 : -1;
  scene.function.knots.clear();
  scene.opacityFunction = randomFunction(random);
  for (TransferFunctionKnot& knot : scene.opacityFunction.knots)
    knot.scalar *= 1.5 * scene.full;
}

inline void cutAtRandom(Randomness& random, FrameOptions& options)
{
  if (random.chance(0.3))
  {
    const Vector normal = random.direction();
    options.clippingPlanes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.4, 0.2) });
  }
  if (random.chance(0.3))
  {
    options.cropBox.on = true;
    options.cropBox.keepsOutside = random.chance(0.5);
    for (int axis = 0; axis < 3; ++axis)
    {
      options.cropBox.origin[axis] = random.real(-0.7, 0.0);
      options.cropBox.edges[axis][axis] = random.real(0.3, 1.2);
    }
  }
}

/// The same grid cut into tets: six for each cell. Values of the points only.
inline OracleScene meshOf(const GridVolumeScene& scene)
{
  const TestVolume& volume = scene.volume;
  const VolumeInput input = volume.input();
  const GridIndex& n = volume.dimensions;
  OracleScene mesh;
  mesh.transferFunction = scene.function;
  GridIndex p;
  visitEntries(input.scalars, [&](const auto& value) {
    for (std::int64_t i = 0; i < volume.numPoints(); ++i)
      mesh.scalars.push_back(static_cast<double>(value(i)));
  });
  for (p[2] = 0; p[2] < n[2]; ++p[2])
    for (p[1] = 0; p[1] < n[1]; ++p[1])
      for (p[0] = 0; p[0] < n[0]; ++p[0])
      {
        Vector at;
        for (std::size_t axis = 0; axis < 3; ++axis)
          at[axis] = volume.coordinates[axis].empty()
            ? double(p[axis])
            : volume.coordinates[axis][static_cast<std::size_t>(p[axis])];
        const std::array<double, 4> q = transform(volume.indexToMesh.data(), at);
        mesh.points.insert(mesh.points.end(), { q[0], q[1], q[2] });
      }
  const auto id = [&](int corner) {
    return p[0] + (corner & 1) + n[0] * (p[1] + (corner >> 1 & 1) + n[1] * (p[2] + (corner >> 2)));
  };
  for (p[2] = 0; p[2] + 1 < n[2]; ++p[2])
    for (p[1] = 0; p[1] + 1 < n[1]; ++p[1])
      for (p[0] = 0; p[0] + 1 < n[0]; ++p[0])
        for (const auto& way :
          { std::array<int, 2>{ 1, 2 }, { 2, 1 }, { 2, 4 }, { 4, 2 }, { 4, 1 }, { 1, 4 } })
          mesh.tets.insert(mesh.tets.end(), { id(0), id(way[0]), id(way[0] + way[1]), id(7) });
  return mesh;
}

/// A random grid whose values are linear in space.
inline GridVolumeScene linearScene(Randomness& random)
{
  GridVolumeScene scene;
  GridIndex dimensions;
  for (std::int64_t& n : dimensions)
    n = 2 + random.integer(6);
  Storage storage;
  storage.type = random.chance(0.5) ? ValueType::Float32 : ValueType::Float64;
  scene.volume = makeVolume(constant(0.0), dimensions, storage);
  if (random.chance(0.4))
    scene.volume.indexToMesh = skewedPlacement(dimensions);
  const bool isRectilinear = random.chance(0.5);
  for (std::size_t axis = 0; isRectilinear && axis < 3; ++axis)
  {
    double at = 0.0;
    const double sign = random.chance(0.3) ? -1.0 : 1.0;
    for (std::int64_t k = 0; k < dimensions[axis]; ++k, at += sign * random.real(0.4, 1.6))
      scene.volume.coordinates[axis].push_back(at);
  }
  const Vector slope = random.direction();
  for (std::int64_t i = 0; i < scene.volume.numPoints(); ++i)
  {
    const GridIndex p = { i % dimensions[0], i / dimensions[0] % dimensions[1],
      i / dimensions[0] / dimensions[1] };
    Vector at;
    for (std::size_t axis = 0; axis < 3; ++axis)
      at[axis] =
        isRectilinear ? scene.volume.coordinates[axis][static_cast<std::size_t>(p[axis])] : double(p[axis]);
    const std::array<double, 4> q = transform(scene.volume.indexToMesh.data(), at);
    scene.volume.scalars.set(i, 0, scaledValue(storage.type, 0.4 * dot(slope, { q[0], q[1], q[2] })));
  }
  scene.function = functionOver(random, storage.type);
  scene.material.ambient = 0.3f;
  scene.material.diffuse = 0.6f;
  scene.material.specular = 0.2f;
  scene.lights.resize(1);
  return scene;
}

/// Give a caster of meshes such a mesh, with the same look.
inline void giveTo(LookedCaster& caster, const GridVolumeScene& scene)
{
  giveScene(caster, meshOf(scene));
  caster.setGradientOpacity(scene.gradientOpacity);
  caster.setLights(scene.lights);
  caster.setMaterial(scene.material);
}

} // namespace inkray::testing
