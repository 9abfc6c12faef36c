// SPDX-License-Identifier: BSD-3-Clause
// Scenes of the path tracer: their contents, the depths of surfaces, and input that cannot be drawn.
#include "PathTracer/PathTracerTest.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class PathScenes : public PathTracerTest
{
protected:
  const BallVolume Ball{ 33 };
};

TEST_P(PathScenes, DepthsAreThoseOfTheIsosurfaceCaster)
{
  const Camera cameras[] = { frontCamera(48, 40),
    parallelCamera({ 3, 2, 4 }, { 0, 0, 0 }, 1.3, 0.5, 20, 48, 40),
    perspectiveCamera({ 0.2, 0.1, 0.3 }, { 1, 0, 0 }, 70, 0.01, 10, 48, 40) };
  const auto caster = IsosurfaceRayCaster::create(this->GetParam());
  for (const bool isRectilinear : { false, true })
  {
    BallVolume ball(33);
    if (isRectilinear)
      ball.makeRectilinear();
    caster->setVolume(ball.input({ 0.1, 0.2, -0.1 }, 1));
    Isosurface surface;
    surface.value = 0.1;
    caster->setIsosurfaces({ surface });
    this->tracer().clearScene();
    const int volume = this->addBall(ball, { 0.1, 0.2, -0.1 }, 1, 0);
    PathSurface same;
    same.value = 0.1;
    this->tracer().setIsosurfaces(volume, { same });
    for (const Camera& camera : cameras)
    {
      const PathPicture p = this->picture(camera, samples(1, 0));
      caster->render(camera, {});
      int hits = 0, other = 0;
      for (std::size_t i = 0; i < p.depth.size(); ++i)
      {
        hits += p.depth[i] < 1.0f ? 1 : 0;
        other += std::abs(p.depth[i] - caster->depth()[i]) > 2e-6f ? 1 : 0;
      }
      EXPECT_GT(hits, 100);
      EXPECT_LE(other, 2); // rays that graze the surface
    }
  }
}

TEST_P(PathScenes, LieWhereverTheyLike)
{
  // A large scene far away has the same picture as the scene at the origin.
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0, { 0.5f, 0.6f, 0.7f });
  const PathPicture here =
    this->picture(perspectiveCamera({ 0, 0, 4 }, { 0, 0, 0 }, 40, 0.1, 100, 32, 32), samples(64));
  this->tracer().clearScene();
  this->addBall(this->Ball, { 4e6, -7e6, 1e6 }, 1000, 0, { 0.5f, 0.6f, 0.7f });
  const PathPicture there = this->picture(
    perspectiveCamera({ 4e6, -7e6, 1e6 + 4000 }, { 4e6, -7e6, 1e6 }, 40, 100, 100000, 32, 32), samples(64));
  for (int c = 0; c < 4; ++c)
    EXPECT_NEAR(here.mean(c), there.mean(c), 2e-3);
}

TEST_P(PathScenes, OthersMayStandInFront)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  PathFrameOptions options = samples(4);
  options.showEnvironment = true;
  const Camera camera = frontCamera(16, 16);
  const PathPicture whole = this->picture(camera, options);
  EXPECT_EQ(whole.mean(3), 1.0);
  // Near geometry hides the left half, and far geometry lies behind a part of the right half.
  std::vector<float> depth(16 * 16, 1.0f);
  for (std::size_t i = 0; i < depth.size(); ++i)
    depth[i] = i % 16 < 8 ? 0.2f : i < 128 ? 0.9999f : 1.0f;
  options.opaqueDepth = depth.data();
  const PathPicture hidden = this->picture(camera, options);
  EXPECT_EQ(this->tracer().numSamples(), 4);
  for (std::size_t i = 0; i < depth.size(); ++i)
  {
    if (i % 16 < 8)
    {
      EXPECT_EQ(hidden.image[4 * i + 3], 0.0f);
      EXPECT_EQ(hidden.depth[i], 1.0f);
    }
    else if (i >= 128 || whole.depth[i] < 1.0f)
    {
      EXPECT_EQ(hidden.depth[i], whole.depth[i]);
    }
  }
  EXPECT_EQ(hidden.image[4 * 15 + 3], 0.0f); // a corner shows the far geometry, not the environment
  // Other depths begin the picture anew, and the same depths continue it.
  this->picture(camera, options);
  EXPECT_EQ(this->tracer().numSamples(), 8);
  depth[255] = 0.5f;
  this->picture(camera, options);
  EXPECT_EQ(this->tracer().numSamples(), 4);
}

TEST_P(PathScenes, ChangesBeginThePictureAnew)
{
  const int volume = this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  Camera camera = frontCamera(8, 8);
  PathFrameOptions options = samples(2);
  const auto expectNew = [&](bool isNew, const std::string& what) {
    const std::int64_t before = this->tracer().numSamples();
    this->tracer().render(camera, options);
    EXPECT_EQ(this->tracer().numSamples(), isNew ? 2 : before + 2) << what;
  };
  expectNew(true, "first");
  expectNew(false, "the same");
  options.kernel = PathKernel::InKernel;
  expectNew(false, "another kernel");
  options.bounces = 3;
  expectNew(true, "bounces");
  options.smoothNormals = true;
  expectNew(true, "normals");
  camera.meshToEye[11] -= 0.1;
  expectNew(true, "camera");
  this->tracer().setLights({});
  expectNew(true, "lights");
  this->tracer().setEnvironment({});
  expectNew(true, "environment");
  this->tracer().setMaterials({ {} });
  expectNew(true, "materials");
  this->tracer().setColorTable(volume, {});
  expectNew(true, "color table");
  this->tracer().restart();
  expectNew(true, "restart");
  expectNew(false, "the same again");
}

TEST_P(PathScenes, ColorsComeFromAnArray)
{
  const int volume = this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  std::vector<std::uint16_t> colors;
  for (int i = 0; i < 33 * 33 * 33; ++i)
    colors.push_back(static_cast<std::uint16_t>(i % 33 < 16 ? 0 : 1000));
  Field field;
  field.values = colors.data();
  field.type = ValueType::UInt16;
  field.numTuples = 33 * 33 * 33;
  this->tracer().setColorValues(volume, field);
  ColorTable table;
  table.range[1] = 1000;
  table.rgb = { 1, 0, 0, 0, 0, 1 };
  this->tracer().setColorTable(volume, table);
  const PathPicture p = this->picture(frontCamera(32, 32), samples(16));
  const std::size_t left = 4 * (32 * 16 + 10), right = 4 * (32 * 16 + 21);
  EXPECT_NEAR(p.image[left], 1.0f, 0.01f);
  EXPECT_NEAR(p.image[left + 2], 0.0f, 0.01f);
  EXPECT_NEAR(p.image[right], 0.0f, 0.01f);
  EXPECT_NEAR(p.image[right + 2], 1.0f, 0.01f);
  // Values may themselves be colors: here orange and a dark blue.
  std::vector<float> bytes(colors.begin(), colors.end());
  for (float& value : bytes)
    value = value == 0.0f ? 255.0f + 102 * 256 : 51 * 65536.0f;
  field.values = bytes.data();
  field.type = ValueType::Float32;
  this->tracer().setColorValues(volume, field);
  table.ofColors = true;
  this->tracer().setColorTable(volume, table);
  const PathPicture q = this->picture(frontCamera(32, 32), samples(16));
  const float expected[2][3] = { { 1.0f, 0.4f, 0.0f }, { 0.0f, 0.0f, 0.2f } };
  for (int c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(q.image[left + c], expected[0][c], 0.01f) << c;
    EXPECT_NEAR(q.image[right + c], expected[1][c], 0.01f) << c;
  }
  this->tracer().setColorValues(volume, {});
  EXPECT_NEAR(this->picture(frontCamera(32, 32), samples(16)).image[left + 1], 1.0f, 0.01f);
}

TEST_P(PathScenes, ALensLeavesSharpWhatIsInFocus)
{
  // The border of a wall blurs no further than a pixel in focus, and further out of focus.
  QuadMesh wall;
  wall.add({ Vector{ 0, -5, 0 }, { 5, -5, 0 }, { 5, 5, 0 }, { 0, 5, 0 } }, { 1, 1, 1 });
  this->tracer().addTriangles(wall.input());
  const Camera camera = makeCamera(
    lookAt({ 0, 0, 4 }, { 0, 0, 0 }, { 0, 1, 0 }), frustum(-0.1, 0.1, -0.1, 0.1, 0.2, 100), 33, 33);
  PathFrameOptions options = samples(64);
  options.lensRadius = 0.5f;
  for (const bool isSharp : { true, false })
  {
    options.focalDepth = isSharp ? 4.0f : 2.0f;
    const PathPicture p = this->picture(camera, options);
    int between = 0;
    for (std::size_t i = 0; i < p.depth.size(); ++i)
      between += p.image[4 * i + 3] > 0.0f && p.image[4 * i + 3] < 1.0f ? 1 : 0;
    if (isSharp)
      EXPECT_LE(between, 33);
    else
      EXPECT_GT(between, 33 * 5);
  }
}

TEST_P(PathScenes, ALensSpreadsRaysOverSomeTimesTheScene)
{
  // A wall of size 2 is seen from a distance of 4.
  QuadMesh wall;
  wall.add({ Vector{ -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } }, { 1, 1, 1 });
  this->tracer().addTriangles(wall.input());
  const Camera camera = makeCamera(
    lookAt({ 0, 0, 4 }, { 0, 0, 0 }, { 0, 1, 0 }), frustum(-0.1, 0.1, -0.1, 0.1, 0.2, 100), 17, 17);
  PathFrameOptions options = samples(64);
  const auto expectRadius = [&](float wanted, float focalDepth, double drawn) {
    options.lensRadius = wanted;
    options.focalDepth = focalDepth;
    const PathPicture p = this->picture(camera, options);
    EXPECT_NEAR(this->tracer().statistics().lensRadius, drawn, 1e-5 * drawn) << wanted << ", " << focalDepth;
    return p;
  };
  expectRadius(0.0f, 4.0f, 0.0);
  expectRadius(0.5f, 4.0f, 0.5);
  expectRadius(15.9f, 4.0f, 15.9);
  const float most = std::numeric_limits<float>::max();
  PathPicture largest = expectRadius(most, 4.0f, 16.0);
  EXPECT_EQ(largest.image, expectRadius(16.0f, 4.0f, 16.0).image);
  const std::size_t middle = 4 * (8 * 17 + 8);
  EXPECT_NEAR(largest.image[middle + 3], 1.0f, 1e-6f) << "what is in focus is seen by rays from everywhere";
  EXPECT_GT(largest.image[middle], 0.1f);
  // A nearer focus spreads rays more: they move by R (1 - 4 / 0.5) to the side.
  largest = expectRadius(most, 0.5f, 16.0 / 7.0);
  EXPECT_NEAR(largest.mean(3), 0.01, 0.02) << "few rays meet the wall";
  expectRadius(most, 1e-30f, 16.0 / 4e30);
  expectRadius(most, most, 16.0);
}

TEST_P(PathScenes, AreEmptyOrDark)
{
  const Camera camera = frontCamera(16, 16);
  PathPicture p = this->picture(camera, samples(2));
  EXPECT_EQ(p.mean(3), 0.0);
  EXPECT_EQ(p.depth[0], 1.0f);
  PathFrameOptions options = samples(2);
  options.showEnvironment = true;
  EXPECT_EQ(this->picture(camera, options).mean(0), 1.0);
  // Surfaces without light are black and opaque.
  this->setLight(0);
  const int volume = this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  p = this->picture(camera, samples(2));
  EXPECT_GT(p.mean(3), 0.3);
  EXPECT_EQ(p.mean(0), 0.0);
  // A volume without isosurfaces is not drawn, nor is a volume whose values never reach the isovalue.
  this->tracer().setIsosurfaces(volume, {});
  EXPECT_EQ(this->picture(camera, samples(1)).mean(3), 0.0);
  PathSurface nowhere;
  nowhere.value = 77;
  this->tracer().setIsosurfaces(volume, { nowhere });
  EXPECT_EQ(this->picture(camera, samples(1)).mean(3), 0.0);
  // A camera with a singular matrix draws nothing.
  Camera flat = camera;
  std::fill_n(flat.meshToEye, 12, 0.0);
  EXPECT_EQ(this->picture(flat, samples(1)).mean(3), 0.0);
}

TEST_P(PathScenes, TrianglesMayBeAnything)
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float points[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, nan, 0, 0, 2, 0, 0 };
  const float normals[] = { 0, 0, 1, nan, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1 };
  const std::int64_t corners[] = { 0, 1, 2, 0, 1, 3, 0, 1, 4, 2, 2, 2 };
  PathTriangles in;
  in.points = points;
  in.normals = normals;
  in.numPoints = 5;
  in.corners = corners;
  in.numTriangles = 4;
  this->tracer().addTriangles(in);
  const PathPicture p = this->picture(frontCamera(24, 24), samples(16));
  EXPECT_GT(p.mean(3), 0.02);
  EXPECT_EQ(this->tracer().statistics().leftOut, 3);
  for (const float x : p.image)
    ASSERT_TRUE(std::isfinite(x));
  // A million triangles in one point are all left out.
  std::vector<std::int64_t> many(3000000, 0);
  in.corners = many.data();
  in.numTriangles = 1000000;
  this->tracer().clearScene();
  this->tracer().addTriangles(in);
  EXPECT_EQ(this->picture(frontCamera(8, 8), samples(1)).mean(3), 0.0);
  EXPECT_EQ(this->tracer().statistics().leftOut, 1000000);
}

TEST_P(PathScenes, RefuseWhatCannotBeDrawn)
{
  PathTracer& t = this->tracer();
  const Camera camera = frontCamera(8, 8);
  const auto expectRefused = [&](const char* words, const auto& call) {
    EXPECT_NE(refusal(call).find(words), std::string::npos) << refusal(call);
  };
  expectRefused("no volume 0", [&] { t.setIsosurfaces(0, {}); });
  const int volume = this->addBall(this->Ball, { 0, 0, 0 }, 1, 0);
  VolumeInput input = this->Ball.input({ 0, 0, 0 }, 1);
  input.dimensions[1] = 1;
  expectRefused("at least two points", [&] { t.addVolume(input); });
  input = this->Ball.input({ 0, 0, 0 }, 1);
  input.indexToMesh[5] = 0;
  expectRefused("flat", [&] { t.addVolume(input); });
  PathSurface bad;
  bad.value = std::numeric_limits<double>::quiet_NaN();
  expectRefused("isovalue", [&] { t.setIsosurfaces(volume, { bad }); });
  bad = {};
  bad.opacity = -0.1f;
  expectRefused("from 0 to 1", [&] { t.setIsosurfaces(volume, { bad }); });
  expectRefused("a material", [&] { t.setMaterials({}); });
  PathMaterial material;
  material.refractiveIndex = 0.5f;
  expectRefused("refractive index", [&] { t.setMaterials({ material }); });
  Environment environment;
  environment.kind = Environment::Kind::Image;
  environment.width = environment.height = 3;
  expectRefused("in place of 27", [&] { t.setEnvironment(environment); });
  PathTriangles triangles;
  triangles.numTriangles = 1;
  expectRefused("need an array", [&] { t.addTriangles(triangles); });
  const std::int64_t corners[3] = { 0, 1, 7 };
  const float points[6] = {};
  triangles.points = points;
  triangles.numPoints = 2;
  triangles.corners = corners;
  expectRefused("point 7 of 2", [&] { t.addTriangles(triangles); });
  expectRefused("no pixels", [&] { t.render(frontCamera(0, 8), samples(1)); });
  expectRefused("at least one sample", [&] { t.render(camera, samples(0)); });
  expectRefused("64 bounces", [&] { t.render(camera, samples(1, 65)); });
  PathFrameOptions options = samples(1);
  options.lensRadius = -1;
  expectRefused("lens", [&] { t.render(camera, options); });
  options.lensRadius = 1;
  options.focalDepth = 0;
  expectRefused("sharp", [&] { t.render(camera, options); });
  const BallVolume small(9);
  for (int i = 1; i < PathTracer::maxVolumes; ++i)
    this->addBall(small, { 0, 0, 0 }, 0.1, 0);
  expectRefused("as many as it can", [&] { t.addVolume(this->Ball.input({ 0, 0, 0 }, 1)); });
  // The path tracer still works after the errors.
  const PathPicture p = this->picture(camera, samples(16));
  EXPECT_NEAR(p.image[4 * 36], 1.0f, 0.01f);
  EXPECT_GE(t.memory().frame, 8u * 8 * 36);
  EXPECT_GT(t.memory().scene, 1000u);
}

INKRAY_PATHS_ON_DEVICES(PathScenes);

} // namespace
