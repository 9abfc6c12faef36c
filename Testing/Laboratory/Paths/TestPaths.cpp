// SPDX-License-Identifier: BSD-3-Clause
// Paths through a bounding volume hierarchy give the picture of Naive through the kd-tree, bit for bit.
#include "KdTree/KdTreeMeshes.h"
#include "LaboratoryPaths.h"
#include "PathTracer/PathTracerTest.h"

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace inkray::laboratory;

namespace inkray::testing
{
namespace
{

class LaboratoryPaths : public PathTracerTest
{
protected:
  /// Adds the triangles of a mesh with one material.
  void add(const kdtest::Triangles& mesh, std::int32_t material, float shift)
  {
    std::vector<float> points = mesh.points;
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] = 2 * (points[i] - 0.5f) + (i % 3 == 0 ? shift : 0.0f);
    const std::vector<std::int64_t> corners(mesh.corners.begin(), mesh.corners.end());
    PathTriangles in;
    in.points = points.data();
    in.numPoints = static_cast<std::int64_t>(points.size() / 3);
    in.corners = corners.data();
    in.numTriangles = mesh.size();
    in.material = material;
    this->tracer().addTriangles(in);
  }
  void expectSame(const PathPicture& a, const PathPicture& b, const std::string& what)
  {
    ASSERT_EQ(a.image.size(), b.image.size()) << what;
    EXPECT_EQ(std::memcmp(a.image.data(), b.image.data(), a.image.size() * sizeof(float)), 0) << what;
  }
  void expectOnePicture(const std::string& what)
  {
    PathFrameOptions options = samples(3);
    options.kernel = PathKernel::Naive;
    options.lensRadius = 0.05f;
    options.focalDepth = 4;
    options.showEnvironment = true;
    const PathPicture naive = this->picture(this->Wide, options);
    EXPECT_GT(naive.mean(0), 0.01) << what;
    for (const std::int64_t paths : { 0, 1100 })
    {
      options.methods.loop = pathsInBvh();
      options.methods.pathsOfLaunch = paths;
      this->tracer().restart();
      this->expectSame(this->picture(this->Wide, options), naive, what + (paths > 0 ? ", in parts" : ""));
    }
    this->tracer().restart();
  }

  const BallVolume Ball{ 33 };
  const Camera Wide = frontCamera(61, 43);
};

TEST_P(LaboratoryPaths, GiveThePictureOfNaive)
{
  this->setMaterials({ PathMaterialKind::Diffuse, PathMaterialKind::Glossy, PathMaterialKind::Glass,
    PathMaterialKind::Chrome, PathMaterialKind::CarPaint });
  std::mt19937 dice(3);
  for (const std::int64_t size : { 1, 40, 600 })
  {
    this->tracer().clearScene(); // other triangles each time
    for (int material = 0; material < 5; ++material)
      this->add(kdtest::soup(dice, size, 0.3f), material, 0.3f * static_cast<float>(material - 2));
    this->expectOnePicture(std::to_string(size) + " triangles");
  }
  // Some triangles are left out, beside others.
  this->tracer().clearScene();
  kdtest::Triangles broken = kdtest::sphere(dice, 500);
  for (std::size_t i = 0; i < broken.corners.size(); i += 7)
    broken.points[3 * std::size_t(broken.corners[i])] = i % 2 == 0 ? NAN : broken.points[0];
  for (std::size_t i = 0; i + 2 < broken.corners.size(); i += 30)
    broken.corners[i + 1] = broken.corners[i];
  this->add(broken, 1, 0);
  this->expectOnePicture("a broken sphere");
}

TEST_P(LaboratoryPaths, NothingThatIsSeenIsBlack)
{
  // Two triangles have no area, so the scene has no area.
  kdtest::Triangles lines;
  for (int i = 0; i < 2; ++i)
  {
    const std::uint32_t a = lines.addPoint({ 0, 0, 0 });
    lines.addTriangle(a, a, lines.addPoint({ 1, 0, 0 }));
  }
  this->add(lines, 0, 0);
  PathFrameOptions options = samples(1);
  options.methods.loop = pathsInBvh();
  EXPECT_EQ(this->picture(this->Wide, options).mean(3), 0.0);
}

TEST_P(LaboratoryPaths, RefuseSurfacesOfImages)
{
  this->addBall(this->Ball, { 0, 0, 0 }, 1, 0, { 0.9f, 0.8f, 0.7f });
  PathFrameOptions options = samples(1);
  options.methods.loop = pathsInBvh();
  EXPECT_NE(
    this->refusal([&] { this->picture(this->Wide, options); }).find("triangles alone"), std::string::npos);
}

INKRAY_PATHS_ON_DEVICES(LaboratoryPaths);

} // namespace
} // namespace inkray::testing
