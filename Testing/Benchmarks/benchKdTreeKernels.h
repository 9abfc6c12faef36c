// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The kernels that bench_kdtree measures: rays, their ways through a kd-tree and through hierarchies of
/// bounding volumes, and what they pass there.
#include "Core/Float3.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "ReferenceBvh.h"

#include <cstdint>

namespace inkray::bench
{

using laboratory::BvhView;

/// Makes a ray through each pixel of a square image, as a pinhole camera does, by groups of 8 x 4 pixels.
/// Spheres are seen from inside, where every ray meets them.
struct MakePrimaryRay
{
  KdBox bounds;
  float distance; ///< from the middle, in radii
  int size;
  Ray* rays;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const int tile = static_cast<int>(i / 32), lane = static_cast<int>(i % 32);
    const int x = tile % (size / 8) * 8 + lane % 8, y = tile / (size / 8) * 4 + lane / 8;
    float center[3], radius = 0.0f;
    for (int axis = 0; axis < 3; ++axis)
    {
      center[axis] = 0.5f * (bounds.low[axis] + bounds.high[axis]);
      radius = maximum(radius, 0.5f * (bounds.high[axis] - bounds.low[axis]));
    }
    // From above and aside.
    const Float3 back = normalized({ 0.5f, -0.8f, 0.45f });
    const Float3 right = normalized(cross({ 0, 0, 1 }, back)), up = cross(back, right);
    const float s = (2.0f * (static_cast<float>(x) + 0.5f) / static_cast<float>(size) - 1.0f) * 0.5f;
    const float t = (2.0f * (static_cast<float>(y) + 0.5f) / static_cast<float>(size) - 1.0f) * 0.5f;
    const Float3 direction = normalized(
      { s * right.x + t * up.x - back.x, s * right.y + t * up.y - back.y, s * right.z + t * up.z - back.z });
    Ray ray;
    setAxis(ray, 0, center[0] + distance * radius * back.x, direction.x);
    setAxis(ray, 1, center[1] + distance * radius * back.y, direction.y);
    setAxis(ray, 2, center[2] + distance * radius * back.z, direction.z);
    ray.begin = 0.0f;
    ray.end = 1e30f;
    rays[i] = ray;
  }
};

/// Goes on from a ray's hit in a random direction, on the side from which the ray came.
struct MakeBounce
{
  const Float4* corners;
  const KdHit* hits;
  const Ray* rays;
  Ray* bounces;

  INKRAY_HD static float random(std::uint32_t& state)
  {
    state = state * 747796405u + 2891336453u;
    const std::uint32_t word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return static_cast<float>((word >> 22 ^ word) >> 8) * 0x1p-24f;
  }
  INKRAY_HD void operator()(std::int64_t i) const
  {
    Ray ray = rays[i];
    const KdHit hit = hits[i];
    if (hit.triangle == 0xffffffffu)
    {
      ray.begin = 1.0f;
      ray.end = 0.0f;
      bounces[i] = ray;
      return;
    }
    const Float4* const p = corners + 3 * std::size_t(hit.triangle);
    const Float3 normal = normalized(cross({ p[1].x - p[0].x, p[1].y - p[0].y, p[1].z - p[0].z },
      { p[2].x - p[0].x, p[2].y - p[0].y, p[2].z - p[0].z }));
    const float side =
      normal.x * ray.direction[0] + normal.y * ray.direction[1] + normal.z * ray.direction[2] > 0 ? -1.0f
                                                                                                  : 1.0f;
    std::uint32_t state = static_cast<std::uint32_t>(i) * 9781u + 77u;
    const float z = 2.0f * random(state) - 1.0f, angle = 6.2831853f * random(state);
    const float r = sqrtf(maximum(0.0f, 1.0f - z * z));
    const Float3 direction = normalized({ side * normal.x + 0.999f * r * cosf(angle),
      side * normal.y + 0.999f * r * sinf(angle), side * normal.z + 0.999f * z });
    setAxis(ray, 0, ray.origin[0] + hit.t * ray.direction[0], direction.x);
    setAxis(ray, 1, ray.origin[1] + hit.t * ray.direction[1], direction.y);
    setAxis(ray, 2, ray.origin[2] + hit.t * ray.direction[2], direction.z);
    ray.begin = 1e-4f * hit.t;
    ray.end = 1e30f;
    bounces[i] = ray;
  }
};

struct TraceKdTree
{
  KdTreeView tree;
  const Ray* rays;
  KdHit* hits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    KdHit hit;
    nearestHit(tree, rays[i], hit);
    hits[i] = hit;
  }
};

struct TraceShadow
{
  KdTreeView tree;
  const Ray* rays;
  KdHit* hits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    hits[i].triangle = anyHit(tree, rays[i]) ? 0 : 0xffffffffu;
  }
};

struct TraceBvh
{
  BvhView bvh;
  const Ray* rays;
  KdHit* hits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    KdHit hit;
    laboratory::nearestHitOfBvh(bvh, rays[i], hit);
    hits[i] = hit;
  }
};

/// Traces while-while, or speculatively.
template <bool isSpeculative>
struct TraceBvhByTurns
{
  BvhView bvh;
  const Ray* rays;
  KdHit* hits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    KdHit hit;
    laboratory::nearestHitByTurns<isSpeculative>(bvh, rays[i], hit);
    hits[i] = hit;
  }
};

/// What a ray passes on its way: inner nodes, leaves, and tests of triangles.
struct CountedWay
{
  mutable std::uint32_t nodes = 0, leaves = 0, tests = 0;

  INKRAY_HD void innerNode() const { ++nodes; }
  INKRAY_HD void leaf(std::uint32_t triangles) const
  {
    ++leaves;
    tests += triangles;
  }
  INKRAY_HD UInt4 counts() const { return { nodes, leaves, tests, 0 }; }
};

struct CountKdTree
{
  KdTreeView tree;
  const Ray* rays;
  UInt4* counts;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const CountedWay way;
    float limit = rays[i].end;
    traverse(
      tree, rays[i],
      [&](const KdHit& found) {
        limit = minimum(limit, found.t);
        return limit;
      },
      way);
    counts[i] = way.counts();
  }
};

template <bool isSpeculative>
struct CountBvhByTurns
{
  BvhView bvh;
  const Ray* rays;
  UInt4* counts;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const CountedWay way;
    KdHit hit;
    laboratory::nearestHitByTurns<isSpeculative>(bvh, rays[i], hit, way);
    counts[i] = way.counts();
  }
};

struct CountBvh
{
  BvhView bvh;
  const Ray* rays;
  UInt4* counts;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const CountedWay way;
    KdHit hit;
    laboratory::nearestHitOfBvh(bvh, rays[i], hit, way);
    counts[i] = way.counts();
  }
};

} // namespace inkray::bench
