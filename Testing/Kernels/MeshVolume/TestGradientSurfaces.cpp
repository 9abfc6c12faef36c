// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces and slices in volumes with gradient opacity or a two-dimensional transfer function, compared
// with the double-precision brute-force caster.
#include "MeshVolume/MeshSurfaceTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

OracleGradientFunctions table(int columns, int rows)
{
  TransferFunction2D table;
  table.columns = columns;
  table.rows = rows;
  table.values[0] = 0.1;
  table.values[1] = 0.9;
  table.magnitudes[0] = 0.1;
  table.magnitudes[1] = 1.4;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
    {
      const double x = (column + 0.5) / columns, y = (row + 0.5) / rows;
      table.entries.push_back({ float(x), float(y), float(0.5 + 0.5 * std::sin(7 * x + 5 * y)),
        float(std::max(0.0, 3.0 * std::sin(6 * x - 4 * y))) });
    }
  return { {}, table };
}

/// A volume with three surfaces, one of them opaque, and three slices.
MeshScene gradientScene(
  const OracleScene& mesh, const OracleGradientFunctions& functions, const VolumeShade& shade)
{
  MeshScene scene = withSurfaces(mesh, false);
  scene.surfaces[2].opacity = 1.0f;
  scene.transferFunction = translucentFunction();
  scene.slices = { { { 0.4, -0.3, 0.8 }, 0.1 }, { { -2.0, 0.0, 0.5 }, 0.3 }, { { 0.1, 3.0, 0.2 }, -0.4 } };
  scene.sliceOpacity = 0.4;
  scene.lights = shade.lights;
  scene.material = shade.material;
  scene.smooth = shade.gradients == Gradients::Smooth;
  scene.gradientFunctions = functions;
  return scene;
}

class GradientSurfaces : public MeshSurfaceTest
{
};

/// With a table, only slices need the transfer function.
TEST_P(GradientSurfaces, InTablesNeedNoTransferFunction)
{
  const int size = imageSize(56);
  MeshScene scene = gradientScene(nonConvexMesh(), table(9, 7), headlight());
  scene.slices.clear();
  scene.transferFunction = {};
  this->expectScene(scene, parallelView(size, size));
}

TEST_P(GradientSurfaces, PicksAreOfTheVolumeThatIsSeen)
{
  // A constant factor acts like a transfer function with less attenuation, and a table of one row like a
  // transfer function.
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
    for (const bool byTable : { false, true })
    {
      MeshScene scene = gradientScene(convexMesh(), {}, shade);
      for (Isosurface& surface : scene.surfaces)
        surface.opacity = 0.1f;
      scene.slices.clear();
      if (byTable)
        scene.gradientFunctions = table(6, 1);
      else
        scene.gradientFunctions.opacity = { { { 0.3, 0.4f } } };
      const auto picked = [&] {
        this->give(scene);
        this->caster().pick(camera, optionsOf(scene), 0.3f);
        const std::uint32_t* const tets = this->caster().pickedTets();
        return std::vector<std::uint32_t>(
          tets, tets + static_cast<std::size_t>(camera.width) * camera.height);
      };
      const std::vector<std::uint32_t> withFunctions = picked();
      if (byTable)
      {
        scene.transferFunction.knots.clear();
        for (int column = 0; column < 6; ++column)
        {
          const auto& e = scene.gradientFunctions.table.entries[static_cast<std::size_t>(column)];
          scene.transferFunction.knots.push_back(
            { 0.1 + 0.16 * column, e.red, e.green, e.blue, e.attenuation });
        }
      }
      else
        for (TransferFunctionKnot& knot : scene.transferFunction.knots)
          knot.attenuation *= 0.4f;
      scene.gradientFunctions = {};
      const std::vector<std::uint32_t> without = picked();
      std::size_t seen = 0, others = 0;
      for (std::size_t i = 0; i < without.size(); ++i)
      {
        seen += without[i] != noCell;
        others += without[i] != withFunctions[i];
      }
      EXPECT_GT(seen, without.size() / 20);
      EXPECT_LE(others, without.size() / 400); // rounding decides about these
    }
}

INKRAY_TEST_ON_DEVICES(GradientSurfaces);

} // namespace
