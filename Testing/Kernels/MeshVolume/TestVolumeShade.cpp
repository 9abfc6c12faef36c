// SPDX-License-Identifier: BSD-3-Clause
// Gradients at the vertices of a mesh, compared with sums in double precision; and lit volumes, compared with
// the double-precision brute-force caster with its own light.
#include "Cooperative/Append.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "MeshVolume/Frames/FrameTest.h"
#include "Oracles/PointGradients.h"
#include "Oracles/VolumeLightOracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class VolumeLight : public FrameTest
{
protected:
  FrameOptions lit(const VolumeShade& shade)
  {
    this->caster().setLights(shade.lights);
    this->caster().setMaterial(shade.material);
    FrameOptions options;
    options.shade = true;
    options.gradients = shade.gradients;
    return options;
  }
  /// A scene in the light of a lamp at the eye.
  static FrameScene lit(const OracleScene& mesh)
  {
    FrameScene scene{ mesh };
    scene.transferFunction = translucentFunction();
    scene.lights = headlight().lights;
    scene.material = headlight().material;
    scene.shade = scene.smooth = true;
    return scene;
  }
};

TEST(VertexGradients, AreVolumeWeightedMeans)
{
  for (OracleScene scene : { nonConvexMesh(), farFromOriginMesh(), sliverMesh(), twoTets(Contact::Vertex) })
  {
    scene.scalars[1] = std::numeric_limits<double>::infinity();
    const std::vector<Vector> expected = pointGradients(scene);
    HostBackend backend;
    TetAdjacency<HostBackend> mesh;
    mesh.build(backend, meshInput(scene), 0);
    for (std::int64_t v = 0; v < mesh.vertices.size(); ++v)
      mesh.vertices.data()[v].w = static_cast<float>(scene.scalars[mesh.originalVertex.data()[v]]);
    Buffer<Float3, HostBackend> gradients;
    findVertexGradients(backend, mesh, gradients);
    double largest = 0;
    for (const Vector& g : expected)
      largest = std::max(largest, norm(g));
    ASSERT_GT(largest, 0.1);
    for (std::int64_t v = 0; v < mesh.vertices.size(); ++v)
    {
      const Float3 g = gradients.data()[v];
      const Vector& e = expected[mesh.originalVertex.data()[v]];
      const Vector got = { g.x * mesh.scale, g.y * mesh.scale, g.z * mesh.scale };
      EXPECT_LT(norm(minus(got, e)), 2e-4 * largest) << v;
    }
  }
}

TEST(VertexGradients, TermsOfAnySizeAdd)
{
  // A term of any size becomes an integer of 40 bits, which rounding does not lose.
  for (const float term : { 1e-38f, 3e-20f, 1e-6f, 0.7f, 1.0f, 5e3f, 1e30f })
  {
    const double kept = double(term) * fixedPointUnit(bitsOf(term));
    EXPECT_LT(kept, std::ldexp(1.0, 40)) << term;
    EXPECT_GE(kept, term > 1e-26f ? std::ldexp(1.0, 39) : 0.0) << term;
  }
}

TEST_P(VolumeLight, NewValuesHaveNewGradients)
{
  FrameScene scene = lit(convexMesh());
  const Camera camera = perspectiveView(imageSize(60), imageSize(60));
  this->expectFrame(scene, camera, "before");
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
    scene.scalars[p] = 0.5 + 0.3 * std::sin(4 * scene.points[3 * p + 1]);
  giveScalars(this->caster(), scene);
  this->expectDrawn(scene, camera, "after");
}

TEST_P(VolumeLight, ConstantValuesReflectNothing)
{
  FrameScene scene = lit(convexMesh());
  std::fill(scene.scalars.begin(), scene.scalars.end(), 0.4);
  this->expectFrame(scene, perspectiveView(imageSize(40), imageSize(40)), "constant");
}

TEST_P(VolumeLight, GradientsTakeMemoryOnlyWhenUsed)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(32, 32);
  this->picture(camera);
  const std::size_t before = this->caster().memory().resident;
  this->picture(camera, this->lit(headlight()));
  const std::size_t numVertices = scene.points.size() / 3;
  EXPECT_GT(this->caster().memory().resident, before);
  EXPECT_LE(this->caster().memory().resident, before + 16 * numVertices);
}

TEST_P(VolumeLight, OnValuesOfCells)
{
  const OracleScene points = nonConvexMesh();
  OracleScene cells = points;
  cells.transferFunction = translucentFunction();
  cells.perCell = true;
  cells.scalars.assign(cells.tets.size() / 4, 0.0);
  for (std::size_t t = 0; t < cells.scalars.size(); ++t)
    cells.scalars[t] = static_cast<double>(t % 11) / 10.0;
  cells.scalars[5] = std::numeric_limits<double>::quiet_NaN();
  giveScene(this->caster(), cells);
  const Camera camera = perspectiveView(imageSize(80), imageSize(80));
  const std::vector<float> unlit = this->picture(camera);
  EXPECT_EQ(unlit, this->picture(camera, this->lit(headlight()))) << "without gradients";
  this->caster().setGradientScalars(scalarInput(points));
  EXPECT_EQ(unlit, this->picture(camera));
  EXPECT_NE(unlit, this->picture(camera, this->lit(headlight())));
  // If averages are NaN, only the ambient term remains. Other cell values have no gradients.
  OracleScene holes = points;
  for (std::size_t p = 0; p < holes.scalars.size(); p += 7)
    holes.scalars[p] = std::numeric_limits<double>::quiet_NaN();
  for (const VolumeShade& shade : { headlight(), perCell(headlight()) })
  {
    this->caster().setGradientScalars(scalarInput(holes));
    for (const float channel : this->picture(camera, this->lit(shade)))
      ASSERT_TRUE(std::isfinite(channel));
  }
  giveScalars(this->caster(), cells);
  EXPECT_EQ(unlit, this->picture(camera, this->lit(headlight())));
  EXPECT_THROW(this->caster().setGradientScalars(scalarInput(cells)), InvalidInput);
  giveScalars(this->caster(), points);
  EXPECT_THROW(this->caster().setGradientScalars(scalarInput(points)), InvalidInput);
}

TEST_P(VolumeLight, ColorsWithoutGradientsAreNotLit)
{
  FrameScene scene = lit(convexMesh());
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
    scene.colors.push_back({ 0.01 * static_cast<double>(p % 100), 0.5, 0.2 });
  scene.opacities = scene.scalars;
  scene.opacityFunction = translucentFunction();
  const Camera camera = perspectiveView(imageSize(40), imageSize(40));
  this->expectFrame(scene, camera, "colors");
  FrameOptions options = optionsOf(scene);
  const std::vector<float> withGradients = this->picture(camera, options);
  frames::giveColors(this->caster(), scene);
  const std::vector<float> unlit = this->picture(camera, options);
  EXPECT_NE(withGradients, unlit);
  options.shade = false;
  EXPECT_EQ(unlit, this->picture(camera, options));
}

INKRAY_TEST_ON_DEVICES(VolumeLight);

} // namespace
