// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces in meshes colored by a second array, compared with the double-precision brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class MeshSurfaceColors : public MeshSurfaceTest
{
protected:
  /// The second array is a wave through the mesh; the table covers a part of its range. The middle surface
  /// has a fixed color.
  static MeshScene colored(OracleScene mesh, bool opaque, bool perCell, double offset = 0.0)
  {
    MeshScene scene = withSurfaces(std::move(mesh), opaque);
    scene.transferFunction = translucentFunction();
    scene.surfaces[1].keepsColor = true;
    const auto valueAt = [&](std::size_t p) {
      const double* const x = scene.points.data() + 3 * p;
      return offset + 3.0 * std::sin(1.7 * x[0] + 0.6 * x[1]) + x[2];
    };
    const std::size_t number = perCell ? scene.tets.size() / 4 : scene.points.size() / 3;
    for (std::size_t i = 0; i < number; ++i)
      scene.colorValues.push_back(valueAt(perCell ? static_cast<std::size_t>(scene.tets[4 * i]) : i));
    scene.isColorPerCell = perCell;
    scene.colors.range[0] = offset - 2.0;
    scene.colors.range[1] = offset + 2.5;
    scene.colors.rgb = { 0.9f, 0.1f, 0.2f, 0.2f, 0.8f, 0.3f, 0.1f, 0.3f, 0.9f, 0.9f, 0.9f, 0.1f };
    const float nan[3] = { 0.0f, 0.9f, 0.9f };
    std::copy_n(nan, 3, scene.colors.nanColor);
    return scene;
  }
};

TEST_P(MeshSurfaceColors, OfPointsAndOfCells)
{
  const int size = imageSize(72);
  for (const bool perCell : { false, true })
    for (const bool opaque : { true, false })
    {
      MeshScene scene = colored(nonConvexMesh(), opaque, perCell);
      const std::string what = std::string(perCell ? "cells" : "points") + (opaque ? ", opaque" : "");
      this->expectScene(scene, perspectiveView(size, size), {}, what);
      scene.drawVolume = false;
      scene.smooth = true;
      this->expectScene(scene, parallelView(size, size), {}, what + ", alone, smooth, parallel");
    }
}

TEST_P(MeshSurfaceColors, OffsetsAndFarMeshes)
{
  const int size = imageSize(48);
  MeshScene scene = colored(randomOrderMesh(), true, false, 1e7);
  scene.drawVolume = false;
  this->expectScene(scene, perspectiveView(size, size), {}, "values on a large offset");
  scene = colored(farFromOriginMesh(), true, true);
  scene.drawVolume = false;
  const Vector o = farOffset();
  this->expectScene(scene,
    perspectiveCamera({ o[0] + 2.9, o[1] + 2.1, o[2] + 3.7 }, o, 34.0, 0.5, 20.0, size, size), {},
    "far away");
}

TEST_P(MeshSurfaceColors, NanHasAColor)
{
  const int size = imageSize(64);
  for (const bool perCell : { false, true })
  {
    MeshScene scene = colored(convexMesh(), true, perCell);
    for (std::size_t i = 0; i < scene.colorValues.size(); i += perCell ? 5 : 17)
      scene.colorValues[i] = i % 2 ? std::numeric_limits<double>::quiet_NaN() : HUGE_VAL;
    scene.drawVolume = false;
    this->expectScene(scene, perspectiveView(size, size), {}, perCell ? "cells" : "points");
  }
}

TEST_P(MeshSurfaceColors, ComeAndGo)
{
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  const MeshScene scene = colored(convexMesh(), true, false);
  MeshScene own = scene;
  own.colorValues.clear();
  this->give(own);
  const std::vector<float> before = this->picture(camera);
  this->give(scene);
  const std::vector<float> points = this->picture(camera);
  EXPECT_NE(points, before);
  const MeshScene cells = colored(convexMesh(), true, true);
  this->caster().setSurfaceColorScalars(colorInput(cells));
  EXPECT_NE(this->picture(camera), points);
  this->caster().setSurfaceColorScalars(colorInput(scene));
  EXPECT_EQ(this->picture(camera), points);
  // Other colors, and a single color.
  ColorTable table = scene.colors;
  table.range[1] += 1.0;
  this->caster().setSurfaceColors(table);
  EXPECT_NE(this->picture(camera), points);
  table.rgb = { 1.0f, 1.0f, 1.0f };
  this->caster().setSurfaceColors(table);
  EXPECT_NE(this->picture(camera), points);
  const std::size_t with = this->caster().memory().resident;
  this->caster().dropSurfaceColorScalars();
  EXPECT_EQ(this->picture(camera), before);
  EXPECT_LT(this->caster().memory().resident, with);
  // A new mesh has no second array.
  this->caster().setSurfaceColorScalars(colorInput(scene));
  this->give(own);
  EXPECT_EQ(this->picture(camera), before);
}

TEST_P(MeshSurfaceColors, BadInput)
{
  const MeshScene scene = colored(convexMesh(), true, false);
  const Camera camera = perspectiveView(8, 8);
  EXPECT_THROW(this->caster().setSurfaceColorScalars(colorInput(scene)), InvalidInput) << "before a mesh";
  MeshScene own = scene;
  own.colorValues.clear();
  this->give(own);
  MeshScene few = scene;
  few.colorValues.pop_back();
  EXPECT_THROW(this->caster().setSurfaceColorScalars(colorInput(few)), InvalidInput) << "too few";
  this->caster().setSurfaceColorScalars(colorInput(scene));
  EXPECT_THROW(this->picture(camera), InvalidInput) << "no colors";
  ColorTable table;
  EXPECT_THROW(this->caster().setSurfaceColors(table), InvalidInput) << "no entry";
  table = scene.colors;
  table.range[1] = HUGE_VAL;
  EXPECT_THROW(this->caster().setSurfaceColors(table), InvalidInput) << "a range without an end";
  table = scene.colors;
  table.ofColors = true;
  EXPECT_THROW(this->caster().setSurfaceColors(table), InvalidInput) << "direct colors";
  this->caster().setSurfaceColors(scene.colors);
  const std::vector<float> mended = this->picture(camera);
  this->give(scene);
  EXPECT_EQ(mended, this->picture(camera)) << "as if nothing had been refused";
  this->expectScene(scene, camera);
}

INKRAY_TEST_ON_DEVICES(MeshSurfaceColors);

} // namespace
