// SPDX-License-Identifier: BSD-3-Clause
// Gradients at the vertices of a mesh against sums in double, and volumes in the light against the
// double-precision brute-force caster with light of its own.
#include "../Seeds.h"
#include "Cooperative/Append.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "PointGradients.h"
#include "RandomScene.h"

#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

struct VolumeShade
{
  SurfaceMaterial material;
  std::vector<SurfaceLight> lights;
  Gradients gradients = Gradients::Smooth;
};

/// Diffuse and specular light on a point, three channels each, by the formula in Phong.h in double.
std::array<double, 6> lightOn(
  const VolumeShade& shade, const Vector& at, const Vector& gradient, bool parallel)
{
  const SurfaceMaterial& m = shade.material;
  std::array<double, 6> sums = {};
  const double length = norm(gradient);
  if (shade.lights.empty())
    return { m.ambient + m.diffuse, m.ambient + m.diffuse, m.ambient + m.diffuse, 0, 0, 0 };
  if (length > 0)
  {
    const double side = (parallel ? gradient[2] : -dot(gradient, at)) < 0 ? -1 / length : 1 / length;
    const Vector n = { gradient[0] * side, gradient[1] * side, gradient[2] * side };
    const double away = norm(at);
    const Vector view = { -at[0] / away, -at[1] / away, -at[2] / away };
    const SurfaceLight& first = shade.lights[0];
    const bool headlight = shade.lights.size() == 1 && !first.positional && first.direction[0] == 0 &&
      first.direction[1] == 0 && first.direction[2] == -1;
    for (const SurfaceLight& light : shade.lights)
    {
      Vector along = { light.direction[0], light.direction[1], light.direction[2] };
      double attenuation = 1;
      if (light.positional)
      {
        const Vector to = { at[0] - light.position[0], at[1] - light.position[1], at[2] - light.position[2] };
        const double r = norm(to);
        attenuation = 1 / (light.attenuation[0] + light.attenuation[1] * r + light.attenuation[2] * r * r);
        along = { to[0] / r, to[1] / r, to[2] / r };
      }
      const double facing = dot(n, along);
      double df = std::max(0.0, -attenuation * facing), sf = 0;
      const Vector mirrored = { along[0] - 2 * facing * n[0], along[1] - 2 * facing * n[1],
        along[2] - 2 * facing * n[2] };
      if (df > 0)
        sf = attenuation * std::pow(std::max(0.0, dot(mirrored, view)), m.specularPower);
      if (headlight)
      {
        df = std::max(1e-6, n[2]);
        sf = std::pow(df, m.specularPower);
      }
      for (int c = 0; c < 3; ++c)
      {
        sums[c] += df * light.diffuse[c];
        sums[3 + c] += sf * light.specular[c];
      }
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    sums[c] = m.ambient + m.diffuse * sums[c];
    sums[3 + c] *= m.specular;
  }
  return sums;
}

/// The picture of a scene in the light: that on each point, linear in each tet.
std::vector<double> shadedImage(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade, const float* opaqueDepth)
{
  const auto eyeOf = [&](std::size_t p) {
    const auto eye =
      transform(camera.meshToEye, { scene.points[3 * p], scene.points[3 * p + 1], scene.points[3 * p + 2] });
    return Vector{ eye[0], eye[1], eye[2] };
  };
  const bool smooth = shade.gradients == Gradients::Smooth;
  const std::vector<Vector> gradients = inEye(smooth ? pointGradients(scene) : tetGradients(scene), camera);
  std::vector<std::array<double, 6>> light(gradients.size()); // of each point or tet
  for (std::size_t i = 0; i < light.size(); ++i)
  {
    Vector at = { 0, 0, 0 };
    for (int v = 0; v < 4; ++v)
    {
      const Vector corner = eyeOf(smooth ? i : static_cast<std::size_t>(scene.tets[4 * i + v]));
      for (int axis = 0; axis < 3; ++axis)
        at[axis] += corner[axis] / 4;
    }
    light[i] = lightOn(shade, at, gradients[i], camera.isParallel());
  }
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
        for (int k = 1; k < 24; ++k) // colour times light is not linear
          cuts.push_back(k / 24.0);
        std::array<double, 6> ends[2] = {};
        for (int v = 0; v < 4; ++v)
          for (int k = 0; k < 6; ++k)
          {
            const auto& at =
              light[smooth ? static_cast<std::size_t>(scene.tets[4 * segment.tet + v]) : segment.tet];
            ends[0][k] += segment.beginWeights[v] * at[k];
            ends[1][k] += segment.endWeights[v] * at[k];
          }
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

VolumeShade headlight()
{
  VolumeShade shade;
  shade.material = { 0.1f, 0.8f, 0.3f, 12.0f, { 1, 1, 1 } };
  shade.lights.resize(1);
  return shade;
}

VolumeShade perCell(VolumeShade shade)
{
  shade.gradients = Gradients::PerCell;
  return shade;
}

/// Two lights of different colours, one of them a lamp.
VolumeShade colouredLights()
{
  VolumeShade shade = headlight();
  shade.lights.resize(2);
  SurfaceLight& sun = shade.lights[0];
  sun.diffuse[1] = 0.7f;
  sun.specular[2] = 0.2f;
  sun.direction[0] = 0.6f;
  sun.direction[1] = -0.48f;
  sun.direction[2] = -0.64f;
  SurfaceLight& lamp = shade.lights[1];
  lamp.positional = true;
  lamp.diffuse[0] = 0.1f;
  lamp.position[0] = -1.5f;
  lamp.position[1] = 1.0f;
  lamp.attenuation[1] = 0.1f;
  return shade;
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
    VolumeShade shade = random.chance(0.5) ? headlight() : colouredLights();
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
  // Whatever the size of a term, it becomes an integer of 40 bits that are not lost to rounding.
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
      { headlight(), colouredLights(), perCell(headlight()), perCell(colouredLights()) })
    {
      this->expectShaded(scene, camera, shade, camera.isParallel() ? "parallel" : "perspective");
      // The light is seen.
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
  this->expectShaded(scene, camera, colouredLights(), "stretched");
  this->expectShaded(scene, camera, perCell(colouredLights()), "stretched, per cell");
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

TEST_P(VolumeLight, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 60 : 10;
  for (const std::uint32_t seed : seedsOf("VolumeLight", fixed, fixed))
    this->checkSeed(seed);
}

INKRAY_TEST_ON_DEVICES(VolumeLight);

} // namespace
