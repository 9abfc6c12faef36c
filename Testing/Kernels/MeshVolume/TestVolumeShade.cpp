// SPDX-License-Identifier: BSD-3-Clause
// Gradients at the vertices of a mesh, compared with sums in double precision; and lit volumes, compared with
// the double-precision brute-force caster with its own light.
#include "../../Seeds.h"
#include "Cooperative/Append.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "Oracles/PointGradients.h"
#include "Oracles/RandomScene.h"
#include "Oracles/VolumeLightOracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// The lit picture of a scene: light is computed at each point and is linear in each tet.
std::vector<double> shadedImage(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade, const float* opaqueDepth)
{
  const std::vector<std::array<double, 6>> light = lightOnMesh(scene, camera, shade);
  const BruteForceTetCaster oracle(scene, camera);
  return oracle.image(
    [&](const std::vector<OracleSegment>& segments) {
      std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
      double opticalDepth = 0.0;
      for (const OracleSegment& segment : segments)
      {
        if (!oracle.isFinite(scene.scalars, false, segment.tet))
          continue;
        const auto s = oracle.ends(scene.scalars, false, segment);
        std::vector<double> cuts;
        appendCuts(scene.transferFunction, s[0], s[1], cuts);
        for (int k = 1; k < 24; ++k) // color times light is not linear
          cuts.push_back(k / 24.0);
        const auto ends = lightAtEnds(scene, shade, light, segment);
        integrateBetweenCuts(
          cuts,
          [&](double t, double middle) {
            auto value =
              valueInPiece(scene.transferFunction, s[0] + middle * (s[1] - s[0]), s[0] + t * (s[1] - s[0]));
            for (int c = 0; c < 3; ++c)
              value[c] = value[c] * (ends[0][c] + t * (ends[1][c] - ends[0][c])) + ends[0][3 + c] +
                t * (ends[1][3 + c] - ends[0][3 + c]);
            return value;
          },
          segment.end - segment.begin, opticalDepth, rgba);
      }
      rgba[3] = -std::expm1(-opticalDepth);
      return rgba;
    },
    opaqueDepth);
}

class VolumeLight : public RayCastTest
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
  void expectShaded(
    const OracleScene& scene, const Camera& camera, const VolumeShade& shade, const std::string& what)
  {
    const FrameOptions options = this->lit(shade);
    this->expectMatches(shadedImage(scene, camera, shade, nullptr), camera, options, what);
  }

  void checkSeed(std::uint32_t seed)
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    for (double& value : scene.scalars)
      if (random.chance(0.01))
        value = std::numeric_limits<double>::quiet_NaN();
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    VolumeShade shade = random.chance(0.5) ? headlight() : coloredLights();
    shade.gradients = random.chance(0.5) ? Gradients::Smooth : Gradients::PerCell;
    FrameOptions options = this->lit(shade);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    giveScene(this->caster(), scene);
    const std::vector<double> reference = shadedImage(scene, camera, shade, options.opaqueDepth);
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", pixel " << d.worstPixel << " of " << camera.width << " x " << camera.height;
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

TEST_P(VolumeLight, IsThatOfTheGradients)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  for (const Camera& camera :
    { perspectiveView(imageSize(80), imageSize(80)), parallelView(imageSize(80), imageSize(80)) })
    for (const VolumeShade& shade :
      { headlight(), coloredLights(), perCell(headlight()), perCell(coloredLights()) })
    {
      this->expectShaded(scene, camera, shade, camera.isParallel() ? "parallel" : "perspective");
      // The light has an effect.
      EXPECT_NE(this->picture(camera, this->lit(shade)), this->picture(camera));
    }
}

TEST_P(VolumeLight, OpaqueVolumesAndSteepFunctions)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = opaqueFunction();
  giveScene(this->caster(), scene);
  this->expectShaded(scene, perspectiveView(imageSize(80), imageSize(80)), headlight(), "opaque");
}

TEST_P(VolumeLight, NewValuesHaveNewGradients)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(imageSize(60), imageSize(60));
  this->expectShaded(scene, camera, headlight(), "before");
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
    scene.scalars[p] = 0.5 + 0.3 * std::sin(4 * scene.points[3 * p + 1]);
  giveScalars(this->caster(), scene);
  this->expectShaded(scene, camera, headlight(), "after");
}

TEST_P(VolumeLight, ConstantValuesReflectNothing)
{
  OracleScene scene = convexMesh();
  std::fill(scene.scalars.begin(), scene.scalars.end(), 0.4);
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  this->expectShaded(scene, perspectiveView(imageSize(40), imageSize(40)), headlight(), "constant");
}

TEST_P(VolumeLight, MovedMirroredAndStretchedMeshes)
{
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  Camera camera = perspectiveView(imageSize(60), imageSize(60));
  for (int r = 0; r < 3; ++r)
  {
    camera.meshToEye[4 * r] *= -0.6;
    camera.meshToEye[4 * r + 2] *= 0.8;
  }
  this->expectShaded(scene, camera, coloredLights(), "stretched");
  this->expectShaded(scene, camera, perCell(coloredLights()), "stretched, per cell");
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
  for (const Camera& view : { camera, parallelView(imageSize(80), imageSize(80)) })
    for (const VolumeShade& shade :
      { headlight(), coloredLights(), perCell(headlight()), perCell(coloredLights()) })
    {
      const std::vector<std::array<double, 6>> light = lightAtCentroids(points, view, shade);
      const BruteForceTetCaster oracle(cells, view);
      const std::vector<double> reference = oracle.image([&](const std::vector<OracleSegment>& segments) {
        std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
        double opticalDepth = 0.0;
        for (const OracleSegment& segment : segments)
        {
          if (!oracle.isFinite(cells.scalars, true, segment.tet))
            continue;
          const double s = cells.scalars[segment.tet];
          auto value = valueInPiece(cells.transferFunction, s, s);
          for (int c = 0; c < 3; ++c)
            value[c] = value[c] * light[segment.tet][c] + light[segment.tet][3 + c];
          integrateBetweenCuts(
            {}, [&](double, double) { return value; }, segment.end - segment.begin, opticalDepth, rgba);
        }
        rgba[3] = -std::expm1(-opticalDepth);
        return rgba;
      });
      this->expectMatches(reference, view, this->lit(shade), view.isParallel() ? "parallel" : "perspective");
    }
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

TEST_P(VolumeLight, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 60 : 10;
  for (const std::uint32_t seed : seedsOf("VolumeLight", fixed, fixed))
    this->checkSeed(seed);
}

INKRAY_TEST_ON_DEVICES(VolumeLight);

} // namespace
