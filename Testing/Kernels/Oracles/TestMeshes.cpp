// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/TestMeshes.h"

#include <algorithm>

namespace inkray::testing
{
namespace
{

constexpr std::int64_t Tets =
#ifdef __SANITIZE_ADDRESS__
  3000; // sanitizers are slow; the shapes stay the same
#else
  12000;
#endif

generator::MeshOptions meshOptions(generator::Shape shape, generator::Cut cut, std::uint64_t seed)
{
  generator::MeshOptions options;
  options.tets = Tets;
  options.shape = shape;
  options.cut = cut;
  options.seed = seed;
  return options;
}

/// Adds the cube [x, x + 1] x [0, 1]^2 as tets around its center. The flags choose the diagonals of the faces
/// with normal x.
void addCube(OracleScene& scene, const std::array<std::int64_t, 8>& corners, std::int64_t center,
  bool flipLow, bool flipHigh)
{
  const auto addFace = [&](int a, int b, int c, int d, bool flip) {
    // a, b, c, d are counterclockwise when seen from inside the cube.
    const int triangles[2][2][3] = { { { a, b, c }, { a, c, d } }, { { a, b, d }, { b, c, d } } };
    for (const auto& t : triangles[flip])
    {
      scene.tets.insert(scene.tets.end(), { corners[t[0]], corners[t[1]], corners[t[2]], center });
    }
  };
  // The bits of corner c give its place: x is bit 0, y bit 1, z bit 2.
  addFace(0, 2, 6, 4, flipLow);
  addFace(1, 5, 7, 3, flipHigh);
  addFace(0, 4, 5, 1, false);
  addFace(2, 3, 7, 6, false);
  addFace(0, 1, 3, 2, false);
  addFace(4, 6, 7, 5, false);
}

/// Gives every tet positive orientation in VTK's order.
void orient(OracleScene& scene)
{
  for (std::size_t t = 0; t < scene.tets.size(); t += 4)
  {
    Vector p[4];
    for (int v = 0; v < 4; ++v)
    {
      std::copy_n(scene.points.begin() + 3 * scene.tets[t + v], 3, p[v].begin());
    }
    if (dot(cross(minus(p[1], p[0]), minus(p[2], p[0])), minus(p[3], p[0])) < 0.0)
    {
      std::swap(scene.tets[t + 1], scene.tets[t + 2]);
    }
  }
}

} // namespace

OracleScene fromGenerator(const generator::MeshOptions& options)
{
  const generator::TetMesh mesh = generator::generateMesh(options);
  OracleScene scene;
  scene.points.assign(mesh.points.begin(), mesh.points.end());
  scene.tets.assign(mesh.tets.begin(), mesh.tets.end());
  scene.scalars.assign(mesh.scalars.begin(), mesh.scalars.end());
  return scene;
}

OracleScene convexMesh()
{
  return fromGenerator(meshOptions(generator::Shape::Convex, generator::Cut::Center, 3));
}

OracleScene kuhnMesh()
{
  return fromGenerator(meshOptions(generator::Shape::Convex, generator::Cut::Kuhn, 4));
}

OracleScene nonConvexMesh()
{
  return fromGenerator(meshOptions(generator::Shape::NonConvex, generator::Cut::Center, 5));
}

OracleScene disconnectedMesh()
{
  return fromGenerator(meshOptions(generator::Shape::Disconnected, generator::Cut::Kuhn, 6));
}

OracleScene randomOrderMesh()
{
  generator::MeshOptions options = meshOptions(generator::Shape::NonConvex, generator::Cut::Center, 5);
  options.order = generator::Order::Random;
  return fromGenerator(options);
}

OracleScene sliverMesh()
{
  generator::MeshOptions options = meshOptions(generator::Shape::Convex, generator::Cut::Center, 7);
  options.jitter = 0.0;
  OracleScene scene = fromGenerator(options);
  // The fourth corner of each tet is its cell's center. Move it down until it nearly touches the lower face.
  const double cell = 2.0 * scene.points[3 * scene.tets[3]] + 2.0; // the first center is half a cell from -1
  for (std::size_t t = 0; t < scene.tets.size(); t += 4 * 12)
  {
    const std::size_t center = 3 * static_cast<std::size_t>(scene.tets[t + 3]);
    double low = 1e9;
    for (std::size_t v = 0; v < 48; ++v)
    {
      low = std::min(low, scene.points[3 * static_cast<std::size_t>(scene.tets[t + v]) + 2]);
    }
    const double heights[3] = { 1e-3, 1e-4, 1e-5 };
    scene.points[center + 2] = low + cell * heights[(t / 48) % 3];
  }
  return scene;
}

OracleScene farFromOriginMesh()
{
  OracleScene scene = nonConvexMesh();
  for (std::size_t i = 0; i < scene.points.size(); ++i)
  {
    scene.points[i] += farOffset()[i % 3];
  }
  return scene;
}

Vector insideCavity()
{
  // (0.3, 0.35, 0.3) of the unit cube, bent as the generator does (Solid.h).
  return { -0.415, -0.345, -0.378 };
}

Vector farOffset()
{
  return { 1e6, -2e6, 5e5 };
}

OracleScene alignedLattice(generator::Cut cut)
{
  generator::MeshOptions options;
  options.cells = { 8, 8, 8 };
  options.shape = generator::Shape::Convex;
  options.cut = cut;
  options.jitter = 0.0;
  OracleScene scene = fromGenerator(options);
  for (std::size_t p = 0; p < scene.scalars.size(); ++p)
  {
    scene.scalars[p] = scene.points[3 * p] + 2.0 * scene.points[3 * p + 1] + 3.0 * scene.points[3 * p + 2];
  }
  return scene;
}

OracleScene singleTet()
{
  OracleScene scene;
  scene.points = { -0.7, -0.6, -0.5, 0.8, -0.5, -0.4, 0.1, 0.9, -0.3, 0.0, 0.1, 0.8 };
  scene.tets = { 0, 1, 2, 3 };
  scene.scalars = { 0.1, 0.9, 0.4, 0.6 };
  return scene;
}

OracleScene twoTets(Contact contact)
{
  OracleScene scene = singleTet();
  const auto add = [&](double x, double y, double z, double scalar) {
    scene.points.insert(scene.points.end(), { x, y, z });
    scene.scalars.push_back(scalar);
  };
  add(0.9, 0.8, 0.9, 0.2); // beyond the face of points 1, 2, 3
  switch (contact)
  {
    case Contact::Face:
      scene.tets.insert(scene.tets.end(), { 1, 2, 3, 4 });
      break;
    case Contact::Edge:
      add(0.95, 0.4, 0.2, 0.7);
      scene.tets.insert(scene.tets.end(), { 1, 2, 4, 5 });
      break;
    case Contact::Vertex:
      add(1.0, 0.9, 0.1, 0.7);
      add(0.3, 1.0, 0.6, 0.5);
      scene.tets.insert(scene.tets.end(), { 2, 4, 5, 6 });
      break;
  }
  orient(scene);
  return scene;
}

OracleScene flatTetSeam()
{
  OracleScene scene;
  for (int z = 0; z < 2; ++z)
  {
    for (int y = 0; y < 2; ++y)
    {
      for (int x = 0; x < 3; ++x)
      {
        scene.points.insert(scene.points.end(), { x - 1.0, y - 0.5, z - 0.5 });
        scene.scalars.push_back(0.15 + 0.25 * x + 0.3 * y * z + 0.1 * z);
      }
    }
  }
  scene.points.insert(scene.points.end(), { -0.5, 0.0, 0.0, 0.5, 0.0, 0.0 });
  scene.scalars.insert(scene.scalars.end(), { 0.8, 0.3 });
  addCube(scene, { 0, 1, 3, 4, 6, 7, 9, 10 }, 12, false, false);
  // Without flipping, both cubes would cut their common face between points 1 and 10.
  addCube(scene, { 1, 2, 4, 5, 7, 8, 10, 11 }, 13, true, false);
  scene.tets.insert(scene.tets.end(), { 1, 4, 7, 10 });
  orient(scene);
  return scene;
}

} // namespace inkray::testing
