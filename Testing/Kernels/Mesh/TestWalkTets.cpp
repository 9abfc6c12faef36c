// SPDX-License-Identifier: BSD-3-Clause
// Rays through a mesh from anywhere to anywhere, against a look at each tet in double. The rays lie in
// general position, or aim at vertices, at edges and along faces. They begin outside and inside, and cross
// pieces that touch.
#include "../../Seeds.h"
#include "Mesh/WalkedMesh.h"
#include "Oracles/RandomScene.h"

#include <limits>
#include <map>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// How far parameters and scalars may be off; directions have a length of about 1.
constexpr double Tolerance = 2e-5;

Vector along(const Vector& from, const Vector& to)
{
  return minus(to, from);
}
Vector unit(const Vector& v)
{
  const double length = norm(v);
  return { v[0] / length, v[1] / length, v[2] / length };
}

/// Expects each segment to begin where the last one ended, or behind it. Of pieces that the ray meets in one
/// point, at a vertex where they touch, either may come first.
void expectInOrder(const std::vector<RaySpan>& walked, const Ray& ray, const std::string& what)
{
  for (std::size_t i = 0; i < walked.size(); ++i)
  {
    ASSERT_LE(walked[i].from, walked[i].to) << what;
    ASSERT_GE(walked[i].from, ray.begin) << what;
    ASSERT_LE(walked[i].to, ray.end) << what;
    if (i > 0 && walked[i].to - walked[i].from > static_cast<float>(Tolerance))
    {
      ASSERT_GE(walked[i].from, walked[i - 1].to - static_cast<float>(Tolerance)) << what;
    }
  }
}

/// Expects a ray in general position to walk through the reference's list of tets.
void expectSegments(const WalkedMesh& mesh, const Ray& ray, const std::string& what)
{
  const std::vector<RaySpan> walked = mesh.walk(ray);
  expectInOrder(walked, ray, what);
  const auto expected = mesh.segments(ray, std::max(-1e3, double(ray.begin)), std::min(1e3, double(ray.end)));
  double length = 0.0, expectedLength = 0.0;
  for (const RaySpan& s : walked)
    length += double(s.to) - double(s.from);
  std::size_t at = 0;
  for (const auto& e : expected)
  {
    expectedLength += e.to - e.from;
    if (e.to - e.from < 1e-4)
      continue;
    const double middle = 0.5 * (e.from + e.to);
    while (at < walked.size() && double(walked[at].to) < middle)
      ++at;
    ASSERT_LT(at, walked.size()) << what << ": nothing at " << middle;
    const RaySpan& s = walked[at];
    ASSERT_LE(double(s.from), middle) << what << ": a gap at " << middle;
    const double share = (middle - double(s.from)) / (double(s.to) - double(s.from));
    ASSERT_NEAR(double(s.begin) + share * (double(s.end) - double(s.begin)),
      0.5 * (e.scalarFrom + e.scalarTo), 10 * Tolerance)
      << what << " at " << middle;
    // Along a face that nearly holds the ray, one segment may stand for both tets.
    if (s.cell == e.tet && double(s.to) - double(s.from) < e.to - e.from + Tolerance)
    {
      ASSERT_NEAR(double(s.from), e.from, 10 * Tolerance) << what;
      ASSERT_NEAR(double(s.to), e.to, 10 * Tolerance) << what;
    }
  }
  ASSERT_NEAR(length, expectedLength, 10 * Tolerance) << what;
}

/// Compares what a walk covers, at points that are clearly inside the mesh or clearly outside. It serves rays
/// that meet vertices, edges and faces, where the segment of a single tet means little.
void expectCoverage(const WalkedMesh& mesh, const Ray& ray, const std::string& what, int& checked)
{
  const std::vector<RaySpan> walked = mesh.walk(ray);
  expectInOrder(walked, ray, what);
  std::vector<double> ends;
  for (const auto& e : mesh.segments(ray, std::max(-1e3, double(ray.begin)), std::min(1e3, double(ray.end))))
    ends.insert(ends.end(), { e.from, e.to });
  for (const RaySpan& s : walked)
    ends.insert(ends.end(), { double(s.from), double(s.to) });
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
  {
    if (ends[i + 1] - ends[i] < 1e-3)
      continue;
    const double t = 0.5 * (ends[i] + ends[i + 1]);
    const Vector p = WalkedMesh::pointOf(ray, t);
    int inside = 0;
    double value = 0.0, unused = 0.0;
    constexpr double aside = 2e-5;
    for (int k = 0; k < 8; ++k)
    {
      Vector q = p;
      for (int axis = 0; axis < 3; ++axis)
        q[static_cast<std::size_t>(axis)] += (k >> axis & 1) != 0 ? aside : -aside;
      inside += mesh.sample(q, unused) ? 1 : 0;
    }
    int covers = 0;
    double found = 0.0;
    for (const RaySpan& s : walked)
      if (double(s.from) <= t && t <= double(s.to))
      {
        ++covers;
        const double share = (t - double(s.from)) / (double(s.to) - double(s.from));
        found = double(s.begin) + share * (double(s.end) - double(s.begin));
      }
    ASSERT_LE(covers, 1) << what << " at " << t;
    if (!mesh.isNear(p, 1e-4))
    {
      ASSERT_EQ(covers, 0) << what << " at " << t;
    }
    if (inside == 8 && mesh.sample(p, value))
    {
      ASSERT_EQ(covers, 1) << what << " at " << t;
      ASSERT_NEAR(found, value, 1e-3) << what << " at " << t;
      ++checked;
    }
  }
}

/// Expects a ray between any two parameters to have the segments of the whole line there, to the bit. Expects
/// the reversed line to have the same segments from behind, within the tolerance.
void expectParts(const WalkedMesh& mesh, const Ray& line, Randomness& random, const std::string& what)
{
  const std::vector<RaySpan> whole = mesh.walk(line);
  if (whole.empty())
    return;
  Ray back = reversed(line);
  std::vector<RaySpan> behind = mesh.walk(back);
  ASSERT_EQ(behind.size(), whole.size()) << what;
  std::reverse(behind.begin(), behind.end());
  for (std::size_t i = 0; i < whole.size(); ++i)
    ASSERT_NEAR(-behind[i].to, whole[i].from, 10 * Tolerance) << what;
  for (int k = 0; k < 4; ++k)
  {
    Ray part = line;
    part.begin = static_cast<float>(random.real(double(whole.front().from) - 0.2, double(whole.back().to)));
    part.end = random.chance(0.5) ? 1e30f : part.begin + static_cast<float>(random.real(0, 1));
    std::vector<RaySpan> expected;
    for (const RaySpan& s : whole)
      if (s.to >= part.begin && s.from <= part.end)
        expected.push_back(s);
    const std::vector<RaySpan> walked = mesh.walk(part);
    ASSERT_EQ(walked.size(), expected.size()) << what << ", from " << part.begin;
    for (std::size_t i = 0; i < walked.size(); ++i)
    {
      ASSERT_EQ(walked[i].cell, expected[i].cell) << what;
      ASSERT_EQ(walked[i].from, std::max(expected[i].from, part.begin)) << what;
      ASSERT_EQ(walked[i].to, std::min(expected[i].to, part.end)) << what;
      if (expected[i].from >= part.begin)
      {
        ASSERT_EQ(walked[i].begin, expected[i].begin) << what;
      }
      if (expected[i].to <= part.end)
      {
        ASSERT_EQ(walked[i].end, expected[i].end) << what;
      }
    }
  }
}

/// Returns the mesh in blocks that touch but share no point: each slab of width 0.5 has separate points.
OracleScene inBlocks(const OracleScene& scene)
{
  OracleScene blocks;
  std::map<std::pair<int, std::int64_t>, std::int64_t> ids;
  for (std::size_t t = 0; t < scene.tets.size(); t += 4)
  {
    double x = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
      x += 0.25 * scene.points[3 * static_cast<std::size_t>(scene.tets[t + k])];
    const int block = static_cast<int>(std::floor(2.0 * x));
    for (std::size_t k = 0; k < 4; ++k)
    {
      const std::int64_t p = scene.tets[t + k];
      const auto made = ids.insert({ { block, p }, static_cast<std::int64_t>(ids.size()) });
      if (made.second)
      {
        const auto from = static_cast<std::size_t>(p);
        for (std::size_t axis = 0; axis < 3; ++axis)
          blocks.points.push_back(scene.points[3 * from + axis]);
        blocks.scalars.push_back(scene.scalars[from]);
      }
      blocks.tets.push_back(made.first->second);
    }
  }
  return blocks;
}

Vector somewhere(Randomness& random, double far)
{
  Vector p = random.direction();
  const double away = random.chance(0.5) ? random.real(0, 1) : random.real(1, far);
  for (double& x : p)
    x *= away;
  return p;
}

} // namespace

TEST(WalkTets, FindsTheTetsOfAnyRay)
{
  for (const std::uint32_t seed : seedsOf("WalkTets", 24, 12))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    // Invert some cells, which must not matter.
    for (std::size_t t = 0; t < scene.tets.size(); t += 4)
      if (random.chance(0.2))
        std::swap(scene.tets[t + 1], scene.tets[t + 2]);
    const WalkedMesh mesh(random.chance(0.3) ? inBlocks(scene) : scene);
    for (int i = 0; i < 60; ++i)
    {
      const std::string what = "seed " + std::to_string(seed) + ", ray " + std::to_string(i);
      const Vector origin = somewhere(random, 5.0);
      const Vector direction =
        random.chance(0.5) ? random.direction() : unit(along(origin, somewhere(random, 1.2)));
      const Ray line = WalkedMesh::ray(origin, direction);
      expectSegments(mesh, line, what);
      expectSegments(mesh, WalkedMesh::ray(origin, direction, 0.0f), what + ", from its origin");
      expectSegments(mesh, WalkedMesh::ray(origin, direction, 0.0f, static_cast<float>(random.real(0, 1))),
        what + ", short");
      expectParts(mesh, line, random, what);
    }
  }
}

TEST(WalkTets, LosesNoRayAtVerticesEdgesAndFaces)
{
  struct Named
  {
    const char* name;
    OracleScene scene;
  };
  generator::MeshOptions small;
  small.cells = { 6, 6, 6 };
  small.shape = generator::Shape::NonConvex;
  small.seed = 3;
  generator::MeshOptions lattice;
  lattice.cells = { 4, 4, 4 };
  lattice.shape = generator::Shape::Convex;
  lattice.jitter = 0.0;
  lattice.cut = generator::Cut::Kuhn;
  const Named meshes[] = { { "non-convex", fromGenerator(small) }, { "lattice", fromGenerator(lattice) },
    { "blocks", inBlocks(fromGenerator(lattice)) }, { "seam", flatTetSeam() }, { "one tet", singleTet() },
    { "vertex contact", twoTets(Contact::Vertex) }, { "edge contact", twoTets(Contact::Edge) } };
  int checked = 0;
  for (const Named& named : meshes)
  {
    const WalkedMesh mesh(named.scene);
    Randomness random(11);
    const auto pick = [&](std::size_t n) {
      return static_cast<std::size_t>(random.integer(static_cast<int>(n)));
    };
    for (int i = 0; i < 120; ++i)
    {
      // Aim at a vertex, a point of an edge, or a point of a face of some tet.
      const auto& corners = mesh.corners(pick(mesh.numTets()));
      const Vector a = mesh.vertex(corners[0]), b = mesh.vertex(corners[1 + pick(3)]);
      const Vector c = mesh.vertex(corners[pick(4)]);
      const double share = random.chance(0.5) ? 0.5 : random.real(0, 1);
      Vector target = a, origin = somewhere(random, 3.0);
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        if (i % 4 == 1)
          target[axis] = a[axis] + share * (b[axis] - a[axis]);
        if (i % 4 == 2) // along an edge, or from vertex to vertex
          origin[axis] = 2.0 * a[axis] - b[axis];
        if (i % 4 == 3) // in a plane with a face
          origin[axis] = a[axis] + 3.0 * (a[axis] - 0.5 * (b[axis] + c[axis]));
      }
      if (norm(minus(target, origin)) < 1e-3)
        continue;
      // Some directions are an axis or a diagonal, so that shears and products are exact.
      Vector direction = along(origin, target);
      if (random.chance(0.4))
      {
        for (double& x : direction)
          x = random.integer(3) - 1;
        if (norm(direction) == 0.0)
          continue;
        for (std::size_t axis = 0; axis < 3; ++axis)
          origin[axis] = target[axis] - 2.0 * direction[axis];
      }
      else
        direction = unit(direction);
      const std::string what = std::string(named.name) + ", ray " + std::to_string(i);
      expectCoverage(mesh, WalkedMesh::ray(origin, direction), what, checked);
      // Begin at the vertex, the edge or the face, as secondary rays may.
      expectCoverage(mesh, WalkedMesh::ray(target, direction, 0.0f), what + ", from there", checked);
      if (HasFatalFailure())
        return;
    }
  }
  EXPECT_GT(checked, 1500);
}

TEST(WalkTets, KnowsTheScalarAlongFacesThatHoldTheRay)
{
  // The ray passes two points of a face, as exactly in its plane as numbers allow. Seen along the ray the
  // face is then a line, and the place where the ray crosses it is noise.
  const WalkedMesh mesh(kuhnMesh());
  Randomness random(17);
  int checked = 0;
  for (int i = 0; i < 600; ++i)
  {
    const auto& corners = mesh.corners(static_cast<std::size_t>(random.integer(int(mesh.numTets()))));
    const Vector a = mesh.vertex(corners[0]), b = mesh.vertex(corners[1]), c = mesh.vertex(corners[2]);
    Vector from, to;
    const double u = random.real(0.1, 0.4), v = random.real(0.1, 0.4);
    const double p = random.real(-2, 3), q = random.real(-2, 3);
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      to[axis] = a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]);
      from[axis] = a[axis] + p * (b[axis] - a[axis]) + q * (c[axis] - a[axis]);
    }
    const Ray ray = WalkedMesh::ray(from, minus(to, from), 0.0f);
    double value = 0.0;
    if (!mesh.sample(WalkedMesh::pointOf(ray, 1.0), value))
      continue;
    for (const RaySpan& s : mesh.walk(ray))
      if (s.from <= 1.0f && s.to >= 1.0f && s.to - s.from > 1e-4f)
      {
        const double share = (1.0 - double(s.from)) / (double(s.to) - double(s.from));
        ASSERT_NEAR(double(s.begin) + share * (double(s.end) - double(s.begin)), value, 1e-3) << "ray " << i;
        ++checked;
      }
  }
  EXPECT_GT(checked, 300);
}

TEST(WalkTets, EntersThroughFacesWithoutArea)
{
  // The middle m of an edge a b belongs to the cells above the edge, not to the cell below. A flat tet a m b
  // c closes the seam; its face a m b has no area. Rounding may open the seam to rays aimed at the edge.
  OracleScene scene;
  // The center of the box is a float, so that m stays where it is.
  scene.points = { -0.5, -0.375, 0, 0.5, 0.125, 0.25, 0, -0.125, 0.125, 0.125, 0.6875, 0.125, 0, 0.125, -0.75,
    0.125, 0.25, 0.875 };
  scene.scalars = { 0.1, 0.9, 0.5, 0.3, 0.6, 0.2 };
  const std::int64_t a = 0, b = 1, m = 2, c = 3, below = 4, above = 5;
  scene.tets = { a, b, c, below, a, m, c, above, m, b, c, above, a, m, b, c };
  const WalkedMesh mesh(scene);
  EXPECT_EQ(mesh.mesh().numBoundaryFaces, 2 + 2 + 2 + 1 + 1);
  Randomness random(9);
  int checked = 0;
  for (int i = 0; i < 20000; ++i)
  {
    // Aim into the wedge between the cells, which is open toward -y.
    const double share = random.real(0.05, 0.95);
    Vector target, direction = { random.real(-0.3, 0.3), 1.0, random.real(-0.3, 0.3) };
    for (std::size_t axis = 0; axis < 3; ++axis)
      target[axis] = scene.points[axis] + share * (scene.points[3 + axis] - scene.points[axis]);
    for (std::size_t axis = 0; axis < 3; ++axis) // to the mesh's coordinates
      target[axis] = (target[axis] - mesh.mesh().center[axis]) * mesh.mesh().scale;
    for (std::size_t axis = 0; axis < 3; ++axis)
      target[axis] -= 2.0 * direction[axis];
    const Ray ray = WalkedMesh::ray(target, direction);
    double length = 0.0;
    for (const RaySpan& s : mesh.walk(ray))
      length += double(s.to) - double(s.from);
    ASSERT_GT(length, 0.01) << "ray " << i;
    ++checked;
  }
  EXPECT_EQ(checked, 20000);
}

TEST(WalkTets, BeginsBehindAPieceThatTouches)
{
  // A separate flat cell lies close to the surface of the mesh. Rays begin behind both, inside the mesh.
  OracleScene scene = alignedLattice(generator::Cut::Kuhn);
  const auto first = static_cast<std::int64_t>(scene.scalars.size());
  for (const Vector& p :
    { Vector{ 0.99, -0.5, -0.5 }, { 0.99, 0.5, -0.5 }, { 0.99, 0.5, 0.5 }, { 0.99, -0.5, 0.5 } })
  {
    scene.points.insert(scene.points.end(), p.begin(), p.end());
    scene.scalars.push_back(0.0);
  }
  scene.tets.insert(scene.tets.end(), { first, first + 1, first + 2, first + 3 });
  const WalkedMesh mesh(scene);
  const float unit = static_cast<float>(mesh.mesh().scale);
  for (int i = 0; i < 50; ++i)
  {
    const double y = 0.008 * i - 0.2;
    const Ray ray =
      WalkedMesh::ray({ 0.985 * double(unit), y * double(unit), 0.05 }, { -1, 0.1, 0.02 }, 0.0f);
    double length = 0.0;
    for (const RaySpan& s : mesh.walk(ray))
      length += double(s.to) - double(s.from);
    EXPECT_NEAR(length, 1.985 * double(unit), 1e-4) << i;
  }
}

TEST(WalkTets, GoesOnThroughCellsWithoutVolume)
{
  // Slivers down to a hundred-thousandth of a cell, and a flat tet. The scalar may jump over such a cell, and
  // the ray goes on.
  for (const OracleScene& scene : { sliverMesh(), flatTetSeam() })
  {
    const WalkedMesh mesh(scene);
    Randomness random(5);
    for (int i = 0; i < 40; ++i)
    {
      const Vector origin = somewhere(random, 3.0);
      const Ray line = WalkedMesh::ray(origin, unit(along(origin, somewhere(random, 0.4))));
      const auto walked = mesh.walk(line);
      double length = 0.0, expected = 0.0;
      for (std::size_t k = 0; k < walked.size(); ++k)
      {
        length += double(walked[k].to) - double(walked[k].from);
        if (k > 0)
        {
          ASSERT_EQ(walked[k].from, walked[k - 1].to);
          ASSERT_EQ(walked[k].begin, walked[k - 1].end);
        }
      }
      for (const auto& e : mesh.segments(line, -1e3, 1e3))
        expected += e.to - e.from;
      ASSERT_NEAR(length, expected, 1e-4) << i;
    }
  }
}

TEST(WalkTets, StopsWhereItIsToldTo)
{
  const WalkedMesh mesh(kuhnMesh());
  const Ray line = WalkedMesh::ray({ 0.1, 0.2, -3 }, { 0.01, -0.02, 1 });
  const std::size_t all = mesh.walk(line).size();
  EXPECT_GT(all, 20u);
  const TetWalkView view = mesh.view();
  PathWalk<> walk(view, line);
  RaySpan span;
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(walk.next(span));
  EXPECT_EQ(walk.steps(), 3u);
  // A ray that ends before the mesh or begins behind it meets nothing. A ray without extent meets one tet at
  // most.
  EXPECT_TRUE(mesh.walk(WalkedMesh::ray({ 0.1, 0.2, -3 }, { 0.01, -0.02, 1 }, 0.0f, 1.5f)).empty());
  EXPECT_TRUE(mesh.walk(WalkedMesh::ray({ 0.1, 0.2, -3 }, { 0.01, -0.02, 1 }, 5.0f)).empty());
  EXPECT_LE(mesh.walk(WalkedMesh::ray({ 0.1, 0.2, 0 }, { 0.01, -0.02, 1 }, 0.0f, 0.0f)).size(), 1u);
}

TEST(WalkTets, ARayThatNoCellCanStopEnds)
{
  // In the ray's space the mesh is only rounding: a walk would enter each boundary face anew.
  const WalkedMesh mesh(kuhnMesh());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double far : { 1e7, 1e12, 1e30, nan })
    for (const Vector& origin : { Vector{ far, 0, -far }, { far, far, far }, { 0, -far, 0 }, { 0, 0, -far } })
    {
      const Vector ahead = { -origin[0] / far, -origin[1] / far, -origin[2] / far };
      EXPECT_TRUE(mesh.walk(WalkedMesh::ray(origin, ahead)).empty()) << far;
      // A step of the ray's parameter is a hundredth of the way.
      const Vector direction = { -0.01 * origin[0], -0.01 * origin[1], -0.01 * origin[2] };
      EXPECT_TRUE(mesh.walk(WalkedMesh::ray(origin, direction)).empty()) << far;
    }
  // A ray from a thousand times the mesh's size away still meets the mesh.
  EXPECT_GT(mesh.walk(WalkedMesh::ray({ 0.1, 0.2, -2000 }, { 0, 0, 1 }, 0.0f, 1e9f)).size(), 5u);
}

TEST(WalkTets, TellsWhereValuesAreMissing)
{
  OracleScene scene = kuhnMesh();
  scene.scalars[scene.scalars.size() / 2] = std::numeric_limits<double>::quiet_NaN();
  const WalkedMesh mesh(scene);
  Randomness random(3);
  int missing = 0;
  for (int i = 0; i < 200; ++i)
  {
    const Vector origin = somewhere(random, 3.0);
    for (const RaySpan& s : mesh.walk(WalkedMesh::ray(origin, unit(along(origin, { 0, 0, 0 })))))
    {
      bool lacks = false;
      for (const std::uint32_t v : mesh.corners(s.cell))
        lacks = lacks || std::isnan(mesh.mesh().vertices.data()[v].w);
      missing += lacks ? 1 : 0;
      if (lacks)
      {
        EXPECT_TRUE(std::isnan(s.begin) || std::isnan(s.end));
      }
    }
  }
  EXPECT_GT(missing, 3);
}
