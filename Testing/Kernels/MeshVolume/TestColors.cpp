// SPDX-License-Identifier: BSD-3-Clause
// Colors that are not looked up along the ray, compared with the double-precision brute-force caster:
// categories, and direct colors.
#include "Core/Errors.h"
#include "MeshVolume/Frames/FrameTest.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

class Colors : public FrameTest
{
protected:
  /// Five categories that the values use, and one that no value has.
  static TransferFunction categories()
  {
    TransferFunction function = { { { 0.0, 0.5f, 0.5f, 0.5f, 0.2f }, { 20.0, 0.5f, 0.5f, 0.5f, 3.0f } } };
    function.isCategorical = true;
    function.categories = { { 7.0, 1.0f, 0.0f, 0.0f }, { 3.0, 0.0f, 1.0f, 0.0f }, { 12.0, 0.0f, 0.0f, 1.0f },
      { 20.0, 1.0f, 1.0f, 0.0f }, { 0.0, 0.0f, 1.0f, 1.0f }, { 1e6, 9.0f, 9.0f, 9.0f } };
    function.otherColor[0] = 0.6f;
    function.otherColor[1] = 0.1f;
    function.otherColor[2] = 0.6f;
    return function;
  }
  static double category(std::size_t i)
  {
    const double values[] = { 0.0, 3.0, 7.0, 12.0, 20.0, 5.0 };
    return values[(i * 2654435761u >> 7) % 6];
  }
  static FrameScene categorical(OracleScene mesh, bool perCell)
  {
    FrameScene scene{ std::move(mesh) };
    std::vector<double>& values = perCell ? scene.cellValues : scene.scalars;
    values.resize(perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = category(i);
    scene.transferFunction = categories();
    return scene;
  }
};

/// Values far apart, some in no category.
TEST_P(Colors, CategoriesOfPointsAndCells)
{
  for (const bool perCell : { false, true })
    this->expectFrame(categorical(nonConvexMesh(), perCell), perspectiveView(imageSize(64), imageSize(64)),
      perCell ? "cells" : "points");
}

TEST_P(Colors, SeeingACategoryBetweenTwoOthersIsImpossible)
{
  // The points have the values 0 and 20 only: the colors of 3, 7 and 12 must not appear.
  FrameScene scene = categorical(nonConvexMesh(), false);
  for (double& s : scene.scalars)
    s = s < 7.0 ? 0.0 : 20.0;
  for (TransferFunctionKnot& knot : scene.transferFunction.knots)
    knot.attenuation = 500.0f;
  this->give(scene);
  const std::vector<float> image = this->picture(perspectiveView(imageSize(96), imageSize(96)));
  int both[2] = { 0, 0 };
  for (std::size_t i = 0; i < image.size(); i += 4)
  {
    if (image[i + 3] < 0.999f)
      continue;
    // Cyan, yellow, or a mixture of the surface with what is close behind it.
    EXPECT_NEAR(image[i] + image[i + 2], 1.0f, 1e-3f);
    EXPECT_NEAR(image[i + 1], 1.0f, 1e-3f);
    ++both[image[i] > 0.5f];
  }
  EXPECT_GT(both[0], 100);
  EXPECT_GT(both[1], 100);
}

/// Colors from 0 to 2, with a fourth component that must be ignored.
TEST_P(Colors, OfAnyScale)
{
  FrameScene scene{ nonConvexMesh() };
  std::vector<double> tuples;
  for (std::size_t i = 0; i < scene.points.size() / 3; ++i)
  {
    const auto spread = [i](double by) { return std::fmod(by * double(i), 1.0); };
    const auto& c = scene.colors.emplace_back(
      std::array<double, 3>{ spread(0.37), spread(0.61), i % 31 == 3 ? NaN : spread(0.13) });
    tuples.insert(tuples.end(), { 2.0 * c[0], 2.0 * c[1], 2.0 * c[2], NaN });
  }
  scene.opacities = scene.scalars;
  scene.opacityFunction = translucentFunction();
  this->give(scene);
  this->caster().setColors(fieldOf(tuples, false, 4), 2.0);
  this->expectDrawn(scene, perspectiveView(imageSize(64), imageSize(64)), "0 to 2");
}

TEST_P(Colors, ComeAndGo)
{
  const FrameScene first = categorical(nonConvexMesh(), false);
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  this->expectFrame(first, camera, "categories");
  OracleScene plain = nonConvexMesh();
  plain.transferFunction = translucentFunction();
  giveScalars(this->caster(), plain);
  this->caster().setTransferFunction(plain.transferFunction);
  this->expectExact(plain, camera, {}, "values of a scale");
  giveScalars(this->caster(), first);
  this->caster().setTransferFunction(first.transferFunction);
  this->expectDrawn(first, camera, "categories again");
}

TEST_P(Colors, RefuseNonsense)
{
  FrameScene scene = categorical(nonConvexMesh(), false);
  const std::vector<double> tuples(scene.points.size(), 0.5);
  const Field good = fieldOf(tuples, false, 3);
  Field field = good;
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "no mesh";
  giveMesh(this->caster(), scene);
  EXPECT_THROW(this->caster().setColors(field, 0.0), InvalidInput) << "full is 0";
  field.numComponents = 2;
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "two components";
  field = good;
  field.numTuples -= 1;
  EXPECT_THROW(this->caster().setColors(field, 1.0), InvalidInput) << "too short";
  this->caster().setColors(good, 1.0);
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  EXPECT_THROW(this->caster().render(camera, {}), InvalidInput) << "no opacity";
  TransferFunction broken = categories();
  broken.categories.push_back({ NaN, 0.0f, 0.0f, 0.0f });
  EXPECT_THROW(this->caster().setTransferFunction(broken), InvalidInput) << "a category that is none";
  scene.colors.assign(scene.points.size() / 3, { 0.5, 0.5, 0.5 });
  scene.opacities.assign(scene.points.size() / 3, 0.5);
  scene.opacityFunction = translucentFunction();
  this->give(scene);
  FrameOptions options;
  options.blend = BlendMode::Maximum;
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput) << "extremes of colors";
  this->expectDrawn(scene, camera, "after refusals");
}

INKRAY_TEST_ON_DEVICES(Colors);

} // namespace
