// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces of unstructured grids in the path tracer agree with closed forms, and with the same surfaces as
// triangles.
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTracerTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

class PathMeshes : public PathTracerTest
{
protected:
  int addMesh(const PathTestMesh& mesh, const std::vector<PathSurface>& surfaces)
  {
    const int number = this->tracer().addMesh(mesh.input());
    this->tracer().setMeshValues(number, mesh.field());
    this->tracer().setMeshIsosurfaces(number, surfaces);
    return number;
  }
  static PathSurface surface(
    double value, const Color& color = { 1, 1, 1 }, std::int32_t material = 0, float opacity = 1)
  {
    PathSurface s;
    s.value = value;
    std::copy(color.begin(), color.end(), s.color);
    s.material = material;
    s.opacity = opacity;
    return s;
  }
  /// Expect that two pictures show the same surfaces, except for a few paths that rounding separates.
  static void expectAlike(const PathPicture& a, const PathPicture& b, const std::string& what)
  {
    ASSERT_EQ(a.depth.size(), b.depth.size());
    std::size_t other = 0, otherDepth = 0;
    for (std::size_t i = 0; i < a.depth.size(); ++i)
    {
      bool isSame = true;
      for (std::size_t c = 4 * i; c < 4 * i + 4; ++c)
        isSame = isSame && std::abs(a.image[c] - b.image[c]) < 5e-3f;
      other += isSame ? 0 : 1;
      otherDepth += std::abs(a.depth[i] - b.depth[i]) < 3e-6f ? 0 : 1;
    }
    EXPECT_LE(other, a.depth.size() / 50) << what;
    EXPECT_LE(otherDepth, a.depth.size() / 200) << what;
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(a.mean(c), b.mean(c), 1e-3) << what;
    EXPECT_GT(a.mean(3), 0.1) << what;
  }
  void addFloor()
  {
    QuadMesh floor;
    floor.add(
      { Vector{ -3, -1.2, 3 }, { 3, -1.2, 3 }, { 3, -1.2, -3 }, { -3, -1.2, -3 } }, { 0.8f, 0.7f, 0.6f });
    this->tracer().addTriangles(floor.input(0));
  }

  const PathTestMesh Ball = PathTestMesh::ball();
};

TEST_P(PathMeshes, LookAlikeWithPointsAndAnEyeFarAway)
{
  const auto draw = [this](const PathTestMesh& mesh, double away, const Camera& camera) {
    this->tracer().clearScene();
    PathTestMesh with = mesh;
    QuadMesh floor;
    floor.add(
      { Vector{ -2, -1.2, 2 }, { 2, -1.2, 2 }, { 2, -1.2, -2 }, { -2, -1.2, -2 } }, { 0.8f, 0.7f, 0.6f });
    if (away > 0)
    {
      // Add points that neither a cell nor a triangle uses.
      with.points.insert(with.points.end(), { away, 0.3 * away, -away });
      with.values.push_back(0);
      const auto far = static_cast<float>(std::min(away, 1e30));
      floor.points.insert(floor.points.end(), { far, far, -far });
      floor.colors.insert(floor.colors.end(), { 1, 1, 1 });
    }
    this->addMesh(with, { surface(0.3) });
    this->tracer().addTriangles(floor.input(0));
    return this->picture(camera, samples(4, 1));
  };
  const Camera near = frontCamera(40, 32);
  const PathPicture wanted = draw(Ball, 0, near);
  for (const double away : { 1e2, 1e6, 1e12, 1e30 })
    expectAlike(draw(Ball, away, near), wanted, "a point at " + std::to_string(away));

  const auto distant = [](double distance) {
    const Vector eye = { distance / 3, 2 * distance / 3, 2 * distance / 3 };
    return parallelCamera(eye, { 0, 0, 0 }, 1.6, distance - 4, distance + 6, 40, 32);
  };
  const PathPicture parallel = draw(Ball, 0, distant(8));
  for (const double distance : { 1e4, 1e7, 1e9 })
  {
    const PathPicture seen = draw(Ball, 0, distant(distance));
    ASSERT_EQ(seen.depth.size(), parallel.depth.size());
    std::size_t other = 0;
    for (std::size_t i = 0; i < seen.depth.size(); ++i)
      other += std::abs(seen.depth[i] - parallel.depth[i]) < 1e-4f ? 0 : 1;
    EXPECT_LE(other, seen.depth.size() / 50) << "from " << distance;
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(seen.mean(c), parallel.mean(c), 2e-3) << "from " << distance;
  }
}

TEST_P(PathMeshes, DrawThePlanesOfALinearField)
{
  const Vector normal = { 1, 2, 3 };
  const PathTestMesh mesh(7, 1.0, [&](const Vector& p) { return dot(p, normal); });
  this->addMesh(mesh, { surface(0.7) });
  for (const Camera& camera :
    { frontCamera(40, 32), parallelCamera({ 3, 2, 4 }, { 0, 0, 0 }, 1.4, 0.5, 20, 40, 32),
      perspectiveCamera({ 0.2, -0.1, -0.3 }, { 0.4, 0.5, 1 }, 80, 0.01, 10, 40, 32) })
  {
    const PathPicture p = this->picture(camera, samples(1, 0));
    const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
    int hits = 0;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        const auto ray = pixelRay(camera, clipToEye, i, j);
        const auto near = transform(eyeToMesh.data(), ray.first),
                   far = transform(eyeToMesh.data(), ray.second);
        const Vector from = { near[0], near[1], near[2] }, way = minus({ far[0], far[1], far[2] }, from);
        const double t = (0.7 - dot(from, normal)) / dot(way, normal);
        const Vector at = { from[0] + t * way[0], from[1] + t * way[1], from[2] + t * way[2] };
        const double reach = std::max({ std::abs(at[0]), std::abs(at[1]), std::abs(at[2]) });
        const float depth = p.depth[static_cast<std::size_t>(j * camera.width + i)];
        if (t > 0 && t < 1 && reach < 0.9999)
        {
          const auto eye = transform(camera.meshToEye, at);
          const auto clip = transform(camera.eyeToClip, { eye[0], eye[1], eye[2] });
          EXPECT_NEAR(double(depth), 0.5 * clip[2] / clip[3] + 0.5, 3e-6);
          ++hits;
        }
        else if (t < 0 || t > 1 || reach > 1.0001)
        {
          EXPECT_EQ(depth, 1.0f);
        }
      }
    EXPECT_GT(hits, 100);
  }
}

TEST_P(PathMeshes, AreTheTrianglesOfTheirContour)
{
  const Camera cameras[] = { frontCamera(40, 36),
    perspectiveCamera({ 0.1, 0.2, 0.3 }, { 1, 0, 0 }, 90, 0.01, 10, 40, 36) };
  const Color color = { 0.9f, 0.7f, 0.5f };
  for (const PathMaterialKind kind :
    { PathMaterialKind::Diffuse, PathMaterialKind::Glossy, PathMaterialKind::Chrome })
    for (const Camera& camera : cameras)
    {
      PathPicture pictures[2];
      for (const bool isMesh : { true, false })
      {
        this->tracer().clearScene();
        this->setMaterials({ PathMaterialKind::Diffuse, kind });
        this->tracer().setLights({ distantLight({ -1, -1, -1 }, 0.5f) });
        this->addFloor();
        if (isMesh)
          this->addMesh(this->Ball, { surface(0.1, color, 1) });
        else
          this->tracer().addTriangles(this->Ball.contour(0.1, color).input(1));
        pictures[isMesh ? 0 : 1] = this->picture(camera, samples(8, 3));
      }
      expectAlike(pictures[0], pictures[1], "material " + std::to_string(static_cast<int>(kind)));
    }
}

TEST_P(PathMeshes, RefractFromWithinAsTrianglesDo)
{
  // Refracted rays go on inside of the solid, and so begin inside of the mesh.
  PathPicture pictures[2];
  for (const bool isMesh : { true, false })
  {
    this->tracer().clearScene();
    this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glass });
    this->addFloor();
    if (isMesh)
      this->addMesh(this->Ball, { surface(0.0, { 1, 1, 1 }, 1) });
    else
      this->tracer().addTriangles(this->Ball.contour(0.0, { 1, 1, 1 }).input(1));
    PathFrameOptions options = samples(64, 6);
    options.showEnvironment = true;
    pictures[isMesh ? 0 : 1] = this->picture(frontCamera(32, 32), options);
  }
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(pictures[0].mean(c), pictures[1].mean(c), 3e-3);
  std::size_t other = 0;
  for (std::size_t i = 0; i < pictures[0].image.size(); ++i)
    other += std::abs(pictures[0].image[i] - pictures[1].image[i]) > 0.02f ? 1 : 0;
  EXPECT_LE(other, pictures[0].image.size() / 20);
}

TEST_P(PathMeshes, MixWithImagesAndTriangles)
{
  const BallVolume even(33);
  BallVolume rectilinear(33);
  rectilinear.makeRectilinear();
  PathTestMesh mesh = this->Ball;
  mesh.move({ 0.8, 0.3, 0 }, 0.6);
  const Color color = { 0.5f, 0.8f, 0.9f };
  for (const BallVolume* ball : { &even, static_cast<const BallVolume*>(&rectilinear) })
  {
    PathPicture pictures[2];
    for (const bool isMesh : { true, false })
    {
      this->tracer().clearScene();
      this->addFloor();
      this->addBall(*ball, { -0.7, -0.2, 0.1 }, 0.8, 0, { 0.9f, 0.4f, 0.3f });
      if (isMesh)
        this->addMesh(mesh, { surface(0.0, color) });
      else
        this->tracer().addTriangles(mesh.contour(0.0, color).input(0));
      pictures[isMesh ? 0 : 1] = this->picture(frontCamera(48, 36), samples(8, 3));
    }
    expectAlike(pictures[0], pictures[1], "beside an image");
  }
}

TEST_P(PathMeshes, WhiteFurnaceIsWhite)
{
  this->addMesh(this->Ball, { surface(0.0) });
  const PathPicture p = this->picture(frontCamera(24, 24), samples(128));
  int whole = 0;
  for (std::size_t i = 0; i < p.depth.size(); ++i)
    if (p.image[4 * i + 3] == 1.0f)
    {
      EXPECT_NEAR(p.image[4 * i], 1.0f, 0.02f);
      ++whole;
    }
  EXPECT_GT(whole, 60);
}

TEST_P(PathMeshes, LetThroughWhatTheirOpacitySays)
{
  // Two planes stop a half and a quarter of the rays. Light from above reaches the floor only through them.
  const PathTestMesh mesh(5, 1.0, [](const Vector& p) { return p[1]; });
  this->setLight(0);
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 1.0f) }); // shines along the view
  const Camera above = parallelCamera({ 0, 4, 0.0004 }, { 0, 0, 0 }, 0.5, 0.5, 20, 12, 12);
  this->addMesh(mesh, { surface(0.3, { 0, 0, 0 }, 0, 0.5f), surface(-0.2, { 0, 0, 0 }, 0, 0.25f) });
  EXPECT_NEAR(this->picture(above, samples(512, 1)).mean(3), 1.0 - 0.5 * 0.75, 2e-3);
  QuadMesh floor;
  floor.add({ Vector{ -3, -2, 3 }, { 3, -2, 3 }, { 3, -2, -3 }, { -3, -2, -3 } }, { 1, 1, 1 });
  this->tracer().addTriangles(floor.input(0));
  const PathPicture p = this->picture(above, samples(512, 0));
  EXPECT_EQ(p.mean(3), 1.0);
  EXPECT_NEAR(p.mean(0), 0.375 * 0.375, 2e-3); // there and back
}

TEST_P(PathMeshes, ShowTheNearerOfTwoSurfacesInATet)
{
  const PathTestMesh mesh(1, 1.0, [](const Vector& p) { return p[1]; });
  this->addMesh(mesh, { surface(0.1, { 1, 0, 0 }), surface(-0.1, { 0, 0, 1 }) });
  const PathPicture above =
    this->picture(parallelCamera({ 0, 4, 0.0004 }, { 0, 0, 0 }, 0.5, 0.5, 20, 8, 8), samples(8, 0));
  EXPECT_GT(above.mean(0), 0.9);
  EXPECT_EQ(above.mean(2), 0.0);
  const PathPicture below =
    this->picture(parallelCamera({ 0, -4, 0.0004 }, { 0, 0, 0 }, 0.5, 0.5, 20, 8, 8), samples(8, 0));
  EXPECT_EQ(below.mean(0), 0.0);
  EXPECT_GT(below.mean(2), 0.9);
}

TEST_P(PathMeshes, SmoothNormalsAreThoseOfTheField)
{
  // A light from the eye shades a sphere by the cosine between normal and view.
  this->addMesh(this->Ball, { surface(0.2) });
  this->setLight(0);
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 1.0f) });
  PathFrameOptions options = samples(16, 0);
  double errors[2];
  for (const bool isSmooth : { false, true })
  {
    options.smoothNormals = isSmooth;
    const PathPicture p =
      this->picture(parallelCamera({ 0, 0, 4 }, { 0, 0, 0 }, 0.6, 0.5, 20, 32, 32), options);
    double sum = 0.0;
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i)
      {
        const double x = 1.2 * (i + 0.5) / 32 - 0.6, y = 1.2 * (j + 0.5) / 32 - 0.6;
        const double cosine = std::sqrt(std::max(0.0, 1.0 - (x * x + y * y) / 0.64));
        sum +=
          cosine > 0.3 ? std::abs(double(p.image[static_cast<std::size_t>(4 * (32 * j + i))]) - cosine) : 0.0;
      }
    errors[isSmooth ? 1 : 0] = sum / (32 * 32);
  }
  EXPECT_LT(errors[1], 0.02);
  EXPECT_LT(errors[1], 0.6 * errors[0]);
}

TEST_P(PathMeshes, ColorsComeFromAnArray)
{
  const int mesh = this->addMesh(this->Ball, { surface(0.0) });
  std::vector<float> colors;
  for (std::size_t i = 0; i < this->Ball.values.size(); ++i)
    colors.push_back(this->Ball.points[3 * i] < 0 ? 0.0f : 1000.0f);
  Field field;
  field.values = colors.data();
  field.numTuples = static_cast<std::int64_t>(colors.size());
  this->tracer().setMeshColorValues(mesh, field);
  ColorTable table;
  table.range[1] = 1000;
  table.rgb = { 1, 0, 0, 0, 0, 1 };
  this->tracer().setMeshColorTable(mesh, table);
  const PathPicture p = this->picture(frontCamera(32, 32), samples(16));
  const std::size_t left = 4 * (32 * 16 + 10), right = 4 * (32 * 16 + 21);
  EXPECT_NEAR(p.image[left], 1.0f, 0.01f);
  EXPECT_NEAR(p.image[left + 2], 0.0f, 0.01f);
  EXPECT_NEAR(p.image[right], 0.0f, 0.01f);
  EXPECT_NEAR(p.image[right + 2], 1.0f, 0.01f);
  this->tracer().setMeshColorValues(mesh, {});
  EXPECT_NEAR(this->picture(frontCamera(32, 32), samples(16)).image[left + 1], 1.0f, 0.01f);
}

TEST_P(PathMeshes, EachCellMayHaveAColorOfItsOwn)
{
  const int mesh = this->addMesh(this->Ball, { surface(0.0) });
  // Tets are red if their centroid is on the left, blue on the right, and green far above and below.
  std::vector<float> colors;
  for (std::size_t t = 0; t < this->Ball.tets.size(); t += 4)
  {
    double x = 0.0, y = 0.0;
    for (std::size_t k = t; k < t + 4; ++k)
    {
      const double* const p = &this->Ball.points[3 * static_cast<std::size_t>(this->Ball.tets[k])];
      x += p[0] / 4;
      y += p[1] / 4;
    }
    colors.push_back(std::abs(y) > 0.6 ? static_cast<float>(NaN) : x < 0 ? 10.0f : 30.0f);
  }
  Field field;
  field.values = colors.data();
  field.numTuples = static_cast<std::int64_t>(colors.size());
  field.association = Association::Cells;
  this->tracer().setMeshColorValues(mesh, field);
  ColorTable table;
  table.range[0] = 10;
  table.range[1] = 30;
  table.rgb = { 1, 0, 0, 0, 0, 1 };
  const float green[3] = { 0, 1, 0 };
  std::copy_n(green, 3, table.nanColor);
  this->tracer().setMeshColorTable(mesh, table);
  const PathPicture p = this->picture(frontCamera(64, 64), samples(1));
  int number[3] = { 0, 0, 0 };
  for (std::size_t i = 0; i < p.image.size(); i += 4)
  {
    int channels = 0;
    for (int c = 0; c < 3; ++c)
    {
      channels += p.image[i + static_cast<std::size_t>(c)] > 0.0f ? 1 : 0;
      number[c] += p.image[i + static_cast<std::size_t>(c)] > 0.5f ? 1 : 0;
    }
    EXPECT_LE(channels, 1) << "between two cells, pixel " << i / 4;
  }
  for (const int n : number)
    EXPECT_GT(n, 100);
  const std::size_t left = 4 * (64 * 32 + 20), right = 4 * (64 * 32 + 42), below = 4 * (64 * 12 + 32);
  EXPECT_NEAR(p.image[left], 1.0f, 0.01f);
  EXPECT_NEAR(p.image[right + 2], 1.0f, 0.01f);
  EXPECT_NEAR(p.image[below + 1], 1.0f, 0.01f);
  // An array of point values replaces the array of cells.
  std::vector<float> ofPoints(this->Ball.values.size(), 30.0f);
  field.values = ofPoints.data();
  field.numTuples = static_cast<std::int64_t>(ofPoints.size());
  field.association = Association::Points;
  this->tracer().setMeshColorValues(mesh, field);
  EXPECT_NEAR(this->picture(frontCamera(64, 64), samples(1)).image[left + 2], 1.0f, 0.01f);
}

TEST_P(PathMeshes, TakeOtherValuesAtTheNextTimeStep)
{
  const int mesh = this->addMesh(this->Ball, { surface(0.0) });
  const Camera camera = frontCamera(32, 32);
  PathFrameOptions options = samples(4);
  options.smoothNormals = true;
  const double before = this->picture(camera, options).mean(3);
  PathTestMesh later = this->Ball;
  for (double& v : later.values)
    v = 3.0 * v - 1.0; // the sphere of radius 2/3
  this->tracer().setMeshValues(mesh, later.field());
  const PathPicture moved = this->picture(camera, options);
  EXPECT_EQ(this->tracer().numSamples(), 4);
  EXPECT_NEAR(moved.mean(3) / before, 4.0 / 9.0, 0.03);
  this->tracer().clearScene();
  this->addMesh(later, { surface(0.0) });
  const PathPicture anew = this->picture(camera, options);
  EXPECT_EQ(moved.image, anew.image);
  EXPECT_EQ(moved.depth, anew.depth);
  // Without isosurfaces the mesh is not drawn.
  this->tracer().setMeshIsosurfaces(0, {});
  EXPECT_EQ(this->picture(camera, options).mean(3), 0.0);
}

TEST_P(PathMeshes, LieWhereverTheyLike)
{
  this->addMesh(this->Ball, { surface(0.0, { 0.5f, 0.6f, 0.7f }) });
  const PathPicture here = this->picture(frontCamera(32, 32), samples(64));
  this->tracer().clearScene();
  PathTestMesh far = this->Ball;
  far.move({ 4e6, -7e6, 1e6 }, 1000);
  this->addMesh(far, { surface(0.0, { 0.5f, 0.6f, 0.7f }) });
  const PathPicture there = this->picture(
    perspectiveCamera({ 4e6, -7e6, 1e6 + 4000 }, { 4e6, -7e6, 1e6 }, 40, 100, 100000, 32, 32), samples(64));
  for (int c = 0; c < 4; ++c)
    EXPECT_NEAR(here.mean(c), there.mean(c), 2e-3);
}

TEST_P(PathMeshes, DrawWhatIsWhole)
{
  // Cells are left out if a point is not finite, does not exist, or is repeated. Cells with missing values
  // have no surface. Ids may have 32 bits.
  PathTestMesh mesh = this->Ball;
  const std::size_t n = mesh.tets.size() / 4;
  mesh.tets.insert(mesh.tets.end(), { 0, 1, 2, 99999999 });
  mesh.tets.insert(mesh.tets.end(), { 5, 5, 6, 7 });
  mesh.points.insert(mesh.points.end(), { NaN, 0, 0 });
  mesh.values.push_back(1.0);
  mesh.tets.insert(mesh.tets.end(), { 0, 1, 2, static_cast<std::int64_t>(mesh.values.size()) - 1 });
  this->addMesh(mesh, { surface(0.0) });
  const TetMeshReport& report = this->tracer().meshReport(0);
  EXPECT_EQ(report.numTets, static_cast<std::int64_t>(n));
  EXPECT_EQ(report.outOfRange, 1);
  EXPECT_EQ(report.repeatedVertex, 1);
  EXPECT_EQ(report.nonFinite, 1);
  const Camera camera = frontCamera(32, 32);
  const PathPicture whole = this->picture(camera, samples(4));
  EXPECT_GT(whole.mean(3), 0.3);

  std::vector<std::int32_t> ids(this->Ball.tets.begin(), this->Ball.tets.end());
  TetMeshInput input = this->Ball.input();
  input.connectivity = ids.data();
  input.connectivityType = ValueType::Int32;
  this->tracer().clearScene();
  this->tracer().setMeshValues(this->tracer().addMesh(input), this->Ball.field());
  this->tracer().setMeshIsosurfaces(0, { surface(0.0) });
  expectAlike(this->picture(camera, samples(4)), whole, "32 bits");

  mesh = this->Ball;
  for (std::size_t i = 0; i < mesh.values.size(); ++i)
    mesh.values[i] = mesh.points[3 * i] < 0 ? NaN : mesh.values[i];
  this->tracer().setMeshValues(0, mesh.field());
  const PathPicture half = this->picture(camera, samples(4));
  EXPECT_GT(half.mean(3), 0.3 * whole.mean(3));
  EXPECT_LT(half.mean(3), 0.5 * whole.mean(3));
  for (const float x : half.image)
    ASSERT_TRUE(std::isfinite(x));
  std::fill(mesh.values.begin(), mesh.values.end(), NaN);
  this->tracer().setMeshValues(0, mesh.field());
  EXPECT_EQ(this->picture(camera, samples(1)).mean(3), 0.0);
  std::fill(mesh.values.begin(), mesh.values.end(), 0.0); // no surface if all values are the isovalue
  this->tracer().setMeshValues(0, mesh.field());
  EXPECT_EQ(this->picture(camera, samples(1)).mean(3), 0.0);
}

TEST_P(PathMeshes, RefuseWhatCannotBeDrawn)
{
  PathTracer& t = this->tracer();
  const auto expectRefused = [&](const char* words, const auto& call) {
    EXPECT_NE(refusal(call).find(words), std::string::npos) << refusal(call);
  };
  expectRefused("no mesh 0", [&] { t.setMeshIsosurfaces(0, {}); });
  expectRefused("no mesh 0", [&] { t.setMeshValues(0, this->Ball.field()); });
  expectRefused("no tetrahedra", [&] { t.addMesh({}); });
  PathTestMesh lost = this->Ball;
  std::fill(lost.points.begin(), lost.points.end(), NaN);
  expectRefused("no tetrahedron that can be drawn", [&] { t.addMesh(lost.input()); });
  const int mesh = t.addMesh(this->Ball.input());
  EXPECT_EQ(mesh, 0) << "what was refused has no number";
  expectRefused("no values", [&] { t.setMeshIsosurfaces(mesh, { surface(0.0) }); });
  Field field = this->Ball.field();
  field.numTuples = 7;
  expectRefused("7 values", [&] { t.setMeshValues(mesh, field); });
  t.setMeshValues(mesh, this->Ball.field());
  expectRefused("isovalue", [&] { t.setMeshIsosurfaces(mesh, { surface(NaN) }); });
  expectRefused("from 0 to 1", [&] { t.setMeshIsosurfaces(mesh, { surface(0, { 2, 0, 0 }) }); });
  expectRefused("7 values", [&] { t.setMeshColorValues(mesh, field); });
  const PathTestMesh small(1, 0.1, [](const Vector& p) { return p[0]; });
  for (int i = 1; i < PathTracer::maxMeshes; ++i)
    t.addMesh(small.input());
  expectRefused("as many as it can", [&] { t.addMesh(small.input()); });
  // The path tracer still works after the errors.
  t.setMeshIsosurfaces(mesh, { surface(0.0) });
  EXPECT_GT(this->picture(frontCamera(16, 16), samples(2)).mean(3), 0.3);
}

INKRAY_PATHS_ON_DEVICES(PathMeshes);

} // namespace
