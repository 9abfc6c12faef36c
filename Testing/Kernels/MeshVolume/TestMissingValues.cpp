// SPDX-License-Identifier: BSD-3-Clause
// Tets without a value, drawn in their own color, compared with the double-precision brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshSurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

class MissingValues : public MeshSurfaceTest
{
};

TEST_P(MissingValues, AreNotLit)
{
  // With missing cells only, light changes nothing.
  const OracleScene points = convexMesh();
  MeshScene scene(points);
  scene.transferFunction = translucentFunction();
  scene.perCell = true;
  scene.scalars.assign(scene.tets.size() / 4, NaN);
  scene.scalars[0] = 0.3;
  scene.missing = { 0.9f, 0.2f, 0.6f, 1.7f };
  this->give(scene);
  this->caster().setGradientScalars(scalarInput(points));
  this->caster().setLights(headlight().lights);
  FrameOptions options = optionsOf(scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  const std::vector<float> unlit = this->picture(camera, options);
  options.shade = true;
  const std::vector<float> lit = this->picture(camera, options);
  std::size_t differences = 0;
  for (std::size_t i = 0; i < lit.size(); ++i)
    differences += lit[i] != unlit[i];
  EXPECT_LT(differences, lit.size() / 20) << "the one cell with a value";
}

TEST_P(MissingValues, ArePicked)
{
  // Dense cells without values are picked like dense cells with values.
  const Camera camera = perspectiveView(imageSize(48), imageSize(48));
  MeshScene scene(convexMesh());
  scene.transferFunction = constantFunction(500.0f);
  const auto picked = [&] {
    this->give(scene);
    this->caster().pick(camera, optionsOf(scene), 0.2f);
    const std::uint32_t* const tets = this->caster().pickedTets();
    return std::vector<std::uint32_t>(tets, tets + static_cast<std::size_t>(camera.width) * camera.height);
  };
  const std::vector<std::uint32_t> dense = picked();
  scene.missing = { 1.0f, 0.0f, 0.0f, 500.0f };
  for (std::size_t p = 0; p < scene.scalars.size(); p += 3)
    scene.scalars[p] = NaN;
  const std::vector<std::uint32_t> missing = picked();
  std::size_t seen = 0, others = 0;
  for (std::size_t i = 0; i < dense.size(); ++i)
  {
    seen += missing[i] != noCell;
    others += dense[i] != missing[i];
  }
  EXPECT_GT(seen, dense.size() / 10);
  EXPECT_LE(others, dense.size() / 400); // rounding decides about these
}

TEST_P(MissingValues, WithoutAnyNothingChanges)
{
  MeshScene scene(nonConvexMesh());
  scene.transferFunction = translucentFunction();
  this->give(scene);
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  FrameOptions options = optionsOf(scene);
  const std::vector<float> without = this->picture(camera, options);
  options.missing[3] = 2.0f;
  EXPECT_EQ(without, this->picture(camera, options));
  options.missing[3] = -1.0f;
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput);
  options.missing[3] = 1.0f;
  options.missing[0] = static_cast<float>(NaN);
  EXPECT_THROW(this->caster().render(camera, options), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(MissingValues);

} // namespace
