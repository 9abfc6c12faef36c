// SPDX-License-Identifier: BSD-3-Clause
// Input that cannot be drawn gives an error that says why, and the ray caster goes on afterwards.
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class IsosurfaceBadInput : public IsosurfaceTest
{
protected:
  void SetUp() override
  {
    IsosurfaceTest::SetUp();
    if (!::testing::Test::IsSkipped())
      this->give(makeScene(this->Volume, { 0.1 }));
  }
  /// After the error, expects good input to give the right picture.
  void expectAlive(const std::string& what)
  {
    this->expectExact(makeScene(this->Volume, { 0.1 }), perspectiveView(24, 24), {}, "after " + what);
  }
  /// Expects an error whose message contains these words.
  void expectRefused(const VolumeInput& input, const std::string& what, const std::string& words)
  {
    try
    {
      this->caster().setVolume(input);
      ADD_FAILURE() << what << ": no error";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << what << ": " << error.what();
    }
    this->expectAlive(what);
  }
  const TestVolume Volume = makeVolume(gyroid(), { 20, 20, 20 });
};

TEST_P(IsosurfaceBadInput, Volumes)
{
  VolumeInput input = this->Volume.input();
  for (int axis = 0; axis < 3; ++axis)
  {
    for (const std::int64_t n : { 1, 0, -4 })
    {
      input = this->Volume.input();
      input.dimensions[axis] = n;
      this->expectRefused(input, "too few points", "at least two points");
    }
    // Two points on a side make one cell: there is no second value to interpolate with.
    input = this->Volume.input();
    input.dimensions[axis] = 2;
    input.scalars.association = Association::Cells;
    this->expectRefused(input, "one cell along an axis", "at least two cells");
  }
  input = this->Volume.input();
  input.scalars.values = nullptr;
  this->expectRefused(input, "no array", "no array");
  for (const int component : { 1, 7, -2 })
  {
    input = this->Volume.input();
    input.scalars.component = component;
    this->expectRefused(input, "component that is not there", "component " + std::to_string(component));
  }
  input = this->Volume.input();
  input.scalars.numComponents = 0;
  this->expectRefused(input, "no component", "has 0;");
  input = this->Volume.input();
  input.scalars.numTuples -= 1;
  this->expectRefused(input, "one value too few", "values for " + std::to_string(this->Volume.numPoints()));
}

TEST_P(IsosurfaceBadInput, FlatPlacement)
{
  // The voxels have no volume, so nothing is drawn.
  TestVolume flat = makeVolume(gyroid(), { 20, 20, 20 });
  flat.indexToMesh = multiply(scaling(1, 1, 0), flat.indexToMesh);
  this->give(makeScene(flat, { 0.1 }));
  this->expectEmpty(perspectiveView(24, 24), {}, "flat");
  this->expectAlive("flat voxels");
}

TEST_P(IsosurfaceBadInput, Isovalues)
{
  for (const double value :
    { std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity() })
  {
    std::vector<Isosurface> surfaces(2);
    surfaces[1].value = value;
    EXPECT_THROW(this->caster().setIsosurfaces(surfaces), InvalidInput);
    this->expectAlive("isovalue that is not finite");
  }
  this->caster().setIsosurfaces({});
  this->expectEmpty(perspectiveView(24, 24), {}, "no isosurface");
  for (const NamedMethod& method : allMethods())
  {
    IsosurfaceFrameOptions options;
    method.choose(options);
    this->expectEmpty(perspectiveView(24, 24), options, std::string("no isosurface, ") + method.name);
  }
  this->expectAlive("no isosurface");
}

TEST_P(IsosurfaceBadInput, Images)
{
  const int sizes[][2] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { -1, 5 } };
  for (const auto& size : sizes)
  {
    Camera camera = perspectiveView(8, 8);
    camera.width = size[0];
    camera.height = size[1];
    EXPECT_THROW(this->caster().render(camera, {}), InvalidInput);
    this->expectAlive("image without pixels");
  }
}

TEST_P(IsosurfaceBadInput, SingularCameras)
{
  Camera camera = perspectiveView(24, 24);
  camera.meshToEye[8] = camera.meshToEye[9] = camera.meshToEye[10] = 0.0;
  this->expectEmpty(camera, {}, "view of rank two");
  camera = perspectiveView(24, 24);
  camera.eyeToClip[0] = 0.0;
  this->expectEmpty(camera, {}, "projection without width");
  camera = perspectiveView(24, 24);
  camera.meshToEye[3] = std::nan("");
  this->expectEmpty(camera, {}, "NaN in the view");
  this->expectAlive("singular cameras");
}

TEST_P(IsosurfaceBadInput, BeforeAnyVolume)
{
  const std::unique_ptr<IsosurfaceRayCaster> fresh = IsosurfaceRayCaster::create(this->GetParam());
  EXPECT_THROW(fresh->render(perspectiveView(8, 8), {}), InvalidInput);
  fresh->setIsosurfaces(makeScene(this->Volume, { 0.1 }).surfaces);
  EXPECT_THROW(fresh->render(perspectiveView(8, 8), {}), InvalidInput);
  // The setters may be called in any order.
  fresh->setVolume(this->Volume.input());
  fresh->setLights(makeScene(this->Volume, { 0.1 }).lights);
  fresh->setMaterial(makeScene(this->Volume, { 0.1 }).material);
  this->give(makeScene(this->Volume, { 0.1 }));
  expectSame(picture(*fresh, perspectiveView(24, 24)), this->picture(perspectiveView(24, 24)),
    "setters in another order");
}

TEST_P(IsosurfaceBadInput, ColorArrays)
{
  const IsosurfaceScene scene = makeScene(this->Volume, { 0.1 });
  // A wrong association or a missing component must be refused, without a read beyond the end.
  TestArray colors = makeArray(noise(3), { 20, 20, 20 }, { ValueType::UInt8, Association::Cells });
  EXPECT_THROW(this->caster().setColorValues(colors.values()), InvalidInput);
  colors = makeArray(noise(3), { 20, 20, 20 }, { ValueType::UInt8 });
  Field few = colors.values();
  few.numTuples -= 1;
  EXPECT_THROW(this->caster().setColorValues(few), InvalidInput);
  colors.component = 3;
  EXPECT_THROW(this->caster().setColorValues(colors.values()), InvalidInput);
  this->expectAlive("color arrays");
}

INKRAY_TEST_ON_DEVICES(IsosurfaceBadInput);

} // namespace
