// SPDX-License-Identifier: BSD-3-Clause
// Several isosurfaces at once, their colors and opacities, lights, materials, and the second array.
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceSurfaces : public IsosurfaceTest
{
};

TEST_P(IsosurfaceSurfaces, SeveralInDepthOrder)
{
  const int size = imageSize(72);
  IsosurfaceFrameOptions options;
  options.earlyTermination = 0.0f;
  const std::pair<const char*, VolumeFunction> functions[] = { { "sphere", sphere() },
    { "gyroid", gyroid(1.3) }, { "noise", noise(23) } };
  for (const auto& [name, function] : functions)
  {
    const TestVolume volume = makeVolume(function, { 24, 26, 22 });
    const IsosurfaceScene three = translucent(makeScene(volume, { 0.31, -0.2, 0.05 }));
    this->expectExact(three, perspectiveView(size, size), options, std::string(name) + ", three");
    const IsosurfaceScene five = translucent(makeScene(volume, { -0.35, 0.3, -0.1, 0.42, 0.1 }));
    this->expectExact(five, parallelView(size, size), options, std::string(name) + ", five");
    // Make the inner surface opaque: it hides everything behind it and sets the depth.
    IsosurfaceScene hidden = five;
    hidden.surfaces[1].opacity = 1.0f;
    this->expectExact(hidden, perspectiveView(size, size), options, std::string(name) + ", one opaque");
  }
}

TEST_P(IsosurfaceSurfaces, ManyInOneVoxel)
{
  // Twenty isovalues lie between neighboring points: all are found in one cell, in order.
  const TestVolume volume = makeVolume(checkerboard(), { 4, 4, 4 });
  std::vector<double> isovalues;
  for (int s = 0; s < 20; ++s)
    isovalues.push_back(-0.9 + 0.0917 * ((7 * s) % 20));
  IsosurfaceScene scene = makeScene(volume, isovalues);
  for (Isosurface& surface : scene.surfaces)
    surface.opacity = 0.06f;
  IsosurfaceFrameOptions options;
  options.earlyTermination = 0.0f;
  this->expectExact(scene, perspectiveView(imageSize(48), imageSize(48)), options);
}

TEST_P(IsosurfaceSurfaces, EqualValuesCountOnce)
{
  const TestVolume volume = makeVolume(gyroid(), { 20, 20, 20 });
  const IsosurfaceScene scene = translucent(makeScene(volume, { 0.1, 0.4, 0.1, 0.4, 0.4 }));
  this->expectExact(scene, perspectiveView(imageSize(48), imageSize(48)));
}

TEST_P(IsosurfaceSurfaces, EarlyTermination)
{
  const TestVolume volume = makeVolume(noise(29), { 24, 24, 24 });
  const IsosurfaceScene scene = translucent(makeScene(volume, { 0.3, -0.3 }));
  const int size = imageSize(64);
  IsosurfaceFrameOptions options;
  for (const float share : { 0.5f, 0.1f, 0.02f, 0.0f })
  {
    options.earlyTermination = share;
    this->expectExact(scene, perspectiveView(size, size), options, "share " + std::to_string(share));
  }
}

TEST_P(IsosurfaceSurfaces, LightsAndMaterials)
{
  const TestVolume volume = makeVolume(gyroid(1.5), { 30, 30, 30 });
  IsosurfaceScene scene = makeScene(volume, { 0.1 });
  const int size = imageSize(64);
  SurfaceLight headlight;
  headlight.diffuse[1] = 0.8f;
  SurfaceLight camera; // the headlight as one of two lights
  camera.diffuse[0] = 0.3f;
  camera.ambient[0] = 0.7f; // the formula ignores it
  const std::vector<std::pair<const char*, std::vector<SurfaceLight>>> lights = { { "none", {} },
    { "headlight", { headlight } }, { "two along the view", { camera, camera } }, { "mixed", mixedLights() },
    { "one lamp", { mixedLights()[1] } } };
  for (const auto& [name, list] : lights)
  {
    scene.lights = list;
    scene.material.ambient = 0.2f;
    scene.material.specular = 0.0f;
    this->expectExact(scene, perspectiveView(size, size), {}, name);
    scene.material.ambient = 0.05f;
    scene.material.specular = 0.6f;
    scene.material.specularPower = 20.0f;
    scene.material.specularColor[1] = 0.4f;
    this->expectExact(scene, perspectiveView(size, size), {}, std::string(name) + ", specular");
    this->expectExact(scene, parallelView(size, size), {}, std::string(name) + ", specular, parallel");
  }
  // Bright light is clamped before it is blended.
  scene.material.diffuse = 3.0f;
  this->expectExact(translucent(scene), perspectiveView(size, size), {}, "clamped");
}

TEST_P(IsosurfaceSurfaces, SecondArrayColors)
{
  const GridIndex n = { 24, 20, 22 };
  const int size = imageSize(64);
  for (const ValueType type :
    { ValueType::Float32, ValueType::UInt8, ValueType::UInt16, ValueType::Float64, ValueType::Int32 })
  {
    const TestVolume volume = makeVolume(gyroid(), n);
    const TestArray colors = makeArray(linear(0.9, 0.5, -0.7), n, { type });
    IsosurfaceScene scene = makeScene(volume, { 0.1, 0.5 });
    scene.surfaces[1].opacity = 0.4f;
    scene.colorValues = colors.values();
    scene.colorTable = { { scaledValue(type, -0.4), scaledValue(type, 0.5) },
      { 1, 0, 0, 0.2f, 0.9f, 0.1f, 0, 0.3f, 1, 1, 1, 0 }, { 0.5f, 0.5f, 0.5f } };
    this->expectExact(
      scene, perspectiveView(size, size), {}, "type " + std::to_string(static_cast<int>(type)));
    // The outer surface keeps its own color.
    scene.surfaces[1].keepsColor = true;
    this->expectExact(
      scene, perspectiveView(size, size), {}, "own, type " + std::to_string(static_cast<int>(type)));
    scene.surfaces[1].keepsColor = false;
    // A table of one entry gives one color.
    scene.colorTable.rgb = { 0.2f, 0.6f, 0.8f };
    this->expectExact(
      scene, perspectiveView(size, size), {}, "one entry, type " + std::to_string(static_cast<int>(type)));
  }
}

TEST_P(IsosurfaceSurfaces, SecondArrayWithNaN)
{
  const GridIndex n = { 24, 20, 22 };
  const int size = imageSize(64);
  const TestVolume volume = makeVolume(gyroid(), n);
  TestArray colors = makeArray(linear(0.9, 0.5, -0.7), n);
  for (std::int64_t tuple = 0; tuple < volume.numPoints(); ++tuple)
  {
    if (tuple % 24 > 12)
      colors.set(tuple, 0, tuple % 3 ? std::nan("") : INFINITY);
  }
  IsosurfaceScene scene = makeScene(volume, { 0.1 });
  scene.colorValues = colors.values();
  scene.colorTable = { { -0.4, 0.5 }, { 1, 0, 0, 0, 0.3f, 1 }, { 0.1f, 0.9f, 0.2f } };
  this->expectExact(scene, perspectiveView(size, size), {}, "NaN");
  // Color by vectors of the second array: by components, by the norm. Then use the surfaces' own colors
  // again.
  TestArray vectors = makeArray(noise(31), n, { ValueType::Float32, Association::Points, 3, 1 });
  for (const int component : { 1, 2, -1 })
  {
    vectors.component = component;
    scene.colorValues = vectors.values();
    this->expectExact(scene, perspectiveView(size, size), {}, "component " + std::to_string(component));
  }
  scene.colorValues = {};
  this->caster().setColorValues({});
  this->expectMatches(scene, perspectiveView(size, size), {}, "own colors again");
  // A new volume drops the second array.
  this->caster().setColorValues(colors.values());
  this->caster().setVolume(volume.input());
  this->expectMatches(scene, perspectiveView(size, size), {}, "dropped");
}

TEST_P(IsosurfaceSurfaces, SecondArrayOfCells)
{
  const GridIndex n = { 19, 18, 22 };
  const TestVolume volume = makeVolume(gyroid(), n, { ValueType::Float32, Association::Cells });
  const TestArray colors = makeArray(noise(37), n, { ValueType::Float32, Association::Cells });
  IsosurfaceScene scene = makeScene(volume, { 0.1 });
  scene.colorValues = colors.values();
  scene.colorTable = { { -0.8, 0.8 }, { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0, 0, 0 } };
  this->expectExact(scene, perspectiveView(imageSize(64), imageSize(64)));
}

// Random colors of bytes. The channels differ, so that a carry from one channel to the next would show.
TEST_P(IsosurfaceSurfaces, ValuesThatAreColors)
{
  const GridIndex n = { 19, 18, 22 };
  const int size = imageSize(64);
  for (const Association association : { Association::Points, Association::Cells })
  {
    const TestVolume volume = makeVolume(gyroid(), n, { ValueType::Float32, association });
    const VolumeFunction bytes = [](const GridIndex& index, const GridIndex&) {
      return std::floor(0x1000000 * hashNumber(41, index[0], index[1], index[2]));
    };
    TestArray colors = makeArray(bytes, n, { ValueType::Float32, association });
    IsosurfaceScene scene = makeScene(volume, { 0.1, 0.5 });
    scene.surfaces[1].opacity = 0.4f;
    scene.colorValues = colors.values();
    ASSERT_EQ(static_cast<const float*>(scene.colorValues.values)[0], bytes({ 0, 0, 0 }, n));
    scene.colorTable.ofColors = true;
    this->expectExact(scene, perspectiveView(size, size), {}, "bytes");
    scene.surfaces[0].keepsColor = true;
    this->expectExact(scene, perspectiveView(size, size), {}, "own");
    scene.surfaces[0].keepsColor = false;
    for (std::int64_t tuple = 0; tuple < scene.colorValues.numTuples; tuple += 5)
      colors.set(tuple, 0, tuple % 2 ? std::nan("") : INFINITY);
    this->expectExact(scene, perspectiveView(size, size), {}, "NaN");
    // Color by the same values through a table.
    scene.colorTable = { { 0, 0xffffff }, { 1, 0, 0, 0, 0.3f, 1 }, { 0.1f, 0.9f, 0.2f } };
    this->expectExact(scene, perspectiveView(size, size), {}, "table");
  }
}

TEST_P(IsosurfaceSurfaces, NearlyEqualOnAFace)
{
  // The largest values lie in one plane of points. The ray passes the lower surface, then the upper surface,
  // which is that plane, then the lower surface again.
  const VolumeFunction function = [](const GridIndex& index, const GridIndex&) {
    return -std::abs(static_cast<double>(index[2] - 4)) * (1.0 + hashNumber(3, index[0], index[1], index[2]));
  };
  const TestVolume volume = makeVolume(function, { 9, 9, 9 }, { ValueType::Float64 });
  const int size = imageSize(32);
  this->expectExact(
    translucent(makeScene(volume, { 0.0, -1e-5 })), perspectiveView(size, size), {}, "nearly equal");
}

INKRAY_TEST_ON_DEVICES(IsosurfaceSurfaces);

} // namespace
