// SPDX-License-Identifier: BSD-3-Clause
#include "KdTree/KdTreeMeshes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kdtest
{
namespace
{

float uniform(std::mt19937& dice, float low, float high)
{
  return std::uniform_real_distribution<float>(low, high)(dice);
}
Point inCube(std::mt19937& dice, float low, float high)
{
  return { uniform(dice, low, high), uniform(dice, low, high), uniform(dice, low, high) };
}
Point sum(const Point& a, const Point& b, float share = 1.0f)
{
  return { a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2] };
}
Point difference(const Point& a, const Point& b)
{
  return sum(a, b, -1.0f);
}

} // namespace

std::uint32_t Triangles::addPoint(const Point& p)
{
  points.insert(points.end(), p.begin(), p.end());
  return static_cast<std::uint32_t>(points.size() / 3 - 1);
}

void Triangles::addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
  corners.insert(corners.end(), { a, b, c });
}

Point Triangles::point(std::uint32_t i) const
{
  return { points[3 * i], points[3 * i + 1], points[3 * i + 2] };
}

std::vector<std::uint32_t> trianglesOf(
  const inkray::KdNode& leaf, const std::vector<std::uint32_t>& leafTriangles)
{
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t i = 0; i < countOf(leaf); ++i)
    triangles.push_back(leafTriangle(leafTriangles.data(), leaf, i));
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

std::vector<std::uint32_t> trianglesOf(
  const std::vector<inkray::KdNode>& nodes, const std::vector<std::uint32_t>& leafTriangles)
{
  std::vector<std::uint32_t> all;
  for (const inkray::KdNode& node : nodes)
    if (isLeaf(node))
    {
      const std::vector<std::uint32_t> own = trianglesOf(node, leafTriangles);
      all.insert(all.end(), own.begin(), own.end());
    }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Triangles soup(std::mt19937& dice, std::int64_t n, float length)
{
  Triangles t;
  t.name = "soup";
  for (std::int64_t i = 0; i < n; ++i)
  {
    const Point at = inCube(dice, 0, 1);
    const std::uint32_t a = t.addPoint(at), b = t.addPoint(sum(at, inCube(dice, -1, 1), length)),
                        c = t.addPoint(sum(at, inCube(dice, -1, 1), length));
    t.addTriangle(a, b, c);
  }
  return t;
}

Triangles sphere(std::mt19937& dice, std::int64_t n)
{
  Triangles t;
  t.name = "sphere";
  const int rings = std::max(3, static_cast<int>(std::sqrt(static_cast<double>(n) / 4.0)));
  const int sectors = 2 * rings;
  const double phase = uniform(dice, 0, 6);
  const auto at = [&](int ring, int sector) {
    const double latitude = M_PI * ring / rings, longitude = 2 * M_PI * sector / sectors;
    const double radius =
      1.0 + 0.1 * std::sin(7 * latitude + phase) * std::cos(5 * longitude) * std::sin(latitude);
    return Point{ static_cast<float>(radius * std::sin(latitude) * std::cos(longitude)),
      static_cast<float>(radius * std::sin(latitude) * std::sin(longitude)),
      static_cast<float>(radius * std::cos(latitude)) };
  };
  const std::uint32_t north = t.addPoint(at(0, 0)), south = t.addPoint(at(rings, 0));
  for (int ring = 1; ring < rings; ++ring)
    for (int sector = 0; sector < sectors; ++sector)
      t.addPoint(at(ring, sector));
  const auto number = [&](int ring, int sector) {
    return ring == 0  ? north
      : ring == rings ? south
                      : static_cast<std::uint32_t>(2 + (ring - 1) * sectors + sector % sectors);
  };
  for (int ring = 0; ring < rings; ++ring)
    for (int sector = 0; sector < sectors; ++sector)
    {
      if (ring > 0)
        t.addTriangle(number(ring, sector), number(ring + 1, sector), number(ring, sector + 1));
      if (ring < rings - 1)
        t.addTriangle(number(ring, sector + 1), number(ring + 1, sector), number(ring + 1, sector + 1));
    }
  return t;
}

Triangles terrain(std::mt19937& dice, std::int64_t n, float height)
{
  Triangles t;
  t.name = height > 0 ? "terrain" : "plane";
  const int side = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(n) / 2.0)));
  for (int y = 0; y <= side; ++y)
    for (int x = 0; x <= side; ++x)
      t.addPoint({ static_cast<float>(x), static_cast<float>(y),
        height > 0 ? uniform(dice, 0, height) + height * std::sin(0.1f * static_cast<float>(x + y)) : 3.0f });
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
    {
      const auto a = static_cast<std::uint32_t>(y * (side + 1) + x);
      const auto above = static_cast<std::uint32_t>(side + 1);
      t.addTriangle(a, a + 1, a + above);
      t.addTriangle(a + 1, a + above + 1, a + above);
    }
  return t;
}

Triangles cubes(std::mt19937& dice, std::int64_t n)
{
  Triangles t;
  t.name = "cubes";
  const int side = std::max(1, static_cast<int>(std::cbrt(static_cast<double>(n) / 4.0)));
  for (std::int64_t i = 0; i < std::max<std::int64_t>(1, n / 12); ++i)
  {
    std::uint32_t p[8];
    const Point at = { static_cast<float>(dice() % static_cast<unsigned>(side)),
      static_cast<float>(dice() % static_cast<unsigned>(side)),
      static_cast<float>(dice() % static_cast<unsigned>(side)) };
    for (unsigned k = 0; k < 8; ++k)
      p[k] = t.addPoint({ at[0] + static_cast<float>(k & 1u), at[1] + static_cast<float>(k >> 1 & 1u),
        at[2] + static_cast<float>(k >> 2) });
    for (const auto& f : { std::array<int, 4>{ 0, 1, 3, 2 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 3, 7, 6 },
           { 0, 2, 6, 4 }, { 1, 3, 7, 5 } })
    {
      t.addTriangle(p[f[0]], p[f[1]], p[f[2]]);
      t.addTriangle(p[f[0]], p[f[2]], p[f[3]]);
    }
  }
  return t;
}

Triangles needles(std::mt19937& dice, std::int64_t n)
{
  Triangles t;
  t.name = "needles";
  for (std::int64_t i = 0; i < n; ++i)
  {
    Point a = inCube(dice, 0, 1), b = a, c = a;
    const auto axis = static_cast<std::size_t>(i % 3);
    a[axis] = 0;
    b[axis] = 1;
    c[axis] = 0;
    c[(axis + 1) % 3] += 0.002f;
    t.addTriangle(t.addPoint(a), t.addPoint(b), t.addPoint(c));
  }
  return t;
}

Triangles cluster(std::mt19937& dice, std::int64_t n)
{
  Triangles t = soup(dice, n, 0.05f);
  t.name = "cluster";
  for (float& x : t.points)
    x = 3.0f + 1e-3f * x;
  for (int i = 0; i < 5; ++i)
  {
    const Point at = inCube(dice, -500, 500);
    const std::uint32_t a = t.addPoint(at), b = t.addPoint(sum(at, inCube(dice, -9, 9))),
                        c = t.addPoint(sum(at, inCube(dice, -9, 9)));
    t.addTriangle(a, b, c);
  }
  return t;
}

Triangles copies(std::int64_t n)
{
  Triangles t;
  t.name = "copies";
  const std::uint32_t a = t.addPoint({ 0, 0, 0 }), b = t.addPoint({ 1, 0.25f, 0 }),
                      c = t.addPoint({ 0.5f, 1, 0.75f });
  for (std::int64_t i = 0; i < n; ++i)
    t.addTriangle(a, b, c);
  return t;
}

std::vector<Triangles> allMeshes(std::mt19937& dice, std::int64_t n)
{
  std::vector<Triangles> all = { soup(dice, n, 0.3f), soup(dice, n, 0.02f), sphere(dice, n),
    terrain(dice, n, 2.0f), terrain(dice, n, 0.0f), cubes(dice, n), needles(dice, n), cluster(dice, n),
    copies(std::min<std::int64_t>(n, 300)), soup(dice, 1, 1.0f), soup(dice, 64, 0.3f), soup(dice, 65, 0.3f) };
  all[1].name = "fine soup";
  all[9].name = "one triangle";
  all[10].name = "64 triangles";
  all[11].name = "65 triangles";
  return all;
}

inkray::Ray rayOf(const Point& origin, const Point& direction)
{
  inkray::Ray ray = {};
  for (int axis = 0; axis < 3; ++axis)
    inkray::setAxis(
      ray, axis, origin[static_cast<std::size_t>(axis)], direction[static_cast<std::size_t>(axis)]);
  ray.begin = 0.0f;
  ray.end = std::numeric_limits<float>::max();
  return ray;
}

std::vector<inkray::Ray> raysFor(std::mt19937& dice, const Triangles& triangles, int n)
{
  Point low = triangles.point(0), high = low;
  for (std::size_t i = 0; i < triangles.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], triangles.points[i]);
    high[i % 3] = std::max(high[i % 3], triangles.points[i]);
  }
  const auto around = [&](float share) {
    Point p;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const float margin = share * (high[k] - low[k]) + 1e-3f;
      p[k] = uniform(dice, low[k] - margin, high[k] + margin);
    }
    return p;
  };
  const auto anyCorner = [&] {
    return triangles.point(triangles.corners[dice() % triangles.corners.size()]);
  };
  std::vector<inkray::Ray> rays;
  while (static_cast<int>(rays.size()) < n)
  {
    const std::size_t i = 3 * (dice() % static_cast<std::size_t>(triangles.size()));
    const Point a = triangles.point(triangles.corners[i]), b = triangles.point(triangles.corners[i + 1]),
                c = triangles.point(triangles.corners[i + 2]);
    const Point onEdge = sum(a, difference(b, a), uniform(dice, 0, 1));
    const Point inside = sum(onEdge, difference(c, onEdge), uniform(dice, 0, 1));
    Point origin = around(0.5f), target = inside;
    switch (rays.size() % 10)
    {
      case 0:
        target = around(0.0f);
        break;
      case 1: // along an axis, from a corner's coordinates
        origin = anyCorner();
        target = origin;
        target[dice() % 3] += dice() % 2 != 0 ? 1.0f : -1.0f;
        break;
      case 2: // in a plane of corners
      {
        const std::size_t k = dice() % 3;
        origin[k] = a[k];
        target = around(0.0f);
        target[k] = a[k];
        break;
      }
      case 3:
        target = a;
        break;
      case 4:
        target = onEdge;
        break;
      case 5: // along an edge
        origin = sum(a, difference(b, a), -1.0f);
        target = b;
        break;
      case 6: // as secondary rays begin
        origin = inside;
        target = around(0.2f);
        break;
      case 7:
        for (std::size_t k = 0; k < 3; ++k)
          origin[k] += 50.0f * uniform(dice, -1, 1) * (high[k] - low[k] + 1e-3f);
        break;
      case 8: // in the middle, where the first split is
      {
        const std::size_t k = dice() % 3;
        origin[k] = target[k] = low[k] + 0.5f * (high[k] - low[k]);
        break;
      }
      default:
        break;
    }
    const Point direction = difference(target, origin);
    const float length =
      std::sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (!(length > 0))
    {
      rays.push_back(rayOf(origin, { 0, 0, 1 }));
      continue;
    }
    rays.push_back(rayOf(origin, sum({ 0, 0, 0 }, direction, 1.0f / length)));
    if (dice() % 8 == 0)
      rays.back().end = uniform(dice, 0, 2 * length);
  }
  return rays;
}

} // namespace kdtest
