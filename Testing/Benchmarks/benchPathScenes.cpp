// SPDX-License-Identifier: BSD-3-Clause
#include "benchPathScenes.h"

#include "Oracles/Matrices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

using testing::Vector;
using Color = std::array<float, 3>;
using Volume = PathBenchScene::Volume;
using Mesh = PathBenchScene::Mesh;

constexpr double Pi = 3.14159265358979323846;
constexpr Color Gray = { 0.7f, 0.7f, 0.7f };

/// Samples a function over [-half, half]^3 as a volume, with one surface where the function is 0.
std::shared_ptr<Volume> sampled(
  std::int64_t points, double half, const std::function<double(const Vector&)>& f)
{
  auto v = std::make_shared<Volume>();
  v->points = points;
  v->spacing = 2 * half / static_cast<double>(points - 1);
  std::fill_n(v->origin, 3, -half);
  const auto at = [&](std::int64_t i) { return -half + static_cast<double>(i) * v->spacing; };
  for (std::int64_t z = 0; z < points; ++z)
    for (std::int64_t y = 0; y < points; ++y)
      for (std::int64_t x = 0; x < points; ++x)
        v->values.push_back(static_cast<float>(f({ at(x), at(y), at(z) })));
  PathSurface surface;
  std::copy(Gray.begin(), Gray.end(), surface.color);
  v->surfaces = { surface };
  return v;
}

double gyroid(const Vector& p, double frequency)
{
  const double x = frequency * p[0], y = frequency * p[1], z = frequency * p[2];
  return std::sin(x) * std::cos(y) + std::sin(y) * std::cos(z) + std::sin(z) * std::cos(x);
}

/// The sheet of a gyroid, within a ball.
double gyroidInBall(const Vector& p)
{
  return std::min(0.5 - std::abs(gyroid(p, 8)), 6 * (1 - testing::norm(p)));
}

double blobs(const Vector& p)
{
  double sum = -1.0;
  for (int i = 0; i < 24; ++i)
  {
    const Vector c = { 0.62 * std::sin(2.4 * i), -0.6 + 1.15 * (i % 7) / 6.0, 0.62 * std::cos(1.7 * i + 1) };
    const double r = testing::norm(testing::minus(p, c)), radius = 0.12 + 0.012 * (i % 5);
    sum += std::exp(-4 * (r * r / (radius * radius) - 1)) / 1.2;
  }
  return std::max(-1.0, std::min(sum, 3.0));
}

void addQuad(Mesh& mesh, const std::array<Vector, 4>& quad, const Color& color)
{
  const auto first = static_cast<std::int64_t>(mesh.points.size() / 3);
  for (const Vector& p : quad)
  {
    for (const double x : p)
      mesh.points.push_back(static_cast<float>(x));
    mesh.colors.insert(mesh.colors.end(), color.begin(), color.end());
  }
  for (const int k : { 0, 1, 2, 0, 2, 3 })
    mesh.corners.push_back(first + k);
}

Mesh floorAt(double y, double half, const Color& color)
{
  Mesh mesh;
  addQuad(
    mesh, { Vector{ -half, y, half }, { half, y, half }, { half, y, -half }, { -half, y, -half } }, color);
  return mesh;
}

/// Adds a tube around a torus knot (p, q), of `along` x `around` quads.
void addKnot(Mesh& mesh, const Vector& center, double size, int p, int q, int along, int around)
{
  const auto curve = [&](double t) {
    const double r = 2 + std::cos(q * t);
    return Vector{ center[0] + size * r * std::cos(p * t), center[1] + size * std::sin(q * t),
      center[2] + size * r * std::sin(p * t) };
  };
  const auto first = static_cast<std::int64_t>(mesh.points.size() / 3);
  for (int i = 0; i < along; ++i)
  {
    const double t = 2 * Pi * i / along;
    const Vector c = curve(t), ahead = testing::minus(curve(t + 1e-4), c);
    Vector side = testing::cross(ahead, { 0.3, 1, 0.2 });
    Vector up = testing::cross(side, ahead);
    const double ns = testing::norm(side), nu = testing::norm(up);
    for (int k = 0; k < around; ++k)
    {
      const double a = 2 * Pi * k / around;
      for (std::size_t axis = 0; axis < 3; ++axis)
        mesh.points.push_back(static_cast<float>(
          c[axis] + 0.38 * size * (std::cos(a) * side[axis] / ns + std::sin(a) * up[axis] / nu)));
      mesh.colors.insert(mesh.colors.end(), Gray.begin(), Gray.end());
      const std::int64_t i1 = (i + 1) % along, k1 = (k + 1) % around;
      const std::int64_t q0 = first + std::int64_t(i) * around + k, q1 = first + i1 * around + k,
                         q2 = first + i1 * around + k1, q3 = first + std::int64_t(i) * around + k1;
      mesh.corners.insert(mesh.corners.end(), { q0, q1, q2, q0, q2, q3 });
    }
  }
}

/// Adds one of nine knots of 19 360 triangles.
void addKnot(Mesh& mesh, int i)
{
  addKnot(mesh, { 1.1 * (i % 3 - 1), -0.45 + 0.12 * (i % 2), 1.1 * (i / 3 - 1) }, 0.17, 2 + i % 2,
    3 + 2 * (i % 3 == 0), 440, 22);
}
Mesh nineKnots()
{
  Mesh mesh;
  for (int i = 0; i < 9; ++i)
    addKnot(mesh, i);
  return mesh;
}

/// A sky with a sun, and a darker ground.
Environment sunnySky()
{
  Environment e;
  e.kind = Environment::Kind::Image;
  e.width = 1024;
  e.height = 512;
  e.strength = 0.6f;
  const Vector sun = { 0.55, 0.62, 0.56 };
  for (int j = 0; j < e.height; ++j)
    for (int i = 0; i < e.width; ++i)
    {
      const double elevation = ((j + 0.5) / e.height - 0.5) * Pi,
                   azimuth = (2 * (i + 0.5) / e.width - 1) * Pi;
      const Vector d = { std::cos(elevation) * std::cos(azimuth), std::sin(elevation),
        std::cos(elevation) * std::sin(azimuth) };
      const double towards = testing::dot(d, sun) / testing::norm(sun);
      const double bright = towards > 0.9985 ? 400 : 0.6 * std::pow(std::max(towards, 0.0), 30);
      const double up = std::max(d[1], 0.0), ground = d[1] < 0 ? 0.35 : 1.0;
      e.rgb.push_back(static_cast<float>(ground * (0.9 - 0.5 * up) + bright));
      e.rgb.push_back(static_cast<float>(ground * (0.95 - 0.3 * up) + 0.9 * bright));
      e.rgb.push_back(static_cast<float>(ground * 1.05 + 0.7 * bright));
    }
  return e;
}

Camera view(const Vector& eye, const Vector& target, double angle, int width, int height)
{
  const double top = 0.01 * std::tan(angle * Pi / 360), right = top * width / height;
  return testing::makeCamera(testing::lookAt(eye, target, { 0, 1, 0 }),
    testing::frustum(-right, right, -top, top, 0.01, 100), width, height);
}

Mesh roomAround(double half, double low, double high)
{
  Mesh mesh;
  const double h = half;
  addQuad(mesh, { Vector{ -h, low, h }, { h, low, h }, { h, low, -h }, { -h, low, -h } }, Gray);
  addQuad(mesh, { Vector{ -h, low, -h }, { h, low, -h }, { h, high, -h }, { -h, high, -h } }, Gray);
  addQuad(mesh, { Vector{ h, low, h }, { -h, low, h }, { -h, high, h }, { h, high, h } }, Gray);
  addQuad(mesh, { Vector{ -h, low, h }, { -h, low, -h }, { -h, high, -h }, { -h, high, h } }, Gray);
  addQuad(mesh, { Vector{ h, low, -h }, { h, low, h }, { h, high, h }, { h, high, -h } }, Gray);
  // The ceiling leaves a window in its middle.
  const double w = 0.4 * half;
  const auto ceiling = [&](double x0, double x1, double z0, double z1) {
    addQuad(mesh, { Vector{ x0, high, z0 }, { x1, high, z0 }, { x1, high, z1 }, { x0, high, z1 } }, Gray);
  };
  ceiling(-h, h, -h, -w);
  ceiling(-h, h, w, h);
  ceiling(-h, -w, -w, w);
  ceiling(w, h, -w, w);
  return mesh;
}

PathBenchScene makeScene(const std::string& name, std::int64_t points, int width, int height)
{
  PathBenchScene s;
  s.name = name;
  s.environment = sunnySky();
  if (name == "gyroid")
  {
    s.volumes = { sampled(points, 1.05, gyroidInBall) };
    s.camera = view({ 1.6, 1.3, 2.4 }, { 0, 0, 0 }, 40, width, height);
    s.focalDepth = 2.2f;
  }
  else if (name == "blobs")
  {
    s.volumes = { sampled(points, 1.05, blobs) };
    s.meshes = { floorAt(-0.85, 4, Gray) };
    s.camera = view({ 1.5, 0.9, 2.6 }, { 0, -0.1, 0 }, 42, width, height);
    s.focalDepth = 2.6f;
  }
  else if (name == "cloud" || name == "clouds")
  {
    auto cloud = sampled(points, 1.05, blobs);
    cloud->surfaces.clear();
    cloud->medium.knots = { { -0.6, 1, 0.5f, 0.2f, 0 }, { 0.5, 0.9f, 0.6f, 0.4f, 3 },
      { 2, 0.3f, 0.4f, 0.8f, 40 } };
    s.volumes = { cloud };
    if (name == "clouds")
    {
      auto other = sampled(points, 1.05, [](const Vector& p) { return gyroid(p, 5); });
      other->surfaces.clear();
      other->medium.knots = { { -0.5, 0.5f, 0.8f, 0.4f, 0 }, { 1.5, 0.2f, 0.6f, 0.3f, 2 } };
      s.volumes.push_back(other);
    }
    s.meshes = { floorAt(-0.85, 4, Gray) };
    s.camera = view({ 1.5, 0.9, 2.6 }, { 0, -0.1, 0 }, 42, width, height);
    s.focalDepth = 2.6f;
  }
  else if (name == "knots")
  {
    s.meshes = { nineKnots(), floorAt(-0.8, 4, Gray) };
    s.camera = view({ 1.6, 1.9, 3.2 }, { 0, -0.4, 0.1 }, 40, width, height);
    s.focalDepth = 3.4f;
  }
  else if (name == "mesh" || name == "mesh-cloud")
  {
    auto grid = std::make_shared<PathBenchScene::Grid>(PathBenchScene::Grid{
      testing::PathTestMesh(static_cast<int>(points / 4), 1.05, gyroidInBall), {}, {} });
    PathSurface surface;
    std::copy(Gray.begin(), Gray.end(), surface.color);
    if (name == "mesh")
      grid->surfaces = { surface };
    else
      grid->medium.knots = { { -0.2, 0.3f, 0.5f, 1, 0 }, { 0.5, 1, 0.8f, 0.5f, 6 } };
    s.grids = { std::move(grid) };
    s.meshes = { floorAt(-1.1, 4, Gray) };
    s.camera = view({ 1.6, 1.3, 2.4 }, { 0, 0, 0 }, 40, width, height);
    s.focalDepth = 2.2f;
  }
  else if (name == "room" || name == "jewels")
  {
    s.meshes = { nineKnots(), roomAround(1.9, -0.8, 1.4) };
    if (name == "jewels")
    {
      s.materials.resize(5);
      s.materials[1].kind = PathMaterialKind::Glossy;
      s.materials[2].kind = PathMaterialKind::Glass;
      s.materials[3].kind = PathMaterialKind::Chrome;
      s.materials[4].kind = PathMaterialKind::CarPaint;
      s.meshes.erase(s.meshes.begin());
      for (int i = 0; i < 9; ++i)
      {
        s.meshes.emplace_back();
        addKnot(s.meshes.back(), i);
        s.meshes.back().material = i % 5;
      }
    }
    s.camera = view({ 1.6, 0.5, 1.75 }, { -0.1, -0.5, 0 }, 60, width, height);
    s.focalDepth = 2.0f;
  }
  else if (name == "cave")
  {
    s.volumes = { sampled(points, 1, [](const Vector& p) { return gyroid(p, 7); }) };
    s.camera = view({ 0.3, 0.28, 0.55 }, { 0.0, 0.05, -0.5 }, 75, width, height);
    s.focalDepth = 0.6f;
  }
  else if (name == "materials" || name == "paint")
  {
    s.materials.resize(4);
    s.materials[1].kind = PathMaterialKind::Glossy;
    s.materials[2].kind = PathMaterialKind::Glass;
    s.materials[3].kind = PathMaterialKind::Chrome;
    for (std::size_t i = 0; i < 4 && name == "paint"; ++i)
    {
      s.materials[i].kind = PathMaterialKind::CarPaint;
      s.materials[i].shininess = 1000;
    }
    for (std::int32_t i = 0; i < 4; ++i)
    {
      auto ball = sampled((points + 1) / 2, 1.25, [](const Vector& p) { return 1 - testing::norm(p); });
      ball->spacing *= 0.55;
      for (int axis = 0; axis < 3; ++axis)
        ball->origin[axis] = -1.25 * 0.55 + (axis == 0 ? 1.2 * (i - 1.5) : axis == 1 ? -0.25 : 0.3 * (i % 2));
      const Color colors[] = { { 0.8f, 0.3f, 0.2f }, { 0.2f, 0.4f, 0.8f }, { 0.95f, 1, 0.97f },
        { 0.95f, 0.9f, 0.8f } };
      std::copy(colors[i].begin(), colors[i].end(), ball->surfaces[0].color);
      ball->surfaces[0].material = i;
      s.volumes.push_back(std::move(ball));
    }
    s.meshes = { floorAt(-0.8, 4, Gray) };
    s.camera = view({ 1.0, 1.0, 4.2 }, { 0, -0.2, 0 }, 38, width, height);
    s.focalDepth = 4.0f;
  }
  else
    throw std::invalid_argument("there is no scene " + name);
  s.lensRadius = 0.01f * s.focalDepth;
  return s;
}

} // namespace

bool PathBenchScene::isCompared() const
{
  const bool areSurfaces = std::all_of(
    volumes.begin(), volumes.end(), [](const auto& volume) { return volume->medium.knots.empty(); });
  return grids.empty() && areSurfaces && (volumes.empty() || meshes.empty());
}

void PathBenchScene::give(PathTracer& tracer) const
{
  tracer.clearScene();
  tracer.setMaterials(materials);
  tracer.setLights({});
  tracer.setEnvironment(environment);
  for (const auto& v : volumes)
  {
    VolumeInput in;
    for (int axis = 0; axis < 3; ++axis)
    {
      in.dimensions[axis] = v->points;
      in.indexToMesh[5 * axis] = v->spacing;
      in.indexToMesh[4 * axis + 3] = v->origin[axis];
    }
    in.scalars.values = v->values.data();
    in.scalars.numTuples = static_cast<std::int64_t>(v->values.size());
    const int volume = tracer.addVolume(in);
    tracer.setIsosurfaces(volume, v->surfaces);
    if (!v->medium.knots.empty())
      tracer.setTransferFunction(volume, v->medium);
  }
  for (const auto& grid : grids)
  {
    const int mesh = tracer.addMesh(grid->mesh.input());
    tracer.setMeshValues(mesh, grid->mesh.field());
    tracer.setMeshIsosurfaces(mesh, grid->surfaces);
    if (!grid->medium.knots.empty())
      tracer.setMeshTransferFunction(mesh, grid->medium);
  }
  for (const Mesh& mesh : meshes)
  {
    PathTriangles in;
    in.points = mesh.points.data();
    in.numPoints = static_cast<std::int64_t>(mesh.points.size() / 3);
    in.corners = mesh.corners.data();
    in.numTriangles = static_cast<std::int64_t>(mesh.corners.size() / 3);
    in.colors = mesh.colors.data();
    in.material = mesh.material;
    tracer.addTriangles(in);
  }
}

std::vector<PathBenchScene> pathBenchScenes(
  const std::vector<std::string>& names, std::int64_t points, int width, int height)
{
  std::vector<PathBenchScene> scenes;
  const bool all = std::find(names.begin(), names.end(), "all") != names.end();
  const std::vector<std::string> six = { "gyroid", "blobs", "knots", "room", "cave", "materials" };
  for (const std::string& name : all ? six : names)
    scenes.push_back(makeScene(name, points, width, height));
  return scenes;
}

void savePathPicture(const std::string& path, const float* image, int width, int height)
{
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (!file)
    throw std::runtime_error(path + " cannot be written");
  std::fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (int j = height - 1; j >= 0; --j)
    for (int i = 0; i < width; ++i)
      for (int c = 0; c < 3; ++c)
      {
        const float x =
          image[4 * (std::size_t(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i)) +
            static_cast<std::size_t>(c)];
        std::fputc(
          static_cast<int>(255 * std::pow(std::min(std::max(x, 0.0f), 1.0f), 1 / 2.2f) + 0.5f), file);
      }
  if (std::fclose(file) != 0)
    throw std::runtime_error(path + " cannot be written");
}

} // namespace inkray::bench
