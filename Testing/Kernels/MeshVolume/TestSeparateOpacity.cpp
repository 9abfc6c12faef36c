// SPDX-License-Identifier: BSD-3-Clause
// Color from one array and opacity from another, each of points or cells, compared with the double-precision
// brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/Frames/FrameTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class SeparateOpacity : public FrameTest
{
protected:
  /// Values of points or cells that are unrelated to the mesh's own.
  static std::vector<double> otherValues(const FrameScene& scene, bool perCell)
  {
    std::vector<double> values(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = perCell
        ? 100.0 + 40.0 * std::fmod(0.6180339887 * static_cast<double>(i), 1.0)
        : 120.0 + 20.0 * std::sin(3.0 * scene.points[3 * i] + 2.0 * scene.points[3 * i + 1]);
    return values;
  }
  static FrameScene scene(bool perCell, bool opacityPerCell)
  {
    FrameScene scene{ nonConvexMesh() };
    scene.transferFunction = translucentFunction();
    if (perCell)
    {
      scene.cellValues = otherValues(scene, true);
      scene.transferFunction = scaledFunction(translucentFunction(), 100.0, 40.0);
    }
    scene.areOpacitiesPerCell = opacityPerCell;
    scene.opacities = otherValues(scene, opacityPerCell);
    scene.opacityFunction = { { { 105.0, 9.0f, 9.0f, 9.0f, 0.0f }, { 112.0, 9.0f, 9.0f, 9.0f, 2.0f },
      { 118.0, 9.0f, 9.0f, 9.0f, 0.1f }, { 118.0, 9.0f, 9.0f, 9.0f, 4.0f }, { 130.0, 9.0f, 9.0f, 9.0f, 0.0f },
      { 139.0, 9.0f, 9.0f, 9.0f, 8.0f } } };
    return scene;
  }
};

TEST_P(SeparateOpacity, PointsAndCells)
{
  for (const bool perCell : { false, true })
  {
    for (const bool opacityPerCell : { false, true })
    {
      const FrameScene scene = this->scene(perCell, opacityPerCell);
      const std::string what = std::string(perCell ? "color of cells" : "color of points") +
        (opacityPerCell ? ", opacity of cells" : ", opacity of points");
      this->expectFrame(scene, perspectiveView(imageSize(64), imageSize(64)), what);
    }
  }
}

TEST_P(SeparateOpacity, TheSameValuesTwiceAreOneArray)
{
  FrameScene scene = this->scene(false, false);
  scene.opacities = scene.scalars;
  scene.opacityFunction = scene.transferFunction;
  this->give(scene);
  this->expectExact(scene, perspectiveView(imageSize(64), imageSize(64)), {}, "twice the same");
}

TEST_P(SeparateOpacity, ComesAndGoes)
{
  // In any order of the calls, the last call of each kind counts. Without opacity values, the picture is that
  // of one array again.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  FrameScene first = this->scene(false, false), second = this->scene(true, true);
  giveMesh(this->caster(), first);
  this->caster().setOpacityFunction(first.opacityFunction);
  this->caster().setOpacityScalars(fieldOf(first.opacities, first.areOpacitiesPerCell));
  this->caster().setTransferFunction(first.transferFunction);
  giveScalars(this->caster(), first);
  this->expectDrawn(first, camera, "opacity first");

  this->caster().setScalars(fieldOf(second.cellValues, true));
  this->caster().setTransferFunction(second.transferFunction);
  FrameScene mixed = second;
  mixed.opacities = first.opacities;
  mixed.areOpacitiesPerCell = false;
  this->expectDrawn(mixed, camera, "colors of cells came");
  this->caster().setOpacityScalars(fieldOf(second.opacities, second.areOpacitiesPerCell));
  this->expectDrawn(second, camera, "opacity of cells came");
  double range[2];
  this->caster().opacityScalarRange(range);
  EXPECT_NEAR(range[0], 100.0, 0.1);
  EXPECT_NEAR(range[1], 140.0, 0.1);

  this->caster().dropOpacityScalars();
  FrameScene dropped = second;
  dropped.opacities.clear();
  this->expectDrawn(dropped, camera, "dropped");
  this->caster().opacityScalarRange(range);
  EXPECT_GT(range[0], range[1]);
  giveMesh(this->caster(), first);
  giveScalars(this->caster(), first);
  this->caster().setTransferFunction(first.transferFunction);
  this->expectExact(first, camera, {}, "a new mesh");
}

TEST_P(SeparateOpacity, RefusesNonsense)
{
  FrameScene scene = this->scene(false, false);
  EXPECT_THROW(
    this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.areOpacitiesPerCell)), InvalidInput)
    << "no mesh";
  giveScene(this->caster(), scene);
  Field field = fieldOf(scene.opacities, scene.areOpacitiesPerCell);
  field.numTuples -= 1;
  EXPECT_THROW(this->caster().setOpacityScalars(field), InvalidInput) << "fewer values than points";
  field = fieldOf(scene.opacities, scene.areOpacitiesPerCell);
  field.component = 1;
  EXPECT_THROW(this->caster().setOpacityScalars(field), InvalidInput) << "no such component";
  EXPECT_THROW(this->caster().setOpacityFunction({}), InvalidInput) << "no knots";
  this->caster().setOpacityScalars(fieldOf(scene.opacities, scene.areOpacitiesPerCell));
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << "no opacity function";
  this->caster().setOpacityFunction(scene.opacityFunction);
  this->expectDrawn(scene, camera, "after refusals");
}

INKRAY_TEST_ON_DEVICES(SeparateOpacity);

} // namespace
