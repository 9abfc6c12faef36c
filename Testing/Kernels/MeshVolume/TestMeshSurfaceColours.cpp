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

class MeshSurfaceColours : public MeshSurfaceTest
{
protected:
  /// The second array is a wave through the mesh; the table covers a part of its range. The middle surface
  /// keeps its own color.
  static MeshScene coloured(OracleScene mesh, bool opaque, bool perCell, double offset = 0.0)
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
      scene.colourValues.push_back(valueAt(perCell ? static_cast<std::size_t>(scene.tets[4 * i]) : i));
    scene.isColourPerCell = perCell;
    scene.colours.range[0] = offset - 2.0;
    scene.colours.range[1] = offset + 2.5;
    scene.colours.rgb = { 0.9f, 0.1f, 0.2f, 0.2f, 0.8f, 0.3f, 0.1f, 0.3f, 0.9f, 0.9f, 0.9f, 0.1f };
    const float nan[3] = { 0.0f, 0.9f, 0.9f };
    std::copy_n(nan, 3, scene.colours.nanColor);
    return scene;
  }
};

TEST_P(MeshSurfaceColours, OfPointsAndOfCells)
{
  const int size = imageSize(72);
  for (const bool perCell : { false, true })
    for (const bool opaque : { true, false })
    {
      MeshScene scene = coloured(nonConvexMesh(), opaque, perCell);
      const std::string what = std::string(perCell ? "cells" : "points") + (opaque ? ", opaque" : "");
      this->expectScene(scene, perspectiveView(size, size), {}, what);
      scene.drawVolume = false;
      scene.smooth = true;
      this->expectScene(scene, parallelView(size, size), {}, what + ", alone, smooth, parallel");
    }
}

TEST_P(MeshSurfaceColours, OffsetsAndFarMeshes)
{
  const int size = imageSize(48);
  MeshScene scene = coloured(randomOrderMesh(), true, false, 1e7);
  scene.drawVolume = false;
  this->expectScene(scene, perspectiveView(size, size), {}, "values on a large offset");
  scene = coloured(farFromOriginMesh(), true, true);
  scene.drawVolume = false;
  const Vector o = farOffset();
  this->expectScene(scene,
    perspectiveCamera({ o[0] + 2.9, o[1] + 2.1, o[2] + 3.7 }, o, 34.0, 0.5, 20.0, size, size), {},
    "far away");
}

TEST_P(MeshSurfaceColours, NanHasAColour)
{
  const int size = imageSize(64);
  for (const bool perCell : { false, true })
  {
    MeshScene scene = coloured(convexMesh(), true, perCell);
    for (std::size_t i = 0; i < scene.colourValues.size(); i += perCell ? 5 : 17)
      scene.colourValues[i] = i % 2 ? std::numeric_limits<double>::quiet_NaN() : HUGE_VAL;
    scene.drawVolume = false;
    this->expectScene(scene, perspectiveView(size, size), {}, perCell ? "cells" : "points");
  }
}

TEST_P(MeshSurfaceColours, ComeAndGo)
{
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  const MeshScene scene = coloured(convexMesh(), true, false);
  MeshScene own = scene;
  own.colourValues.clear();
  this->give(own);
  const std::vector<float> before = this->picture(camera);
  this->give(scene);
  const std::vector<float> points = this->picture(camera);
  EXPECT_NE(points, before);
  const MeshScene cells = coloured(convexMesh(), true, true);
  this->caster().setSurfaceColourScalars(colourInput(cells));
  EXPECT_NE(this->picture(camera), points);
  this->caster().setSurfaceColourScalars(colourInput(scene));
  EXPECT_EQ(this->picture(camera), points);
  // Other colors, and a single color.
  ColorTable table = scene.colours;
  table.range[1] += 1.0;
  this->caster().setSurfaceColours(table);
  EXPECT_NE(this->picture(camera), points);
  table.rgb = { 1.0f, 1.0f, 1.0f };
  this->caster().setSurfaceColours(table);
  EXPECT_NE(this->picture(camera), points);
  const std::size_t with = this->caster().memory().resident;
  this->caster().dropSurfaceColourScalars();
  EXPECT_EQ(this->picture(camera), before);
  EXPECT_LT(this->caster().memory().resident, with);
  // A new mesh has no second array.
  this->caster().setSurfaceColourScalars(colourInput(scene));
  this->give(own);
  EXPECT_EQ(this->picture(camera), before);
}

TEST_P(MeshSurfaceColours, BadInput)
{
  const MeshScene scene = coloured(convexMesh(), true, false);
  const Camera camera = perspectiveView(8, 8);
  EXPECT_THROW(this->caster().setSurfaceColourScalars(colourInput(scene)), InvalidInput) << "before a mesh";
  MeshScene own = scene;
  own.colourValues.clear();
  this->give(own);
  MeshScene few = scene;
  few.colourValues.pop_back();
  EXPECT_THROW(this->caster().setSurfaceColourScalars(colourInput(few)), InvalidInput) << "too few";
  this->caster().setSurfaceColourScalars(colourInput(scene));
  EXPECT_THROW(this->picture(camera), InvalidInput) << "no colours";
  ColorTable table;
  EXPECT_THROW(this->caster().setSurfaceColours(table), InvalidInput) << "no entry";
  table = scene.colours;
  table.range[1] = HUGE_VAL;
  EXPECT_THROW(this->caster().setSurfaceColours(table), InvalidInput) << "a range without an end";
  this->caster().setSurfaceColours(scene.colours);
  const std::vector<float> mended = this->picture(camera);
  this->give(scene);
  EXPECT_EQ(mended, this->picture(camera)) << "as if nothing had been refused";
  this->expectScene(scene, camera);
}

INKRAY_TEST_ON_DEVICES(MeshSurfaceColours);

} // namespace
