// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracer/PathTestScenes.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{
namespace
{

constexpr double Pi = 3.14159265358979323846;

} // namespace

BallVolume::BallVolume(std::int64_t n)
  : points(n)
{
  const auto at = [n](std::int64_t i) {
    return 2.5 * static_cast<double>(i) / static_cast<double>(n - 1) - 1.25;
  };
  for (std::int64_t z = 0; z < n; ++z)
    for (std::int64_t y = 0; y < n; ++y)
      for (std::int64_t x = 0; x < n; ++x)
        values.push_back(static_cast<float>(1.0 - std::hypot(at(x), at(y), at(z))));
}

void BallVolume::makeRectilinear(double bend)
{
  const auto last = static_cast<double>(points - 1);
  std::vector<double> places, at;
  for (std::int64_t i = 0; i < points; ++i)
  {
    places.push_back(static_cast<double>(i) + bend * std::sin(2.0 * Pi * static_cast<double>(i) / last));
    at.push_back(2.5 * places.back() / last - 1.25);
  }
  coordinates.fill(places);
  if (bend == 0.0)
    return;
  values.clear();
  for (const double z : at)
    for (const double y : at)
      for (const double x : at)
        values.push_back(static_cast<float>(1.0 - std::hypot(x, y, z)));
}

VolumeInput BallVolume::input(const Vector& center, double radius) const
{
  VolumeInput in;
  const double spacing = 2.5 * radius / static_cast<double>(points - 1);
  for (int axis = 0; axis < 3; ++axis)
  {
    in.dimensions[axis] = points;
    in.indexToMesh[5 * axis] = spacing;
    in.indexToMesh[4 * axis + 3] = center[static_cast<std::size_t>(axis)] - 1.25 * radius;
    const auto& places = coordinates[static_cast<std::size_t>(axis)];
    in.coordinates[axis] = places.empty() ? nullptr : places.data();
  }
  in.scalars.values = values.data();
  in.scalars.numTuples = points * points * points;
  return in;
}

void QuadMesh::add(const std::array<Vector, 4>& quad, const Color& color)
{
  const auto first = static_cast<std::int64_t>(points.size() / 3);
  for (const Vector& p : quad)
  {
    for (const double x : p)
      points.push_back(static_cast<float>(x));
    colors.insert(colors.end(), color.begin(), color.end());
  }
  for (const int k : { 0, 1, 2, 0, 2, 3 })
    corners.push_back(first + k);
}

PathTriangles QuadMesh::input(std::int32_t material) const
{
  PathTriangles in;
  in.points = points.data();
  in.numPoints = static_cast<std::int64_t>(points.size() / 3);
  in.corners = corners.data();
  in.numTriangles = static_cast<std::int64_t>(corners.size() / 3);
  in.colors = colors.data();
  in.material = material;
  return in;
}

Camera frontCamera(int width, int height, double distance, double viewAngle)
{
  return perspectiveCamera({ 0, 0, distance }, { 0, 0, 0 }, viewAngle, 0.1, 100, width, height);
}

ReferenceBox::ReferenceBox(Grids grids, bool isPainted)
{
  if (grids == Grids::Mixed)
    balls[1].makeRectilinear(8.0);
  const auto wall = [&](const Vector& corner, const Vector& a, const Vector& b, const Color& color) {
    const auto at = [&](double s, double t) {
      return Vector{ corner[0] + s * a[0] + t * b[0], corner[1] + s * a[1] + t * b[1],
        corner[2] + s * a[2] + t * b[2] };
    };
    walls.add({ at(0, 0), at(1, 0), at(1, 1), at(0, 1) }, color);
    PathReference::Material m;
    for (std::size_t c = 0; c < 3; ++c)
      m.color[c] = static_cast<double>(color[c]);
    reference.quads.push_back({ corner, a, b, m });
  };
  const Color gray = { 0.8f, 0.8f, 0.8f };
  wall({ -1, -1, -1 }, { 0, 0, 2 }, { 2, 0, 0 }, gray);
  wall({ -1, 1, -1 }, { 2, 0, 0 }, { 0, 0, 2 }, gray);
  wall({ -1, -1, -1 }, { 2, 0, 0 }, { 0, 2, 0 }, gray);
  wall({ -1, -1, -1 }, { 0, 2, 0 }, { 0, 0, 2 }, { 0.8f, 0.2f, 0.2f });
  wall({ 1, -1, -1 }, { 0, 0, 2 }, { 0, 2, 0 }, { 0.2f, 0.6f, 0.2f });
  const Vector centers[] = { { -0.5, -0.5, -0.4 }, { 0.5, -0.5, -0.4 }, { -0.45, 0.45, -0.3 },
    { 0.45, 0.4, -0.4 } };
  for (int i = 0; i < 4; ++i)
  {
    PathReference::Material m;
    m.kind = i == 1 && isPainted ? PathReference::Kind::CarPaint : static_cast<PathReference::Kind>(i);
    const float color[3] = { i == 0 ? 0.2f : 0.8f, i == 0 ? 0.4f : 0.8f, 0.8f };
    for (std::size_t c = 0; c < 3; ++c)
      m.color[c] = static_cast<double>(color[c]);
    m.shininess = 12;
    m.reflectance = static_cast<double>(0.3f);
    reference.spheres.push_back({ centers[i], 0.4, m });
  }
  reference.skyTop = { 0.5, 0.75, 1.0 };
  reference.skyBottom = { 1.0, 0.5, 0.25 };
  const auto intensity = static_cast<double>(0.2f);
  reference.lights.push_back({ { 0, 0.5, 0.2 }, { intensity, intensity, intensity } });
  reference.bounces = 3;
}

void ReferenceBox::give(PathTracer& tracer, const Camera& camera) const
{
  tracer.clearScene();
  tracer.addTriangles(walls.input(0));
  std::vector<PathMaterial> materials;
  for (const PathReference::Sphere& sphere : reference.spheres)
  {
    PathMaterial material;
    material.kind = static_cast<PathMaterialKind>(sphere.material.kind);
    material.shininess = static_cast<float>(sphere.material.shininess);
    material.reflectance = static_cast<float>(sphere.material.reflectance);
    PathSurface surface;
    for (std::size_t c = 0; c < 3; ++c)
      surface.color[c] = static_cast<float>(sphere.material.color[c]);
    surface.material = static_cast<std::int32_t>(materials.size());
    materials.push_back(material);
    const BallVolume& ball = balls[materials.size() % 2];
    tracer.setIsosurfaces(tracer.addVolume(ball.input(sphere.center, sphere.radius)), { surface });
  }
  tracer.setMaterials(materials);
  Environment sky;
  sky.kind = Environment::Kind::Gradient;
  for (std::size_t c = 0; c < 3; ++c)
  {
    sky.color[c] = static_cast<float>(reference.skyTop[c]);
    sky.bottom[c] = static_cast<float>(reference.skyBottom[c]);
  }
  tracer.setEnvironment(sky);
  std::vector<SurfaceLight> lamps;
  for (const PathReference::PointLight& light : reference.lights)
  {
    SurfaceLight lamp;
    lamp.positional = true;
    const auto inEye = transform(camera.meshToEye, light.position);
    for (std::size_t c = 0; c < 3; ++c)
    {
      lamp.position[c] = static_cast<float>(inEye[c]);
      lamp.diffuse[c] = static_cast<float>(light.color[c]);
    }
    lamp.attenuation[0] = 0;
    lamp.attenuation[2] = 1;
    lamps.push_back(lamp);
  }
  tracer.setLights(lamps);
}

} // namespace inkray::testing
